/// Words of listings that say how something is sold, and not what it is: among suggestions they come last.
///
/// Compiled for this package from what vendors write in Korea, and from no other table.
enum SalesWords {
  private static let byFirst = Dictionary(
    grouping: """
      급처 급매 급판 급처분 일괄 미개봉 개봉 단순개봉 미사용 새상품 새제품 새것 새거 중고 중고품 판매 판매중 판매합니다 판매해요 팝니다 팔아요 팔아봅니다 구매 구입 \
      구해요 삽니다 사용 사용감 사용감있음 실사용 상태 상태좋음 좋음 좋아요 최상 최상급 있음 없음 가능 거의 정가 최저가 저렴 저렴하게 할인 네고 네고가능 \
      네고불가 에눌 택포 택배 택배비 무료 무료배송 무료나눔 나눔 배송 직거래 직거래만 교환 교환가능 부품용 고장 흠집 하자 정품 a급 s급 b급 특a급 풀박스 풀박 \
      깨끗 깨끗한 합니다 입니다 구합니다 구매합니다 매입 양도 처분 특가 초특가 떨이 신품 무배 교신 단품 풀구성 풀셋 ss급 sss급 무하자 쿨거 \
      쿨거래 당일발송 한정판매 새상품급 예약 예약중 거래 거래완료 완료 끌올 가격 가격내림 가격다운 개월 별도 포함 당일 오늘만
      """.split(separator: " ").map { Array($0.unicodeScalars) }
  ) { $0[0] }

  /// Whether a folded word is one.
  static func contains(_ word: some Collection<Unicode.Scalar>) -> Bool {
    word.first.flatMap { byFirst[$0] }?.contains { $0.elementsEqual(word) } ?? false
  }

  /// Whether the first word of a folded text is one, or single jamo are in it: ㅠㅠ.
  static func begin(_ folded: [Unicode.Scalar]) -> Bool {
    guard let start = folded.firstIndex(where: { !ScriptClass($0).isSeparator }) else { return false }
    if contains(folded[start...].prefix { !ScriptClass($0).isSeparator }) { return true }
    return folded.contains(where: Hangul.isJamo)
  }
}
