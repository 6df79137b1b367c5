import Foundation
import OpenMarketHTTP
import Testing

@Suite struct MultipartFormTests {
  @Test("A form is encoded byte for byte as RFC 7578 says, with its exact length")
  func encoding() async throws {
    let form = MultipartForm(
      parts: [
        .init(name: "params", contentType: "application/json", content: .data(Data("{}".utf8))),
        .init(
          name: "images", fileName: "의자 1.jpg", contentType: "image/jpeg", content: .data(Data("JPEG".utf8))),
      ], boundary: try MultipartBoundary("XYZ"))
    let expected = """
      --XYZ\r
      Content-Disposition: form-data; name="params"\r
      Content-Type: application/json\r
      \r
      {}\r
      --XYZ\r
      Content-Disposition: form-data; name="images"; filename="의자 1.jpg"\r
      Content-Type: image/jpeg\r
      \r
      JPEG\r
      --XYZ--\r

      """
    #expect(form.contentType == "multipart/form-data; boundary=XYZ")
    let (bytes, length) = try await form.sent()
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(length == Int64(bytes.count))
  }
}

extension MultipartForm {
  /// The bytes that the form's body yields, and the length it announces.
  func sent() async throws -> (bytes: Data, length: Int64?) {
    guard case .stream(let length, let chunks) = try body() else { throw BodyIsNoStream() }
    var bytes = Data()
    for try await chunk in chunks() { bytes.append(chunk) }
    return (bytes, length)
  }

  struct BodyIsNoStream: Error {}
}
