#if os(Linux)
  import COpenMarketCodecs
  import Foundation

  extension CodecJob {
    /// Decodes the first frame of a GIF file, on its place of a transparent canvas.
    func decodeGIF(_ bytes: Data, header: GIFHeader) throws(ImageError) -> Pixels {
      try unsafe run(hasPremultipliedAlpha: true) { _, sink, report in
        var rows = unsafe GIFRows(bytes.span, header: header, sink: sink.pointee)
        let status = rows.deliver(bytes.span)
        unsafe report.pointee.is_partial = rows.isPartial ? 1 : 0
        if let message = rows.message {
          unsafe withUnsafeMutableBytes(of: &report.pointee.message) {
            unsafe $0.copyBytes(from: message.utf8.prefix($0.count - 1))
          }
        }
        return status
      }
    }
  }
#endif
