extension Category {
  static let furniture = Category(
    items: """
      이케아 책상|IKEA desk|60
      의자|chair|25
      3인용 소파|three-seat sofa|180
      시디즈 T50 의자|Sidiz T50 chair|140
      원목 식탁|wooden dining table|150
      책장|bookshelf|40
      퀸 사이즈 침대|queen size bed|220
      행거|clothes rack|15
      화장대|dressing table|70
      이케아 말름 서랍장|IKEA Malm drawers|65
      전신 거울|full-length mirror|30|-
      스탠드 조명|floor lamp|28|-
      허먼밀러 에어론|Herman Miller Aeron|890
      빈백|bean bag|35|-
      컴퓨터 책상|computer desk|55
      모션데스크|standing desk|210
      접이식 테이블|folding table|20
      러그|rug|32|-
      신발장|shoe cabinet|38
      리클라이너|recliner|260
      암막 커튼|blackout curtains|18|-
      """,
    specs: """
      1200
      1400
      화이트 오크|white oak
      호두나무|walnut
      4단|four tiers
      5단|five tiers
      높이 조절|adjustable height
      슈퍼싱글|super single
      매트리스 포함|with mattress
      조립 완료|assembled
      바퀴 있는|on wheels
      """,
    remarks: """
      직접 가지러 오셔야 합니다.|You need to pick it up yourself.
      분해해 두었습니다.|Already taken apart.
      엘리베이터 있는 건물입니다.|The building has an elevator.
      이사 가면서 정리합니다.|Selling because we are moving.
      생활 흠집 조금 있습니다.|A few scratches from daily use.
      용달 불러 드릴 수 있습니다.|I can arrange a van.
      """)

  static let appliances = Category(
    items: """
      다이슨 V11 청소기|Dyson V11 vacuum|320
      에어프라이어|air fryer|45
      LG 스타일러|LG Styler|650
      쿠쿠 전기밥솥|Cuckoo rice cooker|90
      공기청정기|air purifier|85
      전자레인지|microwave oven|40
      선풍기|electric fan|20
      드럼 세탁기|washing machine|310
      삼성 비스포크 냉장고|Samsung Bespoke fridge|980
      커피머신|coffee machine|120
      다이슨 에어랩|Dyson Airwrap|380|-
      가습기|humidifier|25
      55인치 TV|55 inch TV|340|-
      로봇청소기|robot vacuum|190
      창문형 에어컨|window air conditioner|280
      발뮤다 토스터|Balmuda toaster|160|-
      전기장판|electric blanket|22|-
      믹서기|blender|30|-
      식기세척기|dishwasher|260
      """,
    specs: """
      5L
      10인용|for ten
      6인용|for six
      1등급|energy class A
      필터 새것|new filter
      2021년식|made in 2021
      2023년식|made in 2023
      무선|cordless
      21kg
      설치비 별도|without installation
      """,
    remarks: """
      작동 잘 됩니다.|Works well.
      필터 교체한 지 얼마 안 됐습니다.|The filter was changed recently.
      소음 적은 편입니다.|Fairly quiet.
      설명서와 부속품 모두 있습니다.|Manual and accessories included.
      깨끗이 청소해서 드립니다.|Cleaned before handover.
      """)

  static let baby = Category(
    items: """
      유모차|stroller|120
      아기띠|baby carrier|45
      젖병 소독기|bottle steriliser|60
      카시트|car seat|110
      스토케 트립트랩|Stokke Tripp Trapp|170
      기저귀|nappies|18|-
      바운서|bouncer|40
      아기 침대|cot|80
      타이니모빌|baby mobile|25
      분유 포트|formula kettle|30|-
      점퍼루|activity jumper|35
      보행기|baby walker|22
      장난감 세트|toy set|15
      한글 교구|learning toys|28
      아기 욕조|baby bath|12
      부가부 비 5|Bugaboo Bee 5|340
      유아 내복|baby underwear|7
      범퍼 매트|bumper mat|65
      """,
    specs: """
      신생아용|newborn
      3단계|stage 3
      6개월 이상|6 months and up
      회전형|rotating
      절충형|mid-size
      휴대용|compact
      80 사이즈|size 80
      90 사이즈|size 90
      묶음|bundle
      """,
    remarks: """
      세탁해서 보관했습니다.|Washed and stored.
      아기가 금방 커서 몇 번 못 썼습니다.|Baby grew fast, hardly used.
      안전 인증 제품입니다.|Safety certified.
      금연 가정에서 썼습니다.|From a smoke-free home.
      """)

  static let books = Category(
    items: """
      해리포터 전집|Harry Potter box set|65
      토익 문제집|TOEIC workbook|9
      어린이 전집|children's book series|80
      공무원 수험서|civil service exam books|25
      만화책 세트|comic book set|40
      원피스 1-100권|One Piece 1-100|180
      수능 기출문제집|exam workbook|8
      클린 코드|Clean Code|18
      총균쇠|Guns, Germs, and Steel|14
      영어 원서|English novels|6
      소설책|novel|5
      요리책|cookbook|7
      의학 전공서적|medical textbooks|45
      디자인 잡지|design magazines|10
      삼국지|Romance of the Three Kingdoms|30
      Swift 프로그래밍|Swift programming|20
      """,
    specs: """
      개정판|revised edition
      2024년판|2024 edition
      2023년판|2023 edition
      양장본|hardcover
      10권|10 volumes
      전권|complete
      미사용|unused
      """,
    remarks: """
      밑줄이나 필기 없습니다.|No underlines or notes.
      앞부분에만 필기 조금 있습니다.|A few notes on the first pages.
      책장에 꽂아만 두었습니다.|It only stood on the shelf.
      여러 권 사시면 할인해 드립니다.|Discount for several books.
      """)
}
