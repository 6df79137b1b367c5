/// When people use the app: a day in Korea, from midnight to midnight.
struct Day {
  static let length = 86_400.0

  /// The share of each hour, in percent; an assumption, in the shape of what Korean shops publish: a small peak at noon,
  /// the great one at ten in the evening.
  private static let hours = [
    2.0, 1.2, 0.8, 0.5, 0.5, 0.8, 1.8, 3.5, 4.6, 4.6, 4.7, 5.0, 5.8, 5.5, 5.0, 4.9, 5.0, 5.3, 5.8, 6.2, 6.8,
    7.3,
    7.2, 5.2,
  ]
  private static let mean = hours.reduce(0, +) / 24
  private static let highest = (hours.max() ?? 1) / mean

  /// How much is going on, 1 on average; without jumps between the hours.
  func weight(at time: Double) -> Double {
    let hour = time / 3_600 - 0.5
    let before = Int(hour.rounded(.down))
    let part = hour - Double(before)
    func share(_ hour: Int) -> Double { Self.hours[(hour + 24) % 24] }
    return (share(before) * (1 - part) + share(before + 1) * part) / Self.mean
  }

  /// A moment of the day.
  func moment(_ random: inout Seeded) -> Double {
    while true {
      let time = random.fraction() * Self.length
      if random.fraction() * Self.highest < weight(at: time) { return time }
    }
  }
}

/// A beginning: a user opens the app, or the system lets it work in the background.
struct Visit {
  var time: Double
  var device: Int32
  /// The number of the visit among those of the device.
  var number: Int16
  var isInBackground: Bool

  /// The visits of a day, in order.
  static func all(devices: Int, seed: UInt64, day: Day) -> [Visit] {
    var visits: [Visit] = []
    visits.reserveCapacity(devices * 5)
    for device in 0..<devices {
      var random = Seeded(seed, 2, device)
      // Between one and many: the mean is 3.
      let count = 1 + Int(random.wait(mean: 2.5))
      for number in 0..<count {
        visits.append(
          Visit(
            time: day.moment(&random), device: Int32(device), number: Int16(clamping: number),
            isInBackground: false))
      }
      guard random.happens(0.3) else { continue }
      for number in 0..<3 {
        visits.append(
          Visit(
            time: random.fraction() * Day.length, device: Int32(device), number: Int16(number),
            isInBackground: true))
      }
    }
    visits.sort { $0.time < $1.time }
    return visits
  }
}
