import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketHTTP

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

  @Test("Quotes and line breaks in names are percent-encoded, everything else is kept")
  func escaping() async throws {
    let form = MultipartForm(parts: [
      .init(name: "a\"b\r\n\\;\u{1112}\u{1161}", fileName: "\n\"의자👩‍👩‍👧\".jpg", content: .data(Data()))
    ])
    let text = String(decoding: try await form.sent().bytes, as: UTF8.self)
    let line = "form-data; name=\"a%22b%0D%0A\\;\u{1112}\u{1161}\"; filename=\"%0A%22의자👩‍👩‍👧%22.jpg\"\r\n"
    #expect(Array(text.utf8).contains(line.utf8))
  }

  @Test(
    "A content type that would break out of its header is refused",
    arguments: ["a/b\r\nX: y", "a/\u{0}", "é"])
  func contentTypes(_ type: String) {
    let form = MultipartForm(parts: [.init(name: "a", contentType: type, content: .data(Data()))])
    #expect(form.failure == .invalidPart)
  }

  @Test("Random boundaries differ and can be announced bare")
  func randomBoundaries() throws {
    let boundaries = Set((0..<100).map { _ in MultipartBoundary.random() })
    #expect(boundaries.count == 100)
    for boundary in boundaries {
      #expect(boundary.contentType == "multipart/form-data; boundary=\(boundary.text)")
      #expect(boundary.text.utf8.count == 32)
      #expect(try MultipartBoundary(boundary.text) == boundary)
    }
    let spaced = try MultipartBoundary("a b;c")
    #expect(try MultipartBoundary(contentType: spaced.contentType) == spaced)
  }

  @Test("A body can be sent again, and the form encoded again, with the same bytes")
  func replay() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a")
      try Data(repeating: 1, count: 300_000).write(to: file)
      let form = MultipartForm(parts: [.init(name: "a", content: .file(file))])
      let chunks = try form.chunks()
      let first = try await chunks().reduce(Data(), +)
      #expect(try await chunks().reduce(Data(), +) == first)
      #expect(try await form.sent().bytes == first)
    }
  }

  @Test("Whatever a form holds, the decoder gives it back")
  func roundTrip() async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("MultipartFormTests.roundTrip seed: \(seed)")
    var random = SeededGenerator(seed: seed)
    try await withTemporaryFolder { folder in
      for round in 0..<200 {
        let boundary = MultipartBoundary.random()
        var form = MultipartForm(boundary: boundary)
        var expected: [MultipartDecoder.Part] = []
        for number in 0..<Int.random(in: 0...4, using: &random) {
          let content = Self.content(around: boundary, using: &random)
          let header = MultipartDecoder.PartHeader(
            name: Self.name(using: &random),
            fileName: Bool.random(using: &random) ? Self.name(using: &random) : nil,
            contentType: Bool.random(using: &random) ? "image/jpeg" : nil)
          let file = folder.appending(path: "\(round)-\(number)")
          let isFile = Bool.random(using: &random)
          if isFile { try content.write(to: file) }
          form.parts.append(
            .init(
              name: header.name, fileName: header.fileName, contentType: header.contentType,
              content: isFile ? .file(file) : .data(content)))
          expected.append(.init(header: header, content: content))
        }
        let (bytes, length) = try await form.sent()
        #expect(length == Int64(bytes.count), "seed \(seed)")
        let decoded = try decode(bytes, contentType: form.contentType).get()
        #expect(decoded == expected, "seed \(seed)")
      }
    }
  }

  /// Bytes that nearly are delimiters, sometimes longer than a chunk.
  private static func content(around boundary: MultipartBoundary, using random: inout SeededGenerator) -> Data
  {
    let delimiter = Data("\r\n--\(boundary.text)".utf8)
    var content = Data()
    for _ in 0..<Int.random(in: 0...8, using: &random) {
      switch Int.random(in: 0...9, using: &random) {
      case 0...5: content.append(delimiter.prefix(Int.random(in: 1..<delimiter.count, using: &random)))
      case 6...8: content.append(Data((0..<50).map { _ in UInt8.random(in: .min ... .max, using: &random) }))
      default: content.append(Data(count: Int.random(in: 0...200_000, using: &random)))
      }
    }
    // Random bytes may complete a delimiter, which no form with this boundary can hold.
    return content.range(of: delimiter) == nil ? content : Data()
  }

  private static func name(using random: inout SeededGenerator) -> String {
    let pieces = ["a", "\"", "\r", "\n", "\\", ";", "=", "의", "\u{1112}\u{1161}", "👩‍👩‍👧", " ", "\t", "ل", "--"]
    return (0..<Int.random(in: 0...8, using: &random)).map { _ in
      pieces[Int.random(in: pieces.indices, using: &random)]
    }.joined()
  }
}
