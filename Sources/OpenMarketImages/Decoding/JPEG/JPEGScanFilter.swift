/// Which scans of a progressive JPEG file the wanted size needs.
///
/// A scan refines some coefficients of one component or more. A reduced inverse transform looks at few
/// coefficients, and what the refinement of AC coefficients adds, though most of the bytes, is hardly seen at
/// an eighth or a quarter. So scans are dropped before libjpeg reads them, and the file is not read beyond
/// the last one that matters.
struct JPEGScanFilter {
  /// The parts of the file to decode, in order.
  private(set) var pieces: [Range<Int>] = []
  /// Where the file may end without changing the picture at this size; `nil` when that is not reached.
  private(set) var sufficientLength: Int?
  /// The scans seen, dropped ones too.
  private(set) var scanCount = 0

  /// The last needed coefficient of each component, in zigzag order.
  private let lastNeeded: [UInt8: Int]
  private let keepsRefinements: Bool
  /// The bits still missing of the needed coefficients of each component; 255 when it never came.
  private var missingBits: [UInt8: [UInt8]]

  /// Goes through a file, or its beginning; counts no more scans than `maximumScans`.
  init(
    _ bytes: Span<UInt8>, header: JPEGHeader, scale: JPEGScale, quality: ImageTarget.Quality,
    maximumScans: Int
  ) {
    keepsRefinements = scale > (quality == .good ? .quarter : .half)
    lastNeeded = Self.lastNeeded(header.components, scale: scale)
    missingBits = lastNeeded.mapValues { Array(repeating: 255, count: $0 + 1) }
    var position = header.firstScan ?? bytes.count
    keep(0..<position)
    while let segment = JPEGSegment(bytes, at: position) {
      guard segment.marker == 0xDA else {
        keep(position..<segment.payload.upperBound)
        position = segment.payload.upperBound
        if segment.marker == 0xD9 { break }
        continue
      }
      scanCount += 1
      if scanCount > maximumScans { break }
      let next = JPEGSegment.nextMarker(in: bytes, from: segment.payload.upperBound)
      let end = next ?? bytes.count
      let scan = Scan(bytes, in: segment.payload)
      // One that cannot be read is for the codec to complain about.
      if scan.map(isNeeded) ?? true {
        keep(position..<end)
        if next != nil, let scan { note(scan) }
      }
      position = end
      if next != nil, missingBits.values.allSatisfy({ $0.allSatisfy { $0 == 0 } }) {
        sufficientLength = end + 2
        break
      }
    }
  }

  private mutating func keep(_ piece: Range<Int>) {
    if let last = pieces.last, last.upperBound == piece.lowerBound {
      pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
    } else {
      pieces.append(piece)
    }
  }

  private func isNeeded(_ scan: Scan) -> Bool {
    if scan.first > 0, scan.previousBits > 0, !keepsRefinements { return false }
    return scan.components.contains { scan.first <= lastNeeded[$0] ?? 63 }
  }

  private mutating func note(_ scan: Scan) {
    // Where refinements are dropped, the first pass is all that comes.
    let bits = scan.first > 0 && !keepsRefinements ? 0 : scan.bits
    for component in scan.components {
      guard let last = lastNeeded[component], scan.first <= last else { continue }
      for index in scan.first...min(scan.last, last) { missingBits[component]?[index] = bits }
    }
  }

  /// libjpeg decodes colours that are stored at half size at twice the scale, instead of enlarging them.
  private static func lastNeeded(
    _ components: [JPEGHeader.Component], scale: JPEGScale
  ) -> [UInt8: Int] {
    let across = components.map(\.horizontalSampling).max() ?? 1
    let down = components.map(\.verticalSampling).max() ?? 1
    var result: [UInt8: Int] = [:]
    for component in components {
      var size = scale.rawValue
      while size < 8, component.horizontalSampling > 0, component.verticalSampling > 0,
        (across * scale.rawValue) % (component.horizontalSampling * size * 2) == 0,
        (down * scale.rawValue) % (component.verticalSampling * size * 2) == 0
      {
        size *= 2
      }
      // The zigzag index of the last coefficient of a corner of 1, 2, 4 or 8 rows.
      result[component.identifier] = [1: 0, 2: 4, 4: 24][size] ?? 63
    }
    return result
  }

  /// The header of one scan.
  private struct Scan {
    var components: [UInt8]
    /// The coefficients it holds, in zigzag order.
    var first, last: Int
    /// The bits that were missing before it; 0 in the first pass.
    var previousBits: UInt8
    /// The bits that are missing after it.
    var bits: UInt8

    init?(_ bytes: Span<UInt8>, in payload: Range<Int>) {
      guard payload.count >= 4 else { return nil }
      let count = Int(bytes[payload.lowerBound])
      guard (1...4).contains(count), payload.count >= 4 + 2 * count else { return nil }
      components = (0..<count).map { bytes[payload.lowerBound + 1 + 2 * $0] }
      let at = payload.lowerBound + 1 + 2 * count
      first = Int(bytes[at])
      last = Int(bytes[at + 1])
      previousBits = bytes[at + 2] >> 4
      bits = bytes[at + 2] & 15
      guard first <= last, last <= 63 else { return nil }
    }
  }
}
