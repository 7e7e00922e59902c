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

/** Fills a field with what the reader did not type, and may replace as a whole: see app.js. */
export function offer(field, value) {
  Object.assign(field, { defaultValue: value, value });
  if (field === document.activeElement) field.select();
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
