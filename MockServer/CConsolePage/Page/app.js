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
  const state = isConnected ? "appLive" : events.at(-1)?.kind === "suspended" ? "appSuspended" : "appGone";
  const parts = [];
  if (hello) parts.push(make("p", {}, make("strong", {}, `${hello.program} ${hello.process}`), ` · ${hello.server ?? ""} · ${t(state)}`));
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
