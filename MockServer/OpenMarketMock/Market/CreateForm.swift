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
    let texts = images.map { " \($0.bytes.count) \(ContentHash($0.bytes).text)" }
    return ContentHash(Data((params.text + texts.joined()).utf8))
  }
}

struct UploadedImage: Sendable {
  var bytes: Data
  /// With the dot; empty when the file's name has none.
  var fileExtension: String

  init(_ part: MultipartDecoder.Part) {
    bytes = part.content
    let name = part.header.fileName ?? ""
    let suffix = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
    let isPlain =
      (1...8).contains(suffix.utf8.count) && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    fileExtension = isPlain ? "." + suffix.lowercased() : ""
  }

  /// The type by leading bytes: what the client declares is often wrong.
  var contentType: String {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: Data("RIFF".utf8)), bytes.dropFirst(8).starts(with: Data("WEBP".utf8)) {
      return "image/webp"
    }
    return "application/octet-stream"
  }

  func check(_ validation: MarketplaceMock.Validation) throws(Refusal) {
    guard bytes.count <= ProductRules.imageLimit else {
      throw Refusal(
        .contentTooLarge,
        "An image has \(bytes.count) bytes; it must have at most \(ProductRules.imageLimit).")
    }
    guard !bytes.isEmpty else { throw .badRequest("An image is empty.") }
    if validation == .strict, !["image/jpeg", "image/png"].contains(contentType) {
      throw Refusal(.unsupportedMediaType, "An image is neither JPEG nor PNG by its leading bytes.")
    }
  }
}
