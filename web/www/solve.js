// The tab that solves typed, pasted, opened or dropped puzzles.

import { $, clearDownloads, counters, download, element, number, showError } from "./dom.js";
import { draw, marksOf } from "./grid.js";
import { notes } from "./notes.js";
import { Run } from "./run.js";
import { Helper, Stopped } from "./workers.js";

const ENDINGS = { solution: "txt", count: "txt", csv: "csv", jsonl: "jsonl" };

let helper, run;
let busy = false;

export function start() {
  $("solve-form").onsubmit = (event) => {
    event.preventDefault();
    solveText($("solve-text").value);
  };
  $("solve-file").onchange = (event) => {
    solveFiles([...event.target.files]);
    event.target.value = "";
  };
  // Only these formats have columns.
  const tables = ["csv", "jsonl"];
  $("solve-keep").onchange = () => {
    if ($("solve-keep").checked && !tables.includes($("solve-format").value)) $("solve-format").value = "csv";
  };
  $("solve-format").onchange = () => {
    if (!tables.includes($("solve-format").value)) $("solve-keep").checked = false;
  };
  $("one-stop").onclick = stopOne;
  $("run-stop").onclick = () => run?.stop();
  // Without this, a file dropped beside the text would replace the page.
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData("text/plain");
    if (!files.length && !text) return;
    $("tab-solve").click();
    if (files.length) return solveFiles(files);
    $("solve-text").value = text;
    solveText(text);
  });
}

const strategy = () => $("solve-strategy").value.trim() || "lanes";
const limit = () => Math.max(1, Math.floor(Number($("solve-limit").value) || 2));

// Returns false if the reader wants to keep a run in progress, or results that are not saved.
function mayDiscard() {
  const what = !$("run").hidden && (run?.isRunning ? "Stop the run in progress?" : run?.isUnsaved && "Discard the unsaved results?");
  return !what || confirm(what);
}

// A single puzzle is drawn; anything else is solved like a file.
async function solveText(text) {
  if (!mayDiscard()) return;
  run?.stop();
  // A hard puzzle may take long, so a new one does not wait for it.
  if (busy) helper.end();
  if (!helper || busy) helper = new Helper();
  const own = helper;
  busy = true;
  $("one-busy").hidden = false;
  try {
    showOne(await own.call("solveOne", text, strategy(), limit()));
  } catch (error) {
    if (error instanceof Stopped) return;
    const lines = text.split("\n").filter((line) => line.trim());
    if (lines.length > 1) return solveFile(new File([text], "pasted.txt"));
    $("one").hidden = true;
    $("run").hidden = true;
    showError($("solve-error"), error);
  } finally {
    if (own === helper) {
      busy = false;
      $("one-busy").hidden = true;
    }
  }
}

function stopOne() {
  helper.end();
  helper = undefined;
  busy = false;
  $("one-busy").hidden = true;
}

function showOne(answer) {
  showError($("solve-error"));
  $("run").hidden = true;
  $("one").hidden = false;
  $("one-status").textContent = $("one-said").textContent = words(answer);
  const marks = marksOf(answer.clues, answer.solution);
  draw($("one-grid"), answer, { marks }, answer.solution ? "The solution" : "The puzzle");
  counters($("one-counters"), answer.counters);
  const params = new URLSearchParams({ puzzle: answer.puzzle, strategy: "moler" });
  if (answer.size !== 3 && answer.size !== 2) params.set("strategy", "mrv");
  $("one-watch").href = `#watch?${params}`;
}

function words({ status, solutions }) {
  switch (status) {
    case "solved": return "A solution";
    case "unique": return "Exactly one solution";
    case "multiple": return `${solutions >= limit() ? "At least " : ""}${number(solutions)} solutions; this is the first`;
    case "none": return "No solution";
    case "invalid": return "Ill-posed: the grid is full";
    default: return "Given up";
  }
}

function settings() {
  const column = $("solve-column").value.trim();
  return {
    strategy: strategy(),
    limit: limit(),
    format: $("solve-format").value,
    column: column || null,
    "keep-all": $("solve-keep").checked,
    timing: $("solve-timing").checked,
  };
}

function solveFiles(files) {
  if (files.length && !mayDiscard()) return;
  if (files.length > 1) return showError($("solve-error"), new Error(`found ${files.length} files; expected one`));
  if (files.length) solveFile(files[0]);
}

// Decodes a file in UTF-16 as a whole; the module reads only UTF-8. Other files are left alone.
async function decoded(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const label = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[(first << 8) | second];
  if (!label) return file;
  const text = new TextDecoder(label, { fatal: true }).decode(await file.arrayBuffer());
  return new File([text], file.name);
}

async function solveFile(given) {
  run?.stop();
  $("run-state").textContent = "Solving …";
  let file;
  try {
    file = await decoded(given);
  } catch {
    $("run-state").textContent = "The file cannot be read.";
    return showError($("solve-error"), new Error(`${given.name}: found bytes that are not UTF-16; expected text in UTF-16`));
  }
  showError($("solve-error"));
  $("one-said").textContent = "";
  const mine = (run = new Run(file, settings(), () => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      if (mine === run) show(mine);
    });
  }));
  let frame;
  $("one").hidden = true;
  $("run").hidden = false;
  $("run-name").textContent = file.name;
  $("run-stop").hidden = false;
  clearDownloads($("run-downloads"));
  $("run-notes").replaceChildren();
  showError($("run-error"));
  show(mine);
  await mine.solve();
  if (mine !== run) return;
  show(mine);
  end(mine);
}

function show(run) {
  $("run-progress").value = run.file.size ? run.consumed / run.file.size : 1;
  const rate = run.seconds > 0 ? Math.round(run.puzzles / run.seconds) : 0;
  $("run-line").textContent = `${number(run.puzzles)} puzzles in ${run.seconds.toFixed(2)} s, ${number(rate)} puzzles/s, `
    + (run.threads === 1 ? "1 worker" : `${run.threads} workers`);
  const rows = Object.entries(run.statuses).filter(([, count]) => count > 0);
  $("run-statuses").hidden = rows.length === 0;
  $("run-statuses").tBodies[0].replaceChildren(...rows.map(([status, count]) =>
    element("tr", {}, element("th", { scope: "row", textContent: status }), element("td", { textContent: number(count) }))));
  $("run-bad").hidden = run.bad.length === 0;
  const more = (run.statuses.invalid ?? 0) - run.bad.length;
  $("run-bad-more").textContent = more > 0 ? `and ${number(more)} more` : "";
  if ($("run-bad-lines").children.length !== run.bad.length) {
    $("run-bad-lines").replaceChildren(...run.bad.map((line) => element("li", { className: "place", textContent: line })));
  }
}

function end(run) {
  const { error, settings, file } = run;
  $("run-stop").hidden = true;
  const stopped = error instanceof Stopped;
  if (!error) $("run-progress").value = 1;
  $("run-state").textContent = stopped ? "Stopped." : error ? "The run has failed." : "Done.";
  showError($("run-error"), stopped ? undefined : error);
  if (run.table) $("run-notes").replaceChildren(...notes(run).map((note) => element("p", { textContent: note })));
  if (error && !run.counts.valid) return;
  const part = error ? "incomplete-" : "";
  const base = file.name.replace(/\.(gz|zst)$/, "").replace(/\.[^.]*$/, "") || "puzzles";
  const name = `${part}${base}.solutions.${ENDINGS[settings.format]}`;
  const label = error ? "Save the results so far" : "Save the results";
  const links = [download(label, name, run.results.blob("text/plain"))];
  if (settings.timing) links.push(download("Save the timing", `${part}${base}.timing.csv`, run.timing.blob("text/csv")));
  run.isUnsaved = true;
  links.forEach((link) => link.addEventListener("click", () => (run.isUnsaved = false)));
  $("run-downloads").replaceChildren(...links);
}
