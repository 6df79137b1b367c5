extension TrialRun {
  /// What schedules have shown.
  public struct Report: Sendable, CustomStringConvertible {
    /// How many schedules there were.
    public var count = 0
    /// What was broken, a line for each schedule; with the log for the first ones of each kind.
    public var violations: [String] = []
    /// How many effects the server has on its ledger.
    public var effectCount = 0
    /// How many schedules have broken which promise.
    public var kinds: [TrialViolation.Kind: Int] = [:]
    /// The same for schedules with one adversary besides the plain network.
    var byAdversary: [Adversary: [TrialViolation.Kind: Int]] = [:]
    /// How many schedules had one adversary besides the plain network.
    var singles: [Adversary: Int] = [:]
    var tally = TrialTally()

    /// The numbers in one line.
    public var description: String {
      """
      \(count) schedules, \(effectCount) effects, \(violations.count) broken (\(Self.text(kinds))); per 1,000 \
      schedules \(perThousand(tally.questions)) questions, \(perThousand(tally.needlessQuestions)) of them \
      needless (seeds \(tally.needlessSeeds)), \(perThousand(tally.refusals)) refusals of what was not done, \(perThousand(tally.suspensions)) suspensions
      """
    }

    private func perThousand(_ number: Int) -> String {
      let tenths = count == 0 ? 0 : number * 10_000 / count
      return "\(tenths / 10).\(tenths % 10)"
    }

    /// For each adversary how many schedules with it alone, or with it and the plain network, have broken what.
    public var table: String {
      Adversary.allCases.map { adversary in
        "\(adversary.rawValue): \(singles[adversary, default: 0]) schedules, \(Self.text(byAdversary[adversary] ?? [:]))"
      }.joined(separator: "\n")
    }

    private static func text(_ kinds: [TrialViolation.Kind: Int]) -> String {
      let parts = TrialViolation.Kind.allCases.compactMap { kind in
        kinds[kind].map { "\(kind.rawValue) \($0)" }
      }
      return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }

    mutating func add(_ trial: Trial, _ found: [TrialViolation], honoursKeys: Bool) async {
      count += 1
      let single = trial.adversaries.single
      if let single { singles[single, default: 0] += 1 }
      await tally.add(trial.tally)
      effectCount += await trial.effectCount
      guard !found.isEmpty else { return }
      var isFirst = false
      for kind in Set(found.map(\.kind)) {
        if kinds[kind, default: 0] == 0 { isFirst = true }
        kinds[kind, default: 0] += 1
        if let single { byAdversary[single, default: [:]][kind, default: 0] += 1 }
      }
      var text = "seed \(trial.seed), keys \(honoursKeys), \(trial.adversaries.names): "
      text += found.map(\.description).joined(separator: "; ")
      if isFirst { text += "\n  " + (await trial.log).joined(separator: "\n  ") }
      violations.append(text)
    }

    mutating func add(_ other: Report) {
      count += other.count
      violations += other.violations
      effectCount += other.effectCount
      kinds.merge(other.kinds, uniquingKeysWith: +)
      singles.merge(other.singles, uniquingKeysWith: +)
      byAdversary.merge(other.byAdversary) { $0.merging($1, uniquingKeysWith: +) }
      tally.add(other.tally)
    }
  }
}

extension TrialTally {
  mutating func add(_ other: TrialTally) {
    questions += other.questions
    needlessQuestions += other.needlessQuestions
    needlessSeeds = Array((needlessSeeds + other.needlessSeeds).prefix(10))
    refusals += other.refusals
    suspensions += other.suspensions
  }
}
