import Foundation
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// `--offline` shows pending writes as it will be.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PendingOfflineTests {
  /// A device that has listed 4, 5 and 6, all of them synced, and lost its server.
  private func device() async throws -> SellingDevice {
    let device = try await SellingDevice()
    for name in ["첫째 의자", "둘째 의자", "셋째 의자"] { #expect(try await device.run(device.sell(name)).status == 0) }
    #expect(try await device.run("sync").status == 0)
    try await device.stopServer()
    return device
  }

  /// Numbers and pending writes, as `arguments` list them.
  private func listed(_ device: SellingDevice, _ arguments: String...) async throws -> [String] {
    let isPage = !arguments.contains("--all") && arguments[0] != "sales"
    let values = try await device.json(
      arguments + ["--offline"], schema: isPage ? "cli-page" : "cli-product")
    let products = isPage ? values.first?["products"]?.elements ?? [] : values
    return products.map { product in
      let pending = product["pending"]?.elements.compactMap(\.string) ?? []
      return ([String(Int(product["id"]?.number ?? 0))] + pending).joined(separator: " ")
    }
  }

  @Test("with --online list, search, sales and show have what the server has, without pending writes")
  func online() async throws {
    let device = try await SellingDevice()
    #expect(try await device.run(device.sell("첫째 의자")).status == 0)
    #expect(try await device.run("edit", "4", "--price", "40000", "--no-wait").status == 0)
    #expect(try await device.run(device.sell("둘째 의자", ["--no-wait"])).status == 0)
    for (arguments, ids) in [(["list"], [4, 3, 2, 1]), (["search", "첫째 의자"], [4])] {
      let page = try await device.json(arguments + ["--online"], schema: "cli-page").first
      let products = page?["products"]?.elements ?? []
      #expect(products.compactMap { $0["id"]?.integer } == ids)
      #expect(products.first?["price"]?.number == 45_000)
    }
    let sales = try await device.json(["sales", "7", "--online"], schema: "cli-product")
    #expect(sales.compactMap { $0["id"]?.integer } == [4] && sales.first?["price"]?.number == 45_000)
    let server = try await device.json(["show", "4", "--online"], schema: "cli-product").first
    #expect(server?["price"]?.number == 45_000)
    #expect(try await device.product(4)["price"]?.number == 40_000)
  }

  @Test("a listing that was just sold, edited fields and deletions show in list, sales, search and show")
  func displayed() async throws {
    let device = try await device()
    for arguments in [
      device.sell("넷째 의자", ["--no-wait"]), ["edit", "5", "--price", "40000", "--no-wait"],
      ["delete", "6", "--no-wait"], ["sold", "4", "--no-wait"],
    ] { #expect(try await device.run(arguments).status == 0) }
    let all = ["-4 create", "5 edit", "4 edit"]
    #expect(try await listed(device, "list") == all + ["3", "2", "1"])
    #expect(try await listed(device, "list", "--all") == all + ["3", "2", "1"])
    #expect(try await listed(device, "list", "--page", "2", "--size", "2") == ["4 edit", "3"])
    #expect(try await listed(device, "sales", "7").prefix(3) == all.prefix(3))
    #expect(try await listed(device, "sales", "7", "--sold-out").contains("4 edit"))
    #expect(try await listed(device, "sales", "7", "--on-sale").contains("4 edit") == false)
    #expect(try await listed(device, "search", "의자").filter { Int($0) == nil } == all)
    #expect(
      try await listed(device, "search", "의자", "--sort", "cheapest").filter { Int($0) == nil }
        == ["5 edit", "-4 create", "4 edit"])
    let page = try await device.json(["list", "--offline"], schema: "cli-page").first
    #expect(page?["total"]?.number == 6)

    let table = try await device.run("list", "--offline", "--size", "2").output.split(separator: "\n")
    #expect(table[1].contains("new-4") && table[1].contains("on sale, waiting"), "\(table)")
    #expect(table[2].contains("40,000원"), "\(table)")
    let edited = try await device.json(["show", "5", "--offline"], schema: "cli-product").first
    #expect(edited?["price"]?.number == 40_000 && edited?["pending"]?.elements.count == 1)
    let new = try await device.run("show", "new-4", "--offline")
    #expect(new.output.contains("넷째 의자") && new.output.contains("new listing, not sent yet"), "\(new)")
    #expect(try await device.run("show", "6", "--offline").status == 66)
    #expect(try await device.run("show", "new-9", "--offline").status == 66)
  }

  @Test("once it is sent, nothing is marked any more")
  func sent() async throws {
    let device = try await device()
    #expect(try await device.run(device.sell("넷째 의자", ["--no-wait"])).status == 0)
    #expect(try await listed(device, "list").first == "-4 create")
    try await device.startServer()
    #expect(try await device.run("outbox", "run").status == 0)
    #expect(try await listed(device, "list", "--size", "2") == ["7", "6"])
  }
}
