// Short names for what every part of the page does.

export const $ = (id) => document.getElementById(id);

/** An element with a text or children. */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export const number = (value) => value.toLocaleString("en-US");

/** Shows an error, or hides the place if there is none. */
export function showError(place, error) {
  place.hidden = !error;
  place.textContent = error ? error.message : "";
}

/** Names and numbers as a list. */
export function counters(list, values) {
  list.replaceChildren(...Object.entries(values).flatMap(([name, value]) =>
    [element("dt", { textContent: name }), element("dd", { textContent: number(value) })]));
}

/** A link that saves a blob. */
export function download(text, name, blob) {
  return element("a", { textContent: text, download: name, href: URL.createObjectURL(blob), className: "button" });
}

/** Forgets the blobs of links that are replaced. */
export function clearDownloads(place) {
  for (const link of place.querySelectorAll("a[href^='blob:']")) URL.revokeObjectURL(link.href);
  place.replaceChildren();
}
