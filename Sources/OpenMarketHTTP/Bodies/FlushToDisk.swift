#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Flushes a file, or the names in a folder, so that a power failure loses nothing of it; `errno` says why not.
///
/// - Parameter descriptor: The open file or folder.
/// - Returns: Whether it is on the disk.
package func flushToDisk(_ descriptor: CInt) -> Bool {
  #if canImport(Darwin)
    // There `fsync` leaves it in the drive's own memory, from which it is written in any order. Not every file system has
    // more than that.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
  #endif
  return fsync(descriptor) == 0
}
