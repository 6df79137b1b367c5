import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `market sell`, `edit`, `sold`, `relist` and `delete`: the real program, file and sockets.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SellCommandTests {
  @Test("what is sold is listed once, and its outcome is on standard output", arguments: [true, false])
  func sell(honoursKeys: Bool) async throws {
    let device = try await SellingDevice(honoursKeys: honoursKeys)
    let sold = try await device.json(device.sell())
    #expect(sold.map { $0["state"]?.string } == ["accepted"])
    #expect(sold.first?["listing"]?.string == "4")
    #expect(device.effects == [.created])
    let again = try await device.run(device.sell("다른 의자"))
    #expect(again.status == 0 && again.output == "5 is listed: 다른 의자, 45,000원\n", "\(again)")
    #expect(again.errors.isEmpty, "\(again)")
  }

  @Test(
    "without a server a listing and all that is done with it is kept, and 'outbox run' delivers it once",
    arguments: [true, false])
  func offline(honoursKeys: Bool) async throws {
    let device = try await SellingDevice(honoursKeys: honoursKeys)
    for name in ["첫째 의자", "둘째 의자"] { #expect(try await device.run(device.sell(name)).status == 0) }
    try await device.stopServer()
    let kept = try await device.run(device.sell())
    #expect(kept.status == 79, "\(kept)")
    #expect(kept.output.hasPrefix("submission 3 (new listing new-3) is kept: "), "\(kept)")
    #expect(kept.errors == "market: 'market outbox run' sends it\n", "\(kept)")
    #expect(try await device.run("edit", "new-3", "--price", "40000", "--no-wait").status == 0)
    #expect(try await device.run("sold", "4", "5", "--no-wait").status == 0)
    let waiting = try await device.json(["outbox", "list"])
    #expect(waiting.map { $0["write"]?.string } == ["create", "edit", "edit"])
    #expect(waiting.first?["fields"]?["price"]?.number == 40_000)
    let vain = try await device.json(["outbox", "run"], status: 79, schema: "cli-delivery")
    #expect(vain.first?["left"]?.elements.count == 3)

    try FileManager.default.removeItem(at: device.photo)
    try await device.startServer()
    let delivered = try await device.json(["outbox", "run"], schema: "cli-delivery")
    #expect(
      delivered.first?["sent"]?.elements.map { $0["state"]?.string } == ["accepted", "accepted", "accepted"])
    #expect(delivered.first?["left"]?.elements.isEmpty == true)
    #expect(
      device.effects.map(\.rawValue).sorted()
        == (Array(repeating: "product.created", count: 3) + ["product.edited", "product.edited"]))
    #expect(try await device.product(6)["price"]?.number == 40_000)
    // The number of before is still good.
    #expect(try await device.run("delete", "new-3").output == "6 is deleted\n")
    #expect(try await device.run("outbox", "run").errors == "no writes are pending\n")
  }

  @Test("a server that keeps fewer photos than were sent is named with the outcome")
  func photosLeftOut() async throws {
    let device = try await SellingDevice { mock, _ in LastPhotoMarket(market: mock) }
    let sold = try await device.run(device.sell("다른 의자", ["--photo", device.photo.path]))
    #expect(
      sold.output == "4 is listed: 다른 의자, 45,000원; the server has kept 1 of its 2 photos\n", "\(sold)")
  }

  @Test("what is wrong is said at once, field by field, and nothing is kept")
  func invalid() async throws {
    let device = try await SellingDevice()
    let broken = device.folder.url.appending(path: "broken.jpg")
    try Data("no photo".utf8).write(to: broken)
    let arguments = [
      "sell", "--name", "x", "--price=-1", "--description", "short", "--currency", "EUR", "--stock=-1",
      "--photo",
      device.photo.path, "--photo", broken.path,
    ]
    let failures = try await device.json(arguments, status: 65, schema: "cli-draft-failures")
    #expect(
      failures.first?["failures"]?.elements.map { $0["field"]?.string }
        == ["name", "description", "price", "currency", "stock", "photos[1]"])
    let outcome = try await device.run(arguments)
    #expect(outcome.status == 65 && outcome.output.isEmpty)
    #expect(outcome.errors.split(separator: "\n").count == 6, "\(outcome)")
    #expect(outcome.errors.contains("market: photos[1]: Photo 2 (broken.jpg): "), "\(outcome)")
    #expect(try await device.json(["outbox", "list"]).isEmpty)
    #expect(try await device.run("edit", "3", "--name", "x").errors.hasPrefix("market: name: "))
  }

  @Test(
    "a command line that cannot be meant is refused",
    arguments: [
      ["sell"], ["sell", "--name", "x"], ["sell", "--price", "12a"], ["sell", "--from", "a", "--wait", "0"],
      ["edit", "3"], ["edit", "0", "--price", "1"], ["edit", "new-0", "--price", "1"], ["sold"],
      ["sold", "x"],
      ["relist", "3", "--stock", "0"], ["delete", "3", "--wait", "3", "--no-wait"],
      ["outbox", "resolve", "3"],
      ["outbox", "edit", "3"], ["edit", "3", "--price", "45.000"], ["edit", "3", "--discount", "1.000"],
      ["list", "--offline", "--min-price", "45.000"],
    ])
  func usage(arguments: [String]) async throws {
    let device = try await SellingDevice()
    let outcome = try await device.run(arguments)
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("market: "), "\(outcome)")
  }

  @Test("an amount typed with a currency is refused for a listing in another or an unknown one")
  func currency() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("의자 하나", ["--price", "4만5천원"])).status == 0)
    #expect(try await device.product(4)["price"]?.number == 45_000)
    #expect(try await device.run(device.sell("의자 둘", ["--price", "45", "--currency", "USD"])).status == 0)
    let file = device.folder.url.appending(path: "chair.json")
    try Data(#"{"currency": "USD"}"#.utf8).write(to: file)
    for arguments in [
      ["edit", "5", "--price", "45,000원"], device.sell("의자", ["--price", "$45"]),
      device.sell("의자", ["--price", "45000원", "--from", file.path]),
      ["edit", "999", "--discount", "$1"], ["edit", "999", "--price", "45000원"],
    ] {
      let outcome = try await device.run(arguments)
      #expect(outcome.status == 64 && outcome.errors.contains(" is typed in "), "\(outcome)")
    }
    #expect(try await device.run("edit", "4", "--price", "50,000원").status == 0)
    #expect(try await device.product(4)["price"]?.number == 50_000)
    #expect(device.effects == [.created, .created, .edited])
  }

  @Test(
    "an input file that is not there has one exit code, and one that holds something else another",
    arguments: [("missing", 66), ("empty", 65)] as [(String, Int32)])
  func inputFiles(name: String, status: Int32) async throws {
    let device = try await SellingDevice()
    try Data().write(to: device.folder.url.appending(path: "empty"))
    let path = device.folder.url.appending(path: name).path
    for arguments in [
      device.sell("의자 하나", ["--photo", path]), ["sell", "--from", path], ["image", path], ["inspect", path],
      ["login", "--identifier", "a", "--secret-file", path], ["list", "--replay", path],
    ] {
      let outcome = try await device.run(arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
    }
    #expect(device.mock.requestLog.isEmpty)
  }

  @Test("nobody sells who is not signed in")
  func signedOut() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run("logout").status == 0)
    for arguments in [device.sell(), ["sold", "3"], ["outbox", "run"]] {
      let outcome = try await device.run(arguments)
      #expect(outcome.status == 77 && outcome.errors.contains("market login"), "\(outcome)")
    }
    #expect(device.mock.requestLog.isEmpty)
  }

  @Test("--from reads a file, with photos beside it, and options go before it")
  func from() async throws {
    let device = try await SellingDevice()
    let file = device.folder.url.appending(path: "chair.json")
    let text = """
      {"name": "접이식 의자", "description": "두 번 사용한 의자입니다.", "price": 0.1, "discount": 0.05,
       "currency": "USD", "stock": 2, "photos": ["photo.jpg", "photo.jpg"]}
      """
    try Data(text.utf8).write(to: file)
    let document = try OpenAPIDocument.ofRepository()
    let schema = "json/cli-draft.schema.json"
    #expect(try document.violations(of: JSONValue(json: Data(text.utf8)), againstFile: schema) == [])
    let sold = try await device.json(["sell", "--from", file.path, "--stock", "3"])
    let product = sold.first?["product"]
    #expect(product?["price"]?.number == 0.1 && product?["stock"]?.number == 3)
    #expect(product?["images"]?.elements.count == 2)
    for (text, reason) in [("{", "must be JSON"), (#"{"titel": "x"}"#, "no field 'titel'")] {
      try Data(text.utf8).write(to: file)
      let outcome = try await device.run("sell", "--from", file.path)
      #expect(outcome.status == 65 && outcome.errors.contains(reason), "\(outcome)")
    }
    #expect(try await device.run("sell", "--from", "/nowhere").status == 66)
    // Its beginning would be a whole listing.
    try Data((text + String(repeating: " ", count: 1 << 20) + "{").utf8).write(to: file)
    let endless = try await device.run("sell", "--from", file.path)
    #expect(endless.status == 65 && endless.errors.contains("more than 1048576 bytes"), "\(endless)")
    #expect(device.effects == [.created])
  }

  @Test("of a file without photos it is said that they are missing there")
  func fromWithoutPhotos() async throws {
    let device = try await SellingDevice()
    let text = #"{"name": "접이식 의자", "description": "두 번 사용한 의자입니다.", "price": 45000, "photos": []}"#
    let typed = try await device.run(["sell", "--from", "-"], input: text)
    #expect(typed.status == 64, "\(typed)")
    #expect(typed.errors.hasPrefix("market: standard input lacks photos: add them there, or give --photo ("))
    let file = device.folder.url.appending(path: "chair.json")
    try Data(#"{"name": "의자"}"#.utf8).write(to: file)
    let read = try await device.run("sell", "--from", file.path)
    #expect(read.errors.contains("lacks description, price, photos"), "\(read)")
  }

  @Test("standard input may have no end: no more of it is read than of a file")
  func endlessInput() async throws {
    let device = try await SellingDevice()
    let shell = BuiltProgram(at: URL(filePath: "/bin/sh"))
    let outcome = try await shell.run(
      ["-c", #"exec "$0" sell --from - < /dev/zero"#, BuiltProgram("market").url.path],
      environment: device.environment)
    #expect(outcome.status == 65 && outcome.errors.contains("more than 1048576 bytes"), "\(outcome)")
  }

  @Test("a pipe, a folder and a device are refused at once as no files, wherever a file is read")
  func noFiles() async throws {
    let device = try await SellingDevice()
    let pipe = device.folder.url.appending(path: "pipe").path
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, device.folder.url.path, "/dev/null"] {
      for arguments in [
        device.sell("의자 하나", ["--photo", path]), ["sell", "--from", path], ["image", path],
        ["inspect", path],
        ["login", "--identifier", "7b9a", "--secret-file", path], ["list", "--replay", path],
      ] {
        let outcome = try await device.run(arguments)
        #expect(outcome.status == 66 && outcome.errors.contains("it is not a file"), "\(outcome)")
        #expect(!outcome.errors.contains("permission"), "\(outcome)")
      }
    }
    #expect(try await device.json(["outbox", "list"]).isEmpty)
  }

  @Test("a listing that is named twice is deleted once")
  func twice() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell()).status == 0)
    let deleted = try await device.run("delete", "4", "4")
    #expect(deleted.status == 0 && deleted.output == "4 is deleted\n" && deleted.errors.isEmpty, "\(deleted)")
    #expect(device.effects == [.created, .deleted])
  }

  @Test("sold and relist change the stock and nothing else")
  func sold() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("의자 하나", ["--discount", "500", "--stock", "7"])).status == 0)
    #expect(try await device.run("sold", "4").output == "4 is sold\n")
    #expect(try await device.product(4)["stock"]?.number == 0)
    #expect(try await device.run("relist", "4", "--stock", "2").output == "4 is on sale\n")
    let product = try await device.product(4)
    #expect(product["stock"]?.number == 2 && product["price"]?.number == 45_000)
    #expect(product["discount"]?.number == 500)
  }
}

/// Fields of a server that has more than the contract.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ExtraFieldCommandTests {
  @Test("a field beyond the contract goes with a listing, waits with it, is changed, found and taken away")
  func fields() async throws {
    let device = try await SellingDevice()
    let sold = try await device.json(
      device.sell("캠핑 의자", ["--field", "region=마포구", "--field", "tags=[\"a\"]"]))
    #expect(sold.first?["product"]?["extra"]?["region"]?.string == "마포구")
    #expect(try await device.run("sync").status == 0)
    try await device.stopServer()
    let edit = ["edit", "4", "--field", "tags=null", "--field", "likes=3", "--no-wait"]
    #expect(try await device.run(edit).status == 0)
    let waiting = try await device.json(["outbox", "list"], schema: "cli-submission").first
    #expect(waiting?["fields"]?["extra"]?["likes"]?.number == 3)
    let displayed = try await device.json(["show", "4", "--offline"], schema: "cli-product").first
    #expect(displayed?["extra"]?.members.keys.sorted() == ["likes", "region"])
    try await device.startServer()
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(try await device.run("sync").status == 0)
    try await device.stopServer()
    let found = try await device.json(
      ["list", "--offline", "--field", "region=마포구", "--field", "likes=3.0"], schema: "cli-page"
    ).first
    #expect(found?["products"]?.elements.map { $0["id"]?.number } == [4])
    let lines = try await device.run("show", "4", "--offline").output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("likes ") && $0.hasSuffix(" 3") }, "\(lines)")
    // A text that only begins like JSON is one value, not two fields.
    let text = try await device.json(device.sell("의자 둘", ["--field", #"note=1,"x":2"#, "--no-wait"])).first
    #expect(text?["fields"]?["extra"]?.members == ["note": .string(#"1,"x":2"#)])
    let wrong = try await device.run(device.sell("의자", ["--field", "price=3"]))
    #expect(wrong.status == 65 && wrong.errors.contains("price is a field of the contract"), "\(wrong)")
    #expect(try await device.run("edit", "4", "--field", "likes").status == 64)
  }
}

/// A market that keeps the last photo of a listing alone, as PHP and Rack do where a part's name has no `[]`.
private struct LastPhotoMarket: MockHandler {
  let market: MarketplaceMock

  func handle(_ request: MockRequest) async -> MockResponse {
    var response = await market.handle(request)
    guard var product = try? JSONSerialization.jsonObject(with: response.body) as? [String: Any],
      let images = product["images"] as? [Any]
    else { return response }
    product["images"] = Array(images.suffix(1))
    response.body = (try? JSONSerialization.data(withJSONObject: product)) ?? response.body
    return response
  }
}
