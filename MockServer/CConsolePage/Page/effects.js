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
