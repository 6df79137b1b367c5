// swift-format-ignore-file
// Made by scripts/embed-console of the files in Page.

/// The files of the console's page.
enum ConsoleFiles {
  static let all: [(name: String, text: String)] = [
    ("app.js", ##"""
// What the app does, beside what the market does: its events, its outbox, and what its store and photos take.

import { $, make } from "./dom.js";
import { size } from "./log.js";
import { number, onLanguage, t } from "./texts.js";

const HELD = 10_000; // events that are held
const MOST = 200; // events that are displayed

const events = [];
let app = null; // { isConnected, hello, snapshot }
let run = {}; // the first line of the run of the app whose events come now; empty when it is not known
let cause = null; // { run, id } of the cause that is followed
let missed = 0;
let isDrawn = true;

/** Takes in what the server says of the app; `null` when it follows none. */
export function takeApp(record, lost) {
  if ($("app-link").hidden !== (record === null)) {
    for (const id of ["app-link", "view-app"]) $(id).hidden = record === null;
    document.body.classList.toggle("has-app", record !== null);
  }
  if (record === null) return;
  if (record.isConnected !== undefined) app = record;
  missed += lost;
  // Another run may have begun among those that are lost.
  if (lost > 0) run = {};
  for (const line of record.lines) {
    if (line.kind === "hello") run = line;
    else if (line.kind === "dropped") missed += line.count;
    else events.push({ ...line, run });
  }
  if (events.length > HELD + 1_000) events.splice(0, events.length - HELD);
  if (record.lines.length > 0 || record.isConnected !== undefined || lost > 0) schedule();
}

// Of the same run only: another one counts its causes from 1 again, and its store may be another.
/** Those of the events that follow from a cause, and from the writes that it has put into the outbox. */
function following(root) {
  const causes = new Set([root.id]);
  const writes = new Set();
  return events.filter(({ run, cause: own, submission }) => {
    if (run !== root.run) return false;
    const follows = own && (causes.has(own.id) || causes.has(own.parent));
    if (!follows && !writes.has(submission)) return false;
    if (own) causes.add(own.id);
    if (submission !== undefined) writes.add(submission);
    return true;
  });
}

function kindOf(kind) {
  const name = t(`event.${kind}`);
  return name.startsWith("event.") ? kind : name;
}
const words = (event) => [event.method, event.template].filter(Boolean).join(" ");
const result = ({ status, outcome, failure, submission, product, attempts, count }) => [
  status, outcome, submission !== undefined ? t("writeNumber", submission) : null, product !== undefined ? `#${product}` : null,
  attempts > 1 ? t("attempts", attempts) : null, count !== undefined ? `× ${number(count)}` : null, failure].filter((part) => part !== undefined && part !== null).join(" · ");

function line(event) {
  const isBad = event.failure !== undefined || event.status >= 400;
  const time = new Date(event.date);
  return make("li", { class: "event" },
    make("time", { dateTime: event.date }, Number.isNaN(time.getTime()) ? "" : time.toTimeString().slice(0, 8)),
    make("span", {}, make("strong", {}, kindOf(event.kind)), " ", make("span", { class: "path" }, words(event))),
    make("span", { class: `chip ${isBad ? "bad" : ""}` }, result(event)),
    make("span", { class: "number note" }, event.milliseconds !== undefined ? `${number(Math.round(event.milliseconds))} ms` : ""),
    event.cause
      ? make("button", { type: "button", class: "quiet", on: { click: () => followCause(event) } }, `#${event.cause.id} ${event.cause.name}`)
      : make("span", {}));
}

/** The line below the events of a run, which come latest first; none where the beginning of the run is not known. */
const beginning = ({ program, process }) => program === undefined ? [] : [make("li", { class: "run" }, t("appBegins", `${program} ${process}`))];

function standing() {
  const { hello, snapshot, isConnected } = app;
  const parts = [];
  if (hello) parts.push(make("p", {}, make("strong", {}, `${hello.program} ${hello.process}`), ` · ${hello.server ?? ""} · ${t(isConnected ? "appLive" : "appGone")}`));
  else parts.push(make("p", {}, t("appAwaited")));
  if (!snapshot) return parts;
  const { store, images, outbox } = snapshot;
  parts.push(make("p", { class: "note" }, [
    store ? t("appStore", size(store.bytes), number(store.products)) : null, images ? t("appPhotos", number(images.count), size(images.bytes)) : null,
    snapshot.outboxRetryAt ? t("heldUpUntil", snapshot.outboxRetryAt) : null].filter(Boolean).join(" · ")));
  for (const write of outbox.slice(0, 50)) {
    parts.push(make("p", { class: "chips" }, make("span", { class: `chip ${write.failure ? "bad" : "good"}` }, write.state),
      ` ${write.submission} · ${write.write} #${write.product}${write.attempts > 0 ? ` · ${t("attempts", number(write.attempts))}` : ""}${write.failure ? ` · ${write.failure}` : ""}${write.nextAttempt ? ` · ${t("nextAttempt", write.nextAttempt)}` : ""}`));
  }
  if (outbox.length > 50) parts.push(make("p", { class: "note" }, t("onlyFirst", number(50), number(outbox.length))));
  return parts;
}

function draw() {
  isDrawn = true;
  if (!app) return;
  $("app-count").textContent = number(events.length);
  if ($("view-app").offsetParent === null) return; // another view is displayed
  const text = $("app-search").value.trim().toLowerCase();
  const chosen = cause === null ? events : following(cause);
  const fitting = text === "" ? chosen : chosen.filter((event) => `${event.kind} ${words(event)} ${result(event)} ${event.cause?.name ?? ""}`.toLowerCase().includes(text));
  $("all-causes").hidden = cause === null;
  $("app-gap").hidden = missed === 0;
  $("app-gap").textContent = t("eventsMissed", number(missed));
  $("app-state").replaceChildren(...standing());
  const rows = fitting.slice(-MOST).reverse().flatMap((event, index, displayed) => {
    const isFirst = index + 1 < displayed.length ? displayed[index + 1].run !== event.run : displayed.length === fitting.length;
    return [line(event), ...(isFirst ? beginning(event.run) : [])];
  });
  if (rows.length === 0) rows.push(make("li", { class: "empty" }, t(events.length > 0 ? "noEventFits" : "noEvents")));
  if (fitting.length > MOST) rows.push(make("li", { class: "empty" }, t("onlyLatest", number(MOST), number(fitting.length))));
  $("events").replaceChildren(...rows);
}

function followCause(event) {
  cause = { run: event.run, id: event.cause.id };
  $("app-search").value = "";
  schedule();
  $("all-causes").hidden = false;
  $("all-causes").focus();
}

function schedule() {
  if (!isDrawn) return;
  isDrawn = false;
  requestAnimationFrame(draw);
}

export function startApp() {
  $("app-search").addEventListener("input", schedule);
  $("all-causes").addEventListener("click", () => { cause = null; $("app-search").focus(); schedule(); });
  addEventListener("hashchange", schedule);
  addEventListener("resize", schedule);
  onLanguage(schedule);
}
"""## + "\n"),
    ("catalogue.js", ##"""
// The products, with their photos; what is read here is neither logged nor struck by faults.

import { $, make, attempt } from "./dom.js";
import { call } from "./net.js";
import { number, onLanguage, t } from "./texts.js";

const SIZE = 40;
let wanted = 1; // pages that are to be displayed
let total = 0;
let products = [];
let asked = 0;

const photo = (address) => {
  try { return `/__mock/console${new URL(address, location.href).pathname}`; } catch { return ""; }
};
const money = (value, currency) => {
  try { return new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency, maximumFractionDigits: 2 }).format(value); } catch { return `${value} ${currency}`; }
};

function card(product) {
  const price = make("p", { class: "price" }, money(product.bargain_price, product.currency));
  if (product.discounted_price > 0) price.append(" ", make("s", {}, money(product.price, product.currency)));
  const image = make("img", { class: "photo", alt: "", loading: "lazy", decoding: "async", width: 160, height: 160 });
  image.addEventListener("error", () => image.replaceWith(make("span", { class: "photo" })), { once: true });
  image.src = photo(product.thumbnail);
  return make("li", { class: product.stock > 0 ? "product" : "product sold" },
    image, make("h3", {}, product.name), price,
    make("p", {}, `#${product.id} · ${product.vendorName}`),
    make("p", {}, product.stock > 0 ? t("stock", number(product.stock)) : t("sold"), ` · ${String(product.created_at).slice(0, 10)}`));
}

function draw() {
  $("found").textContent = t("found", number(total));
  $("product-count").textContent = number(total);
  $("product-list").replaceChildren(...products.map(card));
}

/** Reads another page, or again those that are displayed. */
async function read(isMore) {
  asked += 1;
  const mine = asked;
  wanted = isMore ? wanted + 1 : Math.min(wanted, 25);
  const [next, count] = isMore ? [wanted, 1] : [1, wanted];
  await attempt(async () => {
    const text = encodeURIComponent($("search").value);
    const found = await call("GET", `console/products?page_no=${next}&items_per_page=${SIZE * count}&search_value=${text}`);
    if (mine !== asked) return;
    const known = new Set(isMore ? products.map((product) => product.id) : []);
    const added = found.pages.filter((product) => !known.has(product.id));
    [total, products] = [found.totalCount, isMore ? [...products, ...added] : found.pages];
    $("more").hidden = !found.hasNext;
    if (isMore) {
      $("found").textContent = t("found", number(total));
      $("product-list").append(...added.map(card));
    } else {
      draw();
    }
  });
}

let timer;
/** Reads the first page again, soon. */
export function refreshCatalogue(delay = 300) {
  clearTimeout(timer);
  timer = setTimeout(() => read(false), delay);
}

export function startCatalogue() {
  $("search").addEventListener("input", () => { wanted = 1; refreshCatalogue(150); });
  $("more").addEventListener("click", () => read(true));
  onLanguage(draw);
  read(false);
}
"""## + "\n"),
    ("console.css", ##"""
:root {
  color-scheme: light dark;
  --back: light-dark(#f6f5f1, #131519);
  --panel: light-dark(#ffffff, #1a1d22);
  --raised: light-dark(#f1efea, #23272e);
  --line: light-dark(#e3e0d8, #2b3038);
  --edge: light-dark(#8b8880, #6d7480);
  --ink: light-dark(#1c1f24, #e9e7e2);
  --soft: light-dark(#595d65, #a6abb4);
  --accent: light-dark(#0b6b61, #5fcfbf);
  --on-accent: light-dark(#ffffff, #0c2622);
  --accent-back: light-dark(#e0f0ed, #17332f);
  --warn: light-dark(#7d4400, #f2b862);
  --warn-back: light-dark(#fcefd9, #38290f);
  --bad: light-dark(#9c1f19, #ff988f);
  --bad-back: light-dark(#fbe6e4, #3b1b19);
  --info: light-dark(#28499a, #9bb9ff);
  --info-back: light-dark(#e7edfb, #1b2643);
  --mono: ui-monospace, "SF Mono", Menlo, "Cascadia Mono", "DejaVu Sans Mono", monospace;
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", sans-serif;
  color: var(--ink);
  background: var(--back);
}
* { box-sizing: border-box; }
body { margin: 0; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
h1, h2, h3, p, ol, ul, pre, dl, dd { margin: 0; padding: 0; }
h1 { font-size: 1rem; font-weight: 650; display: flex; gap: .5rem; align-items: center; }
h2 { font-size: 1rem; font-weight: 650; }
h3 { font-size: .93rem; font-weight: 650; }
ol, ul { list-style: none; }
[hidden] { display: none !important; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.scroll:focus-visible, #log:focus-visible, pre:focus-visible { outline-offset: -2px; }

button, input, select { font: inherit; color: inherit; min-height: 2.15rem; border-radius: .5rem; border: 1px solid var(--edge); background: var(--panel); padding: .2rem .65rem; }
button { cursor: pointer; background: var(--raised); border-color: transparent; }
button:hover { background: var(--accent-back); }
button:active { transform: translateY(1px); }
button[aria-pressed="true"] { background: var(--accent-back); color: var(--accent); font-weight: 600; }
button.main { background: var(--accent); color: var(--on-accent); font-weight: 600; }
button.main:hover { filter: brightness(1.08); }
button.quiet { background: none; border-color: var(--edge); }
input, select { width: 100%; }
input::placeholder { color: var(--soft); opacity: 1; }

header { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem 1.1rem; padding: .6rem 1rem; }
header p { color: var(--soft); font-size: .9rem; }
header #connection { margin-inline-start: auto; }
#connection::before { content: ""; display: inline-block; width: .55em; height: .55em; border-radius: 50%; margin-inline-end: .45em; background: var(--soft); }
#connection.live::before { background: var(--accent); }
#connection.lost { color: var(--bad); }
#connection.lost::before { background: var(--bad); }
header button { min-height: 1.9rem; background: none; color: var(--soft); padding: .1rem .5rem; }
time, .number { font-variant-numeric: tabular-nums; }
#now { color: var(--ink); font-weight: 600; }

nav { display: flex; gap: .25rem; padding: 0 .75rem; overflow-x: auto; }
nav a { color: var(--soft); text-decoration: none; padding: .5rem .75rem; border-radius: .6rem .6rem 0 0; white-space: nowrap; }
nav a:hover { color: var(--ink); }
nav a[aria-current] { color: var(--ink); background: var(--panel); font-weight: 600; }
nav b { font-weight: 500; color: var(--soft); font-variant-numeric: tabular-nums; margin-inline-start: .2em; }

main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr); background: var(--line); gap: 1px; border-top: 1px solid var(--line); }
main:empty { background: var(--panel); }
main > section { background: var(--panel); min-height: 0; min-width: 0; display: none; flex-direction: column; container-type: inline-size; }
body[data-view="requests"] #view-requests, body[data-view="effects"] #view-effects,
body[data-view="app"] #view-app:not([hidden]), body[data-view="catalogue"] #view-catalogue, body[data-view="controls"] #view-controls { display: flex; }
.scroll { overflow: auto; min-height: 0; flex: 1; }
.bar { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; padding: .75rem 1rem; }
.bar input { flex: 1 1 11rem; width: auto; }
.bar select { width: auto; }
.note { color: var(--soft); font-size: .9rem; }
.empty { color: var(--soft); padding: 3rem 1rem; text-align: center; flex: 1; }
#gap { padding: 0 1rem .5rem; }

#log { flex: 1; min-height: 5rem; overflow-y: scroll; position: relative; contain: strict; font-size: .93rem; }
#log-rows { position: relative; contain: layout size; }
.row { position: absolute; inset-inline: 0; top: 0; height: 30px; padding: 0 1rem; display: grid; align-items: center; gap: .75rem; grid-template-columns: 6.2em 4.6em minmax(0, 1fr) auto 2.6em 5.2em; cursor: default; contain: strict; white-space: nowrap; border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
.row > span { overflow: hidden; text-overflow: ellipsis; }
.row:hover { background: var(--raised); }
.row[aria-selected="true"] { background: var(--accent-back); }
.row .time, .row .size { color: var(--soft); font-variant-numeric: tabular-nums; }
.row .size { text-align: end; }
.row .method { color: var(--soft); }
.row .method.write { color: var(--ink); font-weight: 650; }
.row .target { font-family: var(--mono); font-size: .92em; }
.row .marks { display: flex; gap: .3rem; }
.row .status { font-weight: 600; text-align: end; font-variant-numeric: tabular-nums; }
.status.good { color: var(--accent); }
.status.other { color: var(--info); }
.status.bad { color: var(--bad); }
.chip { display: inline-block; font-size: .82rem; line-height: 1.35rem; padding: 0 .5rem; border-radius: 1rem; background: var(--raised); color: var(--soft); white-space: nowrap; }
.chip.fault { background: var(--warn-back); color: var(--warn); }
.chip.replayed { background: var(--info-back); color: var(--info); }
.chip.good { background: var(--accent-back); color: var(--accent); }
.chip.bad { background: var(--bad-back); color: var(--bad); }
@container (max-width: 640px) {
  .row { grid-template-columns: 4.4em minmax(0, 1fr) auto 2.6em; gap: .5rem; padding: 0 .75rem; }
  .row .time, .row .size { display: none; }
}

#detail { flex: 0 1 52%; min-height: 12rem; overflow: auto; border-top: 1px solid var(--line); background: var(--panel); box-shadow: 0 -6px 18px light-dark(#0000000d, #00000040); }
#detail .bar { position: sticky; top: 0; background: var(--panel); z-index: 1; padding-block: .5rem; }
#detail h3 { font-family: var(--mono); font-size: .92rem; overflow-wrap: anywhere; flex: 1; min-width: 12rem; }
#detail .sides { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 0 1rem 1rem; }
@container (min-width: 820px) { #detail .sides { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); } }
#detail h4 { margin: 0 0 .35rem; font-size: .9rem; color: var(--soft); font-weight: 600; }
#detail dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .8rem; font-size: .88rem; margin-bottom: .5rem; }
#detail dt { color: var(--soft); max-width: 16em; overflow-wrap: anywhere; }
#detail dd { font-family: var(--mono); font-size: .95em; overflow-wrap: anywhere; }
pre { font: .86rem/1.5 var(--mono); background: var(--back); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .75rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 28rem; }

.intent { display: grid; grid-template-columns: minmax(0, 1fr) 1.5rem minmax(0, 1fr); gap: .35rem .75rem; padding: .7rem 1rem; border-bottom: 1px solid var(--line); align-items: center; }
.intent .arrow { color: var(--soft); text-align: center; }
.intent strong { font-weight: 600; overflow-wrap: anywhere; }
.intent p { overflow-wrap: anywhere; }
.intent .path { font-family: var(--mono); font-size: .88em; color: var(--soft); }
.chips { display: flex; flex-wrap: wrap; gap: .3rem; margin-top: .25rem; }
@container (max-width: 520px) {
  .intent { grid-template-columns: minmax(0, 1fr); }
  .intent .arrow { display: none; }
  .intent > :last-child { padding-inline-start: .9rem; border-inline-start: 2px solid var(--accent); }
}

#app-gap { padding: 0 1rem .5rem; }
#app-state { padding: 0 1rem .75rem; display: grid; gap: .25rem; }
#app-state .chips { align-items: center; overflow-wrap: anywhere; }
.event { display: grid; grid-template-columns: 4.6em minmax(0, 1.2fr) minmax(0, 1fr) 4.5em minmax(0, 1fr); gap: .25rem .75rem; align-items: center; padding: .3rem 1rem; border-bottom: 1px solid var(--line); }
.event time, .event .path { color: var(--soft); }
.event .path { font-family: var(--mono); font-size: .88em; overflow-wrap: anywhere; }
.event .chip { white-space: normal; overflow-wrap: anywhere; }
.event .chip, .event button { justify-self: start; }
.event .chip:empty { visibility: hidden; }
.event .number { text-align: end; }
.event button { min-height: 1.7rem; padding: .05rem .5rem; text-align: start; font-size: .88rem; overflow-wrap: anywhere; }
.run { padding: .3rem 1rem; color: var(--soft); font-size: .88rem; text-align: center; border-bottom: 1px solid var(--edge); overflow-wrap: anywhere; }
@container (max-width: 640px) {
  .event { grid-template-columns: 4.6em minmax(0, 1fr) auto; }
  .event button { grid-column: 2 / -1; }
}

#product-list { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(10.5rem, 42cqi), 1fr)); gap: 1rem; padding: .25rem 1rem 1rem; }
.product { min-width: 0; }
.product .photo { display: block; width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: .75rem; background: var(--raised); }
.product h3 { margin-top: .45rem; overflow: hidden; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow-wrap: anywhere; }
.product p { font-size: .88rem; color: var(--soft); overflow-wrap: anywhere; }
.product .price { color: var(--ink); font-size: .95rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.product s { color: var(--soft); font-weight: 400; }
.product.sold .photo { opacity: .5; }
#more { display: block; margin: 0 auto 1.5rem; padding-inline: 1.5rem; }

.card { padding: 1rem; border-bottom: 1px solid var(--line); display: grid; gap: .6rem; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; align-items: end; }
.fields label { display: grid; gap: .15rem; font-size: .85rem; color: var(--soft); min-width: 0; }
.fields label > input, .fields label > select { color: var(--ink); font-size: .93rem; }
.fields .wide { grid-column: 1 / 2; }
.buttons { display: flex; flex-wrap: wrap; gap: .4rem; }
.state { font-size: .9rem; color: var(--soft); }
.state.on { color: var(--warn); }
.list { display: grid; gap: .4rem; font-size: .9rem; }
.list:empty { display: none; }
#fault-list li { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; overflow-wrap: anywhere; }
#vendor-list li { display: grid; grid-template-columns: 1fr auto; gap: .2rem .5rem; align-items: center; padding-block: .35rem; }
#vendor-list .name { grid-column: 1 / -1; font-weight: 600; }
#vendor-list code { font: .84rem var(--mono); overflow-wrap: anywhere; color: var(--soft); }
summary { cursor: pointer; color: var(--soft); font-size: .9rem; padding-block: .3rem; }
details > .fields, details > pre { margin-block: .4rem; }

#message { position: fixed; inset-block-end: 1.25rem; inset-inline: 1rem; margin-inline: auto; width: fit-content; max-width: 34rem; padding: .55rem 1rem; border-radius: .75rem; background: var(--ink); color: var(--panel); box-shadow: 0 6px 24px #0000002e; }
#message:empty { display: none; }
#message.bad { background: var(--bad); }

@media (max-width: 700px) {
  header { padding: .5rem .75rem .25rem; gap: .1rem .6rem; }
  #clock-line { order: 5; flex-basis: 100%; }
  #market-line { order: 6; }
  nav { padding: 0 .35rem; gap: 0; }
  nav a { padding: .45rem .5rem; }
  nav #product-count { display: none; }
}
@media (min-width: 1000px) {
  main { grid-template-columns: minmax(0, 1fr) 23rem; }
  #view-controls { display: flex; grid-column: 2; grid-row: 1; }
  nav a[href="#controls"] { display: none; }
}
@media (min-width: 2200px) {
  :root { font-size: 16px; }
  nav { display: none; }
  main { grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1.1fr) 25rem; }
  #view-requests, #view-effects, #view-catalogue, #view-controls { display: flex !important; }
  #view-controls { grid-column: 4; }
  .has-app main { grid-template-rows: minmax(0, 1fr) minmax(0, 1fr); }
  .has-app #view-app { display: flex !important; grid-area: 2 / 1; }
  .has-app #view-requests { grid-area: 1 / 1; }
  .has-app #view-effects { grid-area: 1 / 2 / 3; }
  .has-app #view-catalogue { grid-area: 1 / 3 / 3; }
  .has-app #view-controls { grid-area: 1 / 4 / 3; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: background .12s; } }
@media (forced-colors: active) { .chip { border: 1px solid; } .row[aria-selected="true"] { outline: 2px solid Highlight; } }
"""## + "\n"),
    ("console.html", ##"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="console-token" content="{{token}}">
<title>mock-server</title>
<link rel="icon" href="/__mock/console/icon.svg">
<style nonce="{{nonce}}">{{style}}</style>
<!-- After the first paint, which modules would delay. -->
<script nonce="{{nonce}}">requestAnimationFrame(() => setTimeout(() => import("/__mock/console/console.js")))</script>
</head>
<body>
<header>
  <h1><img id="icon" alt="" width="24" height="24"> mock-server</h1>
  <p id="market-line"></p>
  <p id="clock-line"><span data-t="marketTime">Market time</span> <time id="now">–</time></p>
  <p id="connection" role="status" data-t="connecting">Connecting …</p>
  <button id="language" type="button"></button>
  <button id="theme" type="button" data-t-label="darkOrLight" aria-label="Dark / light"></button>
</header>
<nav data-t-label="views" aria-label="Views">
  <a href="#requests"><span data-t="requests">Requests</span> <b id="request-count">0</b></a>
  <a href="#effects"><span data-t="effects">Effects</span> <b id="effect-count">0</b></a>
  <a href="#app" id="app-link" hidden><span data-t="app">App</span> <b id="app-count">0</b></a>
  <a href="#catalogue"><span data-t="catalogue">Catalogue</span> <b id="product-count">0</b></a>
  <a href="#controls" data-t="controls">Controls</a>
</nav>
<main></main>
<!-- Forms take a browser's time: they come after the first paint. -->
<template id="views">
  <section id="view-requests" aria-labelledby="requests-title">
    <div class="bar">
      <h2 id="requests-title" data-t="requests">Requests</h2>
      <input id="log-search" type="search" data-t-placeholder="filterRequests" data-t-label="filterRequests" aria-label="Filter" maxlength="200">
      <select id="log-kind" data-t-label="kind" aria-label="Kind">
        <option value="all" data-t="all">All</option>
        <option value="writes" data-t="writes">Writes</option>
        <option value="faulted" data-t="faulted">Faulted</option>
        <option value="replayed" data-t="replayed">Replayed</option>
        <option value="errors" data-t="errors">Errors</option>
      </select>
      <button id="follow" type="button" aria-pressed="true" data-t="follow">Follow</button>
      <button id="clear" type="button" data-t="clear">Clear</button>
    </div>
    <p id="gap" class="note" hidden></p>
    <div id="log" role="grid" tabindex="0" data-t-label="requests" aria-label="Requests" aria-colcount="6"><div id="log-rows" role="rowgroup"></div></div>
    <p id="log-empty" class="empty" data-t="noRequests">No requests yet. Point your app at this address.</p>
    <section id="detail" hidden aria-labelledby="detail-title"></section>
  </section>
  <section id="view-effects" aria-labelledby="effects-title">
    <div class="bar">
      <h2 id="effects-title" data-t="intentsAndEffects">Intents and effects</h2>
      <p class="note" data-t="effectsNote">On the left what clients asked for, on the right what the market did.</p>
    </div>
    <div id="intents" class="scroll" tabindex="0" role="group" aria-labelledby="effects-title"></div>
  </section>
  <section id="view-app" aria-labelledby="app-title" hidden>
    <div class="bar">
      <h2 id="app-title" data-t="app">App</h2>
      <input id="app-search" type="search" data-t-placeholder="filterEvents" data-t-label="filterEvents" aria-label="Filter events" maxlength="200">
      <button id="all-causes" type="button" data-t="allCauses" hidden>All causes</button>
    </div>
    <p id="app-gap" class="note" hidden></p>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="app-title"><div id="app-state"></div><ol id="events"></ol></div>
  </section>
  <section id="view-catalogue" aria-labelledby="catalogue-title">
    <div class="bar">
      <h2 id="catalogue-title" data-t="catalogue">Catalogue</h2>
      <input id="search" type="search" data-t-placeholder="searchProducts" data-t-label="searchProducts" aria-label="Search" maxlength="200">
      <p id="found" class="note" role="status"></p>
    </div>
    <div id="products" class="scroll" tabindex="0" role="group" aria-labelledby="catalogue-title"><ul id="product-list"></ul><button id="more" type="button" data-t="more" hidden>More</button></div>
  </section>
  <section id="view-controls" class="scroll" aria-labelledby="controls-title" tabindex="0">
    <h2 id="controls-title" class="hidden" data-t="controls">Controls</h2>
    <section class="card" aria-labelledby="faults-title">
      <h3 id="faults-title" data-t="faults">Faults</h3>
      <p class="note" data-t="faultsNote">Choose requests, then click what goes wrong with the next of them.</p>
      <div class="fields">
        <label><span data-t="method">Method</span>
          <select id="fault-method"><option value="" data-t="any">Any</option><option>GET</option><option>POST</option><option>PATCH</option><option>DELETE</option></select></label>
        <label><span data-t="phase">When</span>
          <select id="fault-phase"><option value="before" data-t="before">Before acting</option><option value="after" data-t="after">After acting</option></select></label>
        <label class="wide"><span data-t="path">Path</span><input id="fault-path" placeholder="/api/products/*" maxlength="500" spellcheck="false" autocomplete="off"></label>
        <label><span data-t="times">Times</span><input id="fault-times" type="number" min="1" max="1000000" value="1"></label>
      </div>
      <div id="fault-actions" class="buttons"></div>
      <ol id="fault-list" class="list"></ol>
    </section>
    <section class="card" aria-labelledby="plan-title">
      <h3 id="plan-title" data-t="faultPlan">Faults by chance</h3>
      <div class="fields">
        <label><span data-t="seed">Seed</span><input id="plan-seed" type="number" min="0" max="9007199254740991" value="7"></label>
        <label><span data-t="limit">Limit</span><input id="plan-limit" type="number" min="0" max="1000000" data-t-placeholder="none" placeholder="none"></label>
      </div>
      <div id="plan-presets" class="buttons"></div>
      <details><summary data-t="chances">Each chance, in percent</summary>
        <div id="plan-chances" class="fields"></div>
        <button id="plan-set" type="button" data-t="setPlan">Set this plan</button>
      </details>
      <p id="plan-line" class="state"></p>
      <button id="faults-clear" type="button" class="quiet" data-t="clearFaults">Remove all faults</button>
    </section>
    <section class="card" aria-labelledby="clock-title">
      <h3 id="clock-title" data-t="clock">Clock</h3>
      <div class="buttons">
        <button id="freeze" type="button" aria-pressed="false" data-t="freeze">Freeze</button>
        <button type="button" data-advance="60" data-t="plusMinute">+ 1 minute</button>
        <button type="button" data-advance="3600" data-t="plusHour">+ 1 hour</button>
        <button type="button" data-advance="86400" data-t="plusDay">+ 1 day</button>
        <button type="button" data-advance="2592000" data-t="plusMonth">+ 30 days</button>
      </div>
      <div class="fields">
        <label class="wide"><span data-t="timeUTC">Time (UTC)</span><input id="clock-time" type="datetime-local" step="1"></label>
        <button id="clock-set" type="button" data-t="set">Set</button>
      </div>
    </section>
    <section class="card" aria-labelledby="test-title">
      <h3 id="test-title" data-t="swiftTest">As a Swift test</h3>
      <p class="note" data-t="swiftTestNote">Faults, plans and time of this market since it began, for your tests.</p>
      <button id="copy-test" type="button" class="main" data-t="copyTest">Copy as Swift test</button>
      <details id="test-details"><summary data-t="preview">Preview</summary><pre id="test-text" tabindex="0" lang="en"></pre></details>
    </section>
    <section class="card" aria-labelledby="vendors-title">
      <h3 id="vendors-title" data-t="vendors">Vendors</h3>
      <ul id="vendor-list" class="list"></ul>
    </section>
    <section class="card" aria-labelledby="reset-title">
      <h3 id="reset-title" data-t="beginAgain">Begin again</h3>
      <div class="fields">
        <label><span data-t="seed">Seed</span><input id="reset-seed" type="number" min="0" max="9007199254740991" value="7"></label>
        <label><span data-t="products">Products</span><input id="reset-count" type="number" min="0" max="5000000" value="100"></label>
        <label><span data-t="rules">Rules</span><select id="reset-mode"><option value="strict" data-t="strict">Strict</option><option value="lenient" data-t="lenient">Lenient</option></select></label>
      </div>
      <button id="reset" type="button" class="quiet" data-t="resetMarket">Reset the market</button>
    </section>
  </section>
</template>
<p id="message" role="status"></p>
</body>
</html>
"""## + "\n"),
    ("console.js", ##"""
// The console: what happens comes in here, and goes to the views.

import { $ } from "./dom.js";
import { call, follow } from "./net.js";
import { startTexts, onLanguage, number, t } from "./texts.js";
import { addLines, emptyLog, startLog } from "./log.js";
import { closeDetail, openDetail, startDetail } from "./detail.js";
import { addEffects, addRequests, emptyEffects, lastEffect, startEffects } from "./effects.js";
import { startApp, takeApp } from "./app.js";
import { refreshCatalogue, startCatalogue } from "./catalogue.js";
import { matchLine, refreshControls, startControls } from "./controls.js";

let epoch = 0;
let change = -1;
let known = 0; // effects of the market
let lost = 0;
let state = "connecting";

function view() {
  const name = location.hash.slice(1);
  // The view of the app is there only where one is followed, as the first record says.
  const isThere = ["requests", "effects", "app", "catalogue", "controls"].includes(name) && !$(`view-${name}`).hidden;
  document.body.dataset.view = isThere ? name : "requests";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${document.body.dataset.view}`) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  }
}

function drawState() {
  const line = $("connection");
  if (line.textContent !== t(state)) line.textContent = t(state);
  line.className = state === "live" ? "live" : state === "connecting" ? "" : "lost";
  $("gap").hidden = lost === 0;
  $("gap").textContent = t("gap", number(lost));
}

let isReadingEffects = false;
async function readEffects() {
  if (isReadingEffects) return;
  isReadingEffects = true;
  try {
    while (lastEffect() < known) {
      const mine = epoch;
      const added = await call("GET", `console/ledger?after=${lastEffect()}`);
      if (mine !== epoch) continue;
      if (added.length === 0) break;
      addEffects(added);
    }
    refreshCatalogue();
  } finally {
    isReadingEffects = false;
  }
}

function take(record, { isNew, isLast, lost: missing, lostEvents }) {
  const wasHidden = $("view-app").hidden;
  takeApp(record.app, lostEvents);
  if ($("view-app").hidden !== wasHidden) view();
  if (isNew) {
    const isFirst = epoch === 0;
    epoch = record.epoch;
    [known, lost] = [0, isFirst ? record.first - 1 : 0];
    emptyLog();
    emptyEffects();
    closeDetail();
    if (!isFirst) refreshCatalogue(0);
  }
  if (missing > 0 || isNew) { lost += missing; drawState(); }
  if (record.lines.length > 0) {
    addLines(record.lines);
    addRequests(record.lines);
  }
  if (record.change !== change || isNew) {
    change = record.change;
    refreshControls(isNew);
  }
  // The requests first, which the effects belong to.
  if (isLast && record.effects !== known) {
    known = record.effects;
    readEffects();
  }
}

function startTheme() {
  const root = document.documentElement;
  let chosen = null;
  try { chosen = localStorage.getItem("theme"); } catch { /* then it is the system's */ }
  if (chosen === "dark" || chosen === "light") root.style.colorScheme = chosen;
  $("icon").src = "/__mock/console/icon.svg";
  $("theme").textContent = "◐";
  $("theme").addEventListener("click", () => {
    const isDark = root.style.colorScheme ? root.style.colorScheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.style.colorScheme = isDark ? "light" : "dark";
    try { localStorage.setItem("theme", root.style.colorScheme); } catch { /* then it is for this page */ }
  });
}

document.querySelector("main").append($("views").content);
addEventListener("hashchange", view);
view();
startTheme();
startLog((line) => openDetail(line, epoch));
startDetail(matchLine);
startEffects();
startApp();
startControls();
onLanguage(drawState);
startTexts();
startCatalogue();
follow(take, (name) => { if (name !== state) { state = name; drawState(); } });
"""## + "\n"),
    ("controls.js", ##"""
// Faults, plans, the clock, vendors, the Swift test, and beginning again.

import { $, make, attempt, copy, say } from "./dom.js";
import { call } from "./net.js";
import { number, onLanguage, t } from "./texts.js";

const actions = [
  ["503", { type: "status", status: 503 }], ["500", { type: "status", status: 500 }],
  ["429 · 2 s", { type: "status", status: 429, retryAfter: 2 }], ["401 Basic", { type: "unauthorizedBasic" }],
  ["action.disconnect", { type: "disconnect" }], ["action.close", { type: "close" }], ["action.hang", { type: "hang" }],
  ["action.slow", { type: "delay", seconds: 2 }], ["action.truncate", { type: "truncate", afterBytes: 20 }],
  ["action.resetMidBody", { type: "resetMidBody", afterBytes: 20 }], ["action.drip", { type: "drip", bytes: 16, every: 0.05 }],
  ["action.garbage", { type: "garbage" }], ["action.duplicate", { type: "duplicate" }],
  ["action.page", { type: "replaceBody", body: "<!doctype html><title>Sign in</title>", contentType: "text/html" }],
];
const presets = [
  ["plan.rough", { dropBefore: 0.12, dropAfter: 0.12, delay: 0.06, truncate: 0.06, garbage: 0.04, status: 0.1 }],
  ["plan.lost", { dropAfter: 0.3 }], ["plan.slow", { delay: 0.8 }], ["plan.overloaded", { status: 0.5 }], ["plan.twice", { duplicate: 0.3 }],
];
const chances = ["dropBefore", "dropAfter", "delay", "truncate", "garbage", "duplicate", "status", "unauthorized", "hang"];
const percent = (value) => `${number(Math.round(value * 1000) / 10)} %`;

let clock = null; // { now, frozen, readAt }
let faults = [];
let plan = null;
let market = null;

// Faults

function matchOf() {
  const match = {};
  if ($("fault-method").value) match.method = $("fault-method").value;
  if ($("fault-path").value.trim()) match.path = $("fault-path").value.trim();
  return match;
}

async function addFault(action, name) {
  const times = Math.max(1, Math.round(Number($("fault-times").value) || 1));
  await attempt(async () => {
    await call("POST", "faults", { match: matchOf(), phase: $("fault-phase").value, action, times });
    say(t("faultAdded", $("fault-method").value || t("anyRequest"), name));
  });
}

function drawFaults() {
  $("fault-list").replaceChildren(...faults.slice(0, 100).map(({ match, phase, action, times }) => {
    const query = Object.entries(match.query).map(([key, value]) => `${key}=${value}`).join("&");
    const what = action.status && action.type === "status" ? String(action.status) : t(`fault.${action.type}`);
    return make("li", {}, make("span", { class: "chip fault" }, what), `${match.method ?? t("any")} ${match.path ?? ""}${query ? `?${query}` : ""}`,
      make("span", { class: "note" }, `${t(phase)} · ${number(times)}×`));
  }));
}

/** Makes the faults of this panel strike requests like `line`. */
export function matchLine(line) {
  if ([...$("fault-method").options].some((option) => option.value === line.method)) $("fault-method").value = line.method;
  $("fault-path").value = line.target.split("?")[0];
  location.hash = window.innerWidth < 1000 ? "#controls" : location.hash;
  $("fault-path").focus();
}

// Plans

async function setPlan(values) {
  const seed = Math.max(0, Math.round(Number($("plan-seed").value) || 0));
  const limit = $("plan-limit").value === "" ? {} : { limit: Math.max(0, Math.round(Number($("plan-limit").value))) };
  await attempt(() => call("POST", "fault-plan", { seed, ...limit, ...values }));
}

function drawPlan() {
  const line = $("plan-line");
  line.className = plan ? "state on" : "state";
  const parts = plan ? chances.filter((name) => plan[name]).map((name) => `${t(`chance.${name}`)} ${percent(plan[name])}`) : [];
  line.textContent = plan ? t("planOn", String(plan.seed), parts.join(", ")) : t("noPlan");
}

function drawButtons() {
  const label = (name) => (name.includes(".") ? t(name) : name);
  $("fault-actions").replaceChildren(...actions.map(([name, action]) => make("button", { type: "button", on: { click: () => addFault(action, label(name)) } }, label(name))));
  $("plan-presets").replaceChildren(...presets.map(([name, values]) => make("button", { type: "button", on: { click: () => setPlan(values) } }, t(name))));
  const old = Object.fromEntries(chances.map((name) => [name, $(`chance-${name}`)?.value ?? ""]));
  $("plan-chances").replaceChildren(...chances.map((name) => make("label", {}, make("span", {}, t(`chance.${name}`)),
    make("input", { type: "number", min: 0, max: 100, id: `chance-${name}`, value: old[name], placeholder: "0" }))));
}

// Clock

const moment = () => new Date(clock.now.getTime() + (clock.frozen ? 0 : performance.now() - clock.readAt));
function tick() {
  if (!clock || document.hidden) return;
  const text = moment().toISOString().slice(0, 19).replace("T", " ");
  $("now").textContent = clock.frozen ? `${text} · ${t("frozen")}` : text;
}

const changeClock = (change) => attempt(async () => takeClock(await call("POST", "clock", change)));
function takeClock({ now, frozen }) {
  clock = { now: new Date(now), frozen, readAt: performance.now() };
  $("freeze").setAttribute("aria-pressed", String(frozen));
  if (document.activeElement !== $("clock-time")) $("clock-time").value = clock.now.toISOString().slice(0, 19);
  tick();
}

// Vendors and the market

function secretLine(value, display, label) {
  return [make("code", {}, display), make("button", { type: "button", "aria-label": label, on: { click: () => copy(value, t("copied")) } }, t("copy"))];
}

function drawMarket() {
  if (!market) return;
  $("market-line").textContent = t("line", number(market.productCount), String(market.seed), t(market.mode));
  $("vendor-list").replaceChildren(...market.vendors.map((vendor) => make("li", {},
    make("span", { class: "name" }, `${vendor.name} · ${t("vendor", String(vendor.id))}`),
    ...secretLine(vendor.identifier, vendor.identifier, `${t("copy")}: ${t("copyIdentifier")}, ${vendor.name}`),
    ...secretLine(vendor.secret, `${t("secret")} ••••••••`, `${t("copy")}: ${t("copySecret")}, ${vendor.name}`))));
}

// The state of the server

let isReading = false;
let isAskedAgain = false;
/** Reads faults, plan, clock and set-up again; calls that come meanwhile are one more. */
export async function refreshControls(isReset) {
  if (isReading) { isAskedAgain = true; return; }
  isReading = true;
  await attempt(async () => {
    const [script, chance, time, setUp] = await Promise.all([
      call("GET", "faults"), call("GET", "fault-plan"), call("GET", "clock"), call("GET", "console/market")]);
    [faults, plan, market] = [script, chance, setUp];
    takeClock(time);
    drawFaults();
    drawPlan();
    drawMarket();
    if (isReset) {
      $("reset-seed").value = market.seed;
      $("reset-count").value = market.productCount;
      $("reset-mode").value = market.mode;
    }
    if ($("test-details").open) $("test-text").textContent = await call("GET", "console/swift-test");
  });
  isReading = false;
  if (isAskedAgain) { isAskedAgain = false; await refreshControls(false); }
}

export function startControls() {
  onLanguage(() => { drawButtons(); drawFaults(); drawPlan(); drawMarket(); tick(); });
  drawButtons();
  $("plan-set").addEventListener("click", () => setPlan(Object.fromEntries(chances.map((name) => [name, Number($(`chance-${name}`).value) / 100]).filter(([, value]) => value > 0))));
  $("faults-clear").addEventListener("click", () => attempt(() => call("DELETE", "faults")));
  $("freeze").addEventListener("click", () => changeClock({ freeze: !clock?.frozen }));
  for (const button of document.querySelectorAll("[data-advance]")) button.addEventListener("click", () => changeClock({ advance: Number(button.dataset.advance) }));
  $("clock-set").addEventListener("click", () => { if ($("clock-time").value) changeClock({ set: new Date(`${$("clock-time").value}Z`).toISOString() }); });
  $("copy-test").addEventListener("click", () => attempt(async () => copy(await call("GET", "console/swift-test"), t("copied"))));
  $("test-details").addEventListener("toggle", () => refreshControls(false));
  $("reset").addEventListener("click", () => attempt(async () => {
    await call("POST", "reset", { seed: Number($("reset-seed").value), productCount: Number($("reset-count").value), mode: $("reset-mode").value });
    say(t("resetDone"));
  }));
  setInterval(tick, 1000);
}
"""## + "\n"),
    ("detail.js", ##"""
// One exchange in full.

import { $, make, attempt } from "./dom.js";
import { call } from "./net.js";
import { hidesStatus, marks, statusKind } from "./log.js";
import { number, onLanguage, t } from "./texts.js";

let current = null; // { line, epoch, exchange }
let useAsMatch = () => {};

/** Sixteen bytes a line, as numbers and as text. */
function dump(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const result = [];
  for (let start = 0; start < bytes.length; start += 16) {
    const part = [...bytes.subarray(start, start + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ").padEnd(47);
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
    result.push(`${start.toString(16).padStart(4, "0")}  ${hex}  ${text}`);
  }
  return result.join("\n");
}

function bodyText(body) {
  if (body.base64 !== undefined) return dump(body.base64);
  if (body.kept < body.size) return body.text;
  try { return JSON.stringify(JSON.parse(body.text), null, 2); } catch { return body.text; }
}

function side(name, { fields, body }, note) {
  const sizes = body.kept < body.size ? t("keptOf", number(body.kept), number(body.size)) : t("bytes", number(body.size));
  return make("div", {},
    make("h4", {}, t(name)),
    make("dl", {}, ...fields.flatMap(([field, value]) => [make("dt", {}, field), make("dd", {}, value)])),
    make("p", { class: "note" }, body.size === 0 ? t("noBody") : sizes, note ? ` · ${note}` : ""),
    body.size === 0 ? null : make("pre", { tabIndex: 0, role: "group", "aria-label": t(`${name}Body`) }, bodyText(body)));
}

function draw() {
  if (!current) return;
  const { line, exchange } = current;
  const delay = line.delay ? make("span", { class: "chip" }, t("delayed", number(line.delay))) : null;
  const status = hidesStatus(line) ? "—" : String(line.status);
  $("detail").replaceChildren(
    make("div", { class: "bar" },
      make("h3", { id: "detail-title" }, `${line.method} ${line.target}`),
      make("span", { class: `status ${statusKind(line)}` }, status), ...marks(line), delay,
      make("button", { type: "button", on: { click: () => useAsMatch(line) } }, t("matchThis")),
      make("button", { type: "button", id: "detail-close", on: { click: close } }, t("close"))),
    exchange
      ? make("div", { class: "sides" }, side("request", exchange.request, line.tooLarge ? t("tooLarge") : ""), side("response", exchange.response))
      : make("p", { class: "empty" }, t("gone")));
}

export async function openDetail(line, epoch) {
  const detail = $("detail");
  current = { line, epoch, exchange: null };
  const opened = current;
  await attempt(async () => {
    try {
      opened.exchange = await call("GET", `console/exchange?index=${line.index}&epoch=${epoch}`);
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    if (current !== opened) return;
    detail.hidden = false;
    draw();
    detail.scrollTop = 0;
  });
}

function close() {
  current = null;
  $("detail").hidden = true;
  $("log").focus();
}

export function startDetail(match) {
  useAsMatch = match;
  onLanguage(draw);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && current) close(); });
}
export const closeDetail = () => { if (current) { current = null; $("detail").hidden = true; } };
"""## + "\n"),
    ("dom.js", ##"""
// Elements without markup: every text is put in as text.

export const $ = (id) => document.getElementById(id);

/** An element with properties and children; texts become text nodes. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

let hiding;
/** Says something for a moment, to the eye and to screen readers. */
export function say(text, isBad = false) {
  const message = $("message");
  message.className = isBad ? "bad" : "";
  message.textContent = text;
  clearTimeout(hiding);
  hiding = setTimeout(() => { message.textContent = ""; }, isBad ? 8000 : 2500);
}

/** Does `work`, and says what has gone wrong. */
export async function attempt(work) {
  try { return await work(); } catch (error) { say(error.message, true); }
}

export async function copy(text, done) {
  await attempt(async () => {
    await navigator.clipboard.writeText(text);
    say(done);
  });
}
"""## + "\n"),
    ("effects.js", ##"""
// The ledger of effects beside the intents: writes that belong together by their key, or by being the same.

import { $, make } from "./dom.js";
import { hidesStatus, marks, statusKind } from "./log.js";
import { number, onLanguage, t } from "./texts.js";

const MOST = 200; // intents that are displayed
const HELD = 5_000; // intents that are held

const intents = new Map();
const byRequest = new Map();
const early = new Map(); // effects whose requests have not been read
const effects = [];
let isDrawn = true;

export function emptyEffects() {
  intents.clear();
  byRequest.clear();
  early.clear();
  effects.length = 0;
  schedule();
}

/** The intent that a request belongs to. The first step of a deletion is none: nothing is to happen. */
function intentOf(line) {
  const who = line.vendor ?? "?";
  const path = line.target.split("?")[0];
  const name = line.key !== undefined ? `key ${who} ${line.key}` : `same ${who} ${line.method} ${path} ${line.digest ?? ""}`;
  let intent = intents.get(name);
  if (!intent) {
    intent = { method: line.method, path, key: line.key, attempts: [], effects: [], last: 0 };
    intents.set(name, intent);
    if (intents.size > HELD) intents.delete(intents.keys().next().value);
  }
  return intent;
}

export function addRequests(lines) {
  for (const line of lines) {
    if (!["POST", "PATCH", "DELETE", "PUT"].includes(line.method) || /\/archived\/?(\?|$)/.test(line.target)) continue;
    const intent = intentOf(line);
    intent.attempts.push(line);
    if (intent.attempts.length > 50) intent.attempts.shift();
    intent.last = line.index;
    byRequest.set(line.sequence, intent);
    const effect = early.get(line.sequence);
    if (effect) {
      intent.effects.push(effect);
      early.delete(line.sequence);
      intents.delete(`effect ${effect.sequence}`);
    }
    if (byRequest.size > 4 * HELD) byRequest.delete(byRequest.keys().next().value);
    schedule();
  }
}

export function addEffects(added) {
  for (const effect of added) {
    effects.push(effect);
    let intent = byRequest.get(effect.request);
    if (!intent) {
      intent = { method: "", path: "", attempts: [], effects: [], last: 0 };
      intents.set(`effect ${effect.sequence}`, intent);
      early.set(effect.request, effect);
      if (early.size > HELD) early.delete(early.keys().next().value);
    }
    intent.effects.push(effect);
  }
  if (added.length > 0) schedule();
}

export const lastEffect = () => effects.at(-1)?.sequence ?? 0;

function verdict({ attempts, effects: done }) {
  if (done.length > 1) return ["bad", t("timesDone", number(done.length))];
  if (done.length === 1) return ["good", t("once")];
  const last = attempts.at(-1);
  return last && !hidesStatus(last) && last.status >= 400 ? ["", t("refused")] : ["", t("noEffect")];
}

/** Whether no response to any request has reached the client whole. */
const isUnseen = ({ attempts }) => attempts.length > 0 && attempts.every((line) => line.delivery !== undefined && line.delivery !== "drip");

function attemptChips(line) {
  const status = make("span", { class: `chip ${statusKind(line) === "bad" ? "bad" : "good"}` }, hidesStatus(line) ? "—" : String(line.status));
  return [status, ...marks(line)];
}

function draw() {
  isDrawn = true;
  $("effect-count").textContent = number(effects.length);
  const all = [...intents.values()];
  const latest = all.slice(-MOST).reverse();
  const rows = latest.map((intent) => {
    const [kind, text] = verdict(intent);
    const left = intent.attempts.length === 0
      ? make("div", {}, make("p", { class: "note" }, t("unknownRequest")))
      : make("div", {},
        make("p", {}, make("strong", {}, intent.method), " ", make("span", { class: "path" }, intent.path)),
        make("p", { class: "note" }, intent.key ?? t("withoutKey")),
        make("p", { class: "chips" }, ...intent.attempts.flatMap(attemptChips)));
    const right = make("div", {},
      ...intent.effects.map((effect) => make("p", {}, make("strong", {}, t(effect.kind)), ` #${effect.product} ${effect.name}`)),
      make("p", { class: "chips" }, make("span", { class: `chip ${kind}` }, text),
        intent.effects.length > 0 && isUnseen(intent) ? make("span", { class: "chip fault" }, t("unseen")) : null));
    return make("div", { class: "intent" }, left, make("span", { class: "arrow", "aria-hidden": "true" }, "→"), right);
  });
  if (rows.length === 0) rows.push(make("p", { class: "empty" }, t("noIntents")));
  if (all.length > MOST) rows.push(make("p", { class: "empty" }, t("onlyLatest", number(MOST), number(all.length))));
  $("intents").replaceChildren(...rows);
}

function schedule() {
  if (!isDrawn) return;
  isDrawn = false;
  requestAnimationFrame(draw);
}

export function startEffects() {
  onLanguage(schedule);
  schedule();
}
"""## + "\n"),
    ("icon.svg", ##"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b61"/><path d="M7 13h18l-2-5H9z" fill="#fff"/><path d="M9 15v9h14v-9" fill="none" stroke="#fff" stroke-width="2"/><circle cx="16" cy="19" r="2.5" fill="#f6c177"/></svg>
"""## + "\n"),
    ("log.js", ##"""
// The log: very many lines, of which only those in sight are elements.

import { $, make } from "./dom.js";
import { number, onLanguage, t } from "./texts.js";

const ROW = 30;
const SPARE = 10;
const MOST = 100_000;

const lines = [];
let displayed = lines; // the lines that the filter lets pass, or all
let selected = null; // an index of the record
let rows = [];
let isFollowing = true;
let isDrawn = true;
let open = () => {};

const wantedKinds = {
  all: () => true,
  writes: (line) => line.method !== "GET" && line.method !== "HEAD",
  faulted: (line) => line.fault !== undefined,
  replayed: (line) => line.replayed === true,
  errors: (line) => line.status >= 400,
};

function fits(line, kind, text) {
  return wantedKinds[kind](line) && (text === "" || `${line.method} ${line.target} ${line.status}`.toLowerCase().includes(text));
}
const filter = () => [$("log-kind").value, $("log-search").value.trim().toLowerCase()];

/** Takes in new lines, in the place of the oldest when there are too many. */
export function addLines(added) {
  const [kind, text] = filter();
  const isPlain = kind === "all" && text === "";
  for (const line of added) lines.push(line);
  if (isPlain) displayed = lines;
  else for (const line of added) if (fits(line, kind, text)) displayed.push(line);
  if (lines.length > MOST + 5_000) {
    lines.splice(0, lines.length - MOST);
    if (displayed !== lines) displayed = displayed.filter((line) => line.index >= lines[0].index);
  }
  schedule();
}

export function emptyLog() {
  lines.length = 0;
  refilter();
}

export const lineOf = (index) => lines.find((line) => line.index === index);

function refilter() {
  const [kind, text] = filter();
  displayed = kind === "all" && text === "" ? lines : lines.filter((line) => fits(line, kind, text));
  schedule();
}

function schedule() {
  if (!isDrawn) return;
  isDrawn = false;
  requestAnimationFrame(draw);
}

function draw() {
  isDrawn = true;
  const log = $("log");
  $("request-count").textContent = number(lines.length);
  $("log-empty").hidden = displayed.length > 0;
  $("log-empty").textContent = t(lines.length > 0 ? "nothingFits" : "noRequests");
  log.hidden = displayed.length === 0;
  log.setAttribute("aria-rowcount", String(displayed.length));
  $("log-rows").style.height = `${displayed.length * ROW}px`;
  if (log.hidden) return;
  const height = log.clientHeight;
  if (isFollowing) log.scrollTop = displayed.length * ROW - height;
  const first = Math.max(0, Math.floor(log.scrollTop / ROW) - SPARE);
  const count = Math.min(displayed.length - first, Math.ceil(height / ROW) + 2 * SPARE);
  while (rows.length < count) {
    const row = makeRow();
    rows.push(row);
    $("log-rows").append(row.element);
  }
  for (const row of rows.splice(Math.max(count, 0))) row.element.remove();
  // Each line has its element by its number, so that scrolling moves few of them.
  for (let place = first; place < first + count; place += 1) fill(rows[place % count], place);
  const active = rows.find((row) => row.line?.index === selected);
  if (active) log.setAttribute("aria-activedescendant", active.element.id); else log.removeAttribute("aria-activedescendant");
}

let made = 0;
function makeRow() {
  const cells = ["time", "method", "target", "marks", "status", "size"].map((name) => make("span", { class: name, role: "gridcell" }));
  made += 1;
  const element = make("div", { class: "row", role: "row", id: `row-${made}` }, ...cells);
  const row = { element, cells, line: null, place: -1 };
  element.addEventListener("click", () => choose(row.line));
  return row;
}

const clockTime = (milliseconds) => {
  const date = new Date(milliseconds);
  const two = (value) => String(value).padStart(2, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
};

const units = ["B", "kB", "MB", "GB"];
export function size(bytes) {
  let unit = 0;
  while (bytes >= 1000 && unit < 3) { bytes /= 1000; unit += 1; }
  return `${unit === 0 ? bytes : bytes.toFixed(bytes < 10 ? 1 : 0)} ${units[unit]}`;
}

export function marks(line) {
  const chips = [];
  if (line.fault) chips.push(make("span", { class: "chip fault" }, t(`fault.${line.fault}`)));
  if (line.replayed) chips.push(make("span", { class: "chip replayed" }, t("replayed")));
  return chips;
}
export const hidesStatus = (line) => ["reset", "close", "hang", "garbage"].includes(line.delivery);
export const statusKind = (line) => (hidesStatus(line) || line.status >= 400 ? "bad" : line.status >= 300 ? "other" : "good");

function fill(row, place) {
  const line = displayed[place];
  if (row.place !== place) {
    row.place = place;
    row.element.style.transform = `translateY(${place * ROW}px)`;
    row.element.setAttribute("aria-rowindex", String(place + 1));
  }
  row.element.setAttribute("aria-selected", String(line.index === selected));
  if (row.line === line) return;
  row.line = line;
  const [time, method, target, chips, status, bytes] = row.cells;
  time.textContent = clockTime(line.time);
  method.textContent = line.method;
  method.className = line.method === "GET" || line.method === "HEAD" ? "method" : "method write";
  target.textContent = line.target;
  chips.replaceChildren(...marks(line));
  status.textContent = hidesStatus(line) ? "—" : String(line.status);
  status.className = `status ${statusKind(line)}`;
  bytes.textContent = size(line.responseSize);
}

function choose(line) {
  if (!line) return;
  selected = line.index;
  setFollowing(false);
  schedule();
  open(line).then(() => requestAnimationFrame(reveal));
}

/** Scrolls so far that the selected line is in sight. */
function reveal() {
  const log = $("log");
  const place = displayed.findIndex((line) => line.index === selected);
  if (place < 0) return;
  if (place * ROW < log.scrollTop) log.scrollTop = place * ROW;
  else if ((place + 1) * ROW > log.scrollTop + log.clientHeight) log.scrollTop = (place + 1) * ROW - log.clientHeight;
  schedule();
}

function setFollowing(flag) {
  isFollowing = flag;
  $("follow").setAttribute("aria-pressed", String(flag));
  if (flag) schedule();
}

function move(event) {
  const log = $("log");
  const page = Math.max(1, Math.floor(log.clientHeight / ROW) - 1);
  const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
  if (event.key === "Enter") return choose(displayed.find((line) => line.index === selected));
  if (!(event.key in steps) || displayed.length === 0) return;
  event.preventDefault();
  const current = selected === null ? -1 : displayed.findIndex((line) => line.index === selected);
  const start = current < 0 ? Math.floor(log.scrollTop / ROW) : current;
  const place = Math.min(displayed.length - 1, Math.max(0, current < 0 && Math.abs(steps[event.key]) === 1 ? start : start + steps[event.key]));
  selected = displayed[place].index;
  setFollowing(false);
  reveal();
  if (!$("detail").hidden) open(displayed[place]);
}

export function startLog(openLine) {
  open = openLine;
  const log = $("log");
  log.addEventListener("scroll", () => {
    const isAtEnd = log.scrollTop + log.clientHeight >= displayed.length * ROW - ROW;
    if (isFollowing && !isAtEnd) setFollowing(false);
    schedule();
  }, { passive: true });
  log.addEventListener("keydown", move);
  $("follow").addEventListener("click", () => setFollowing(!isFollowing));
  $("clear").addEventListener("click", emptyLog);
  $("log-search").addEventListener("input", refilter);
  $("log-kind").addEventListener("change", refilter);
  new ResizeObserver(schedule).observe(log);
  onLanguage(() => {
    for (const row of rows) row.line = null;
    schedule();
  });
  schedule();
}
"""## + "\n"),
    ("net.js", ##"""
// What goes over the network: the control plane, and the record of what happens.

const token = document.querySelector('meta[name="console-token"]').content;

/** A response of the control plane that is no success. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export async function call(method, path, body) {
  const headers = { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(`/__mock/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await response.text();
  if (response.ok) return response.headers.get("Content-Type")?.startsWith("application/json") ? JSON.parse(text) : text;
  let message = text;
  try { message = JSON.parse(text).message; } catch { /* then it is the text */ }
  throw new Refused(response.status, String(message));
}

const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const visible = () => new Promise((resolve) => {
  if (!document.hidden) return resolve();
  document.addEventListener("visibilitychange", resolve, { once: true });
});

/** Tells of everything new, for ever; a request waits at the server until there is something. */
export async function follow(onRecord, onState) {
  const place = { epoch: 0, after: 0, change: 0, event: 0, app: -1 };
  for (;;) {
    await visible();
    try {
      const record = await call("GET", `console/record?epoch=${place.epoch}&after=${place.after}&change=${place.change}&event=${place.event}&app=${place.app}&wait=20`);
      const isNew = record.epoch !== place.epoch;
      const lost = isNew ? 0 : Math.max(0, record.first - 1 - place.after);
      place.epoch = record.epoch;
      place.change = record.change;
      place.after = record.first - 1 + record.lines.length;
      const { app } = record;
      // Of a page that has just been opened nothing is missing.
      const lostEvents = app && place.event > 0 ? Math.max(0, app.first - 1 - place.event) : 0;
      // Where no app is followed nothing is left to be told of one; otherwise the next request would not wait.
      [place.event, place.app] = app ? [app.first - 1 + app.lines.length, app.change] : [0, 0];
      onState("live");
      const isLast = place.after >= record.last;
      onRecord(record, { isNew, lost, lostEvents, isLast });
      // What comes fast is taken together; what has piled up, a frame at a time.
      await after(isLast && (!app || place.event >= app.last) ? 120 : 0);
    } catch (error) {
      onState(error instanceof Refused && error.status === 404 ? "restarted" : "lost");
      await after(1500);
    }
  }
}
"""## + "\n"),
    ("texts.js", ##"""
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
    appLive: "running", appGone: "has ended", appAwaited: "Waiting for the app to start.", appStore: "store {0}, {1} products",
    appPhotos: "{0} photos, {1}", heldUpUntil: "outbox held up until {0}", nextAttempt: "next attempt {0}", attempts: "attempts: {0}",
    writeNumber: "write {0}", eventsMissed: "{0} events were missed.", onlyFirst: "The first {0} of {1}.",
    "event.requestStarted": "request begins", "event.requestFinished": "request ends", "event.requestRetried": "request again", "event.read": "read",
    "event.searched": "searched", "event.stored": "stored", "event.image": "photo", "event.submission": "write", "event.refreshFailed": "refresh failed",
    "event.storeFailed": "store failed", "event.diskFull": "disk full", "event.cacheRebuilt": "copies made anew", "event.cacheDropped": "copies dropped",
    "event.userDataRecovered": "own data rescued",
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
    appLive: "실행 중", appGone: "종료됨", appAwaited: "앱이 시작되기를 기다립니다.", appStore: "저장소 {0}, 상품 {1}개",
    appPhotos: "사진 {0}장, {1}", heldUpUntil: "{0}까지 보내지 않음", nextAttempt: "다음 시도 {0}", attempts: "{0}번 시도",
    writeNumber: "쓰기 {0}", eventsMissed: "이벤트 {0}개를 놓쳤습니다.", onlyFirst: "{1}개 중 처음 {0}개입니다.",
    "event.requestStarted": "요청 시작", "event.requestFinished": "요청 끝", "event.requestRetried": "다시 요청", "event.read": "읽기",
    "event.searched": "검색", "event.stored": "저장", "event.image": "사진", "event.submission": "쓰기", "event.refreshFailed": "새로 고침 실패",
    "event.storeFailed": "저장소 실패", "event.diskFull": "디스크 가득 참", "event.cacheRebuilt": "사본을 다시 만듦", "event.cacheDropped": "사본을 버림",
    "event.userDataRecovered": "사용자 데이터 복구",
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
"""## + "\n"),
  ]
}
