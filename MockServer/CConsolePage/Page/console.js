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
