import Foundation
import HTTPTypes
import OpenMarketHTTP

/// A picture as it came in a create request.
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

  /// Refuses bytes that the market does not take.
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
