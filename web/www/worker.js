// The worker's side: loads a module, then answers one message at a time.
// Messages: { id, call, args }; answers: { id, value } or { id, error }; { step } at any time.

let wasm, file, run, watch, benchmark;

// The function through which a module reads the file.
globalThis.readSlice = (at, length) => {
  try {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.slice(at, at + length)));
  } catch (error) {
    throw String(error.message ?? error);
  }
};
globalThis.tellStep = (what, done, of) => postMessage({ step: { what, done, of } });

// Replaces the search that is shown.
function follow(begin) {
  watch?.free();
  watch = undefined;
  watch = begin();
}

const calls = {
  async load(name, module) {
    wasm = await import(`./${name}.js`);
    await wasm.default({ module_or_path: module });
  },
  about: () => JSON.parse(wasm.about()),
  onePuzzle: (text) => wasm.one_puzzle(text),
  clues: (text) => JSON.parse(wasm.clues(text)),
  solveOne: (text, strategy, limit) => JSON.parse(wasm.solve_one(text, strategy, limit)),

  openRun(input, settings) {
    file = input;
    run = new wasm.Run(file.name, file.size, settings);
    return { table: JSON.parse(run.table()), results: run.header(), timing: run.timing_header() };
  },
  nextPiece(size) {
    const solved = run.next_piece(size);
    if (!solved) return null;
    const { report, results, timing } = solved;
    solved.free();
    return { report: JSON.parse(report), results, timing };
  },

  watch(puzzle, strategy, limit) {
    follow(() => new wasm.Watch(puzzle, strategy, limit));
    return {
      end: JSON.parse(watch.end()),
      kinds: watch.kinds(),
      guesses: watch.guesses(),
      techniques: watch.techniques(),
    };
  },
  board(puzzle, marks) {
    follow(() => wasm.Watch.ofBoard(puzzle, Uint32Array.from(marks)));
    return JSON.parse(watch.end());
  },
  frames: (from, to) => JSON.parse(watch.frames(from, to)),

  compare(name, puzzles, settings) {
    benchmark?.free();
    benchmark = new wasm.Benchmark(name, puzzles, settings);
    return { json: benchmark.json(), page: benchmark.page(), figures: JSON.parse(benchmark.figures()) };
  },
};

// Returns the buffers of an answer, which are transferred instead of copied.
function buffers(value) {
  const all = value && typeof value === "object" ? Object.values(value) : [];
  return all.filter((it) => ArrayBuffer.isView(it) && it.byteLength).map((it) => it.buffer);
}

// Runs one call at a time; the first one waits for the module.
let queue = Promise.resolve();
onmessage = ({ data: { id, call, args } }) => {
  queue = queue.then(async () => {
    try {
      const value = await calls[call](...args);
      postMessage({ id, value }, buffers(value));
    } catch (error) {
      postMessage({ id, error: String(error?.message ?? error) });
    }
  });
};
