import Foundation

extension TextColumn {
  /// For each row, 1 if it contains `needle`; nil if none does.
  func rows(containing needle: [UInt8], rarity: ByteRarity) -> [UInt8]? {
    let pivot = rarity.rarestIndex(in: needle)
    guard let first = occurrence(of: needle, pivot: pivot, from: 0) else { return nil }
    var flags = [UInt8](repeating: 0, count: count)
    var row = 0
    var next: Int? = first
    while let position = next {
      row = self.row(at: position, from: row)
      flags[row] = 1
      next = occurrence(of: needle, pivot: pivot, from: Int(offsets[row + 1]))
    }
    return flags
  }

  func contains(_ needle: [UInt8]) -> Bool {
    occurrence(of: needle, pivot: needle.count - 1, from: 0) != nil
  }

  /// Where `needle` next begins, at or after `start`.
  ///
  /// Jumps with `memchr` from one occurrence of the byte at `pivot` to the next and compares there. With the
  /// needle's rarest byte as pivot this outruns `memmem`: in Korean text every third byte is one of four
  /// lead bytes, while any one trailing byte is rare.
  private func occurrence(of needle: [UInt8], pivot: Int, from start: Int) -> Int? {
    guard !needle.isEmpty, bytes.count - start >= needle.count else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { text in
      unsafe needle.withUnsafeBufferPointer { needle in
        guard let base = text.baseAddress, let pattern = needle.baseAddress else { return nil }
        var position = start + pivot
        let end = text.count - (needle.count - 1 - pivot)
        while position < end,
          let found = unsafe memchr(base + position, Int32(pattern[pivot]), end - position)
        {
          position = unsafe base.distance(to: found.assumingMemoryBound(to: UInt8.self))
          if unsafe memcmp(base + position - pivot, pattern, needle.count) == 0 { return position - pivot }
          position += 1
        }
        return nil
      }
    }
  }

  /// The row that holds the byte at `position`, at or after `row`: gallops, then halves.
  private func row(at position: Int, from row: Int) -> Int {
    var low = row
    var step = 1
    while low + step < count, Int(offsets[low + step]) <= position {
      low += step
      step *= 2
    }
    var high = min(count, low + step)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(offsets[middle]) <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// How often each byte value occurs.
  struct ByteRarity: Sendable {
    private var counts = [UInt32](repeating: 0, count: 256)

    init(of column: TextColumn) {
      for byte in column.bytes { counts[Int(byte)] += 1 }
    }

    /// The place of the needle's least frequent byte.
    func rarestIndex(in needle: [UInt8]) -> Int {
      needle.indices.min { counts[Int(needle[$0])] < counts[Int(needle[$1])] } ?? 0
    }
  }
}
