import Foundation
import OpenMarket

/// The code of the article "Screens".
@MainActor private enum ScreenSamples {
  static func list(_ market: Marketplace, _ product: Product) async {
    let list = ProductListModel(market.feed())
    for product in list.pending + list.items { draw(product) }

    list.itemAppeared(product.id)
    if list.newCount > 0 { await list.refresh() }
    if case .failed = list.phase { list.retry() }
    if case .endOfStored = list.phase { list.retry() }  // asks the server again
    if list.offline != nil { draw("오프라인이에요. 저장된 상품을 보여 드려요.") }
  }

  static func row(_ product: Product) {
    let tag = KoreanPriceTag(product)
    if let discount = tag.discount { draw(discount) }
    draw(tag.price)
    if let original = tag.original { draw(original) }
    draw(product.koreanListingAge() ?? "")
  }

  static func search(_ market: Marketplace, _ recent: String) async throws {
    let search = SearchModel(market)
    search.text = "맥ㅂ"
    for suggestion in search.suggestions { draw(suggestion.text, highlighting: suggestion.match) }

    search.submit("맥북")
    search.sort = .priceAscending
    search.filter = ProductFilter(availability: .onSale)
    for product in search.results?.items ?? [] { draw(product) }

    for recent in search.recents { draw(recent) }
    try await search.deleteRecent(recent)
  }

  static func detail(_ market: Marketplace, _ product: Product) async throws {
    let detail = ProductDetailModel(product.id, in: market) { URL(string: "https://example.com/\($0.id)") }
    if let product = detail.product { draw(product) }
    for photo in detail.photos { draw(photo.url) }
    detail.photoIndex += 1

    if detail.isMine { try await detail.markSold() }
    if let url = detail.shareURL { share(detail.shareText, url) }
    if detail.phase == .gone { draw("삭제되었거나 없는 상품이에요.") }
  }

  static func photo(_ market: Marketplace, _ image: ProductImage) {
    let photo = PhotoModel(
      image.url, thumbnail: image.thumbnailURL, fitting: .points(300, scale: 3), in: market)
    photo.appear()
    if let pixels = photo.image { draw(pixels) }
    if case .failed = photo.phase { photo.retry() }
    photo.disappear()
  }

  static func form(_ market: Marketplace, _ photos: [PhotoUpload]) async throws {
    let form = ListingFormModel(in: market)
    form.name.text = "접이식 의자"
    if let error = form.name.error { draw(error.koreanText) }

    try await form.addPhotos(photos)
    form.movePhotos(from: IndexSet(integer: 1), to: 0)
    for photo in form.photos where photo.isMissing { draw("사진이 없어졌어요. 지우고 다시 골라 주세요.") }

    let listing = try await form.submit()
    _ = listing
  }

  static func drafts(_ market: Marketplace) async throws {
    for saved in try await market.drafts.list() { draw(saved.draft.name) }
    if let saved = try await market.drafts.load("의자") { draw(saved.draft.name) }
    let chair = ListingFormModel(in: market, draft: "의자")
    _ = chair
  }

  static func otherForms(_ market: Marketplace, _ product: Product, _ submission: Submission) {
    let edit = ListingFormModel(editing: product.id, in: market)
    let correction = ListingFormModel(correcting: submission, in: market)
    _ = (edit, correction)
  }

  static func sales(_ url: URL, _ credentials: VendorCredentials) throws {
    let market = try Marketplace(server: url) {
      $0.credentials = credentials
      $0.vendor = Vendor(id: 48, name: "새벽장터")
    }
    let sales = MySalesModel(market)
    if let onSale = sales.onSale, let sold = sales.sold { draw(onSale.items, sold.items) }
  }

  static func outbox(_ market: Marketplace, _ submission: Submission) async throws {
    let outbox = OutboxModel(market)
    for submission in outbox.pending { draw(submission.name ?? "", outbox.uploads[submission.id]?.completed) }
    for submission in outbox.refused { draw(submission.failure?.koreanText ?? "") }
    for submission in outbox.questions {
      switch submission.state {
      case .question(_, let candidates): ask("서버가 받았는지 알 수 없어요.", candidates)
      case .conflict(let fields): ask(fields)
      default: break
      }
    }

    try await outbox.retry(submission.id)
    try await outbox.discard(submission.id)
    try await outbox.undoDiscard()
    try await outbox.resolve(submission.id, carriedOut: false)
    try await outbox.resolve(submission.id, keepingMine: true)
  }

  // What the samples call.
  static func draw(_ product: Product) {}
  static func draw(_ products: [Product], _ others: [Product]) {}
  static func draw(_ text: String, highlighting: Range<String.Index>?) {}
  static func draw(_ text: String) {}
  static func draw(_ photo: URL) {}
  static func draw(_ pixels: DecodedImage) {}
  static func draw(_ name: String, _ sent: Int64?) {}
  static func share(_ text: String, _ url: URL) {}
  static func ask(_ reason: String, _ candidates: [Product]) {}
  static func ask(_ fields: [FieldConflict]) {}
}
