// Solves a file: one worker reads it piece by piece, the others solve the pieces, and the results
// are put together in the order of the file. Memory is bounded: only a few pieces are in progress,
// and the browser keeps finished results in blobs, on disk if they are large.

import { failIfWithout } from "./notes.js";
import { Helper, Stopped } from "./workers.js";

// The number of pieces per solver that may be in progress or wait for an earlier one.
const AHEAD = 4;
// The number of bytes that are collected before they go into a blob.
const BLOB = 8 << 20;
// The number of bad lines kept for the page.
const BAD = 10;
// Below this size, a second solver would have nothing to do.
const SMALL = 1 << 20;

/** An output: bytes in order, collected in blobs. */
class Output {
  #blobs = [];
  #parts = [];
  #bytes = 0;

  add(bytes) {
    if (!bytes.length) return;
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes >= BLOB) this.#pack();
  }

  #pack() {
    this.#blobs.push(new Blob(this.#parts));
    [this.#parts, this.#bytes] = [[], 0];
  }

  blob(type) {
    this.#pack();
    return new Blob(this.#blobs, { type });
  }
}

export class Run {
  results = new Output();
  timing = new Output();
  /** The columns of the file; see src/files.rs, as for the counts. */
  table;
  statuses = {};
  skipped = {};
  counts = {};
  consumed = 0;
  bad = [];
  /** The reason why the run ended before the end of the file. */
  error;
  #helpers = [];
  #begun = 0;
  #written = 0;
  #waiting = new Map();
  #room = [];
  #started = performance.now();
  #ended;

  /** For `settings`, see src/files.rs; `onprogress` is called whenever a piece is written. */
  constructor(file, settings, onprogress) {
    this.file = file;
    this.settings = settings;
    this.onprogress = onprogress;
    const cores = Math.min(navigator.hardwareConcurrency || 2, 32);
    this.threads = file.size < SMALL ? 1 : cores;
  }

  get puzzles() {
    return Object.values(this.statuses).reduce((sum, count) => sum + count, 0);
  }

  get isRunning() {
    return this.#ended === undefined;
  }

  get seconds() {
    return ((this.#ended ?? performance.now()) - this.#started) / 1000;
  }

  /** Solves the file; resolves at the end, even if the run is stopped or fails. */
  async solve() {
    const settings = JSON.stringify(this.settings);
    this.#helpers = Array.from({ length: this.threads + 1 }, () => new Helper());
    const [reader, ...solvers] = this.#helpers;
    try {
      const opened = [reader.call("openReader", this.file, settings),
        ...solvers.map((solver) => solver.call("openSolver", this.file, settings))];
      const [, { table, results, timing }] = await Promise.all(opened);
      this.table = table;
      this.results.add(results);
      if (this.settings.timing) this.timing.add(timing);
      await Promise.all(solvers.map((solver) => this.#work(reader, solver)));
      if (!this.error) failIfWithout(this);
    } catch (error) {
      this.error ??= error;
    }
    this.#ended = performance.now();
    this.#helpers.forEach((helper) => helper.end());
  }

  /** Ends the run at once. Results written so far remain. */
  stop() {
    this.error ??= new Stopped();
    this.#helpers.forEach((helper) => helper.end());
    this.#wake();
  }

  // Solves piece after piece. A failing solver ends the run. If the reader fails, the pieces read
  // before are still solved.
  async #work(reader, solver) {
    while (await this.#hasRoom()) {
      const piece = await reader.call("nextPiece").catch((error) => {
        this.error ??= error;
        this.#wake();
      });
      if (!piece) return;
      // A worker answers calls in order.
      const index = this.#begun++;
      this.#waiting.set(index, await solver.call("solvePiece", piece.place, piece.bytes));
      this.#write();
    }
  }

  async #hasRoom() {
    while (!this.error && this.#begun - this.#written >= AHEAD * this.threads) {
      await new Promise((resolve) => this.#room.push(resolve));
    }
    return !this.error;
  }

  #wake() {
    this.#room.splice(0).forEach((resolve) => resolve());
  }

  #write() {
    for (let solved; (solved = this.#waiting.get(this.#written)); this.#written++) {
      this.#waiting.delete(this.#written);
      const { report, results, timing } = solved;
      this.results.add(results);
      this.timing.add(timing);
      for (const kind of ["statuses", "skipped", "counts"]) add(this[kind], report[kind]);
      this.bad.push(...report.bad.slice(0, BAD - this.bad.length));
      this.consumed = report.consumed;
      this.onprogress(this);
    }
    this.#wake();
  }
}

function add(sums, counts) {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}
