extension EquivalentWords {
  /// Makers of bags, clothes, shoes, watches, jewels and cosmetics.
  static let luxury = """
    로에베, loewe
    펜디, fendi
    끌로에, chloe
    발렌티노, valentino
    페라가모, ferragamo
    불가리, bulgari, bvlgari
    지방시, givenchy
    발망, balmain
    베르사체, versace
    돌체앤가바나, dolce gabbana
    겐조, kenzo
    릭오웬스, rick owens
    아크네스튜디오, acne studios, 아크네스튜디오스
    오프화이트, off white
    피어오브갓, fear of god
    마르니, marni
    르메르, lemaire
    요지야마모토, yohji yamamoto
    이세이미야케, issey miyake
    플리츠플리즈, pleats please
    바오바오, bao bao
    비비안웨스트우드, vivienne westwood
    폴스미스, paul smith
    휴고보스, hugo boss
    아르마니, armani, 알마니
    로로피아나, loro piana
    브루넬로쿠치넬리, brunello cucinelli
    이자벨마랑, isabel marant
    산드로, sandro
    마쥬, maje
    띠어리, theory
    우영미, wooyoungmi
    준지, juun j
    솔리드옴므, solid homme
    시스템옴므, system homme
    앤더슨벨, andersson bell
    에르노, herno
    무스너클, moose knuckles, 무스너클스
    파라점퍼스, parajumpers
    듀베티카, duvetica
    맥케이지, mackage
    델보, delvaux
    투미, tumi
    만다리나덕, mandarina duck
    레스포삭, lesportsac
    키플링, kipling
    훌라, furla
    루이까또즈, louis quatorze
    닥스, daks
    빈폴, beanpole
    헤지스, hazzys
    뉴에라, new era
    디키즈, dickies
    팀버랜드, timberland
    레드윙, red wing
    클락스, clarks
    온러닝, on running
    써코니, 사코니, saucony
    오니츠카타이거, onitsuka tiger
    엄브로, umbro
    카파, kappa
    르꼬끄, le coq sportif
    이지부스트, yeezy boost
    삼바, samba
    가젤, gazelle
    슈퍼스타, superstar
    스탠스미스, stan smith
    올드스쿨, old skool
    척테일러, chuck taylor
    블랙야크, blackyak, black yak
    네파, nepa
    아이더, eider
    컬럼비아, columbia
    마무트, mammut
    몽벨, montbell
    잭울프스킨, jack wolfskin
    피엘라벤, fjallraven
    판도라, pandora
    반클리프아펠, van cleef arpels, 반클리프
    쇼메, chaumet
    부쉐론, boucheron
    피아제, piaget
    파네라이, panerai
    튜더, tudor
    론진, longines
    해밀턴, hamilton
    위블로, hublot
    오데마피게, audemars piguet
    파텍필립, patek philippe
    바쉐론콘스탄틴, vacheron constantin
    예거르쿨트르, jaeger lecoultre
    그랜드세이코, grand seiko
    시티즌, citizen
    설화수, sulwhasoo
    라네즈, laneige
    이니스프리, innisfree
    라메르, la mer
    클라란스, clarins
    비오템, biotherm
    록시땅, loccitane
    이솝, aesop
    """
}
