#if os(Linux)
  import COpenMarketCodecs
  import Foundation

  extension CodecJob {
    /// Decodes a JPEG file at the smallest of libjpeg's fast sizes that suits all targets.
    func decodeJPEG(_ bytes: Data, header: JPEGHeader) throws(ImageError) -> Pixels {
      let scale = JPEGScale(for: targets, layouts: layouts, isProgressive: header.isProgressive)
      // Filtered as they are stored, brightness and colours are not rounded as libjpeg does; that shows as noise of
      // half a step unless many pixels become one.
      let isRGB = zip(targets, layouts).contains { $0.quality == .good && $1.reduction < 3 }
      var pieces = [0..<bytes.count]
      var isCut = false
      if header.isProgressive {
        let filter = JPEGScanFilter(
          bytes.span, header: header, scale: scale, quality: targets.bestQuality,
          maximumScans: options.scans)
        guard filter.scanCount <= options.scans else {
          throw ImageError(.tooLarge, "the file has more than the \(options.scans) scans allowed")
        }
        pieces = filter.pieces
        isCut = filter.sufficientLength != nil
      }
      return try unsafe run { limits, sink, report in
        unsafe bytes.withUnsafeBytes { file in
          unsafe withUnsafeTemporaryAllocation(of: om_span.self, capacity: pieces.count) { spans in
            for (index, piece) in pieces.enumerated() {
              let part = unsafe UnsafeRawBufferPointer(rebasing: file[piece])
              unsafe spans[index] = om_span(
                start: part.baseAddress?.assumingMemoryBound(to: UInt8.self), count: part.count)
            }
            return unsafe om_jpeg_decode(
              spans.baseAddress, pieces.count, isCut ? 1 : 0, UInt32(scale.rawValue), isRGB ? 1 : 0,
              colors?.ink,
              limits, sink, report)
          }
        }
      }
    }
  }
#endif
