import Foundation
import Testing

@testable import OpenMarketHTTP

@Suite("Addresses as they are written") struct WrittenAddressTests {
  @Test(
    "what must be encoded is, and escapes stay as they are",
    arguments: [
      ("http://m.test/a%20b.jpg", "http://m.test/a%20b.jpg"),
      ("http://m.test/a%20b 자.jpg", "http://m.test/a%20b%20%EC%9E%90.jpg"),
      ("https://m.test/자?sig=a%2Fb%3D|c", "https://m.test/%EC%9E%90?sig=a%2Fb%3D%7Cc"),
      ("http://m.test/100%.jpg", "http://m.test/100%25.jpg"),
      ("http://m.test/100%2|자", "http://m.test/100%252%7C%EC%9E%90"),
      ("http://m.test?q[]=a%2Bb", "http://m.test?q%5B%5D=a%2Bb"),
      ("/images/의 자%20.jpg", "/images/%EC%9D%98%20%EC%9E%90%20.jpg"),
      ("//m.test/자%20", "//m.test/%EC%9E%90%20"), ("?q=a%20자", "?q=a%20%EC%9E%90"),
    ])
  func encoding(text: String, wanted: String) {
    #expect(URL(written: text)?.absoluteString == wanted)
  }

  @Test("a redirect to such an address goes where a browser would go")
  func redirect() throws {
    let target = try AbsoluteTarget("/photos/의자%20(1) x.jpg", base: "https://m.test/a")
    #expect(target.path == "/photos/%EC%9D%98%EC%9E%90%20(1)%20x.jpg" && target.authority == "m.test")
  }

  @Test(
    "a field in UTF-8 is read as that, also where the system has made a character of each byte",
    arguments: [
      ("/\u{EC}\u{9D}\u{98}\u{EC}\u{9E}\u{90}.jpg", "/의자.jpg"), ("/의자.jpg", "/의자.jpg"),
      ("/caf\u{E9}", "/caf\u{E9}"),
      ("/a.jpg", "/a.jpg"), ("", ""),
    ])
  func field(text: String, wanted: String) {
    #expect(text.withUTF8Read == wanted)
  }
}
