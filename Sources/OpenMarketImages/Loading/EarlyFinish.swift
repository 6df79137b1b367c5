import Foundation

/// Looks at a file while it arrives: is it an image at all, and does its beginning suffice?
struct EarlyFinish {
  private let decoder: any ImageDecoder
  /// The length at which to look next; `nil` when there is nothing more to find out.
  private var nextCheck: Int? = 4096
  private var isProgressive = false

  init(_ decoder: any ImageDecoder) { self.decoder = decoder }

  /// Whether the rest is not needed, where `targets` are `nil` when the whole file is wanted; throws when no image will
  /// come of it.
  mutating func suffices(_ bytes: Data, for targets: @autoclosure () -> Set<ImageTarget>?) throws(ImageError)
    -> Bool
  {
    guard let look = nextCheck, bytes.count >= look else { return false }
    if !isProgressive {
      do {
        isProgressive = try decoder.inspect(bytes).isProgressive
      } catch  where error.code == .truncated {
        nextCheck = bytes.count * 2
        return false
      }
      guard isProgressive else {
        nextCheck = nil
        return false
      }
    }
    // In steps that grow, so that all looks together cost no more than a few over the whole file.
    nextCheck = bytes.count + max(8192, bytes.count / 8)
    guard let targets = targets(), !targets.isEmpty else { return false }
    return decoder.sufficientLength(of: bytes, for: Array(targets)) != nil
  }
}
