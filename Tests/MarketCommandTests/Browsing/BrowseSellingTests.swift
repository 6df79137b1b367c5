import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketImages
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// Selling with `market browse`: the form, my sales, the outbox and its questions.
@Suite(.timeLimit(.minutes(5)))
struct BrowseSellingTests {
  private static let down = "\u{1B}[B"

  private func browser(_ device: SellingDevice, columns: Int = 80, rows: Int = 24) async throws
    -> BrowserAtTerminal
  {
    let browser = try BrowserAtTerminal(device.environment, columns: columns, rows: rows)
    try await browser.shows("Products")
    return browser
  }

  /// Fills the form in and submits it.
  private func sell(_ browser: BrowserAtTerminal, _ device: SellingDevice) async throws {
    try browser.press("n")
    try await browser.shows("New listing", "▸ Name")
    try await browser.screen("the cursor") { $0.modes.contains(25) }
    try browser.press("접이식 의자\r")
    try await browser.shows("접이식 의자", "▸ Price")
    try browser.press("45000\r\t\t\t")
    try await browser.shows("▸ Description")
    try browser.press("\u{1B}[200~두 번 사용한\n깨끗한 의자입니다.\u{1B}[201~\t")
    try await browser.shows("두 번 사용한", "깨끗한 의자입니다.", "▸ Add a photo")
    try browser.press("'\(device.photo.path)'\r")
    try await browser.shows("▸ Add a photo", "Photos")
    try browser.press(Self.down)
    try await browser.chooses("[ Sell ]")
    try browser.press("\r")
    try await browser.shows("is safe on this device", "Products")
  }

  @Test("a listing is filled in, sold, displayed, edited, marked as sold and deleted")
  func sell() async throws {
    let device = try await SellingDevice()
    let browser = try await browser(device)
    try await sell(browser, device)
    try browser.press("m")
    try await browser.shows("My sales: on sale", "접이식 의자", "45,000원")
    try browser.press("\r")
    try await browser.shows("e edit", "s sold")
    try browser.press("e")
    try await browser.shows("Edit", "45000")
    try browser.press("\t\u{15}40000\u{1B}[6~\u{1B}[A")
    try await browser.shows("40000")
    try await browser.chooses("[ Save ]")
    try browser.press("\r")
    try await browser.shows("40,000원", "is safe on this device")
    try browser.press("s")
    try await browser.shows("Is it sold? y or n")
    try browser.press("y")
    try await browser.shows("It is sold.")
    try browser.press("\u{1B}")
    try await browser.shows("My sales: on sale")
    try browser.press("\t")
    try await browser.shows("My sales: sold", "접이식 의자")
    try browser.press("\r")
    try await browser.shows("d delete")
    try browser.press("d")
    try await browser.shows("Delete it? y or n")
    try browser.press("n")
    try await browser.shows("d delete")
    // An Enter typed ahead, or with which an input method ends a syllable, and the rest of the syllable, are no responses.
    for keys in ["d\r", "ㅇ\r", "요"] {
      try browser.press(keys)
      try await browser.shows("Delete it? y or n")
      try browser.press("n")
      try await browser.shows("d delete")
    }
    try browser.press("dy")
    try await browser.shows("It is deleted.")
    try browser.press("o")
    try await browser.shows("Nothing waits to be sent.")
    try await browser.quits()
    #expect(device.effects.contains(.created) && device.effects.contains(.deleted), "\(device.effects)")
  }

  @Test(
    "without the server a listing waits in the outbox, and is sent when it is back; an unfinished one is there again"
  )
  func offline() async throws {
    let device = try await SellingDevice()
    try await device.stopServer()
    let browser = try await browser(device)
    try await sell(browser, device)
    try await browser.shows("접이식 의자")
    try browser.press("o")
    try await browser.shows("1 waiting", "create", "접이식 의자")
    try browser.press("n")
    try await browser.shows("▸ Name")
    try browser.press("반쯤 쓴 글")
    try await browser.shows("반쯤 쓴 글")
    try browser.press("\u{1B}")
    try await browser.shows("Products")
    try await device.startServer()
    try browser.press("o")
    // Unless it was sent by itself meanwhile.
    try await browser.screen("the outbox") {
      $0.text.contains("S send all") || $0.text.contains("Nothing waits")
    }
    try browser.press("S")
    try await browser.shows("Nothing waits to be sent.")
    try browser.press("n")
    try await browser.shows("반쯤 쓴 글")
    try browser.press("\u{3}")
    #expect(try await browser.ended() == 130)
    #expect(device.effects == [.created])
  }

  @Test("a form says what is wrong, field by field, and too many photos are refused")
  func invalid() async throws {
    let device = try await SellingDevice()
    let browser = try await browser(device, columns: 60, rows: 16)
    try browser.press("n")
    try await browser.shows("▸ Name")
    try browser.press("의\u{1B}[6~\u{1B}[A\r")
    try await browser.screen("errors") {
      $0.text.contains("[ Sell ]") && $0.cells.joined().contains { $0.ink.contains("31") }
    }
    let paths = Array(repeating: "'\(device.photo.path)'", count: 3000).joined(separator: " ")
    try browser.press("\u{1B}[A")
    try await browser.shows("▸ Add a photo")
    try browser.press("\u{1B}[200~\(paths)\u{1B}[201~\r")
    try await browser.screen("a refusal") { $0.lines[14].contains("photos, not") }
    try browser.press("\u{3}")
    #expect(try await browser.ended() == 130)
    #expect(device.effects == [])
  }

  @Test("a refused listing says why, can be discarded, and brought back")
  func refused() async throws {
    let device = try await SellingDevice()
    device.mock.addFault(Fault(.status(.badRequest), on: .init(.post, "/api/products"), times: 1))
    let browser = try await browser(device)
    try await sell(browser, device)
    try browser.press("o")
    try await browser.shows("1 refused", "e correct", "x discard")
    try browser.press("\r")
    try await browser.shows("reason")
    try browser.press("\u{1B}")
    try await browser.shows("1 refused", "x discard")
    try browser.press("xy")
    try await browser.shows("Nothing waits to be sent.", "It is discarded.")
    try browser.press("u")
    try await browser.shows("1 refused")
    try browser.press("t")
    try await browser.shows("Nothing waits to be sent.")
    try await browser.quits()
    #expect(device.effects == [.created])
  }

  @Test("a refused listing is corrected in the form and sent again")
  func corrected() async throws {
    let device = try await SellingDevice()
    device.mock.addFault(Fault(.status(.badRequest), on: .init(.post, "/api/products"), times: 1))
    let browser = try await browser(device)
    try await sell(browser, device)
    try browser.press("o")
    try await browser.shows("1 refused", "e correct")
    try browser.press("e")
    try await browser.shows("Edit", "접이식 의자", "photo 1")
    try browser.press(" 둘\u{1B}[6~\u{1B}[A")
    try await browser.chooses("[ Send again ]")
    try browser.press("\r")
    try await browser.shows("is safe on this device", "Nothing waits to be sent.")
    try await browser.quits()
    #expect(device.effects == [.created])
    #expect(try await device.product(4)["name"]?.string == "접이식 의자 둘")
  }

  @Test("a listing that waits is taken back")
  func takenBack() async throws {
    let device = try await SellingDevice()
    try await device.stopServer()
    let browser = try await browser(device)
    try await sell(browser, device)
    try browser.press("o")
    try await browser.shows("1 waiting", "c cancel")
    var isTaken = false
    while !isTaken {
      try browser.press("c")
      try await browser.shows("Take it back? y or n")
      try browser.press("y")
      // Not while an attempt is under way.
      try await browser.screen("an outcome") {
        isTaken = $0.text.contains("It is taken back.")
        return isTaken || $0.text.contains("It may have reached the server")
      }
    }
    try await browser.shows("Nothing waits to be sent.")
    try await browser.quits()
    try await device.startServer()
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(device.effects == [])
  }

  @Test("a listing of which nobody knows whether it is there is asked about, with those that it may be")
  func question() async throws {
    let device = try await SellingDevice(honoursKeys: false)
    device.mock.addFault(Fault(.disconnect, on: .init(.post, "/api/products"), phase: .after))
    device.mock.addFault(Fault(.status(.notFound), on: .init(.get, "/images/**"), times: 1_000))
    #expect(try await device.run(device.sell()).status == 79)
    // Without its photos nothing tells whose listing it is, and after some looks it is asked.
    for _ in 0..<2 { _ = try await device.run("outbox", "flush") }
    let browser = try await browser(device)
    try browser.press("o")
    try await browser.shows("1 to decide")
    try browser.press("\r")
    try await browser.shows("question", "1 it is 4", "t not carried out")
    try browser.press("1")
    try await browser.shows("It is listed as 4.")
    try browser.press("\u{1B}")
    try await browser.shows("Nothing waits to be sent.")
    try await browser.quits()
    #expect(device.effects == [.created])
  }

  @Test("photos of a form change places and go")
  func photos() async throws {
    let device = try await SellingDevice()
    let files = try [40, 80, 120].map { side in
      let file = device.folder.url.appending(path: "\(side).jpg")
      try SamplePhoto.jpeg(width: side, height: 20, seed: UInt64(side)).write(to: file)
      return "'\(file.path)'"
    }
    let browser = try await browser(device)
    try browser.press("n")
    try await browser.shows("▸ Name")
    try browser.press("접이식 의자\r45000\r\t\t\t두 번 사용한 깨끗한 의자입니다.\t")
    try await browser.shows("▸ Add a photo")
    try browser.press("\u{1B}[200~\(files.joined(separator: " "))\u{1B}[201~\r")
    try await browser.shows("photo 3")
    // The last one, 120 wide, becomes the first, and the second of the others goes.
    try browser.press("\u{1B}[A\u{1B}[D\u{1B}[D")
    try await browser.shows("▸ Photos")
    try browser.press("\u{1B}[B\u{1B}[B\u{1B}[3~")
    try await browser.hides("photo 3")
    try browser.press("\u{1B}[6~\u{1B}[A")
    try await browser.chooses("[ Sell ]")
    try browser.press("\r")
    try await browser.shows("is safe on this device")
    try browser.press("o")
    try await browser.shows("Nothing waits to be sent.")
    try await browser.quits()
    var widths: [Int] = []
    let client = try HTTPClient(
      server: try #require(URL(string: device.environment["OPENMARKET_SERVER"] ?? "")))
    for image in try await device.product(4)["images"]?.elements ?? [] {
      let url = try #require(image["url"]?.string.flatMap { URL(string: $0) })
      widths.append(try DecodedImage(decoding: try await client.data(from: url)).size.width)
    }
    #expect(widths == [120, 40])
  }

  @Test("a conflict shows both values, and whose holds is decided", arguments: ["1", "2"])
  func conflict(choice: String) async throws {
    let device = try await SellingDevice(honoursKeys: false)
    #expect(try await device.run(device.sell()).status == 0)
    // An attempt without a response has the next one look at the listing first.
    device.mock.addFault(Fault(.disconnect, on: .init(.patch), times: 100))
    let edit = try await device.run("edit", "4", "--price", "40000")
    #expect(edit.status == 79, "\(edit) \(device.mock.requestLog)")
    device.mock.removeFaults()
    let elsewhere = ["--store", device.folder.url.appending(path: "elsewhere").path]
    #expect(try await device.run(["edit", "4", "--price", "50000"] + elsewhere).status == 0)
    let browser = try await browser(device)
    try browser.press("o")
    try await browser.shows("Outbox")
    try browser.press("S")
    try await browser.shows("1 to decide", "접이식 캠핑 의자, price 40,000원")
    try browser.press("\r")
    try await browser.shows(
      "listing", "접이식 캠핑 의자", "here it is 40,000원, on the server 50,000원", "1 mine", "2 the server's")
    try browser.press(choice)
    try await browser.shows(
      choice == "1" ? "The values of this device hold." : "The values of the server hold.")
    try browser.press("\u{1B}")
    try await browser.shows("Nothing waits to be sent.")
    try await browser.quits()
    #expect(try await device.product(4)["price"]?.number == (choice == "1" ? 40_000 : 50_000))
  }

  @Test("nobody who is signed out has sales, and is told how to sign in")
  func signedOut() async throws {
    try await BrowserAtTerminal.run(MarketplaceMock { $0.productCount = 5 }) { browser in
      try await browser.shows("▸ ")
      try browser.press("m")
      try await browser.shows("market login")
      try await browser.quits()
    }
  }
}
