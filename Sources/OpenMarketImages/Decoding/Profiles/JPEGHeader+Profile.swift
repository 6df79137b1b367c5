import Foundation

extension JPEGHeader {
  /// The ICC profile, if it is one for the file's pixels, can be read, and has no more bytes than `limit`.
  func profile(in bytes: Span<UInt8>, limit: Int) -> ICCProfile? {
    let length = profile.reduce(0) { $0 + $1.count }
    guard length > 0, length <= limit else { return nil }
    var joined: [UInt8] = []
    joined.reserveCapacity(length)
    for piece in profile {
      for index in piece { joined.append(bytes[index]) }
    }
    return ICCProfile(Data(joined), for: components.count == 1 ? .grey : components.count == 4 ? .cmyk : .rgb)
  }
}

extension ICCProfile {
  /// Reads the profile of a file with pixels of a kind; it is `nil` also when it is for others.
  ///
  /// Grey is a colour, too.
  init?(_ bytes: Data, for pixels: Model) {
    self.init(bytes)
    guard model == pixels || (model == .rgb && pixels == .grey) else { return nil }
  }
}
