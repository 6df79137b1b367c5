import ArgumentParser
import Foundation
import OpenMarket

struct Sell: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists a product, also while the server cannot be reached.",
    discussion: """
      The listing is saved on this device before anything is sent, and then sent at once. If that fails, it is kept, the \
      exit code is 79, and 'market outbox run' sends it later: do not sell it again. It is listed once, whatever \
      happens on the way.

      Photos are turned upright, stripped of metadata, such as the place where they were taken, and made smaller than \
      300,000 bytes. Copies are kept until they are sent, so the files may be deleted.

      A terminal prompts for missing fields. By default one is for sale, in KRW and without a discount. All errors are reported at once; if the listing cannot be saved, as on a full \
      disk, it is printed in the format that --from reads.

        market sell --name '접이식 의자' --price 45000 --description '두 번 사용한 의자입니다.' --photo a.jpg --photo b.jpg
        market sell --from chair.json --price 40000
      """)

  @Option(
    help: .value("file", "A JSON file with the fields and photos; - is standard input."), completion: .file())
  var from: String?

  @Option(help: .value("file", "A photo; the first is the thumbnail. Up to 5 times."), completion: .file())
  var photo: [String] = []

  @OptionGroup var fields: FieldOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    var form = try from.map(ListingForm.init) ?? ListingForm()
    try form.apply(fields, photos: photo)
    if !form.isComplete {
      guard let questions = ListingPrompts() else { throw form.incomplete(beside: from) }
      try questions.complete(&form)
    }
    let (draft, uploads) = (try form.newListing(), form.uploads)
    var isKept = false
    do {
      try await write.withSellingMarket { market in
        let submission = try await market.sell(draft, photos: uploads).submission
        isKept = true
        try await write.deliver([submission], of: market)
      }
    } catch let error as StoreError where !isKept {
      // The typed form would be lost when the process ends.
      Terminal().note(
        "market: the listing was not kept; here it is, for 'market sell --from FILE':\n\(try form.json())")
      throw error
    }
  }
}

extension ListingValidationError {
  /// Says all that is wrong, field by field, and ends with the exit code that says so.
  func report(asJSON: Bool) throws -> Never {
    let terminal = Terminal()
    if asJSON {
      // `Schemas/json/cli-draft-failures.schema.json`.
      let failures = failures.map {
        ["field": $0.field.rawValue, "rule": $0.rule.rawValue, "message": $0.message]
      }
      try terminal.printJSON(["failures": failures])
    } else {
      for failure in failures {
        terminal.note(
          "\(terminal.errorStyle.red("market:")) \(failure.field.rawValue): \(failure.message.printable)")
      }
    }
    throw ExitCode(ExitStatus(self).rawValue)
  }
}
