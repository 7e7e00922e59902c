// Helpers for all parts of the page.

export const $ = (id) => document.getElementById(id);

/** Creates an element with properties and children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export const number = (value) => value.toLocaleString("en-US");

/** Shows an error, or hides `place` if there is none. */
export function showError(place, error) {
  place.hidden = !error;
  place.textContent = error ? error.message : "";
}

/** Fills a list with names and numbers; `words` explains some of the names. */
export function counters(list, values, words = {}) {
  list.replaceChildren(...Object.entries(values).flatMap(([name, value]) =>
    [element("dt", { textContent: name.replace("_", " "), title: words[name] ?? "" }), element("dd", { textContent: number(value) })]));
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
