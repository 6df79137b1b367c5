import Foundation

/// Decodes the input as it is, for a small and for the full size, as far as small limits allow; as a file of the format
/// that the program is named after.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe UnsafeBufferPointer(start: start, count: count)
  return unsafe decodeAnything(input, prefix: format.prefix, tag: format.tag, repair: format.repair)
}

private struct Format {
  var prefix: [UInt8]
  var tag: [UInt8] = []
  var repair: (inout Data) -> Void = { _ in }
}

nonisolated(unsafe) private let format: Format = {
  let name = (CommandLine.arguments.first ?? "").split(separator: "/").last
  switch name {
  case "JPEG": return Format(prefix: [0xFF, 0xD8, 0xFF])
  case "GIF": return Format(prefix: Array("GIF89a".utf8))
  case "WebP": return Format(prefix: Array("RIFF".utf8), tag: Array("WEBP".utf8))
  case "PNG":
    return Format(
      prefix: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], tag: [0, 0, 0, 13] + Array("IHDR".utf8),
      repair: repairChecksums)
  default:
    print("ImagesFuzz: named after no format: \(name ?? "")")
    exit(64)
  }
}()

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
