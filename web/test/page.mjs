// Tests the page in headless Chromium: page.mjs [--short] [FOLDER for pictures].
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { root, sudomill, withoutTimes } from "./common.mjs";

const args = process.argv.slice(2);
const short = args[0] === "--short" && Boolean(args.shift());
const pictures = args[0];
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const ROYLE = "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
const EY1 = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
const EY1_SOLVED = "213485796694731582857629134526917843179348625348256971735192468461873259982564317";

const folder = mkdtempSync(path.join(tmpdir(), "sudomill-page-"));
const files = {};

// Serves the page, and the files of the tests under /test/.
const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
  const file = name.startsWith("/test/") ? files[name.slice(6)] : path.join(root, "web/dist", name === "/" ? "index.html" : name);
  if (!file || !existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, {
    "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream",
    // Like web/serve.py.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
  });
  createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"];
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: flags });

// Opens a new page. Console messages, errors and requests to other hosts fail the test.
async function withPage(options, address, test) {
  const context = await browser.newContext({ ...options, acceptDownloads: true });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) complaints.push(request.url());
  });
  if (options.before) await page.addInitScript(options.before);
  try {
    await page.goto(`${origin}/${address}`);
    await page.waitForFunction(() => document.getElementById("about").textContent || !document.getElementById("trouble").hidden);
    assert.ok(await page.isHidden("#trouble"), await page.textContent("#trouble"));
    await test(page);
  } catch (error) {
    console.error(complaints);
    throw error;
  }
  assert.deepEqual(complaints, []);
  await context.close();
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

// Checks that nothing is wider than the window, and that axe finds no problems.
async function checkLook(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${name} is ${over} pixels too wide`);
  // The page's policy forbids foreign scripts in the page; axe runs outside of it.
  await page.evaluate(readFileSync(axe, "utf8") + ";0");
  const { violations } = await page.evaluate(() => axe.run());
  assert.deepEqual(violations.map((it) => [it.id, it.nodes.map((node) => node.html)]), [], name);
  await picture(page, name);
}

function writeTest(name, bytes) {
  files[name] = path.join(folder, name);
  writeFileSync(files[name], bytes);
}

// Drops a file from the server like a user does from a folder.
async function drop(page, name) {
  const transfer = await page.evaluateHandle(async (name) => {
    const bytes = await (await fetch(`test/${name}`)).arrayBuffer();
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    return transfer;
  }, name);
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

async function finished(page) {
  await page.waitForFunction(() => !["", "Solving …"].includes(document.getElementById("run-state").textContent), null, { timeout: 600_000 });
}

async function saved(page, text) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#run-downloads >> text=${text}`)]);
  return readFileSync(await download.path());
}

// Returns the results and the timing rows of the command line.
function natively(name, ...options) {
  const [results, timing] = ["results", "timing"].map((kind) => path.join(folder, kind));
  try {
    execFileSync(sudomill, ["solve", name, "--quiet", "-o", results, "--timing", timing, ...options], { cwd: folder, stdio: "pipe" });
  } catch (error) {
    assert.equal(error.status, 1, String(error.stderr));
  }
  return [readFileSync(results), withoutTimes(readFileSync(timing, "utf8"))];
}

async function choose(page, { format, timing, keep, column }) {
  await page.evaluate(() => (document.querySelector("#solve details").open = true));
  await page.selectOption("#solve-format", format ?? "solution");
  await page.setChecked("#solve-timing", Boolean(timing));
  await page.setChecked("#solve-keep", Boolean(keep));
  await page.fill("#solve-column", column ?? "");
}

const dataset = (name) => readFileSync(path.join(root, "datasets", name));

const tests = {
  async "one puzzle"() {
    await withPage(DESKTOP, "", async (page) => {
      await page.fill("#solve-text", EY1);
      await page.click("#solve-form button[type=submit]");
      await page.waitForSelector("#one:not([hidden])");
      assert.equal(await page.textContent("#one-status"), "Exactly one solution");
      assert.equal((await page.textContent("#one-grid")).replace(/\s/g, ""), EY1_SOLVED);
      await checkLook(page, "solve-one");
      // The same puzzle as a grid with rulers, using only the keyboard.
      await page.fill("#solve-text", "1 . | . .\n4 . | . .\n----+----\n. . | 2 .\n. . | . 3\n");
      await page.press("#solve-text", "Tab");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.getElementById("one-grid").rows.length === 4);
      await page.click("#one-watch");
      await page.waitForSelector("#player:not([hidden])");
      await page.click("#tab-solve");
      await page.fill("#solve-text", "1234");
      await page.click("#solve-form button[type=submit]");
      await page.waitForSelector("#solve-error:not([hidden])");
      assert.match(await page.textContent("#solve-error"), /^line 1:\d+: /);
    });
  },

  async "pasted lines"() {
    await withPage(DESKTOP, "", async (page) => {
      await page.fill("#solve-text", `${EY1}\nx\n${ROYLE}\n`);
      await page.click("#solve-form button[type=submit]");
      await finished(page);
      assert.equal((await saved(page, "Save the results")).toString().split("\n")[0], EY1_SOLVED);
      assert.match(await page.textContent("#run-bad-lines"), /^pasted\.txt:2:\d+: /);
      await checkLook(page, "solve-lines");
    });
  },

  async "a dropped file"() {
    const copies = short ? 2 : 20;
    writeTest("many.txt", Buffer.concat(Array(copies).fill(dataset("minimal.txt"))));
    writeTest("many.csv.gz", gzipSync("id,puzzle,note\n" + dataset("easy.txt").toString().trim().split("\n").map((line, i) => `${i},${line},"a, b"\n`).join("")));
    await withPage(DESKTOP, "", async (page) => {
      for (const [name, format, options] of [["many.txt", "solution", {}], ["many.txt", "csv", {}], ["many.txt", "jsonl", {}],
        ["many.csv.gz", "csv", { keep: true }]]) {
        await choose(page, { format, timing: true, ...options });
        await drop(page, name);
        await finished(page);
        assert.equal(await page.textContent("#run-state"), "Done.");
        const [results, timing] = natively(name, "--format", format, ...(options.keep ? ["--keep", "all"] : []));
        assert.ok(results.equals(await saved(page, "Save the results")), `${name} as ${format}`);
        assert.equal(withoutTimes((await saved(page, "Save the timing")).toString()), timing, name);
      }
      await checkLook(page, "solve-file");
    });
  },

  async "bad files"() {
    writeTest("malformed.txt", dataset("malformed.txt"));
    writeTest("malformed.csv", dataset("malformed.csv"));
    writeTest("binary.dat", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 1, 2, 3]));
    writeTest("cut.txt.gz", gzipSync(dataset("easy.txt")).subarray(0, 40_000));
    writeTest("packed.txt.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
    writeTest("empty.txt", Buffer.alloc(0));
    await withPage(DESKTOP, "", async (page) => {
      for (const name of ["malformed.txt", "malformed.csv"]) {
        await choose(page, { format: "csv" });
        await drop(page, name);
        await finished(page);
        assert.ok(natively(name, "--format", "csv")[0].equals(await saved(page, "Save the results")), name);
        const bad = await page.locator("#run-bad-lines li").allTextContents();
        assert.ok(bad.length > 3 && bad.every((line) => line.startsWith(`${name}:`)), name);
      }
      await checkLook(page, "solve-bad");
      for (const [name, message] of [["binary.dat", /binary\.dat/], ["packed.txt.zst", /Zstandard/], ["cut.txt.gz", /ends too soon/]]) {
        await drop(page, name);
        await finished(page);
        assert.match(await page.textContent("#run-error"), message, name);
        assert.equal(await page.textContent("#run-state"), "The run has failed.");
      }
      // The results of everything that could be read are there.
      const results = natively("cut.txt.gz".replace("cut", "whole"), "--format", "csv");
      assert.ok(results[0].subarray(0, 1000).equals((await saved(page, "Save the results so far")).subarray(0, 1000)));
      await drop(page, "empty.txt");
      await finished(page);
    });
  },

  async "a million, stopped"() {
    const copies = short ? 10 : 100;
    writeTest("million.txt", Buffer.concat(Array(copies).fill(dataset("minimal.txt"))));
    await withPage(DESKTOP, "", async (page) => {
      await choose(page, { format: "solution" });
      await drop(page, "million.txt");
      await page.waitForFunction(() => document.getElementById("run-progress").value > 0);
      await page.click("#run-stop");
      await finished(page);
      assert.equal(await page.textContent("#run-state"), "Stopped.");
      const part = (await saved(page, "Save the results so far")).toString();
      assert.ok(part.endsWith("\n") && part.length < copies * 820_000);
      assert.ok(natively("million.txt")[0].toString().startsWith(part));
      await drop(page, "million.txt");
      await finished(page);
      assert.match(await page.textContent("#run-line"), new RegExp(`^${(copies * 10_000).toLocaleString("en-US")} puzzles in`));
      console.log(`  ${await page.textContent("#run-line")}`);
      assert.ok(natively("million.txt")[0].equals(await saved(page, "Save the results")));
    });
  },

  async "watching"() {
    await withPage(DESKTOP, "#watch", async (page) => {
      // Moler's six steps by number.
      const steps = { 22: "naked single: 9 in r9c1", "3,114": "guess: 5 in r1c1", "8,172": "guess: 7 in r1c1",
        "14,781": "r1c9 has no candidate left", "19,229": "guess: 9 in r1c1", "19,422": "naked single: 9 in r9c9; solution" };
      for (const [step, words] of Object.entries(steps)) {
        await page.click(`#text-list >> text="Step ${step}"`);
        await page.waitForFunction((step) => document.getElementById("watch-words").textContent.startsWith(`Step ${step}:`), step);
        assert.ok((await page.textContent("#watch-words")).includes(words), `${step}: ${await page.textContent("#watch-words")}`);
        await picture(page, `watch-${step}`);
      }
      assert.match(await page.textContent("#watch-counters"), /guesses2,933/);
      assert.match(await page.textContent("#watch-counters"), /singletons12,095/);
      const step = async (expected, after = "") => {
        const shown = (step) => document.getElementById("watch-words").textContent.startsWith(`Step ${step}:`);
        await page.waitForFunction(shown, expected).catch(async () => {
          assert.fail(`${after}: expected step ${expected}, found ${await page.textContent("#watch-words")}`);
        });
      };
      await page.click("#go-first");
      await step("0");
      await page.click("#go-on");
      await step("1");
      await page.click("#watch-title");
      for (const [key, now] of [["ArrowRight", "2"], ["ArrowLeft", "1"], ["End", "19,422"], ["Home", "0"], ["g", "2"]]) {
        await page.keyboard.press(key);
        await step(now, key);
      }
      await page.click("#go-dead");
      await page.waitForFunction(() => document.getElementById("watch-words").textContent.includes("contradiction"));
      await page.fill("#step-number", "14781");
      await page.press("#step-number", "Enter");
      await step("14,781");
      await checkLook(page, "watch");
      // The URL shows the same step in another page.
      const address = page.url();
      assert.match(address, /#watch\?puzzle=.*&step=14781$/);
      await page.goto("about:blank");
      await page.goto(address);
      await step("14,781");
      assert.match(await page.textContent("#tree"), /\d+ guesses so far, 13 standing/);
      await page.selectOption("#speed", "2000");
      await page.click("#go-play");
      await step("19,422");
      // Any strategy and size work, and so does the URL of a bad puzzle.
      for (const strategy of ["mrv", "locked/mrv+degree", "backtracking", "electroyou"]) {
        await page.fill("#watch-text", EY1);
        await page.fill("#watch-strategy", strategy);
        await page.click("#watch-form button[type=submit]");
        await page.waitForFunction((name) => document.getElementById("watch-title").textContent.startsWith(`${name}: `), strategy);
        // The search is in view, and Tab goes to its buttons next.
        await page.waitForFunction(() => document.activeElement.id === "watch-title");
        assert.ok(await page.evaluate(() => document.getElementById("player").getBoundingClientRect().top < innerHeight / 2));
        await page.click("#go-last");
        await page.waitForFunction(() => document.querySelectorAll("#watch-grid .candidates").length === 0);
        assert.equal((await page.textContent("#watch-grid")).replace(/\s/g, ""), EY1_SOLVED, strategy);
      }
      await page.fill("#watch-strategy", "magic");
      await page.click("#watch-form button[type=submit]");
      await page.waitForSelector("#watch-error:not([hidden])");
      assert.match(await page.textContent("#watch-error"), /magic/);
    });
  },

  async "comparing"() {
    await withPage(DESKTOP, "#compare", async (page) => {
      await page.selectOption("#compare-set", "hard.txt");
      await page.fill("#compare-seconds", "0.2");
      await page.fill("#compare-rounds", "2");
      await page.fill("#compare-more", "locked/mrv");
      await page.click("#compare-form button[type=submit]");
      await page.waitForSelector("#compared:not([hidden])", { timeout: 300_000 });
      assert.equal(await page.locator("#compare-table tbody tr").count(), 4);
      const plots = page.locator("#plots .plot");
      assert.ok(await plots.count() > 3);
      assert.equal(await page.locator("#plots .plot canvas").count(), await plots.count());
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save as JSON")]);
      const { sets: [found] } = JSON.parse(readFileSync(await download.path(), "utf8"));
      await checkLook(page, "compare");
      const json = path.join(folder, "bench.json");
      execFileSync(sudomill, ["bench", path.join(root, "datasets/hard.txt"), "--strategy", "lanes,mrv,moler,locked/mrv",
        "--seconds", "0.2", "--rounds", "2", "--format", "json", "-o", json], { stdio: "pipe" });
      const { sets: [expected] } = JSON.parse(readFileSync(json, "utf8"));
      assert.equal(found.fingerprint, expected.fingerprint);
      for (const [i, measurement] of expected.measurements.entries()) {
        for (const field of ["strategy", "puzzles", "fingerprint", "statuses", "answers", "counters", "without_guess"]) {
          assert.deepEqual(found.measurements[i][field], measurement[field], `${measurement.strategy}: ${field}`);
        }
      }
    });
  },

  async "a phone, dark and light"() {
    for (const colorScheme of ["light", "dark"]) {
      for (const [device, options] of [["phone", PHONE], ["desktop", DESKTOP]]) {
        await withPage({ ...options, colorScheme }, "", async (page) => {
          await page.click("#solve-form button[type=submit]");
          await page.waitForSelector("#one:not([hidden])");
          await checkLook(page, `${device}-${colorScheme}-solve`);
          await page.goto(`${origin}/#watch?puzzle=${ROYLE}&strategy=moler&limit=1&step=14781`);
          await page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step 14,781"));
          await checkLook(page, `${device}-${colorScheme}-watch`);
          await page.click("#tab-compare");
          await checkLook(page, `${device}-${colorScheme}-compare`);
        });
      }
    }
  },

  async "without SIMD"() {
    const before = () => (WebAssembly.validate = () => false);
    await withPage({ ...DESKTOP, before }, "", async (page) => {
      assert.match(await page.textContent("#about"), /portable/);
      await page.click("#solve-form button[type=submit]");
      await page.waitForSelector("#one:not([hidden])");
    });
    await withPage(DESKTOP, "", async (page) => assert.match(await page.textContent("#about"), /simd128/));
  },
};

if (pictures) mkdirSync(pictures, { recursive: true });
writeFileSync(path.join(folder, "whole.txt.gz"), gzipSync(dataset("easy.txt")));
const only = process.env.ONLY;
try {
  for (const [name, test] of Object.entries(tests).filter(([name]) => !only || name.includes(only))) {
    console.log(name);
    await test();
  }
} finally {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
}
console.log("the page: all passed");
