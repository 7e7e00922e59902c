// The tab that solves typed, pasted, opened or dropped puzzles.

import { $, clearDownloads, copy, counters, download, element, number, offer, plural, showError } from "./dom.js";
import { COUNTERS } from "./glossary.js";
import { draw, marksOf } from "./grid.js";
import { mayBeMany, notes, outcome } from "./notes.js";
import { Run } from "./run.js";
import { Helper, Stopped } from "./workers.js";

const ENDINGS = { solution: "txt", count: "txt", csv: "csv", jsonl: "jsonl" };

// The statuses, and what they mean.
const STATUSES = {
  unique: "exactly one solution",
  solved: "a solution; no second one was looked for",
  multiple: "two solutions or more",
  none: "no solution",
  "gave-up": "the search was too long",
  invalid: "no puzzle",
};
// The number of results that are shown.
const SHOWN = 10;
// Fewer puzzles have no rate to speak of.
const RATED = 100;
// A file with one puzzle is smaller, in bytes.
const ONE = 1 << 16;
// A loss of longer runs is worth a question, in seconds.
const LONG = 5;

let helper, run;

/** `watched` shows a text in Watch if it is one puzzle, and returns whether it is. */
export function start(watched) {
  $("solve-form").onsubmit = (event) => {
    event.preventDefault();
    solveText($("solve-text").value);
  };
  // After a new load, the text is the last one, or the puzzle of Watch.
  const { text, watch } = history.state ?? {};
  const kept = text ?? new URLSearchParams(watch?.split("?")[1]).get("puzzle");
  if (kept) offer($("solve-text"), kept);
  $("solve-file").onchange = (event) => {
    solveFiles([...event.target.files]);
    event.target.value = "";
  };
  // Only these formats have columns.
  $("solve-format").onchange = ({ target }) => {
    $("solve-keep").disabled = !["csv", "jsonl"].includes(target.value);
    $("solve-keep").checked &&= !$("solve-keep").disabled;
  };
  addEventListener("beforeunload", (event) => {
    if (run && !$("run").hidden && (run.isRunning || run.isUnsaved) && run.seconds > LONG) event.preventDefault();
  });
  $("one-stop").onclick = () => helper.end();
  $("run-stop").onclick = () => run?.stop();
  // Without this, a file dropped beside the text would replace the page.
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData("text/plain");
    if (!files.length && !text) return;
    if (!$("watch").hidden) {
      const one = files.length ? files.length === 1 && files[0].size < ONE && (await files[0].text()) : text;
      if (one && (await watched(one))) return;
    }
    $("tab-solve").click();
    if (files.length) return solveFiles(files);
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

/** Solves a text: a single puzzle is drawn, anything else solved like a file. */
export async function solveText(text) {
  if (!mayDiscard()) return;
  offer($("solve-text"), text);
  if (text.length < ONE) history.replaceState({ ...history.state, text }, "");
  run?.stop();
  // A hard puzzle may take long, so a new one does not wait for it.
  helper?.end();
  const own = (helper = new Helper());
  $("one-busy").hidden = false;
  try {
    showOne(await own.call("solveOne", text, strategy(), limit()));
  } catch (error) {
    if (error instanceof Stopped) return;
    if (mayBeMany(text, error)) return solveFile(new File([text], "pasted.txt"));
    $("one").hidden = $("run").hidden = true;
    showError($("solve-error"), error);
  } finally {
    own.end();
    if (own === helper) $("one-busy").hidden = true;
  }
}

function showOne(answer) {
  showError($("solve-error"));
  $("run").hidden = true;
  $("one").hidden = false;
  $("one-status").textContent = $("one-said").textContent = outcome(answer, limit());
  const marks = marksOf(answer.clues, answer.solution);
  draw($("one-grid"), answer, { marks }, answer.solution ? "The solution" : "The puzzle");
  counters($("one-counters"), answer.counters, { ...COUNTERS, ...Object.fromEntries(answer.counter_words) });
  $("one-watch").href = `#watch?${new URLSearchParams({ puzzle: answer.puzzle })}`;
  $("one-line").hidden = !answer.solution;
  $("one-copied").textContent = "";
  const line = answer.solution?.map((digit) => answer.symbols[digit - 1]).join("");
  $("one-copy").onclick = () => copy(line, $("one-copied"), "Copied.", line);
}

function settings() {
  return {
    strategy: strategy(),
    limit: limit(),
    format: $("solve-format").value,
    column: $("solve-column").value.trim() || null,
    "keep-all": $("solve-keep").checked,
    timing: $("solve-timing").checked,
  };
}

function solveFiles(files) {
  if (files.length && !mayDiscard()) return;
  if (files.length > 1) return showError($("solve-error"), new Error(`found ${files.length} files; expected one`));
  if (files.length) solveFile(files[0]);
}

// Decodes a file in UTF-16 as a whole; the module reads only UTF-8. Refuses other files that are no
// text, unless their first byte is that of a format that the module unpacks or names.
async function decoded(file) {
  const head = new Uint8Array(await file.slice(0, 1 << 12).arrayBuffer());
  if (head.length === 0) throw new Error(`${file.name}: the file is empty`);
  const label = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[(head[0] << 8) | head[1]];
  if (!label && head.includes(0) && ![0x1f, 0x28, 0x50].includes(head[0])) {
    throw new Error(`${file.name}: found binary data; expected text, or text in a .gz file`);
  }
  if (!label) return file;
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(await file.arrayBuffer());
    return new File([text], file.name);
  } catch {
    throw new Error(`${file.name}: found bytes that are not UTF-16; expected text in UTF-16`);
  }
}

async function solveFile(given) {
  run?.stop();
  $("one").hidden = $("run").hidden = true;
  $("run-state").textContent = "Solving …";
  let file;
  try {
    file = await decoded(given);
  } catch (error) {
    return showError($("solve-error"), error);
  }
  showError($("solve-error"));
  $("one-said").textContent = "";
  const mine = (run = new Run(file, settings()));
  $("run").hidden = false;
  $("run-name").textContent = file.name;
  $("run-stop").hidden = false;
  $("run-first").hidden = true;
  clearDownloads($("run-downloads"));
  $("run-notes").replaceChildren();
  showError($("run-error"));
  show(mine);
  const clock = setInterval(() => mine === run && show(mine), 200);
  await mine.solve();
  clearInterval(clock);
  if (mine !== run) return;
  show(mine);
  end(mine);
}

function show(run) {
  $("run-progress").value = run.file.size ? run.consumed / run.file.size : 1;
  const rate = run.puzzles < RATED ? "" : `, ${number(Math.round(run.puzzles / run.seconds))} puzzles/s`;
  $("run-line").textContent = `${plural(run.puzzles, "puzzle")} in ${run.seconds.toFixed(2)} s${rate}`;
  const rows = Object.entries(STATUSES).filter(([status]) => run.statuses[status] > 0);
  $("run-statuses").hidden = rows.length === 0;
  $("run-statuses").tBodies[0].replaceChildren(...rows.map(([status, meaning]) =>
    element("tr", {}, element("th", { scope: "row", textContent: status }),
      element("td", { textContent: number(run.statuses[status]) }), element("td", { className: "name hint", textContent: meaning }))));
  $("run-bad").hidden = run.bad.length === 0;
  const more = (run.statuses.invalid ?? 0) - run.bad.length;
  $("run-bad-more").textContent = more > 0 ? `and ${number(more)} more` : "";
  $("run-bad-lines").replaceChildren(...run.bad.map((line) => element("li", { className: "place", textContent: line })));
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
  const results = new Blob(run.results, { type: "text/plain" });
  const links = [download(error ? "Save the results so far" : "Save the results", name, results)];
  results.slice(0, SHOWN << 12).text().then((text) => {
    $("run-lines").textContent = text.split("\n", SHOWN).join("\n");
    $("run-first").hidden = false;
  });
  if (settings.timing) links.push(download("Save the timing", `${part}${base}.timing.csv`, new Blob(run.timing, { type: "text/csv" })));
  run.isUnsaved = true;
  links.forEach((link) => link.addEventListener("click", () => (run.isUnsaved = false)));
  $("run-downloads").replaceChildren(...links);
}
