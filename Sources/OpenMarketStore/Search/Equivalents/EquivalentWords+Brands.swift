extension EquivalentWords {
  /// Makers and models of electronics, in both scripts.
  static let electronicsBrands = """
    아이폰, iphone
    아이패드, ipad, 아패
    아이패드프로, ipad pro
    아이패드에어, ipad air
    아이패드미니, ipad mini
    맥북, macbook
    맥북에어, macbook air
    맥북프로, macbook pro, 맥프레
    아이맥, imac
    맥미니, mac mini
    에어팟, airpods, 에팟
    에어태그, airtag
    애플워치, apple watch
    애플펜슬, apple pencil
    애플, apple
    매직키보드, magic keyboard
    맥세이프, magsafe
    갤럭시, galaxy
    갤럭시워치, galaxy watch, 갤워치
    갤럭시버즈, galaxy buds
    갤럭시탭, galaxy tab, 갤탭
    갤럭시북, galaxy book, 갤북
    버즈, buds
    삼성, samsung, 삼성전자
    엘지, LG, 엘지전자
    소니, sony
    캐논, canon
    니콘, nikon
    후지필름, fujifilm, 후지
    올림푸스, olympus
    파나소닉, panasonic
    라이카, leica
    고프로, gopro
    인스타360, insta360
    젠하이저, sennheiser, 젠하이져
    마샬, marshall
    하만카돈, harman kardon
    필립스, philips
    다이슨, dyson
    샤오미, xiaomi
    화웨이, huawei
    로보락, roborock
    드리미, dreame
    에코백스, ecovacs
    로지텍, logitech
    레노버, lenovo
    씽크패드, thinkpad
    에이수스, asus, 아수스
    에이서, acer
    에일리언웨어, alienware
    기가바이트, gigabyte
    인텔, intel
    라이젠, ryzen
    엔비디아, nvidia
    지포스, geforce
    라데온, radeon
    닌텐도, nintendo
    스위치라이트, switch lite
    플레이스테이션, playstation, 플스
    플스5, ps5, 플레이스테이션5
    플스4, ps4, 플레이스테이션4
    엑스박스, xbox, 엑박
    오큘러스, oculus
    스팀덱, steam deck
    킨들, kindle
    크레마, crema
    시놀로지, synology
    아이리버, iriver
    벨킨, belkin
    앤커, anker
    베이스어스, baseus
    한성, hansung
    테팔, tefal
    쿠쿠, cuckoo
    쿠첸, cuchen
    코웨이, coway
    발뮤다, balmuda
    드롱기, delonghi
    네스프레소, nespresso
    일리, illy
    키친에이드, kitchenaid
    보쉬, bosch
    마끼다, makita, 마키타
    디월트, dewalt
    밀워키, milwaukee
    에어팟프로, 에팟프로, airpods pro
    에어팟맥스, airpods max
    갤노트, 갤럭시노트, galaxy note
    갤폴드, 갤럭시폴드, 갤럭시z폴드, galaxy fold, galaxy z fold
    갤플립, 갤럭시플립, 갤럭시z플립, galaxy flip, galaxy z flip
    플스3, ps3, 플레이스테이션3
    닌텐도스위치, nintendo switch
    제이비엘, jbl
    뱅앤올룹슨, bang olufsen
    오디오테크니카, audio technica
    데논, denon
    시그마, sigma
    탐론, tamron
    펜탁스, pentax
    핫셀블라드, hasselblad
    인스탁스, instax
    폴라로이드, polaroid
    오즈모, 오스모, osmo
    매빅, mavic
    나인봇, ninebot
    듀얼센스, dualsense
    해피해킹, hhkb
    스탠바이미, stanbyme, standbyme
    프로맥스, pro max, 프맥
    갤럭시s, galaxy s, 갤s
    엘지그램, lg그램, lg gram
    비스포크, bespoke
    오디세이, odyssey
    울트라기어, ultragear
    시네빔, cinebeam
    퓨리케어, puricare
    코드제로, cordzero
    에어랩, airwrap
    슈퍼소닉, supersonic
    서피스, surface
    비보북, vivobook
    젠북, zenbook
    아이디어패드, ideapad
    제피러스, zephyrus
    조텍, zotac
    애즈락, asrock, 에즈락
    시소닉, seasonic
    시게이트, seagate, 씨게이트
    샌디스크, sandisk
    하이닉스, hynix
    커세어, corsair
    스틸시리즈, steelseries
    하이퍼엑스, hyperx
    키크론, keychron
    레오폴드, leopold
    리얼포스, realforce
    독거미, aula
    와콤, wacom
    신티크, cintiq
    인튜어스, intuos
    엡손, epson
    브라더, brother, 부라더
    아이피타임, iptime
    아이나비, inavi
    소노스, sonos
    위니아, winia
    위닉스, winix
    보네이도, vornado
    휴롬, hurom
    닌자, ninja
    코만단테, comandante
    하리오, hario
    비알레띠, bialetti
    돌체구스토, dolce gusto
    버츄오, vertuo
    오랄비, oral-b
    바비리스, babyliss
    오므론, omron
    인바디, inbody
    바디프랜드, bodyfriend
    세라젬, ceragem
    순토, suunto
    핏빗, fitbit
    어메이즈핏, amazfit
    미밴드, mi band
    미놀타, minolta
    콘탁스, contax
    맨프로토, manfrotto
    고독스, godox
    """

  /// Makers of clothes, cars, toys and what one does outside.
  static let otherBrands = """
    나이키, nike
    에어조던, air jordan
    조던, jordan
    아디다스, adidas
    뉴발란스, new balance, 뉴발
    푸마, puma
    리복, reebok
    휠라, fila
    컨버스, converse
    반스, vans
    아식스, asics
    미즈노, mizuno
    언더아머, under armour
    노스페이스, the north face, north face, tnf, 노페
    파타고니아, patagonia
    아크테릭스, arcteryx
    코오롱, kolon
    내셔널지오그래픽, national geographic
    디스커버리, discovery
    스톤아일랜드, stone island
    몽클레어, moncler, 몽클레르
    캐나다구스, canada goose
    구찌, gucci
    샤넬, chanel
    루이비통, louis vuitton
    에르메스, hermes
    프라다, prada
    버버리, burberry
    디올, dior
    생로랑, saint laurent, 입생로랑, ysl
    발렌시아가, balenciaga
    메종마르지엘라, maison margiela, 마르지엘라, margiela
    톰브라운, thom browne
    아미, ami
    폴로, polo
    랄프로렌, ralph lauren
    타미힐피거, tommy hilfiger
    라코스테, lacoste
    유니클로, uniqlo
    자라, zara
    무인양품, muji
    칼하트, carhartt
    슈프림, supreme
    스투시, stussy
    크록스, crocs
    버켄스탁, birkenstock
    닥터마틴, dr martens
    어그, ugg
    롤렉스, rolex
    오메가, omega
    카시오, casio
    지샥, g-shock
    세이코, seiko
    티쏘, tissot
    가민, garmin
    레이밴, ray ban
    젠틀몬스터, gentle monster
    코치, coach
    이케아, ikea
    허먼밀러, herman miller
    시디즈, sidiz
    한샘, hanssem
    템퍼, tempur
    레고, lego
    포켓몬, pokemon, 포켓몬스터
    디즈니, disney
    산리오, sanrio
    반다이, bandai
    브롬톤, brompton, 브롬튼
    자이언트, giant
    시마노, shimano
    캠핑가즈, campingaz
    스노우피크, 스노우픽, 스노피크, snow peak
    콜맨, coleman
    헬리녹스, helinox
    스탠리, stanley
    타이틀리스트, titleist
    캘러웨이, callaway
    테일러메이드, taylormade
    혼마, honma
    벤츠, benz
    아우디, audi
    도요타, toyota, 토요타
    혼다, honda
    현대, hyundai
    기아, kia
    부가부, bugaboo
    스토케, stokke
    다이치, daiichi
    야마하, yamaha
    펜더, fender
    깁슨, gibson
    스타벅스, starbucks, 스벅
    르크루제, le creuset
    스타우브, staub
    로얄코펜하겐, royal copenhagen
    포트메리온, portmeirion
    웨지우드, wedgwood
    휘슬러, fissler
    코렐, corelle
    브레빌, breville
    브리타, brita
    바이타믹스, vitamix
    일룸, iloom
    데스커, desker
    시몬스, simmons
    싸이벡스, 사이벡스, cybex
    베이비젠, babyzen
    맥시코시, maxi cosi
    브라이택스, britax
    에르고베이비, ergobaby
    피셔프라이스, fisher price
    하기스, huggies
    트립트랩, tripp trapp
    건담, gundam
    헬로키티, hello kitty
    쿠로미, kuromi
    마이멜로디, my melody
    시나모롤, cinnamoroll
    스페셜라이즈드, specialized
    캐논데일, cannondale
    비앙키, bianchi
    노르디스크, nordisk
    코베아, kovea
    네이처하이크, naturehike
    페트로막스, petromax
    빅토리녹스, victorinox
    젝시오, xxio
    피엑스지, pxg
    말본, malbon
    풋조이, footjoy
    스릭슨, srixon
    요넥스, yonex
    윌슨, wilson
    바볼랏, babolat
    아이바네즈, ibanez
    롤랜드, roland
    미쉐린, 미쉘린, michelin
    포르쉐, 포르셰, porsche
    테슬라, tesla
    폭스바겐, volkswagen
    쉐보레, chevrolet
    볼보, volvo
    비엠더블유, bmw
    할리데이비슨, harley davidson
    베스파, vespa
    스즈키, suzuki
    가와사키, kawasaki
    방탄소년단, bts
    뉴진스, newjeans
    블랙핑크, blackpink, 블핑
    르세라핌, le sserafim
    세븐틴, seventeen
    엔하이픈, enhypen
    엔시티, nct
    제로베이스원, zerobaseone, 제베원, zb1
    스키즈, 스트레이키즈, stray kids
    투바투, 투모로우바이투게더, txt, tomorrow x together
    랑콤, lancome
    에스티로더, estee lauder
    키엘, kiehls
    시세이도, shiseido
    조말론, jo malone
    딥디크, 딥티크, diptyque
    바이레도, byredo
    르라보, le labo
    톰포드, tom ford
    로얄알버트, royal albert
    덴비, denby
    아라비아핀란드, arabia finland
    이딸라, iittala
    파이렉스, pyrex
    롯지, lodge
    헹켈, henckels
    락앤락, locknlock
    써모스, thermos
    조지루시, zojirushi
    잉글레시나, inglesina
    뉴나, nuna
    줄즈, joolz
    팸퍼스, pampers
    압타밀, aptamil
    블랙다이아몬드, black diamond
    오스프리, osprey
    그레고리, gregory
    예티, yeti
    크레모아, claymore
    웨버, weber
    지포, zippo
    브리지스톤, bridgestone
    스카티카메론, scotty cameron
    지포어, gfore, g fore
    파리게이츠, pearly gates
    트렉, trek
    메리다, merida
    콜나고, colnago
    피나렐로, pinarello
    스트라이다, strida
    다혼, dahon
    세그웨이, segway
    쏘나타, 소나타, sonata
    그랜저, 그렌저, grandeur
    아반떼, avante
    싼타페, 산타페, santafe
    투싼, 투산, tucson
    쏘렌토, 소렌토, sorento
    제네시스, genesis
    렉서스, lexus
    미니쿠퍼, mini cooper
    랜드로버, land rover
    레인지로버, range rover
    재규어, jaguar
    지프, jeep
    푸조, peugeot
    금호타이어, kumho
    한국타이어, hankook
    """
}
