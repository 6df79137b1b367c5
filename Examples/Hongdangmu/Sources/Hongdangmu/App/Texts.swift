import Foundation
import OpenMarket

/// An error as the app says it.
func sentence(for error: any Error) -> String {
  switch error {
  case let error as HTTPError: sentence(for: error.code)
  case let error as StoreError where error.code == .diskFull: "저장 공간이 부족해요. 사진이나 앱을 정리한 뒤 다시 시도해 주세요."
  case is StoreError: "이 기기에 저장하지 못했어요."
  case let error as ListingValidationError: error.failures.first.map(koreanText) ?? "표시된 항목을 확인해 주세요."
  case let error as SubmissionFailure: sentence(for: error.code)
  default: "문제가 생겼어요. 다시 시도해 주세요."
  }
}

private func sentence(for code: HTTPError.Code) -> String {
  switch code {
  case .unreachable, .connectionLost, .timedOut: "네트워크 연결을 확인해 주세요."
  case .rateLimited: "요청이 많아요. 잠시 후 다시 시도해 주세요."
  case .unauthorized: "로그인이 필요해요."
  case .forbidden: "내 상품만 바꿀 수 있어요."
  case .notFound: "삭제되었거나 없는 상품이에요."
  default: "서버에 문제가 생겼어요. 잠시 후 다시 시도해 주세요."
  }
}

private func sentence(for code: SubmissionFailure.Code) -> String {
  switch code {
  case .gone: "이미 삭제된 상품이에요."
  case .forbidden: "내 상품만 바꿀 수 있어요."
  case .invalid: "서버가 내용을 받아들이지 않았어요. 고쳐서 다시 보내 주세요."
  case .tooLarge: "사진이 너무 커요."
  case .unauthorized: "로그인이 필요해요."
  case .unreachable: "네트워크에 연결되면 보낼게요."
  case .photoDamaged: "사진을 읽을 수 없어요. 사진을 다시 골라 주세요."
  case .notPossible: "바뀐 내용이 없거나 지금은 할 수 없는 일이에요."
  default: "보내지 못했어요."
  }
}

extension ListingField {
  /// The name of a field.
  var title: String {
    switch self {
    case .name: "상품명"
    case .description: "설명"
    case .price: "가격"
    case .discount: "할인 금액"
    case .stock: "수량"
    default: "사진"
    }
  }
}

/// An error of a form, as the app says it below the field.
func koreanText(_ error: ListingValidationError.Failure) -> String {
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

extension Submission {
  var title: String {
    switch write {
    case .create(let listing, _): "등록: \(listing.name)"
    case .edit: "수정: \(productID)번 상품"
    case .delete: "삭제: \(productID)번 상품"
    }
  }

  var stateText: String {
    switch state {
    case .queued: "차례를 기다리고 있어요."
    case .sending: "보내는 중이에요."
    case .waiting: "다시 보낼 때를 기다리고 있어요."
    case .unauthorized: "로그인하면 보낼게요."
    case .refused(let failure): sentence(for: failure)
    case .question: "서버가 받았는지 알 수 없어요."
    case .conflict(let fields): fields.map(\.text).joined(separator: "\n")
    case .accepted, .cancelled, .discarded: ""
    }
  }

  /// Whether it can be opened in the form and sent again.
  var isCorrectable: Bool {
    if case .refused = state, write != .delete { true } else { false }
  }

  /// The listings that a write of unknown outcome may have become.
  var candidates: [Product] {
    if case .question(_, let candidates) = state { candidates } else { [] }
  }

  /// Whether it is of a listing that the server has.
  var isChange: Bool { if case .create = write { false } else { true } }
  var isConflict: Bool { if case .conflict = state { true } else { false } }
}

extension TransferProgress {
  var fraction: Double? { total.map { Double(completed) / Double(max(1, $0)) } }
}

extension FieldConflict {
  fileprivate var text: String { "\(field.title): 나는 \(mine), 서버는 \(theirs)" }
}

extension ProductSort {
  var title: String {
    switch self {
    case .relevance: "정확도순"
    case .newest: "최신순"
    case .priceAscending: "낮은 가격순"
    case .priceDescending: "높은 가격순"
    }
  }
}

extension SearchCorrection {
  var text: String {
    switch self {
    case .apart: "낱말이 떨어져 있는 상품도 찾았어요."
    case .completed(let text), .keyboard(let text), .spelling(let text): "‘\(text)’ 검색 결과예요."
    case .without(let words): "‘\(words.joined(separator: " "))’ 없이 찾았어요."
    }
  }
}

extension SearchSuggestion {
  /// The text in front of what was typed, that itself, and the text behind it.
  var parts: (before: Substring, match: Substring, after: Substring) {
    guard let match else { return (text[...], "", "") }
    return (text[..<match.lowerBound], text[match], text[match.upperBound...])
  }
}
