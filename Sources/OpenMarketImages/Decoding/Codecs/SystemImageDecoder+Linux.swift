#if os(Linux)
  import COpenMarketCodecs
  import Foundation

  extension SystemImageDecoder {
    static let codecs: Set<ImageFormat> = om_has_webp() != 0 ? [.jpeg, .png, .webP] : [.jpeg, .png]

    /// Decodes a file whose header passed the limits.
    static func decode(
      _ bytes: Data, header: ImageHeader, targets: [ImageTarget], options: DecodingOptions
    ) throws(ImageError) -> [DecodedImage] {
      let info = header.info
      let stored = info.orientation.applied(to: info.size)
      let layouts = targets.map { RenderLayout(target: $0, stored: stored, orientation: info.orientation) }
      let job = CodecJob(
        info: info, stored: stored, layouts: layouts, targets: targets, options: options)
      let pixels: CodecJob.Pixels
      switch info.format {
      case .jpeg:
        guard let jpeg = header.jpeg else { throw ImageError(.failed, "the JPEG header was not kept") }
        pixels = try job.decodeJPEG(bytes, header: jpeg)
      default:
        throw ImageError(.unsupportedFormat, "\(info.format.rawValue) is not decoded")
      }
      return zip(pixels.planes, layouts).map { plane, layout in
        let orientation = info.orientation
        return DecodedImage(
          trusted: orientation.upright(
            plane.bytes, stored: layout.storedOutput, bytesPerPixel: plane.format.bytesPerPixel),
          size: orientation.applied(to: layout.storedOutput), format: plane.format, sourceSize: info.size,
          isPartial: pixels.isPartial, isAnimated: info.isAnimated)
      }
    }
  }
#endif
