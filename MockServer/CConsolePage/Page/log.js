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
