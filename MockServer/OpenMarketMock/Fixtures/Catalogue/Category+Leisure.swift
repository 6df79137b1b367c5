extension Category {
  static let camping = Category(
    percent: 3, othersPercent: 20,
    """
    items: 접이식 캠핑 의자|folding camping chair|25; 원터치 텐트|pop-up tent|60; 캠핑 의자|camping chair|20; 코베아 버너|Kovea burner|35;
    스노우피크 화로대|Snow Peak fire pit|140; 캠핑 랜턴|camping lantern|22; 헬리녹스 체어원|Helinox Chair One|85; 침낭|sleeping bag|40;
    캠핑 테이블|camping table|35; 아이스박스|cooler box|30; 타프|tarp|55; 캠핑 웨건|camping wagon|70; 에어매트|air mattress|38;
    노르디스크 알페임|Nordisk Alfheim|980; 파세코 난로|Paseco stove|170; 코펠 세트|cookware set|25; 제드 오토듀얼|Zed Auto Dual tent|260; 해먹|hammock|28
    specs: 4인용|for four; 2인용|for two; 대형|large; 경량|lightweight; 롱|long; 수납가방 포함|with bag; 1+1|two for one; 방수|waterproof
    remarks: 두 번 사용한 깨끗한 제품입니다.|Clean, used twice.; 잘 말려서 보관했습니다.|Dried well before storing.;
    캠핑을 접어서 정리합니다.|We stopped camping.; 폴대 휘어짐 없습니다.|No bent poles.; 불똥 자국 없습니다.|No spark holes.
    makers: 스노우피크|Snow Peak; 코베아|KOVEA; 헬리녹스|Helinox; 콜맨|Coleman; 노르디스크|Nordisk; 제드|ZED; 미니멀웍스|Minimal Works; 캠핑칸|CampingKan;
    지라프|Giraffe; 백컨트리|Backcountry; 노스피크|North Peak; 버팔로|Buffalo; 카즈미|KZM; 아이두젠|IDOOGEN; 네이처하이크|Naturehike; 힐레베르그|Hilleberg; MSR;
    니모|NEMO; 씨투써밋|Sea to Summit; 오가와|Ogawa; 유니프레임|UNIFLAME; 로고스|LOGOS; 이와타니|Iwatani; 패트로막스|Petromax; 베어본즈|Barebones;
    스탠리|Stanley; 이글루|Igloo; 예티|YETI; 블랙다이아몬드|Black Diamond; 그레고리|Gregory; 오스프리|Osprey; 도이터|deuter; 미스테리랜치|Mystery Ranch;
    툴레|Thule; 크레모아|CLAYMORE; 루메나|LUMENA; 파세코|PASECO; 토요토미|Toyotomi; 알파카|Alpaca
    things: 텐트|tent|120; 의자|chair|27; 테이블|table|38; 타프|tarp|60; 침낭|sleeping bag|48; 에어매트|air mat|42; 랜턴|lantern|30; 버너|burner|36;
    화로대|fire pit|45; 코펠|cookware|28; 아이스박스|cool box|35; 쿨러|cooler|55; 웨건|wagon|55; 난로|stove|130; 팬히터|fan heater|140; 쉘터|shelter|150;
    그늘막|sunshade|24; 야전침대|cot|45; 해먹|hammock|22; 릴선|cable reel|28; 배낭|rucksack|70; 등산스틱|poles|30; 등산화|hiking boots|48;
    바베큐그릴|barbecue|48; 선반|shelf|26; 박스|box|20; 폴대|poles|22; 팩|pegs|11; 해머|hammer|14; 감성조명|string lights|13; 파워뱅크|power station|190;
    토치|torch|12; 머그|mug|10; 시에라컵|sierra cup|9; 매트|mat|20; 도킹텐트|docking tent|160; 루프탑텐트|roof tent|680; 차박매트|car mat|55;
    키친테이블|kitchen table|58
    qualities: 원터치|pop-up; 접이식|folding; 경량|lightweight; 백패킹|backpacking; 감성|cosy; 대형|large; 4인용|for four; 리빙쉘|living shell; 면|cotton;
    티타늄|titanium; 우드|wood; 롤|roll-up; 릴렉스|relax; 로우|low; 하이|high; 블랙|black; 탄|tan; 카키|khaki; 동계|winter; 하계|summer; 미니|mini;
    자충|self-inflating; 구스|goose; 차박|car camping; 오토캠핑|auto camping; 낚시|fishing; 신형|new model; 단종|discontinued
    codes: @@-###; 체어원; 알페임 ##.#; 아스가르드 ##.#; KT-###; @##; TS-###; 오토듀얼 #@; #룸; SD-###; @@##@
    measures: #인용; #~#인; ##L; ##x##; #m; ###g; 내한 -##도; #00W; #박 사용; ##파이
    """)

  static let bikes = Category(
    percent: 3, othersPercent: 12,
    """
    items: 로드 자전거|road bike|350; 접이식 자전거|folding bike|160; MTB 자전거|mountain bike|280; 브롬톤 C라인|Brompton C Line|1800;
    전동 킥보드|electric scooter|220; 어린이 자전거|kids' bike|45; 자이언트 TCR|Giant TCR|1250; 삼천리 하이브리드|Samchuly hybrid bike|130;
    전기 자전거|e-bike|520; 스페셜라이즈드 타막|Specialized Tarmac|3200; 자전거 헬멧|bike helmet|28|-; 가민 엣지 530|Garmin Edge 530|190|-;
    평로라|bike rollers|80|-; 혼다 PCX 125|Honda PCX 125|3100; 경차 모닝|Kia Morning|6200; 현대 아반떼|Hyundai Avante|14500; 기아 쏘렌토|Kia Sorento|27500
    specs: 105 구동계|105 groupset; 울테그라|Ultegra; 20인치|20 inch; 700C; M 사이즈|size M; 21단|21 speed; 주행거리 3만|30,000 km; 카본|carbon;
    무사고|no accidents
    remarks: 정비 마치고 드립니다.|Serviced before handover.; 실내에 보관했습니다.|Stored indoors.;
    타이어 교체한 지 얼마 안 됐습니다.|The tyres are nearly new.; 시승 가능합니다.|Test rides are welcome.
    makers: 삼천리|Samchuly; 알톤|Alton; 자이언트|Giant; 스페셜라이즈드|Specialized; 트렉|TREK; 메리다|MERIDA; 캐논데일|Cannondale; 브롬톤|Brompton; 스캇|SCOTT;
    비앙키|Bianchi; 첼로|CELLO; 현대|Hyundai; 기아|Kia; 쉐보레|Chevrolet; 르노|Renault; BMW; 벤츠|Mercedes-Benz; 아우디|Audi; 혼다|Honda; 야마하|Yamaha;
    스즈키|Suzuki; 베스파|Vespa; 시마노|Shimano; 스램|SRAM; 가민|Garmin; 와후|Wahoo; 오클리|Oakley; 라파|Rapha; 카스텔리|Castelli; 지로|Giro; 카스크|KASK;
    엘파마|ELFAMA; 위아위스|WIAWIS; 스트라이다|Strida; 버디|Birdy; 턴|Tern; 다혼|DAHON; 나인봇|Ninebot; 세그웨이|Segway; 유로휠|Eurowheel; 팅크웨어|THINKWARE;
    아이나비|iNAVI; 파인뷰|FineVu; 한국타이어|Hankook; 미쉐린|Michelin; 금호|Kumho; 테슬라|Tesla
    things: 자전거|bike|130; 로드자전거|road bike|480; 미니벨로|folding bike|170; 전기자전거|e-bike|430; 픽시|fixie|210; 하이브리드|hybrid bike|160;
    헬멧|helmet|40; 휠셋|wheelset|240; 안장|saddle|35; 페달|pedals|38; 클릿슈즈|cycling shoes|70; 져지|jersey|32; 빕숏|bib shorts|40; 속도계|bike computer|110;
    타이어|tyres|48; 프레임|frame|320; 구동계|groupset|260; 라이트|light|24; 자물쇠|lock|12; 전동킥보드|e-scooter|190; 오토바이|motorbike|1500;
    스쿠터|scooter|900; 블랙박스|dash cam|55; 네비게이션|sat nav|60; 휠|rims|260; 윈터타이어|winter tyres|190; 카시트 커버|seat covers|24;
    차량용 청소기|car vacuum|24; 트렁크정리함|boot organiser|15; 방향제|air freshener|8; 세차용품|car wash kit|18; 매트|car mats|35; 중고차|used car|6500;
    루프박스|roof box|170; 헬멧 고글|goggles|24
    qualities: 카본|carbon; 알루미늄|aluminium; 입문용|beginner; 접이식|folding; 여성용|women's; 아동용|kids'; 레이싱|racing; 산악|mountain; 디스크|disc;
    울테그라|Ultegra; 듀라에이스|Dura-Ace; 티아그라|Tiagra; 클라리스|Claris; 그래블|gravel; 에어로|aero; 올마운틴|all-mountain; 풀샥|full suspension;
    프리미엄|premium; 순정|original; 신형|new model; 사제|aftermarket; 무사고|no accidents; 풀옵션|full options; 디젤|diesel; 하이브리드|hybrid; LPG
    codes: 105; R####; @@#; ED#; SL#; TCR #; 아반떼 @@; K#; 카니발; FE##; PCX ###; MAX@; @###; Z###; ###@; QXD####
    measures: ##인치; ##단; 700C; ##0mm; ##사이즈; #만km; ##만키로; 20##년식; ##년형; ###km; ##/##R##; #채널; ##kg
    """)

  static let instruments = Category(
    percent: 1, othersPercent: 12,
    """
    items: 통기타|acoustic guitar|90; 야마하 디지털 피아노|Yamaha digital piano|420; 펜더 스트라토캐스터|Fender Stratocaster|780; 우쿨렐레|ukulele|35;
    바이올린|violin|150; 깁슨 레스폴|Gibson Les Paul|2100; 전자 드럼|electronic drums|330; 카시오 키보드|Casio keyboard|120;
    영창 업라이트 피아노|Young Chang upright piano|650; 플루트|flute|240; 베이스 기타|bass guitar|210; 칼림바|kalimba|14;
    스타인웨이 그랜드 피아노|Steinway grand piano|68000; 기타 앰프|guitar amp|85
    specs: 입문용|for beginners; 88건반|88 keys; 가방 포함|with case; 4/4; 1/2; 탑솔리드|solid top; 멕시코산|made in Mexico; 줄 새것|new strings
    remarks: 조율 마쳤습니다.|Freshly tuned.; 넥 휘어짐 없습니다.|The neck is straight.; 취미로 배우다 그만두었습니다.|I stopped taking lessons.;
    와서 쳐 보셔도 됩니다.|Come and play it.
    makers: 야마하|Yamaha; 펜더|Fender; 깁슨|Gibson; 롤랜드|Roland; 카시오|CASIO; 영창|Young Chang; 삼익|Samick; 에피폰|Epiphone; 스콰이어|Squier;
    아이바네즈|Ibanez; 콜트|Cort; 크래프터|Crafter; 테일러|Taylor; 마틴|Martin; 덱스터|Dexter; 성음|Sungeum; 헥스|HEX; 고퍼우드|Gopherwood; 코르그|KORG;
    커즈와일|Kurzweil; 노드|Nord; 보스|BOSS; 라인6|Line 6; 오렌지|Orange; 마샬|Marshall; 펄|Pearl; 타마|TAMA; 질젼|Zildjian; 셀머|Selmer; 주피터|Jupiter;
    심로|Shimro; 스즈키|SUZUKI; 호너|Hohner; 스트라이커|Stryker; PRS; ESP; 쉑터|Schecter; 포커스라이트|Focusrite; 아카이|AKAI
    things: 통기타|acoustic guitar|95; 일렉기타|electric guitar|270; 베이스|bass|230; 디지털피아노|digital piano|320; 피아노|piano|480; 키보드|keyboard|110;
    신디사이저|synthesiser|420; 마스터키보드|MIDI keyboard|70; 기타앰프|guitar amp|75; 이펙터|effects pedal|85; 멀티이펙터|multi-effects|170;
    전자드럼|electronic drums|340; 드럼|drums|380; 심벌|cymbal|90; 우쿨렐레|ukulele|38; 바이올린|violin|140; 첼로|cello|380; 플룻|flute|230;
    클라리넷|clarinet|190; 색소폰|saxophone|520; 트럼펫|trumpet|170; 하모니카|harmonica|22; 오카리나|ocarina|17; 칼림바|kalimba|15; 가야금|gayageum|240;
    장구|janggu|75; 단소|danso|6; 기타케이스|guitar case|32; 기타스탠드|stand|12; 피크|picks|3; 악보|scores|8; 리코더|recorder|5; 기타줄|strings|9;
    젬베|djembe|42; 멜로디언|melodica|13
    qualities: 입문용|beginner; 올솔리드|all-solid; 탑솔리드|top-solid; 연습용|practice; 빈티지|vintage; 왼손|left-handed; 미니|mini; 어쿠스틱|acoustic;
    전자|electronic; 교육용|educational; 스트랫|Strat; 텔레|Tele; 레스폴|Les Paul; 재즈|jazz; 프레시전|Precision; 하프|half-size; 수제|handmade;
    일본산|Japan-made; 멕시코산|Mexico-made; 미국산|US-made; 스튜디오|studio; 무대용|stage; 콘솔|console; 업라이트|upright; 그랜드|grand
    codes: @@-###; FG###; P-###; FP-##; @@@##; YUS#; U#; GT-#; @@###@; RG###; CD-60; DGX-###; @-##
    measures: #/#; ##건반; ##인치; #현; ##W; 20##년식; #년 사용; 88건반; #옥타브; ##프렛
    """)

  static let sports = Category(
    percent: 4, othersPercent: 14,
    """
    items: 요가매트|yoga mat|12|-; 덤벨 세트|dumbbell set|45; 골프채 세트|golf club set|320; 배드민턴 라켓|badminton racket|40; 러닝머신|treadmill|240;
    스노우보드|snowboard|130; 테일러메이드 드라이버|TaylorMade driver|280; 실내 자전거|exercise bike|90; 축구화|football boots|38; 폼롤러|foam roller|8|-;
    낚싯대|fishing rod|55; 테니스 라켓|tennis racket|70; 인라인 스케이트|inline skates|42; 서핑보드|surfboard|260; 필라테스 링|pilates ring|10|-
    specs: 10kg; 20kg; 여성용|women's; 7번|7 iron; R; S; 풀세트|full set; 155cm; 미개봉|sealed
    remarks: 몇 번 안 쓰고 보관만 했습니다.|Used a few times, then stored.; 그립 새로 감았습니다.|New grip.;
    운동을 쉬게 되어 판매합니다.|I am taking a break from sports.; 층간 소음 매트 같이 드립니다.|Floor mat included.
    makers: 나이키|Nike; 아디다스|adidas; 요넥스|YONEX; 윌슨|Wilson; 테일러메이드|TaylorMade; 캘러웨이|Callaway; 타이틀리스트|Titleist; 핑|PING; 젝시오|XXIO;
    미즈노|MIZUNO; 스릭슨|SRIXON; 혼마|HONMA; 던롭|Dunlop; 바볼랏|Babolat; 헤드|HEAD; 빅터|Victor; 리닝|LI-NING; 버튼|BURTON; 살로몬|Salomon; 다이와|Daiwa;
    시마노|SHIMANO; 은성|NS; 데카트론|Decathlon; 언더아머|Under Armour; 스피도|Speedo; 아레나|arena; 배럴|BARREL; 풋조이|FootJoy; PXG; 코브라|Cobra;
    클리브랜드|Cleveland; 스카티카메론|Scotty Cameron; 보키|Vokey; 조마|Joma; 피나클|Pinnacle; 이고진|EGOJIN; 숀리|Shawn Lee; 스타스포츠|STAR; 몰텐|molten;
    롤링스|Rawlings; 제트|ZETT; 로시뇰|Rossignol; 나이트로|NITRO; 멜킨|MELKIN; 바디엑스|BodyX
    things: 드라이버|driver|170; 아이언|irons|320; 퍼터|putter|110; 웨지|wedge|75; 유틸리티|hybrid|95; 우드|fairway wood|110; 골프백|golf bag|90;
    골프화|golf shoes|55; 골프공|golf balls|18; 골프웨어|golf wear|40; 배드민턴라켓|badminton racket|55; 테니스라켓|tennis racket|85;
    탁구라켓|table tennis bat|40; 축구화|football boots|42; 축구공|football|17; 농구공|basketball|19; 농구화|basketball shoes|60; 야구글러브|baseball glove|48;
    야구배트|baseball bat|55; 스노우보드|snowboard|150; 보드복|snowboard wear|60; 스키|skis|180; 스키복|ski wear|55; 고글|goggles|34; 덤벨|dumbbells|24;
    케틀벨|kettlebell|22; 벤치|weight bench|60; 런닝머신|treadmill|180; 실내자전거|exercise bike|75; 스텝퍼|stepper|28; 요가매트|yoga mat|12;
    폼롤러|foam roller|8; 낚싯대|rod|60; 릴|reel|75; 루어|lures|9; 찌|float|8; 낚시의자|fishing chair|20; 수영복|swimsuit|18; 수경|swim goggles|9;
    오리발|fins|22; 서핑보드|surfboard|240; 롱보드|longboard|70; 인라인|inline skates|42; 등산가방|hiking bag|42; 유니폼|shirt|45; 글로브|gloves|32;
    볼링공|bowling ball|70; 줄넘기|skipping rope|6; 복싱글러브|boxing gloves|28; 도복|dobok|20
    qualities: 남성|men's; 여성|women's; 주니어|junior; 입문용|beginner; 풀세트|full set; 경량|light; 스틸|steel; 카본|carbon; 그라파이트|graphite;
    레귤러|regular; 스티프|stiff; 초보|starter; 프로|Pro; 투어|Tour; 맥스|Max; 플러스|Plus; 실내|indoor; 무선|cordless; 가정용|home; 접이식|folding;
    국대|national team; 홈|home kit; 원정|away kit; 레플리카|replica; 선출용|match; 바다|sea; 민물|freshwater; 원투|surfcasting; 루어|lure; 방수|waterproof
    codes: G###; SIM#; 스텔스 #; T###; @@###; JPX ###; 로그 ST; 아스트록스 ##; MP-##; @#-##; V###; ZX#; ##@@; P###; 에픽
    measures: ##도; #번; 5S; 5R; #-#P; ##kg; ###cm; 2#0; 2#5; #호; ##00번; #.#도; 4U; 3U; ##인치; 95; 100; 105; #회 라운딩
    """)

  static let books = Category(
    percent: 5, others: .people, othersPercent: 55,
    """
    items: 해리포터 전집|Harry Potter box set|65; 토익 문제집|TOEIC workbook|9; 어린이 전집|children's book series|80;
    공무원 수험서|civil service exam books|25; 만화책 세트|comic book set|40; 원피스 1-100권|One Piece 1-100|180; 수능 기출문제집|exam workbook|8;
    클린 코드|Clean Code|18; 총균쇠|Guns, Germs, and Steel|14; 영어 원서|English novels|6; 소설책|novel|5; 요리책|cookbook|7;
    의학 전공서적|medical textbooks|45; 디자인 잡지|design magazines|10; 삼국지|Romance of the Three Kingdoms|30; Swift 프로그래밍|Swift programming|20
    specs: 개정판|revised edition; 2024년판|2024 edition; 2023년판|2023 edition; 양장본|hardcover; 10권|10 volumes; 전권|complete; 미사용|unused
    remarks: 밑줄이나 필기 없습니다.|No underlines or notes.; 앞부분에만 필기 조금 있습니다.|A few notes on the first pages.;
    책장에 꽂아만 두었습니다.|It only stood on the shelf.; 여러 권 사시면 할인해 드립니다.|Discount for several books.
    makers: 해커스|Hackers; 시원스쿨|Siwonschool; 에듀윌|Eduwill; 민음사|Minumsa; 문학동네|Munhakdongne; 창비|Changbi; EBS; 메가스터디|Megastudy;
    시대고시|Sidae; 길벗|Gilbut; 한빛|Hanbit; YBM; 김영사|Gimmyoung; 위즈덤하우스|Wisdomhouse; 비룡소|BIR; 웅진|Woongjin; 교원|Kyowon; 대성|Daesung; 쎈|SSEN;
    개념원리|Gaenyeom; 자이스토리|Xistory; 마더텅|Mothertongue; 블랙라벨|Blacklabel; 디딤돌|Didimdol; 천재교육|Chunjae; 비상|Visang; 박문각|Pakmungak;
    공단기|Gongdangi; 메가공무원|Megagong; 시사인|SisaIN; 열린책들|Openbooks; 을유문화사|Eulyoo; 서울대|SNU
    things: 소설|novel|6; 문제집|workbook|7; 에세이|essays|6; 전집|complete works|55; 만화책|comics|8; 시집|poems|5; 교재|textbook|11; 전공서적|textbook|17;
    참고서|study guide|7; 기출문제집|past papers|8; 단어장|vocabulary|6; 자기계발서|self-help|6; 심리학|psychology|8; 경제학|economics|10; 철학|philosophy|9;
    한국사|Korean history|8; 세계사|world history|9; 요리책|cookbook|8; 여행책|travel guide|6; 잡지|magazine|5; 동화책|fairy tales|7; 영어원서|English reader|6;
    사전|dictionary|10; 수험서|exam book|14; 웹툰 단행본|webtoon book|9; 라이트노벨|light novel|5; 악보집|scores|8; 토익|TOEIC|9; 공무원|civil service|16;
    간호학|nursing|17; 해부학|anatomy|24; 회계원리|accounting|13; 미적분|calculus|9; 화학|chemistry|10; 코딩|programming|13; 부동산|property|8;
    주식투자|investing|8
    qualities: 부자의|of the rich; 아주 작은|tiny; 처음 읽는|first; 미움받을|courage of; 나의|my; 우리의|our; 밤의|of the night; 여름의|of summer;
    잃어버린|lost; 사라진|vanished; 위대한|great; 하루 한 장|a page a day; 이토록|such; 완전정복|complete; 기초|basic; 실전|practice; 핵심|essential;
    고등|high school; 중등|middle school; 초등|primary school; 수능|CSAT; 편입|transfer exam; 9급|grade 9; 7급|grade 7; 자격증|licence; 바다의|of the sea;
    도시의|of the city; 어린|young; 마지막|last; 오래된|old; 낯선|strange; 조용한|quiet; 불편한|inconvenient; 달러구트|Dallergut; 시간의|of time;
    기억의|of memory; 숲의|of the forest; 고양이|cat; 개정판|revised; 만화로 보는|in comics; 쉬운|easy
    codes: #권; ##권; 1-##권; #판; 20##; ###제; vol.#; #학년; #-#; 상하권; Part #; LC; RC
    measures: #권 일괄; ##권; 전#권; 1~##권; 2#년판; #쇄; ##권 세트; #학기; 필기 #%
    """)

  static let vouchers = Category(
    percent: 1, othersPercent: 8,
    """
    items: 스타벅스 기프티콘|Starbucks voucher|8|-; 배스킨라빈스 기프티콘|Baskin Robbins voucher|9|-; CGV 영화예매권|CGV cinema ticket|9|-;
    신세계 상품권|Shinsegae gift card|92|-; 교촌 허니콤보|Kyochon chicken|19|-
    specs: 1매|one; 2매|two; 10만원권|100,000 won; 기간 연장 가능|can be extended
    remarks: 구매 확정하시면 바로 보내 드립니다.|Sent as soon as you confirm.; 유효기간 확인해 주세요.|Please check its expiry date.;
    환불은 안 됩니다.|No refunds.
    makers: 스타벅스|Starbucks; 배스킨라빈스|Baskin Robbins; 투썸플레이스|A Twosome Place; 교촌|Kyochon; BHC; BBQ; 맥도날드|McDonald's; 버거킹|Burger King;
    파리바게뜨|Paris Baguette; 메가커피|Mega Coffee; GS25; CU; 이마트|Emart; 신세계|Shinsegae; CGV; 메가박스|Megabox; 롯데시네마|Lotte Cinema;
    올리브영|Olive Young; 도미노피자|Domino's; 아웃백|Outback; 빕스|VIPS; 에버랜드|Everland; 롯데월드|Lotte World; 배달의민족|Baemin; 문화상품권|Culture;
    이디야|EDIYA; 설빙|Sulbing; 던킨|Dunkin'; 할리스|Hollys; 쿠팡|Coupang; 네이버페이|Naver Pay; 굽네|Goobne; 푸라닭|Puradak; 세븐일레븐|7-Eleven; 코엑스|COEX;
    한화리조트|Hanwha Resort; 코레일|Korail
    things: 기프티콘|gift voucher|8; 아메리카노|Americano|4; 상품권|gift card|45; 쿠폰|coupon|5; 모바일상품권|mobile gift card|28; 케이크|cake|24;
    치킨|chicken|18; 영화예매권|cinema ticket|9; 입장권|admission|28; 자유이용권|day pass|33; 아이스크림|ice cream|9; 라떼|latte|5; 세트|set|8;
    데이터|mobile data|2; 숙박권|hotel voucher|110; 식사권|meal voucher|42; 공연티켓|show ticket|70; 뮤지컬|musical|90; 야구티켓|baseball ticket|24;
    전시회|exhibition|13; 기차표|train ticket|38; 포인트|points|10; 프리퀀시|e-Frequency|7; 다이어리|planner|15; 회원권|membership|240;
    헬스장 양도|gym transfer|170; 필라테스 양도|pilates transfer|260; 골프장 부킹|tee time|150
    qualities: 톨|tall; 그란데|grande; 아이스|iced; 디저트|dessert; 2인|for two; 1+1; 모바일|mobile; 평일|weekday; 주말|weekend; 커플|couple; 조각|slice;
    하프갤런|half gallon; 패밀리|family; 싱글킹|single king; 반반|half and half; 황금올리브|Golden Olive; 허니콤보|Honey Combo; 뿌링클|Bburinkle; VIP;
    R석|R seat; S석|S seat; 1층|stalls; 오후권|afternoon; 연석|adjacent; 양도|transfer; 할인|discount
    codes: #매; ##구역; ###블록; #열; #+#; @석; #연석
    measures: #만원권; #천원; #매; ##년 #월까지; #월 ##일까지; ~#/##; #장; #만원; #개월
    """)
}
