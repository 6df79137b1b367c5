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
