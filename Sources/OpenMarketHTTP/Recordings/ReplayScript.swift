import Foundation

/// The recorded exchanges and which of them have been replayed, as a value.
struct ReplayScript {
  private let entries: [HAREntry]
  private let isCutOff: Bool
  private var unused: [ReplayKey: [Int]] = [:]
  private var isUsed: [Bool]
  private var redactor = Redactor(isNumbered: false)
  private var unmatched: [String] = []

  init(_ recording: Recording) throws(HTTPError) {
    entries = recording.entries
    isCutOff = recording.isCutOff
    isUsed = Array(repeating: false, count: entries.count)
    // From the back, so that the first one is last and cheap to remove.
    for index in entries.indices.reversed() {
      unused[try ReplayKey(entries[index].request), default: []].append(index)
    }
  }

  /// The first exchange not yet used that matches `request`, which is then used up.
  ///
  /// One that goes to where an earlier response has led comes before others.
  mutating func take(_ request: TransportRequest, body: RecordedBody) throws(HTTPError) -> HAREntry {
    let live = redactor.entry(of: request.head, body: body)
    let key = try ReplayKey(live)
    guard var candidates = unused[key], !candidates.isEmpty else { throw mismatch(request, key) }
    let path = ReplayKey.path(of: live.url)
    let place =
      path == key.path
      ? nil : candidates.lastIndex { ReplayKey.path(of: entries[$0].request.url) == path }
    let index = candidates.remove(at: place ?? candidates.count - 1)
    unused[key] = candidates
    isUsed[index] = true
    return entries[index]
  }

  /// The exchanges that were not replayed, or not recorded; `nil` when all were.
  ///
  /// A recorded request that the caller gave up need not come again.
  func findings() -> HTTPError? {
    let left = entries.indices.filter {
      !isUsed[$0] && entries[$0].error?.code != HAREntry.Failure.cancelled
    }
    var findings: [String] = []
    if !unmatched.isEmpty { findings.append("requests that are not recorded: \(Self.list(unmatched))") }
    if !left.isEmpty {
      findings.append("recorded exchanges left over: \(Self.list(left.map { Self.name(entries[$0]) }))")
    }
    if isCutOff { findings.append("the recording is cut off after \(entries.count) exchanges") }
    guard !findings.isEmpty else { return nil }
    return HTTPError(
      .recordingMismatch, "The replay differs from its recording: \(findings.joined(separator: "; ")).")
  }

  private mutating func mismatch(_ request: TransportRequest, _ key: ReplayKey) -> HTTPError {
    let call = "\(request.head.method.rawValue) \(request.template)"
    unmatched.append(call)
    var message = "The recording holds no unused exchange for \(call)"
    if let nearest = nearest(to: key) { message += "; the nearest is \(Self.name(entries[nearest]))" }
    if isCutOff { message += "; it is cut off after \(entries.count) exchanges" }
    return HTTPError(.recordingMismatch, message + ".")
  }

  /// The unused exchange that has most in common with the request: the method, and the longest beginning of the path.
  private func nearest(to key: ReplayKey) -> Int? {
    func likeness(_ index: Int) -> Int {
      let request = entries[index].request
      let path = Redactor.unnumbered(ReplayKey.path(of: request.url))
      return path.commonPrefix(with: key.path).utf8.count * 2 + (request.method == key.method ? 1_000 : 0)
    }
    return entries.indices.filter { !isUsed[$0] }.max { likeness($0) < likeness($1) }
  }

  private static func name(_ entry: HAREntry) -> String {
    ErrorText.clean("\(entry.request.method) \(ReplayKey.path(of: entry.request.url))", limit: 200)
  }

  private static func list(_ names: [String]) -> String {
    let rest = names.count > 5 ? " and \(names.count - 5) more" : ""
    return names.prefix(5).joined(separator: ", ") + rest
  }
}
