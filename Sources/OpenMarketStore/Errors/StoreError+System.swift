import Foundation

extension StoreError {
  /// Makes the error for a number of the system's.
  init(_ message: String, system number: CInt) {
    self.init(
      Code(system: number), "\(message): \(Self.reason(number))",
      cause: POSIXErrorCode(rawValue: number).map { POSIXError($0) })
  }

  /// Words for a number of the system's, and for what can be done.
  static func reason(_ number: CInt) -> String {
    if Code(system: number) == .diskFull { return "no room left on the disk" }
    let remedy =
      switch number {
      case EFBIG: ", which this process or the file system limits: raise the limit, or use another disk"
      case EMFILE, ENFILE: ": close some, or raise the limit"
      case EIO: ": the disk may be failing; copy the folder to another one"
      case ENODEV, ENXIO, ESTALE: ": the disk is gone; connect it again"
      case EROFS: ": use a folder on another disk"
      default: ""
      }
    return unsafe String(cString: strerror(number)) + remedy
  }

  /// Whether the device has failed to read or write.
  var isOfDevice: Bool { (cause as? POSIXError)?.code == .EIO }
}

extension StoreError.Code {
  /// Makes the code for a number of the system's.
  init(system number: CInt) {
    self =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EACCES, EPERM, EROFS, ELOOP, ENOTDIR: .notPermitted
      default: .failed
      }
  }
}
