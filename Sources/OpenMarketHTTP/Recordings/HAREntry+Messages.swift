extension HAREntry.Request {
  private static let names = [
    "bodySize", "cookies", "headers", "headersSize", "httpVersion", "method", "postData", "queryString",
    "url",
  ].map { Array($0.utf8) }

  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    var (bodySize, headersSize): (Int?, Int?)
    var (version, method, url): (String?, String?, String?)
    var (cookies, headers, query): ([HAREntry.Pair]?, [HAREntry.Pair]?, [HAREntry.Pair]?)
    var post: HAREntry.PostData?
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: bodySize = try reader.signedInteger()
      case 1: cookies = try [HAREntry.Pair](&reader)
      case 2: headers = try [HAREntry.Pair](&reader)
      case 3: headersSize = try reader.signedInteger()
      case 4: version = try reader.string()
      case 5: method = try reader.string()
      case 6: post = try HAREntry.PostData(&reader)
      case 7: query = try [HAREntry.Pair](&reader)
      default: url = try reader.string()
      }
    }
    guard let bodySize, let headersSize, let version, let method, let url, let cookies, let headers, let query
    else { throw JSONReader.Unusual() }
    self.init(
      method: method, url: url, httpVersion: version, cookies: cookies, headers: headers, queryString: query,
      postData: post, headersSize: headersSize, bodySize: bodySize)
  }
}

extension HAREntry.PostData {
  private static let names = ["_encoding", "_omitted", "mimeType", "text"].map { Array($0.utf8) }

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    var texts: [String?] = [nil, nil, nil, nil]
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      texts[place] = try reader.string()
    }
    guard let type = texts[2], let text = texts[3] else { throw JSONReader.Unusual() }
    self.init(mimeType: type, text: text, encoding: texts[0], omitted: texts[1])
  }
}

extension HAREntry.Response {
  private static let names = [
    "bodySize", "content", "cookies", "headers", "headersSize", "httpVersion", "redirectURL", "status",
    "statusText",
  ].map { Array($0.utf8) }

  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    var (bodySize, headersSize, status): (Int?, Int?, Int?)
    var (version, target, reason): (String?, String?, String?)
    var (cookies, headers): ([HAREntry.Pair]?, [HAREntry.Pair]?)
    var content: HAREntry.Content?
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: bodySize = try reader.signedInteger()
      case 1: content = try HAREntry.Content(&reader)
      case 2: cookies = try [HAREntry.Pair](&reader)
      case 3: headers = try [HAREntry.Pair](&reader)
      case 4: headersSize = try reader.signedInteger()
      case 5: version = try reader.string()
      case 6: target = try reader.string()
      case 7: status = try reader.signedInteger()
      default: reason = try reader.string()
      }
    }
    guard let bodySize, let headersSize, let status, let version, let target, let reason, let cookies,
      let headers,
      let content
    else { throw JSONReader.Unusual() }
    self.init(
      status: status, statusText: reason, httpVersion: version, cookies: cookies, headers: headers,
      content: content, redirectURL: target, headersSize: headersSize, bodySize: bodySize)
  }
}

extension HAREntry.Content {
  private static let names = ["_omitted", "encoding", "mimeType", "size", "text"].map { Array($0.utf8) }

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    var (isOmitted, size): (Bool?, Int?)
    var (encoding, type, text): (String?, String?, String?)
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: isOmitted = try reader.bool()
      case 1: encoding = try reader.string()
      case 2: type = try reader.string()
      case 3: size = try reader.signedInteger()
      default: text = try reader.string()
      }
    }
    guard let type, let size, let text else { throw JSONReader.Unusual() }
    self.init(size: size, mimeType: type, text: text, encoding: encoding, isOmitted: isOmitted)
  }
}
