#if os(Linux)
  import COpenMarketCodecs
  import Foundation
  import Synchronization

  /// Changes colours to those of sRGB, by Little CMS.
  @safe final class ColorTransform: Sendable {
    /// The pixels that it is for.
    let model: ICCProfile.Model
    /// The bytes that its tables take.
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
    ///
    /// - Throws: ``ImageError`` when `interruption` says so.
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
    private static let capacity = 4
    private static let longest = 16_384
    /// Those that were needed last, the latest at the end; making one takes milliseconds, and a camera has one profile.
    private static let recent = Mutex<[(profile: ICCProfile, transform: ColorTransform)]>([])

    /// The transform for a profile, made when it is not there.
    ///
    /// At most about a megabyte is kept.
    ///
    /// - Parameters:
    ///   - profile: The colours to convert from.
    ///   - memory: The bytes that Little CMS may hold while it makes tables; 16 MB at most.
    /// - Returns: `nil` when there is nothing to do, or nothing that can be done: such a profile counts as absent.
    static func toSRGB(from profile: ICCProfile, memory: Int) -> ColorTransform? {
      let known = recent.withLock { recent -> ColorTransform? in
        guard let index = recent.lastIndex(where: { $0.profile == profile }) else { return nil }
        let known = recent.remove(at: index)
        recent.append(known)
        return known.transform
      }
      if let known { return known }
      guard !profile.isSRGB, let transform = ColorTransform(profile, memory: min(memory, 16_000_000))
      else { return nil }
      guard profile.bytes.count <= longest else { return transform }
      recent.withLock { recent in
        // Another thread may have been faster.
        guard !recent.contains(where: { $0.profile == profile }) else { return }
        if recent.count == capacity { recent.removeFirst() }
        recent.append((profile, transform))
      }
      return transform
    }
  }
#endif
