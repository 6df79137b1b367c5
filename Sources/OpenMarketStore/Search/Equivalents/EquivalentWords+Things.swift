extension EquivalentWords {
  /// Devices, their parts and their units.
  static let devices = """
    노트북, 랩탑, laptop, 랩톱
    컴퓨터, computer, 컴퓨타, 컴터
    데스크탑, 데스크톱, desktop
    태블릿, tablet, 타블렛, 태블릿pc
    스마트폰, smartphone
    핸드폰, 휴대폰, 휴대전화
    스마트워치, smartwatch
    워치, watch
    이어폰, earphone, earphones
    헤드폰, headphone, headphones
    헤드셋, headset
    스피커, speaker
    블루투스, bluetooth
    마이크, microphone
    키보드, keyboard
    마우스, mouse
    모니터, monitor
    프린터, printer, 프린터기
    스캐너, scanner
    카메라, camera
    렌즈, lens
    삼각대, 트라이포드, tripod
    드론, drone
    프로젝터, projector, 빔프로젝터, 빔프로젝트
    텔레비전, tv, 티비, 텔레비젼, 테레비
    리모컨, 리모콘, remote control
    충전기, charger
    보조배터리, 파워뱅크, power bank
    배터리, battery, 밧데리, 바테리
    케이블, cable
    어댑터, adapter, 아답터, 어답터
    케이스, case
    그래픽카드, 글카, graphics card
    메모리, memory
    하드디스크, hdd
    메인보드, mainboard, motherboard, 마더보드
    공유기, router, 라우터
    와이파이, wifi, wi-fi
    유에스비, usb
    게임기, console
    조이스틱, joystick
    컨트롤러, controller, 콘트롤러
    프로, pro
    맥스, max
    미니, mini
    플러스, plus
    울트라, ultra
    에어, air
    세대, gen
    인치, inch
    기가, gb
    테라, tb, 테라바이트
    센치, cm, 센티, 센티미터, 센치미터
    킬로그램, kg
    웹캠, webcam
    올레드, oled
    디지털피아노, 전자피아노, digital piano
    디지털카메라, 디카, digital camera
    필름카메라, 필카, film camera
    노이즈캔슬링, 노캔, noise cancelling, noise canceling
    이북리더기, 전자책리더기, ebook reader
    """

  /// Numbers as words, with what is counted: alone they begin and end too many words.
  static let numbers = """
    1인용, 일인용
    2인용, 이인용
    3인용, 삼인용
    4인용, 사인용
    5인용, 오인용
    6인용, 육인용
    1세대, 일세대, 1gen
    2세대, 이세대, 2gen
    3세대, 삼세대, 3gen
    4세대, 사세대, 4gen
    5세대, 오세대, 5gen
    6세대, 육세대, 6gen
    7세대, 칠세대, 7gen
    1켤레, 한켤레
    2켤레, 두켤레
    2in1, 투인원
    3in1, 쓰리인원
    올인원, all in one
    """

  /// Machines of the house, furniture and what children need.
  static let household = """
    에어컨, 에어콘, aircon, air conditioner
    에어프라이어, 에어프라이기, 에어후라이어, air fryer
    청소기, vacuum cleaner
    로봇청소기, robot vacuum
    공기청정기, air purifier, 공청기
    가습기, humidifier
    제습기, dehumidifier
    선풍기, electric fan
    서큘레이터, 써큘레이터, circulator
    냉장고, refrigerator, fridge
    세탁기, washing machine
    건조기, tumble dryer
    드라이어, 드라이기, 헤어드라이어, hair dryer
    전자레인지, 전자렌지, microwave
    가스레인지, 가스렌지
    인덕션, induction
    오븐, oven
    토스터, 토스터기, toaster
    믹서기, 블렌더, blender
    커피머신, coffee machine
    정수기, water purifier
    비데, bidet
    소파, 쇼파, sofa
    매트리스, 메트리스, mattress
    침대, bed
    책상, desk
    의자, 체어, chair
    테이블, table
    식탁, dining table
    책장, bookshelf
    옷장, wardrobe
    행거, hanger
    선반, shelf
    서랍장, drawer
    거울, mirror
    커튼, 커텐, curtain
    블라인드, blind
    카펫, 카페트, carpet
    러그, rug
    스탠드, stand
    조명, lamp, 램프
    이불, blanket
    베개, pillow, 배게
    쿠션, cushion
    프라이팬, 후라이팬, frying pan
    텀블러, tumbler
    머그컵, mug
    유모차, stroller
    카시트, car seat
    장난감, toy
    인형, doll
    블록, 블럭, block
    퍼즐, puzzle
    화분, flower pot
    식세기, 식기세척기
    김냉, 김치냉장고
    컴프레서, 컴프레셔, 콤프레샤
    선팅, 썬팅
    웨건, 왜건, wagon
    오디오인터페이스, audio interface
    재봉틀, 미싱, sewing machine
    그라인더, grinder, 글라인더
    모카포트, moka pot
    와인셀러, 와인냉장고, wine cellar
    제빙기, ice maker
    고데기, 고대기, hair iron
    히터, heater
    전기장판, 전기매트
    빈백, beanbag, bean bag
    소파베드, 쇼파베드, sofa bed
    리클라이너, recliner
    협탁, nightstand
    화장대, dressing table
    임팩트드릴, 임팩드릴
    기저귀, diapers, diaper
    아기띠, baby carrier
    바운서, bouncer
    젖병, baby bottle
    """
}
