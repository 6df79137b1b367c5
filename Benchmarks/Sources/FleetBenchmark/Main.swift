import Foundation
import OpenMarketPacing

/// `FleetBenchmark [DEVICES [SEED [PICTURE]]]`: a day of so many devices on a virtual clock, with this library, with an app
/// written by hand, and with the same one and Alamofire's retrier; writes the picture of the load around an outage.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    let devices = arguments.count > 1 ? Int(arguments[1]) ?? 200_000 : 200_000
    let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : 1
    let day = Day()
    let visits = Visit.all(devices: devices, seed: seed, day: day)
    print("\(devices) devices, seed \(seed), \(visits.count(where: { !$0.isInBackground })) visits\n")

    let fleets = Simulation(devices: devices, seed: seed, day: day, visits: visits)
    let apps = fleets.run(.seconds, hours: 0..<Day.length)
    let report = Report(devices: devices, apps: apps)
    report.printDay()
    print("503 with `Retry-After: 30`:\n")
    report.printOutage()
    if arguments.count > 3 { try write(apps, to: arguments[3]) }

    let evening = Server.outage.lowerBound - 2_700..<Server.outage.upperBound + 1_800
    for (outage, title) in [
      (OutageKind.seconds, "503 with `Retry-After: 30`"), (.refused, "Connections are refused"),
      (.date, "503 with the date of the end"),
    ] {
      print("\(title), the evening alone:\n")
      let old = fleets.run(Ours(devices: devices, spreadsHolds: false), outage, hours: evening)
      let limited = fleets.run(Ours(devices: devices, rate: .perSecond(50)), outage, hours: evening)
      let apps = fleets.run(outage, hours: evening) + [old, ("with .perSecond(50)", limited.tally)]
      Report(devices: devices, apps: apps).printOutage()
    }
  }

  private static func write(_ apps: [(name: String, tally: Tally)], to path: String) throws {
    let range = Int(Server.outage.lowerBound) - 600..<Int(Server.outage.upperBound) + 1_800
    let styles = ["ours", "hand", "library"]
    let chart = LoadChart(
      range: range, outage: Server.outage,
      title: "Requests of each ten seconds, 1 before the outage of ten minutes",
      lines: zip(apps, styles).map { app, style in
        LoadChart.Line(name: app.name, style: style, loads: app.tally.load(in: range))
      })
    try chart.svg.write(toFile: path, atomically: true, encoding: .utf8)
  }
}

/// The same day for each app.
struct Simulation {
  let devices: Int
  let seed: UInt64
  let day: Day
  let visits: [Visit]

  func run(_ outage: OutageKind, hours: Range<Double>) -> [(name: String, tally: Tally)] {
    [
      run(Ours(devices: devices), outage, hours: hours), run(HandWritten(.atOnce), outage, hours: hours),
      run(HandWritten(.alamofire), outage, hours: hours),
    ]
  }

  func run<Model: App>(_ app: Model, _ outage: OutageKind, hours: Range<Double>)
    -> (name: String, tally: Tally)
  {
    let fleet = Fleet(app, visits, devices: devices, outage: outage, seed: seed, day: day)
    let start = ContinuousClock.now
    fleet.run(hours)
    FileHandle.standardError.write(
      Data("\(app.name), \(outage.rawValue): \(ContinuousClock.now - start)\n".utf8))
    return (app.name, fleet.tally)
  }
}
