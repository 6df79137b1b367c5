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
  }

  static func search(_ market: Marketplace, _ recent: RecentSearch) async throws {
    let search = SearchModel(market)
    search.text = "맥ㅂ"
    for suggestion in search.suggestions { draw(suggestion.text, highlighting: suggestion.match) }

    search.submit("맥북")
    search.sort = .priceAscending
    search.filter = ProductFilter(availability: .onSale)
    for product in search.results?.items ?? [] { draw(product) }

    for recent in search.recents { draw(recent.text) }
    try await search.deleteRecent(recent)
  }

  static func detail(_ market: Marketplace, _ product: Product) async throws {
    let detail = ProductDetailModel(product.id, in: market) { URL(string: "https://example.com/\($0.id)") }
    if let product = detail.product { draw(product) }
    for photo in detail.photos { draw(photo.url) }
    detail.photoIndex += 1

    if detail.isMine { try await detail.markSold() }
    if let url = detail.shareURL { share(detail.shareText, url) }
    if case .gone = detail.phase { draw("This product is not there any more.") }
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
    if let error = form.name.error { draw(koreanText(error)) }

    try await form.addPhotos(photos)
    form.movePhotos(from: IndexSet(integer: 1), to: 0)
    for photo in form.photos where photo.isMissing { draw("Add this photo again.") }

    let listing = try await form.submit()
    _ = listing
  }

  static func koreanText(_ error: ListingValidationError.Failure) -> String {
    switch (error.field, error.rule) {
    case (.name, .tooShort): "상품명은 \(ListingRules.nameLength.lowerBound)자 이상 적어 주세요."
    case (.name, .tooLong): "상품명은 \(ListingRules.nameLength.upperBound)자까지 적을 수 있어요."
    case (.photos, .wrongCount): "사진을 한 장 이상 골라 주세요."
    case (_, .unreadable): "사진을 읽을 수 없어요. 다시 골라 주세요."
    default: error.message
    }
  }

  static func otherForms(_ market: Marketplace, _ product: Product, _ submission: Submission) {
    let edit = ListingFormModel(editing: product.id, in: market)
    let correction = ListingFormModel(correcting: submission, in: market)
    _ = (edit, correction)
  }

  static func sales(_ market: Marketplace) {
    let sales = MySalesModel(market)
    if let onSale = sales.onSale, let sold = sales.sold { draw(onSale.items, sold.items) }
  }

  static func outbox(_ market: Marketplace, _ submission: Submission) async throws {
    let outbox = OutboxModel(market)
    for submission in outbox.pending { draw(submission.productID, outbox.uploads[submission.id]?.completed) }
    for submission in outbox.refused { draw(submission.failure?.message ?? "") }
    for submission in outbox.questions {
      switch submission.state {
      case .question(let failure, let candidates): ask(failure.message, candidates)
      case .conflict(let fields): ask(fields)
      default: break
      }
    }

    try await outbox.retry(submission.id)
    try await outbox.discard(submission.id)
    try await outbox.undoDiscard()
    try await outbox.resolve(submission.id, as: .notCarriedOut)
  }

  // What the samples call.
  static func draw(_ product: Product) {}
  static func draw(_ products: [Product], _ others: [Product]) {}
  static func draw(_ text: String, highlighting: Range<String.Index>?) {}
  static func draw(_ text: String) {}
  static func draw(_ photo: URL) {}
  static func draw(_ pixels: DecodedImage) {}
  static func draw(_ product: Product.ID, _ sent: Int64?) {}
  static func share(_ text: String, _ url: URL) {}
  static func ask(_ reason: String, _ candidates: [Product]) {}
  static func ask(_ fields: [FieldConflict]) {}
}
