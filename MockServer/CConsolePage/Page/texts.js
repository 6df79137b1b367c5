// Every text in both languages; the browser's language is taken until another is chosen.

const texts = {
  en: {
    title: "mock-server console", views: "Views", marketTime: "Market time", connecting: "Connecting …", live: "Live",
    lost: "No connection; trying again", restarted: "The server was started anew: reload this page",
    darkOrLight: "Dark / light", requests: "Requests", effects: "Effects", catalogue: "Catalogue", controls: "Controls",
    filterRequests: "Filter requests", kind: "Kind of request", all: "All", writes: "Writes", faulted: "Faulted", replayed: "Replayed",
    errors: "Errors", follow: "Follow", clear: "Clear", noRequests: "No requests yet. Point your app at this address.",
    nothingFits: "Nothing fits this filter.",
    gap: "{0} older requests are no longer held.", intentsAndEffects: "Intents and effects",
    effectsNote: "Left: what clients asked for. Right: what the market did.",
    searchProducts: "Search products", more: "More", found: "{0} products", line: "{0} products · seed {1} · {2}",
    faults: "Faults", faultsNote: "Choose requests, then click what goes wrong with the next of them.", method: "Method", any: "Any",
    phase: "When", before: "Before acting", after: "After acting", path: "Path", times: "Times",
    faultPlan: "Faults by chance", seed: "Seed", limit: "Limit", none: "none", chances: "Each chance, in percent",
    setPlan: "Set this plan", noPlan: "Nothing goes wrong by chance.", planOn: "Seed {0}: {1}", clearFaults: "Remove all faults",
    clock: "Clock", freeze: "Freeze", frozen: "frozen", plusMinute: "+ 1 minute", plusHour: "+ 1 hour", plusDay: "+ 1 day",
    plusMonth: "+ 30 days", timeUTC: "Time (UTC)", set: "Set", swiftTest: "As a Swift test",
    swiftTestNote: "Faults, plans and time of this market since it began, for your tests.", copyTest: "Copy as Swift test", preview: "Preview",
    vendors: "Vendors", beginAgain: "Begin again", products: "Products", rules: "Rules", strict: "Strict", lenient: "Lenient",
    resetMarket: "Reset the market", resetDone: "The market begins again.", copied: "Copied.", copyIdentifier: "Copy identifier",
    copySecret: "Copy secret", copy: "Copy", secret: "secret", faultAdded: "The next {0} fails: {1}.", request: "Request", response: "Response",
    close: "Close", matchThis: "Fault on such requests", noBody: "No body", requestBody: "Request body", responseBody: "Response body", bytes: "{0} bytes", keptOf: "{0} of {1} bytes",
    tooLarge: "longer than the market accepts", gone: "Fields and bodies are held of the latest requests only.", anyRequest: "request",
    once: "once", timesDone: "{0} times", refused: "refused", noEffect: "no effect", unseen: "the client cannot know",
    created: "Created", edited: "Edited", deleted: "Deleted", noIntents: "No writes yet.", onlyLatest: "The latest {0} of {1}.",
    unknownRequest: "A request that is no longer held", withoutKey: "without a key", sold: "Sold", stock: "Stock {0}", vendor: "vendor {0}",
    delayed: "+{0} ms", app: "App", filterEvents: "Filter events", allCauses: "All causes", noEvents: "No events yet.",
    noEventFits: "No event fits this filter.", appBegins: "{0} begins",
    appLive: "running", appGone: "has ended", appSuspended: "is suspended", appAwaited: "Waiting for the app to start.", appStore: "store {0}, {1} products",
    appPhotos: "{0} photos, {1}", heldUpUntil: "outbox held up until {0}", nextAttempt: "next attempt {0}", attempts: "attempts: {0}",
    writeNumber: "write {0}", eventsMissed: "{0} events were missed.", onlyFirst: "The first {0} of {1}.",
    "event.requestStarted": "request begins", "event.requestFinished": "request ends", "event.requestRetried": "request again", "event.read": "read",
    "event.searched": "searched", "event.stored": "stored", "event.image": "photo", "event.submission": "write", "event.refreshFailed": "refresh failed",
    "event.storeFailed": "store failed", "event.diskFull": "disk full", "event.cacheRebuilt": "copies made anew", "event.cacheDropped": "copies dropped",
    "event.userDataRecovered": "own data rescued", "event.suspended": "suspended", "event.resumed": "resumed",
    "fault.status": "injected", "fault.disconnect": "reset", "fault.close": "closed", "fault.hang": "no response", "fault.delay": "slow",
    "fault.truncate": "cut off", "fault.resetMidBody": "reset midway", "fault.drip": "drips", "fault.garbage": "rubbish", "fault.duplicate": "delivered twice",
    "fault.unauthorizedBasic": "401 Basic", "fault.replaceBody": "another page", "fault.redirect": "redirect", "fault.contentType": "wrong type", "fault.field": "extra field",
    "plan.rough": "Rough", "plan.lost": "Responses lost", "plan.slow": "Slow", "plan.overloaded": "Overloaded", "plan.twice": "Delivered twice",
    "chance.dropBefore": "Request lost", "chance.dropAfter": "Response lost", "chance.delay": "Slow", "chance.truncate": "Cut off", "chance.garbage": "Rubbish",
    "chance.duplicate": "Twice", "chance.status": "429, 5xx", "chance.unauthorized": "401", "chance.hang": "No response",
    "action.slow": "2 s slow", "action.truncate": "Cut off", "action.resetMidBody": "Reset midway", "action.drip": "Drip",
    "action.disconnect": "Reset", "action.close": "Close", "action.hang": "No response", "action.garbage": "Rubbish", "action.duplicate": "Deliver twice", "action.page": "HTML page",
  },
  ko: {
    title: "mock-server 콘솔", views: "화면", marketTime: "장터 시각", connecting: "연결 중 …", live: "연결됨",
    lost: "연결이 끊겼습니다. 다시 시도합니다", restarted: "서버가 다시 시작되었습니다. 새로 고침하세요",
    darkOrLight: "어둡게 / 밝게", requests: "요청", effects: "결과", catalogue: "상품", controls: "조작",
    filterRequests: "요청 거르기", kind: "요청 종류", all: "모두", writes: "쓰기", faulted: "장애", replayed: "재응답",
    errors: "오류", follow: "따라가기", clear: "비우기", noRequests: "아직 요청이 없습니다. 앱이 이 주소를 쓰게 하세요.",
    nothingFits: "맞는 요청이 없습니다.",
    gap: "오래된 요청 {0}건은 더 이상 없습니다.", intentsAndEffects: "의도와 결과",
    effectsNote: "왼쪽은 클라이언트의 요청, 오른쪽은 장터가 실제로 한 일입니다.",
    searchProducts: "상품 검색", more: "더 보기", found: "상품 {0}개", line: "상품 {0}개 · 시드 {1} · {2}",
    faults: "장애", faultsNote: "요청을 고르고, 다음 요청에 일어날 일을 누르세요.", method: "메서드", any: "모두",
    phase: "시점", before: "처리 전", after: "처리 후", path: "경로", times: "횟수",
    faultPlan: "무작위 장애", seed: "시드", limit: "최대 횟수", none: "없음", chances: "확률(퍼센트)",
    setPlan: "이대로 설정", noPlan: "무작위 장애가 없습니다.", planOn: "시드 {0}: {1}", clearFaults: "장애 모두 없애기",
    clock: "시계", freeze: "멈추기", frozen: "멈춤", plusMinute: "+ 1분", plusHour: "+ 1시간", plusDay: "+ 1일",
    plusMonth: "+ 30일", timeUTC: "시각 (UTC)", set: "설정", swiftTest: "Swift 테스트로",
    swiftTestNote: "장터를 시작한 뒤의 장애, 무작위 장애, 시각을 테스트 코드로 만듭니다.", copyTest: "Swift 테스트로 복사", preview: "미리 보기",
    vendors: "판매자", beginAgain: "새로 시작", products: "상품 수", rules: "규칙", strict: "엄격", lenient: "느슨",
    resetMarket: "장터 초기화", resetDone: "장터를 새로 시작했습니다.", copied: "복사했습니다.", copyIdentifier: "식별자 복사",
    copySecret: "비밀번호 복사", copy: "복사", secret: "비밀번호", faultAdded: "다음 {0}에 장애: {1}", request: "요청", response: "응답",
    close: "닫기", matchThis: "이런 요청에 장애", noBody: "본문 없음", requestBody: "요청 본문", responseBody: "응답 본문", bytes: "{0}바이트", keptOf: "{1}바이트 중 {0}바이트",
    tooLarge: "장터의 한도를 넘음", gone: "머리글과 본문은 최근 요청만 보관합니다.", anyRequest: "요청",
    once: "한 번", timesDone: "{0}번", refused: "거절됨", noEffect: "결과 없음", unseen: "클라이언트는 알 수 없음",
    created: "등록", edited: "수정", deleted: "삭제", noIntents: "아직 쓰기가 없습니다.", onlyLatest: "{1}건 중 최근 {0}건입니다.",
    unknownRequest: "더 이상 없는 요청", withoutKey: "키 없음", sold: "거래완료", stock: "재고 {0}", vendor: "판매자 {0}",
    delayed: "+{0}ms", app: "앱", filterEvents: "이벤트 거르기", allCauses: "모든 원인", noEvents: "아직 이벤트가 없습니다.",
    noEventFits: "맞는 이벤트가 없습니다.", appBegins: "{0} 시작",
    appLive: "실행 중", appGone: "종료됨", appSuspended: "일시 중단됨", appAwaited: "앱이 시작되기를 기다립니다.", appStore: "저장소 {0}, 상품 {1}개",
    appPhotos: "사진 {0}장, {1}", heldUpUntil: "{0}까지 보내지 않음", nextAttempt: "다음 시도 {0}", attempts: "{0}번 시도",
    writeNumber: "쓰기 {0}", eventsMissed: "이벤트 {0}개를 놓쳤습니다.", onlyFirst: "{1}개 중 처음 {0}개입니다.",
    "event.requestStarted": "요청 시작", "event.requestFinished": "요청 끝", "event.requestRetried": "다시 요청", "event.read": "읽기",
    "event.searched": "검색", "event.stored": "저장", "event.image": "사진", "event.submission": "쓰기", "event.refreshFailed": "새로 고침 실패",
    "event.storeFailed": "저장소 실패", "event.diskFull": "디스크 가득 참", "event.cacheRebuilt": "사본을 다시 만듦", "event.cacheDropped": "사본을 버림",
    "event.userDataRecovered": "사용자 데이터 복구", "event.suspended": "일시 중단", "event.resumed": "다시 시작",
    "fault.status": "주입", "fault.disconnect": "연결 끊김", "fault.close": "연결 닫힘", "fault.hang": "응답 없음", "fault.delay": "느림",
    "fault.truncate": "잘림", "fault.resetMidBody": "도중에 끊김", "fault.drip": "조금씩", "fault.garbage": "쓰레기", "fault.duplicate": "두 번 전달",
    "fault.unauthorizedBasic": "401 Basic", "fault.replaceBody": "다른 페이지", "fault.redirect": "리디렉션", "fault.contentType": "잘못된 형식", "fault.field": "추가 필드",
    "plan.rough": "거친 망", "plan.lost": "응답 유실", "plan.slow": "느림", "plan.overloaded": "과부하", "plan.twice": "두 번 전달",
    "chance.dropBefore": "요청 유실", "chance.dropAfter": "응답 유실", "chance.delay": "느림", "chance.truncate": "잘림", "chance.garbage": "쓰레기",
    "chance.duplicate": "두 번", "chance.status": "429, 5xx", "chance.unauthorized": "401", "chance.hang": "응답 없음",
    "action.slow": "2초 느리게", "action.truncate": "자르기", "action.resetMidBody": "도중에 끊기", "action.drip": "조금씩",
    "action.disconnect": "연결 끊기", "action.close": "연결 닫기", "action.hang": "응답 없음", "action.garbage": "쓰레기", "action.duplicate": "두 번 전달", "action.page": "HTML 페이지",
  },
};

const memory = (() => { try { return window.localStorage; } catch { return null; } })();
const wanted = memory?.getItem("language") ?? navigator.language;
let language = wanted.startsWith("ko") ? "ko" : "en";
const listeners = [];

/** The text called `name`, with its gaps filled. */
export function t(name, ...values) {
  const text = texts[language][name] ?? name;
  return values.reduce((result, value, index) => result.replaceAll(`{${index}}`, () => String(value)), text);
}

let numbers = new Intl.NumberFormat(language);
export const number = (value) => numbers.format(value);
export const onLanguage = (listener) => listeners.push(listener);

function apply() {
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) element.setAttribute("aria-label", t(element.dataset.tLabel));
  for (const element of document.querySelectorAll("[data-t-placeholder]")) element.placeholder = t(element.dataset.tPlaceholder);
  const button = document.getElementById("language");
  button.textContent = language === "ko" ? "English" : "한국어";
  button.lang = language === "ko" ? "en" : "ko";
  for (const listener of listeners) listener();
}

export function startTexts() {
  apply();
  document.getElementById("language").addEventListener("click", () => {
    language = language === "ko" ? "en" : "ko";
    memory?.setItem("language", language);
    apply();
  });
}
