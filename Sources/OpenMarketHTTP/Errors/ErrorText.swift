/// Text from the network on its way into an error.
enum ErrorText {
  /// `text` without control characters, which could steer a terminal or forge a line of a log, and cut
  /// after `limit` characters.
  static func clean(_ text: String, limit: Int) -> String {
    let scalars = text.unicodeScalars.prefix(limit * 4).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    var clean = String(String.UnicodeScalarView(scalars))
    if clean.count > limit { clean = clean.prefix(limit) + "…" }
    while clean.first == " " { clean.removeFirst() }
    while clean.last == " " { clean.removeLast() }
    return clean
  }
}
