#if os(Linux)
  import COpenMarketCodecs

  /// Makes rows of pixels of the first frame of a GIF file.
  @safe struct GIFRows {
    private(set) var isPartial = false
    /// A description of the failure.
    private(set) var message: String?

    private let size: PixelSize
    private let frame: GIFHeader.Frame
    private let channels: Int
    private let sink: om_sink
    /// Four bytes for every colour that a code can name.
    private var palette: [UInt8]
    private var decoder: LZWDecoder
    /// One row of the canvas.
    private var line: [UInt8] = []

    init(_ bytes: Span<UInt8>, header: GIFHeader, sink: om_sink) {
      size = header.size
      frame = header.firstFrame
      channels = header.hasAlpha ? 4 : 3
      unsafe self.sink = unsafe sink
      // Colours that the file does not have are black.
      palette = (0..<1024).map { $0 % 4 == 3 ? 255 : 0 }
      for color in 0..<frame.colors.count / 3 {
        for channel in 0..<3 {
          palette[4 * color + channel] = bytes[frame.colors.lowerBound + 3 * color + channel]
        }
      }
      if let none = frame.transparentColor {
        for channel in 0..<4 { palette[4 * none + channel] = 0 }
      }
      decoder = LZWDecoder(minimumCodeSize: frame.minimumCodeSize, at: frame.data)
    }

    mutating func deliver(_ bytes: Span<UInt8>) -> om_status {
      var geometry = om_geometry()
      geometry.source_width = UInt32(size.width)
      geometry.source_height = UInt32(size.height)
      geometry.channels = UInt32(channels)
      geometry.plane_count = 1
      geometry.planes.0 = om_plane(
        width: geometry.source_width, height: geometry.source_height, across: 1, down: 1, sampling_across: 1,
        sampling_down: 1)
      // A row of the canvas and an empty one, and the colours of the frame's rows in hand.
      let colors = frame.isInterlaced ? frame.size.pixelCount : frame.size.width
      geometry.held = UInt64(2 * size.width * channels + colors)
      guard unsafe sink.begin(sink.context, &geometry) != 0 else { return OM_STOPPED }
      line = Array(repeating: 0, count: size.width * channels)
      guard deliverEmpty(frame.y) else { return OM_STOPPED }
      let status = frame.isInterlaced ? deliverInterlaced(bytes) : deliverStraight(bytes)
      guard status == OM_OK, !isPartial else { return status }
      return deliverEmpty(size.height - frame.y - frame.size.height) ? OM_OK : OM_STOPPED
    }

    private mutating func deliverStraight(_ bytes: Span<UInt8>) -> om_status {
      var colors = [UInt8](repeating: 0, count: frame.size.width)
      for row in 0..<frame.size.height {
        if let end = fill(&colors, row: 0, from: bytes) { return finish(after: end, rows: row) }
        guard deliver(colors, row: 0) else { return OM_STOPPED }
      }
      return OM_OK
    }

    /// Every eighth row comes first, then those between: a row stands for those below it until they come.
    private mutating func deliverInterlaced(_ bytes: Span<UInt8>) -> om_status {
      let (width, height) = (frame.size.width, frame.size.height)
      // Filled as the rows come: a file may have few of those that it announces.
      var colors: [UInt8] = []
      colors.reserveCapacity(width * height)
      var status = OM_OK
      var displayed = 0
      let passes: [(first: Int, step: Int, count: Int)] = [(0, 8, 8), (4, 8, 4), (2, 4, 2), (1, 2, 1)]
      let rows = passes.lazy.flatMap { pass in
        stride(from: pass.first, to: height, by: pass.step).lazy.map { (row: $0, count: pass.count) }
      }
      for (row, count) in rows {
        let end = min(row + count, height)
        if colors.count < end * width { colors += repeatElement(0, count: end * width - colors.count) }
        if let end = fill(&colors, row: row, from: bytes) {
          status = finish(after: end, rows: displayed)
          break
        }
        if row % 16 == 0, isStopped { return OM_STOPPED }
        for below in row + 1..<max(row + 1, end) {
          for x in 0..<width { colors[below * width + x] = colors[row * width + x] }
        }
        displayed = max(displayed, end)
      }
      guard status == OM_OK else { return status }
      for row in 0..<displayed where !deliver(colors, row: row) { return OM_STOPPED }
      return OM_OK
    }

    private var isStopped: Bool { unsafe sink.poll(sink.context) == 0 }

    /// One row of colours' numbers.
    private mutating func fill(_ colors: inout [UInt8], row: Int, from bytes: Span<UInt8>) -> LZWDecoder.End?
    {
      let (width, sink) = unsafe (frame.size.width, sink)
      return decoder.fill(&colors, in: row * width..<(row + 1) * width, from: bytes) {
        unsafe sink.poll(sink.context) == 0
      }
    }

    /// Returns the status of a frame that has no more than `rows` rows.
    private mutating func finish(after end: LZWDecoder.End, rows: Int) -> om_status {
      guard end != .stopped else { return OM_STOPPED }
      message = end == .damaged ? "a code without meaning" : "\(rows) rows of \(frame.size.height)"
      guard rows > 0 else { return end == .damaged ? OM_DAMAGED : OM_TRUNCATED }
      isPartial = true
      return OM_OK
    }

    /// Rows outside of the frame.
    private func deliverEmpty(_ count: Int) -> Bool {
      guard count > 0 else { return true }
      let empty = [UInt8](repeating: 0, count: line.count)
      return (0..<count).allSatisfy { _ in deliver(empty) }
    }

    /// A row of the frame.
    private mutating func deliver(_ colors: [UInt8], row: Int) -> Bool {
      let start = row * frame.size.width
      var at = frame.x * channels
      for x in 0..<frame.size.width {
        let color = 4 * Int(colors[start + x])
        line[at] = palette[color]
        line[at + 1] = palette[color + 1]
        line[at + 2] = palette[color + 2]
        if channels == 4 { line[at + 3] = palette[color + 3] }
        at += channels
      }
      return deliver(line)
    }

    private func deliver(_ row: [UInt8]) -> Bool {
      unsafe row.withUnsafeBufferPointer { row in
        unsafe sink.rows(sink.context, 0, row.baseAddress, row.count, 1) != 0
      }
    }
  }
#endif
