import Foundation

/// The purpose of a request.
enum Screen: Int, CaseIterable {
  case home, results, suggestions, detail, sales, selling, background

  var name: String {
    switch self {
    case .home: "list and scroll"
    case .results: "search results"
    case .suggestions: "search as you type"
    case .detail: "detail"
    case .sales: "my sales"
    case .selling: "sell and edit"
    case .background: "background"
    }
  }
}

/// Visits, and what they asked for.
struct Quiet {
  var visits = 0
  var requests = 0
  var photos = 0
}

/// The counts of the server.
struct Tally {
  /// Requests in each second of the day, and an hour more.
  private(set) var seconds = [Int](repeating: 0, count: 90_000)
  private(set) var requests = [Int](repeating: 0, count: Screen.allCases.count)
  private(set) var bytes = [Int](repeating: 0, count: Screen.allCases.count)
  private(set) var unmodified = [Int](repeating: 0, count: Screen.allCases.count)
  private(set) var photos = 0
  private(set) var photoBytes = 0
  /// Those of users who have been there today, and look at the list's beginning only.
  private(set) var quiet = [Quiet](repeating: Quiet(), count: Neighbourhood.allCases.count)
  var failures = 0
  /// Refused for more than the server bears.
  var overloads = 0
  /// Visits given up, because nothing came.
  var abandoned = 0
  /// Users' own attempts after an error.
  var manualRetries = 0
  var refusedWrites = 0

  /// Counts a request.
  /// - Returns: How many there were in its second.
  mutating func count(_ screen: Screen, bytes size: Int, quiet place: Neighbourhood?, at time: Double) -> Int
  {
    requests[screen.rawValue] += 1
    bytes[screen.rawValue] += size + Sizes.requestHead
    if let place { quiet[place.rawValue].requests += 1 }
    let second = min(seconds.count - 1, Int(time))
    seconds[second] += 1
    return seconds[second]
  }

  mutating func countResponse(_ screen: Screen, bytes size: Int, isUnmodified: Bool = false) {
    bytes[screen.rawValue] += Sizes.responseHead + (isUnmodified ? 0 : size)
    if isUnmodified { unmodified[screen.rawValue] += 1 }
  }

  mutating func countPhotos(_ count: Int, bytes size: Int, quiet place: Neighbourhood?) {
    photos += count
    photoBytes += count * (size + Sizes.requestHead + Sizes.responseHead)
    if let place { quiet[place.rawValue].photos += count }
  }

  mutating func countQuietVisit(_ place: Neighbourhood) { quiet[place.rawValue].visits += 1 }

  // MARK: - Load

  /// Requests a second in the half hour before the outage.
  var steadyLoad: Double {
    let start = Int(Server.outage.lowerBound)
    return Double(seconds[start - 1_800..<start].reduce(0, +)) / 1_800
  }

  /// The load of each ten seconds over the steady one.
  func load(in range: Range<Int>) -> [Double] {
    stride(from: range.lowerBound, to: range.upperBound, by: 10).map {
      Double(seconds[$0..<$0 + 10].reduce(0, +)) / 10 / steadyLoad
    }
  }

  /// The highest load of ten seconds in the quarter of an hour after the outage.
  var peak: Double {
    load(in: Int(Server.outage.upperBound)..<Int(Server.outage.upperBound) + 900).max() ?? 0
  }

  /// The highest load of ten seconds while the server is down.
  var peakInOutage: Double {
    load(in: Int(Server.outage.lowerBound)..<Int(Server.outage.upperBound)).max() ?? 0
  }

  /// The highest of the thirty mean loads at one second of every thirty, over their mean, in the ten minutes after the
  /// outage; and the correlation of each second with that of thirty seconds later, without the trend of a minute.
  var waves: (phase: Double, correlation: Double) { waves(from: Int(Server.outage.upperBound)) }

  /// The same before the outage, where there is nothing but chance.
  var wavesBefore: (phase: Double, correlation: Double) { waves(from: Int(Server.outage.lowerBound) - 600) }

  private func waves(from start: Int) -> (phase: Double, correlation: Double) {
    let loads = seconds[start..<start + 600].map(Double.init)
    var phases = [Double](repeating: 0, count: 30)
    for (second, load) in loads.enumerated() { phases[second % 30] += load }
    let mean = phases.reduce(0, +) / 30
    let rest = loads.indices.map { second in
      let around = loads[max(0, second - 30)..<min(loads.count, second + 30)]
      return loads[second] - around.reduce(0, +) / Double(around.count)
    }
    let variance = rest.reduce(0) { $0 + $1 * $1 } / Double(rest.count)
    let product = zip(rest, rest.dropFirst(30)).reduce(0) { $0 + $1.0 * $1.1 } / Double(rest.count - 30)
    return ((phases.max() ?? 0) / max(1, mean), variance > 0 ? product / variance : 0)
  }
}

/// Bytes, by hand from the mock market and typical of it.
enum Sizes {
  static let requestHead = 450
  static let responseHead = 350
  /// A product in a list: a page of 20 has 17 KB.
  static let row = 850
  static let page = 300
  static let detail = 2_400
  static let suggestions = 400
  static let error = 200
  static let thumbnail = 12_000
  static let photo = 120_000
  /// A photo that is uploaded: at most 300,000.
  static let upload = 220_000
}
