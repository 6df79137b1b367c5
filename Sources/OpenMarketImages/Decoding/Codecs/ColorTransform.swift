#if os(Linux)
  import COpenMarketCodecs
  import Foundation
  import OpenMarketPacing
  import Synchronization

  /// Changes colours to those of sRGB, by Little CMS.
  @safe final class ColorTransform: Sendable {
    /// The pixels that it is for.
    let model: ICCProfile.Model
    let byteCount: Int
    /// Only read from here on: any number of threads may use it.
    nonisolated(unsafe) private let transform: OpaquePointer

    private init?(_ profile: ICCProfile, memory: Int) {
      let kind: om_model =
        switch profile.model {
        case .grey: OM_GREY
        case .rgb: OM_RGB
        case .cmyk: OM_CMYK
        }
      let made = unsafe profile.bytes.withUnsafeBytes { bytes in
        unsafe om_transform_create(om_span(bytes), kind, memory)
      }
      guard let made = unsafe made else { return nil }
      unsafe transform = made
      model = profile.model
      byteCount = unsafe om_transform_held(made)
    }

    deinit { unsafe om_transform_destroy(transform) }

    /// The same for rows of a CMYK file, which become RGB; `nil` for others.
    var ink: OpaquePointer? { unsafe model == .cmyk ? transform : nil }

    /// Converts pixels in place.
    func convert(
      _ bytes: inout [UInt8], _ format: PixelFormat, _ interruption: Interruption
    ) throws(ImageError) {
      let channels = format.bytesPerPixel
      try interruption.inPieces(bytes.count / channels, cost: 16) { pixels in
        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
          guard let start = bytes.baseAddress else { return }
          unsafe om_transform_pixels(transform, start + pixels.lowerBound * channels, channels, pixels.count)
        }
      }
    }
  }

  extension ColorTransform {
    private static let longest = 16_384
    /// Those that were needed last; making one takes milliseconds, and a camera has one profile.
    private static let recent = Mutex(LRUTable<ICCProfile, ColorTransform>(costLimit: .max, countLimit: 4))

    /// The transform for a profile, made when it is not there, with so many bytes for Little CMS, 16 MB at most.
    ///
    /// It is `nil` when there is nothing to do, or nothing that can be done: such a profile counts as absent. At most
    /// about a megabyte is kept.
    static func toSRGB(from profile: ICCProfile, memory: Int) -> ColorTransform? {
      if let known = recent.withLock({ $0.value(for: profile) }) { return known }
      guard !profile.isSRGB, let transform = ColorTransform(profile, memory: min(memory, 16_000_000))
      else { return nil }
      if profile.bytes.count <= longest {
        recent.withLock { $0.insert(transform, cost: 0, for: profile) }
      }
      return transform
    }
  }
#endif
