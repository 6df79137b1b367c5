/// The key of a cached image: its source, its size and the way it was made.
package struct ImageKey: Sendable, Hashable {
  /// Names the source: its address, or the request's own identity for it.
  package let source: String
  /// The size, mode and quality it was made for.
  package let target: ImageTarget

  /// Makes a key.
  ///
  /// The box of an image at its own size says nothing, so all such targets are one.
  package init(source: String, target: ImageTarget) {
    self.source = source
    self.target =
      target.mode == .original
      ? ImageTarget(size: ImageTarget.original.size, mode: .original, quality: target.quality) : target
  }
}

extension ImageKey: CustomStringConvertible {
  /// The size and mode; the source may hold what is not for logs.
  package var description: String { "\(target.mode.rawValue) \(target.size) \(target.quality.rawValue)" }
}
