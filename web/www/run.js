// Solves a file in a worker, piece by piece. Memory is bounded: the browser keeps finished results in
// blobs, on disk if they are large.

import { failIfWithout } from "./notes.js";
import { Helper, Stopped } from "./workers.js";

// The size of the first piece in bytes, and of the largest.
const FIRST = 200;
const MOST = 1 << 20;
// The time in milliseconds that pieces grow to take: Stop keeps what is done before.
const LONG = 200;
// The number of bad lines kept for the page.
const BAD = 10;

export class Run {
  /** The outputs: blobs, in order. */
  results = [];
  timing = [];
  /** The columns of the file; see files/src/lib.rs, as for the counts. */
  table;
  statuses = {};
  skipped = {};
  counts = {};
  consumed = 0;
  bad = [];
  /** The reason why the run ended before the end of the file. */
  error;
  isRunning = true;
  #helper = new Helper("sudomill_files");
  #started = performance.now();
  #ended;

  /** For `settings`, see files/src/lib.rs. */
  constructor(file, settings) {
    this.file = file;
    this.settings = settings;
  }

  get puzzles() {
    return Object.values(this.statuses).reduce((sum, count) => sum + count, 0);
  }

  get seconds() {
    return ((this.#ended ?? performance.now()) - this.#started) / 1000;
  }

  /** Solves the file; resolves at the end, even if the run is stopped or fails. */
  async solve() {
    const helper = this.#helper;
    try {
      const { table, results, timing } = await helper.call("openRun", this.file, JSON.stringify(this.settings));
      this.table = table;
      this.results.push(new Blob([results]));
      this.timing.push(new Blob([timing]));
      let size = FIRST;
      for (;;) {
        const begun = performance.now();
        const solved = await helper.call("nextPiece", Math.round(size));
        if (!solved) break;
        const growth = LONG / (performance.now() - begun + 1);
        size = Math.min(MOST, Math.max(1, size * Math.min(growth, 4)));
        this.#add(solved);
      }
      failIfWithout(this);
    } catch (error) {
      this.error ??= error;
    }
    this.isRunning = false;
    this.#ended = performance.now();
    helper.end();
  }

  /** Ends the run at once. Results written so far remain. */
  stop() {
    this.#helper.end();
  }

  #add({ report, results, timing }) {
    this.results.push(new Blob([results]));
    this.timing.push(new Blob([timing]));
    for (const kind of ["statuses", "skipped", "counts"]) add(this[kind], report[kind]);
    this.bad.push(...report.bad.slice(0, BAD - this.bad.length));
    this.consumed = report.consumed;
  }
}

function add(sums, counts) {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}
