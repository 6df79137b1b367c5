extension Category {
  static let furniture = Category(
    percent: 8, othersPercent: 35,
    """
    items: 이케아 책상|IKEA desk|60; 의자|chair|25; 3인용 소파|three-seat sofa|180; 시디즈 T50 의자|Sidiz T50 chair|140; 원목 식탁|wooden dining table|150;
    책장|bookshelf|40; 퀸 사이즈 침대|queen size bed|220; 행거|clothes rack|15; 화장대|dressing table|70; 이케아 말름 서랍장|IKEA Malm drawers|65;
    전신 거울|full-length mirror|30|-; 스탠드 조명|floor lamp|28|-; 허먼밀러 에어론|Herman Miller Aeron|890; 빈백|bean bag|35|-; 컴퓨터 책상|computer desk|55;
    모션데스크|standing desk|210; 접이식 테이블|folding table|20; 러그|rug|32|-; 신발장|shoe cabinet|38; 리클라이너|recliner|260;
    암막 커튼|blackout curtains|18|-
    specs: 1200; 1400; 화이트 오크|white oak; 호두나무|walnut; 4단|four tiers; 5단|five tiers; 높이 조절|adjustable height; 슈퍼싱글|super single;
    매트리스 포함|with mattress; 조립 완료|assembled; 바퀴 있는|on wheels
    remarks: 직접 가지러 오셔야 합니다.|You need to pick it up yourself.; 분해해 두었습니다.|Already taken apart.;
    엘리베이터 있는 건물입니다.|The building has an elevator.; 이사 가면서 정리합니다.|Selling because we are moving.;
    생활 흠집 조금 있습니다.|A few scratches from daily use.; 용달 불러 드릴 수 있습니다.|I can arrange a van.
    makers: 이케아|IKEA; 한샘|Hanssem; 시디즈|SIDIZ; 리바트|Livart; 까사미아|CASAMIA; 데스커|DESKER; 일룸|iloom; 에이스침대|ACE; 시몬스|Simmons; 듀오백|Duoback;
    퍼시스|FURSYS; 에몬스|Emons; 자코모|Jakomo; 무인양품|MUJI; 소프시스|Sofsys; 마켓비|MarketB; 두닷|DODOT; 레이디가구|Lady; 동서가구|Dongsuh; 파로마|Paroma;
    보니애가구|Boniae; 잭슨카멜레온|Jackson Chameleon; 허먼밀러|Herman Miller; 비트라|Vitra; 임스|Eames; 니토리|Nitori; 템퍼|Tempur; 모던하우스|Modern House;
    오늘의집|OHouse; 베스트슬립|Best Sleep; 코아스|Koas; 스튜디오삼익|Studio Samick
    things: 책상|desk|48; 의자|chair|27; 소파|sofa|140; 식탁|dining table|90; 침대|bed|130; 침대 프레임|bed frame|95; 매트리스|mattress|110; 서랍장|drawers|50;
    옷장|wardrobe|90; 책장|bookcase|38; 수납장|cabinet|42; 선반|shelf|20; 협탁|bedside table|18; 화장대|dressing table|55; 거실장|TV stand|60; 테이블|table|40;
    좌식테이블|floor table|20; 사이드테이블|side table|19; 행거|clothes rack|17; 거울|mirror|24; 전신거울|full mirror|28; 스툴|stool|16; 벤치|bench|33;
    컴퓨터의자|desk chair|45; 사무용의자|office chair|48; 학생책상|student desk|45; 좌식의자|floor chair|18; 안락의자|armchair|70; 신발장|shoe cabinet|35;
    커튼|curtains|18; 블라인드|blind|16; 러그|rug|27; 카펫|carpet|38; 조명|lamp|26; 스탠드|floor lamp|24; 무드등|mood light|14; 이불|duvet|25; 베개|pillow|12;
    토퍼|topper|40; 파티션|partition|28; 진열장|display cabinet|65; 장식장|sideboard|75; 트롤리|trolley|17; 액자|frame|13; 벽시계|wall clock|16; 화분|pot|9;
    식물|plant|11
    qualities: 원목|solid wood; 접이식|folding; 화이트|white; 4인용|four-seat; 2인용|two-seat; 3인용|three-seat; 6인용|six-seat; 퀸|queen; 킹|king;
    슈퍼싱글|super single; 싱글|single; 수납|storage; 벙커|bunk; 패브릭|fabric; 가죽|leather; 인조가죽|faux leather; 라탄|rattan; 대리석|marble; 세라믹|ceramic;
    철제|steel; 이동식|movable; 높이조절|height-adjustable; 모던|modern; 북유럽|Nordic; 미드센추리|mid-century; 앤틱|antique; 엔틱|antique style;
    빈티지|vintage; 회전|swivel; 리클라이너|reclining; 모듈|modular; 코너|corner; 게이밍|gaming; 메쉬|mesh; 확장형|extendable; 원형|round; 사각|rectangular;
    월넛|walnut; 오크|oak; 편백|cypress; 자작나무|birch; 대형|large; 미니|small; 틈새|narrow
    codes: T##; @####; 말름; 칼락스; 포엥; 빌리; 린몬; 헴네스; @@-###; 샘; 링고; 로이; 모리
    measures: 1#00; 1#00x#00; ###x##; ##cm; #단; 폭 ##0; ##0x##0x##0; #인용; #칸; W###; 높이 ##; ###cm
    """)

  static let appliances = Category(
    percent: 8, othersPercent: 18,
    """
    items: 다이슨 V11 청소기|Dyson V11 vacuum|320; 에어프라이어|air fryer|45; LG 스타일러|LG Styler|650; 쿠쿠 전기밥솥|Cuckoo rice cooker|90;
    공기청정기|air purifier|85; 전자레인지|microwave oven|40; 선풍기|electric fan|20; 드럼 세탁기|washing machine|310;
    삼성 비스포크 냉장고|Samsung Bespoke fridge|980; 커피머신|coffee machine|120; 다이슨 에어랩|Dyson Airwrap|380|-; 가습기|humidifier|25;
    55인치 TV|55 inch TV|340|-; 로봇청소기|robot vacuum|190; 창문형 에어컨|window air conditioner|280; 발뮤다 토스터|Balmuda toaster|160|-;
    전기장판|electric blanket|22|-; 믹서기|blender|30|-; 식기세척기|dishwasher|260
    specs: 5L; 10인용|for ten; 6인용|for six; 1등급|energy class A; 필터 새것|new filter; 2021년식|made in 2021; 2023년식|made in 2023; 무선|cordless; 21kg;
    설치비 별도|without installation
    remarks: 작동 잘 됩니다.|Works well.; 필터 교체한 지 얼마 안 됐습니다.|The filter was changed recently.; 소음 적은 편입니다.|Fairly quiet.;
    설명서와 부속품 모두 있습니다.|Manual and accessories included.; 깨끗이 청소해서 드립니다.|Cleaned before handover.
    makers: 삼성|Samsung; LG; 다이슨|Dyson; 쿠쿠|CUCKOO; 쿠첸|CUCHEN; 위닉스|WINIX; 필립스|Philips; 샤오미|Xiaomi; 코웨이|COWAY; 위니아|WINIA; 캐리어|Carrier;
    대우|Daewoo; 신일|Shinil; 발뮤다|BALMUDA; 드롱기|De'Longhi; 네스프레소|Nespresso; 브레빌|Breville; 테팔|Tefal; 일렉트로룩스|Electrolux; 로보락|Roborock;
    에코백스|ECOVACS; 로보락 S|Roborock S; 보쉬|Bosch; 밀레|Miele; SK매직|SK magic; 청호나이스|Chungho; 휴롬|Hurom; 닌자|Ninja; 키친아트|Kitchen Art;
    한일|Hanil; 파세코|PASECO; 린나이|Rinnai; 경동나비엔|Kyungdong; 스메그|SMEG; 브라운|Braun; 파나소닉|Panasonic; 유라|JURA; 디베아|Dibea; 보랄|Voral; 오아|OA;
    루메나|LUMENA; TCL; 이스트라|Istra; 클라윈드|Clawind
    things: 냉장고|fridge|280; 김치냉장고|kimchi fridge|240; 세탁기|washing machine|210; 건조기|dryer|290; TV|TV|240; 에어컨|air conditioner|260;
    이동식 에어컨|portable air conditioner|140; 청소기|vacuum cleaner|75; 무선청소기|cordless vacuum|110; 로봇청소기|robot vacuum|150;
    공기청정기|air purifier|75; 제습기|dehumidifier|95; 가습기|humidifier|26; 선풍기|fan|22; 써큘레이터|circulator|32; 전기밥솥|rice cooker|55;
    압력밥솥|pressure rice cooker|80; 전자레인지|microwave|38; 에어프라이어|air fryer|40; 오븐|oven|65; 인덕션|induction hob|80; 가스레인지|gas hob|45;
    식기세척기|dishwasher|180; 커피머신|coffee machine|110; 캡슐머신|capsule machine|50; 그라인더|grinder|60; 토스터|toaster|24; 믹서기|blender|28;
    정수기|water purifier|120; 비데|bidet|60; 전기포트|kettle|18; 다리미|iron|17; 스팀다리미|steamer|25; 전기히터|heater|32; 온풍기|fan heater|38;
    난로|stove|75; 전기장판|electric blanket|21; 온수매트|warm-water mat|60; 안마의자|massage chair|650; 안마기|massager|40; 빔프로젝터|projector|160;
    셋톱박스|set-top box|25; 리모컨|remote|8; 필터|filter|16; 스타일러|clothing care|430; 와인셀러|wine cooler|170; 음식물처리기|food recycler|220;
    면도기|shaver|45; 전동칫솔|electric toothbrush|30
    qualities: 비스포크|BESPOKE; 오브제|Objet; 트롬|TROMM; 휘센|WHISEN; 디오스|DIOS; 그랑데|Grande; 인버터|inverter; 무선|cordless; 드럼|front-load;
    통돌이|top-load; 양문형|side-by-side; 미니|mini; 대용량|large; 가정용|home; 업소용|commercial; 벽걸이|wall-mounted; 스탠드|standing; 창문형|window;
    빌트인|built-in; 스마트|smart; QLED; OLED; UHD; 반자동|semi-automatic; 전자동|automatic; 휴대용|portable; 저소음|quiet; 1등급|class A; 코드제로|CordZero;
    퓨리케어|PuriCare; 물걸레|mop; 스팀|steam; 리퍼|refurbished; 전시|display
    codes: @@##@####@@; @##@@#; ##@@#####; @@-@###; V##; @@####@@; @#-@##; @@@-####@@@; ECAM###; S# Pro; KQ##@@##; ##UQ####; @@##@##
    measures: ##kg; ###L; ##L; ##인치; ##평; #인용; ##평형; 20##년식; 20##년; #.#L; ###W; ####년 구매; #구
    """)

  static let baby = Category(
    percent: 8, othersPercent: 25,
    """
    items: 유모차|stroller|120; 아기띠|baby carrier|45; 젖병 소독기|bottle steriliser|60; 카시트|car seat|110; 스토케 트립트랩|Stokke Tripp Trapp|170;
    기저귀|nappies|18|-; 바운서|bouncer|40; 아기 침대|cot|80; 타이니모빌|baby mobile|25; 분유 포트|formula kettle|30|-; 점퍼루|activity jumper|35;
    보행기|baby walker|22; 장난감 세트|toy set|15; 한글 교구|learning toys|28; 아기 욕조|baby bath|12; 부가부 비 5|Bugaboo Bee 5|340;
    유아 내복|baby underwear|7; 범퍼 매트|bumper mat|65
    specs: 신생아용|newborn; 3단계|stage 3; 6개월 이상|6 months and up; 회전형|rotating; 절충형|mid-size; 휴대용|compact; 80 사이즈|size 80; 90 사이즈|size 90;
    묶음|bundle
    remarks: 세탁해서 보관했습니다.|Washed and stored.; 아기가 금방 커서 몇 번 못 썼습니다.|Baby grew fast, hardly used.;
    안전 인증 제품입니다.|Safety certified.; 금연 가정에서 썼습니다.|From a smoke-free home.
    makers: 스토케|Stokke; 부가부|Bugaboo; 에르고베이비|Ergobaby; 콤비|Combi; 브라이텍스|Britax; 다이치|Daiichi; 조이|Joie; 싸이벡스|Cybex; 리안|Ryan;
    피셔프라이스|Fisher-Price; 타이니러브|Tiny Love; 뽀로로|Pororo; 핑크퐁|Pinkfong; 베이비뵨|BabyBjörn; 유미|UMI; 더블하트|Pigeon; 닥터브라운|Dr. Brown's;
    스펙트라|Spectra; 하기스|Huggies; 팸퍼스|Pampers; 마미포코|MamyPoko; 알집매트|Alzip; 꿈비|Ggumbi; 파크론|Parklon; 블루래빗|Blue Rabbit; 프뢰벨|Froebel;
    몬테소리|Montessori; 짐보리|Gymboree; 오르시떼|Orcite; 밍크뮤|Minkmui; 압소바|Absorba; 모이몰른|Moimoln; 젤리캣|Jellycat; 레고듀플로|LEGO Duplo;
    맥포머스|Magformers; 콩순이|Kongsuni; 시크릿쥬쥬|Secret Jouju; 헬로카봇|Hello Carbot; 폴레드|Poled; 페도라|Fedora; 요요|YOYO; 베베숲|Bebesup; 보솜이|Bosomi;
    소베맘|Sobemom
    things: 유모차|stroller|110; 카시트|car seat|85; 아기띠|carrier|42; 힙시트|hip seat|40; 아기침대|cot|75; 범퍼침대|bumper bed|80; 바운서|bouncer|36;
    젖병|bottle|9; 젖병소독기|steriliser|55; 분유|formula|16; 분유제조기|formula maker|130; 기저귀|nappies|17; 물티슈|wipes|8; 유축기|breast pump|60;
    수유쿠션|nursing pillow|14; 내복|underwear|6; 우주복|romper|12; 바디수트|bodysuit|6; 유아 원피스|girl's dress|13; 상하복|two-piece|9; 패딩|puffer|24;
    유아 신발|shoes|14; 모자|hat|7; 장난감|toy|15; 장난감 일괄|toys bundle|28; 블록|blocks|22; 자석블록|magnetic blocks|38; 인형|doll|12; 미끄럼틀|slide|45;
    트램폴린|trampoline|50; 붕붕카|ride-on|22; 킥보드|scooter|40; 자전거|bike|48; 전집|book set|70; 그림책|picture books|11; 사운드북|sound book|9;
    퍼즐|puzzle|8; 역할놀이|role play set|20; 놀이매트|play mat|50; 폴더매트|folding mat|60; 층간소음매트|floor mat|65; 안전문|safety gate|26;
    울타리|playpen|38; 부스터|booster|22; 하이체어|high chair|60; 이유식용품|weaning set|15; 턱받이|bib|4; 목욕의자|bath seat|10; 욕조|bath|16;
    체온계|thermometer|18; 보행기|walker|20; 점퍼루|jumper|38; 모빌|mobile|24; 쏘서|activity centre|40
    qualities: 신생아|newborn; 유아|toddler; 초등|school-age; 여아|girls'; 남아|boys'; 휴대용|travel; 절충형|mid-size; 디럭스|deluxe; 회전형|rotating;
    순면|cotton; 오가닉|organic; 겨울|winter; 여름|summer; 원목|wooden; 접이식|folding; 쌍둥이|twin; 하이체어|high; 대형|large; 일괄|bundle; 한글|Hangul;
    영어|English; 수학|maths; 과학|science; 자연관찰|nature; 전래동화|folk tales; 창작|stories; 공룡|dinosaur; 공주|princess; 자동차|car; 곰돌이|bear;
    토끼|rabbit
    codes: @@##; V#; #단계; @-###; Fox #; ###@; M#; 뉴본; 시리우스; 벨라; 노나
    measures: #0호; ##0; 1##0; #단계 ##팩; ##개월; #개월; #세; 90사이즈; ##0mm; 1#0mm; ##권; #팩; ###매; #살
    """)

  static let kitchen = Category(
    percent: 4, othersPercent: 28,
    """
    items: 스타벅스 머그컵|Starbucks mug|13; 스탠리 텀블러|Stanley tumbler|25; 르크루제 냄비|Le Creuset pot|130; 코렐 그릇|Corelle bowls|20;
    캣타워|cat tower|35; 전동드릴|power drill|45; 옷걸이|hangers|4
    specs: 미사용|unused; 20cm; 4인용|for four; 5종|set of five; 박스 있음|boxed
    remarks: 이가 나간 곳 없습니다.|No chips.; 선물로 받아 보관만 했습니다.|A gift that stayed in its box.; 설거지 한 번 했습니다.|Washed once.
    makers: 코렐|Corelle; 르크루제|Le Creuset; 스타벅스|Starbucks; 스탠리|Stanley; 락앤락|LocknLock; 포트메리온|Portmeirion; 광주요|Kwangjuyo; 휘슬러|Fissler;
    WMF; 헹켈|Henckels; 테팔|Tefal; 로얄코펜하겐|Royal Copenhagen; 이딸라|iittala; 아라비아핀란드|Arabia Finland; 빌레로이앤보흐|Villeroy & Boch;
    웨지우드|Wedgwood; 로얄알버트|Royal Albert; 한국도자기|Hankook; 써모스|THERMOS; 하리오|HARIO; 칼리타|Kalita; 보덤|bodum; 다이소|Daiso; 무인양품|MUJI;
    해피콜|Happycall; 스켑슐트|Skeppshult; 롯지|LODGE; 스타우브|Staub; 모나미|Monami; 코스트코|Costco; 타파웨어|Tupperware; 덴비|Denby; 지노리|Ginori;
    에르메스|Hermès; 파이어킹|Fire-King
    things: 접시|plates|16; 그릇|bowls|15; 머그컵|mug|13; 텀블러|tumbler|17; 컵|cup|9; 찻잔|teacup|26; 냄비|pot|28; 후라이팬|frying pan|20; 칼|knife|24;
    도마|chopping board|14; 반찬통|food boxes|11; 유리컵|glasses|9; 와인잔|wine glasses|20; 수저세트|cutlery|18; 주전자|kettle|19; 드리퍼|dripper|17;
    원두|coffee beans|13; 도시락|lunch box|13; 보온병|flask|20; 쟁반|tray|10; 식기건조대|dish rack|18; 쌀통|rice bin|16; 저울|scales|13;
    압력솥|pressure cooker|48; 뚝배기|earthen pot|9; 항아리|jar|32; 화장지|toilet paper|12; 세제|detergent|11; 수건|towels|10; 빨래건조대|drying rack|17;
    옷걸이|hangers|5; 우산|umbrella|9; 정리함|organiser|11; 쓰레기통|bin|12; 공구세트|tool set|32; 전동드릴|drill|48; 사다리|ladder|26; 홍삼|red ginseng|34;
    건강식품|supplements|22; 영양제|vitamins|20; 단백질|protein|28; 꿀|honey|18; 캣타워|cat tower|38; 강아지옷|dog clothes|9; 사료|pet food|24;
    고양이 화장실|litter box|27; 이동장|pet carrier|22; 어항|aquarium|33; 화분|plant pot|10; 몬스테라|monstera|14; 다육이|succulent|6
    qualities: 스텐|stainless; 법랑|enamel; 유리|glass; 도자기|porcelain; 빈티지|vintage; 한정판|limited; 대용량|large; 휴대용|portable; 2인용|for two;
    4인용|for four; 선물용|gift; 업소용|commercial; 수제|handmade; 원목|wooden; 미사용|unused; 리유저블|reusable; 보온|insulated; 무쇠|cast iron; 통3중|tri-ply;
    손잡이|with handle; 북유럽|Nordic; 레트로|retro; 캐릭터|character; 접이식|folding
    codes: @-###; ##호; @@##; No.##; ##@; #종
    measures: ##cm; ###ml; #p; ##p; #개; #종세트; ##cm #개; #L; ##매; #인용; ##롤; #kg; ##포; 유통기한 2#년 #월
    """)
}
