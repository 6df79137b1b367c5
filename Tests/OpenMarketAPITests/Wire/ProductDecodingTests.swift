import Foundation
import Testing

@testable import OpenMarketAPI

@Suite("Products from the wire")
struct ProductDecodingTests {
  @Test("a detail of generation 2 has every value")
  func detail2() throws {
    let thumbnail = try #require(URL(string: "http://localhost:8080/images/7/20240311/9f0c_thumb.jpg"))
    let origin = try #require(URL(string: "http://localhost:8080/images/7/20240311/41ab_origin.jpg"))
    let created = Date(timeIntervalSince1970: 1_710_115_200)
    let expected = Product(
      id: 1207, vendorID: 7, name: "접이식 캠핑 의자", description: "두 번 사용한 깨끗한 의자입니다.",
      thumbnail: thumbnail, currency: .krw, price: 45_000, salePrice: 40_000, discount: 5_000,
      stock: 1, createdAt: created, updatedAt: Date(timeIntervalSince1970: 1_710_374_400),
      images: [ProductImage(id: 3391, url: origin, thumbnailURL: thumbnail, uploadedAt: created)],
      vendor: Vendor(id: 7, name: "새벽장터"))
    #expect(try WireSamples.product(WireSamples.detail2) == expected)
  }

  @Test(
    "a detail has the vendor's name where lists have it",
    arguments: [WireSamples.detail1, WireSamples.detail2])
  func vendorName(json: String) throws {
    let product = try WireSamples.product(json)
    #expect(product.vendorName != nil && product.vendorName == product.vendor?.name)
    let other = try WireSamples.product(
      WireSamples.item(#""vendorName":"V""#, #""vendors":{"id":2,"name":"W"}"#))
    #expect(other.vendorName == "V")
  }

  @Test("an address that is escaped in part is escaped once, also by the quick reader of lists")
  func partlyEscapedAddress() throws {
    let item = WireSamples.item(#""thumbnail":"http://m.test/의자%20(1) x.jpg?s=a%2Fb""#)
    let wanted = "http://m.test/%EC%9D%98%EC%9E%90%20(1)%20x.jpg?s=a%2Fb"
    #expect(try WireSamples.product(item).thumbnail?.absoluteString == wanted)
    #expect(try WireSamples.page(WireSamples.page2(item)).products.first?.thumbnail?.absoluteString == wanted)
  }

  @Test("a detail of generation 1, with its own fields and dates, has every value")
  func detail1() throws {
    let url = try #require(URL(string: "https://img.example/1.jpg"))
    let created = Date(timeIntervalSince1970: 1_642_550_400)
    let expected = Product(
      id: 15, vendorID: 3, name: "Lamp", thumbnail: url, currency: .usd, price: 12.5, stock: 0,
      createdAt: created, updatedAt: Date(timeIntervalSince1970: 1_640_619_478.072),
      images: [
        ProductImage(
          id: 1, url: url, thumbnailURL: URL(string: "https://img.example/1t.jpg"), uploadedAt: created)
      ],
      vendor: Vendor(id: 3, name: "Yagom"))
    let product = try WireSamples.product(WireSamples.detail1)
    #expect(product == expected)
    #expect(product.isSoldOut)
  }

  @Test("of pictures with the same number the first one stays, and that is noted")
  func repeatedImages() throws {
    let images = ["1", "2", "1"].map { #"{"id":\#($0),"url":"https://img.example/\#($0).jpg"}"# }
    let product = try WireSamples.product(
      WireSamples.item(#""images":[\#(images.joined(separator: ","))]"#))
    #expect(product.images?.map(\.id) == [1, 2])
    #expect(product.decodingIssues.map(\.path) == ["images"])
  }

  @Test(
    "each field may be spelled the other way",
    arguments: [
      #"{"id":1,"vendorId":2,"vendor_name":"V","name":"N","currency":"KRW","price":10,"bargainPrice":6,"#
        + #""discountedPrice":4,"stock":1,"createdAt":"2024-03-11","issuedAt":"2024-03-12"}"#,
      #"{"id":1,"vendor_id":2,"vendorName":"V","name":"N","currency":"KRW","price":10,"bargain_price":6,"#
        + #""discounted_price":4,"stock":1,"created_at":"2024-03-11","issued_at":"2024-03-12"}"#,
    ])
  func alternatives(json: String) throws {
    let expected = Product(
      id: 1, vendorID: 2, vendorName: "V", name: "N", currency: .krw, price: 10, salePrice: 6,
      discount: 4, stock: 1, createdAt: Date(timeIntervalSince1970: 1_710_115_200),
      updatedAt: Date(timeIntervalSince1970: 1_710_201_600))
    #expect(try WireSamples.product(json) == expected)
  }

  @Test("the documented spelling wins over its alternative")
  func bothSpellings() throws {
    let product = try WireSamples.product(WireSamples.item(#""vendorId":99"#, #""vendor_id":2"#))
    #expect(product.vendorID == 2)
  }

  @Test("absent optional fields are nil, and an absent bargain price is computed")
  func absent() throws {
    let product = try WireSamples.product(WireSamples.item())
    #expect(
      product
        == Product(
          id: 1, vendorID: 2, name: "N", currency: nil, price: 10, salePrice: 7,
          discount: 3, stock: 1))
    #expect(product.issues.isEmpty)
  }

  @Test("null counts as absent", arguments: ["description", "thumbnail", "created_at", "images", "vendors"])
  func null(key: String) throws {
    #expect(try WireSamples.product(WireSamples.item("\"\(key)\":null")).issues.isEmpty)
  }

  @Test("unknown keys are ignored, an unknown currency is kept")
  func unknown() throws {
    let product = try WireSamples.product(WireSamples.item(#""currency":"XBT""#, #""new":{"a":[1,null]}"#))
    #expect(product.currency == Currency(rawValue: "XBT"))
  }

  @Test(
    "a price keeps every digit, in any form of number",
    arguments: [
      ("0", "0"), ("0.0", "0"), ("45000.0", "45000"), ("25000", "25000"), ("6.0E7", "60000000"),
      ("1.23456789E8", "123456789"), ("1.0E-4", "0.0001"), ("1e3", "1000"), ("1E+3", "1000"), ("0.1", "0.1"),
      ("0.001", "0.001"), ("123456789.99", "123456789.99"), ("9007199254740993", "9007199254740993"),
      ("9007199254740993.0", "9007199254740993"), ("9.0E15", "9000000000000000"),
      ("12345678901234567890.12345678901234567", "12345678901234567890.12345678901234567"),
    ])
  func prices(wire: String, text: String) throws {
    let product = try WireSamples.product(WireSamples.item("\"price\":\(wire)"))
    #expect(product.price == Decimal(string: text))
    #expect("\(product.price)" == text)
  }

  @Test(
    "a stock may be written as a decimal number or with an exponent", arguments: ["3", "3.0", "3e0", "0.3E1"])
  func stock(wire: String) throws {
    #expect(try WireSamples.product(WireSamples.item("\"stock\":\(wire)")).stock == 3)
  }

  @Test("numbers in texts are read like numbers, and nothing is said about it")
  func numbersInTexts() throws {
    let product = try WireSamples.product(
      WireSamples.item(
        #""id":"1207""#, #""vendor_id":"7""#, #""price":"12345678901234567890.12345678901234567""#,
        #""discounted_price":"1.0E3""#, #""bargain_price":" 5 ""#, #""stock":"3.0""#,
        #""images":[{"id":"9","url":"http://h/9.jpg"}]"#))
    #expect(product.id == 1207 && product.vendorID == 7 && product.stock == 3 && product.discount == 1000)
    #expect(product.price == Decimal(string: "12345678901234567890.12345678901234567"))
    #expect(product.salePrice == 5 && product.images?.map(\.id) == [9] && product.issues.isEmpty)
  }

  @Test("texts in numbers are read like texts, and nothing is said about it")
  func textsInNumbers() throws {
    let product = try WireSamples.product(
      WireSamples.item(
        #""name":205"#, #""description":3.50"#, #""vendorName":-7"#, #""vendors":{"id":2,"name":11}"#))
    #expect(product.name == "205" && product.description == "3.5" && product.vendorName == "-7")
    #expect(product.vendor == Vendor(id: 2, name: "11") && product.issues.isEmpty)
  }

  @Test(
    "a date may be a number of seconds or milliseconds since 1970, also in a text",
    arguments: [
      ("1710115200", 1_710_115_200), ("1710115200.5", 1_710_115_200.5), ("1710115200000", 1_710_115_200),
      ("1710115200500", 1_710_115_200.5), ("1.7101152E12", 1_710_115_200), ("\"1710115200\"", 1_710_115_200),
      ("\"1710115200000\"", 1_710_115_200), ("1000000000", 1_000_000_000), ("1000000000000", 1_000_000_000),
      ("9999999999", 9_999_999_999), ("9999999999000", 9_999_999_999),
    ])
  func numericDates(wire: String, seconds: Double) throws {
    let product = try WireSamples.product(WireSamples.item("\"created_at\":\(wire)"))
    #expect(product.createdAt == Date(timeIntervalSince1970: seconds) && product.issues.isEmpty)
  }

  @Test(
    "a number of another magnitude is no date: a day without separators, microseconds, none at all",
    arguments: [
      "0", "-1", "20240311", "999999999", "10000000000", "202403111230", "\"202403111230\"", "20240311000000",
      "1710115200000000", "1e300",
    ])
  func numbersWithoutDate(wire: String) throws {
    let product = try WireSamples.product(WireSamples.item("\"created_at\":\(wire)"))
    #expect(product.createdAt == nil && product.decodingIssues.map(\.path) == ["created_at"])
  }

  @Test(
    "an empty text counts as absent: no discount is none, and follows from the sale price if that is there")
  func emptyTexts() throws {
    let plain = try WireSamples.product(WireSamples.item(#""discounted_price":"""#, #""bargain_price":"""#))
    #expect(plain.discount == 0 && plain.salePrice == 10 && plain.issues.isEmpty)
    let reduced = try WireSamples.product(
      WireSamples.item(#""discounted_price":null"#, #""bargain_price":6"#))
    #expect(reduced.discount == 4 && reduced.salePrice == 6)
    #expect(throws: DecodingError.self) { try WireSamples.product(WireSamples.item(#""stock":"""#)) }
  }

  @Test("a discount above the price, and so a negative sale price, is kept as it is")
  func negativeSalePrice() throws {
    let stated = try WireSamples.product(
      WireSamples.item(#""price":100"#, #""discounted_price":300"#, #""bargain_price":-200.0"#))
    let computed = try WireSamples.product(WireSamples.item(#""price":100"#, #""discounted_price":300"#))
    #expect(stated == computed && stated.salePrice == -200 && stated.issues.isEmpty)
  }

  @Test(
    "an unusable optional value is dropped and named",
    arguments: [
      (#""created_at":"someday""#, "created_at: “someday” is not a date"),
      (#""issued_at":17"#, "issued_at: “17” is not a date"),
      (#""issued_at":true"#, "issued_at: issued_at is not a text"),
      (#""thumbnail":"file:///etc/passwd""#, "thumbnail: “file:///etc/passwd” is not a web address"),
      (#""description":{}"#, "description: description is not a text"),
      (#""bargain_price":"cheap""#, "bargain_price: bargain_price is not a number"),
      (#""images":7"#, "images: images is not a list"),
      (#""vendors":{"id":1}"#, "vendors: name is missing"),
      (#""vendors":[]"#, "vendors: vendors is not an object"),
    ])
  func dropped(field: String, issue: String) throws {
    let product = try WireSamples.product(WireSamples.item(field))
    #expect(product.issues == [issue])
    #expect(product.decodingIssues.map(\.outcome) == [.valueDropped])
    #expect(product.price == 10)
  }

  @Test("a picture that cannot be read is left out; the others stay")
  func brokenImage() throws {
    let product = try WireSamples.product(
      WireSamples.item(
        #""images":[{"id":1},{"id":2,"url":"http://h/2.jpg","issued_at":"x"},null,{"id":3,"url":"http://h/3"}]"#
      ))
    #expect(product.images?.map(\.id) == [2, 3])
    #expect(
      product.issues == [
        "images[0]: url is missing", "images[1].issued_at: “x” is not a date",
        "images[2]: the entry has no value",
      ])
  }

  @Test("what is quoted of a bad value is short and one line")
  func quoting() throws {
    let product = try WireSamples.product(
      WireSamples.item("\"created_at\":\"a\\n\\u0000b\(String(repeating: "가", count: 1_000_000))\""))
    let reason = try #require(product.decodingIssues.first?.reason)
    #expect(reason.hasPrefix("“a  b가") && reason.count < 70)
  }

  @Test(
    "a text of any length and content comes through",
    arguments: ["👩‍👩‍👧‍👦", "مرحبا", "a\u{0}b", String(repeating: "가", count: 350_000)])
  func texts(text: String) throws {
    let json = try String(decoding: JSONEncoder().encode(text), as: UTF8.self)
    #expect(try WireSamples.product(WireSamples.item("\"description\":\(json)")).description == text)
  }
}
