extension Category {
  static let beauty = Category(
    items: """
      설화수 윤조에센스|Sulwhasoo First Care|45|-
      샤넬 넘버5 향수|Chanel No. 5|95|-
      조말론 향수|Jo Malone cologne|70|-
      다이슨 슈퍼소닉|Dyson Supersonic|210
      맥 립스틱|MAC lipstick|14|-
      르라보 상탈 33|Le Labo Santal 33|140|-
      롬앤 틴트|rom&nd tint|6|-
      """,
    specs: """
      미개봉|sealed
      50ml
      100ml
      거의 새것|barely used
      기획세트|gift set
      국문 택|Korean label
      """,
    remarks: """
      몇 번 안 뿌렸습니다.|Only sprayed a few times.
      유통기한 넉넉합니다.|Far from its expiry date.
      피부에 안 맞아서 판매합니다.|It does not suit my skin.
      """)

  static let stars = Category(
    items: """
      방탄소년단 앨범|BTS album|12|-
      세븐틴 포카|SEVENTEEN photo card|7|-
      아이브 포토카드|IVE photo card|6|-
      뉴진스 응원봉|NewJeans light stick|38|-
      포카 일괄|photo cards bundle|20|-
      임영웅 굿즈|Lim Young-woong merch|16|-
      """,
    specs: """
      미개봉|sealed
      하자 없음|flawless
      일괄|bundle
      개별 가능|sold singly
      """,
    remarks: """
      슬리브와 탑로더에 넣어 보냅니다.|Sent in a sleeve and a top loader.
      직접 뽑은 포카입니다.|I pulled it myself.
      준등기로 보내 드립니다.|Sent by semi-registered post.
      """)

  static let kitchen = Category(
    items: """
      스타벅스 머그컵|Starbucks mug|13
      스탠리 텀블러|Stanley tumbler|25
      르크루제 냄비|Le Creuset pot|130
      코렐 그릇|Corelle bowls|20
      캣타워|cat tower|35
      전동드릴|power drill|45
      옷걸이|hangers|4
      """,
    specs: """
      미사용|unused
      20cm
      4인용|for four
      5종|set of five
      박스 있음|boxed
      """,
    remarks: """
      이가 나간 곳 없습니다.|No chips.
      선물로 받아 보관만 했습니다.|A gift that stayed in its box.
      설거지 한 번 했습니다.|Washed once.
      """)

  static let vouchers = Category(
    items: """
      스타벅스 기프티콘|Starbucks voucher|8|-
      배스킨라빈스 기프티콘|Baskin Robbins voucher|9|-
      CGV 영화예매권|CGV cinema ticket|9|-
      신세계 상품권|Shinsegae gift card|92|-
      교촌 허니콤보|Kyochon chicken|19|-
      """,
    specs: """
      1매|one
      2매|two
      10만원권|100,000 won
      기간 연장 가능|can be extended
      """,
    remarks: """
      구매 확정하시면 바로 보내 드립니다.|Sent as soon as you confirm.
      유효기간 확인해 주세요.|Please check its expiry date.
      환불은 안 됩니다.|No refunds.
      """)
}
