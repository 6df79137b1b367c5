import Foundation

/// Decodes the input as it is, for a small and for the full size, as far as small limits allow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  unsafe decodeAnything(
    UnsafeBufferPointer(start: start, count: count),
    prefix: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    tag: [0, 0, 0, 13] + Array("IHDR".utf8), repair: repairChecksums)
}

/// Puts the right checksums behind most chunks, so that other sizes and palettes reach the decoder.
private func repairChecksums(_ file: inout Data) {
  var at = 8
  while at + 12 <= file.count {
    let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    let end = at + 8 + length
    guard end + 4 <= file.count else { return }
    let sum = crc(file[at + 4..<end])
    if file[end] != 0xFF {
      file.replaceSubrange(end..<end + 4, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) })
    }
    at = end + 4
  }
}

private func crc(_ bytes: Data) -> UInt32 {
  ~bytes.reduce(~UInt32(0)) { crc, byte in
    (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
}
