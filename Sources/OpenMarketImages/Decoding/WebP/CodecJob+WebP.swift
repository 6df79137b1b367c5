#if os(Linux)
  import COpenMarketCodecs
  import Foundation

  extension CodecJob {
    /// Decodes a WebP file, or the first frame of an animation.
    ///
    /// libwebp reduces to twice the wanted size, which is cheap, and the Lanczos filter does the rest: libwebp's
    /// own filter down to the size itself costs 8 dB.
    func decodeWebP(_ bytes: Data, header: WebPHeader) throws(ImageError) -> Pixels {
      var request = om_webp_request()
      // The header of a still picture is believed, as in browsers, when the picture itself brings alpha.
      request.is_opaque = header.hasAlpha || header.firstFrame != nil ? 0 : 1
      if let frame = header.firstFrame, frame.size != header.size {
        request.canvas_width = UInt32(header.size.width)
        request.canvas_height = UInt32(header.size.height)
        request.x = UInt32(frame.x)
        request.y = UInt32(frame.y)
      } else if let size = reducedSize {
        request.width = UInt32(size.width)
        request.height = UInt32(size.height)
      }
      let part = header.firstFrame?.bytes ?? 0..<bytes.count
      return try unsafe run(hasPremultipliedAlpha: true) { limits, sink, report in
        unsafe bytes.withUnsafeBytes { file in
          unsafe om_webp_decode(
            om_span(UnsafeRawBufferPointer(rebasing: file[part])), request, limits, sink, report)
        }
      }
    }

    /// The size that leaves the filter enough for every target; `nil` when that is not below the source's.
    private var reducedSize: PixelSize? {
      let scale =
        zip(targets, layouts).map { target, layout in
          (target.quality == .good ? 2 : 1.5) / layout.reduction
        }.max() ?? 1
      guard scale < 1 else { return nil }
      return PixelSize(
        width: Int((Double(stored.width) * scale).rounded(.up)),
        height: Int((Double(stored.height) * scale).rounded(.up)))
    }
  }
#endif
