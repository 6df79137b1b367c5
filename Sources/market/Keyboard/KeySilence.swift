import OpenMarketPacing

/// Says when nothing has followed a key for so long that ``KeyDecoder/quiet()`` decides what it was.
struct KeySilence {
  private let key = Debouncer(.milliseconds(50))
  // What is pasted over a slow line comes in pieces, and a piece taken for keys would do harm.
  private let paste = Debouncer(.seconds(1))

  /// Calls `action` when `decoder`, which has just taken bytes, awaits more in vain.
  func await(_ decoder: KeyDecoder, _ action: @escaping @Sendable () -> Void) {
    if decoder.isUndecided { key(action) } else { key.cancel() }
    if decoder.isPasting { paste(action) } else { paste.cancel() }
  }
}
