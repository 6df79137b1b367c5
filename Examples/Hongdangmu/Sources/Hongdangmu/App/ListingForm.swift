import Foundation
import OpenMarket

/// Which form is open.
enum OpenForm: Hashable, Identifiable {
  case new
  case edit(Product.ID)
  case correction(Submission)

  var id: Self { self }
  var title: String { if case .new = self { "상품 등록" } else { "상품 수정" } }

  @MainActor func model(in market: Marketplace) -> ListingFormModel {
    switch self {
    case .new: ListingFormModel(in: market)
    case .edit(let id): ListingFormModel(editing: id, in: market)
    case .correction(let submission): ListingFormModel(correcting: submission, in: market)
    }
  }
}

extension ListingFormModel {
  /// The texts of the form in their order.
  var texts: [(key: ListingField, field: ListingFormField)] {
    [(.name, name), (.price, price), (.discount, discount), (.stock, stock), (.description, description)]
  }

  /// Makes a photo the first one, which becomes the thumbnail.
  func moveToFront(_ photo: ListingFormPhoto) {
    guard let index = photos.firstIndex(of: photo) else { return }
    movePhotos(from: IndexSet(integer: index), to: 0)
  }

  func remove(_ photo: ListingFormPhoto) {
    guard let index = photos.firstIndex(of: photo) else { return }
    removePhotos(at: IndexSet(integer: index))
  }

  var isLoading: Bool { if case .loading = phase { true } else { false } }
  var isSubmitting: Bool { if case .submitting = phase { true } else { false } }
  var failure: (any Error)? { if case .failed(let error) = phase { error } else { nil } }
}
