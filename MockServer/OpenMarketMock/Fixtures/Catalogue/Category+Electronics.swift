extension Category {
  static let phones = Category(
    items: """
      아이폰 14|iPhone 14|620
      갤럭시 S23|Galaxy S23|480
      아이폰 13|iPhone 13|450
      아이폰 15 프로|iPhone 15 Pro|980
      갤럭시 S24 울트라|Galaxy S24 Ultra|1050
      아이폰 12 미니|iPhone 12 mini|270
      에어팟 프로 2세대|AirPods Pro 2|190|-
      아이폰 SE 3세대|iPhone SE 3|260
      갤럭시 Z 플립5|Galaxy Z Flip5|560
      갤럭시 Z 폴드4|Galaxy Z Fold4|780
      아이폰 11|iPhone 11|230
      갤럭시 버즈2 프로|Galaxy Buds2 Pro|95|-
      애플워치 SE|Apple Watch SE|180
      갤럭시 워치6|Galaxy Watch6|170
      아이폰 케이스|iPhone case|8|-
      갤럭시 A34|Galaxy A34|210
      픽셀 8|Pixel 8|520
      보조배터리|power bank|15|-
      아이폰 XS|iPhone XS|160
      샤오미 홍미노트 12|Redmi Note 12|140
      맥세이프 충전기|MagSafe charger|28|-
      무선 충전 거치대|wireless charging stand|18|-
      LG 벨벳|LG Velvet|120
      효도폰 폴더폰|flip phone for seniors|45|-
      """,
    specs: """
      128GB
      256GB
      자급제|unlocked
      512GB
      1TB
      64GB
      공기계|handset only
      SKT|carrier locked
      배터리 효율 89%|battery 89%
      배터리 효율 100%|battery 100%
      배터리 효율 93%|battery 93%
      배터리 교체|new battery
      듀얼심|dual SIM
      리퍼|refurbished
      """,
    remarks: """
      배터리 성능은 사진에서 확인해 주세요.|Battery health is shown in the pictures.
      액정과 카메라에 이상 없습니다.|No issues with the screen or the camera.
      침수나 수리 이력 없습니다.|Never repaired and never wet.
      초기화와 계정 로그아웃 마쳤습니다.|Reset and signed out of every account.
      케이스와 필름을 붙이고 사용했습니다.|Always used with a case and a screen protector.
      충전 단자 접촉 문제 없습니다.|The charging port works fine.
      유심 기변 바로 가능합니다.|Ready for your SIM card.
      """)

  static let computers = Category(
    items: """
      맥북 에어 M2|MacBook Air M2|980
      아이패드 프로 11|iPad Pro 11|720
      갤럭시북3|Galaxy Book3|750
      맥북 프로 14|MacBook Pro 14|1650
      아이패드 9세대|iPad 9th gen|310
      LG 그램 15|LG Gram 15|680
      갤럭시탭 S8|Galaxy Tab S8|430
      델 XPS 13|Dell XPS 13|790
      게이밍 모니터 27인치|27 inch gaming monitor|170|-
      기계식 키보드|mechanical keyboard|65|-
      로지텍 MX 마스터 3|Logitech MX Master 3|70|-
      레노버 씽크패드 X1|Lenovo ThinkPad X1|560
      맥미니 M1|Mac mini M1|480
      RTX 3070 그래픽카드|RTX 3070 graphics card|320|-
      에이수스 ROG 노트북|ASUS ROG laptop|1150
      조립 컴퓨터 본체|desktop PC|450
      노트북 거치대|laptop stand|14|-
      외장하드|external hard drive|48|-
      아이맥 24|iMac 24|1100
      공유기|wifi router|22|-
      서피스 프로 8|Surface Pro 8|690
      레이저 프린터|laser printer|80|-
      해피해킹 키보드|Happy Hacking keyboard|190|-
      애플펜슬 2세대|Apple Pencil 2|95|-
      """,
    specs: """
      16GB
      8GB 256GB
      32GB 1TB
      512GB
      2022년형|2022 model
      2023년형|2023 model
      2021년형|2021 model
      13인치|13 inch
      와이파이|Wi-Fi
      셀룰러|cellular
      적축|red switches
      갈축|brown switches
      사이클 120회|120 cycles
      윈도우 11|Windows 11
      """,
    remarks: """
      키보드 번들거림 거의 없습니다.|Hardly any shine on the keys.
      화면에 불량화소 없습니다.|No dead pixels.
      충전기 포함입니다.|Charger included.
      사무용으로 쓰기 좋습니다.|Good for office work.
      게임도 무리 없이 돌아갑니다.|Runs games without trouble.
      팬 소음 없이 조용합니다.|Quiet, no fan noise.
      포맷 후 드립니다.|Wiped before handover.
      """)

  static let audio = Category(
    items: """
      소니 WH-1000XM5|Sony WH-1000XM5|280
      JBL 블루투스 스피커|JBL bluetooth speaker|75
      마샬 스탠모어 2|Marshall Stanmore II|260
      보스 QC45|Bose QC45|190
      LG 사운드바|LG soundbar|130
      턴테이블|turntable|150
      오디오테크니카 헤드폰|Audio-Technica headphones|90|-
      야마하 앰프|Yamaha amplifier|210
      제네렉 8030 모니터 스피커|Genelec 8030 monitors|850
      LP 음반|vinyl records|12|-
      소니 워크맨|Sony Walkman|110
      하만카돈 오라 스튜디오|Harman Kardon Aura Studio|160
      """,
    specs: """
      블루투스 5.0|Bluetooth 5.0
      한 쌍|pair
      정품|genuine
      리모컨 포함|with remote
      2채널|2 channel
      케이블 포함|with cables
      """,
    remarks: """
      소리 잡음 없이 깨끗합니다.|Clean sound without noise.
      양쪽 음량 균형 좋습니다.|Both sides are balanced.
      방에서만 조용히 들었습니다.|Only used quietly indoors.
      이어패드 새것으로 교체했습니다.|The ear pads are new.
      """)

  static let cameras = Category(
    items: """
      캐논 EOS R6|Canon EOS R6|1850
      소니 A7M3|Sony A7 III|1350
      후지필름 X100V|Fujifilm X100V|1700
      니콘 Z6|Nikon Z6|1100
      고프로 히어로 11|GoPro Hero 11|330
      인스탁스 미니|Instax mini|60
      캐논 50mm 렌즈|Canon 50mm lens|110
      시그마 24-70 렌즈|Sigma 24-70 lens|890
      DJI 미니 3 드론|DJI Mini 3 drone|520
      카메라 삼각대|camera tripod|35|-
      라이카 Q2|Leica Q2|5200
      필름카메라|film camera|85
      리코 GR3|Ricoh GR III|950
      카메라 가방|camera bag|25|-
      핫셀블라드 X2D|Hasselblad X2D|11500
      """,
    specs: """
      바디|body only
      셔터수 8천|shutter count 8k
      셔터수 2만 컷|shutter count 20k
      렌즈킷|with kit lens
      정품 등록|registered
      배터리 2개|two batteries
      필터 포함|with filter
      내수|import
      """,
    remarks: """
      렌즈에 곰팡이나 먼지 없습니다.|No fungus or dust in the lens.
      셔터 정상 작동합니다.|The shutter works fine.
      센서 청소를 마쳤습니다.|The sensor was cleaned.
      제습함에 보관했습니다.|Kept in a dry cabinet.
      """)

  static let games = Category(
    items: """
      닌텐도 스위치 OLED|Nintendo Switch OLED|270
      플레이스테이션 5|PlayStation 5|480
      ＰＳ５ 듀얼센스|PS5 DualSense|50
      젤다의 전설 왕국의 눈물|Zelda Tears of the Kingdom|45
      엑스박스 시리즈 X|Xbox Series X|430
      스팀덱|Steam Deck|420
      마리오 카트 8|Mario Kart 8|38
      레고 테크닉|LEGO Technic|120
      루미큐브 보드게임|Rummikub board game|15|-
      건담 프라모델|Gundam model kit|35
      포켓몬 카드|Pokémon cards|9|-
      메타 퀘스트 3|Meta Quest 3|480
      피규어|figure|55|-
      1000피스 퍼즐|1000 piece puzzle|10|-
      """,
    specs: """
      화이트 에디션|white edition
      825GB
      칩만|cartridge only
      디지털 에디션|digital edition
      한글판|Korean version
      미조립|unbuilt
      초회판|first edition
      풀세트|full set
      """,
    remarks: """
      조이콘 쏠림 없습니다.|No stick drift.
      게임은 엔딩까지 봤습니다.|Played to the end.
      부품 빠짐 없이 확인했습니다.|All parts were counted.
      아이가 커서 정리합니다.|My child has outgrown it.
      """)
}
