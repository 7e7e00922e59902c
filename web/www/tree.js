// The search tree at a step: the open guesses, one below the other, and beside each the undone
// guesses at the same place. A guess is five numbers: step, parent, cell, digit, and the step that
// undoes it or 0.

import { drawing, element } from "./dom.js";
import { nameOf } from "./grid.js";

const [STEP, PARENT, CELL, DIGIT, END] = [0, 1, 2, 3, 4];
const WIDTH = 300;
const GAP = 36;
const LEFT = 46;
// The distance of siblings, and the radius of a node that fingers hit.
const APART = 26;
const RADIUS = 12;
// The maximum number of levels drawn: the deepest ones.
const LEVELS = 14;

/** Returns the levels of the tree, from the first guess down: siblings, the latest one last. */
export function levelsAt(guesses, step) {
  const of = (i, what) => guesses[5 * i + what];
  const stands = (i) => of(i, END) === 0 || of(i, END) > step;
  let known = 0;
  const byParent = new Map();
  const path = new Set([-1]);
  // The guesses are in the order of their steps. One is open if it and all guesses before it are.
  for (let i = 0; 5 * i < guesses.length && of(i, STEP) <= step; i++) {
    known = i + 1;
    const parent = of(i, PARENT);
    if (!path.has(parent)) continue;
    if (stands(i)) path.add(i);
    if (!byParent.has(parent)) byParent.set(parent, []);
    byParent.get(parent).push({ index: i, cell: of(i, CELL), digit: of(i, DIGIT), step: of(i, STEP), stands: stands(i) });
  }
  const levels = [];
  for (let parent = -1; byParent.has(parent);) {
    const level = byParent.get(parent);
    levels.push(level);
    parent = level.find((guess) => guess.stands)?.index;
  }
  return { levels, guesses: known };
}

/**
 * Draws the tree at a step into `place`; `number` formats numbers, and `go` shows the step of the
 * node that is chosen. One node is in the order of the keys; arrow keys move to the others.
 */
export function drawTree(place, { guesses }, { boxes, symbols }, step, number, go) {
  const { levels, guesses: known } = levelsAt(guesses, step);
  const side = boxes[0] * boxes[1];
  const name = (cell) => nameOf(cell, side);
  const words = known === 0 ? "No guess so far." :
    `${number(known)} ${known === 1 ? "guess" : "guesses"} so far, ${number(levels.filter((level) => level.some((it) => it.stands)).length)} not taken back.`;
  const hidden = Math.max(0, levels.length - LEVELS);
  const shown = levels.slice(hidden);
  const most = Math.max(0, ...shown.map((level) => level.length));
  const [width, height] = [Math.max(WIDTH, LEFT + 40 + most * APART), shown.length * GAP + 28];
  const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `Search tree. ${words}` });
  const nodes = [];
  let top = { x: LEFT + 20, y: 12 };
  if (hidden) svg.append(drawing("text", { x: top.x, y: 10 }, `… ${hidden} above`));
  else svg.append(drawing("circle", { class: "node", cx: top.x, cy: top.y, r: 4 }));
  shown.forEach((level, row) => {
    const y = 30 + row * GAP;
    nodes.push([]);
    svg.append(drawing("text", { class: "cell", x: 0, y: y + 4 }, name(level[0].cell)));
    let next = top;
    level.forEach((guess, i) => {
      const x = LEFT + 20 + i * APART;
      svg.append(drawing("path", { class: `edge ${guess.stands ? "standing" : "gone"}`, d: `M${top.x} ${top.y + 4}L${x} ${y - RADIUS}` }));
      const words = `${symbols[guess.digit - 1]} in ${name(guess.cell)}: step ${number(guess.step)}`;
      const node = drawing("g", { class: "go", role: "button", tabindex: -1, "aria-label": words + (guess.stands ? "" : ", taken back") });
      node.append(drawing("title", {}, words),
        drawing("circle", { class: `node ${guess.stands ? "standing" : "gone"}`, cx: x, cy: y, r: RADIUS }),
        drawing("text", { x, y: y + 4 }, symbols[guess.digit - 1]));
      node.onclick = () => go(guess.step);
      node.onkeydown = (event) => press(event, nodes, row, i);
      nodes[row].push(node);
      svg.append(node);
      if (guess.stands) next = { x, y: y + 6 };
    });
    top = next;
  });
  nodes.at(-1)?.at(-1).setAttribute("tabindex", 0);
  place.replaceChildren(element("p", { textContent: words }), ...(known ? [svg] : []));
}

// The keys of a node.
function press(event, nodes, row, at) {
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
  if (event.key === "Enter" || event.key === " ") event.currentTarget.onclick();
  else if (down === undefined) return;
  event.preventDefault();
  const level = nodes[row + down];
  const next = level?.[Math.min(at, level.length - 1) + right];
  if (!next) return;
  nodes.flat().forEach((node) => node.setAttribute("tabindex", node === next ? 0 : -1));
  next.focus();
}
