import Foundation

/// The hash by which photos are named (FIPS 180-4).
///
/// Written out because no library that every platform of this package has offers one without another
/// dependency.
struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
  ]

  private var words = [UInt32](repeating: 0, count: 64)
  /// The bytes after the last whole block of 64 bytes.
  private var rest: [UInt8] = []
  private var byteCount: UInt64 = 0

  static func hexadecimal(of data: Data) -> String {
    var hash = SHA256()
    hash.update(data)
    return hash.hexadecimal()
  }

  mutating func update(_ data: Data) {
    byteCount += UInt64(data.count)
    let bytes = rest + data
    let whole = bytes.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) { mix(bytes, from: start) }
    rest = Array(bytes[whole...])
  }

  /// The hash of all that was taken, in hexadecimal.
  consuming func hexadecimal() -> String {
    var tail = rest
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bitCount = byteCount * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    for start in stride(from: 0, to: tail.count, by: 64) { mix(tail, from: start) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func mix(_ bytes: [UInt8], from start: Int) {
    for index in 0..<16 {
      let place = start + index * 4
      words[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place + 1]) << 16 | UInt32(bytes[place + 2]) << 8
        | UInt32(bytes[place + 3])
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let low = a.rotated(7) ^ a.rotated(18) ^ a >> 3
      let high = b.rotated(17) ^ b.rotated(19) ^ b >> 10
      words[index] = words[index - 16] &+ low &+ words[index - 7] &+ high
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let first =
        h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ choice &+ Self.constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let second = (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
