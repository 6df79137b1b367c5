/// Something read from a JSON object whose spelling and optional fields cannot be relied on.
protocol WireDecodable {
  /// Reads the object's fields.
  /// - Throws: when a field that cannot be done without is absent or unreadable.
  init(from object: inout WireObject) throws
}

/// An entry of a list, or why it could not be read: decoding it never throws, so the list goes on.
struct Attempt<Entry: WireDecodable>: Decodable {
  let entry: Result<Entry, any Error>
  let issues: [DecodingIssue]

  init(from decoder: any Decoder) {
    do {
      var object = try WireObject(decoder)
      entry = .success(try Entry(from: &object))
      issues = object.issues
    } catch {
      entry = .failure(error)
      issues = []
    }
  }
}
