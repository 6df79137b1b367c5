import Foundation

/// Prints what the server has counted for each app.
struct Report {
  let devices: Int
  let apps: [(name: String, tally: Tally)]

  func printDay() {
    row("requests for each device and day", apps.map(\.name))
    print("|---|" + String(repeating: "---|", count: apps.count))
    for screen in Screen.allCases {
      row(screen.name, apps.map { cell($0.tally, screen) })
    }
    row("all", apps.map { decimal(each(sum($0.tally.requests))) })
    row("kilobytes for each device and day", apps.map { decimal(each(sum($0.tally.bytes)) / 1_000) })
    row("share of 304", apps.map { percent(sum($0.tally.unmodified), sum($0.tally.requests)) })
    row("photos", apps.map { decimal(each($0.tally.photos)) })
    row("kilobytes of photos", apps.map { decimal(each($0.tally.photoBytes) / 1_000) })
    for place in Neighbourhood.allCases { printQuietVisits(place) }
    print()
    fflush(nil)
  }

  func printOutage() {
    row("load, 1 before the outage", apps.map(\.name))
    print("|---|" + String(repeating: "---|", count: apps.count))
    row("requests a second before", apps.map { decimal($0.tally.steadyLoad) })
    row("highest 10 s while down", apps.map { decimal($0.tally.peakInOutage) })
    row("highest 10 s in the 15 min after", apps.map { decimal($0.tally.peak) })
    row(
      "highest phase of 30 s ÷ mean, after (before)",
      apps.map {
        "\(decimal($0.tally.waves.phase, 3)) (\(decimal($0.tally.wavesBefore.phase, 3)))"
      })
    row(
      "correlation at 30 s, after (before)",
      apps.map {
        "\(decimal($0.tally.waves.correlation)) (\(decimal($0.tally.wavesBefore.correlation)))"
      })
    row("refused as too many", apps.map { "\($0.tally.overloads)" })
    row("visits given up", apps.map { "\($0.tally.abandoned)" })
    row("repeated by users", apps.map { "\($0.tally.manualRetries)" })
    row("writes refused", apps.map { "\($0.tally.refusedWrites)" })
    print()
    fflush(nil)
  }

  private func printQuietVisits(_ place: Neighbourhood) {
    let visits = apps.map { $0.tally.quiet[place.rawValue] }
    let byHand = apps.firstIndex { $0.name == HandWritten.Retries.atOnce.rawValue }.map { visits[$0] }
    func rows(_ name: String, _ count: (Quiet) -> Int) {
      let means = visits.map { Double(count($0)) / Double(max(1, $0.visits)) }
      let reference = byHand.map { Double(count($0)) / Double(max(1, $0.visits)) } ?? 1
      row("quiet visit, \(place): \(name)", means.map { "\(decimal($0)), \(decimal($0 / reference)) ×" })
    }
    rows("requests") { $0.requests }
    rows("photos") { $0.photos }
    rows("both") { $0.requests + $0.photos }
  }

  private func cell(_ tally: Tally, _ screen: Screen) -> String {
    let count = tally.requests[screen.rawValue]
    let kilobytes = Double(tally.bytes[screen.rawValue]) / Double(max(1, count)) / 1_000
    let unmodified = percent(tally.unmodified[screen.rawValue], count)
    return "\(decimal(each(count))) of \(decimal(kilobytes, 1)) KB, \(unmodified) 304"
  }

  private func each(_ count: Int) -> Double { Double(count) / Double(devices) }
  private func sum(_ counts: [Int]) -> Int { counts.reduce(0, +) }
  private func decimal(_ value: Double, _ digits: Int = 2) -> String { String(format: "%.\(digits)f", value) }
  private func percent(_ part: Int, _ whole: Int) -> String {
    String(format: "%.0f %%", 100 * Double(part) / Double(max(1, whole)))
  }
  private func row(_ name: String, _ cells: [String]) {
    print("| \(name) | " + cells.joined(separator: " | ") + " |")
  }
}
