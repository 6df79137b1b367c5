import Foundation
import Testing

@testable import pacing_stress

/// The same that `scripts/stress` does at full size.
@Suite("64 submitters lose nothing", .serialized, .timeLimit(.minutes(5)))
struct StressTests {
  /// Fewer under the thread sanitizer, where each costs ten times as much.
  private static let perSubmitter =
    ProcessInfo.processInfo.environment["OPENMARKET_STRESS"].flatMap(Int.init) ?? 2_000

  @Test(
    "every action runs or is cancelled, once, while objects go away and queues stand still",
    arguments: Form.all)
  func form(_ form: Form) async {
    let outcome = await form.run(Self.perSubmitter)
    #expect(outcome.isExact)
    #expect(outcome.submitted == 64 * Self.perSubmitter)
    #expect(outcome.ran > 0 && outcome.cancelled > 0)
  }
}

extension Form: CustomTestStringConvertible {
  /// The name of the form.
  public var testDescription: String { name }
}
