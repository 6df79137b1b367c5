import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock

/// A create request's multipart body, written out byte by byte so that tests can get it wrong.
struct ProductForm {
  var params = """
    {"name":"접이식 캠핑 의자","description":"두 번 사용한 깨끗한 의자입니다.","price":45000,"currency":"KRW",\
    "discounted_price":5000,"stock":1,"secret":"\(MarketplaceMock.Vendor.sample.secret)"}
    """
  var images = [Self.jpeg]
  var boundary = "form-boundary"

  static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0] + (0..<60).map { UInt8($0) })
  static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 7])

  /// The form with one key of `params` set to a JSON text, or without it when that is `nil`.
  func with(_ key: String, _ value: String?) -> ProductForm {
    var object = (try? JSONSerialization.jsonObject(with: Data(params.utf8))) as? [String: Any] ?? [:]
    object[key] = value.flatMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
    }
    var form = self
    let data = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    form.params = String(decoding: data, as: UTF8.self)
    return form
  }

  func fields(_ vendor: MarketplaceMock.Vendor? = .sample, key: String? = nil) -> HTTPFields {
    var fields: HTTPFields = [.contentType: "multipart/form-data; boundary=\(boundary)"]
    fields[.identifier] = vendor?.identifier
    fields[.idempotencyKey] = key
    return fields
  }

  var body: Data {
    var body = Self.part("params", params, boundary: boundary)
    for (index, image) in images.enumerated() {
      body += Self.part(
        "images", image, fileName: "photo\(index).jpg", type: "image/jpeg", boundary: boundary)
    }
    return body + Data("--\(boundary)--\r\n".utf8)
  }

  static func part(_ name: String, _ content: String, boundary: String) -> Data {
    Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n".utf8)
  }

  static func part(
    _ name: String, _ content: Data, fileName: String, type: String, boundary: String
  ) -> Data {
    let head = """
      --\(boundary)\r\nContent-Disposition: form-data; name="\(name)"; filename="\(fileName)"\r\n\
      Content-Type: \(type)\r\n\r\n
      """
    return Data(head.utf8) + content + Data("\r\n".utf8)
  }
}
