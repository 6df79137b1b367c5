package import Foundation

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

/// Writes all bytes, however often the system takes only some of them; `errno` says why not.
///
/// - Parameters:
///   - bytes: What is written.
///   - descriptor: The open file.
/// - Returns: Whether all of them are in it.
package func writeAll(_ bytes: some ContiguousBytes, to descriptor: CInt) -> Bool {
  unsafe bytes.withUnsafeBytes { bytes in
    var done = 0
    while done < bytes.count {
      let count = unsafe write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}

extension URL {
  /// Keeps a file or folder out of the user's backups, as Apple asks for what can be fetched again;
  /// it is used all the same when that fails, and elsewhere nothing backs an app's data up by itself.
  package func excludeFromBackup() {
    #if canImport(Darwin)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var url = self
      try? url.setResourceValues(values)
    #endif
  }
}

extension [FileAttributeKey: Any] {
  /// Lets a file be read and written as soon as the device was unlocked once since it started; empty where the system does
  /// not lock away an app's data by itself.
  package static var untilFirstUnlock: Self {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
    #else
      [:]
    #endif
  }
}

extension URL {
  /// Lets a file, and what is made in a folder from now on, be read as soon as the device was unlocked once since it
  /// started: so writes are delivered in the background, whatever stricter class the app has for its other files.
  ///
  /// Not worth failing for.
  package func protectUntilFirstUnlock() {
    let attributes = [FileAttributeKey: Any].untilFirstUnlock
    guard !attributes.isEmpty else { return }
    try? FileManager.default.setAttributes(attributes, ofItemAtPath: path(percentEncoded: false))
  }
}

extension Error {
  /// The system's number of the reason for a failure of Foundation's with a file; `nil` when it names none.
  package var systemNumber: Int32? {
    let cause = ((self as NSError).userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
    guard let cause, cause.domain == NSPOSIXErrorDomain else { return nil }
    return Int32(exactly: cause.code)
  }

  /// The reason in words: a description of Foundation's may have no more than a number.
  package var systemReason: String {
    systemNumber.map { unsafe String(cString: strerror($0)) } ?? localizedDescription
  }
}
