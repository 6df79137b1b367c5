import Foundation
import OpenMarketPacing

/// A request body in a form that is there whole and whose length is known: bytes, or a file.
///
/// Streams are written to a temporary file first. URLSession on Linux reads a body stream on the queue that all
/// its requests share, and takes it to be over when no bytes are ready; and not every server takes a body of
/// unknown length.
enum UploadBody: Sendable {
  case none
  case data(Data)
  /// A file, and what keeps it there if it is a temporary one.
  case file(URL, length: Int64, owner: TemporaryFile? = nil)

  /// Streams up to this many bytes stay in memory.
  static let memoryLimit = 256 << 10

  /// Readies `body` for sending.
  /// - Throws: ``HTTPError`` when it cannot be sent as it is, `CancellationError`.
  init(_ body: RequestBody, spoolingTo folder: URL) async throws {
    switch body {
    case .none:
      self = .none
    case .data(let data):
      self = .data(data)
    case .file(let url):
      self = try Self.file(at: url)
    case .stream(let length, let makeChunks):
      self = try await Self.spool(makeChunks(), announced: length, to: folder)
    }
  }

  /// Readies the body of `request`; until it is ready nothing was sent, so that long the attempt does not count.
  /// - Throws: ``HTTPError`` when it cannot be sent as it is, or not before the deadline; `CancellationError`.
  init(of request: TransportRequest, spoolingTo folder: URL) async throws {
    let count = request.call.takeBackAttempt()
    self = try await Self.ready(request, spoolingTo: folder)
    request.call.countAttempts(count)
    // Only now: a caller who has given up before it counted must be right that nothing was sent.
    guard Task.isCancelled else { return }
    request.call.countAttempts(-count)
    throw CancellationError()
  }

  /// Only spooling a stream takes long enough for the deadline to matter.
  private static func ready(
    _ request: TransportRequest, spoolingTo folder: URL
  ) async throws -> UploadBody {
    if let deadline = request.deadline, request.clock.now >= deadline {
      throw HTTPError(fault: .deadlineExceeded, "The deadline had passed before the request was sent.")
    }
    guard case .stream = request.body, let deadline = request.deadline else {
      return try await UploadBody(request.body, spoolingTo: folder)
    }
    do {
      return try await withDeadline(deadline, clock: request.clock) {
        try await UploadBody(request.body, spoolingTo: folder)
      }
    } catch is DeadlineExceeded {
      throw HTTPError(fault: .deadlineExceeded, "The deadline passed before the body was ready to be sent.")
    }
  }

  /// Bytes to send; `nil` without a body.
  var length: Int64? {
    switch self {
    case .none: nil
    case .data(let data): Int64(data.count)
    case .file(_, let length, _): length
    }
  }

  private static func file(at url: URL) throws(HTTPError) -> UploadBody {
    guard url.isFileURL else {
      throw HTTPError(fault: .invalidRequest, "The body is not a file URL: \(url).")
    }
    // Linux would announce the length of a symbolic link itself.
    let file = url.resolvingSymlinksInPath()
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    } catch {
      throw HTTPError(fault: .invalidRequest, "The body's file is missing: \(file.path).", cause: error)
    }
    guard attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? NSNumber
    else {
      throw HTTPError(fault: .invalidRequest, "The body is not a regular file: \(file.path).")
    }
    guard FileManager.default.isReadableFile(atPath: file.path) else {
      throw HTTPError(fault: .invalidRequest, "The body's file may not be read: \(file.path).")
    }
    return size.int64Value == 0 ? .data(Data()) : .file(file, length: size.int64Value)
  }

  private static func spool(
    _ chunks: AsyncThrowingStream<Data, any Error>, announced: Int64?, to folder: URL
  ) async throws -> UploadBody {
    var head = Data()
    var file: TemporaryFile?
    var length: Int64 = 0
    do {
      for try await chunk in chunks {
        length += Int64(chunk.count)
        if let announced, length > announced { break }
        if file == nil, head.count + chunk.count > memoryLimit {
          file = try TemporaryFile(in: folder)
          try file?.append(head)
          head = Data()
        }
        if let file { try file.append(chunk) } else { head.append(chunk) }
      }
    } catch let error as HTTPError {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      let reason = ErrorText.clean(error.systemReason, limit: 200)
      throw HTTPError(fault: .invalidRequest, "The body's stream failed: \(reason)", cause: error)
    }
    // The stream of a cancelled task ends early, without an error.
    try Task.checkCancellation()
    if let announced, length != announced {
      throw HTTPError(
        fault: .invalidRequest, "The body's stream is not of the announced length, \(announced) bytes.")
    }
    guard let file else { return .data(head) }
    try file.close()
    return .file(file.url, length: length, owner: file)
  }
}

extension RequestBody {
  /// Whether there is a body, even an empty one.
  var isPresent: Bool {
    if case .none = self { false } else { true }
  }
}
