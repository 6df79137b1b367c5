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
