// The page's side of the workers.

// A module with a SIMD instruction, which browsers without SIMD reject.
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0,
  65, 0, 253, 15, 253, 98, 11);

/** Throws if this browser cannot run the module. */
export function check() {
  if (typeof WebAssembly !== "object") throw new Error("it has no WebAssembly");
  if (!WebAssembly.validate(SIMD)) throw new Error("its WebAssembly has no SIMD, which browsers have since 2023");
  if (typeof Worker !== "function") throw new Error("it has no workers");
}

async function compile(name) {
  const response = await fetch(new URL(`${name}_bg.wasm`, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  return WebAssembly.compile(await response.arrayBuffer());
}

const compiled = new Map();

/** A module, compiled once for all workers. */
function module(name) {
  if (!compiled.has(name)) {
    compiled.set(name, compile(name));
    // The next worker tries again.
    compiled.get(name).catch(() => compiled.delete(name));
  }
  return compiled.get(name);
}

/** A worker and its unanswered calls. */
export class Helper {
  #worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  #waiting = new Map();
  #next = 0;
  #failed;
  ready;
  /** Whether a part of it could not be loaded. */
  isBroken = false;
  onstep = () => {};

  /** Loads a module: `sudomill_web` for one puzzle, `sudomill_files` for files, `sudomill_compare` for
   * measurements. */
  constructor(name = "sudomill_web") {
    this.#worker.onmessage = ({ data }) => {
      if (data.step) return this.onstep(data.step);
      const { resolve, reject } = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error === undefined) resolve(data.value);
      else reject(new Error(data.error));
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#end(new Error(event.message || "a worker cannot be started"));
    };
    this.ready = module(name).then((compiled) => this.#send("load", [name, compiled])).catch((error) => {
      if (error instanceof Stopped) throw error;
      this.isBroken = true;
      throw new Error(`A part of this page cannot be loaded (${error.message}). Check the connection, then try again.`);
    });
    // The error is reported by the next call.
    this.ready.catch(() => {});
  }

  /** Calls a function of worker.js. */
  async call(name, ...args) {
    await this.ready;
    return this.#send(name, args);
  }

  #send(call, args) {
    if (this.#failed) return Promise.reject(this.#failed);
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      const buffers = args.filter((it) => ArrayBuffer.isView(it)).map((it) => it.buffer);
      this.#worker.postMessage({ id, call, args }, buffers);
    });
  }

  #end(error) {
    this.#failed = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Terminates the worker, even if it is busy. */
  end() {
    this.#worker.terminate();
    this.#end(new Stopped());
  }
}

/** The error of a run that was stopped. */
export class Stopped extends Error {
  constructor() {
    super("stopped");
  }
}
