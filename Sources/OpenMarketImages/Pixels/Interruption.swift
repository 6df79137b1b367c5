import COpenMarketCodecs

/// Ends the work of one call early: when its caller cancels it, or when it takes longer than it may.
///
/// Checked inside long loops, also of those over a single row, as a picture may have only one.
final class Interruption {
  /// The work between two checks, in samples: about a millisecond.
  static let interval = 1 << 18

  private let isCancelled: @Sendable () -> Bool
  private let duration: Duration
  private let end: ContinuousClock.Instant
  private var untilCheck = interval

  /// The time that `options` allow begins now.
  init(_ options: DecodingOptions) {
    isCancelled = options.isCancelled
    duration = options.duration
    end = .now + duration
  }

  /// Throws ``ImageError/Code/cancelled`` or ``ImageError/Code/timedOut`` when the work is to end.
  func check() throws(ImageError) {
    untilCheck = Self.interval
    if isCancelled() { throw ImageError(.cancelled, "decoding was cancelled") }
    guard .now < end else {
      throw ImageError(.timedOut, "decoding took longer than the \(duration) allowed")
    }
  }

  /// The same, when enough was done since the last check, with the `count` samples that were worked on now.
  func check(after count: Int) throws(ImageError) {
    untilCheck -= count
    if untilCheck <= 0 { try check() }
  }

  /// Does work on `0..<count`, where an element takes `cost` samples, in pieces, and checks between them; all pieces but
  /// the last are multiples of `OM_ROW_PADDING`.
  func inPieces(_ count: Int, cost: Int, _ work: (Range<Int>) -> Void) throws(ImageError) {
    let piece = max(1, Self.interval / max(1, cost) / Self.alignment) * Self.alignment
    var start = 0
    while start < count {
      let end = min(start + piece, count)
      work(start..<end)
      try check(after: (end - start) * cost)
      start = end
    }
  }

  /// The number of bytes that the filters process at a time.
  private static let alignment = Int(OM_ROW_PADDING)
}
