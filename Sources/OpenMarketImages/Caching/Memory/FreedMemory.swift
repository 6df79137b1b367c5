#if os(Linux)
  import COpenMarketCodecs
#else
  import Foundation
#endif

/// Keeps the memory small that the allocator holds without need.
package enum FreedMemory {
  /// Has threads share the allocator's arenas: a program with many threads and little to do would otherwise keep half-empty
  /// pages for each. Call it before the first of them starts; does nothing on Apple's platforms.
  package static func shareArenas() {
    #if os(Linux)
      om_share_arenas()
    #endif
  }

  /// Gives pages that hold only freed blocks back to the system.
  ///
  /// The allocator keeps them otherwise, so that the process would be larger than its caches say.
  static func giveBack() {
    #if os(Linux)
      // Walks the free blocks of all arenas: about a millisecond for 100 MB.
      om_give_back_memory()
    #elseif canImport(Darwin)
      _ = malloc_zone_pressure_relief(nil, 0)
    #endif
  }
}
