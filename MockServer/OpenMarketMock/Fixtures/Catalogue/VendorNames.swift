/// The names of the seeded vendors, the same for every seed.
enum VendorNames {
  /// Vendors have the ids 1…5,000; low ids sell the most.
  static let count = 5_000

  private static let shops = [
    "알뜰중고", "민지네", "리사이클마켓", "tech_again", "중고나라짱", "착한가게", "새벽장터", "Second Home", "보물창고",
    "오늘의득템", "캠핑아저씨", "맥가게", "KIM's Garage", "동네책방", "아기곰맘", "빈티지샵",
  ]
  private static let adjectives = [
    "친절한", "부지런한", "행복한", "조용한", "빠른", "정직한", "느긋한", "깔끔한", "반가운", "알뜰한", "용감한", "수줍은",
  ]
  private static let nouns = [
    "고양이", "판교아빠", "수집가", "토끼", "캠퍼", "자취생", "부엉이", "상인", "이웃", "기타리스트", "대학생", "펭귄", "라이더",
    "엄마", "사진가", "곰돌이",
  ]
  private static let english = [
    "Minji", "Jake", "Sora", "vintage.lab", "Brooklyn Finds", "Daniel", "seoul_seller", "Hana", "Tom", "Yuna",
  ]

  static func name(of id: Int64) -> String {
    if let shop = Int(exactly: id - 1), shops.indices.contains(shop) { return shops[shop] }
    var random = SplitMix64(seed: 0, key: UInt64(bitPattern: id), stream: 0)
    if random.chance(15) { return english[random.below(english.count)] + "\(random.within(1...99))" }
    let name = adjectives[random.below(adjectives.count)] + nouns[random.below(nouns.count)]
    return random.chance(60) ? name + "\(random.within(1...999))" : name
  }
}
