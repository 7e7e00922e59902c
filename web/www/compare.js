// The tab that measures strategies.

import { $, clearDownloads, download, element, number, showError } from "./dom.js";
import { Helper, Stopped } from "./workers.js";

const CHECKED = ["lanes", "mrv", "moler"];

// Plots of the times of single puzzles say something if the clock ticks at least every 20 µs.
const OF_TIMES = ["times", "guesses", "along"];
const FINE = 0.02;

let helper;

export function start(about) {
  $("compare-strategies").replaceChildren(...about.strategies
    // Too slow for whole sets.
    .filter(([name]) => name !== "generate-and-test")
    .map(([name, summary]) => element("label", { title: summary, className: "check" },
      element("input", { type: "checkbox", name: "strategy", value: name, checked: CHECKED.includes(name) }), ` ${name}`)));
  $("compare-form").onsubmit = (event) => {
    event.preventDefault();
    measure();
  };
  $("compare-stop").onclick = () => helper?.end();
  $("compare-columns").replaceChildren(...COLUMNS.flatMap(([name, , words]) =>
    [element("dt", { textContent: name }), element("dd", { textContent: words })]));
}

function strategies() {
  const ticked = [...document.querySelectorAll("[name=strategy]:checked")].map((box) => box.value);
  const more = $("compare-more").value.split(",").map((name) => name.trim()).filter(Boolean);
  return [...new Set([...ticked, ...more])];
}

async function measure() {
  helper?.end();
  const own = (helper = new Helper());
  const progress = $("compare-progress");
  own.onstep = ({ what, done, of }) => {
    progress.value = done / of;
    $("compare-state").textContent = what;
  };
  showError($("compare-error"));
  [progress.hidden, progress.value, $("compare-stop").hidden] = [false, 0, false];
  $("compare-state").textContent = "Loading the set …";
  try {
    if (strategies().length === 0) throw new Error("found no strategy; expected at least one");
    const name = $("compare-set").value;
    const response = await fetch(`sets/${name}`);
    if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status} ${response.statusText}`);
    const settings = {
      strategies: strategies(),
      rounds: Math.floor(Number($("compare-rounds").value) || 5),
      seconds: Number($("compare-seconds").value) || 1,
    };
    const puzzles = new Uint8Array(await response.arrayBuffer());
    show(await own.call("compare", name, puzzles, JSON.stringify(settings)));
    $("compare-state").textContent = "Done.";
  } catch (error) {
    if (helper !== own) return;
    const stopped = error instanceof Stopped;
    $("compare-state").textContent = stopped ? "Stopped." : "";
    showError($("compare-error"), stopped ? undefined : error);
  }
  own.end();
  [progress.hidden, $("compare-stop").hidden] = [true, true];
}

/** The columns of `sudomill bench`. */
const COLUMNS = [
  ["strategy", (it) => it.strategy, "with its mark in the plots"],
  ["guesses", (it) => perPuzzle(it.counters.guesses / it.puzzles), "guesses per puzzle"],
  ["no guess", (it) => `${Math.round((100 * it.without_guess) / it.puzzles)} %`, "puzzles solved without a guess"],
  ["puzzles/s", (it) => number(Math.round(it.rate.median)), "puzzles per second, the median of the rounds"],
  ["±", (it) => (it.rate.plus_minus === null ? "–" : `${Math.round(100 * it.rate.plus_minus)} %`), "half the difference between the fastest and the slowest round, relative to that median"],
  ["× first", (it) => (it.ratio === null ? "–" : it.ratio.toPrecision(3)), "speed relative to the first strategy, on the same puzzles"],
  ["mean", (it) => measured(it.ns.mean), "the mean time of a puzzle"],
  ["median", (it) => measured(it.ns.median), "half of the puzzles take no more time"],
  ["p90", (it) => measured(it.ns.p90), "90 % of the puzzles take no more time"],
  ["p99", (it) => measured(it.ns.p99), "99 % of the puzzles take no more time"],
  ["max", (it) => measured(it.ns.max), "the longest time of a puzzle"],
  ["puzzles", (it) => number(it.puzzles), "the number of puzzles in a round: with a slow strategy, a part of the set"],
  ["outcomes", (it) => Object.entries(it.statuses).filter(([, n]) => n > 0).map(([name, n]) => `${number(n)} ${name}`).join(", "), "the puzzles by status: unique has exactly one solution"],
];

function show({ json, page, figures }) {
  const { sets: [set] } = JSON.parse(json);
  const table = $("compare-table");
  const head = element("tr", {}, ...COLUMNS.map(([name, , title]) => element("th", { scope: "col", textContent: name, title })));
  const rows = set.measurements.map((it) => element("tr", {}, ...COLUMNS.map(([, value], column) =>
    element(column === 0 ? "th" : "td", { textContent: value(it), ...(column === 0 && { scope: "row" }) }))));
  table.replaceChildren(element("caption", { textContent: `${set.name}: times and counters per puzzle` }), element("thead", {}, head), element("tbody", {}, ...rows));
  const ticks = tick();
  $("compare-note").textContent = `The browser’s clock ticks every ${nanos(ticks * 1e6)}, and times of single puzzles are no more precise than that. Rates and counters do not depend on it.`
    + (set.limited_by ? ` All strategies solved ${number(set.measurements[0].puzzles)} of the ${number(set.puzzles)} puzzles, as many as fit into the time with ${set.limited_by}.` : "")
    + (ticks > FINE ? " The plots of such times are left out." : "");
  clearDownloads($("compare-downloads"));
  $("compare-downloads").replaceChildren(
    download("Save as JSON", "bench.json", new Blob([json], { type: "application/json" })),
    download("Save the report", "report.html", new Blob([page], { type: "text/html" })));
  // The module escapes all text in them.
  const plots = figures.filter(([kind]) => ticks <= FINE || !OF_TIMES.includes(kind));
  $("plots").innerHTML = plots.map(([, html]) => html).join("");
  $("compared").hidden = false;
  drawPlots($("plots"));
  // The keys of the first legend, whose strategies are those of the table.
  const keys = $("plots").querySelectorAll("figure:first-of-type .series .key");
  keys.forEach((key, i) => table.tBodies[0].rows[i]?.cells[0].prepend(key.cloneNode(true), " "));
}

// A time, if the clock can tell it.
function measured(ns) {
  const least = tick() * 1e6;
  return ns < least ? `below ${nanos(least)}` : nanos(ns);
}

function nanos(ns) {
  for (const [unit, name] of [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]]) {
    if (ns >= unit) return `${(ns / unit).toPrecision(3)} ${name}`;
  }
  return `${Math.round(ns)} ns`;
}

function perPuzzle(value) {
  return value >= 100 ? number(Math.round(value)) : value.toPrecision(3).replace(/\.?0+$/, "") || "0";
}

let shortestTick;

// Returns the shortest time between two different readings of the clock, in milliseconds.
function tick() {
  if (shortestTick) return shortestTick;
  let shortest = Infinity;
  for (let i = 0, then = performance.now(); i < 20;) {
    const now = performance.now();
    if (now === then) continue;
    shortest = Math.min(shortest, now - then);
    [then, i] = [now, i + 1];
  }
  return (shortestTick = shortest);
}
