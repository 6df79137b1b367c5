/// Which characters a text has, in 256 bits: it tells of nearly every text that has none of what is sought that it has not,
/// before any of it is compared.
struct CharacterMask: Sendable {
  private var bits = SIMD4<UInt64>(repeating: 0)

  init(_ scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars {
      // The upper bits of a product: neighbours of one alphabet are spread over all of them.
      let place = Int((scalar.value &* 0x9E37_79B1) >> 24)
      bits[place >> 6] |= 1 << UInt64(place & 63)
    }
  }

  /// Whether the text may have all characters of another one.
  @inline(__always) func mayHave(_ other: CharacterMask) -> Bool {
    let missing = other.bits & ~bits
    return (missing[0] | missing[1] | missing[2] | missing[3]) == 0
  }
}
