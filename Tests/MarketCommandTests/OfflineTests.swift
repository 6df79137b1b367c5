import Foundation
import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `--offline` through the real executable on a store that `market sync` has filled, the server being stopped.
@Suite(.timeLimit(.minutes(5)))
struct OfflineTests {
  /// Made once, as no test here changes what is stored but recent searches.
  private static let device = Task { try await SyncedDevice.withoutServer() }
  private let device: SyncedDevice

  init() async throws { device = try await Self.device.value }

  /// The products of the page that `arguments` print as JSON.
  private func page(_ arguments: String...) async throws -> (page: JSONValue, products: [JSONValue]) {
    let outcome = try await device.run(arguments + ["--offline", "--json"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let page = try JSONValue(json: Data(outcome.output.utf8))
    return (page, page["products"]?.elements ?? [])
  }

  @Test("list shows the newest products, every page of them")
  func list() async throws {
    let outcome = try await device.run("list", "--offline", "--size", "3")
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(lines.count == 4 && lines[0].hasPrefix("  ID"))
    #expect(lines.dropFirst().map { $0.prefix(4) } == ["2000", "1999", "1998"])
    let (page, products) = try await page("list", "--page", "7", "--size", "300")
    #expect(products.compactMap { $0["id"]?.number } == (1...200).reversed().map(Double.init))
    #expect(page["total"]?.number == 2000 && page["totalIsExact"] == .bool(true))
    #expect(page["lastPage"]?.number == 7 && page["hasNext"] == .bool(false))
  }

  @Test("list --all shows everything once, --limit a part")
  func listAll() async throws {
    let products = try await device.json("list", "--offline", "--all")
    #expect(products.compactMap { $0["id"]?.number } == (1...2000).reversed().map(Double.init))
    #expect(try await device.json("list", "--offline", "--all", "--limit", "7").count == 7)
  }

  @Test(
    "any state of typing finds what it is on the way to, and shows where",
    arguments: [
      ("맥ㅂ", "맥[바-빟]", nil), ("ㄴㅌㅂ", "노트북", "completed"), ("dkdlvhs", "아이폰", "keyboard"), ("의자", "의자", nil),
    ] as [(String, String, String?)])
  func search(text: String, meant: String, correction: String?) async throws {
    let meant = try Regex(meant)
    let (page, products) = try await page("search", text)
    #expect(!products.isEmpty)
    for product in products where product["match"] == nil {
      let name = try #require(product["name"]?.string)
      let matches = try #require(product["matches"]?.elements)
      #expect(!matches.isEmpty)
      for match in matches {
        let start = try #require(match["start"]?.number), length = try #require(match["length"]?.number)
        let found = String(name.unicodeScalars.dropFirst(Int(start)).prefix(Int(length)))
        #expect(try meant.wholeMatch(in: found.replacing(" ", with: "")) != nil, "\(found) in \(name)")
      }
    }
    #expect(page["correction"]?["kind"]?.string == correction)
  }

  @Test("descriptions and vendors are searched behind names, and --json says what was found where")
  func otherFields() async throws {
    let (page, products) = try await page("search", "보증", "--size", "200")
    #expect(
      try OpenAPIDocument.ofRepository().violations(of: page, againstFile: "json/cli-page.schema.json") == [])
    let kinds = products.map { $0["match"]?["kind"]?.string ?? "text" }
    #expect(kinds.count > 3 && kinds == kinds.sorted { $0 == "text" && $1 != "text" })
    for product in products where product["match"] != nil {
      #expect(product["match"]?["kind"]?.string == "description")
      let text = try #require(product["description"]?.string)
      for match in try #require(product["match"]?["matches"]?.elements) {
        let start = try #require(match["start"]?.number), length = try #require(match["length"]?.number)
        #expect(String(text.unicodeScalars.dropFirst(Int(start)).prefix(Int(length))) == "보증")
      }
    }
    let vendor = try #require(try await self.page("list", "--size", "1").products.first)
    let found = try await self.page("search", vendor["vendorName"]?.string ?? "").products
    let isVendor = found.contains { $0["id"] == vendor["id"] && $0["match"]?["kind"]?.string == "vendor" }
    #expect(isVendor)
  }

  @Test("what is sold comes after what is on sale, unless another order is asked for")
  func soldLast() async throws {
    func soldOut(_ arguments: [String]) async throws -> [Bool] {
      let products = try await device.json(["search", "의자", "--size", "200", "--offline"] + arguments)
        .flatMap { $0["products"]?.elements ?? [] }
      return products.filter { $0["match"] == nil && $0["name"]?.string?.contains("의자") == true }
        .map { $0["stock"]?.number == 0 }
    }
    let sold = try await soldOut([])
    #expect(sold.contains(true) && sold.contains(false))
    #expect(sold == sold.filter { !$0 } + sold.filter(\.self))
    #expect(try await soldOut(["--sort", "newest"]) != sold)
  }

  @Test("what is displayed instead of nothing is told to people")
  func correction() async throws {
    let outcome = try await device.run("search", "dkdlvhs", "--offline", "--size", "1")
    #expect(
      outcome.errors
        == "nothing stored here has 'dkdlvhs' within its words; displayed is what '아이폰' finds, which has the same keys\n"
    )
    let nothing = try await device.run("search", "없는물건입니다", "--offline")
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(nothing.errors == "nothing found for '없는물건입니다' among what is stored here\n")
  }

  @Test(
    "searches page on to the end without repeating a hit, in any order",
    arguments: ["relevance", "most-expensive"])
  func searchPages(order: String) async throws {
    let all = try await device.json("search", "사용", "--offline", "--all", "--sort", order)
    let ids = all.compactMap { $0["id"]?.number }
    #expect(ids.count > 20 && Set(ids).count == ids.count)
    let (page, products) = try await page("search", "사용", "--page", "2", "--size", "7", "--sort", order)
    #expect(products.compactMap { $0["id"]?.number } == Array(ids[7..<14]))
    #expect(page["total"]?.number == Double(ids.count))
  }

  @Test("filters and orders hold")
  func filters() async throws {
    let cheap = try await page(
      "search", "아이폰", "--min-price", "200000", "--max-price", "500000", "--on-sale", "--sort", "cheapest",
      "--size", "100"
    ).products
    let typed = cheap.prefix { $0["match"] == nil }
    let (words, fields) = (["equivalents"], ["vendor", "description"])
    let isIn = { (product: JSONValue, kinds: [String]) in
      kinds.contains(product["match"]?["kind"]?.string ?? "")
    }
    for hits in [Array(typed), cheap.filter { isIn($0, words) }, cheap.filter { isIn($0, fields) }] {
      let prices = hits.compactMap { $0["salePrice"]?.number }
      #expect(prices == prices.sorted() && prices.allSatisfy { (200_000...500_000).contains($0) })
    }
    #expect(typed.count > 3)
    #expect(cheap.allSatisfy { $0["soldOut"] == .bool(false) })
    let (page, sold) = try await page("list", "--vendor", "22", "--sold-out", "--size", "1000")
    #expect(!sold.isEmpty && page["total"]?.number == Double(sold.count))
    #expect(sold.allSatisfy { $0["vendorID"]?.number == 22 && $0["soldOut"] == .bool(true) })
  }

  @Test("several searches get a response in their order")
  func several() async throws {
    let results = try await device.json("search", "의자", "없는물건입니다", "텐트", "--offline", "--size", "2")
    #expect(results.map { $0["query"]?.string } == ["의자", "없는물건입니다", "텐트"])
    #expect(results.map { $0["page"]?["products"]?.elements.count } == [2, 0, 2])
    let table = try await device.run("search", "의자", "텐트", "--offline", "--size", "1")
    #expect(table.output.hasPrefix("의자: 1 of ") && table.output.contains("\n\n텐트: 1 of "))
  }

  @Test("hits are counted up to 1000, which is told, or all of them")
  func counts() async throws {
    let folder = try TemporaryFolder()
    let store = try MarketStore(folder: folder.url)
    let products = (1...1003).map {
      Product(id: .init(rawValue: $0), vendorID: 1, name: "의자 \($0)", currency: .krw, price: 1, stock: 1)
    }
    try await store.save(products, fetchedAt: Date())
    try store.close()
    for (option, total) in [([], 1000), (["--exact-count"], 1003)] as [([String], Double)] {
      let arguments = ["search", "의자", "--offline", "--store", folder.url.path] + option
      let page = try #require(try await device.json(arguments).first)
      #expect(page["total"]?.number == total && page["totalIsExact"] == .bool(total == 1003))
    }
    #expect(try await page("search", "원목").page["totalIsExact"] == .bool(true))
  }

  @Test(
    "any state of typing is completed",
    arguments: [("맥ㅂ", "맥북"), ("ㄴㅌㅂ", "노트북"), ("dkdlvhs", "아이폰")])
  func suggest(text: String, name: String) async throws {
    let outcome = try await device.run("suggest", text, "--offline", "--limit", "3")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.replacing(" ", with: "").contains(name) }, "\(lines)")
    #expect(lines.count == 3 && !outcome.output.contains("\u{1B}"))
  }

  @Test(
    "suggestions of what is stored come while somebody types, whether or not a server is asked too",
    arguments: [["--offline"], []])
  func interactive(source: [String]) async throws {
    let program = try ProgramAtTerminal(
      device.market, ["suggest", "--interactive"] + source, environment: device.environment)
    try await program.drawn("> ")
    for typed in ["ㄴ", "ㅌ", "ㅂ"] { try program.type(typed) }
    try await program.drawn("> ㄴㅌㅂ")
    try await program.drawn("노트북")
    try program.press("\r")
    #expect(try await program.status() == 0)
    #expect(try program.output == "ㄴㅌㅂ\n")
  }

  @Test("show shows what lists have shown, and says that it may not be everything")
  func show() async throws {
    let outcome = try await device.run("show", "1999", "--offline")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("1999  "))
    #expect(outcome.errors.contains("only what lists show"))
    let product = try #require(try await device.json("show", "1999", "--offline").first)
    #expect(product["complete"] == .bool(false) && product["images"] == nil)
  }

  @Test(
    "what was searched for stands out in a terminal, and the end says how much is stored here and since when")
  func highlight() async throws {
    let program = try ProgramAtTerminal(
      device.market, ["search", "의자", "--offline", "--size", "2"], environment: device.environment,
      showsOutput: true)
    try await program.drawn("\u{1B}[1m의자\u{1B}[0m")
    try await program.drawn("hits stored here, as of ")
    #expect(try await program.status() == 0)
  }

  @Test(
    "--json has the form that Schemas/json describes",
    arguments: [
      (["list"], "cli-page"), (["search", "dkdlvhs"], "cli-page"), (["search", "의자", "b"], "cli-search"),
      (["show", "7"], "cli-product"), (["suggest", "맥ㅂ"], "suggestions"), (["sales", "22"], "cli-product"),
    ])
  func schema(arguments: [String], schema: String) async throws {
    let outcome = try await device.run(arguments + ["--offline", "--json"])
    let document = try OpenAPIDocument.ofRepository()
    let lines = outcome.output.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let value = try JSONValue(json: Data(line.utf8))
      #expect(try document.violations(of: value, againstFile: "json/\(schema).schema.json") == [])
    }
  }

  @Test(
    "where the server cannot be reached, what is stored is displayed, and that is said",
    arguments: [
      ["list", "--size", "3"], ["search", "의자"], ["show", "7"], ["search", "ㄴㅌㅂ", "b"], ["suggest", "ㄴㅌㅂ"],
      ["sales", "22"],
    ])
  func withoutServer(arguments: [String]) async throws {
    let outcome = try await device.run(arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Displayed is what is stored here"), "\(outcome.errors)")
    let stored = try await device.run(arguments + ["--offline"])
    #expect(!stored.output.isEmpty && outcome.output == stored.output)
  }

  @Test("with --online, where the server cannot be reached, the error says that there is --offline")
  func hint() async throws {
    for arguments in [["list"], ["search", "의자"], ["show", "7"], ["search", "a", "b"]] {
      let outcome = try await device.run(arguments + ["--online"])
      #expect(outcome.status == 69 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("--offline shows what is stored"), "\(outcome.errors)")
    }
  }

  @Test("what is not stored either is not said to be there with --offline", arguments: ["show", "image"])
  func noHint(command: String) async throws {
    for options in [[], ["--online"]] {
      let outcome = try await device.run([command, "199999"] + options)
      #expect(outcome.status == 69 && !outcome.errors.contains("--offline"), "\(outcome.errors)")
    }
  }

  @Test("of a product that is stored in part, the server is mentioned only where it was not asked")
  func partial() async throws {
    let asked = try await device.run("show", "7")
    #expect(asked.errors.contains("only what lists show of it is stored\n"), "\(asked.errors)")
    let offline = try await device.run("show", "7", "--offline")
    #expect(offline.errors.contains("'market show 7' asks the server"), "\(offline.errors)")
  }

  @Test(
    "what cannot be meant, or responded, is one line and an exit code",
    arguments: [
      (["list", "--vendor", "22"], 64), (["search", "a", "--sort", "newest", "--online"], 64),
      (["list", "--online", "--offline"], 64), (["search", "a", "--page", "2"], 64),
      (["search", "a", "--all"], 64),
      (["search", "a", "--size", "201"], 64), (["search", "a", "--on-sale", "--online"], 64),
      (["search", "a", "--exact-count"], 64), (["list", "--offline", "--on-sale", "--sold-out"], 64),
      (["list", "--offline", "--page", "9223372036854775807"], 64),
      (["list", "--offline", "--min-price", "zehn"], 64), (["list", "--offline", "--min-price", "-1"], 64),
      (["list", "--offline", "--min-price", "2", "--max-price", "1"], 64),
      (["search", "a", "--offline", "--sort", "best"], 64), (["show", "999999", "--offline"], 66),
      (["search", String(repeating: "가", count: 2000), "--offline"], 65),
      (["list", "--offline", "--store", "/nowhere/at/all"], 66),
      (["list", "--offline", "--store", "/dev/null"], 77),
    ] as [([String], Int32)])
  func refused(arguments: [String], status: Int32) async throws {
    let outcome = try await device.run(arguments)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("market: "))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  @Test("sales are told by the vendor's number, on sale and sold")
  func sales() async throws {
    let all = try await device.json("sales", "22", "--offline", "--limit", "1000")
    let sold = try await device.json("sales", "22", "--offline", "--sold-out", "--limit", "1000")
    let onSale = try await device.json("sales", "22", "--offline", "--on-sale", "--limit", "1000")
    #expect(!sold.isEmpty && !onSale.isEmpty && sold.count + onSale.count == all.count)
    #expect(all.allSatisfy { $0["vendorID"]?.number == 22 })
    #expect(sold.allSatisfy { $0["soldOut"] == .bool(true) })
  }
}
