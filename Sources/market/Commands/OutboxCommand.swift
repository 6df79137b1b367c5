import ArgumentParser
import OpenMarket

struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "Shows and sends pending writes.",
    discussion: """
      Every write is in this queue until the server has it. A refused write stays there with the reason, for you to \
      correct or discard, and blocks only later writes of the same listing.
      """,
    subcommands: [
      List.self, Show.self, Run.self, Flush.self, Retry.self, Edit.self, Resolve.self, Discard.self,
    ], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists writes that are pending, in conflict or refused, in order.")

    @Option(help: "The maximum number, 1 to 100000.")
    var limit = 100

    @Flag(help: "Include writes accepted, cancelled or discarded recently.")
    var all = false

    @OptionGroup var options: StoreOptions

    func validate() throws { try require("--limit", limit, in: 1...100_000) }

    func run() async throws {
      let found =
        try await options.readUserData {
          try await $0.submissions(after: nil, limit: limit + 1, includesFinished: all)
        } ?? []
      let (submissions, terminal) = (found.prefix(limit), Terminal())
      if options.json {
        for submission in submissions { try terminal.printJSON(submission.json) }
      } else if submissions.isEmpty {
        terminal.note("no writes are pending")
      } else {
        try terminal.print(Submission.listColumns, submissions.map(\.listCells))
      }
      if found.count > limit { terminal.note("there are more: --limit raises the number") }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows all details of one submission.")

    @Argument(help: "The submission's number.")
    var submission: Int64

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let id = Submission.ID(rawValue: submission)
      guard let found = try await options.readUserData({ try await $0.submission(id) }) ?? nil
      else {
        throw SubmissionFailure.unknown(submission)
      }
      try options.print(found.json) { found.detailLines(style: $0) }
    }
  }

  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sends pending writes, each of them once; --watch continues.",
      discussion: """
        Exit code 79 when a write is left to be sent later, 77 when it waits for a login, 65 when a write was refused or is \
        in conflict. Several may run at the same time. --watch sends the writes of any command as soon as the server can \
        be reached, until Ctrl-C or SIGTERM; the next run looks on the server for writes that were being sent then.
        """)

    @Flag(help: "Continue until Ctrl-C or SIGTERM.")
    var watch = false

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let market = try options.openSellingMarket()
      try await market.closing {
        guard watch else { return try await DeliveryReport(market: market, options: options).run(.once) }
        try await DeliveryWatch(market: market, asJSON: options.json, terminal: Terminal()).run()
      }
    }
  }

  struct Flush: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sends pending writes, and keeps trying for --timeout seconds.",
      discussion: "The exit codes are those of 'market outbox run'.")

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let market = try options.openSellingMarket()
      let time = try options.settings().timeout
      try await market.closing {
        try await DeliveryReport(market: market, options: options).run(.lasting(time))
      }
    }
  }

  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sends a refused write again, unchanged; a delayed one is retried at once.")

    @Argument(help: "The submissions' numbers.")
    var submissions: [Int64]

    @OptionGroup var write: WriteOptions

    func run() async throws {
      try await write.perform(submissions) {
        try await $0.submissions.resubmit(Submission.ID(rawValue: $1))
      }
    }
  }

  struct Resolve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Resolves a conflict, or a write whose outcome is unknown.",
      discussion: """
        In a conflict the listing has changed on the server since the edit was made: --mine or --theirs. Other fields of \
        the edit are sent in any case. If it cannot be determined whether the server has carried out a write, it is a \
        question: --carried-out or --not-carried-out, after which it is sent again. 'market outbox show' shows the \
        values of both sides, and the listings that a new one may have become.
        """)

    @Argument(help: "The submission's number.")
    var submission: Int64

    @Flag(help: "Keep the values of this device.")
    var mine = false

    @Flag(help: "Keep the values of the server.")
    var theirs = false

    @Flag(help: "The server has carried it out.")
    var carriedOut = false

    @Flag(help: "The server has not carried it out: send it again.")
    var notCarriedOut = false

    @Option(name: .customLong("as"), help: .value("number", "The number of the new listing on the server."))
    var listed: Int64?

    @OptionGroup var write: WriteOptions

    func validate() throws {
      try require(
        [mine, theirs, carriedOut, notCarriedOut].count(where: \.self) == 1,
        "give one of --mine, --theirs, --carried-out and --not-carried-out")
      try require(listed == nil || carriedOut, "--as goes with --carried-out")
    }

    func run() async throws {
      try await write.perform([Submission.ID(rawValue: submission)]) { market, id in
        if mine || theirs {
          try await market.submissions.resolve(id, keepingMine: mine)
        } else {
          try await market.submissions.resolve(
            id, carriedOut: carriedOut, as: listed.map(Product.ID.init(rawValue:)))
        }
        guard let resolved = try await market.store.submission(id) else {
          throw SubmissionFailure.unknown(id.rawValue)
        }
        return resolved
      }
    }
  }

  struct Discard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Gives up writes that are refused, in question or unsent.",
      discussion: """
        A refused write can be restored with --undo for at least ten minutes. A write that may have reached the server \
        cannot be given up: edit or delete the listing instead.
        """)

    @Argument(help: "The submissions' numbers.")
    var submissions: [Int64]

    @Flag(help: "Restore them.")
    var undo = false

    @OptionGroup var options: StoreOptions

    func run() async throws {
      let market = try options.openSellingMarket()
      try await market.closing {
        let terminal = Terminal()
        let ids = submissions.unrepeated.map(Submission.ID.init(rawValue:))
        let (done, failure) = try await market.submissions.giveUp(ids, undoes: undo)
        for submission in done { try terminal.printOutcome(of: submission, asJSON: options.json) }
        if let failure { throw failure }
      }
    }
  }
}
