import Foundation
import OpenMarketPacing

/// The sources that wait for a download: a queue for each host, so that a host that does not respond holds up no other.
struct DownloadQueue {
  private var queues: [String: PriorityQueue<String>] = [:]
  private var hosts: [String: String] = [:]

  var count: Int { hosts.count }

  /// Adds a source at the end of a queue, or moves it there from another.
  mutating func set(_ source: String, _ host: String, _ priority: RequestPriority) {
    if hosts[source] != host { remove(source) }
    hosts[source] = host
    queues[host, default: PriorityQueue()].set(source, priority)
  }

  mutating func remove(_ source: String) {
    guard let host = hosts.removeValue(forKey: source) else { return }
    queues[host]?.remove(source)
    if queues[host]?.count == 0 { queues[host] = nil }
  }

  /// Takes the next source of at least `lowest` priority; of several hosts, from the one with the fewest downloads. Hosts
  /// with `limit` of the downloads that are `running` have to wait.
  mutating func pop(atLeast lowest: RequestPriority, running: [String: Int], limit: Int) -> String? {
    var best: (priority: RequestPriority, count: Int, host: String)?
    for (host, queue) in queues {
      let count = running[host] ?? 0
      guard count < limit, let priority = queue.highest, priority >= lowest else { continue }
      // The name last, so that chance decides nothing.
      if let best, (best.priority, -best.count, host) > (priority, -count, best.host) { continue }
      best = (priority, count, host)
    }
    guard let host = best?.host, let source = queues[host]?.pop() else { return nil }
    remove(source)
    return source
  }
}
