extension Category {
  static let clothes = Category(
    percent: 20, othersPercent: 30,
    """
    items: 나이키 에어포스 1|Nike Air Force 1|65; 노스페이스 눕시 패딩|North Face Nuptse jacket|160; 청바지|jeans|15; 유니클로 히트텍|Uniqlo Heattech|8;
    아디다스 삼바|Adidas Samba|80; 원피스|dress|20; 코트|coat|45; 나이키 후드티|Nike hoodie|28; 뉴발란스 993|New Balance 993|150; 맨투맨|sweatshirt|14;
    스타벅스 텀블러|Starbucks tumbler|18|-; 파타고니아 플리스|Patagonia fleece|75; 구찌 지갑|Gucci wallet|280|-; 크록스|Crocs|22; 폴로 셔츠|Polo shirt|32;
    가죽 자켓|leather jacket|90; 샤넬 클래식 백|Chanel Classic bag|7800|-; 롤렉스 데이저스트|Rolex Datejust|9500|-; 등산화|hiking boots|55;
    스투시 반팔|Stüssy tee|40; 겨울 니트|winter knit|16; 정장 세트|suit|60; 에코백|tote bag|6|-
    specs: 270mm|size 42; M; L; 260mm|size 41; S; XL; 240mm|size 38; 프리사이즈|one size; 남성|men's; 여성|women's; 95 사이즈|size 95; 100 사이즈|size 100
    remarks: 두세 번 입었습니다.|Worn two or three times.; 드라이클리닝 했습니다.|Dry cleaned.; 정품 영수증 있습니다.|Receipt included.;
    보풀 없이 깨끗합니다.|Clean, no pilling.; 사이즈가 안 맞아서 판매합니다.|Selling because it does not fit.
    makers: 나이키|Nike; 아디다스|adidas; 자라|ZARA; 유니클로|Uniqlo; 폴로|Polo; 노스페이스|The North Face; 뉴발란스|New Balance; 스투시|Stüssy; 무신사|Musinsa;
    탑텐|TOPTEN; 스파오|SPAO; 타미힐피거|Tommy Hilfiger; 라코스테|Lacoste; 캘빈클라인|Calvin Klein; 리바이스|Levi's; 디스커버리|Discovery; 파타고니아|Patagonia;
    아크테릭스|Arc'teryx; 칼하트|Carhartt; 커버낫|Covernat; 마르디메크르디|Mardi Mercredi; 아미|AMI; 메종키츠네|Maison Kitsuné; 톰브라운|Thom Browne;
    구찌|Gucci; 루이비통|Louis Vuitton; 샤넬|Chanel; 프라다|Prada; 버버리|Burberry; 발렌시아가|Balenciaga; 몽클레어|Moncler; 디올|Dior; 에르메스|Hermès;
    생로랑|Saint Laurent; 보테가베네타|Bottega Veneta; 셀린느|Celine; 로에베|Loewe; 미우미우|Miu Miu; 코치|Coach; 마이클코어스|Michael Kors; MCM;
    롱샴|Longchamp; 닥터마틴|Dr. Martens; 컨버스|Converse; 반스|Vans; 아식스|ASICS; 살로몬|Salomon; 오니츠카타이거|Onitsuka Tiger; 호카|HOKA; 크록스|Crocs;
    어그|UGG; 버켄스탁|Birkenstock; 푸마|Puma; 리복|Reebok; 휠라|FILA; 캉골|Kangol; 엠엘비|MLB; 네셔널지오그래픽|National Geographic; 코오롱스포츠|Kolon Sport;
    네파|NEPA; K2; 블랙야크|BLACKYAK; 아이더|Eider; 데상트|Descente; 르꼬끄|Le Coq Sportif; 빈폴|Beanpole; 헤지스|Hazzys; 지오다노|Giordano;
    에잇세컨즈|8seconds; 미쏘|Mixxo; 로엠|ROEM; 타임|TIME; 마인|MINE; 시스템|SYSTEM; SJSJ; 톰보이|TOMBOY; 보브|VOV; 지컷|g-cut; 럭키슈에뜨|Lucky Chouette;
    쟈딕앤볼테르|Zadig&Voltaire; 이자벨마랑|Isabel Marant; 띠어리|Theory; 산드로|Sandro; 마쥬|Maje; 아페쎄|A.P.C.; 꼼데가르송|Comme des Garçons;
    이세이미야케|Issey Miyake; 메종마르지엘라|Maison Margiela; 르메르|Lemaire; 아더에러|ADER; 우영미|Wooyoungmi; 젝시믹스|XEXYMIX; 안다르|andar;
    룰루레몬|lululemon; 베이프|BAPE; 슈프림|Supreme; 팔라스|Palace; 오프화이트|Off-White; 스톤아일랜드|Stone Island; 비비안웨스트우드|Vivienne Westwood;
    키르시|Kirsh; 아비렉스|Avirex; 엔지니어드가먼츠|Engineered Garments; 세이코|Seiko; 카시오|Casio; 지샥|G-SHOCK; 롤렉스|Rolex; 오메가|Omega; 티쏘|Tissot;
    스와로브스키|Swarovski; 판도라|Pandora; 티파니|Tiffany; 까르띠에|Cartier; 제이에스티나|J.ESTINA; 젠틀몬스터|Gentle Monster; 레이밴|Ray-Ban;
    쌤소나이트|Samsonite; 만다리나덕|Mandarina Duck
    things: 원피스|dress|28; 티셔츠|T-shirt|15; 반팔|tee|14; 맨투맨|sweatshirt|20; 후드티|hoodie|26; 후드집업|zip hoodie|32; 니트|knit|22; 가디건|cardigan|24;
    셔츠|shirt|20; 블라우스|blouse|18; 자켓|jacket|48; 코트|coat|70; 패딩|puffer|85; 롱패딩|long puffer|90; 경량패딩|light puffer|38; 바람막이|windbreaker|40;
    청바지|jeans|26; 데님팬츠|denim trousers|28; 슬랙스|slacks|22; 조거팬츠|joggers|19; 반바지|shorts|14; 스커트|skirt|20; 치마|skirt|17; 레깅스|leggings|13;
    트레이닝복|tracksuit|35; 트레이닝 세트|track set|42; 운동화|trainers|60; 스니커즈|sneakers|68; 러닝화|running shoes|62; 구두|shoes|40; 로퍼|loafers|48;
    부츠|boots|55; 워커|walkers|60; 샌들|sandals|24; 슬리퍼|slippers|17; 가방|bag|60; 크로스백|crossbody bag|55; 숄더백|shoulder bag|80; 토트백|tote|65;
    백팩|backpack|48; 클러치|clutch|40; 지갑|wallet|58; 반지갑|bifold|52; 카드지갑|card holder|38; 모자|cap|20; 볼캡|ball cap|22; 비니|beanie|15;
    버킷햇|bucket hat|17; 목도리|scarf|22; 머플러|muffler|26; 벨트|belt|24; 시계|watch|120; 목걸이|necklace|35; 반지|ring|40; 귀걸이|earrings|18;
    팔찌|bracelet|32; 선글라스|sunglasses|55; 수영복|swimsuit|20; 래쉬가드|rash guard|18; 잠옷|pyjamas|12; 양말|socks|4; 조끼|vest|22; 점퍼|jumper|38;
    항공점퍼|bomber jacket|48; 무스탕|shearling|95; 트렌치코트|trench coat|65; 블레이저|blazer|42; 한복|hanbok|60; 교복|school uniform|30; 캐리어|suitcase|60
    qualities: 오버핏|oversized; 빈티지|vintage; 크롭|cropped; 여성|women's; 남성|men's; 남녀공용|unisex; 울|wool; 캐시미어|cashmere; 린넨|linen; 데님|denim;
    가죽|leather; 소가죽|cowhide; 양털|sherpa; 구스|goose; 덕다운|duck down; 기모|fleece-lined; 로고|logo; 스트라이프|striped; 체크|check; 플리츠|pleated;
    와이드|wide; 스키니|skinny; 부츠컷|bootcut; 하프|half; 롱|long; 미니|mini; 브이넥|V-neck; 라운드|crew neck; 터틀넥|turtleneck; 반집업|half-zip;
    에어맥스|Air Max; 에어포스|Air Force; 덩크로우|Dunk Low; 조던|Jordan; 에어조던|Air Jordan; 코르테즈|Cortez; 삼바|Samba; 가젤|Gazelle; 슈퍼스타|Superstar;
    이지부스트|Yeezy Boost; 척테일러|Chuck Taylor; 올드스쿨|Old Skool; 젤카야노|Gel-Kayano; 눕시|Nuptse; 히트텍|Heattech; 에코|eco; 케이블|cable;
    옥스포드|Oxford; 워싱|washed; 생지|raw denim; 셀비지|selvedge; 자수|embroidered; 카모|camo; 플라워|floral; 도트|dotted; 리본|ribbon; 퍼프|puff sleeve;
    시스루|sheer; 하객룩|wedding guest; 데일리|everyday; 학생|student; 등산|hiking; 골프|golf; 임부복|maternity; 키즈|kids'; 빅사이즈|plus size; 명품|designer;
    한정판|limited
    codes: @@####-###; ######-###; @@####; @######; @##@@###; M####@@; U###; ###@@#; @#-####; ML####; 501; 990v#; 574; 2002R; @@@######
    measures: 2#0; 2#5; 2#0mm; 2#5mm; 9#; 10#; 1##; 5#사이즈; 6#사이즈; ##인치; W##; W##L##; 총장 ##cm; 가슴단면 ##; 허리 ##; 사이즈 ##; US #.#; UK #; FREE; S;
    M; L; XL; 2XL; 1회 착용; #회 착용; 실착 #회
    """)

  static let beauty = Category(
    percent: 4, othersPercent: 18,
    """
    items: 설화수 윤조에센스|Sulwhasoo First Care|45|-; 샤넬 넘버5 향수|Chanel No. 5|95|-; 조말론 향수|Jo Malone cologne|70|-;
    다이슨 슈퍼소닉|Dyson Supersonic|210; 맥 립스틱|MAC lipstick|14|-; 르라보 상탈 33|Le Labo Santal 33|140|-; 롬앤 틴트|rom&nd tint|6|-
    specs: 미개봉|sealed; 50ml; 100ml; 거의 새것|barely used; 기획세트|gift set; 국문 택|Korean label
    remarks: 몇 번 안 뿌렸습니다.|Only sprayed a few times.; 유통기한 넉넉합니다.|Far from its expiry date.;
    피부에 안 맞아서 판매합니다.|It does not suit my skin.
    makers: 설화수|Sulwhasoo; 이니스프리|innisfree; 올리브영|Olive Young; 샤넬|Chanel; 디올|Dior; 입생로랑|YSL; 맥|MAC; 나스|NARS; 조말론|Jo Malone;
    딥디크|Diptyque; 바이레도|Byredo; 이솝|Aesop; 록시땅|L'Occitane; 키엘|Kiehl's; 에스티로더|Estée Lauder; 랑콤|Lancôme; SK-II; 헤라|HERA; 라네즈|LANEIGE;
    닥터자르트|Dr.Jart+; 아이오페|IOPE; 클리오|CLIO; 롬앤|rom&nd; 에뛰드|ETUDE; 페리페라|peripera; 웨이크메이크|Wakemake; 토리든|Torriden; 라운드랩|Round Lab;
    아누아|Anua; 메디큐브|medicube; 코스알엑스|COSRX; 달바|d'Alba; 후|Whoo; 오휘|O HUI; 다이슨|Dyson; 유닉스|UNIX; 필립스|Philips; 르라보|Le Labo;
    톰포드|Tom Ford; 크리드|Creed; 논픽션|Nonfiction; 탬버린즈|Tamburins; 세포라|Sephora; 아벤느|Avène; 비오템|Biotherm; 로레알|L'Oréal; 시세이도|Shiseido
    things: 향수|perfume|62; 립스틱|lipstick|16; 틴트|lip tint|8; 쿠션|cushion|20; 파운데이션|foundation|22; 크림|cream|26; 에센스|essence|30; 세럼|serum|28;
    앰플|ampoule|22; 토너|toner|15; 스킨로션 세트|skincare set|38; 선크림|sunscreen|11; 마스크팩|sheet masks|9; 클렌징폼|cleansing foam|8;
    클렌징오일|cleansing oil|13; 아이섀도우|eyeshadow|17; 블러셔|blush|18; 마스카라|mascara|12; 아이라이너|eyeliner|7; 핸드크림|hand cream|9;
    바디로션|body lotion|13; 샴푸|shampoo|12; 헤어오일|hair oil|14; 드라이기|hair dryer|60; 고데기|straightener|35; 화장품 일괄|cosmetics bundle|30;
    네일|nail polish|6; 디퓨저|diffuser|24; 캔들|candle|28; 괄사|gua sha|8; 미용기기|beauty device|120; 파우치|pouch|12
    qualities: 수분|hydrating; 비건|vegan; 한정판|limited; 미니어처|miniature; 대용량|large; 진정|soothing; 미백|brightening; 탄력|firming; 매트|matte;
    글로우|glow; 촉촉|dewy; 블랙|Black; 로즈|Rose; 퍼스트케어|First Care; 자음생|Ginseng; 그린티|Green Tea; 히알루론|hyaluronic; 시카|cica; 비타민|vitamin;
    우드|Wood; 머스크|Musk; 라벤더|Lavender; 코코|Coco; 블루|Bleu; 미스|Miss; 블랙쿠션|Black Cushion; 기획세트|gift set
    codes: ##호; #호; N##; ##N; No.#; #@#; ###호; ##번; C##
    measures: ##ml; ###ml; #개 일괄; 잔량 ##%; ##g; #매; 1+1; 20##년 제조; #세트
    """)

  static let stars = Category(
    percent: 5, others: .people, othersPercent: 45,
    """
    items: 방탄소년단 앨범|BTS album|12|-; 세븐틴 포카|SEVENTEEN photo card|7|-; 아이브 포토카드|IVE photo card|6|-; 뉴진스 응원봉|NewJeans light stick|38|-;
    포카 일괄|photo cards bundle|20|-; 임영웅 굿즈|Lim Young-woong merch|16|-
    specs: 미개봉|sealed; 하자 없음|flawless; 일괄|bundle; 개별 가능|sold singly
    remarks: 슬리브와 탑로더에 넣어 보냅니다.|Sent in a sleeve and a top loader.; 직접 뽑은 포카입니다.|I pulled it myself.;
    준등기로 보내 드립니다.|Sent by semi-registered post.
    makers: 방탄소년단|BTS; 세븐틴|SEVENTEEN; 엔시티|NCT; 스트레이키즈|Stray Kids; 아이브|IVE; 뉴진스|NewJeans; 에스파|aespa; 르세라핌|LE SSERAFIM;
    블랙핑크|BLACKPINK; 트와이스|TWICE; 엑소|EXO; 레드벨벳|Red Velvet; 투모로우바이투게더|TXT; 엔하이픈|ENHYPEN; 더보이즈|THE BOYZ; 에이티즈|ATEEZ;
    제로베이스원|ZEROBASEONE; 라이즈|RIIZE; 보이넥스트도어|BOYNEXTDOOR; 투어스|TWS; 샤이니|SHINee; 있지|ITZY; 엔믹스|NMIXX; 스테이씨|STAYC; 아이들|i-dle;
    데이식스|DAY6; 몬스타엑스|MONSTA X; 슈퍼주니어|Super Junior; 소녀시대|Girls' Generation; 빅뱅|BIGBANG; 갓세븐|GOT7; 워너원|Wanna One; 아이유|IU;
    임영웅|Lim Young-woong; 키키|KiiiKiii
    things: 포카|photo card|6; 앨범|album|10; 포토카드|photo card|7; 응원봉|light stick|32; 굿즈|merch|12; 시즌그리팅|season's greetings|28;
    미공포|pre-order card|15; 럭드|lucky draw card|18; 슬로건|slogan|8; 키링|key ring|9; 트레카|trading card|6; 브로마이드|poster|5; 엽서|postcard|3;
    폴라로이드|polaroid|9; 인형|doll|22; 티켓|ticket|40; 콘서트 굿즈|concert merch|20; 팬싸 특전|fansign card|35; 바인더|binder|11; 씨디|CD|8; 잡지|magazine|10;
    스티커|stickers|3; 후드집업|zip hoodie|45; 비공굿|fan-made merch|9; 분철|album split|5; 아크릴 스탠드|acrylic stand|12; 포토북|photo book|17;
    블루레이|Blu-ray|30
    qualities: 미개봉|sealed; 양도|transfer; 공식|official; 위버스|Weverse; 애플뮤직|Apple Music; 사운드웨이브|Soundwave; 위드뮤|Withmuu; 앵콜|encore;
    일본반|Japan edition; 팬미팅|fan meeting; 생일|birthday; 콘서트|concert; 정규|studio album; 미니|mini album; 리패키지|repackage; 한정반|limited;
    메이크스타|Makestar; 영통팬싸|video call; 팝업|pop-up; 특전|benefit; 유닛|unit; 초판|first press; 하자|flawed; 랜덤|random
    codes: #집; #기; @ver; 미니 #집; 정규 #집; VOL.#; #주년; @@@ ver
    measures: #장; ##종; 일괄 ##장; #세트; 개당 #천원; #장 일괄
    """)
}
