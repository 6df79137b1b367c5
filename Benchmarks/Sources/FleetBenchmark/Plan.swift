/// Something a user does.
enum Step {
  case openHome
  /// Scrolls to the end of what is there.
  case readOn
  /// Pulls the list.
  case pull
  /// Opens one of the products in the list and comes back; the number chooses which.
  case detail(Int)
  /// Leaves the app for another one and comes back.
  case comeBack
  /// Types into the search field; the pauses before each key.
  case type([Double])
  case submit(Int)
  case openSales
  case edit
  case sell(photos: Int)
}

/// The steps of a user in one visit, with the pauses in between; the same for every app.
struct Plan {
  var steps: [(pause: Double, step: Step)] = []
  /// Whether the user only looks at the list's beginning.
  var isGlance = false

  /// The plan of a visit.
  init(_ random: inout Seeded) {
    let kind = random.fraction()
    add(.openHome, 0...0, &random)
    if random.happens(0.08) { add(.pull, 3...10, &random) }
    switch kind {
    case ..<0.45:
      isGlance = true
      if random.happens(0.3) { add(.readOn, 5...15, &random) }
    case ..<0.75:
      repeat {
        add(.readOn, 5...15, &random)
        if random.happens(0.35) { add(.detail(Int(random.next() % 40)), 3...10, &random) }
      } while random.happens(0.8)
    case ..<0.9:
      let keys = 4 + Int(random.next() % 7)
      add(.type((0..<keys).map { _ in random.number(in: 0.07...0.4) }), 3...10, &random)
      add(.submit(Int(random.next() % 50)), 2...4, &random)
      while random.happens(0.5) { add(.readOn, 5...15, &random) }
      while random.happens(0.6) { add(.detail(Int(random.next() % 20)), 5...20, &random) }
    case ..<0.97:
      add(.openSales, 3...10, &random)
      if random.happens(0.4) { add(.edit, 10...40, &random) }
    default:
      add(.sell(photos: 1 + Int(random.next() % 5)), 60...180, &random)
    }
    if random.happens(0.12) { add(.comeBack, 20...120, &random) }
  }

  private mutating func add(_ step: Step, _ pause: ClosedRange<Double>, _ random: inout Seeded) {
    steps.append((random.number(in: pause), step))
  }
}
