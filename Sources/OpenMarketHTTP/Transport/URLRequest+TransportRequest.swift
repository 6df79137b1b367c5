import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The same request for URLSession, by hand: shorter work than going through a header dictionary twice.
  ///
  /// - Throws: ``HTTPError`` with the fault `invalidRequest` when it has no sendable form.
  init(_ head: HTTPRequest, hasBody: Bool) throws(HTTPError) {
    self.init(url: try URL(head, hasBody: hasBody))
    httpMethod = head.method.rawValue
    var fields: [String: String] = [:]
    fields.reserveCapacity(head.headerFields.count + 1)
    for field in head.headerFields {
      // The transport frames the body itself.
      if field.name == .contentLength || field.name == .transferEncoding { continue }
      let name = field.name.rawName
      if let earlier = fields[name] {
        fields[name] = earlier + (field.name == .cookie ? "; " : ", ") + field.value
      } else {
        fields[name] = field.value
      }
    }
    // URLSession on Linux would call it a form.
    if hasBody, head.headerFields[.contentType] == nil { fields["Content-Type"] = "application/octet-stream" }
    allHTTPHeaderFields = fields
  }
}

extension URL {
  /// The address that `head` is sent to.
  /// - Throws: ``HTTPError`` with the fault `invalidRequest` when it has none, or a body that it cannot have.
  init(_ head: HTTPRequest, hasBody: Bool) throws(HTTPError) {
    guard !hasBody || head.method != .get && head.method != .head else {
      throw HTTPError(fault: .invalidRequest, "A \(head.method.rawValue) request cannot carry a body.")
    }
    guard let scheme = head.scheme, scheme == "http" || scheme == "https" else {
      throw HTTPError(
        fault: .invalidRequest, "The scheme must be http or https, not \(head.scheme ?? "absent").")
    }
    guard let authority = head.authority, !authority.isEmpty,
      !authority.utf8.contains(where: { "/?#@\\".utf8.contains($0) })
    else {
      throw HTTPError(fault: .invalidRequest, "The authority must be a host, with a port if need be.")
    }
    guard let path = head.path, path.utf8.first == UInt8(ascii: "/") else {
      throw HTTPError(fault: .invalidRequest, "The path must begin with a slash.")
    }
    // A URL that had to be repaired would not be the one that was asked for.
    guard let url = URL(string: "\(scheme)://\(authority)\(path)", encodingInvalidCharacters: false),
      url.host?.isEmpty == false, url.fragment == nil, UInt16(exactly: url.port ?? 0) != nil
    else {
      throw HTTPError(
        fault: .invalidRequest, "Not a URL: percent-encode the path and write the host in ASCII.")
    }
    self = url
  }
}
