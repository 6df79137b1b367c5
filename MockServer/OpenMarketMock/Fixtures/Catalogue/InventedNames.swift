/// Names of small labels and of people, as many as a large market has.
enum InventedNames {
  /// How many labels and how many people there are; low numbers are the common ones.
  static let count = 1 << 15

  private static let syllables = Phrase.list(lists["syllables"] ?? "")
  private static let families = Phrase.list(lists["families"] ?? "")
  private static let given = Phrase.list(lists["given"] ?? "")

  private static let lists = Phrase.lists(
    """
    syllables: 라|la; 보|bo; 르|re; 마|ma; 노|no; 티|ti; 에|e; 스|s; 모|mo; 리|ri; 아|a; 드|d; 로|ro; 카|ca; 베|be; 루|lu; 미|mi; 나|na; 델|del; 피|pi; 오|o;
    그|g; 라인|line; 메|me; 코|co; 트|t; 자|ja; 토|to; 비|vi; 앤|anne; 슈|shoo; 퍼|per; 블|bl; 하|ha; 츠|ts; 유|yu; 테|te; 솔|sol; 린|lin; 크|k; 데|de; 젤|zel;
    파|pa; 콜|col; 몽|mong; 제|je; 바|ba; 온|on; 펠|pel; 쥬|ju; 키|ki; 벨|bel; 세|se; 라운|roun; 던|don; 엘|el; 타|ta; 뮤|mu; 센|sen
    families: 김|Kim; 이|Lee; 박|Park; 최|Choi; 정|Jung; 강|Kang; 조|Cho; 윤|Yoon; 장|Jang; 임|Lim; 한|Han; 오|Oh; 서|Seo; 신|Shin; 권|Kwon; 황|Hwang; 안|Ahn;
    송|Song; 전|Jeon; 홍|Hong; 유|Yoo; 고|Ko; 문|Moon; 양|Yang; 손|Son; 배|Bae; 백|Baek; 허|Heo; 남|Nam; 심|Shim; 노|Noh; 하|Ha; 곽|Kwak; 성|Sung; 차|Cha
    given: 지|ji; 민|min; 서|seo; 현|hyun; 우|woo; 준|jun; 영|young; 수|su; 은|eun; 진|jin; 하|ha; 연|yeon; 윤|yoon; 원|won; 호|ho; 성|sung; 정|jung; 유|yu;
    재|jae; 경|kyung; 도|do; 혜|hye; 희|hee; 아|ah; 규|gyu; 석|seok; 승|seung; 태|tae; 예|ye; 채|chae; 소|so; 나|na; 빈|bin; 린|rin; 훈|hoon; 건|gun; 찬|chan;
    선|sun; 미|mi; 인|in; 주|ju; 동|dong; 상|sang; 명|myung; 란|ran; 옥|ok; 별|byul; 솔|sol; 람|ram; 리|ri; 안|an; 온|on; 율|yul; 결|gyul; 담|dam; 환|hwan
    """)

  /// Appends the name of a label: 라모에, Delmira.
  static func appendLabel(_ index: Int, isLatin: Bool, to text: inout [UInt8]) {
    var random = SplitMix64(seed: 0, key: UInt64(index), stream: 3)
    let start = text.count
    for _ in 0..<random.within(2...4) { text += syllables[random.below(syllables.count)][isEnglish: isLatin] }
    if isLatin { capitalize(&text, from: start) }
  }

  /// Appends the name of a person: 김원우, Kim Wonwoo.
  static func appendPerson(_ index: Int, isLatin: Bool, to text: inout [UInt8]) {
    var random = SplitMix64(seed: 0, key: UInt64(index), stream: 4)
    text += families[random.zipf(families.count)][isEnglish: isLatin]
    if isLatin { text.append(UInt8(ascii: " ")) }
    let start = text.count
    for _ in 0..<2 { text += given[random.skewed(given.count)][isEnglish: isLatin] }
    if isLatin { capitalize(&text, from: start) }
  }

  private static func capitalize(_ text: inout [UInt8], from start: Int) {
    if text.count > start { text[start] &= 0xDF }
  }
}
