extension EquivalentWords {
  /// Groups of singers, characters, games and what their fans collect.
  static let fans = """
    트와이스, twice
    아이브, ive
    에스파, aespa
    엑소, exo
    레드벨벳, red velvet
    소녀시대, snsd, girls generation
    샤이니, shinee
    슈퍼주니어, super junior, 슈주
    빅뱅, bigbang
    아이유, iu
    여자아이들, gidle, g idle
    더보이즈, the boyz
    에이티즈, ateez
    몬스타엑스, monsta x
    갓세븐, got7
    데이식스, day6
    라이즈, riize
    플레이브, plave
    보이넥스트도어, boynextdoor, 보넥도
    투어스, tws
    아일릿, illit
    베이비몬스터, babymonster
    키스오브라이프, kiss of life, 키오프
    엔믹스, nmixx
    스테이씨, stayc
    오마이걸, oh my girl
    마마무, mamamoo
    응원봉, lightstick, light stick
    포토북, photobook
    굿즈, goods
    포스터, poster
    키링, keyring, 열쇠고리
    배지, 뱃지, badge
    엽서, postcard
    티켓, ticket
    도라에몽, doraemon
    귀멸의칼날, 귀칼, demon slayer
    진격의거인, attack on titan
    나루토, naruto
    슬램덩크, slam dunk
    주술회전, jujutsu kaisen
    하이큐, haikyu
    스타워즈, star wars
    마블, marvel
    해리포터, harry potter
    미키마우스, mickey mouse
    스누피, snoopy
    미피, miffy
    무민, moomin
    카카오프렌즈, kakao friends
    라인프렌즈, line friends
    치이카와, chiikawa, 먼작귀
    몬치치, monchhichi
    라부부, labubu
    팝마트, popmart, pop mart
    베어브릭, bearbrick
    넨도로이드, nendoroid
    반프레스토, banpresto
    뽀로로, pororo
    헬로카봇, hello carbot
    베이블레이드, beyblade
    실바니안, sylvanian, 실바니안패밀리, sylvanian families
    플레이모빌, playmobil
    핫휠, hot wheels
    토미카, tomica
    다마고치, tamagotchi
    너프건, nerf gun
    루미큐브, rummikub
    할리갈리, halli galli
    슬라임, slime
    동물의숲, 동숲, 모동숲, animal crossing
    젤다, zelda
    슈퍼마리오, super mario
    마리오카트, mario kart
    스플래툰, splatoon
    게임보이, gameboy, game boy
    메타퀘스트, meta quest, 오큘러스퀘스트, oculus quest
    워크맨, walkman
    블루레이, bluray, blu-ray
    카세트, cassette, 카셋트
    레코드판, lp판, 엘피판, vinyl
    턴테이블, turntable
    통기타, 어쿠스틱기타, acoustic guitar
    베이스기타, bass guitar
    신디사이저, 신시사이저, synthesizer
    플루트, 플룻, flute
    색소폰, 섹소폰, saxophone
    클라리넷, clarinet
    트럼펫, trumpet
    첼로, cello
    에피폰, epiphone
    포커스라이트, focusrite
    제네렉, genelec
    베링거, behringer
    슈어, shure
    카와이, kawai
    코르그, korg
    """
}
