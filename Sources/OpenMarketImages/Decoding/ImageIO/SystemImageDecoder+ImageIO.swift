#if canImport(ImageIO)
  import CoreGraphics
  import Foundation
  import ImageIO

  extension SystemImageDecoder {
    static let codecs: Set<ImageFormat> = [.jpeg, .png, .webP, .gif, .heif]

    /// HEIC, the format of phones, is read by the system alone.
    static func header(of bytes: Data, options: DecodingOptions) throws(ImageError) -> ImageHeader {
      guard ImageFormat.sniff(bytes) == .heif else { return try ImageHeader(bytes.span, options: options) }
      guard let source = CGImageSourceCreateWithData(bytes as CFData, nil),
        let properties = CGImageSourceCopyPropertiesAtIndex(
          source, CGImageSourceGetPrimaryImageIndex(source), nil) as? [CFString: Any],
        let width = properties[kCGImagePropertyPixelWidth] as? Int, width > 0,
        let height = properties[kCGImagePropertyPixelHeight] as? Int, height > 0
      else {
        throw ImageHeader.endsEarly(heif: bytes.span)
          ? ImageError(.truncated, "the HEIC file ends within its header")
          : ImageError(.damaged, "ImageIO finds no picture in the HEIC file")
      }
      let orientation =
        (properties[kCGImagePropertyOrientation] as? Int).flatMap(ImageOrientation.init) ?? .up
      return ImageHeader(
        ofSystem: ImageInfo(
          format: .heif, size: orientation.applied(to: PixelSize(width: width, height: height)),
          orientation: orientation, hasAlpha: properties[kCGImagePropertyHasAlpha] as? Bool ?? false))
    }

    /// Decodes a file whose header passed the limits, once, at twice the largest wanted size; our own filter does
    /// the rest, so that sizes and quality are those of the other platforms.
    static func decode(
      _ bytes: Data, header: ImageHeader, targets: [ImageTarget], options: DecodingOptions
    ) throws(ImageError) -> [DecodedImage] {
      // What ImageIO leaves in the thread's pool are whole pictures, and few threads empty theirs between two of them.
      let result = autoreleasepool {
        Result { () throws(ImageError) in try images(bytes, header: header, targets: targets, options) }
      }
      return try result.get()
    }

    private static func images(
      _ bytes: Data, header: ImageHeader, targets: [ImageTarget], _ options: DecodingOptions
    ) throws(ImageError) -> [DecodedImage] {
      let info = header.info
      let interruption = Interruption(options)
      try interruption.check()
      // ImageIO turns HEIC, whose header it reads. Anything else is turned here, by the header that all platforms read:
      // ImageIO also goes by XMP and by the shape of pixels.
      let isTurned = info.format == .heif
      let orientation = isTurned ? ImageOrientation.up : info.orientation
      let stored = orientation.applied(to: info.size)
      let reduction =
        targets.map { RenderLayout(target: $0, stored: stored, orientation: orientation).reduction }.min()
        ?? 1
      let side = Double(max(stored.width, stored.height)) * min(1, 2 / reduction)
      let settings: [CFString: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: true,
        kCGImageSourceCreateThumbnailWithTransform: isTurned,
        kCGImageSourceThumbnailMaxPixelSize: Int(side.rounded(.up)), kCGImageSourceShouldCache: false,
      ]
      let endsEarly = header.endsEarly(in: bytes.span)
      let incomplete = ImageError(.truncated, "the \(info.format.rawValue) file is incomplete or damaged")
      if endsEarly, !options.acceptsPartialImages { throw incomplete }
      if info.format == .jpeg, JPEGSegment.hasMoreScans(than: options.scans, in: bytes.span) {
        throw ImageError(.tooLarge, "the file has more than the \(options.scans) scans allowed")
      }
      guard let source = CGImageSourceCreateWithData(bytes as CFData, nil),
        case let index = CGImageSourceGetPrimaryImageIndex(source),
        let picture = CGImageSourceCreateThumbnailAtIndex(source, index, settings as CFDictionary)
      else {
        throw endsEarly
          ? incomplete : ImageError(.damaged, "ImageIO cannot decode the \(info.format.rawValue) file")
      }
      // That of an only picture, or of the last of several, need not become complete when it is: WebKit does not trust it.
      let status = [CGImageSourceGetStatus(source), CGImageSourceGetStatusAtIndex(source, index)]
      let isPartial = endsEarly || status.contains { $0 == .statusUnexpectedEOF || $0 == .statusInvalidData }
      if isPartial, !options.acceptsPartialImages { throw incomplete }
      try interruption.check()
      let plane = try pixels(of: picture)
      let whole = DecodedImage(
        trusted: plane.bytes, size: PixelSize(width: picture.width, height: picture.height),
        format: plane.format, sourceSize: info.size, isPartial: isPartial, isAnimated: info.isAnimated)
      var images: [DecodedImage] = []
      for target in targets {
        try interruption.check()
        // By the size in the file: that of the smaller one is rounded.
        let layout = RenderLayout(target: target, stored: stored, orientation: orientation)
        let region = layout.region(in: whole.size, of: stored)
        let scaled =
          try layout.storedOutput == whole.size
          ? whole : whole.resampled(region, to: layout.storedOutput, options)
        images.append(scaled.turned(orientation))
      }
      return images
    }

    /// The pixels in sRGB, whatever the profile of the picture.
    private static func pixels(of picture: CGImage) throws(ImageError) -> (
      format: PixelFormat, bytes: [UInt8]
    ) {
      let size = PixelSize(width: picture.width, height: picture.height)
      var bytes = [UInt8](repeating: 0, count: size.pixelCount * 4)
      let isDrawn = unsafe bytes.withUnsafeMutableBytes { buffer in
        guard let colors = CGColorSpace(name: CGColorSpace.sRGB),
          let context = unsafe CGContext(
            data: buffer.baseAddress, width: size.width, height: size.height, bitsPerComponent: 8,
            bytesPerRow: size.width * 4, space: colors,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return false }
        context.draw(picture, in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
        return true
      }
      guard isDrawn else { throw ImageError(.failed, "there is no bitmap context for \(size) pixels") }
      return PixelPacker.droppingOpaqueAlpha(bytes)
    }
  }

  extension DecodedImage {
    /// The image upright, whose pixels are as they are stored.
    fileprivate func turned(_ orientation: ImageOrientation) -> DecodedImage {
      DecodedImage(
        trusted: orientation.upright(bytes, stored: size, bytesPerPixel: format.bytesPerPixel),
        size: orientation.applied(to: size), format: format, sourceSize: sourceSize, isPartial: isPartial,
        isAnimated: isAnimated)
    }
  }
#endif
