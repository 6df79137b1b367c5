import OpenMarketTestSupport

/// What is against a schedule. Each has its own words in the log.
public enum Adversary: String, Sendable, CaseIterable {
  /// Lost requests and responses, failures of the server, processes that die.
  case network
  /// A proxy or gateway that responds in the market's place, before or after the market acted.
  case middle
  /// Requests that arrive twice, or minutes after the client gave up.
  case late
  /// A device whose date jumps, and that is started anew.
  case calendar
  /// A server that rounds prices, changes the spelling of texts, and reorders photos.
  case ownMind
  /// A second device of the same vendor, which this one knows nothing about.
  case otherDevice
  /// Hundreds of listings of other vendors that come and go.
  case busyMarket
  /// `Retry-After` of years, and 401 until the end.
  case greedyServer
  /// Stored photos that are damaged or gone.
  case disk
  /// A user who cancels, discards, brings back, and sends again.
  case secondThoughts
  /// Several listings that are equal in all fields.
  case duplicates

  /// Those of one schedule: often one alone or with a plain network, seldom all.
  static func mixture(using random: inout SeededGenerator) -> Set<Adversary> {
    let kind = Int.random(in: 0..<20, using: &random)
    let one = allCases.randomElement(using: &random) ?? .network
    // The last ones do no harm unless responses are lost, too.
    let isEnough = [.network, .middle, .late, .calendar, .greedyServer].contains(one)
    switch kind {
    case 0..<4 where isEnough: return [one]
    case 0..<10: return [one, .network]
    case 10..<18:
      return Set(
        (0..<Int.random(in: 2...4, using: &random)).compactMap { _ in
          allCases.randomElement(using: &random)
        }
      ).union([one, .network])
    default: return Set(allCases)
    }
  }
}

extension Set<Adversary> {
  /// The names, in the order of declaration.
  var names: String { Adversary.allCases.filter(contains).map(\.rawValue).joined(separator: "+") }

  /// The one that is not the plain network, if there is one only.
  var single: Adversary? {
    let others = subtracting([.network])
    return others.isEmpty ? .network : others.count == 1 ? others.first : nil
  }
}
