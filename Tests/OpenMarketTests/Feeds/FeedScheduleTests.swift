import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@Suite("Feed, by seeded schedules")
struct FeedScheduleTests {
  /// Seeds that have failed once; they are always run.
  static let formerFailures: [UInt64] = []

  @Test("a seed that failed once does not fail again", arguments: formerFailures)
  func formerFailure(seed: UInt64) {
    var schedule = FeedSchedule(seed: seed)
    let tally = schedule.run()
    #expect(!tally.isWrong && schedule.complaints.isEmpty, "seed \(seed): \(tally) \(schedule.complaints)")
  }

  @Test("10,000 schedules show no product twice, skip no survivor, keep the order", arguments: 0..<10)
  func schedules(thousand: UInt64) {
    var sum = ScrollTally()
    for seed in thousand * 1_000 + 1...(thousand + 1) * 1_000 {
      var schedule = FeedSchedule(seed: seed)
      let tally = schedule.run()
      sum += tally
      #expect(!tally.isWrong && schedule.complaints.isEmpty, "seed \(seed): \(tally) \(schedule.complaints)")
    }
    #expect(sum.wrongRuns == 0 && sum.displayed > 50_000)
  }

  @Test(
    "so do 2,000 on a device that lists, edits, sells and deletes meanwhile, and shows just that",
    arguments: 0..<2)
  func schedulesWithWrites(thousand: UInt64) {
    var weather = FeedSchedule.Weather.all
    weather.writesHere = true
    var sum = ScrollTally()
    for seed in thousand * 1_000 + 1...(thousand + 1) * 1_000 {
      var schedule = FeedSchedule(seed: seed, weather: weather)
      let tally = schedule.run()
      sum += tally
      #expect(!tally.isWrong && schedule.complaints.isEmpty, "seed \(seed): \(tally) \(schedule.complaints)")
    }
    #expect(sum.wrongRuns == 0 && sum.displayed > 10_000)
  }

  @Test("so do 2,000 on a market with the original's paging", arguments: 0..<2)
  func schedulesOfOriginal(thousand: UInt64) {
    var sum = ScrollTally()
    for seed in thousand * 1_000 + 1...(thousand + 1) * 1_000 {
      var schedule = FeedSchedule(seed: seed)
      schedule.market.usesOriginalPaging = true
      let tally = schedule.run()
      sum += tally
      #expect(!tally.isWrong && schedule.complaints.isEmpty, "seed \(seed): \(tally) \(schedule.complaints)")
    }
    #expect(sum.wrongRuns == 0 && sum.displayed > 10_000)
  }

  @Test("a quiet list costs one request a page, with any page size", arguments: [10, 20, 50, 100])
  func quiet(pageSize: Int) {
    var sum = ScrollTally()
    for seed in 1...UInt64(300) {
      var schedule = FeedSchedule(seed: seed, weather: .quiet, pageSize: pageSize)
      let tally = schedule.run()
      #expect(!tally.isWrong && schedule.complaints.isEmpty, "seed \(seed): \(tally) \(schedule.complaints)")
      sum += tally
    }
    // Lists are of 30 to 200 products: the last page is seldom full.
    if pageSize == 20 { #expect(sum.requestsPerPage(of: 20) < 1.2) }
  }

  @Test("page numbers alone repeat and skip on the same lists")
  func comparison() {
    var weather = FeedSchedule.Weather.quiet
    weather.churns = true
    var (ours, plain) = (ScrollTally(), ScrollTally())
    for seed in 1...UInt64(2_000) {
      var schedule = FeedSchedule(seed: seed, weather: weather)
      ours += schedule.run()
      plain += pageNumbers(seed: seed)
    }
    print("ProductFeed, moving list: \(ours.line(pageSize: 20))")
    print("Page numbers, moving list: \(plain.line(pageSize: 20))")
    #expect(ours.wrongRuns == 0 && plain.repeats > 0 && plain.gaps > 0)
  }

  /// What apps do: the next page has the next number.
  private func pageNumbers(seed: UInt64) -> ScrollTally {
    var random = SeededGenerator(seed: seed)
    var market = ModelMarket(count: Int.random(in: 30...200, using: &random), using: &random)
    var displayed: [Int64] = []
    for page in 1... {
      let response = market.response(ListWindow(page: page, size: 20))
      market.churn(depth: displayed.count, using: &random)
      displayed += response.ids.map(\.rawValue)
      if response.hasNext != true { break }
    }
    return ScrollTally(displayed: displayed, market: market)
  }
}

extension ScrollTally {
  func line(pageSize: Int) -> String {
    let perPage = (requestsPerPage(of: pageSize) * 100).rounded() / 100
    return "\(repeats) repeats, \(gaps) gaps, \(wrongRuns) wrong runs, \(perPage) requests a page"
  }
}
