extension HAREntry.Request {
  private static let names = JSONReader.Names(
    [
      "bodySize", "cookies", "headers", "headersSize", "httpVersion", "method", "postData", "queryString",
      "url",
    ], optional: ["postData"])

  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self.init(method: "", url: "", headers: [], queryString: [], bodySize: 0)
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: bodySize = try reader.signedInteger()
      case 1: cookies = try [HAREntry.Pair](&reader)
      case 2: headers = try [HAREntry.Pair](&reader)
      case 3: headersSize = try reader.signedInteger()
      case 4: httpVersion = try reader.string()
      case 5: method = try reader.string()
      case 6: postData = try HAREntry.PostData(&reader)
      case 7: queryString = try [HAREntry.Pair](&reader)
      default: url = try reader.string()
      }
    }
  }
}

extension HAREntry.PostData {
  private static let names = JSONReader.Names(
    ["_encoding", "_omitted", "mimeType", "text"], optional: ["_encoding", "_omitted"])

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self.init(mimeType: "", text: "")
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: encoding = try reader.string()
      case 1: omitted = try reader.string()
      case 2: mimeType = try reader.string()
      default: text = try reader.string()
      }
    }
  }
}

extension HAREntry.Response {
  private static let names = JSONReader.Names([
    "bodySize", "content", "cookies", "headers", "headersSize", "httpVersion", "redirectURL", "status",
    "statusText",
  ])

  init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self.init(
      status: 0, statusText: "", headers: [], content: .init(size: 0, mimeType: "", text: ""),
      redirectURL: "", bodySize: 0)
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: bodySize = try reader.signedInteger()
      case 1: content = try HAREntry.Content(&reader)
      case 2: cookies = try [HAREntry.Pair](&reader)
      case 3: headers = try [HAREntry.Pair](&reader)
      case 4: headersSize = try reader.signedInteger()
      case 5: httpVersion = try reader.string()
      case 6: redirectURL = try reader.string()
      case 7: status = try reader.signedInteger()
      default: statusText = try reader.string()
      }
    }
  }
}

extension HAREntry.Content {
  private static let names = JSONReader.Names(
    ["_omitted", "encoding", "mimeType", "size", "text"], optional: ["_omitted", "encoding"])

  fileprivate init(_ reader: inout JSONReader) throws(JSONReader.Unusual) {
    self.init(size: 0, mimeType: "", text: "")
    try reader.object(Self.names) { reader, place throws(JSONReader.Unusual) in
      switch place {
      case 0: isOmitted = try reader.bool()
      case 1: encoding = try reader.string()
      case 2: mimeType = try reader.string()
      case 3: size = try reader.signedInteger()
      default: text = try reader.string()
      }
    }
  }
}
