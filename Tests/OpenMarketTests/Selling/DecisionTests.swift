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
    func check(_ indeterminacy: Indeterminacy, _ age: Int64?, keys: Bool, boot: String = "second") -> Bool {
      Reconciliation.isRepeatable(
        indeterminacy, since: age.map { Uptime(boot: boot, elapsed: .seconds(100_000 - $0)) },
        keysAreHonoured: keys, now: now)
    }
    #expect(check(.none, nil, keys: false))
    #expect(!check(.responseLost, 10, keys: false))
    #expect(check(.responseLost, 0, keys: true))
    #expect(check(.responseLost, 82_799, keys: true))
    #expect(!check(.responseLost, 82_800, keys: true), "the server forgets keys after a day")
    #expect(!check(.responseLost, 10, keys: true, boot: "first"), "nobody knows how long ago that was")
    #expect(!check(.responseLost, -1, keys: true))
    #expect(!check(.responseLost, nil, keys: true))
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
    "a price counts as the same when a double, or a number without fractions of a won, cannot tell it apart")
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
    base.price = 40_000
    #expect(Reconciliation.isTrace(listed, of: ProductChanges(name: "낚시 의자", price: 45_000), from: base))
    #expect(!Reconciliation.isTrace(listed, of: ProductChanges(price: 46_000), from: base))
    #expect(!Reconciliation.isTrace(listed, of: ProductChanges(stock: 2), from: base), "it was so before")
    base.price = nil
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
          FieldConflict(.price, base: 100, mine: 90, theirs: 80),
          FieldConflict(.discount, base: 0, mine: 10, theirs: 5),
          FieldConflict(.stock, base: 3, mine: 2, theirs: 1),
        ]))
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
