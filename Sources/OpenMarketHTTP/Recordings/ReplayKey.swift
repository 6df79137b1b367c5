import Foundation
import HTTPTypes

/// The properties that a request and a recorded one must have in common: method, path, query and body.
///
/// Secrets, boundaries, the order of keys in JSON and all header fields differ from run to run, and do not count;
/// nor does the server's address.
struct ReplayKey: Hashable {
  var method: String
  var path: String
  var body: Data

  init(_ request: HAREntry.Request) throws(HTTPError) {
    method = request.method
    path = Redactor.unnumbered(Self.path(of: request.url))
    guard let post = request.postData else {
      body = Data()
      return
    }
    guard post.omitted == nil else {
      body = Data("~omitted~".utf8)
      return
    }
    guard let data = HARText(post.text, encoding: post.encoding).data else {
      throw HTTPError(.invalidInput, "a body in it is no base64")
    }
    body = Self.canonical(data, post)
  }

  static func path(of url: String) -> String {
    // By bytes: to look for a text in a text takes longer than all the rest of a replay.
    let bytes = url.utf8
    var rest = bytes[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = bytes[bytes.index(after: colon)...]
      guard rest.starts(with: "//".utf8) else { continue }
      return rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")).map { String(url[$0...]) } ?? "/"
    }
    return url
  }

  private static func canonical(_ data: Data, _ post: HAREntry.PostData) -> Data {
    let type = post.mimeType
    if type.hasPrefix("multipart/form-data"),
      let parts = try? MultipartDecoder.parts(of: data, contentType: type)
    {
      return parts.reduce(into: Data()) { all, part in
        let content = sorted(part.content) ?? unnumbered(part.content)
        all += Data("\(part.header.name)\0\(part.header.fileName ?? "")\0\(content.count)\0".utf8) + content
      }
    }
    return sorted(data) ?? unnumbered(data)
  }

  /// Objects of JSON with their keys in order; `nil` for anything else.
  private static func sorted(_ data: Data) -> Data? {
    guard data.first == UInt8(ascii: "{") || data.first == UInt8(ascii: "["),
      let value = try? JSONSerialization.jsonObject(with: data),
      let json = try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    else { return nil }
    return unnumbered(json)
  }

  private static func unnumbered(_ data: Data) -> Data {
    guard let text = String(validating: data, as: UTF8.self) else { return data }
    return Data(Redactor.unnumbered(text).utf8)
  }
}
