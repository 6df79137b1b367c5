import Foundation

/// Replaces secrets by placeholders: equal secrets by equal ones, in the order in which they are found.
///
/// A secret that was found in one place is replaced wherever it occurs later. Placeholders consist of characters that may
/// stand in paths, fields and JSON, so what is made of a redacted response can be sent.
struct Redactor {
  /// Whether each secret has a placeholder of its own; otherwise all have the same.
  let isNumbered: Bool
  private var placeholders: [Secret: String] = [:]
  private var known: [(bytes: Data, placeholder: Data)] = []

  /// Stands for any secret.
  static let anyPlaceholder = "~redacted~"
  /// Shorter secrets are replaced only where they were found.
  private static let leastLength = 6

  init(isNumbered: Bool) { self.isNumbered = isNumbered }

  /// Returns what stands for `secret`, from now on wherever it occurs if `isEverywhere`.
  mutating func placeholder(for secret: String, isEverywhere: Bool = true) -> String {
    guard !secret.isEmpty, !Self.isPlaceholder(secret) else { return secret }
    let key = Secret(secret)
    if let placeholder = placeholders[key] { return placeholder }
    let placeholder = isNumbered ? "~redacted-\(placeholders.count + 1)~" : Self.anyPlaceholder
    placeholders[key] = placeholder
    if isEverywhere, secret.utf8.count >= Self.leastLength { remember(secret, as: placeholder) }
    return placeholder
  }

  /// `data` without the secrets found so far.
  func redacting(_ data: Data) -> Data {
    var data = data
    for (secret, placeholder) in known {
      var start = data.startIndex
      while let range = data.range(of: secret, in: start..<data.endIndex) {
        data.replaceSubrange(range, with: placeholder)
        start = range.lowerBound + placeholder.count
      }
    }
    return data
  }

  /// `text` without the secrets found so far.
  func redacting(_ text: String) -> String {
    known.isEmpty ? text : String(decoding: redacting(Data(text.utf8)), as: UTF8.self)
  }

  /// All spellings in which the secret may come again, the longest first, so that none leaves a rest of another.
  private mutating func remember(_ secret: String, as placeholder: String) {
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    var spellings: Set<String> = [secret, Data(secret.utf8).base64EncodedString()]
    for allowed in [unreserved, .urlPathAllowed, .urlQueryAllowed] {
      spellings.formUnion(secret.addingPercentEncoding(withAllowedCharacters: allowed).map { [$0] } ?? [])
    }
    for options in [[], .withoutEscapingSlashes] as [JSONEncoder.OutputFormatting] {
      let encoder = JSONEncoder()
      encoder.outputFormatting = options
      if let quoted = try? encoder.encode(secret) {
        spellings.insert(String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self))
      }
    }
    known += spellings.map { (Data($0.utf8), Data(placeholder.utf8)) }
    known.sort { $0.bytes.count > $1.bytes.count }
  }

  /// Whether `text` is a placeholder already, as it is when a redacted response has led to a request.
  private static func isPlaceholder(_ text: String) -> Bool {
    text.wholeMatch(of: /~redacted(-\d+)?~/) != nil
  }

  /// `text` with the same placeholder for all secrets.
  static func unnumbered(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "~")) && text.contains("~redacted-")
      ? text.replacing(/~redacted-\d+~/, with: anyPlaceholder) : text
  }
}
