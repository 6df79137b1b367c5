import ArgumentParser
import OpenMarket

struct Explain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Performs one read as an app would, and explains its result.",
    discussion: """
      Displays the policy, the stored value, whether and why a request was sent, and how long each took. Requests \
      still running in the background are not waited for.
      """, subcommands: [List.self, Search.self, Show.self, Suggest.self])

  enum Policy: String, ExpressibleByArgument, CaseIterable {
    case cacheFirst = "cache-first"
    case networkFirst = "network-first"
    case networkOnly = "network-only"
    case cacheOnly = "cache-only"

    var policy: ReadPolicy {
      switch self {
      case .cacheFirst: .cacheFirst
      case .networkFirst: .networkFirst
      case .networkOnly: .networkOnly
      case .cacheOnly: .cacheOnly
      }
    }
  }

  struct Options: ParsableArguments {
    @Option(help: "The source to read from.")
    var policy = Policy.cacheFirst

    @Option(help: .value("seconds", "The maximum age of the stored value (default: any)."))
    var maxAge: Double?

    @Option(help: .value("seconds", "The age from which it is stale (default: as in an app)."))
    var staleAfter: Double?

    @Option(
      help: .value("seconds", "The time limit for the server if a stored value could be displayed instead."))
    var patience = 3.0

    @OptionGroup var location: StoreOptions

    func validate() throws {
      for (option, value) in [
        ("--max-age", maxAge ?? 0), ("--stale-after", staleAfter ?? 0), ("--patience", patience),
      ] {
        try require(0...1e9 ~= value, "\(option) is \(value) s; it must be 0 to 1000000000")
      }
    }

    /// Makes the read and prints what it was like; `count` is how many things were found, `reasons` for which reasons.
    func explain<Value>(
      count: @escaping (Value) -> Int,
      _ read: (Marketplace, ReadPolicy, ReadOptions) async throws -> Stamped<Value>,
      reasons: (Value) -> [(kind: String, count: Int)] = { _ in [] }
    ) async throws {
      let market = try location.openMarket()
      let options = ReadOptions(
        maxAge: maxAge.map { .seconds($0) },
        staleTime: staleAfter.map { .seconds($0) },
        timeout: .seconds(patience))
      try await market.closing {
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await read(market, policy.policy, options)
        let time = start.duration(to: clock.now)
        let explained = ExplainedRead(
          response: response, count: count(response.value), reasons: reasons(response.value), time: time)
        try location.print(explained.json) { _ in explained.lines }
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Explains a read of a page of the list.")

    @Option(help: "The page, from 1.")
    var page = 1

    @Option(help: "Products on a page, 1 to 1000.")
    var size = 20

    @OptionGroup var options: Options

    func run() async throws {
      try await options.explain(count: \.products.count) { [page, size] in
        try await $0.products(page: page, size: size, policy: $1, options: $2)
      }
    }
  }

  struct Search: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Explains a search.")

    @Argument(help: "The text.")
    var text: String

    @OptionGroup var options: Options

    func run() async throws {
      try await options.explain(count: \.hits.count) { [text] in
        try await $0.search(text, policy: $1, options: $2)
      } reasons: { results in
        let kinds = results.hits.map { results.correction == nil ? $0.match.kind : "corrected" }
        return kinds.unrepeated.map { kind in (kind, kinds.count { $0 == kind }) }
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Explains a read of one product.")

    @Argument(help: "The product's number.")
    var id: Int64

    @OptionGroup var options: Options

    func run() async throws {
      try await options.explain(count: { _ in 1 }) { [id] in
        try await $0.product(Product.ID(rawValue: id), policy: $1, options: $2)
      }
    }
  }

  struct Suggest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Explains suggestions for a typed text.")

    @Argument(help: "The text.")
    var text: String

    @OptionGroup var options: Options

    func run() async throws {
      try await options.explain(count: \.count) { [text] in
        try await $0.suggestions(for: text, policy: $1, options: $2)
      }
    }
  }
}
