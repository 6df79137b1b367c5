import Foundation
import HTTPTypes
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// Every kind of fault, as the public API lists them, is known wherever faults are named.
struct FaultKindTests {
  private let document: OpenAPIDocument
  private let kinds: Set<String>

  init() throws {
    document = try OpenAPIDocument.ofRepository()
    let api = try String(
      contentsOf: document.folder.appending(path: "api/OpenMarketMock.txt"), encoding: .utf8)
    kinds = Set(api.matches(of: #/Fault\.Action\.(\w+).*: case /#).map { String($0.1) })
    try #require(kinds.count >= 15)
  }

  @Test("Schemas/json/mock-fault.schema.json has every kind of fault, with its parameters")
  func schema() throws {
    let file = try String(
      contentsOf: document.folder.appending(path: "json/mock-fault.schema.json"), encoding: .utf8)
    let shapes = try JSONValue(json: Data(file.utf8))["properties"]?["action"]?["oneOf"]?.elements ?? []
    let types = shapes.compactMap { $0["properties"]?["type"] }
    let named = types.flatMap { [$0["const"]].compactMap(\.self) + ($0["enum"]?.elements ?? []) }
    #expect(Set(named.compactMap(\.string)) == kinds)
    let plain = types.flatMap { $0["enum"]?.elements ?? [] }
    #expect(shapes.first?["enum"]?.elements == plain, "an action without parameters may be its bare name")
  }

  @Test("a kind of fault without parameters can be scripted by its name")
  func bareNames() async throws {
    let file = document.folder.appending(path: "json/mock-fault.schema.json")
    let schema = try JSONValue(json: Data(contentsOf: file))
    let names = schema["properties"]?["action"]?["oneOf"]?.elements.first?["enum"]?.elements ?? []
    let mock = MarketplaceMock()
    for name in names.compactMap(\.string) {
      let response = await mock.send(.post, "/__mock/faults", json: #"{"action":"\#(name)"}"#)
      #expect(response.status == 201, "\(name): add it to `plain` in Fault+JSON.swift")
    }
    #expect(mock.faults.map(\.action.name) == names.compactMap(\.string))
  }

  @Test("the console has a text for every kind of fault, in both languages")
  func consoleTexts() throws {
    let page = document.folder.deletingLastPathComponent().appending(path: "MockServer/CConsolePage/Page")
    let texts = try String(contentsOf: page.appending(path: "texts.js"), encoding: .utf8)
    let languages = texts.split(separator: "\n  ko: {", maxSplits: 1)
    try #require(languages.count == 2)
    for (language, text) in zip(["en", "ko"], languages) {
      let named = Set(text.matches(of: /"fault\.(\w+)":/).map { String($0.1) })
      #expect(named == kinds, "fault.… in \(language) of texts.js")
    }
    let keys = languages.map { Set($0.matches(of: /[ {]"?([\w.]+)"?: "/).map { String($0.1) }) }
    #expect(keys[0].symmetricDifference(keys[1]) == [], "texts that only one language has")
    let controls = try String(contentsOf: page.appending(path: "controls.js"), encoding: .utf8)
    let asked = Set(controls.matches(of: /\["((?:action|plan)\.\w+)"/).map { String($0.1) })
    #expect(asked.subtracting(keys[0]) == [], "buttons of controls.js without a text")
  }
}
