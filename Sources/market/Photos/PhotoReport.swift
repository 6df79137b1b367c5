import OpenMarket

struct PhotoReport {
  let photo: LoadedPhoto
  let source: String
  /// The file that was written.
  var output: (path: String, byteCount: Int)?

  /// As `--json` shows it: `Schemas/json/cli-image.schema.json`.
  var json: JSONFields {
    let image = photo.image
    return [
      "source": source, "from": photo.origin.rawValue, "width": image.width, "height": image.height,
      "sourceWidth": image.sourceSize.width, "sourceHeight": image.sourceSize.height,
      "partial": image.isPartial, "animated": image.isAnimated,
      "output": output?.path, "bytes": output?.byteCount,
    ]
  }

  func line(style: Style) -> String {
    let (image, size) = (photo.image, photo.image.sourceSize)
    var parts = [
      "\(image.width)×\(image.height) of \(size.width)×\(size.height) pixels",
      "from \(photo.origin.rawValue)",
    ]
    if let output { parts.insert("\(output.path.printable): \(output.byteCount.asBytes)", at: 0) }
    if image.isAnimated { parts.append("first frame of an animation") }
    if image.isPartial { parts.append("incomplete: the file is cut off or damaged") }
    return style.dim(parts.joined(separator: ", "))
  }
}
