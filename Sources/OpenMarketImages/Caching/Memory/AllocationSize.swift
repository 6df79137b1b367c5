import Foundation

/// The memory that allocations take in the process, with padding and headers.
enum AllocationSize {
  /// Headers of a Swift array's storage: type, reference count, count, capacity.
  private static let arrayHeader = 32
  /// From about this size on, malloc may take whole pages from the system.
  private static let pageThreshold = 128 << 10
  /// 4 KiB on most, 16 KiB with Apple's own processors.
  private static let page = max(1, Int(sysconf(CInt(_SC_PAGESIZE))))

  /// The bytes that malloc takes for `count` bytes: a header of its own, and a multiple of 16.
  static func ofBlock(_ count: Int) -> Int {
    let block = max(32, (count + 8 + 15) & ~15)
    return block < pageThreshold ? block : (block + 8 + page - 1) & ~(page - 1)
  }

  /// The storage of an array of bytes.
  static func ofArray(_ bytes: [UInt8]) -> Int { ofBlock(arrayHeader + bytes.capacity) }

  /// The storage of a text; up to 15 bytes are kept in place.
  static func ofString(utf8Count: Int) -> Int { utf8Count < 16 ? 0 : ofBlock(arrayHeader + utf8Count + 1) }
}
