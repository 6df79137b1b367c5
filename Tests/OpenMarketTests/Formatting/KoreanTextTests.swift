import Foundation
import HTTPTypes
import OpenMarketHTTP
import Testing

@testable import OpenMarket

@Suite("Errors in Korean") struct KoreanTextTests {
  private struct Unknown: Error {}

  /// The names of the codes or rules that a file of the sources declares.
  private func names(_ type: String, in path: String) throws -> [String] {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let names = source.matches(of: /static let (\w+) =\s+([\w.]+)\(rawValue: "(\w+)"\)/)
      .filter { $0.2 == type }.map { String($0.3) }
    try #require(!names.isEmpty, "\(path) declares no \(type)")
    return names
  }

  /// The general text, which says nothing about the error.
  private var general: String { Unknown().koreanText }

  @Test("every code of an error has a text of its own, and so has every code that will be added")
  func codes() throws {
    for name in try names("Code", in: "Sources/OpenMarketHTTP/Errors/HTTPError.swift") {
      check(HTTPError(HTTPError.Code(rawValue: name), ""), "HTTPError.\(name)")
    }
    for name in try names("Code", in: "Sources/OpenMarketAPI/Credentials/Stores/CredentialsError.swift") {
      check(CredentialsError(CredentialsError.Code(rawValue: name), ""), "CredentialsError.\(name)")
    }
    let stored =
      try names("Code", in: "Sources/OpenMarketStore/Errors/StoreError.swift")
      + names("StoreError.Code", in: "Sources/OpenMarket/Errors/StoreError+NotStored.swift")
    for name in stored { check(StoreError(StoreError.Code(rawValue: name), ""), "StoreError.\(name)") }
    for name in try names("Code", in: "Sources/OpenMarketStore/Errors/SubmissionFailure.swift") {
      let failure = SubmissionFailure(SubmissionFailure.Code(rawValue: name), "")
      check(failure, "SubmissionFailure.\(name)")
      // A refused write and one in question have the codes of those that wait.
      #expect(!failure.koreanText.contains("보낼게요"), "\(name) promises to send again")
    }
    for name in try names("Code", in: "Sources/OpenMarketImages/Errors/ImageError.swift") {
      check(ImageError(ImageError.Code(rawValue: name), ""), "ImageError.\(name)")
    }
  }

  private func check(_ error: any Error, _ name: String) {
    #expect(error.koreanText != general, "\(name) has no text of its own")
    #expect(error.koreanText.hasSuffix("요."), "\(name): \(error.koreanText)")
  }

  @Test("the text for a refused read is not about one's own products, and one for too much is about the size")
  func statuses() {
    func text(
      _ code: HTTPError.Code, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status,
      of template: String = "/api/products/{id}"
    ) -> String {
      let context = HTTPError.Context(method: method, template: template, status: status)
      return HTTPError(code, "", context: context).koreanText
    }
    #expect(text(.forbidden, .patch, .forbidden) == HTTPError(.forbidden, "").koreanText)
    #expect(text(.forbidden, .get, .forbidden) == "서버가 지금은 보여 주지 않아요. 잠시 후 다시 시도해 주세요.")
    #expect(text(.unauthorized, .get, .unauthorized) == text(.forbidden, .get, .forbidden))
    #expect(text(.unauthorized, .post, .unauthorized) == HTTPError(.unauthorized, "").koreanText)
    #expect(text(.invalidInput, .post, .contentTooLarge) == "내용이나 사진이 너무 커요. 줄여서 다시 시도해 주세요.")
    #expect(text(.serverFailure, .get, 511).hasPrefix("이 네트워크는 로그인이 필요해요."))
    #expect(text(.notFound, .get, .notFound) == HTTPError(.notFound, "").koreanText)
    // An endpoint of the app's own is not about products.
    #expect(text(.notFound, .get, .notFound, of: "/v1/coupons/{id}") == "찾는 내용이 없거나 삭제되었어요. 새로 고쳐 주세요.")
    #expect(!text(.forbidden, .post, .forbidden, of: "/v1/coupons").contains("상품"))
    // A photo that is not there is not for want of a network.
    let missing = ImageError(.network, "", cause: HTTPError(.notFound, ""))
    #expect(missing.koreanText == "사진이 없거나 삭제되었어요.")
  }

  @Test("the localized description of an error is its text for the user, as alerts display it")
  func localizedDescriptions() throws {
    let errors: [any Error] = [
      HTTPError(.unreachable, "No route to the server."), StoreError(.diskFull, "No space left."),
      SubmissionFailure(.gone, "It was sold."), CredentialsError(.damaged, "Not JSON."),
      ImageError(.notAnImage, "HTML."), ListingValidationError.Failure(.name, .tooShort, "Too short."),
      ListingValidationError([ListingValidationError.Failure(.price, .empty, "Empty.")]),
    ]
    for error in errors {
      #expect(error.localizedDescription == error.koreanText)
      #expect((error as NSError).localizedDescription == error.koreanText)
    }
  }

  @Test("the failure of a list is an error with the text of its cause")
  func feedFailures() {
    let cause = StoreError(.diskFull, "No space left.")
    let failure: any Error = LoadFailure(cause, number: 1)
    #expect(failure.koreanText == cause.koreanText && failure.localizedDescription == cause.koreanText)
  }

  @Test("reports of crashes tell the codes of errors apart, and have the words for developers")
  func reports() throws {
    let names = try names("Code", in: "Sources/OpenMarketHTTP/Errors/HTTPError.swift")
    let codes = Set(names.map { (HTTPError(HTTPError.Code(rawValue: $0), "") as NSError).code })
    #expect(codes.count == names.count)
    #expect((StoreError(.diskFull, "") as NSError).code == 1_812_413_923)
    let report = HTTPError(.unreachable, "No route to the server.") as NSError
    #expect(report.userInfo[NSDebugDescriptionErrorKey] as? String == "No route to the server.")
    #expect(report.localizedDescription == HTTPError(.unreachable, "").koreanText)
  }

  @Test("what the user has cancelled is no failure")
  func cancelled() {
    #expect(CancellationError().koreanText == "취소했어요.")
  }

  @Test("a code, a rule and a field are their names, for logs and statistics")
  func namedCodes() {
    let names: [any CustomStringConvertible] = [
      HTTPError.Code.timedOut, StoreError.Code.diskFull, SubmissionFailure.Code.gone, ImageError.Code.damaged,
      CredentialsError.Code.unavailable, ListingValidationError.Rule.tooShort, ListingField.price,
      MarketEvent.Kind.refreshFailed,
    ]
    let expected = [
      "timedOut", "diskFull", "gone", "damaged", "unavailable", "tooShort", "price", "refreshFailed",
    ]
    #expect(names.map { "\($0)" } == expected)
  }

  @Test("every rule of a listing has a text of its own, and so has every rule that will be added")
  func rules() throws {
    let unknown = ListingValidationError.Failure(.name, .init(rawValue: "?"), "").koreanText
    let rules =
      try names("Rule", in: "Sources/OpenMarketAPI/Listings/ListingValidationError.swift")
      + names(
        "ListingValidationError.Rule", in: "Sources/OpenMarketStore/Drafts/ListingDraft+Reading.swift")
    for rule in rules where rule != "refused" {
      for field in [ListingField.name, .description, .price, .discount, .stock, .photos, .photo(0)] {
        let failure = ListingValidationError.Failure(field, .init(rawValue: rule), "")
        #expect(failure.koreanText != unknown, "\(rule) has no text of its own")
        #expect(failure.koreanText.hasSuffix("요."), "\(rule): \(failure.koreanText)")
      }
    }
  }

  @Test(
    "a text is about the field, a refused field has the server's words, and a form the words of its first error"
  )
  func fields() {
    func text(_ field: ListingField, _ rule: ListingValidationError.Rule) -> String {
      ListingValidationError.Failure(field, rule, "No such thing here.").koreanText
    }
    #expect(text(.name, .tooShort) == "상품명은 3자 이상 적어 주세요.")
    #expect(text(.description, .tooLong) == "설명은 1000자까지 적어 주세요.")
    #expect(text(.price, .empty) == "가격을 적어 주세요. 무료 나눔이면 0을 적어 주세요.")
    #expect(text(.photo(2), .empty) == "사진을 읽지 못했어요. 다시 골라 주세요.")
    #expect(text(.name, .refused) == "No such thing here.")
    let error = ListingValidationError([
      .init(.photos, .wrongCount, ""), .init(.name, .tooShort, ""),
    ])
    #expect(error.koreanText == "사진은 1장부터 5장까지 골라 주세요.")
  }
}
