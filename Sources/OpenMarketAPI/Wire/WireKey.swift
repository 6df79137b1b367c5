/// A key of a JSON object: the spelling of generation 2, and that of the other generation, to be tried
/// when the first is absent.
struct WireKey: CodingKey {
  let stringValue: String
  /// The same name in the other of snake_case and camelCase.
  let twin: String?

  init(_ spelling: String, twin: String? = nil) {
    stringValue = spelling
    self.twin = twin
  }

  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
  var intValue: Int? { nil }

  /// The key in its other spelling; the same key when it has only one.
  var respelled: WireKey { WireKey(twin ?? stringValue) }
}
