// Runs in node: lanes give the same results and the same counters as the command line.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root, sudomill, withoutTimes } from "./common.mjs";

const SETS = ["easy.txt", "minimal.txt", "hard.txt", "multiple.txt", "unsolvable.txt", "malformed.txt", "malformed.csv"];

let bytes;
globalThis.readSlice = (at, length) => bytes.subarray(at, at + length);

const dist = path.join(root, "web/dist");
const wasm = await import(path.join(dist, "sudomill_files.js"));
wasm.initSync({ module: readFileSync(path.join(dist, "sudomill_files_bg.wasm")) });

// Returns the results and the timing rows of a set, the timing rows without times.
function solve(name, settings) {
  const run = new wasm.Run(name, bytes.length, JSON.stringify({ ...settings, "keep-all": false, timing: true }));
  const [results, timing] = [[run.header()], [run.timing_header()]];
  for (let solved; (solved = run.next_piece(100_000)); ) {
    results.push(solved.results);
    timing.push(solved.timing);
  }
  return { results: Buffer.concat(results).toString(), timing: withoutTimes(Buffer.concat(timing).toString()) };
}

function natively(file, settings) {
  const folder = mkdtempSync(path.join(tmpdir(), "sudomill-"));
  try {
    const [results, timing] = ["results", "timing"].map((name) => path.join(folder, name));
    const args = ["solve", file, "--quiet", "--format", settings.format, "-o", results, "--timing", timing];
    try {
      execFileSync(sudomill, [...args, "--strategy", settings.strategy, "--limit", String(settings.limit)], { stdio: "pipe" });
    } catch (error) {
      // Exit code 1 means that not every puzzle has exactly one solution.
      assert.equal(error.status, 1, String(error.stderr));
    }
    return { results: readFileSync(results, "utf8"), timing: withoutTimes(readFileSync(timing, "utf8")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const name of SETS) {
  const file = path.join(root, "datasets", name);
  bytes = readFileSync(file);
  for (const format of ["solution", "csv", "jsonl", "count"]) {
    for (const limit of [1, 2, 50]) {
      const settings = { strategy: "lanes", format, limit };
      const expected = natively(file, settings);
      const found = solve(file, settings);
      assert.equal(found.results, expected.results, `${name} ${format} ${limit}`);
      assert.equal(found.timing, expected.timing, `timing of ${name} ${format} ${limit}`);
    }
  }
}
console.log(`lanes: ${SETS.length} sets, as the command line`);
