import Foundation
import OpenMarket

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

extension Submission {
  var title: String {
    let name = name ?? "\(productID)번 상품"
    return switch write {
    case .create: "등록: \(name)"
    case .edit: "수정: \(name)"
    case .delete: "삭제: \(name)"
    }
  }

  var stateText: String {
    switch state {
    case .queued: "차례를 기다리고 있어요."
    case .sending: "보내는 중이에요."
    case .waiting: "아직 보내지 못했어요. 곧 다시 보낼게요."
    case .unauthorized: "로그인하면 보낼게요."
    case .refused(let failure): failure.koreanText
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

  var isDeletion: Bool { write == .delete }

  /// Sends it once more, as the server does not have it.
  var againTitle: String {
    switch write {
    case .create: "서버에 없어요. 보내 주세요"
    case .edit: "반영되지 않았어요. 다시 보내 주세요"
    case .delete: "아직 있어요. 다시 삭제해 주세요"
    }
  }

  var isConflict: Bool { if case .conflict = state { true } else { false } }
}

extension TransferProgress {
  var fraction: Double? { total.map { Double(completed) / Double(max(1, $0)) } }
}

extension FieldConflict {
  fileprivate var text: String {
    let mine = mine.formatted(.koreanPrice(myCurrency, free: nil))
    return
      "\(field.title): 내가 적은 값 \(mine), 서버의 값 \(theirs.formatted(.koreanPrice(theirCurrency, free: nil)))"
  }
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
