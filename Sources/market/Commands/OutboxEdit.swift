import ArgumentParser
import Foundation
import OpenMarket

extension OutboxCommand {
  struct Edit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Corrects a refused or unsent write, and sends it.",
      discussion: "Other fields stay unchanged; given photos replace all previous ones.")

    @Argument(help: "The submission's number.")
    var submission: Int64

    @Option(help: .value("file", "A photo of a new listing. Up to 5 times."), completion: .file())
    var photo: [String] = []

    @OptionGroup var fields: FieldOptions
    @OptionGroup var write: WriteOptions

    func validate() throws {
      try require(
        fields.changes != ProductChanges() || !photo.isEmpty,
        "say what to change: --name, --description, --price, --discount, --stock, --currency, --photo")
    }

    func run() async throws { try await write.perform([Submission.ID(rawValue: submission)], edit) }

    private func edit(_ market: Marketplace, _ id: Submission.ID) async throws -> Submission {
      guard let found = try await market.store.submission(id) else {
        throw SubmissionFailure.unknown(id.rawValue)
      }
      try await requireCurrency(of: found, in: market)
      guard case .refused = found.state else {
        guard photo.isEmpty else {
          throw SubmissionFailure(
            .notPossible,
            "Photos can be replaced once the server has refused the listing: discard it and sell it anew.")
        }
        guard found.write.kind != .delete, !found.isFinished else {
          throw SubmissionFailure(.notPossible, "Submission \(id) cannot be changed any more.")
        }
        return try await market.edit(found.productID, fields.changes).submission
      }
      guard !photo.isEmpty else {
        return try await market.submissions.resubmit(id, edited: fields.changes)
      }
      guard case .create(let draft, _) = found.write else {
        throw ValidationError("--photo goes with new listings")
      }
      let photos = try await market.storePhotos(photo.map { PhotoUpload(contentsOf: URL(argument: $0)) })
      return try await market.submissions.resubmit(
        id, edited: .create(draft.applying(fields.changes), photos: photos))
    }

    private func requireCurrency(of submission: Submission, in market: Marketplace) async throws {
      guard case .create(let draft, _) = submission.write else {
        return try await fields.requireCurrency(of: submission.productID, in: market)
      }
      if fields.currency == nil { try fields.requireCurrency(draft.currency) }
    }
  }
}
