public import Foundation
import HTTPTypes

/// A transport that records every exchange of another one to a file, without secrets, for ``ReplayTransport`` and for the
/// developer tools of browsers (HTTP Archive 1.2).
///
/// ```swift
/// let recording = try RecordingTransport(over: URLSessionTransport(), to: file)
/// let client = try HTTPClient(server: url, transport: recording)
/// ```
///
/// Before anything is written, secrets are replaced by placeholders, equal ones by equal ones: all header
/// fields whose values logs do not show, passwords, tokens and the like in JSON, forms and queries, and a
/// response that is nothing but a path. The file is whole after every exchange, and only its owner may read it.
/// Failures are recorded, too. Of a body of more than 16 MiB only the length is.
public final class RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let recorder: Recorder

  /// Makes a transport that records the exchanges of `base` in a new file.
  /// - Parameters:
  ///   - base: The transport that performs the requests.
  ///   - file: The file to create; it must not exist.
  /// - Throws: ``HTTPError`` with `invalidInput` when the file exists, or cannot be created.
  public init(over base: any HTTPTransport, to file: URL) throws {
    self.base = base
    recorder = try Recorder(creating: file)
  }

  /// Ends the recording; requests still go through.
  /// - Throws: ``HTTPError`` when an exchange could not be written, as on a full disk. The file then has those before.
  public func close() throws { try recorder.close() }

  /// Performs `request` and records it once its response is complete, or has failed.
  @concurrent public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let pending = try await recorder.begin(request)
    let response: TransportResponse
    do {
      response = try await base.send(request)
    } catch {
      recorder.end(pending, nil, error: error)
      throw error
    }
    switch response.body {
    case .data(let data):
      let body = data.count <= Recorder.bodyLimit ? data : nil
      recorder.end(pending, .init(head: response.head, body: body, size: data.count))
      return response
    case .file(let url):
      let data = try? RegularFile.read(url, upTo: Recorder.bodyLimit)
      let size = data?.count ?? (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
      recorder.end(pending, .init(head: response.head, body: data, size: size))
      return response
    case .stream(let chunks):
      return TransportResponse(head: response.head, body: .stream(tee(chunks, pending, response.head)))
    }
  }

  /// Passes the chunks on, and records them at their end.
  private func tee(
    _ chunks: AsyncThrowingStream<Data, any Error>, _ pending: Recorder.Pending, _ head: HTTPResponse
  ) -> AsyncThrowingStream<Data, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
    let task = Task { [recorder] in
      var body = Data()
      var size = 0
      var failure: (any Error)?
      do {
        for try await chunk in chunks {
          size += chunk.count
          if size <= Recorder.bodyLimit { body.append(chunk) } else { body = Data() }
          continuation.yield(chunk)
        }
        if Task.isCancelled { failure = CancellationError() }
      } catch {
        failure = error
      }
      let received = size <= Recorder.bodyLimit ? body : nil
      recorder.end(pending, .init(head: head, body: received, size: size), error: failure)
      continuation.finish(throwing: failure)
    }
    continuation.onTermination = { reason in
      if case .cancelled = reason { task.cancel() }
    }
    return stream
  }
}
