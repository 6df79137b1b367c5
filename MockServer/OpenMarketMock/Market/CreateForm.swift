import Foundation
import HTTPTypes
import OpenMarketHTTP

/// The body of a create request: `params` and the images.
struct CreateForm: Sendable {
  private var params: JSONValue
  var images: [UploadedImage]

  /// Takes a multipart body apart.
  init(_ request: MockRequest) throws(Refusal) {
    let parts = try Self.parts(of: request)
    guard let params = parts.first(where: { $0.header.name == "params" }) else {
      throw .badRequest("The part params is missing.")
    }
    self.params = try JSONValue(parsing: params.content, as: "The part params")
    images = parts.filter { $0.header.name == "images" }.map(UploadedImage.init)
  }

  private static func parts(of request: MockRequest) throws(Refusal) -> [MultipartDecoder.Part] {
    do {
      var limits = MultipartDecoder.Limits()
      limits.bodyBytes = MarketplaceMock.bodyLimit
      return try MultipartDecoder.parts(
        of: request.body, contentType: request.head.headerFields[.contentType] ?? "", limits: limits)
    } catch {
      switch error.code {
      case .notMultipart: throw Refusal(.unsupportedMediaType, "Send multipart/form-data.")
      case .bodyTooLarge, .partTooLarge: throw Refusal(.contentTooLarge, error.message)
      default: throw .badRequest("The multipart body is malformed: \(error.message).")
      }
    }
  }

  /// Checks what must be right before the sender's secret is looked at.
  func fields(_ validation: MarketplaceMock.Validation) throws(Refusal) -> ProductFields {
    let fields = try ProductFields(params.object("The part params"))
    guard !images.isEmpty else { throw .badRequest("The part images is missing.") }
    for image in images { try image.check(validation) }
    return fields
  }

  /// Tells forms apart by value: boundary, order of keys and layout do not matter.
  var digest: ContentHash {
    var json = JSONBytes()
    params.appendCanonically(to: &json)
    for image in images {
      json.raw(" \(image.bytes.count) \(ContentHash(image.bytes).text)")
    }
    return ContentHash(json.bytes)
  }
}
