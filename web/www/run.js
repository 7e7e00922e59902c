// Solves a file: one worker reads it piece by piece, the others solve the pieces, and the
// results are put together in the order of the file. Memory is bounded: only a few pieces are
// under way, and the browser keeps finished results in blobs, on disk if they are many.

import { Helper, Stopped } from "./workers.js";

// Pieces that a solver may be ahead of the oldest one that is not finished.
const AHEAD = 4;
// Bytes that are collected before they go into a blob.
const BLOB = 8 << 20;
// Bad lines that are kept for the page.
const BAD = 10;
// Below this size a second solver has nothing to do.
const SMALL = 1 << 20;

/** Bytes in order, in blobs. */
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
  statuses = {};
  puzzles = 0;
  consumed = 0;
  bad = [];
  /** Why it ended before the end of the file. */
  error;
  #helpers = [];
  #begun = 0;
  #written = 0;
  #waiting = new Map();
  #room = [];
  #started = performance.now();
  #ended;

  /** `settings` are those of src/files.rs; `onprogress` is called whenever a piece is written. */
  constructor(file, settings, onprogress) {
    this.file = file;
    this.settings = settings;
    this.onprogress = onprogress;
    const cores = Math.min(navigator.hardwareConcurrency || 2, 32);
    this.threads = file.size < SMALL ? 1 : cores;
  }

  get seconds() {
    return ((this.#ended ?? performance.now()) - this.#started) / 1000;
  }

  /** Solves the file; resolves at the end, also if it is stopped or fails. */
  async solve() {
    const settings = JSON.stringify(this.settings);
    this.#helpers = Array.from({ length: this.threads + 1 }, () => new Helper());
    const [reader, ...solvers] = this.#helpers;
    try {
      const opened = [reader.call("openReader", this.file, settings),
        ...solvers.map((solver) => solver.call("openSolver", this.file, settings))];
      const [, { results, timing }] = await Promise.all(opened);
      this.results.add(results);
      if (this.settings.timing) this.timing.add(timing);
      await Promise.all(solvers.map((solver) => this.#work(reader, solver)));
    } catch (error) {
      this.error ??= error;
    }
    this.#ended = performance.now();
    this.#helpers.forEach((helper) => helper.end());
  }

  /** Ends the run at once. What is written so far stays. */
  stop() {
    this.error ??= new Stopped();
    this.#helpers.forEach((helper) => helper.end());
    this.#wake();
  }

  // Piece after piece. A solver that fails ends the run; what was read before the reader
  // fails is solved to the end.
  async #work(reader, solver) {
    while (await this.#hasRoom()) {
      const piece = await reader.call("nextPiece").catch((error) => {
        this.error ??= error;
        this.#wake();
      });
      if (!piece) return;
      // Answers come in the order of the calls.
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
      for (const [status, count] of Object.entries(report.statuses)) {
        this.statuses[status] = (this.statuses[status] ?? 0) + count;
        this.puzzles += count;
      }
      this.bad.push(...report.bad.slice(0, BAD - this.bad.length));
      this.consumed = report.consumed;
      this.onprogress(this);
    }
    this.#wake();
  }
}
