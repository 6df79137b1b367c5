import Foundation
import OpenMarket

/// A delivery that the user watches and may stop: pending writes stay in the queue.
struct DeliveryRun {
  enum Effort: Equatable {
    /// Not at all.
    case none
    /// Once for each write.
    case once
    /// Again and again, for so long.
    case lasting(Duration)
  }

  let market: Marketplace
  let terminal: Terminal

  /// Delivers, and returns when that is done.
  ///
  /// A failure of the store is noted. The writes are kept all the same: a script that takes this for a failure of theirs
  /// would sell twice.
  ///
  /// - Returns: The signal by which the process is to end, and the failure of the store.
  func run(_ effort: Effort) async throws -> (signal: Int32?, failure: StoreError?) {
    guard effort != .none else { return (nil, nil) }
    let work = await InterruptibleWork<[Submission.ID: SendingProgress]> { [market] send in
      let watch = Task { for await uploads in market.submissions.photoUploads { send(uploads) } }
      defer { watch.cancel() }
      switch effort {
      case .lasting(let time): try await market.outbox.flush(timeout: time)
      case .once, .none: try await market.outbox.deliver()
      }
    }
    defer { work.stop() }
    var bar = ProgressBar("photos", on: terminal)
    var signal: Int32?
    for await event in work.events {
      switch event {
      case .value(let uploads): if signal == nil { bar.show(uploads.values) }
      case .signalled(let number):
        guard signal == nil else { continue }
        signal = number
        bar.clear()
        work.cancel()
        await market.outbox.stop()
      case .ended(let error):
        bar.clear()
        guard signal == nil else { return (signal, nil) }
        if let error, !(error is StoreError) { throw error }
        guard let failure = error as? StoreError ?? market.outbox.storeFailure else { return (nil, nil) }
        terminal.note("market: \(failure.message.printable)")
        return (nil, failure)
      }
    }
    return (signal, nil)
  }
}

extension ProgressBar {
  /// Shows how much of all photos was sent, and which ones are on their way.
  fileprivate mutating func show(_ uploads: some Collection<SendingProgress>) {
    let photos = uploads.flatMap(\.photos)
    guard !photos.isEmpty else { return clear() }
    let sent = photos.reduce(0) { $0 + $1.sentBytes }
    let total = photos.reduce(0) { $0 + $1.byteCount }
    let done = photos.count { $0.sentBytes == $0.byteCount }
    show(sent / 1000, of: total / 1000, note: "kB, photo \(min(done + 1, photos.count)) of \(photos.count)")
  }
}
