import OpenMarket

/// The result for a photo, as `--json` shows it: `Schemas/json/cli-image.schema.json`.
struct PhotoReport: Encodable {
  var source: String
  /// `network`, `disk` or `file`.
  var from: String
  var width: Int
  var height: Int
  var sourceWidth: Int
  var sourceHeight: Int
  /// Whether parts are missing, as the file is cut off or damaged.
  var partial: Bool
  /// Whether this is the first frame of several.
  var animated: Bool
  /// Of what was written only.
  var output: String?
  var bytes: Int?

  init(_ photo: LoadedPhoto, source: String) {
    self.source = source
    from = photo.origin.rawValue
    (width, height) = (photo.image.width, photo.image.height)
    (sourceWidth, sourceHeight) = (photo.image.sourceSize.width, photo.image.sourceSize.height)
    (partial, animated) = (photo.image.isPartial, photo.image.isAnimated)
  }

  mutating func noteOutput(_ path: String, byteCount: Int) { (output, bytes) = (path, byteCount) }

  /// The same for people.
  func line(style: Style) -> String {
    var parts = ["\(width)×\(height) of \(sourceWidth)×\(sourceHeight) pixels", "from \(from)"]
    if let output, let bytes { parts.insert("\(output.printable): \(bytes.asBytes)", at: 0) }
    if animated { parts.append("first frame of an animation") }
    if partial { parts.append("incomplete: the file is cut off or damaged") }
    return style.dim(parts.joined(separator: ", "))
  }
}
