#if os(Linux)
  import COpenMarketCodecs

  /// One file to be decoded by a codec in C, and what it must know.
  struct CodecJob {
    let info: ImageInfo
    /// The size in the file, before turning.
    let stored: PixelSize
    let layouts: [RenderLayout]
    let targets: [ImageTarget]
    let options: DecodingOptions
    /// The change of the file's colours to those of sRGB; `nil` when they are.
    let colors: ColorTransform?

    /// The decoded pixels, one plane for each layout, not yet upright.
    struct Pixels {
      var planes: [(format: PixelFormat, bytes: [UInt8])]
      var isPartial: Bool
    }

    /// Runs a codec, whose rows with alpha may have their colours multiplied by it, and turns what it says into pixels or
    /// an error.
    func run(
      hasPremultipliedAlpha: Bool = false,
      codec: (UnsafePointer<om_limits>, UnsafePointer<om_sink>, UnsafeMutablePointer<om_report>) -> om_status
    ) throws(ImageError) -> Pixels {
      let receiver = RowReceiver(self, hasPremultipliedAlpha: hasPremultipliedAlpha)
      var limits = om_limits(
        pixels: UInt64(clamping: options.pixels), memory: UInt64(clamping: options.codecMemory),
        scans: UInt32(clamping: options.scans))
      var report = om_report()
      let status = unsafe receiver.receive { sink in unsafe codec(&limits, sink, &report) }
      if let error = receiver.error { throw error }
      let isPartial = report.is_partial != 0
      guard status == OM_OK || (status == OM_STOPPED && receiver.isComplete) else {
        throw error(status, message: report.text)
      }
      if isPartial, !options.acceptsPartialImages {
        throw ImageError(
          .truncated, "the \(info.format.rawValue) file is incomplete or damaged: \(report.text)")
      }
      return Pixels(planes: try receiver.finish(), isPartial: isPartial)
    }

    private func error(_ status: om_status, message: String) -> ImageError {
      let kind = info.format.rawValue
      switch status {
      case OM_STOPPED: return ImageError(.cancelled, "decoding was cancelled")
      case OM_TRUNCATED: return ImageError(.truncated, "the \(kind) file ends before its pixels: \(message)")
      case OM_UNSUPPORTED:
        return ImageError(.unsupportedFormat, "this kind of \(kind) file is not decoded: \(message)")
      case OM_TOO_MANY_PIXELS:
        return ImageError(.tooLarge, "the file has more than the \(options.pixels) pixels allowed")
      case OM_TOO_MUCH_MEMORY:
        return ImageError(
          .tooLarge, "decoding would hold more than the \(options.codecMemory) bytes of memory allowed")
      case OM_TOO_MANY_SCANS:
        return ImageError(.tooLarge, "the file has more than the \(options.scans) scans allowed")
      case OM_NO_MEMORY: return ImageError(.tooLarge, "there is no memory left to decode the \(kind) file")
      case OM_MISSING:
        return ImageError(
          .codecMissing, "this build has no decoder for \(kind); build with the package trait WebP")
      default: return ImageError(.damaged, "the \(kind) file is damaged: \(message)")
      }
    }
  }

  extension om_report {
    /// The codec's message.
    var text: String {
      unsafe withUnsafeBytes(of: message) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  }
#endif
