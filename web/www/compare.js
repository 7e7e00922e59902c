// The tab that measures strategies.

import { $, clearDownloads, download, element, number, showError } from "./dom.js";
import { Helper, Stopped } from "./workers.js";

const CHECKED = ["lanes", "mrv", "moler"];

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

// Puts the scripts that this page has, too, and that the module therefore only names, into a report.
async function withScripts(page) {
  for (const name of ["uPlot.iife.min.js", "plots.js"]) {
    const script = await (await fetch(name)).text();
    page = page.replace(`<script>${name}<`, () => `<script>${script}<`);
  }
  return page;
}

async function measure() {
  helper?.end();
  const own = (helper = new Helper("sudomill_compare"));
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
    const found = await own.call("compare", name, puzzles, JSON.stringify(settings));
    show({ ...found, page: await withScripts(found.page) });
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
  ["puzzles", (it, set) => (it.puzzles === set.puzzles ? number(it.puzzles) : `${number(it.puzzles)} of ${number(set.puzzles)}`),
    "the puzzles of a round: a part of the set if one of the strategies is slow"],
  ["outcomes", (it) => Object.entries(it.statuses).filter(([, n]) => n > 0).map(([name, n]) => `${number(n)} ${name}`).join(", "), "the puzzles by status: unique has exactly one solution"],
];

function show({ json, page, figures }) {
  const { sets: [set] } = JSON.parse(json);
  const table = $("compare-table");
  const head = element("tr", {}, ...COLUMNS.map(([name, , title]) => element("th", { scope: "col", textContent: name, title })));
  const rows = set.measurements.map((it) => element("tr", {}, ...COLUMNS.map(([, value], column) =>
    element(column === 0 ? "th" : "td", { textContent: value(it, set), ...(column === 0 && { scope: "row" }) }))));
  table.replaceChildren(element("caption", { textContent: `${set.name}: times and counters per puzzle` }), element("thead", {}, head), element("tbody", {}, ...rows));
  clearDownloads($("compare-downloads"));
  $("compare-downloads").replaceChildren(
    download("Save as JSON", "bench.json", new Blob([json], { type: "application/json" })),
    download("Save the report", "report.html", new Blob([page], { type: "text/html" })));
  // The module escapes all text in them.
  $("plots").innerHTML = figures.join("");
  $("compared").hidden = false;
  drawPlots($("plots"));
  // The keys of the legend, whose strategies are those of the table.
  const keys = $("plots").querySelectorAll(".series .key");
  keys.forEach((key, i) => table.tBodies[0].rows[i]?.cells[0].prepend(key.cloneNode(true), " "));
}

function perPuzzle(value) {
  return value >= 100 ? number(Math.round(value)) : value.toPrecision(3).replace(/\.?0+$/, "") || "0";
}
