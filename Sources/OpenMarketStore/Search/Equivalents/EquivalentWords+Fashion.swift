extension EquivalentWords {
  /// Clothes, shoes, jewels and cosmetics.
  static let fashion = """
    티셔츠, t-shirt, tshirt, 티샤쓰
    셔츠, shirt, 샤츠
    후드티, 후디, hoodie
    맨투맨, sweatshirt
    니트, knit
    스웨터, sweater, 쉐터, 스웨타
    카디건, 가디건, cardigan
    재킷, 자켓, jacket, 쟈켓
    코트, coat
    패딩, puffer
    점퍼, 잠바, jumper
    바람막이, windbreaker, 윈드브레이커
    청바지, jeans, 데님팬츠
    바지, pants, 팬츠
    레깅스, leggings, 래깅스
    치마, skirt, 스커트
    운동화, 스니커즈, sneakers
    신발, shoes, 슈즈
    구두, dress shoes
    부츠, boots
    샌들, sandals, 샌달
    슬리퍼, slippers, 쓰레빠
    로퍼, loafer, loafers
    모자, hat
    볼캡, ball cap
    비니, beanie
    장갑, gloves
    양말, socks
    목도리, muffler, 머플러
    스카프, scarf
    선글라스, 썬글라스, sunglasses
    안경, eyeglasses
    가방, bag
    백팩, backpack, 배낭
    지갑, wallet
    여행가방, suitcase, 여행용캐리어, luggage
    목걸이, necklace
    귀걸이, 귀고리, earrings
    팔찌, bracelet
    벨트, belt
    향수, perfume
    립스틱, lipstick
    마스카라, mascara
    선크림, 썬크림, sunscreen
    살로몬, salomon
    호카, hoka
    챔피온, 챔피언, champion
    리바이스, levis
    캘빈클라인, calvin klein
    데상트, descente
    오클리, oakley
    프라이탁, freitag
    룰루레몬, lululemon
    메종키츠네, maison kitsune
    꼼데가르송, comme des garcons, cdg
    보테가베네타, bottega veneta
    셀린느, celine
    미우미우, miu miu
    고야드, goyard
    롱샴, longchamp
    토리버치, tory burch
    마이클코어스, michael kors
    막스마라, max mara
    알렉산더왕, alexander wang
    까르띠에, 카르티에, cartier
    티파니, tiffany
    스와로브스키, swarovski
    태그호이어, tag heuer
    브라이틀링, breitling
    쌤소나이트, 샘소나이트, samsonite
    리모와, rimowa
    후리스, 플리스, fleece
    러닝화, 런닝화
    버킷햇, 벙거지, bucket hat
    스냅백, snapback
    토트백, tote bag
    숄더백, shoulder bag
    크로스백, cross bag
    드레스, dress
    덩크, dunk
    에어포스, air force
    에어맥스, air max
    눕시, nuptse
    트렌치코트, trench coat
    블라우스, blouse, 브라우스
    후드집업, 후드짚업, zip hoodie
    집업, 짚업
    민소매, 나시, sleeveless
    슬랙스, slacks
    조거팬츠, jogger pants
    넥타이, necktie
    래시가드, 래쉬가드, rashguard, rash guard
    웨트슈트, 웻슈트, wetsuit
    카드지갑, card wallet, card holder
    에코백, ecobag, eco bag
    파우치, pouch
    브래지어, 브라자
    """

  /// Sport, camping, music, books and what is collected.
  static let leisure = """
    자전거, bicycle, bike
    킥보드, kickboard
    스쿠터, scooter
    오토바이, motorcycle, 바이크
    헬멧, helmet, 헬맷, 하이바
    텐트, tent
    타프, tarp
    침낭, sleeping bag
    랜턴, lantern
    아이스박스, icebox, cooler box
    골프, golf
    골프채, golf club
    드라이버, driver
    퍼터, putter
    테니스, tennis
    라켓, 라케트, racket
    배드민턴, badminton, 베드민턴, 배드민튼
    축구화, football boots
    농구공, basketball
    스노보드, 스노우보드, snowboard
    서핑보드, 서프보드, surfboard
    수영복, swimsuit
    러닝머신, 런닝머신, treadmill, 트레드밀
    덤벨, 아령, dumbbell, 덤밸
    요가매트, yoga mat
    낚싯대, 낚시대, fishing rod
    기타, guitar
    일렉기타, 일렉트릭기타, electric guitar
    피아노, piano
    바이올린, violin
    우쿨렐레, 우크렐레, ukulele
    앰프, amp, 엠프
    앨범, album, 엘범
    만화책, comics, 코믹스
    피규어, figure
    포토카드, 포카, photocard
    프라모델, plastic model
    보드게임, board game
    캠핑, camping
    버너, burner
    화로대, fire pit
    에어매트, air mat
    폴딩박스, folding box
    로드자전거, 로드바이크, road bike
    산악자전거, mtb, 엠티비
    전기자전거, ebike, e-bike
    미니벨로, minivelo, 미니밸로
    전동킥보드, electric scooter
    케틀벨, kettlebell, 캐틀벨
    폼롤러, foam roller
    필라테스, pilates
    휠체어, wheelchair
    글러브, 글로브
    고글, goggles
    """

  /// Loan words, the spelling by the rules of the National Institute of Korean Language (외래어 표기법) first, then how
  /// they are also written; those with Latin spellings or other words are above.
  static let spellings = """
    액세서리, 악세사리, 악세서리, 액세사리, accessory
    케이크, 케익, cake
    초콜릿, 초콜렛, 쵸콜릿, chocolate
    주스, 쥬스, juice
    도넛, 도너츠, 도넛츠, donut
    카탈로그, 카다로그
    메시지, 메세지
    사이즈, size, 싸이즈
    스티커, sticker, 스티카
    플래시, 후레쉬, 플래쉬
    파일, 화일
    테이프, 테잎, tape
    디지털, 디지탈, digital
    내비게이션, 네비게이션, 내비, 네비, navigation
    블랙박스, 블박, dash cam
    타이어, tire, 타이야
    범퍼, 밤바
    브레이크, 브레끼, brake
    엔진, engine
    스팀, steam
    샤워기, shower
    샴푸, shampoo
    로션, lotion
    에센스, essence
    파운데이션, 화운데이션, foundation
    매니큐어, 메니큐어, manicure
    드라이플라워, dried flower
    캠코더, camcorder
    캘린더, 카렌다, calendar
    다이어리, diary
    바비큐, 바베큐, bbq
    소시지, 소세지
    비스킷, 비스켓
    뷔페, 부페
    앙코르, 앵콜
    팸플릿, 팜플렛
    플라스틱, plastic, 프라스틱
    알루미늄, aluminium, aluminum, 알미늄
    스테인리스, 스텐레스, 스테인레스, stainless
    멀티탭, 멀티텝
    스위치, switch
    트레이닝복, 추리닝, tracksuit
    레인코트, raincoat
    파자마, 빠자마, pajamas
    스카치테이프, 스카치테잎
    컬러, color
    섀시, 샷시, 샤시
    소켓, 소케트, socket
    페인트, paint
    바구니, basket, 바스켓
    빈티지, vintage
    앤티크, 앤틱, 엔틱, antique
    클래식, classic, 클라식
    세트, 셋트, set
    풀세트, 풀셋, full set
    새제품, 새상품, brand new
    콘텐츠, 컨텐츠, contents
    카페, 까페, cafe
    라이터, 라이타, lighter
    돈가스, 돈까스
    타월, 타올, towel
    선루프, 썬루프, sunroof
    선캡, 썬캡
    서클렌즈, 써클렌즈
    스패너, 스패나
    라디에이터, 라지에이터, radiator
    컴팩트, 콤팩트, compact
    트리트먼트, treatment
    풀박스, 풀박, full box
    무료나눔, 무나
    택배비포함, 택배포함, 택포
    문화상품권, 문상
    기프티콘, gifticon
    컬처랜드, 컬쳐랜드, cultureland
    """
}
