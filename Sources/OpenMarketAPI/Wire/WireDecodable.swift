/// A value read from a JSON object whose spelling and optional fields cannot be relied on.
protocol WireDecodable {
  /// Reads the object's fields.
  /// - Throws: when a field that cannot be done without is absent or unreadable.
  init(from object: inout WireObject) throws
}

/// An entry of a list, or why it could not be read: decoding it never throws, so the list goes on.
enum Attempt<Entry: WireDecodable>: Decodable {
  case success(Entry, issues: [DecodingIssue])
  case failure(any Error)

  init(from decoder: any Decoder) {
    do {
      var object = try WireObject(decoder)
      let entry = try Entry(from: &object)
      self = .success(entry, issues: object.issues)
    } catch {
      self = .failure(error)
    }
  }
}
