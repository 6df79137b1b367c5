import OpenMarketPacing

/// Says when nothing has followed a key for so long that ``KeyDecoder/quiet()`` decides what it was.
struct KeySilence {
  private let key = Debouncer(.milliseconds(50))
  // What is pasted over a slow line comes in pieces, and a piece taken for keys would do harm.
  private let paste = Debouncer(.seconds(1))

  /// Calls `action` when `decoder`, which has just taken bytes, awaits more in vain: with whether that is the end of a pasted text,
  /// as one may have begun by the time that the call is heard of.
  func await(_ decoder: KeyDecoder, _ action: @escaping @Sendable (_ isPasting: Bool) -> Void) {
    if decoder.isUndecided { key { action(false) } } else { key.cancel() }
    if decoder.isPasting { paste { action(true) } } else { paste.cancel() }
  }
}
