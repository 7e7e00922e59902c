// Helpers for all parts of the page.

export const $ = (id) => document.getElementById(id);

/** Creates an element with properties and children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Creates an element of a drawing. */
export function drawing(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

export const number = (value) => value.toLocaleString("en-US");

/** A number and a noun. */
export const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Shows an error, or hides `place` if there is none. */
export function showError(place, error) {
  place.hidden = !error;
  place.textContent = error ? error.message : "";
}

/** Fills a list with names and numbers, in pairs; `words` explains the names. */
export function counters(list, values, words) {
  list.replaceChildren(...values.flatMap(([name, value]) => [
    element("dt", { textContent: name.replaceAll("_", " ") }),
    element("dd", {}, number(value), element("span", { className: "hint", textContent: words[name] ? ` ${words[name]}` : "" }))]));
}

// What the page has put into a field; of a list, the option that it begins with.
const given = (field) => field.defaultValue ?? ([...field.options].find((it) => it.defaultSelected) ?? field.options[0])?.value;

/** Whether a field holds what the reader has typed or chosen since the page filled it; an emptied one does not. */
export const isTyped = (field) => field.value !== given(field) && Boolean(field.options || field.value.trim());

/** Makes what stands in a field the page's: the reader has got what he typed it for. */
export function settle(field) {
  for (const option of field.options ?? []) option.defaultSelected = option.selected;
  // The value, because line ends change on their way into a field.
  if (!field.options) field.defaultValue = field.value;
}

/**
 * Fills a field with what the reader did not type, and may replace as a whole: see app.js. What he has typed stays:
 * nothing that arrives later takes its place.
 */
export function offer(field, value) {
  if (isTyped(field) && field.value !== String(value)) return;
  field.value = value;
  settle(field);
  if (field === document.activeElement) field.select?.();
}

// Uses what the browser keeps for this tab, unless it is forbidden or full.
function kept(use) {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

/** Keeps what the reader types in fields over a new load. */
export function keepTyped(fields) {
  for (const field of fields) {
    const typed = kept((storage) => storage.getItem(field.id));
    if (typed && !isTyped(field)) field.value = typed;
  }
  // The last event that a page is sure to get.
  document.addEventListener("visibilitychange", () => {
    for (const field of fields) kept((storage) => (isTyped(field) ? storage.setItem(field.id, field.value) : storage.removeItem(field.id)));
  });
}

/** Returns what says, later, whether the focus may be moved: not if the reader has gone elsewhere since, or types there. */
export function trackFocus() {
  const before = document.activeElement;
  return () => {
    const now = document.activeElement;
    const types = now.matches("textarea, input:not([type]), input[type=number]") && isTyped(now);
    return !types && (now === before || now === document.body);
  };
}

/** Copies a text and says so in `place`; `otherwise` if the browser does not allow it. */
export async function copy(text, place, said, otherwise) {
  try {
    await navigator.clipboard.writeText(text);
    place.textContent = said;
  } catch {
    place.textContent = otherwise;
  }
}

/** Creates a link that saves a blob. */
export function download(text, name, blob) {
  return element("a", { textContent: text, download: name, href: URL.createObjectURL(blob), className: "button" });
}

/** Removes download links and releases their blobs. */
export function clearDownloads(place) {
  for (const link of place.querySelectorAll("a[href^='blob:']")) URL.revokeObjectURL(link.href);
  place.replaceChildren();
}
