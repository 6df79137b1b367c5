import Foundation
import HTTPTypes

extension Redactor {
  /// Fields as recordings show them: the values that logs show, placeholders for all others.
  ///
  /// An address in `Location` is kept without its secrets, because it is where the next request goes.
  mutating func redacting(_ fields: HTTPFields, ofRequest isRequest: Bool) -> [HAREntry.Pair] {
    fields.map { field in
      let value: String
      if field.name == .contentType, let header = ParameterizedHeader(field.value),
        header.value == "multipart/form-data"
      {
        value = Self.formType
      } else if LoggedFields.shows(field.name) {
        value = redacting(field.value)
      } else if field.name == .location {
        value = redacting(url: field.value)
      } else {
        value = hide(field, ofRequest: isRequest)
      }
      return HAREntry.Pair(name: field.name.rawName, value: value)
    }
  }

  /// The secret of a request's field may come elsewhere, too; what is in its parts is found by itself.
  private mutating func hide(_ field: HTTPField, ofRequest isRequest: Bool) -> String {
    let isEverywhere = isRequest && field.name != .idempotencyKey || field.name == .setCookie
    let placeholder = placeholder(for: field.value, isEverywhere: isEverywhere)
    guard isEverywhere else { return placeholder }
    switch field.name {
    case .authorization, .proxyAuthorization:
      if let space = field.value.firstIndex(of: " ") {
        _ = self.placeholder(for: String(field.value[space...].dropFirst()))
      }
    case .cookie, .setCookie:
      let pairs = field.value.split(separator: ";")
      for pair in field.name == .cookie ? pairs[...] : pairs.prefix(1) {
        if let sign = pair.firstIndex(of: "=") {
          _ = self.placeholder(for: String(pair[sign...].dropFirst()))
        }
      }
    default: break
    }
    return placeholder
  }

  /// An address or a path with query, with placeholders for secret parameters and a password.
  mutating func redacting(url: String) -> String {
    var url = url
    if url.utf8.contains(UInt8(ascii: "@")) {
      let pieces = url.components(separatedBy: "://")
      url = pieces.prefix(1).joined()
      for piece in pieces.dropFirst() {
        let authority = piece.utf8.prefix { !"/?#".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map(piece.utf8.index(after:))
        url += "://" + piece[(host ?? piece.startIndex)...]
      }
    }
    guard let sign = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return redacting(url) }
    let end = url.utf8[sign...].firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
    let query = redacting(query: String(url[url.index(after: sign)..<end]))
    return redacting(url[...sign] + query + url[end...])
  }

  /// A query or a form of `name=value` pairs.
  mutating func redacting(query: String) -> String {
    let pairs = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")), pair.index(after: sign) < pair.endIndex else {
        return Substring(pair)
      }
      let name = String(query[pair.startIndex..<sign])
      guard SecretNames.contains(name.removingPercentEncoding ?? name) else { return Substring(pair) }
      let value = String(query[pair.index(after: sign)..<pair.endIndex])
      return Substring(name + "=" + placeholder(for: value.removingPercentEncoding ?? value))
    }
    return pairs.joined(separator: "&")
  }

  /// A body without secrets; forms with a fixed boundary, because that of a request is random.
  mutating func redacting(body: Data, contentType: String?) -> Data {
    let header = contentType.flatMap { ParameterizedHeader($0) }
    switch header?.value {
    case "multipart/form-data":
      guard let contentType, let parts = try? MultipartDecoder.parts(of: body, contentType: contentType)
      else { return redacting(redactingJSON(body)) }
      return redacting(parts)
    case "application/x-www-form-urlencoded":
      return redacting(Data(redacting(query: String(decoding: body, as: UTF8.self)).utf8))
    case let type? where type.hasPrefix("image/") || type.hasPrefix("video/"):
      return redacting(body)
    default:
      return redacting(redactingJSON(body))
    }
  }

  /// A response that is nothing but a path permits something to whoever has it: its last segment is a secret.
  mutating func findPermission(in body: Data) {
    guard (2...1024).contains(body.count), body.first == UInt8(ascii: "/"),
      let text = String(validating: body, as: UTF8.self)?.trimmingCharacters(in: .whitespacesAndNewlines),
      !text.contains(where: \.isWhitespace), let segment = text.split(separator: "/").last
    else { return }
    let encoded = String(segment)
    for spelling in [encoded.removingPercentEncoding ?? encoded, encoded] { _ = placeholder(for: spelling) }
  }

  static let formBoundary = "openmarket-recording"
  static let formType = "multipart/form-data; boundary=\(formBoundary)"

  private mutating func redacting(_ parts: [MultipartDecoder.Part]) -> Data {
    var body = Data()
    for part in parts {
      var content = redacting(body: part.content, contentType: part.header.contentType)
      if SecretNames.contains(part.header.name) {
        content = Data(placeholder(for: String(decoding: part.content, as: UTF8.self)).utf8)
      }
      var head = "--\(Self.formBoundary)\r\nContent-Disposition: form-data; name=\"\(part.header.name)\""
      if let name = part.header.fileName { head += "; filename=\"\(name)\"" }
      if let type = part.header.contentType { head += "\r\nContent-Type: \(type)" }
      body += Data((redacting(head) + "\r\n\r\n").utf8) + content + Data("\r\n".utf8)
    }
    return body + Data("--\(Self.formBoundary)--\r\n".utf8)
  }
}
