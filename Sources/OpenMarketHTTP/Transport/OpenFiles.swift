import Foundation

/// The files and sockets that the process may still open.
package enum OpenFiles {
  /// Checks that there is room for more: swift-nio ends the process when it cannot open what an event loop needs.
  ///
  /// - Parameter count: The number of descriptors.
  /// - Throws: ``HTTPError`` with the fault `cannotConnect`.
  package static func require(_ count: Int) throws(HTTPError) {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for _ in 0..<count {
      let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        if isLimit(errno) { throw HTTPError.tooManyOpenFiles }
        return
      }
      descriptors.append(descriptor)
    }
  }

  /// Whether `number` is the system's for a limit of open files.
  static func isLimit(_ number: Int32) -> Bool { number == EMFILE || number == ENFILE }
}

extension HTTPError {
  /// The error of a process that can open no connection.
  static var tooManyOpenFiles: HTTPError {
    HTTPError(
      fault: .cannotConnect,
      "No connection can be opened: the process has too many open files. Raise its limit (ulimit -n).")
  }
}
