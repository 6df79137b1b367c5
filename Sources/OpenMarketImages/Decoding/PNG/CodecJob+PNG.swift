#if os(Linux)
  import COpenMarketCodecs
  import Foundation

  extension CodecJob {
    func decodePNG(_ bytes: Data) throws(ImageError) -> Pixels {
      try unsafe run { limits, sink, report in
        unsafe bytes.withUnsafeBytes { file in
          unsafe om_png_decode(om_span(file), info.hasAlpha ? 1 : 0, limits, sink, report)
        }
      }
    }
  }

  extension om_span {
    init(_ bytes: UnsafeRawBufferPointer) {
      unsafe self.init(start: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    }
  }
#endif
