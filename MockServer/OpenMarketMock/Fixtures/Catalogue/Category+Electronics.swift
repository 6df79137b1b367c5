extension Category {
  static let phones = Category(
    percent: 8, othersPercent: 15,
    """
    items: 아이폰 14|iPhone 14|620; 갤럭시 S23|Galaxy S23|480; 아이폰 13|iPhone 13|450; 아이폰 15 프로|iPhone 15 Pro|980;
    갤럭시 S24 울트라|Galaxy S24 Ultra|1050; 아이폰 12 미니|iPhone 12 mini|270; 에어팟 프로 2세대|AirPods Pro 2|190|-; 아이폰 SE 3세대|iPhone SE 3|260;
    갤럭시 Z 플립5|Galaxy Z Flip5|560; 갤럭시 Z 폴드4|Galaxy Z Fold4|780; 아이폰 11|iPhone 11|230; 갤럭시 버즈2 프로|Galaxy Buds2 Pro|95|-;
    애플워치 SE|Apple Watch SE|180; 갤럭시 워치6|Galaxy Watch6|170; 아이폰 케이스|iPhone case|8|-; 갤럭시 A34|Galaxy A34|210; 픽셀 8|Pixel 8|520;
    보조배터리|power bank|15|-; 아이폰 XS|iPhone XS|160; 샤오미 홍미노트 12|Redmi Note 12|140; 맥세이프 충전기|MagSafe charger|28|-;
    무선 충전 거치대|wireless charging stand|18|-; LG 벨벳|LG Velvet|120; 효도폰 폴더폰|flip phone for seniors|45|-
    specs: 128GB; 256GB; 자급제|unlocked; 512GB; 1TB; 64GB; 공기계|handset only; SKT|carrier locked; 배터리 효율 89%|battery 89%; 배터리 효율 100%|battery 100%;
    배터리 효율 93%|battery 93%; 배터리 교체|new battery; 듀얼심|dual SIM; 리퍼|refurbished
    remarks: 배터리 성능은 사진에서 확인해 주세요.|Battery health is shown in the pictures.;
    액정과 카메라에 이상 없습니다.|No issues with the screen or the camera.; 침수나 수리 이력 없습니다.|Never repaired and never wet.;
    초기화와 계정 로그아웃 마쳤습니다.|Reset and signed out of every account.;
    케이스와 필름을 붙이고 사용했습니다.|Always used with a case and a screen protector.; 충전 단자 접촉 문제 없습니다.|The charging port works fine.;
    유심 기변 바로 가능합니다.|Ready for your SIM card.
    makers: 삼성|Samsung; 애플|Apple; 갤럭시|Galaxy; 아이폰|iPhone; 샤오미|Xiaomi; 벨킨|Belkin; 슈피겐|Spigen; 앤커|Anker; LG; 구글|Google; 모토로라|Motorola;
    낫싱|Nothing; 소니|Sony; 화웨이|Huawei; 케이스티파이|CASETiFY; 링케|Ringke; 유그린|UGREEN; 베이스어스|Baseus; 가민|Garmin; 핏빗|Fitbit; 어메이즈핏|Amazfit;
    원플러스|OnePlus; 블랙베리|BlackBerry; 팬택|Pantech; 아라리|araree; 신지모루|Sinjimoru; 오터박스|OtterBox; 노마드|Nomad; 스카이|SKY; 노키아|Nokia
    things: 스마트폰|smartphone|240; 공기계|handset|120; 케이스|case|9; 범퍼케이스|bumper case|11; 보조배터리|power bank|17; 충전기|charger|14;
    고속충전기|fast charger|16; 무선충전기|wireless charger|19; 강화유리|screen protector|5; 필름|film|4; 스마트워치|smart watch|110; 워치 스트랩|watch strap|9;
    시계줄|watch band|8; 이어폰|earphones|22; 무선이어폰|wireless earbuds|55; 거치대|stand|10; 차량용 거치대|car mount|12; 그립톡|phone grip|6;
    셀카봉|selfie stick|9; C타입 케이블|USB-C cable|5; 젠더|adapter|4; 터치펜|stylus|12; 폴더폰|flip phone|40; 키즈폰|kids' phone|45;
    스마트밴드|fitness band|21; 액정|screen|60; 배터리|battery|18; 메인보드|main board|55; 카드지갑 케이스|wallet case|12; 짐벌|gimbal|65;
    투명 케이스|clear case|6
    qualities: 정품|genuine; 맥세이프|MagSafe; 실리콘|silicone; 투명|clear; 가죽|leather; 울트라|Ultra; 플러스|Plus; 프로|Pro; 미니|mini; 프로맥스|Pro Max;
    노트|Note; 폴드|Fold; 플립|Flip; 풀커버|full cover; 카드수납|card slot; 자급제|unlocked; 사생활보호|privacy; 한정판|limited; 고속|fast; 접이식|folding;
    3세대|3rd gen; 5G; LTE; 클래식|Classic; FE; 와이드|Wide; 퀀텀|Quantum; 점프|Jump
    codes: SM-@###N; SM-@####; A####; M####; EP-@####; LM-@###N; SM-R###; XT####-#; R###; PD###
    measures: ###GB; ##mm; 배터리 ##%; 배터리 효율 ##%; #만mAh; ##W; 사이클 ###회; ##.#인치
    """)

  static let computers = Category(
    percent: 8, othersPercent: 12,
    """
    items: 맥북 에어 M2|MacBook Air M2|980; 아이패드 프로 11|iPad Pro 11|720; 갤럭시북3|Galaxy Book3|750; 맥북 프로 14|MacBook Pro 14|1650;
    아이패드 9세대|iPad 9th gen|310; LG 그램 15|LG Gram 15|680; 갤럭시탭 S8|Galaxy Tab S8|430; 델 XPS 13|Dell XPS 13|790;
    게이밍 모니터 27인치|27 inch gaming monitor|170|-; 기계식 키보드|mechanical keyboard|65|-; 로지텍 MX 마스터 3|Logitech MX Master 3|70|-;
    레노버 씽크패드 X1|Lenovo ThinkPad X1|560; 맥미니 M1|Mac mini M1|480; RTX 3070 그래픽카드|RTX 3070 graphics card|320|-;
    에이수스 ROG 노트북|ASUS ROG laptop|1150; 조립 컴퓨터 본체|desktop PC|450; 노트북 거치대|laptop stand|14|-; 외장하드|external hard drive|48|-;
    아이맥 24|iMac 24|1100; 공유기|wifi router|22|-; 서피스 프로 8|Surface Pro 8|690; 레이저 프린터|laser printer|80|-;
    해피해킹 키보드|Happy Hacking keyboard|190|-; 애플펜슬 2세대|Apple Pencil 2|95|-
    specs: 16GB; 8GB 256GB; 32GB 1TB; 512GB; 2022년형|2022 model; 2023년형|2023 model; 2021년형|2021 model; 13인치|13 inch; 와이파이|Wi-Fi; 셀룰러|cellular;
    적축|red switches; 갈축|brown switches; 사이클 120회|120 cycles; 윈도우 11|Windows 11
    remarks: 키보드 번들거림 거의 없습니다.|Hardly any shine on the keys.; 화면에 불량화소 없습니다.|No dead pixels.; 충전기 포함입니다.|Charger included.;
    사무용으로 쓰기 좋습니다.|Good for office work.; 게임도 무리 없이 돌아갑니다.|Runs games without trouble.; 팬 소음 없이 조용합니다.|Quiet, no fan noise.;
    포맷 후 드립니다.|Wiped before handover.
    makers: 삼성|Samsung; LG; 로지텍|Logitech; 애플|Apple; 레노버|Lenovo; 에이수스|ASUS; HP; 델|Dell; MSI; 기가바이트|Gigabyte; 한성|Hansung; 인텔|Intel; AMD;
    레이저|Razer; 커세어|Corsair; 씨게이트|Seagate; 웨스턴디지털|WD; 이엠텍|Emtek; 조텍|ZOTAC; 갤럭시탭|Galaxy Tab; 아이패드|iPad; 주연테크|Jooyon; 에이서|Acer;
    벤큐|BenQ; 알파스캔|Alphascan; 크로스오버|Crossover; 아이피타임|ipTIME; 넷기어|NETGEAR; 시놀로지|Synology; 앱코|ABKO; 녹스|NOX; 콕스|COX; 레오폴드|Leopold;
    체리|Cherry; 키크론|Keychron; 바밀로|Varmilo; 덱|Deck; 마이크로소프트|Microsoft; 브라더|Brother; 캐논|Canon; 엡손|Epson; 와콤|Wacom; 이노스3D|Inno3D;
    팰릿|Palit; 사파이어|Sapphire; 파워컬러|PowerColor; 시소닉|Seasonic; 마이크론|Micron; 킹스톤|Kingston; 샌디스크|SanDisk; 엘가토|Elgato;
    스틸시리즈|SteelSeries
    things: 노트북|laptop|480; 모니터|monitor|130; 키보드|keyboard|45; 마우스|mouse|28; 그래픽카드|graphics card|230; 데스크탑|desktop|320; 태블릿|tablet|240;
    SSD|SSD|55; 메모리|memory|30; 램|RAM|28; 메인보드|mainboard|95; 파워|power supply|50; CPU|CPU|140; 게이밍 노트북|gaming laptop|780;
    게이밍 마우스|gaming mouse|35; 무선 키보드|wireless keyboard|38; 기계식 키보드|mechanical keyboard|70; 공유기|router|24; 웹캠|webcam|30; 프린터|printer|60;
    복합기|all-in-one printer|75; 외장하드|external drive|50; 나스|NAS|210; 미니PC|mini PC|190; 노트북 가방|laptop bag|17; 파우치|sleeve|12;
    도킹스테이션|docking station|70; 허브|hub|22; 장패드|desk mat|10; 모니터암|monitor arm|38; 케이스|PC case|35; 쿨러|cooler|27; 수냉쿨러|water cooler|65;
    스피커|speakers|30; 태블릿 거치대|tablet stand|13; 키캡|keycaps|32; 버티컬 마우스|vertical mouse|33; 일체형 PC|all-in-one PC|330;
    맥북 케이스|MacBook case|14; 스캐너|scanner|90
    qualities: 게이밍|gaming; 무선|wireless; 사무용|office; 게이밍용|for gaming; 울트라|Ultra; 그램|Gram; 프로|Pro; 에어|Air; 저소음|silent; 인체공학|ergonomic;
    커브드|curved; 4K; QHD; 144Hz; 텐키리스|tenkeyless; 블루투스|Bluetooth; 휴대용|portable; 고사양|high-end; 가성비|budget; 미개봉|sealed; RGB; 화이트|white;
    갤럭시북|Galaxy Book; 씽크패드|ThinkPad; 아이디어패드|IdeaPad; 젠북|ZenBook; 비보북|VivoBook; 오멘|Omen; 파빌리온|Pavilion; 리전|Legion; 로그|ROG; 터프|TUF;
    나이트로|Nitro; 서피스|Surface; 크롬북|Chromebook; 오디세이|Odyssey; 울트라기어|UltraGear
    codes: RTX ##60; RTX ##70; i5-##400; i7-##700K; NT###@@@-@##@; ##U##@; ##@@#@; RTX ##60 Ti; RX ###0 XT; B###M; Z###; R5 #600; ##@#0@; @####; @@###@;
    ##@@###@-@; @##-###@@
    measures: ##인치; ##GB; #TB; ###GB; ##.#인치; ##Hz; 1##Hz; ###W; DDR4 ##GB; 20##년형; i# #세대; 사이클 ###회; #.#kg
    """)

  static let audio = Category(
    percent: 2, othersPercent: 12,
    """
    items: 소니 WH-1000XM5|Sony WH-1000XM5|280; JBL 블루투스 스피커|JBL bluetooth speaker|75; 마샬 스탠모어 2|Marshall Stanmore II|260; 보스 QC45|Bose QC45|190;
    LG 사운드바|LG soundbar|130; 턴테이블|turntable|150; 오디오테크니카 헤드폰|Audio-Technica headphones|90|-; 야마하 앰프|Yamaha amplifier|210;
    제네렉 8030 모니터 스피커|Genelec 8030 monitors|850; LP 음반|vinyl records|12|-; 소니 워크맨|Sony Walkman|110;
    하만카돈 오라 스튜디오|Harman Kardon Aura Studio|160
    specs: 블루투스 5.0|Bluetooth 5.0; 한 쌍|pair; 정품|genuine; 리모컨 포함|with remote; 2채널|2 channel; 케이블 포함|with cables
    remarks: 소리 잡음 없이 깨끗합니다.|Clean sound without noise.; 양쪽 음량 균형 좋습니다.|Both sides are balanced.;
    방에서만 조용히 들었습니다.|Only used quietly indoors.; 이어패드 새것으로 교체했습니다.|The ear pads are new.
    makers: 소니|Sony; 보스|Bose; JBL; 젠하이저|Sennheiser; 마샬|Marshall; 뱅앤올룹슨|Bang & Olufsen; 하만카돈|Harman Kardon; 야마하|Yamaha; 데논|Denon;
    온쿄|Onkyo; 파이오니어|Pioneer; 마란츠|Marantz; 인켈|Inkel; 롯데|Lotte; KEF; 클립쉬|Klipsch; 보쉐|Bowers & Wilkins; 슈어|Shure; 베이어다이나믹|Beyerdynamic;
    오디오테크니카|Audio-Technica; AKG; 소울|Soul; 아스텔앤컨|Astell&Kern; 피오|FiiO; 캠브리지오디오|Cambridge Audio; 로텔|Rotel; 탄노이|Tannoy;
    다인오디오|Dynaudio; 제네렉|Genelec; 포스텍스|Fostex; 테크닉스|Technics; 티악|TEAC; 나임|Naim; 루악|Ruark; 티볼리|Tivoli
    things: 헤드폰|headphones|90; 블루투스 스피커|Bluetooth speaker|60; 이어폰|earphones|45; 스피커|speakers|120; 앰프|amplifier|170; 사운드바|soundbar|140;
    턴테이블|turntable|160; 리시버|receiver|190; 마이크|microphone|75; 헤드셋|headset|48; CD플레이어|CD player|110; 라디오|radio|35;
    북쉘프 스피커|bookshelf speakers|210; 우퍼|subwoofer|150; DAC|DAC|130; 오디오 인터페이스|audio interface|120; 진공관 앰프|valve amplifier|420;
    카세트|cassette player|40; MP3|MP3 player|32; LP|LP record|16; 음반|record|12; CD|CD|7; 이어패드|ear pads|14; 스피커 케이블|speaker cable|25
    qualities: 노이즈캔슬링|noise cancelling; 무선|wireless; 빈티지|vintage; 오픈형|open-back; 블루투스|Bluetooth; 하이파이|hi-fi; 방수|waterproof; 유선|wired;
    미니|mini; 프리미엄|premium; 스튜디오|studio; 휴대용|portable; 올인원|all-in-one; 레트로|retro; 한정반|limited pressing; 미개봉|sealed
    codes: WH-###0@@; @@-###; @@####; QC##; HD ###; @#-@##; @@-@###@; Flip #; SRS-@@##
    measures: ##W; #채널; #.#채널; ##옴; ###W; #미터; 블루투스 5.#
    """)

  static let cameras = Category(
    percent: 2, othersPercent: 8,
    """
    items: 캐논 EOS R6|Canon EOS R6|1850; 소니 A7M3|Sony A7 III|1350; 후지필름 X100V|Fujifilm X100V|1700; 니콘 Z6|Nikon Z6|1100;
    고프로 히어로 11|GoPro Hero 11|330; 인스탁스 미니|Instax mini|60; 캐논 50mm 렌즈|Canon 50mm lens|110; 시그마 24-70 렌즈|Sigma 24-70 lens|890;
    DJI 미니 3 드론|DJI Mini 3 drone|520; 카메라 삼각대|camera tripod|35|-; 라이카 Q2|Leica Q2|5200; 필름카메라|film camera|85; 리코 GR3|Ricoh GR III|950;
    카메라 가방|camera bag|25|-; 핫셀블라드 X2D|Hasselblad X2D|11500
    specs: 바디|body only; 셔터수 8천|shutter count 8k; 셔터수 2만 컷|shutter count 20k; 렌즈킷|with kit lens; 정품 등록|registered; 배터리 2개|two batteries;
    필터 포함|with filter; 내수|import
    remarks: 렌즈에 곰팡이나 먼지 없습니다.|No fungus or dust in the lens.; 셔터 정상 작동합니다.|The shutter works fine.;
    센서 청소를 마쳤습니다.|The sensor was cleaned.; 제습함에 보관했습니다.|Kept in a dry cabinet.
    makers: 캐논|Canon; 소니|Sony; 니콘|Nikon; 후지필름|Fujifilm; 올림푸스|Olympus; 파나소닉|Panasonic; 라이카|Leica; 시그마|Sigma; 탐론|Tamron; 고프로|GoPro;
    DJI; 펜탁스|Pentax; 리코|Ricoh; 삼양|Samyang; 코닥|Kodak; 폴라로이드|Polaroid; 미놀타|Minolta; 콘탁스|Contax; 핫셀블라드|Hasselblad; 칼자이스|Carl Zeiss;
    보이그랜더|Voigtländer; 맨프로토|Manfrotto; 짓조|Gitzo; 고독스|Godox; 빌링햄|Billingham; 인스타360|Insta360; 토키나|Tokina; 롤라이|Rollei; 마미야|Mamiya;
    호루스벤누|Horusbennu; 로우프로|Lowepro; 픽디자인|Peak Design
    things: 렌즈|lens|280; 미러리스|mirrorless camera|620; DSLR|DSLR|350; 디카|compact camera|110; 필름카메라|film camera|120; 삼각대|tripod|40;
    카메라 가방|camera bag|38; 배터리|battery|18; 플래시|flash|75; 단렌즈|prime lens|210; 줌렌즈|zoom lens|310; 망원렌즈|telephoto lens|450;
    광각렌즈|wide-angle lens|320; 필터|filter|22; 액션캠|action camera|180; 드론|drone|430; 짐벌|gimbal|170; 즉석카메라|instant camera|55;
    메모리카드|memory card|17; 스트랩|strap|20; 조명|light|60; 캠코더|camcorder|120; 필름|film|14; 후드|lens hood|10; 세로그립|battery grip|65
    qualities: 풀프레임|full frame; 바디|body; 크롭|APS-C; 중형|medium format; 빈티지|vintage; 수동|manual; 표준|standard; 여행용|travel; 카본|carbon;
    내수|import; 정품|genuine; 초보용|beginner; 아트|Art; 컨템포러리|Contemporary; 방수|waterproof; 리밋|Limited; 한정판|limited
    codes: EOS @#; A7@ #; ##-##mm F#.#; ##mm F1.#; D##0; Z#; X-T##; X-@##; GR#; FE ##mm; RF ##-##mm; SEL####@; Mini #; M#-P; AE-#; FM#; ###D; RX###
    measures: 셔터수 ####컷; 셔터 #만컷; ##mm; ###mm; ##GB; 배터리 #개; F#.#; #천컷
    """)

  static let games = Category(
    percent: 6, othersPercent: 10,
    """
    items: 닌텐도 스위치 OLED|Nintendo Switch OLED|270; 플레이스테이션 5|PlayStation 5|480; ＰＳ５ 듀얼센스|PS5 DualSense|50;
    젤다의 전설 왕국의 눈물|Zelda Tears of the Kingdom|45; 엑스박스 시리즈 X|Xbox Series X|430; 스팀덱|Steam Deck|420; 마리오 카트 8|Mario Kart 8|38;
    레고 테크닉|LEGO Technic|120; 루미큐브 보드게임|Rummikub board game|15|-; 건담 프라모델|Gundam model kit|35; 포켓몬 카드|Pokémon cards|9|-;
    메타 퀘스트 3|Meta Quest 3|480; 피규어|figure|55|-; 1000피스 퍼즐|1000 piece puzzle|10|-
    specs: 화이트 에디션|white edition; 825GB; 칩만|cartridge only; 디지털 에디션|digital edition; 한글판|Korean version; 미조립|unbuilt; 초회판|first edition;
    풀세트|full set
    remarks: 조이콘 쏠림 없습니다.|No stick drift.; 게임은 엔딩까지 봤습니다.|Played to the end.; 부품 빠짐 없이 확인했습니다.|All parts were counted.;
    아이가 커서 정리합니다.|My child has outgrown it.
    makers: 닌텐도|Nintendo; 플스|PlayStation; 포켓몬|Pokémon; 레고|LEGO; 반다이|Bandai; 소니|Sony; 엑스박스|Xbox; 스위치|Switch; PS5; PS4; 원피스|One Piece;
    건담|Gundam; 짱구|Shin-chan; 산리오|Sanrio; 디즈니|Disney; 마블|Marvel; 유희왕|Yu-Gi-Oh!; 드래곤볼|Dragon Ball; 귀멸의칼날|Demon Slayer; 하이큐|Haikyu!!;
    주술회전|Jujutsu Kaisen; 진격의거인|Attack on Titan; 지브리|Ghibli; 굿스마일|Good Smile; 타미야|Tamiya; 토미카|Tomica; 핫휠|Hot Wheels; 또봇|Tobot;
    카카오프렌즈|Kakao Friends; 잔망루피|Loopy; 코나미|Konami; 세가|Sega; 메타|Meta; 스팀덱|Steam Deck; 피카츄|Pikachu; 쿠로미|Kuromi; 시나모롤|Cinnamoroll;
    나루토|Naruto; 블루아카이브|Blue Archive; 원신|Genshin; 슬램덩크|Slam Dunk
    things: 피규어|figure|38; 카드|cards|6; 칩|cartridge|32; 게임 타이틀|game|28; 인형|plush|12; 넨도로이드|Nendoroid|42; 프라모델|model kit|33;
    키링|key ring|8; 아크릴 스탠드|acrylic stand|9; 블록|blocks|45; 컨트롤러|controller|45; 본체|console|260; 보드게임|board game|18; 미니카|die-cast car|8;
    가챠|gacha toy|5; 굿즈|merch|10; 스티커|stickers|3; 띠부씰|stickers|2; 퍼즐|puzzle|11; 봉제인형|soft toy|13; 스케일 피규어|scale figure|130;
    조이콘|Joy-Con|48; 게임팩|game pack|25; 타이틀 일괄|games bundle|90; 만화책|comics|9; 포스터|poster|6; 캔뱃지|badge|4; 담요|blanket|14
    qualities: 미개봉|sealed; 한정판|limited; 이치방쿠지|Ichiban Kuji; 초판|first print; 랜덤|random; 스페셜|Special; 대형|large; 미니|mini; 빈티지|vintage;
    프리미엄|premium; 마리오|Mario; 젤다|Zelda; 동물의숲|Animal Crossing; 스플래툰|Splatoon; 커비|Kirby; 스카이림|Skyrim; 몬헌|Monster Hunter;
    파이널판타지|Final Fantasy; 엘든링|Elden Ring; 라스트오브어스|The Last of Us; 스타워즈|Star Wars; 테크닉|Technic; 시티|City; 크리에이터|Creator;
    해리포터|Harry Potter; 리자몽|Charizard; 뮤츠|Mewtwo; 이브이|Eevee; 블랙|Black; 실버|Silver; 루비|Ruby; 소드|Sword; 바이올렛|Violet; 루피|Luffy; 조로|Zoro;
    탄지로|Tanjiro
    codes: #####; ####; MG 1/100; HG 1/144; RG ##; No.####; SV#@; S##@; ###/###; vol.##; P-###; OP##-###
    measures: ##cm; ###피스; ####피스; #종; ##장; #개 일괄; ##개; 1/#; #탄
    """)
}
