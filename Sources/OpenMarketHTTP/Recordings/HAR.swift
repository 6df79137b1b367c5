import Foundation

/// A file of the HTTP Archive format 1.2, as the developer tools of browsers open it.
struct HARFile: Codable {
  var log: Log

  struct Log: Codable {
    var version: String
    var creator: Creator
    var entries: [HAREntry]
  }

  struct Creator: Codable {
    var name: String
    var version: String
  }
}

struct HAREntry: Codable, Equatable {
  var startedDateTime: String
  /// In milliseconds.
  var time: Double
  var request: Request
  var response: Response
  var cache = Cache()
  var timings: Timings
  /// Why no whole response arrived; `nil` when one did.
  var error: Failure?

  enum CodingKeys: String, CodingKey {
    case startedDateTime, time, request, response, cache, timings
    case error = "_error"
  }

  struct Pair: Codable, Equatable {
    var name: String
    var value: String
  }

  /// Nothing: cookies and caches are not recorded.
  struct Cache: Codable, Equatable {}

  struct Request: Codable, Equatable {
    var method: String
    var url: String
    var httpVersion = "HTTP/1.1"
    var cookies: [Pair] = []
    var headers: [Pair]
    var queryString: [Pair]
    var postData: PostData?
    var headersSize = -1
    var bodySize: Int
  }

  struct PostData: Codable, Equatable {
    var mimeType: String
    var text: String
    /// `base64` where the bytes are no text; HAR knows that for responses only.
    var encoding: String?
    /// Why the bytes are not here.
    var omitted: String?

    enum CodingKeys: String, CodingKey {
      case mimeType, text
      case encoding = "_encoding"
      case omitted = "_omitted"
    }
  }

  struct Response: Codable, Equatable {
    /// 0 when no response arrived.
    var status: Int
    var statusText: String
    var httpVersion = "HTTP/1.1"
    var cookies: [Pair] = []
    var headers: [Pair]
    var content: Content
    var redirectURL: String
    var headersSize = -1
    var bodySize: Int
  }

  struct Content: Codable, Equatable {
    var size: Int
    var mimeType: String
    var text: String
    var encoding: String?
    /// Whether the body was too long to be recorded.
    var isOmitted: Bool?

    enum CodingKeys: String, CodingKey {
      case size, mimeType, text, encoding
      case isOmitted = "_omitted"
    }
  }

  struct Timings: Codable, Equatable {
    var send = 0.0
    /// In milliseconds.
    var wait: Double
    var receive = 0.0
  }

  /// An error of the transport, as it is thrown again.
  struct Failure: Codable, Equatable {
    /// The code of the error; ``cancelled`` where the caller gave up.
    var code: String
    var fault: String?
    var message: String

    static let cancelled = "cancelled"
  }
}

/// Bytes in JSON: as they are where they are UTF-8, otherwise in base64.
struct HARText {
  var text: String
  var encoding: String?

  init(_ data: Data) {
    if let text = String(validating: data, as: UTF8.self) {
      (self.text, encoding) = (text, nil)
    } else {
      (text, encoding) = (data.base64EncodedString(), "base64")
    }
  }

  init(_ text: String, encoding: String?) { (self.text, self.encoding) = (text, encoding) }

  /// The bytes; `nil` when the text is no base64 though it says so.
  var data: Data? { encoding == "base64" ? Data(base64Encoded: text) : Data(text.utf8) }
}
