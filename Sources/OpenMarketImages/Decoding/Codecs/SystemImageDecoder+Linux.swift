#if os(Linux)
  import COpenMarketCodecs
  package import Foundation

  extension SystemImageDecoder {
    static let codecs: Set<ImageFormat> =
      om_has_webp() != 0 ? [.jpeg, .png, .gif, .webP] : [.jpeg, .png, .gif]

    static func header(of bytes: Data, options: DecodingOptions) throws(ImageError) -> ImageHeader {
      try ImageHeader(bytes.span, options: options)
    }

    /// Decodes a file whose header passed the limits.
    static func decode(
      _ bytes: Data, header: ImageHeader, targets: [ImageTarget], options: DecodingOptions
    ) throws(ImageError) -> [DecodedImage] {
      let info = header.info
      let stored = info.orientation.applied(to: info.size)
      let layouts = targets.map { RenderLayout(target: $0, stored: stored, orientation: info.orientation) }
      let profile = header.profile(in: bytes.span, limit: options.profileBytes)
      let job = CodecJob(
        info: info, stored: stored, layouts: layouts, targets: targets, options: options,
        colors: profile.flatMap { ColorTransform.toSRGB(from: $0, memory: options.codecMemory) })
      let pixels =
        switch header.details {
        case .jpeg(let header): try job.decodeJPEG(bytes, header: header)
        case .png: try job.decodePNG(bytes)
        case .webP(let header): try job.decodeWebP(bytes, header: header)
        case .gif(let header): try job.decodeGIF(bytes, header: header)
        case .system: throw ImageError(.unsupportedFormat, "\(info.format.rawValue) is not decoded here")
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

    /// How many bytes of a progressive JPEG file suffice for some targets.
    ///
    /// Known for progressive JPEG only, where the scans that a small size needs come first. Costs a search
    /// through the bytes, about 0.1 ms a megabyte.
    package func sufficientLength(of prefix: Data, for targets: [ImageTarget]) -> Int? {
      let bytes = prefix.span
      guard ImageFormat.sniff(bytes) == .jpeg, let header = try? JPEGHeader(bytes), header.isProgressive,
        targets.allSatisfy({ (try? $0.validate()) != nil })
      else { return nil }
      let layouts = targets.map {
        RenderLayout(target: $0, stored: header.size, orientation: header.orientation)
      }
      return JPEGScanFilter(
        bytes, header: header, scale: JPEGScale(for: targets, layouts: layouts, isProgressive: true),
        quality: targets.bestQuality, maximumScans: DecodingOptions().scans
      ).sufficientLength
    }
  }
#endif
