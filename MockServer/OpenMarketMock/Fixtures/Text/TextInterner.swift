/// Gives every distinct text a row, in the order of first appearance.
struct TextInterner {
  private(set) var texts = TextColumn()
  /// How many times each row was asked for, weights included.
  private(set) var counts: [UInt32] = []
  /// Open addressing with linear probing; a slot holds row + 1.
  private var slots: [UInt32]

  init(minimumCapacity: Int) {
    var capacity = 16
    while capacity < minimumCapacity * 2 { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
  }

  /// The row of `text`, which is counted `weight` times more.
  mutating func row(of text: ArraySlice<UInt8>, weight: UInt32 = 1) -> UInt32 {
    if texts.count * 2 >= slots.count { grow() }
    let slot = slot(of: text)
    if slots[slot] == 0 {
      texts.append(text)
      counts.append(0)
      slots[slot] = UInt32(texts.count)
    }
    let row = slots[slot] - 1
    counts[Int(row)] += weight
    return row
  }

  private func slot(of text: ArraySlice<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash(text)) & mask
    while slots[slot] != 0, texts[Int(slots[slot] - 1)] != text { slot = (slot + 1) & mask }
    return slot
  }

  /// FNV-1a, finished with SplitMix64's mixer, because its low bits alone spread badly.
  private func hash(_ text: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return SplitMix64.mix(hash)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for row in 0..<texts.count { slots[slot(of: texts[row])] = UInt32(row + 1) }
  }
}
