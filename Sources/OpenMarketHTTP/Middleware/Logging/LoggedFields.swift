import HTTPTypes

/// Header fields as logs show them: the values of fields known to hold no secret, the names of all others.
struct LoggedFields: CustomStringConvertible {
  private let fields: HTTPFields

  init(_ fields: HTTPFields) { self.fields = fields }

  /// `Accept: application/json, identifier: ‹hidden›`.
  var description: String {
    fields.map { "\($0.name.rawName): \(Self.harmless.contains($0.name) ? $0.value : "‹hidden›")" }
      .joined(separator: ", ")
  }

  /// An allow-list, because a new field's value is secret until somebody has thought about it.
  private static let harmless: Set<HTTPField.Name> = [
    .accept, .acceptEncoding, .acceptLanguage, .acceptRanges, .age, .allow, .cacheControl, .contentEncoding,
    .contentLength, .contentRange, .contentType, .date, .eTag, .ifModifiedSince, .ifNoneMatch, .ifRange,
    .lastModified, .range, .retryAfter, .server, .userAgent, .vary,
  ]
}
