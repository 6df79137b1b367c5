package import Foundation

extension UUID {
  /// Makes one of random bits.
  ///
  /// `UUID()` makes the same one again and again, in every process, where Foundation cannot open `/dev/urandom` on Linux:
  /// in a container without it, or with no file descriptor left. As keys of writes such would make one of two listings.
  package static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let (first, last) = (generator.next() as UInt64, generator.next() as UInt64)
    func byte(_ bits: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (index * 8)) }
    return UUID(
      uuid: (
        byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3), byte(first, 4), byte(first, 5),
        // The version, and the variant below.
        byte(first, 6) & 0x0F | 0x40, byte(first, 7), byte(last, 0) & 0x3F | 0x80, byte(last, 1),
        byte(last, 2), byte(last, 3), byte(last, 4), byte(last, 5), byte(last, 6), byte(last, 7)
      ))
  }
}
