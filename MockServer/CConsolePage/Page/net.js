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
