/// The key of a cached image: its source, its size and the way it was made.
package struct ImageKey: Sendable, Hashable {
  /// Names the source: its address, or the request's own identity for it.
  package let source: String
  /// The size, mode and quality it was made for.
  package let target: ImageTarget

  package init(source: String, target: ImageTarget) {
    (self.source, self.target) = (source, target)
  }
}

extension ImageKey: CustomStringConvertible {
  /// The size and mode, which names a file on disk, too; the source may hold what is not for logs.
  package var description: String {
    let size =
      switch target.shape {
      case .original: "original"
      case .box(let size, .fit): "fit \(size)"
      case .box(let size, .fill): "fill \(size)"
      case .box(let size, .crop): "crop \(size)"
      }
    return target.quality == .fast ? size + " fast" : size
  }
}
