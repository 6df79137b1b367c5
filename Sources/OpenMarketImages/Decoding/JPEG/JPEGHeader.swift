/// The contents of the segments before the first scan of a JPEG file.
struct JPEGHeader: Sendable, Hashable {
  /// One colour component.
  struct Component: Sendable, Hashable {
    var identifier: UInt8
    var horizontalSampling: Int
    var verticalSampling: Int
  }

  var size: PixelSize
  var isProgressive: Bool
  /// Whether its entropy coding is the arithmetic one, which browsers and ImageIO do not read.
  var isArithmetic: Bool
  var components: [Component]
  var orientation: ImageOrientation = .up
  /// The pieces of the ICC profile, in their order; none when it is not complete.
  var profile: [Range<Int>] = []
  /// Where the first scan begins; `nil` when the bytes end before.
  var firstScan: Int?

  /// Reads the header; refuses what ends before the size is known, is damaged, or a kind of JPEG that is not decoded.
  init(_ bytes: Span<UInt8>) throws(ImageError) {
    var header: JPEGHeader?
    var orientation: ImageOrientation?
    var profile = JPEGProfilePieces()
    var position = 2
    var isCut = true
    segments: while let segment = JPEGSegment(bytes, at: position) {
      switch segment.marker {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(segment.marker):
        // A second frame header is left to the codec to refuse.
        if header == nil { header = try JPEGHeader(frame: segment, of: bytes) }
      case 0xE1: orientation = orientation ?? ImageOrientation(exif: bytes, in: segment.payload)
      case 0xE2: profile.add(segment.payload, of: bytes)
      case 0xDA, 0xD9:
        if segment.marker == 0xDA { header?.firstScan = segment.start }
        isCut = false
        break segments
      default: break
      }
      position = segment.payload.upperBound
    }
    guard var header else {
      throw isCut
        ? ImageError(.truncated, "the JPEG file ends within its header")
        : ImageError(.damaged, "the JPEG file has no frame header before its first scan")
    }
    header.orientation = orientation ?? .up
    header.profile = profile.inOrder
    self = header
  }

  private init(frame segment: JPEGSegment, of bytes: Span<UInt8>) throws(ImageError) {
    let start = segment.payload.lowerBound
    guard segment.payload.count >= 6 else { throw ImageError(.damaged, "the JPEG frame header is too short") }
    let count = Int(bytes[start + 5])
    guard segment.payload.count >= 6 + 3 * count else {
      throw ImageError(.damaged, "the JPEG frame header is too short for its \(count) components")
    }
    guard [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(segment.marker), bytes[start] == 8 else {
      throw ImageError(
        .unsupportedFormat,
        "lossless, hierarchical and \(bytes[start])-bit JPEG files of this kind are not decoded")
    }
    size = PixelSize(width: bytes.bigEndian16(at: start + 3), height: bytes.bigEndian16(at: start + 1))
    guard size.width > 0, size.height > 0 else {
      throw ImageError(.damaged, "the JPEG file is \(size) pixels")
    }
    isProgressive = segment.marker == 0xC2 || segment.marker == 0xCA
    isArithmetic = segment.marker > 0xC8
    components = (0..<count).map { index in
      let sampling = bytes[start + 7 + 3 * index]
      return Component(
        identifier: bytes[start + 6 + 3 * index], horizontalSampling: Int(sampling >> 4),
        verticalSampling: Int(sampling & 15))
    }
  }
}
