import Foundation
import OpenMarket

/// Standard output cannot be written.
struct OutputError: Error, CustomStringConvertible {
  /// The system's number of the reason, such as `ENOSPC`.
  let number: Int32
  /// The outcome of what the command has changed, which was to be printed.
  var outcome: [String] = []

  /// Whether it is a pipe whose reader has ended, as `head` does when it has enough.
  var isReaderGone: Bool { number == EPIPE }

  var description: String {
    let reason = "standard output cannot be written: \(unsafe String(cString: strerror(number)))"
    return outcome.isEmpty ? reason : "\(reason). Outcome: \(outcome.joined(separator: "; "))"
  }
}

extension Terminal {
  /// Prints what a command has changed by `print`; when that fails, the error tells of `outcome`, so that the change is
  /// not taken for one that was not made.
  func report(_ outcome: [String], _ print: () throws -> Void) throws {
    do {
      try print()
    } catch var error as OutputError {
      error.outcome = outcome
      throw error
    }
  }
}

enum StandardStreams {
  /// Has every failure of theirs be an error of the call that writes, so that a command closes what it has open.
  static func prepare() {
    // Otherwise a pipe without a reader ends the process in the middle of its work.
    _ = signal(SIGPIPE, SIG_IGN)
    // The next file or socket would get the number of a stream that is closed (`>&-`), and what is printed with it. Opened
    // in the wrong direction it is as unusable as before.
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Reads standard input to its end, or to `limit` bytes: it may have none.
  /// - Throws: `StoreError` as of a file: with `notStored` when it cannot be read, with `invalidInput` when it is too large.
  static func input(upTo limit: Int) throws(StoreError) -> Data {
    let input: Data
    do {
      input = try FileHandle.standardInput.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw StoreError(.notStored, "standard input cannot be read: \(error.systemReason)")
    }
    guard input.count <= limit else {
      throw StoreError(.invalidInput, "standard input cannot be read: it has more than \(limit) bytes")
    }
    return input
  }
}
