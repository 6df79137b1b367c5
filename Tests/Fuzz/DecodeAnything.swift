import AllocationPeak
import Foundation

/// Decodes `input` with small limits and holds what comes out against what it says of itself.
///
/// The bytes that announce a format are put in place, so that every input reaches its decoder.
func decodeAnything(
  _ input: UnsafeBufferPointer<UInt8>, prefix: [UInt8], tag: [UInt8] = [],
  repair: (inout Data) -> Void = { _ in }
) -> CInt {
  var file = unsafe Data(buffer: input)
  guard file.count >= 16 else { return 0 }
  file.replaceSubrange(0..<prefix.count, with: prefix)
  file.replaceSubrange(8..<8 + tag.count, with: tag)
  repair(&file)
  return decode(file)
}

/// The bytes that are held beside what the limits count: fixed tables of the codecs, and the file's.
///
/// libwebp keeps tables of 20,700 bytes at most for each group of codes that the lossless kind announces, before it
/// reads them: 1,000 groups, or one for 16 pixels where that is more.
private func overhead(of file: Data, pixels: Int) -> Int {
  let isLossless = ["VP8L", "ALPH"].contains { file.range(of: Data($0.utf8)) != nil }
  return (1 << 19) + (isLossless ? max(1_000, pixels / 16) * 20_700 : 0)
}

private func decode(_ file: Data) -> CInt {
  // A kind that the last byte decides, which is rarely one that matters.
  let kind = Int(file[file.count - 1])
  var options = DecodingOptions(isCancelled: { false })
  options.pixels = 1 << 12
  options.codecMemory = 1 << 20
  options.scans = 8
  options.profileBytes = 1 << 12
  // The fuzzer itself notices what hangs.
  options.duration = .seconds(600)
  // Sides of any length and many pixels, of which the limit of memory alone keeps the codecs and the filter.
  let isLarge = kind % 8 == 0
  if isLarge {
    options.pixels = 1 << 14
    options.side = .max
    options.codecMemory = 1 << 17
  }
  let decoder = SystemImageDecoder()
  // One decode for an input: reduced as far as the codecs can, at the full size, and both from one reading, where
  // JPEG files come as planes.
  let small: [ImageTarget] = [.pixels(3, mode: .crop), .pixels(5).fast]
  let targets = isLarge ? small : [small, [.original], [.original.fast, .pixels(5).fast]][kind % 3]
  let before = allocations_begin()
  do {
    let images = try decoder.decode(file, targets: targets, options: options)
    require(images.count == targets.count, "\(images.count) images for \(targets.count) targets")
    for (image, target) in zip(images, targets) { check(image, target, limit: options.pixels) }
  } catch {
    let allowed: [ImageError.Code] = [.truncated, .damaged, .tooLarge, .unsupportedFormat]
    require(allowed.contains(error.code), "\(error)")
  }
  let held = Int(allocations_peak()) - Int(before)
  let most = options.codecMemory + overhead(of: file, pixels: options.pixels)
  if isLarge { require(held <= most, "decoding held \(held) bytes, more than \(most)") }
  if decoder.sufficientLength(of: file, for: [.pixels(3)]) ?? 0 > file.count { require(false, "too long") }
  return 0
}

private func check(_ image: DecodedImage, _ target: ImageTarget, limit: Int) {
  require(image.bytes.count == image.height * image.bytesPerRow, "\(image.size): \(image.bytes.count) bytes")
  require(image.sourceSize.pixelCount <= limit, "\(image.sourceSize) is above the limit")
  require(
    target.box.map { image.width <= $0.width && image.height <= $0.height }
      ?? (image.size == image.sourceSize),
    "\(image.size) for \(target)")
  guard image.format == .rgba8888Premultiplied else { return }
  for start in stride(from: 0, to: image.bytes.count, by: 4) {
    require(image.bytes[start..<start + 3].allSatisfy { $0 <= image.bytes[start + 3] }, "not premultiplied")
  }
}
