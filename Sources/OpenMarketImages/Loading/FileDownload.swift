import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing
import Synchronization

/// Runs a ``DownloadMachine``: asks, reads, pauses, goes on.
final class FileDownload: Sendable {
  enum Outcome: Sendable {
    case complete
    /// The received part suffices.
    case sufficient
    case notModified
  }

  private let machine: Mutex<DownloadMachine>
  private let source: ImageLoader.Source
  let url: URL
  private let priority: RequestPriority
  private let time: TimeSource

  init(
    _ machine: DownloadMachine, from source: @escaping ImageLoader.Source, url: URL,
    priority: RequestPriority, time: TimeSource
  ) {
    self.machine = Mutex(machine)
    self.source = source
    self.url = url
    self.priority = priority
    self.time = time
  }

  var bytes: Data { machine.withLock { $0.bytes } }
  var fields: HTTPFields { machine.withLock { $0.fields } }
  var partial: PartialDownload? { machine.withLock { $0.partial } }
  var resumed: Int { machine.withLock { $0.resumed } }

  /// Downloads, until `suffices` finds that enough has come, or throws because it is not worth going on.
  func run(until suffices: @escaping @Sendable (Data) throws -> Bool) async throws -> Outcome {
    while true {
      var fault: (any Error)?
      do {
        let response = try await source(url, change { $0.requestFields }, priority)
        switch try change({ try $0.begin(response.head) }) {
        case .notModified: return .notModified
        case .askAgain: continue
        case .read: break
        }
        if try await read(response.body, until: suffices) { return .sufficient }
      } catch let error as ImageError {
        throw error
      } catch {
        fault = error
      }
      switch try change({ $0.end(fault) }) {
      case .complete: return .complete
      case .resume(let longest): try await time.clock.sleep(for: longest * time.jitter())
      case .fail(let error): throw error
      }
    }
  }

  /// Changes the machine, unless cancelled: a deadline does not wait for what it cancels, and another run may go on with the bytes.
  private func change<T>(_ body: (inout DownloadMachine) throws -> T) throws -> T {
    try machine.withLock { machine in
      try Task.checkCancellation()
      return try body(&machine)
    }
  }

  /// - Returns: Whether it ended early.
  private func read(
    _ body: ResponseBody, until suffices: @Sendable (Data) throws -> Bool
  ) async throws -> Bool {
    func take(_ chunk: Data) throws -> Bool {
      let (bytes, total) = try change { machine in
        try machine.append(chunk)
        return (machine.bytes, machine.total)
      }
      // What is complete does not end early.
      return try suffices(bytes) && bytes.count != total
    }
    switch body {
    case .data(let data): return try take(data)
    case .file(let file): return try take(Data(contentsOf: file))
    case .stream(let chunks):
      for try await chunk in chunks where try take(chunk) { return true }
      return false
    }
  }
}
