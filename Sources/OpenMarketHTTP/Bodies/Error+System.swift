import Foundation

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
