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
