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
