extension Category {
  static let clothes = Category(
    items: """
      나이키 에어포스 1|Nike Air Force 1|65
      노스페이스 눕시 패딩|North Face Nuptse jacket|160
      청바지|jeans|15
      유니클로 히트텍|Uniqlo Heattech|8
      아디다스 삼바|Adidas Samba|80
      원피스|dress|20
      코트|coat|45
      나이키 후드티|Nike hoodie|28
      뉴발란스 993|New Balance 993|150
      맨투맨|sweatshirt|14
      스타벅스 텀블러|Starbucks tumbler|18|-
      파타고니아 플리스|Patagonia fleece|75
      구찌 지갑|Gucci wallet|280|-
      크록스|Crocs|22
      폴로 셔츠|Polo shirt|32
      가죽 자켓|leather jacket|90
      샤넬 클래식 백|Chanel Classic bag|7800|-
      롤렉스 데이저스트|Rolex Datejust|9500|-
      등산화|hiking boots|55
      스투시 반팔|Stüssy tee|40
      겨울 니트|winter knit|16
      정장 세트|suit|60
      에코백|tote bag|6|-
      """,
    specs: """
      270mm|size 42
      M
      L
      260mm|size 41
      S
      XL
      240mm|size 38
      프리사이즈|one size
      남성|men's
      여성|women's
      95 사이즈|size 95
      100 사이즈|size 100
      """,
    remarks: """
      두세 번 입었습니다.|Worn two or three times.
      드라이클리닝 했습니다.|Dry cleaned.
      정품 영수증 있습니다.|Receipt included.
      보풀 없이 깨끗합니다.|Clean, no pilling.
      사이즈가 안 맞아서 판매합니다.|Selling because it does not fit.
      """)

  static let camping = Category(
    items: """
      접이식 캠핑 의자|folding camping chair|25
      원터치 텐트|pop-up tent|60
      캠핑 의자|camping chair|20
      코베아 버너|Kovea burner|35
      스노우피크 화로대|Snow Peak fire pit|140
      캠핑 랜턴|camping lantern|22
      헬리녹스 체어원|Helinox Chair One|85
      침낭|sleeping bag|40
      캠핑 테이블|camping table|35
      아이스박스|cooler box|30
      타프|tarp|55
      캠핑 웨건|camping wagon|70
      에어매트|air mattress|38
      노르디스크 알페임|Nordisk Alfheim|980
      파세코 난로|Paseco stove|170
      코펠 세트|cookware set|25
      제드 오토듀얼|Zed Auto Dual tent|260
      해먹|hammock|28
      """,
    specs: """
      4인용|for four
      2인용|for two
      대형|large
      경량|lightweight
      롱|long
      수납가방 포함|with bag
      1+1|two for one
      방수|waterproof
      """,
    remarks: """
      두 번 사용한 깨끗한 제품입니다.|Clean, used twice.
      잘 말려서 보관했습니다.|Dried well before storing.
      캠핑을 접어서 정리합니다.|We stopped camping.
      폴대 휘어짐 없습니다.|No bent poles.
      불똥 자국 없습니다.|No spark holes.
      """)

  static let bikes = Category(
    items: """
      로드 자전거|road bike|350
      접이식 자전거|folding bike|160
      MTB 자전거|mountain bike|280
      브롬톤 C라인|Brompton C Line|1800
      전동 킥보드|electric scooter|220
      어린이 자전거|kids' bike|45
      자이언트 TCR|Giant TCR|1250
      삼천리 하이브리드|Samchuly hybrid bike|130
      전기 자전거|e-bike|520
      스페셜라이즈드 타막|Specialized Tarmac|3200
      자전거 헬멧|bike helmet|28|-
      가민 엣지 530|Garmin Edge 530|190|-
      평로라|bike rollers|80|-
      혼다 PCX 125|Honda PCX 125|3100
      경차 모닝|Kia Morning|6200
      현대 아반떼|Hyundai Avante|14500
      기아 쏘렌토|Kia Sorento|27500
      """,
    specs: """
      105 구동계|105 groupset
      울테그라|Ultegra
      20인치|20 inch
      700C
      M 사이즈|size M
      21단|21 speed
      주행거리 3만|30,000 km
      카본|carbon
      무사고|no accidents
      """,
    remarks: """
      정비 마치고 드립니다.|Serviced before handover.
      실내에 보관했습니다.|Stored indoors.
      타이어 교체한 지 얼마 안 됐습니다.|The tyres are nearly new.
      시승 가능합니다.|Test rides are welcome.
      """)

  static let instruments = Category(
    items: """
      통기타|acoustic guitar|90
      야마하 디지털 피아노|Yamaha digital piano|420
      펜더 스트라토캐스터|Fender Stratocaster|780
      우쿨렐레|ukulele|35
      바이올린|violin|150
      깁슨 레스폴|Gibson Les Paul|2100
      전자 드럼|electronic drums|330
      카시오 키보드|Casio keyboard|120
      영창 업라이트 피아노|Young Chang upright piano|650
      플루트|flute|240
      베이스 기타|bass guitar|210
      칼림바|kalimba|14
      스타인웨이 그랜드 피아노|Steinway grand piano|68000
      기타 앰프|guitar amp|85
      """,
    specs: """
      입문용|for beginners
      88건반|88 keys
      가방 포함|with case
      4/4
      1/2
      탑솔리드|solid top
      멕시코산|made in Mexico
      줄 새것|new strings
      """,
    remarks: """
      조율 마쳤습니다.|Freshly tuned.
      넥 휘어짐 없습니다.|The neck is straight.
      취미로 배우다 그만두었습니다.|I stopped taking lessons.
      와서 쳐 보셔도 됩니다.|Come and play it.
      """)

  static let sports = Category(
    items: """
      요가매트|yoga mat|12|-
      덤벨 세트|dumbbell set|45
      골프채 세트|golf club set|320
      배드민턴 라켓|badminton racket|40
      러닝머신|treadmill|240
      스노우보드|snowboard|130
      테일러메이드 드라이버|TaylorMade driver|280
      실내 자전거|exercise bike|90
      축구화|football boots|38
      폼롤러|foam roller|8|-
      낚싯대|fishing rod|55
      테니스 라켓|tennis racket|70
      인라인 스케이트|inline skates|42
      서핑보드|surfboard|260
      필라테스 링|pilates ring|10|-
      """,
    specs: """
      10kg
      20kg
      여성용|women's
      7번|7 iron
      R
      S
      풀세트|full set
      155cm
      미개봉|sealed
      """,
    remarks: """
      몇 번 안 쓰고 보관만 했습니다.|Used a few times, then stored.
      그립 새로 감았습니다.|New grip.
      운동을 쉬게 되어 판매합니다.|I am taking a break from sports.
      층간 소음 매트 같이 드립니다.|Floor mat included.
      """)
}
