import Foundation
import OpenMarketStore

/// What a try of a submission leads to: facts in, a verdict out.
///
/// Knows no clock, no store and no network.
struct SubmissionMachine {
  /// How long to wait between tries: a random part ("full jitter") of 0.5 s, doubled with each try, 30 s at
  /// most.
  ///
  /// Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
  struct Backoff: Sendable, Hashable {
    var base = Duration.milliseconds(500)
    var cap = Duration.seconds(30)

    /// The longest pause after so many tries.
    func bound(after tries: Int) -> Duration {
      var bound = base
      for _ in 1..<max(1, tries) {
        guard bound < cap / 2 else { return cap }
        bound *= 2
      }
      return min(bound, cap)
    }
  }

  /// A server that has answered so often with something else will go on doing so, and nobody knows what it did
  /// each time: the user has to look.
  static let wrongAnswerLimit = 8

  var backoff = Backoff()
  /// Which submission.
  let id: Submission.ID
  /// How often it was sent, this time included.
  let attempts: Int
  /// Whether a try before this one may have had its effect.
  let doubt: Doubt

  /// The write's effect is certain.
  func accepted(_ answer: Product?) -> Verdict { Verdict(id, .accepted(answer)) }

  /// A try has failed after its first byte was sent.
  /// - Parameters:
  ///   - failure: How.
  ///   - now: The calendar time.
  ///   - fraction: A random number from 0 up to 1.
  /// - Returns: What becomes of the submission.
  func failed(_ failure: AttemptFailure, now: Date, fraction: Double) -> Verdict {
    let isUncertain = failure.mayHaveActed || doubt != .none
    let left = [failure.suspicion, doubt, .answerLost].max { $0.rawValue < $1.rawValue } ?? .answerLost
    if failure.suspicion == .answerWrong, attempts >= Self.wrongAnswerLimit {
      return Verdict(id, .refuse(failure.failure), doubt: left)
    }
    switch failure.remedy {
    case .done: return accepted(nil)
    case .none: return Verdict(id, .refuse(failure.failure))
    case .authorize: return Verdict(id, .park(failure.failure), doubt: isUncertain ? left : .none)
    case .retry:
      return Verdict(
        id, wait(failure, now: now, fraction: fraction), doubt: isUncertain ? left : .none)
    }
  }

  /// Something that has to come before the first byte has failed, such as the look for an earlier effect.
  func notSent(_ failure: AttemptFailure, now: Date, fraction: Double) -> Verdict {
    switch failure.remedy {
    case .authorize: Verdict(id, .park(failure.failure), doubt: doubt, isUnsent: true)
    default:
      Verdict(id, wait(failure, now: now, fraction: fraction), doubt: doubt, isUnsent: true)
    }
  }

  private func wait(_ failure: AttemptFailure, now: Date, fraction: Double) -> Verdict.Outcome {
    let pause = backoff.bound(after: attempts) * (fraction > 0 ? min(fraction, 1) : 0)
    let isHeld = failure.retryAfter.map { $0 > pause } ?? false
    let wait = isHeld ? failure.retryAfter ?? pause : pause
    return .wait(until: now + wait.seconds, failure.failure, isHeld: isHeld)
  }
}

extension Duration {
  /// In seconds, with fraction.
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
  }
}
