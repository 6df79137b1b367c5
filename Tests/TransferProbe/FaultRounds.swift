import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketPacing

extension TransferProbe {
  /// Goes through every kind of fault `rounds` times and prints what stayed behind.
  static func provoke(_ url: URL, rounds: Int) async throws {
    // What is opened once for the process, such as the kernel's timers, is no leak.
    _ = try await run(url, rounds: 32)
    let before = try await settled { try ProcessStatus.descriptorCount() }
    let (unexpected, exchanges, lost) = try await run(url, rounds: rounds)
    let after = try await settled(at: before) { try ProcessStatus.descriptorCount() }
    let list = unexpected.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
    print(
      "{\"descriptors\": \(after - before), \"exchanges\": \(exchanges), \"lost\": \(lost), \"unexpected\": [\(list)]}"
    )
  }

  /// Sends every kind of faulty request `rounds` times, 32 at once, through a transport of its own.
  ///
  /// - Returns: Ends that were not as they should be, exchanges that have not ended, and how many were lost: on
  ///   Linux, Foundation now and then does not read a response that has come, and only a deadline ends the wait.
  private static func run(
    _ url: URL, rounds: Int
  ) async throws -> (unexpected: Set<String>, exchanges: Int, lost: Int) {
    let transport = try makeTransport()
    var unexpected: Set<String> = []
    var lost = 0
    for fault in Fault.all {
      await withTaskGroup(of: [String].self) { group in
        for lane in 0..<32 {
          group.addTask {
            var ends: [String] = []
            for _ in stride(from: lane, to: rounds, by: 32) { ends.append(await fault.run(transport, url)) }
            return ends
          }
        }
        for await ends in group {
          for end in ends where end != fault.end {
            if end == "deadlineExceeded" { lost += 1 } else { unexpected.insert("\(fault.name): \(end)") }
          }
        }
      }
    }
    let open = try await settled(at: 0) { transport.exchangeCount }
    return (unexpected, open, lost)
  }

  /// `figure`, once it is as low as `target`, or has not fallen for a while: sockets are closed after their requests
  /// have ended, which a busy machine does late.
  private static func settled(at target: Int? = nil, _ figure: () throws -> Int) async throws -> Int {
    var lowest = try figure()
    var unchanged = 0
    while unchanged < (target == nil ? 20 : 1_000), target.map({ lowest > $0 }) ?? true {
      try await Task.sleep(for: .milliseconds(10))
      let now = try figure()
      unchanged = now < lowest ? 0 : unchanged + 1
      lowest = min(lowest, now)
    }
    return lowest
  }
}

/// A kind of fault, and how a request that meets it ends.
private struct Fault: Sendable {
  var name: String
  var path: String
  var end: String
  var isCancelled = false
  var change: @Sendable (inout TransportRequest) -> Void = { _ in }

  static let all: [Fault] = [
    Fault(name: "reset", path: "/reset", end: "connectionLost"),
    Fault(name: "close", path: "/close", end: "connectionLost"),
    Fault(name: "garbage", path: "/garbage", end: "invalidResponse"),
    Fault(name: "cut off", path: "/truncate", end: "truncatedBody"),
    Fault(
      name: "cut off, to a file", path: "/truncate", end: "truncatedBody",
      change: {
        $0.destination = .file(
          FileManager.default.temporaryDirectory.appendingPathComponent("probe-\(UUID().uuidString)"))
      }),
    Fault(name: "reset in the body", path: "/resetMidBody", end: "connectionLost"),
    Fault(
      name: "reset, with a body", path: "/reset", end: "connectionLost",
      change: {
        $0.head.method = .post
        $0.body = .data(Data(count: 40_000))
      }),
    Fault(
      name: "reset, to be repeated", path: "/reset", end: "connectionLost", change: { $0.head.method = .post }
    ),
    Fault(name: "unknown encoding", path: "/encoding", end: "invalidResponse"),
    Fault(name: "too large", path: "/body", end: "responseTooLarge", change: { $0.responseLimit = 10 }),
    Fault(name: "sign in", path: "/unauthorized", end: "401"),
    Fault(name: "redirect", path: "/redirect", end: "302"),
    Fault(name: "cancelled", path: "/hang", end: "cancelled", isCancelled: true),
    Fault(
      name: "deadline", path: "/hang", end: "deadlineExceeded",
      change: { $0.deadline = $0.clock.now.advanced(by: .milliseconds(2)) }),
    Fault(name: "dropped stream", path: "/stall", end: "200", change: { $0.destination = .stream }),
  ]

  /// Sends a request and says how it ended.
  func run(_ transport: any HTTPTransport, _ url: URL) async -> String {
    var request = TransferProbe.request(url, path)
    // Far longer than any response here takes, on a busy machine too.
    request.deadline = request.clock.now.advanced(by: .seconds(30))
    change(&request)
    let task = Task { [request] in try await transport.send(request).head.status.code }
    if isCancelled {
      for _ in 0..<Int.random(in: 0..<50) { await Task.yield() }
      task.cancel()
    }
    return await TransferProbe.end(of: task)
  }
}

extension TransferProbe {
  /// The status that `task` ends with, or the name of its fault.
  static func end(of task: Task<Int, any Error>) async -> String {
    do {
      return String(try await task.value)
    } catch let error as HTTPError {
      return error.fault?.rawValue ?? error.code.rawValue
    } catch {
      return error is CancellationError ? "cancelled" : "\(error)"
    }
  }

  /// Sends `count` requests at once, and prints how many ended in which way.
  static func fetch(_ url: URL, count: Int) async throws {
    let transport = try makeTransport()
    let tasks = (0..<count).map { _ in
      Task { try await transport.send(request(url, url.path.isEmpty ? "/" : url.path)).head.status.code }
    }
    var ends: [String: Int] = [:]
    for task in tasks { ends[await end(of: task), default: 0] += 1 }
    print("{\(ends.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}")
  }
}

extension TransferProbe {
  /// Sends one request after the other, each with a second's time, and prints how each ended.
  static func roam(_ url: URL, for duration: Duration) async throws {
    let transport = try makeTransport()
    let end = ContinuousClock.now + duration
    var ends: [String] = []
    while ContinuousClock.now < end {
      var request = request(url, url.path)
      request.deadline = request.clock.now.advanced(by: .seconds(1))
      ends.append(
        await Self.end(of: Task { [request] in try await transport.send(request).head.status.code }))
      try await Task.sleep(for: .milliseconds(50))
    }
    print("[\(ends.map { "\"\($0)\"" }.joined(separator: ", "))]")
  }
}

extension HTTPTransport {
  /// Exchanges that the library underneath has not released.
  fileprivate var exchangeCount: Int {
    #if AsyncHTTPClient
      if let transport = self as? AsyncHTTPClientTransport { return transport.exchangeCount }
    #endif
    return (self as? URLSessionTransport)?.exchangeCount ?? 0
  }
}
