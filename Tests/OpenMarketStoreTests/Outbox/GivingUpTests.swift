import Foundation
import OpenMarketAPI
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct GivingUpTests {
  @Test("of several writes the first that cannot be given up ends it, and those before it are given up")
  func several() async throws {
    let test = try TestStore()
    let store = test.store
    var ids: [Submission.ID] = []
    for name in ["chair", "desk"] {
      let draft = NewListing(name: name, description: "", price: 1)
      ids.append(try await store.enqueue(draft, photos: [], key: name, at: noon).id)
    }
    _ = try await store.deliver([], claiming: 1, as: "a", at: noon, uptime: .test)
    let refusal = Verdict(ids[0], .refuse(SubmissionFailure(.invalid, "no")))
    _ = try await store.deliver([refusal], claiming: 0, as: "a", at: noon, uptime: .test)

    let unknown = Submission.ID(rawValue: 99)
    var result = try await store.giveUp(
      [ids[0], unknown, ids[1]], undoes: false, at: noon, uptime: .test)
    #expect(result.done.map(\.id) == [ids[0]] && result.done.first?.state == .discarded)
    #expect(result.failure?.code == SubmissionFailure.unknown(99).code)
    #expect(try await store.submissions().map(\.id) == [ids[1]])

    result = try await store.giveUp([ids[1]], undoes: false, at: noon, uptime: .test)
    #expect(result.done.first?.state == .cancelled && result.failure == nil, "it was not sent")
    result = try await store.giveUp(ids, undoes: true, at: noon, uptime: .test)
    #expect(result.done.map(\.id) == [ids[0]] && result.failure?.code == .notPossible)
    #expect(try await store.submissions().map(\.id) == [ids[0]])
  }
}
