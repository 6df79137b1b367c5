import Foundation
import OpenMarketAPI
import OpenMarketPacing
import OpenMarketStore
import Testing

@testable import OpenMarket

struct ReconciliationTests {
  @Test("a write is sent again without a lookup exactly when a key certainly prevents a second effect")
  func isRepeatable() {
    let now = Uptime(boot: "second", elapsed: .seconds(100_000))
    func check(
      _ indeterminacy: Indeterminacy, _ age: Int64?, keys: Bool, boot: String = "second",
      queuedFor: TimeInterval = 0
    ) -> Bool {
      Reconciliation.isRepeatable(
        indeterminacy, since: age.map { Uptime(boot: boot, elapsed: .seconds(100_000 - $0)) },
        keysAreHonoured: keys, now: now, queuedFor: queuedFor)
    }
    #expect(check(.none, nil, keys: false))
    #expect(!check(.responseLost, 10, keys: false))
    #expect(check(.responseLost, 0, keys: true))
    #expect(check(.responseLost, 82_799, keys: true))
    #expect(!check(.responseLost, 82_800, keys: true), "the server forgets keys after a day")
    #expect(!check(.responseLost, 10, keys: true, boot: "first"), "nobody knows how long ago that was")
    #expect(!check(.responseLost, -1, keys: true))
    #expect(!check(.responseLost, nil, keys: true))
    #expect(check(.responseLost, 10, keys: true, queuedFor: 82_799))
    #expect(!check(.responseLost, 10, keys: true, queuedFor: 82_800), "the clock may have been paused")
    #expect(!check(.responseLost, 10, keys: true, queuedFor: -2), "the calendar was set back")
    #expect(check(.none, nil, keys: false, queuedFor: 82_800))
    #expect(!check(.responseInvalid, 1, keys: true))
    #expect(!check(.idempotencyKeyConflict, 1, keys: true))
  }

  private let draft = NewListing(
    name: "캠핑 의자", description: "두 번 사용한 깨끗한 의자", price: 45_000, discount: 5_000, stock: 2)
  private var listed: Product {
    Product(
      id: 9, vendorID: 7, name: "캠핑 의자".decomposedStringWithCanonicalMapping,
      description: "두 번 사용한 깨끗한 의자", currency: .krw, price: 45_000, discount: 5_000, stock: 2)
  }

  @Test("a listing is the effect of a draft when all sent fields are equal, however composed")
  func effectOfDraft() {
    #expect(Reconciliation.isEffect(listed, of: draft))
    let others: [(inout Product) -> Void] = [
      { $0.name += "!" }, { $0.description = nil }, { $0.price += 1 }, { $0.discount = 0 },
      { $0.currency = .usd }, { $0.stock = 0 },
    ]
    for change in others {
      var other = listed
      change(&other)
      #expect(!Reconciliation.isEffect(other, of: draft), "\(other)")
    }
  }

  @Test(
    "a price counts as the same when a double, or a number with the digits of its currency, cannot tell it apart"
  )
  func roundedPrices() {
    func isEffect(_ price: Decimal, stored: Decimal, in currency: Currency = .krw) -> Bool {
      let draft = NewListing(
        name: "캠핑 의자", description: "두 번 사용한 깨끗한 의자", price: price, discount: 5_000,
        currency: currency, stock: 2)
      var product = listed
      (product.price, product.currency) = (stored, currency)
      return Reconciliation.isEffect(product, of: draft)
    }
    let exact = Decimal(string: "0.30000000000000004") ?? 0
    #expect(isEffect(Decimal(string: "0.3000000000000000400001") ?? 0, stored: exact))
    #expect(isEffect(Decimal(string: "1000.4") ?? 0, stored: 1_000))
    #expect(isEffect(Decimal(string: "1000.5") ?? 0, stored: 1_001))
    #expect(!isEffect(1_000, stored: 1_001))
    let fraction = Decimal(string: "1002.4") ?? 0
    #expect(!isEffect(1_003, stored: fraction), "a server that keeps fractions has not kept this")
    #expect(isEffect(Decimal(string: "9.999") ?? 0, stored: 10, in: .usd))
    #expect(!isEffect(Decimal(string: "9.5") ?? 0, stored: 10, in: .usd))
    let (yen, dinar) = (Currency(rawValue: "JPY"), Currency(rawValue: "KWD"))
    #expect(isEffect(Decimal(string: "1000.5") ?? 0, stored: 1_001, in: yen))
    let (thousandths, hundredths) = (Decimal(string: "1.234") ?? 0, Decimal(string: "1.24") ?? 0)
    #expect(isEffect(Decimal(string: "1.2345") ?? 0, stored: thousandths, in: dinar))
    #expect(!isEffect(Decimal(string: "1.2345") ?? 0, stored: hundredths, in: dinar), "not rounded so far")
    let points = Currency(rawValue: "points")
    #expect(isEffect(Decimal(string: "9.999") ?? 0, stored: 10, in: points))
  }

  @Test("an edit has had its effect when the fields that it sets are so; one that sets nothing shows nothing")
  func effectOfChanges() {
    #expect(Reconciliation.isEffect(listed, of: ProductChanges(price: 45_000, stock: 2)))
    #expect(!Reconciliation.isEffect(listed, of: ProductChanges(price: 45_000, stock: 1)))
    #expect(!Reconciliation.isEffect(listed, of: ProductChanges()))
  }

  @Test("one field that an edit alone can have set shows that it was carried out, whatever came after it")
  func trace() {
    var base = EditBase(listed, asOf: Date(timeIntervalSince1970: 0))
    base.fields.price = 40_000
    #expect(Reconciliation.isTrace(listed, of: ProductChanges(name: "낚시 의자", price: 45_000), from: base))
    #expect(!Reconciliation.isTrace(listed, of: ProductChanges(price: 46_000), from: base))
    #expect(!Reconciliation.isTrace(listed, of: ProductChanges(stock: 2), from: base), "it was so before")
    var dollars = listed
    dollars.currency = .usd
    #expect(!Reconciliation.isTrace(dollars, of: ProductChanges(price: 45_000), from: base), "another amount")
    base.fields.price = nil
    #expect(!Reconciliation.isTrace(listed, of: ProductChanges(price: 45_000), from: base), "who knows")
  }

  @Test("a response with an old number, another vendor or another name is not the new listing")
  func responses() {
    func isResponse(_ product: Product, baseline: Product.ID? = 8, vendor: Vendor.ID? = 7) -> Bool {
      Reconciliation.isResponse(product, to: draft, baseline: baseline, vendor: vendor)
    }
    #expect(isResponse(listed))
    #expect(isResponse(listed, baseline: nil, vendor: nil))
    #expect(!isResponse(listed, baseline: 9))
    #expect(isResponse(listed, vendor: 8), "equal in everything that was sent")
    var other = listed
    other.price = 1
    #expect(isResponse(other) && !isResponse(other, vendor: 8))
    other.name = "선풍기"
    #expect(!isResponse(other))
    other.name = " 캠핑 의자 "
    #expect(isResponse(other), "a server may trim")
  }
}

struct ConflictRuleTests {
  private func server(_ change: (inout Product) -> Void = { _ in }) -> Product {
    var product = Product(
      id: 9, vendorID: 7, name: "chair", description: "as good as new", currency: .krw, price: 100, stock: 3)
    change(&product)
    return product
  }
  private var base: EditBase { EditBase(server(), asOf: Date(timeIntervalSince1970: 0)) }

  @Test("a field that one side alone has changed is merged")
  func oneSide() {
    #expect(ConflictRule(ProductChanges(price: 90), from: base, on: server()) == .proceed)
    #expect(ConflictRule(ProductChanges(price: 90), from: base, on: server { $0.name = "table" }) == .proceed)
    #expect(ConflictRule(ProductChanges(price: 90), from: base, on: server { $0.stock = 1 }) == .proceed)
  }

  @Test("price, discount and stock that both sides have changed ask, with all three values")
  func bothSides() {
    let changes = ProductChanges(name: "sofa", price: 90, discount: 10, stock: 2)
    let theirs = server {
      $0.name = "table"
      $0.price = 80
      $0.discount = 5
      $0.stock = 1
    }
    #expect(
      ConflictRule(changes, from: base, on: theirs)
        == .ask([
          FieldConflict(.price, base: 100, mine: 90, theirs: 80, myCurrency: .krw, theirCurrency: .krw),
          FieldConflict(.discount, base: 0, mine: 10, theirs: 5, myCurrency: .krw, theirCurrency: .krw),
          FieldConflict(.stock, base: 3, mine: 2, theirs: 1),
        ]))
  }

  @Test(
    "the same number in another currency is another amount",
    arguments: [
      // The server is in dollars now, with another number or the same.
      (ProductChanges(price: 90), 8, .usd, FieldConflict(.price, base: 100, mine: 90, theirs: 8)),
      (ProductChanges(price: 90), 100, .usd, FieldConflict(.price, base: 100, mine: 90, theirs: 100)),
      (ProductChanges(price: 90), 90, .usd, FieldConflict(.price, base: 100, mine: 90, theirs: 90)),
      (ProductChanges(price: 90, currency: .usd), 90, .usd, nil),
      // This edit goes to dollars, and the server has another price in won.
      (
        ProductChanges(price: 9, currency: .usd), 80, .krw,
        FieldConflict(.price, base: 100, mine: 9, theirs: 80)
      ),
      (ProductChanges(price: 9, currency: .usd), 100, .krw, nil),
      (ProductChanges(name: "sofa"), 8, .usd, nil),
    ] as [(ProductChanges, Decimal, Currency, FieldConflict?)])
  func currencies(changes: ProductChanges, price: Decimal, currency: Currency, conflict: FieldConflict?) {
    let theirs = server {
      $0.price = price
      $0.currency = currency
    }
    var expected = conflict
    expected?.myCurrency = changes.currency ?? .krw
    expected?.theirCurrency = currency
    #expect(
      ConflictRule(changes, from: base, on: theirs) == expected.map { .ask([$0]) } ?? .proceed)
  }

  @Test(
    "amounts in another currency than the server's are in conflict together",
    arguments: [
      // This edit goes to dollars, and the server has dropped the discount.
      (ProductChanges(price: 20, discount: 1, currency: .usd), .krw, [30_000, 0], [20, 1]),
      // The server is in dollars now, and the edit sets one amount in won.
      (ProductChanges(discount: 0), .usd, [20, 1], [30_000, 0]),
      (ProductChanges(price: 28_000), .usd, [20, 1], [28_000, 1_000]),
      // An edit of the currency alone, which the server's new price does not have in mind.
      (ProductChanges(currency: .usd), .krw, [29_000, 1_000], [30_000, 1_000]),
      (ProductChanges(currency: .usd), .krw, [30_000, 1_000], nil),
      (ProductChanges(name: "sofa"), .usd, [20, 1], nil),
    ] as [(ProductChanges, Currency, [Decimal], [Decimal]?)])
  func together(changes: ProductChanges, currency: Currency, theirs: [Decimal], mine: [Decimal]?) {
    let before = server { ($0.price, $0.discount) = (30_000, 1_000) }
    let after = server { ($0.currency, $0.price, $0.discount) = (currency, theirs[0], theirs[1]) }
    let conflicts = mine.map { mine in
      [(ListingField.price, Decimal(30_000), 0), (.discount, 1_000, 1)].map { field, was, index in
        FieldConflict(
          field, base: was, mine: mine[index], theirs: theirs[index], myCurrency: changes.currency ?? .krw,
          theirCurrency: currency)
      }
    }
    let base = EditBase(before, asOf: Date(timeIntervalSince1970: 0))
    #expect(ConflictRule(changes, from: base, on: after) == conflicts.map { .ask($0) } ?? .proceed)
  }

  @Test("a currency that is not known on one side is no difference")
  func unknownCurrency() {
    var unknown = base
    unknown.fields.currency = nil
    #expect(ConflictRule(ProductChanges(price: 90), from: unknown, on: server()) == .proceed)
    #expect(ConflictRule(ProductChanges(price: 90), from: base, on: server { $0.currency = nil }) == .proceed)
  }

  @Test("the same change on both sides is none, and texts take the local edit")
  func noConflict() {
    #expect(ConflictRule(ProductChanges(price: 80), from: base, on: server { $0.price = 80 }) == .proceed)
    #expect(
      ConflictRule(ProductChanges(name: "sofa"), from: base, on: server { $0.name = "table" }) == .proceed)
  }

  @Test(
    "sold on the server beats an edit, but not the wish to mark as sold, nor a base that was sold already")
  func sold() {
    let sold = server { $0.stock = 0 }
    #expect(ConflictRule(ProductChanges(price: 90), from: base, on: sold) == .gone)
    #expect(ConflictRule(ProductChanges(stock: 5), from: base, on: sold) == .gone)
    #expect(ConflictRule(ProductChanges(stock: 0), from: base, on: sold) == .proceed)
    let soldBase = EditBase(sold, asOf: Date(timeIntervalSince1970: 0))
    #expect(ConflictRule(ProductChanges(stock: 1), from: soldBase, on: sold) == .proceed)
  }

  @Test("nothing is in conflict with what was not known")
  func unknown() {
    #expect(ConflictRule(ProductChanges(price: 1, stock: 9), from: EditBase(), on: server()) == .proceed)
  }
}
