#if os(Linux)
  import COpenMarketCodecs
  import Foundation

  extension DecodedImage {
    /// A JPEG file; colours at half size, as cameras do, below a quality of 90.
    func encodedJPEG(quality: Int) throws(ImageError) -> Data {
      let pixels = opaqueBytes
      return try unsafe encode("JPEG") { out, count, report in
        unsafe om_jpeg_encode(
          pixels, UInt32(width), UInt32(height), 3 * width, Int32(quality), quality >= 90 ? 1 : 0, out, count,
          report)
      }
    }

    func encodedPNG() throws(ImageError) -> Data {
      let channels = format.bytesPerPixel
      let pixels = channels == 4 ? straightBytes : bytes
      return try unsafe encode("PNG") { out, count, report in
        unsafe om_png_encode(
          pixels, UInt32(width), UInt32(height), channels * width, UInt32(channels), out, count, report)
      }
    }

    private func encode(
      _ kind: String,
      _ codec: (
        UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>,
        UnsafeMutablePointer<om_report>
      ) -> om_status
    ) throws(ImageError) -> Data {
      var out: UnsafeMutablePointer<UInt8>? = nil
      var count = 0
      var report = om_report()
      let status = unsafe codec(&out, &count, &report)
      defer { unsafe om_free(out) }
      guard status == OM_OK, let bytes = unsafe out else {
        throw ImageError(.failed, "\(size) pixels cannot be written as \(kind): \(report.text)")
      }
      return unsafe Data(bytes: bytes, count: count)
    }
  }
#endif
