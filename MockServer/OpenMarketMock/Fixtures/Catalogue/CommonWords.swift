/// Words that fit goods of any kind.
enum CommonWords {
  static let colours = Phrase.list(lists["colours"] ?? "")
  static let conditions = Phrase.list(lists["conditions"] ?? "")
  static let tags = Phrase.list(lists["tags"] ?? "")
  static let endings = Phrase.list(lists["endings"] ?? "")
  /// Where to fetch it.
  static let places = Phrase.list(lists["places"] ?? "")
  /// Decorations that some vendors add to their texts.
  static let flourishes = Phrase.list(lists["flourishes"] ?? "")
  static let openings = Phrase.list(lists["openings"] ?? "")
  static let states = Phrase.list(lists["states"] ?? "")
  static let closings = Phrase.list(lists["closings"] ?? "")

  private static let lists = Phrase.lists(
    """
    colours: 블랙|black; 화이트|white; 실버|silver; 그레이|grey; 네이비|navy; 베이지|beige; 핑크|pink; 블루|blue; 레드|red; 그린|green;
    스페이스그레이|space grey; 브라운|brown; 퍼플|purple; 골드|gold; 아이보리|ivory; 민트|mint; 카키|khaki; 크림|cream; 차콜|charcoal; 오렌지|orange;
    옐로우|yellow; 하늘색|sky blue; 연핑크|light pink; 버건디|burgundy; 검정|black; 흰색|white; 라벤더|lavender; 오트밀|oatmeal; 로즈골드|rose gold;
    다크그레이|dark grey; 미드나이트|midnight; 스타라이트|starlight; 투톤|two-tone; 딥퍼플|deep purple; 코랄|coral; 올리브|olive; 와인|wine; 티타늄|titanium;
    검흰|black and white; 브라운계열|brownish
    conditions: 새상품|brand new; 거의 새것|like new; 미개봉|unopened; S급|grade S; A급|grade A; 상태 좋음|good condition; 풀박스|full box;
    상태 최상|mint condition; 사용감 있음|well used; B급|grade B; 단순 개봉|open box; 부품용|for parts; 흠집 있음|scratched; 정품|genuine; 미사용|unused;
    풀박|boxed; 새제품|new; 택 있음|with tag; 1회 사용|used once; 상태 깨끗|clean; 하자 있음|flawed; 거의 안씀|hardly used; 실사용|in use; 미착용|never worn;
    최상급|top grade; SS급|grade SS; 생활기스|light scratches; 정상작동|working; 고장|broken; 리퍼|refurbished; 국내정발|local edition; 해외판|import;
    단종|discontinued; 한정판|limited; 빈티지|vintage; 구성품 완비|complete; 박스만 없음|no box; 작동확인|tested; 세탁완료|washed; 보증서 있음|with warranty;
    C급|grade C; 깨끗해요|clean
    tags: 급처|quick sale; [판매]|[WTS]; 택포|shipped; (급매)|must go; 네고 가능|OBO; 직거래|local pickup; 🔥급처🔥|🔥SALE🔥; 오늘만|today only; 일괄|bundle;
    교환 가능|trade ok; 새상품)|NEW; [새상품]|[NEW]; 정품|genuine; 무배|free post; (판매완료)|(SOLD); 미개봉|sealed; [급처]|[URGENT]; 최저가|lowest price;
    가격내림|price drop; [교신]|[swap]; (예약중)|(reserved); *정품*|*genuine*; 끌올|bump; 나눔|giveaway; 이사정리|moving out; 초특가|bargain; 당일배송|same day
    endings: 팝니다|for sale; 판매; 판매합니다|for sale; 택포|shipped; 팔아요|for sale; 저렴하게 팝니다|cheap; 직거래|local pickup; 네고 가능|OBO;
    급처합니다|quick sale; 팜|for sale; 판매해요|for sale; 정리합니다|clearing out; 일괄 판매|bundle; 에눌 가능|OBO; 무료배송|free shipping;
    택배비 포함|shipped; 싸게 팔아요|cheap; 가져가세요|take it; 교환 원해요|to swap; 급매|urgent; 팝니다!!|for sale!!; 내놓습니다|for sale;
    양도합니다|to pass on; 처분합니다|clearing; 반값택배|parcel; 네고 안됨|firm; 선착순|first come; 문의주세요|ask me; 쿨거래 환영|quick deal;
    분양합니다|to a good home; 드려요|giving; 구해요|wanted; 삽니다|wanted; 구매합니다|wanted; 대여|to rent; 운포|shipped; 택포입니다|shipped;
    최저가 판매|lowest price; 거래 가능|available; 찜만 하지 마세요|message me
    places: 역삼동|Yeoksam; 강남역|Gangnam; 분당|Bundang; 판교|Pangyo; 수원|Suwon; 일산|Ilsan; 부천|Bucheon; 인천|Incheon; 안양|Anyang; 잠실|Jamsil; 송파; 홍대;
    마포; 노원; 강서; 목동; 신림; 관악; 구로; 영등포; 용산; 성수; 건대; 왕십리; 동대문; 미아; 은평; 서대문; 종로; 압구정; 신사동; 서초; 방배; 사당; 양재; 수지;
    동탄; 광교; 영통; 의정부; 남양주; 구리; 하남; 미사; 김포; 파주; 운정; 평택; 천안; 아산; 대전; 둔산; 유성; 세종; 청주; 오창; 대구; 수성구; 동성로; 부산;
    서면; 해운대; 사상; 울산; 창원; 김해; 광주; 상무지구; 전주; 익산; 군산; 목포; 여수; 순천; 강릉; 춘천; 원주; 제주; 서귀포; 송도; 청라; 부평; 계양; 시흥;
    배곧; 안산; 고잔; 화성; 병점; 오산; 용인; 기흥; 이천; 광명; 철산; 산본; 평촌; 과천; 위례; 다산; 별내
    flourishes: !!; ~; ^^; ♡; !; ㅠㅠ; ★; ~~; ㅎㅎ; ;;; ❤️; 🙏; ㅋㅋ; ✨
    openings: 얼마 안 쓴 제품입니다.|Barely used.; 깨끗하게 사용했습니다.|Used with care.; 선물 받았는데 필요 없어서 내놓습니다.|A gift that I do not need.;
    작년에 사서 잘 썼습니다.|Bought last year and worked well since.; 새로 하나 사서 정리합니다.|I bought a new one, so this can go.;
    집에서만 사용했습니다.|Only used at home.; 두 번 사용했습니다.|Used twice.; 이사 때문에 급하게 정리합니다.|Moving soon, so it has to go.;
    정가보다 훨씬 싸게 내놓습니다.|Much cheaper than new.; 사진 그대로입니다.|As shown in the pictures.; 미개봉 새 제품입니다.|New and unopened.;
    중고로 사서 몇 번 안 썼습니다.|Bought used, hardly touched.; 안 쓰고 보관만 했습니다.|Stored and never used.;
    구매한 지 6개월 됐습니다.|Bought six months ago.; 구매한 지 2년 정도 됐습니다.|About two years old.; 애지중지 아끼던 물건입니다.|I took great care of it.
    states: 상태 아주 좋습니다.|Very good condition.; 작은 흠집이 하나 있습니다.|It has one small scratch.; 생활 기스 조금 있습니다.|Light signs of use.;
    기능상 문제 전혀 없습니다.|Everything works.; 사용감 있지만 쓰는 데 지장 없습니다.|It shows wear but works fine.;
    박스와 구성품 모두 있습니다.|Box and accessories included.; 박스는 없습니다.|No box.; 예민하신 분은 피해 주세요.|Not for perfectionists.;
    상태는 사진을 참고해 주세요.|See the pictures for its condition.; 새것과 다름없습니다.|As good as new.; 보증 기간 남아 있습니다.|Still under warranty.
    closings: 직거래 원합니다.|Pickup only.; 택배 가능합니다.|Shipping is possible.; 네고 사절입니다.|No haggling, please.;
    쿨거래 시 할인해 드립니다.|Discount for a quick deal.; 편하게 채팅 주세요.|Feel free to message me.;
    강남역 근처에서 직거래합니다.|Pickup near Gangnam station.; 홍대입구역에서 만나요.|Meet at Hongik University station.;
    부산 서면에서 직거래 가능합니다.|Pickup in Seomyeon, Busan.; 반값택배로 보내 드립니다.|Sent by convenience store parcel.; 환불은 어렵습니다.|No returns.;
    답장이 늦을 수 있습니다.|I may answer late.; 판교 직거래 선호합니다.|Pickup in Pangyo preferred.;
    평일 저녁에 거래 가능합니다.|Available on weekday evenings.; 제주도는 추가 배송비가 있습니다.|Extra shipping to islands.;
    가격 제안 주세요.|Make me an offer.; 먼저 입금하시는 분께 드립니다.|First come, first served.
    """)
}
