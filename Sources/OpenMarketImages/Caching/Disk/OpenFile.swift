import Foundation
import OpenMarketHTTP

/// An open file of a cache, closed at the end of its life.
///
/// The system's own calls, as a cache hit should cost little more than reading the bytes.
struct OpenFile: ~Copyable {
  private let descriptor: CInt
  /// Its length when it was opened, in bytes.
  let length: Int
  /// When it was last used: its modification date, in milliseconds since 1970.
  let lastUse: Int64

  /// Opens a file; `nil` when there is none, it cannot be opened, or it is not a regular file,
  /// such as a link.
  init?(_ path: String, writing: Bool = false) {
    // Not blocking, or a pipe without a writer would keep the caller for ever.
    let flags = O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(path, (writing ? O_RDWR : O_RDONLY) | flags)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.isRegularFile else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    length = Int(clamping: status.st_size)
    lastUse = status.modifiedMilliseconds
  }

  deinit { close(descriptor) }

  /// Exactly `count` bytes from `offset` on; `nil` when there are fewer.
  func read(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset + count <= length else { return nil }
    var isComplete = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      isComplete = unsafe fill(UnsafeMutableRawBufferPointer(buffer.extracting(..<count)), from: offset)
      initialized = isComplete ? count : 0
    }
    return isComplete ? bytes : nil
  }

  /// Exactly `count` bytes from `offset` on; `nil` when there are fewer.
  func readData(at offset: Int, count: Int) -> Data? {
    guard offset >= 0, count >= 0, offset + count <= length else { return nil }
    guard count > 0 else { return Data() }
    var data = Data(count: count)
    let isComplete = unsafe data.withUnsafeMutableBytes { unsafe fill($0, from: offset) }
    return isComplete ? data : nil
  }

  /// Writes over what is at `offset`, in one call.
  func overwrite(_ bytes: [UInt8], at offset: Int) {
    _ = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
  }

  /// Sets the date of the last use.
  func touch(_ milliseconds: Int64) { FileDates.set(descriptor, milliseconds) }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Bool {
    var done = 0
    while done < buffer.count {
      let count = unsafe pread(
        descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}

/// Dates of files, to the millisecond.
enum FileDates {
  static func set(_ descriptor: CInt, _ milliseconds: Int64) {
    // Rounded down, also before 1970: the system takes no nanoseconds below zero.
    let rest = (milliseconds % 1000 + 1000) % 1000
    let time = timespec(tv_sec: Int(clamping: (milliseconds - rest) / 1000), tv_nsec: Int(rest) * 1_000_000)
    _ = unsafe [time, time].withUnsafeBufferPointer { unsafe futimens(descriptor, $0.baseAddress) }
  }
}

extension stat {
  /// The modification date in milliseconds since 1970.
  var modifiedMilliseconds: Int64 {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    // Some file systems keep dates of which Int64 cannot hold the milliseconds.
    let seconds = min(max(Int64(time.tv_sec), -1 << 50), 1 << 50)
    return seconds * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
