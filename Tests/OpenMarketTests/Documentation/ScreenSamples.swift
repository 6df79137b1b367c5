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
    if list.offline != nil { draw("오프라인이에요. 저장된 상품을 보여 드려요.") }
  }

  static func row(_ product: Product) {
    let tag = KoreanPriceTag(product)
    if let discount = tag.discount { draw(discount) }
    draw(tag.price)
    if let original = tag.original { draw(original) }
    draw(product.koreanListingAge() ?? "")
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
    let photos = ListingRules.photoCount
    return switch error.rule {
    case .tooShort where error.field == .name: "상품명은 \(ListingRules.nameLength.lowerBound)자 이상 적어 주세요."
    case .tooShort: "설명은 \(ListingRules.descriptionLength.lowerBound)자 이상 적어 주세요."
    case .tooLong where error.field == .name: "상품명은 \(ListingRules.nameLength.upperBound)자까지 적을 수 있어요."
    case .tooLong: "설명은 \(ListingRules.descriptionLength.upperBound)자까지 적을 수 있어요."
    case .forbiddenCharacter: "쓸 수 없는 문자가 들어 있어요."
    case .notANumber: "숫자로 적어 주세요."
    case .outOfRange where error.field == .discount: "할인 금액은 가격보다 클 수 없어요."
    case .outOfRange: "적을 수 있는 범위를 벗어난 숫자예요."
    case .unknownCurrency: "이 화폐는 쓸 수 없어요."
    case .wrongCount: "사진은 \(photos.lowerBound)~\(photos.upperBound)장 고를 수 있어요."
    case .empty, .unknownFormat, .damaged, .unreadable: "사진을 읽을 수 없어요. 다시 골라 주세요."
    case .tooLarge: "사진이 너무 커요."
    case .refused: error.message
    default: "이 항목을 확인해 주세요."
    }
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

  static func sales(_ market: Marketplace) {
    let sales = MySalesModel(market)
    if let onSale = sales.onSale, let sold = sales.sold { draw(onSale.items, sold.items) }
  }

  static func outbox(_ market: Marketplace, _ submission: Submission) async throws {
    let outbox = OutboxModel(market)
    for submission in outbox.pending { draw(submission.productID, outbox.uploads[submission.id]?.completed) }
    for submission in outbox.refused { draw(sentence(for: submission.failure)) }
    for submission in outbox.questions {
      switch submission.state {
      case .question(let failure, let candidates): ask(sentence(for: failure), candidates)
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
  static func sentence(for error: (any Error)?) -> String { "" }
  static func share(_ text: String, _ url: URL) {}
  static func ask(_ reason: String, _ candidates: [Product]) {}
  static func ask(_ fields: [FieldConflict]) {}
}
