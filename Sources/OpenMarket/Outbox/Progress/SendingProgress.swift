import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// How much of a new listing's photos has been sent.
package struct SendingProgress: Sendable, Hashable {
  package struct Photo: Sendable, Hashable {
    /// How much of it is on its way, in bytes.
    package var sentBytes: Int
    /// How long it is, in bytes.
    package var byteCount: Int
  }

  package private(set) var photos: [Photo]

  /// How much of all photos is on its way, in bytes.
  package var sentBytes: Int { photos.reduce(0) { $0 + $1.sentBytes } }
  /// How long all photos are together, in bytes.
  package var byteCount: Int { photos.reduce(0) { $0 + $1.byteCount } }

  /// All photos together.
  var transfer: TransferProgress {
    TransferProgress(direction: .upload, completed: Int64(sentBytes), total: Int64(byteCount))
  }

  /// Nothing was sent yet of photos of these lengths.
  init(photoSizes: [Int]) {
    photos = photoSizes.map { Photo(sentBytes: 0, byteCount: $0) }
  }

  /// Takes that so many bytes of the whole body are on their way.
  ///
  /// Everything in the body beside photos is counted as sent first: the fields are, and the lines between photos are
  /// too short to be seen. So a photo is never said to be further than it is.
  mutating func noteSent(_ sent: Int64, of total: Int64) {
    var rest = Int(clamping: max(0, sent - max(0, total - Int64(byteCount))))
    for index in photos.indices {
      photos[index].sentBytes = min(rest, photos[index].byteCount)
      rest -= photos[index].sentBytes
    }
  }
}

/// The uploads of this process, for any number of observers.
final class ProgressBoard: Sendable {
  typealias Uploads = [Submission.ID: SendingProgress]

  private let changes = Broadcast<Uploads>(patience: 1, replay: 1)

  init() { changes.send([:]) }

  /// Sets, or with `nil` ends, what is said about a submission.
  func set(_ id: Submission.ID, _ progress: SendingProgress?) { change { $0[id] = progress } }

  /// Takes that so many bytes of a submission's body are on their way.
  func noteSent(_ sent: Int64, of total: Int64, for id: Submission.ID) {
    change { $0[id]?.noteSent(sent, of: total) }
  }

  /// Returns the present uploads, and those after every change; a busy consumer misses those in between.
  func stream() -> AsyncStream<Uploads> { changes.stream() }

  /// Ends all streams, those that begin later too.
  func finish() { changes.finish() }

  private func change(_ event: (inout Uploads) -> Void) {
    changes.send { _, former in
      var uploads = former ?? [:]
      event(&uploads)
      return uploads == former ? nil : uploads
    }
  }
}
