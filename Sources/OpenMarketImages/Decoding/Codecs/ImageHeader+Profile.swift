#if os(Linux)
  import COpenMarketCodecs
  import Foundation

  extension ImageHeader {
    /// The ICC profile, if it is one for the file's pixels.
    ///
    /// One of more bytes than `limit` counts as absent, and so does one that cannot be read. Of PNG files that alone:
    /// `gAMA` and `cHRM` are rarely there without meaning sRGB, and are not read.
    func profile(in bytes: Span<UInt8>, limit: Int) -> ICCProfile? {
      switch details {
      case .jpeg(let header): header.profile(in: bytes, limit: limit)
      case .png(let header):
        header.profile.flatMap { Self.inflated(bytes, in: $0, limit: limit) }
          .flatMap { ICCProfile(Data($0), for: header.isGrey ? .grey : .rgb) }
      case .webP(let header):
        header.profile.flatMap { $0.count <= limit ? ICCProfile(Data($0.map { bytes[$0] }), for: .rgb) : nil }
      case .gif, .system: nil
      }
    }

    /// A compressed profile; `nil` when it is damaged, or its length is not what its first bytes say.
    private static func inflated(_ bytes: Span<UInt8>, in range: Range<Int>, limit: Int) -> [UInt8]? {
      guard let head = inflated(bytes, in: range, count: 4)?.bytes,
        let length = Int(exactly: head.span.bigEndian32(at: 0)), length <= limit,
        let profile = inflated(bytes, in: range, count: length), profile.isWhole
      else { return nil }
      return profile.bytes
    }

    /// The first `count` bytes of a zlib stream; `nil` when it has fewer.
    private static func inflated(
      _ bytes: Span<UInt8>, in range: Range<Int>, count: Int
    ) -> (bytes: [UInt8], isWhole: Bool)? {
      var isWhole: Int32 = 0
      let inflated = unsafe bytes.extracting(range).withUnsafeBufferPointer { from in
        unsafe [UInt8](unsafeUninitializedCapacity: count) { out, made in
          unsafe made = om_inflate(om_span(UnsafeRawBufferPointer(from)), out.baseAddress, count, &isWhole)
        }
      }
      return inflated.count == count ? (inflated, isWhole != 0) : nil
    }
  }
#endif
