import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketPacing

extension ConformanceCheck {
  /// Those that write, in the order in which they run; each lists products of its own.
  static let selling: [ConformanceCheck] = listing + refusals + keys + deleting

  private static let listing: [ConformanceCheck] = [
    ConformanceCheck(
      "create", .selling, why: "what the vendor sees afterwards is the response to it",
      fix:
        "respond to POST /api/products with 2xx and the product's detail as it was sent, first in the list from then on"
    ) { probe in
      let product = try await probe.list()
      let draft = ConformanceProbe.draft
      guard product.name == draft.name, product.description == draft.description,
        product.price == draft.price, product.discount == draft.discount, product.stock == draft.stock
      else { return .broken("the response is not what was sent") }
      try expect(product.images?.count == 1, else: "it has \(product.images?.count ?? 0) images, not 1")
      let page = try await probe.client().products(size: 20)
      try expect(page.products.contains { $0.id == product.id }, else: "it is not among the newest 20")
      return .kept("listed as \(product.id)")
    },
    ConformanceCheck(
      "photos", .selling,
      why: "a listing has up to five photos of 300 kB, and clients delete their copies once it is accepted",
      fix:
        "accept bodies of 2 MiB, and keep every part named images, in order; PHP and Rack by themselves keep the last one alone"
    ) { probe in
      let photos = ConformanceProbe.photos
      let count = try await probe.list(photos: photos).images?.count ?? 0
      try expect(count == photos.count, else: "\(count) of \(photos.count) are kept")
      return .kept("\(count) of \(photos.count)")
    },
    ConformanceCheck(
      "edit", .selling, why: "marking something as sold must not erase its discount",
      fix: "change the fields that a PATCH has, and leave all others as they are"
    ) { probe in
      let before = try await probe.list()
      let client = try probe.client()
      _ = try await client.markSold(before.id)
      var expected = before
      expected.stock = 0
      let after = try await client.product(before.id)
      try expect(after.stock == 0, else: "stock 0 was not kept")
      try expect(after.sameListing(as: expected), else: "other fields than stock have changed")
      return .kept("only what was sent")
    },
    ConformanceCheck(
      "large price", .selling, why: "a car costs more than ten million won",
      fix: "keep prices up to 9.0E15, and send them as numbers, with an exponent or without"
    ) { probe in
      let id = try await probe.list().id
      let client = try probe.client()
      _ = try await client.edit(id, ProductChanges(price: 61_500_000))
      let price = try await client.product(id).price
      return price == 61_500_000 ? .kept("61500000") : .broken("61500000 came back as \(price)")
    },
    ConformanceCheck(
      "texts", .selling, why: "names are Korean, and descriptions have lines and emoji",
      fix: "keep texts as UTF-8, byte by byte"
    ) { probe in
      let text = "한글 ‘따옴표’ \"quotes\" \\ 👩‍👩‍👧\n둘째 줄\t끝"
      let id = try await probe.list().id
      let client = try probe.client()
      _ = try await client.edit(id, ProductChanges(description: text))
      let found = try await client.product(id).description ?? ""
      return Array(found.utf8) == Array(text.composed.utf8)
        ? .kept("unchanged") : .broken("the description came back as '\(found.printable)'")
    },
  ]

  private static let refusals: [ConformanceCheck] = [
    ConformanceCheck(
      "unknown vendor", .selling,
      why: "clients ask for new credentials when they see 401, and for nothing else",
      fix: "respond with 401 when the identifier field is missing or unknown"
    ) { probe in
      let stranger = try VendorCredentials(identifier: UUID.random().uuidString, secret: "wrong")
      let status = try await probe.refusal { try await probe.list(as: stranger) }
      return status == 401
        ? .kept("401") : .broken("status \(status) instead of 401: clients cannot tell it from bad input")
    },
    ConformanceCheck(
      "wrong secret", .selling,
      why: "only its vendor may change a product, and the client must be able to say so",
      fix: "respond with 403 when the secret is wrong, and change nothing"
    ) { probe in
      let before = try await probe.list()
      let forger = try VendorCredentials(
        identifier: probe.vendor().identifier.reveal(), secret: "wrong-\(UUID.random())")
      let status = try await probe.refusal {
        try await probe.client(as: forger).edit(before.id, ProductChanges(price: 1))
      }
      try await expect(probe.client().product(before.id).price == before.price, else: "it was changed")
      return status == 403 ? .kept("403") : .broken("status \(status) instead of 403")
    },
    ConformanceCheck(
      "validation", .selling,
      why: "a refused listing goes back to the user, a listing in a bad state stays for ever",
      fix:
        "respond with 400, or 422, for names beyond 100 characters, negative prices, discounts above the price, negative stock"
    ) { probe in
      let before = try await probe.list()
      let secret = try probe.vendor().secret.reveal()
      let bodies: [[String: any Sendable]] = [
        ["name": String(repeating: "가", count: 101)], ["price": -1], ["discounted_price": 9_000_000],
        ["stock": -1],
      ]
      for body in bodies {
        let json = try JSONSerialization.data(
          withJSONObject: body.merging(["secret": secret]) { $1 }, options: .sortedKeys)
        let response = try await probe.send(
          .patch, "/api/products/\(before.id)",
          [.identifier: try probe.vendor().identifier.reveal(), .contentType: "application/json"],
          body: .data(json))
        try response.expect(400, 422, what: body.keys.sorted().joined())
      }
      try await expect(
        probe.client().product(before.id).sameListing(as: before), else: "a refused change was made")
      return .kept("refused, and unchanged")
    },
  ]

  private static let keys: [ConformanceCheck] = [
    ConformanceCheck(
      "idempotency keys", .selling, .optional,
      why:
        "without them a client whose response was lost must look for what it has listed before it sends again",
      fix:
        "perform all requests with the same Idempotency-Key of a vendor once, and respond to the later ones like the first"
    ) { probe in
      let key = "conformance-\(UUID.random().uuidString)"
      let first = try await probe.list(key: key)
      let second = try await probe.list(key: key)
      return first.id == second.id
        ? .kept("serverHonoursIdempotencyKeys can be set") : .broken("the same key has listed two products")
    },
    ConformanceCheck(
      "key reused", .selling, .optional,
      why: "a key that comes with something else is a mistake that should show",
      fix: "respond with 422 when a known key comes with another body"
    ) { probe in
      let key = "conformance-\(UUID.random().uuidString)"
      let first = try await probe.list(key: key)
      var draft = ConformanceProbe.draft
      draft.price += 1
      do {
        let second = try await probe.list(draft, key: key)
        if second.id != first.id { throw Finding.untested("keys are not honoured") }
        return .broken("the first response came back for another body")
      } catch let error as HTTPError {
        guard let status = error.status?.code else { throw error }
        return status == 422 ? .kept("422") : .broken("status \(status) instead of 422")
      }
    },
  ]

  private static let deleting: [ConformanceCheck] = [
    ConformanceCheck(
      "deletion", .selling,
      why: "a client deletes in two steps, and shows the product until the second is done",
      fix:
        "POST …/archived returns a path as plain text and deletes nothing; DELETE of that path deletes, once"
    ) { probe in
      let id = try await probe.list().id
      let (client, vendor) = (try probe.client(), try probe.vendor())
      let key = try await client.send(Endpoints.ArchiveProduct(id, as: vendor))
      try await expect(client.product(id).id == id, else: "the first step has deleted it")
      _ = try await client.send(Endpoints.DeleteArchived(key, as: vendor))
      probe.workbench.forget(id)
      let status = try await probe.refusal { try await client.product(id) }
      try expect(status == 404, else: "afterwards its detail has status \(status) instead of 404")
      try await expect(
        !client.products(size: 20).products.contains { $0.id == id }, else: "it is still listed")
      let again = try await probe.refusal { try await client.send(Endpoints.DeleteArchived(key, as: vendor)) }
      return again == 404 ? .kept("gone, 404 from then on") : .broken("deleting it again has status \(again)")
    },
    ConformanceCheck(
      "deletion by number", .selling, why: "whoever knows a product's number must not be able to delete it",
      fix: "accept DELETE for paths that …/archived has given out, and respond with 404 for others"
    ) { probe in
      let id = try await probe.list().id
      let response = try await probe.send(
        .delete, "/api/products/\(id)", [.identifier: try probe.vendor().identifier.reveal()])
      try await expect(probe.get("/api/products/\(id)").status == 200, else: "it is deleted")
      return (400..<500).contains(response.status)
        ? .kept("\(response.status)") : .broken("status \(response.status)")
    },
  ]
}

extension Product {
  fileprivate func sameListing(as other: Product) -> Bool {
    name == other.name && description == other.description && price == other.price && stock == other.stock
      && discount == other.discount && currency == other.currency && images?.count == other.images?.count
  }
}
