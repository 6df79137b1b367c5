import OpenMarketPacing
import OpenMarketStore

/// The uploads of this process, for any number of observers.
final class ProgressBoard: Sendable {
  typealias Uploads = [Submission.ID: SendingProgress]

  private let changes = Broadcast<Uploads>(patience: 1, replay: 1)

  init() { changes.send([:]) }

  var uploads: Uploads { changes.latest ?? [:] }

  /// Sets, or with `nil` ends, what is said about a submission.
  func set(_ id: Submission.ID, _ progress: SendingProgress?) { change { $0[id] = progress } }

  /// Takes that so many bytes of a submission's body are on their way.
  func noteSent(_ sent: Int64, of total: Int64, for id: Submission.ID) {
    change { $0[id]?.noteSent(sent, of: total) }
  }

  /// Returns the present uploads, and those after every change; a busy consumer misses those in between.
  func stream() -> AsyncStream<Uploads> { changes.stream() }

  private func change(_ event: (inout Uploads) -> Void) {
    changes.send { _, former in
      var uploads = former ?? [:]
      event(&uploads)
      return uploads == former ? nil : uploads
    }
  }
}
