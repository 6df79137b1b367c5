import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

#if Images
  import OpenMarketImages
#endif

extension Error {
  /// A text in Korean for the user: the reason, and the remedy. For the errors of this library, and for those of the
  /// fields of a form.
  ///
  /// ```swift
  /// do {
  ///   try await market.markSold(product.id)
  /// } catch is CancellationError {
  /// } catch {
  ///   alert(error.koreanText)
  /// }
  /// if let error = form.price.error { Text(error.koreanText) }
  /// ```
  ///
  /// It is the `localizedDescription` of these errors, too.
  ///
  /// Of a pending write it has the reason, but not whether the write is sent again, which is up to `Submission.State`.
  /// Of a field that the server has refused it is the server's own text. The words may change with any version: compare
  /// codes and rules, not texts. For another error it is a general text.
  public var koreanText: String {
    switch self {
    case let error as HTTPError: error.statusText ?? error.code.koreanText
    case let error as StoreError: error.code.koreanText
    case let error as SubmissionFailure: error.code.koreanText
    case let error as ListingValidationError.Failure: error.ruleText
    case let error as ListingValidationError: error.failures.first?.ruleText ?? generalText
    case let error as CredentialsError: error.code.koreanText
    case let failure as any CausedError: failure.error.koreanText
    case is CancellationError: "취소했어요."
    default: imageText ?? generalText
    }
  }
}

/// An error whose text is that of its cause.
protocol CausedError: Error {
  /// The cause.
  var error: any Error { get }
}

extension Error {
  fileprivate var imageText: String? {
    #if Images
      guard let error = self as? ImageError else { return nil }
      return switch error.code {
      case .network where (error.cause as? HTTPError)?.code == .notFound: "사진이 없거나 삭제되었어요."
      case .network, .timedOut: "사진을 불러오지 못했어요. 네트워크를 확인하고 다시 시도해 주세요."
      case .tooLarge: "사진이 너무 커요. 다른 사진을 골라 주세요."
      case .unsupportedFormat, .codecMissing: "읽을 수 없는 형식의 사진이에요. 다른 사진을 골라 주세요."
      case .notAnImage, .damaged, .truncated, .cancelled, .invalidInput, .storage, .closed, .failed:
        "사진을 읽지 못했어요. 다시 시도하거나 다른 사진을 골라 주세요."
      default: nil
      }
    #else
      return nil
    #endif
  }
}

/// The text for an error that has none of its own.
private let generalText = "문제가 생겼어요. 잠시 후 다시 시도해 주세요."

extension HTTPError {
  /// The text where the code alone says too little.
  fileprivate var statusText: String? {
    if status == .contentTooLarge { return "내용이나 사진이 너무 커요. 줄여서 다시 시도해 주세요." }
    if status?.code == 511 { return "이 네트워크는 로그인이 필요해요. 웹 페이지를 열어 로그인하고 다시 시도해 주세요." }
    guard let context else { return nil }
    let isRead = context.method == .get || context.method == .head
    // An endpoint of the app's own may be about anything.
    let isOfProducts = context.template.hasPrefix("/api/products")
    return switch code {
    // Reading products needs no one to be signed in, so that a gateway says this, not the market.
    case .unauthorized where isRead && isOfProducts, .forbidden where isRead:
      "서버가 지금은 보여 주지 않아요. 잠시 후 다시 시도해 주세요."
    case .forbidden where !isOfProducts: "이 계정으로는 할 수 없는 일이에요. 로그인한 계정을 확인해 주세요."
    case .notFound where !isOfProducts: "찾는 내용이 없거나 삭제되었어요. 새로 고쳐 주세요."
    default: nil
    }
  }
}

extension HTTPError.Code {
  fileprivate var koreanText: String {
    switch self {
    case .unreachable, .connectionLost, .timedOut: "서버에 연결하지 못했어요. 네트워크를 확인하고 다시 시도해 주세요."
    case .rateLimited: "요청이 너무 많아요. 잠시 후 다시 시도해 주세요."
    case .serverFailure: "서버에 문제가 생겼어요. 잠시 후 다시 시도해 주세요."
    case .invalidInput: "서버가 내용을 받아들이지 않았어요. 내용을 고쳐서 다시 시도해 주세요."
    case .unauthorized: "로그인이 필요해요. 로그인하고 다시 시도해 주세요."
    case .forbidden: "내 상품만 바꿀 수 있어요. 로그인한 계정을 확인해 주세요."
    case .notFound: "삭제되었거나 없는 상품이에요. 목록을 새로 고쳐 주세요."
    case .conflict: "그사이에 내용이 바뀌었어요. 새로 고친 뒤 다시 시도해 주세요."
    case .invalidResponse, .unexpectedStatus, .recordingMismatch:
      "서버의 응답을 읽지 못했어요. 네트워크를 확인하고 다시 시도해 주세요."
    default: generalText
    }
  }
}

extension StoreError.Code {
  fileprivate var koreanText: String {
    switch self {
    case .diskFull: "저장 공간이 부족해요. 사진이나 앱을 정리하고 다시 시도해 주세요."
    case .notPermitted: "저장된 내용을 열지 못했어요. 기기가 잠겨 있으면 잠금을 풀고 다시 시도해 주세요."
    case .busy: "다른 작업이 끝나지 않았어요. 잠시 후 다시 시도해 주세요."
    case .damaged: "저장된 파일이 손상되었어요. 앱을 다시 실행해 주세요."
    case .newerSchema: "더 새로운 앱이 저장한 내용이에요. 앱을 업데이트해 주세요."
    case .invalidInput: "사용할 수 없는 내용이에요. 내용을 고치거나 줄여서 다시 시도해 주세요."
    case .closed: "이미 닫힌 화면이에요. 다시 열어 주세요."
    case .notStored: "이 기기에 저장된 내용이 없어요. 네트워크에 연결하고 다시 시도해 주세요."
    case .failed: "이 기기에 저장하지 못했어요. 앱을 다시 실행해 주세요."
    default: generalText
    }
  }
}

extension CredentialsError.Code {
  fileprivate var koreanText: String {
    switch self {
    case .diskFull: "저장 공간이 부족해서 로그인 정보를 저장하지 못했어요. 공간을 비우고 다시 시도해 주세요."
    case .newerVersion: "더 새로운 앱이 저장한 로그인 정보예요. 앱을 업데이트해 주세요."
    case .unavailable: "지금은 로그인 정보를 읽을 수 없어요. 기기의 잠금을 풀고 다시 시도해 주세요."
    case .damaged, .exposed, .failed: "로그인 정보를 쓸 수 없어요. 다시 로그인해 주세요."
    default: generalText
    }
  }
}

extension SubmissionFailure.Code {
  /// Says nothing about sending again: one code occurs with writes that wait, that are refused, and that are in question.
  fileprivate var koreanText: String {
    switch self {
    case .gone: "이미 팔렸거나 삭제된 상품이에요. 목록을 새로 고쳐 주세요."
    case .forbidden: "내 상품만 바꿀 수 있어요. 로그인한 계정을 확인해 주세요."
    case .invalid: "서버가 내용을 받아들이지 않았어요. 고쳐서 다시 보내 주세요."
    case .tooLarge: "내용이나 사진이 너무 커요. 줄여서 다시 보내 주세요."
    case .unauthorized: "로그인이 필요해요. 로그인해 주세요."
    case .unreachable: "서버에 연결하지 못했어요. 네트워크를 확인해 주세요."
    case .responseLost: "서버의 응답을 받지 못했어요. 서버에 반영되었는지 아직 몰라요."
    case .rateLimited, .serverFailure: "서버가 바빠서 보내지 못했어요. 잠시 후 다시 확인해 주세요."
    case .photoDamaged: "사진을 읽지 못했어요. 사진을 다시 골라 주세요."
    case .cannotWriteFile: "보낼 내용을 파일로 만들지 못했어요. 저장 공간을 비우거나 기기의 잠금을 풀어 주세요."
    case .storageDamaged: "저장된 파일이 손상되었어요. 서버에 상품이 있는지 확인해 주세요."
    case .unreadable: "이 앱이 읽을 수 없는 내용이에요. 앱을 업데이트하거나 이 내용을 버려 주세요."
    case .withdrawn: "취소했거나 다른 변경으로 대체되었어요."
    case .indeterminate: "서버에 반영되었는지 알 수 없어요. 상품을 확인하고 알려 주세요."
    case .conflict: "그사이에 서버의 상품이 바뀌었어요. 어느 쪽으로 할지 골라 주세요."
    case .notFound: "보낼 목록에 더 이상 없어요. 목록을 새로 고쳐 주세요."
    case .notPossible: "바뀐 내용이 없거나 지금은 할 수 없는 일이에요. 이미 보냈다면 상품을 고치거나 지워 주세요."
    case .invalidResponse: "서버의 응답을 읽지 못했어요. 네트워크를 확인해 주세요."
    case .refused: "서버가 받지 않았어요. 다시 보내거나 버려 주세요."
    default: generalText
    }
  }
}

extension ListingValidationError.Failure {
  fileprivate var ruleText: String {
    let (names, descriptions) = (ListingRules.nameLength, ListingRules.descriptionLength)
    let photos = ListingRules.photoCount
    return switch rule {
    case .tooShort where field == .name: "상품명은 \(names.lowerBound)자 이상 적어 주세요."
    case .tooShort: "설명은 \(descriptions.lowerBound)자 이상 적어 주세요."
    case .tooLong where field == .name: "상품명은 \(names.upperBound)자까지 적어 주세요."
    case .tooLong: "설명은 \(descriptions.upperBound)자까지 적어 주세요."
    case .forbiddenCharacter: "쓸 수 없는 문자가 있어요. 지우고 다시 적어 주세요."
    case .forbiddenName: "쓸 수 없는 항목 이름이에요. 다른 이름을 적어 주세요."
    case .empty where field == .price: "가격을 적어 주세요. 무료 나눔이면 0을 적어 주세요."
    case .notANumber where field == .stock: "수량은 2처럼 숫자로 적어 주세요."
    case .notANumber: "45,000이나 4만5천처럼 적어 주세요."
    case .ambiguousNumber: "두 가지로 읽을 수 있어요. 45000처럼 숫자만 적어 주세요."
    case .tooPrecise: "원은 소수점 없이, 달러는 소수점 아래 두 자리까지 적어 주세요."
    case .wrongCurrency: "금액과 화폐가 서로 달라요. 둘 중 하나를 바꿔 주세요."
    case .outOfRange where field == .discount: "할인 금액은 가격보다 클 수 없어요. 더 작게 적어 주세요."
    case .outOfRange: "숫자가 너무 크거나 작아요. 다시 적어 주세요."
    case .unknownCurrency: "쓸 수 없는 화폐예요. 원이나 달러를 골라 주세요."
    case .wrongCount: "사진은 \(photos.lowerBound)장부터 \(photos.upperBound)장까지 골라 주세요."
    case .empty, .unknownFormat, .damaged, .unreadable: "사진을 읽지 못했어요. 다시 골라 주세요."
    case .tooLarge where field == .extra: "내용이 너무 길어요. 줄여 주세요."
    case .tooLarge: "사진이 너무 커요. 다른 사진을 골라 주세요."
    case .refused: message
    default: "이 항목을 확인해 주세요."
    }
  }
}
