extension HAREntry.Request: HARObject {
  static let blank = Self(method: "", url: "", headers: [], queryString: [], bodySize: 0)
  static let members = HARMembers<Self>(
    [
      "bodySize": { $0.bodySize = try $1.signedInteger() },
      "cookies": { $0.cookies = try [HAREntry.Pair](&$1) },
      "headers": { $0.headers = try [HAREntry.Pair](&$1) },
      "headersSize": { $0.headersSize = try $1.signedInteger() },
      "httpVersion": { $0.httpVersion = try $1.string() },
      "method": { $0.method = try $1.string() },
      "postData": { $0.postData = try HAREntry.PostData(&$1) },
      "queryString": { $0.queryString = try [HAREntry.Pair](&$1) },
      "url": { $0.url = try $1.string() },
    ], optional: ["postData"])
}

extension HAREntry.PostData: HARObject {
  static let blank = Self(mimeType: "", text: "")
  static let members = HARMembers<Self>(
    [
      "_encoding": { $0.encoding = try $1.string() },
      "_omitted": { $0.omitted = try $1.string() },
      "mimeType": { $0.mimeType = try $1.string() },
      "text": { $0.text = try $1.string() },
    ], optional: ["_encoding", "_omitted"])
}

extension HAREntry.Response: HARObject {
  static let blank = Self(
    status: 0, statusText: "", headers: [], content: .blank, redirectURL: "", bodySize: 0)
  static let members = HARMembers<Self>([
    "bodySize": { $0.bodySize = try $1.signedInteger() },
    "content": { $0.content = try HAREntry.Content(&$1) },
    "cookies": { $0.cookies = try [HAREntry.Pair](&$1) },
    "headers": { $0.headers = try [HAREntry.Pair](&$1) },
    "headersSize": { $0.headersSize = try $1.signedInteger() },
    "httpVersion": { $0.httpVersion = try $1.string() },
    "redirectURL": { $0.redirectURL = try $1.string() },
    "status": { $0.status = try $1.signedInteger() },
    "statusText": { $0.statusText = try $1.string() },
  ])
}

extension HAREntry.Content: HARObject {
  static let blank = Self(size: 0, mimeType: "", text: "")
  static let members = HARMembers<Self>(
    [
      "_omitted": { $0.isOmitted = try $1.bool() },
      "encoding": { $0.encoding = try $1.string() },
      "mimeType": { $0.mimeType = try $1.string() },
      "size": { $0.size = try $1.signedInteger() },
      "text": { $0.text = try $1.string() },
    ], optional: ["_omitted", "encoding"])
}

extension HAREntry.Pair: HARObject {
  static let blank = Self(name: "", value: "")
  static let members = HARMembers<Self>([
    "name": { $0.name = try $1.string() },
    "value": { $0.value = try $1.string() },
  ])
}

extension [HAREntry.Pair] {
  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self = []
    try reader.array { reader throws(JSONReader.Unusual) in append(try HAREntry.Pair(&reader)) }
  }
}
