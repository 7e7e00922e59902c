// Draws the links of chains over a grid, as arrows between candidates, and tells them in words, one by one or in a list. A
// link is six numbers, see src/watch.rs: the cell and the digit of a candidate and whether it is on, twice.

import { drawing, element } from "./dom.js";
import { nameOf } from "./grid.js";

/** The kinds of links, and how they are drawn. */
const LINES = { strong: "solid: strong, one of two must hold", weak: "dashed: weak, two exclude each other", pattern: "dotted: by a pattern, or by a chain of its own" };
// How far an arrow stays from the middle of a candidate, and how much it bends, in cells.
const APART = 0.12;
const BEND = 0.1;

const kindOf = ([, , from, , , to]) => (from ? "weak" : to ? "strong" : "pattern");

/** Draws the links of all reasons into `place`, over a grid with such boxes. */
export function drawChains(place, { boxes: [rows, columns] }, reasons = []) {
  const side = rows * columns;
  const middle = (cell, digit) => [
    (cell % side) + (((digit - 1) % columns) + 0.5) / columns,
    Math.floor(cell / side) + (Math.floor((digit - 1) / columns) + 0.5) / rows,
  ];
  // Several chains may share a link.
  const links = new Map(reasons.flatMap(({ chains = [] }) => chains.flat()).map((link) => [String(link), link]));
  place.setAttribute("viewBox", `0 0 ${side} ${side}`);
  place.querySelector("g").replaceChildren(...[...links.values()].map((link) => {
    const [from, to] = [middle(link[0], link[1]), middle(link[3], link[4])];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const bent = [(from[0] + to[0]) / 2 - dy * BEND, (from[1] + to[1]) / 2 + dx * BEND];
    const [start, end] = [from, to].map(([x, y]) => {
      const [dx, dy] = [bent[0] - x, bent[1] - y];
      const part = APART / Math.max(APART, Math.hypot(dx, dy));
      return [x + dx * part, y + dy * part];
    });
    const path = [`M${start}`, `Q${bent}`, end].join(" ");
    return drawing("path", { class: `link ${kindOf(link)}`, d: path });
  }));
}

/** The chains of a reason in words, link by link, or nothing without chains. `show` draws a part of them instead. */
export function tellChains({ chains = [] }, { boxes: [rows, columns], symbols }, show) {
  if (!chains.length) return [];
  const node = ([cell, digit, isOn]) => `${nameOf(cell, rows * columns)} ${isOn ? "is" : "is not"} ${symbols[digit - 1]}`;
  const kinds = new Set(chains.flat().map(kindOf));
  const told = chains.map((chain) => {
    // What follows by several links follows from all of them together.
    const causes = new Map();
    for (const link of chain) {
      const to = node(link.slice(3));
      causes.set(to, [...(causes.get(to) ?? []), node(link)]);
    }
    return element("li", { textContent: `If ${node(chain[0])}` }, element("ul", {}, ...[...causes].map(([to, from]) =>
      element("li", { textContent: `${to}, because ${from.join(" and ")}` }))));
  });
  return [stepper(chains, node, show), element("details", { className: "chain" },
    element("summary", { textContent: "The chain, link by link" }),
    element("p", { className: "hint", textContent: `Arrows: ${Object.keys(LINES).filter((kind) => kinds.has(kind)).map((kind) => LINES[kind]).join("; ")}.` }),
    element("ul", {}, ...told))];
}

// Buttons that go through the links one by one, each with those before it in its chain, and then show all again.
function stepper(chains, node, show) {
  const parts = chains.flatMap((chain) => chain.map((_, i) => chain.slice(0, i + 1)));
  const name = element("span", { role: "status" });
  let at = parts.length;
  const by = (step) => () => {
    at = (at + step + parts.length + 1) % (parts.length + 1);
    const link = parts[at]?.at(-1);
    show(link ? [parts[at]] : chains);
    name.textContent = link ? `${at + 1} of ${parts.length}: ${node(link.slice(3))}, because ${node(link)}.` : "";
  };
  const button = (textContent, title, step) => element("button", { type: "button", textContent, title, onclick: by(step) });
  return element("p", { className: "row links" }, button("◀ Link", "The link before", -1), button("Link ▶", "The next link of the chain", 1), name);
}
