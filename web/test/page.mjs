// Tests the page in headless Chromium: page.mjs [--short] [FOLDER for pictures].
import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { root, sudomill, withoutTimes } from "./common.mjs";

const args = process.argv.slice(2);
const short = args[0] === "--short" && Boolean(args.shift());
const pictures = args[0];
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm" };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const ROYLE = "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
const EY1 = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
// The puzzle that people try first.
const HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const HARDEST_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
// A puzzle for XY-wings, and one with longer chains.
const WINGS = "..4.7....2..39.4...7..1..9..23.4.8..915......6..7.1.5213.28...4.8.....2.........7";
const CHAINS = ".7...4.....6..97.5..5.......4..3.19.......6.......7853....2..8...93...1.5.....4.2";
const SOLVED_WINGS = "894572631251396478376814295723945816915628743648731952139287564587463129462159387";
const SOLVED_CHAINS = "271654938836219745495873261648532197357981624912467853164725389729348516583196472";
const EY1_SOLVED = "213485796694731582857629134526917843179348625348256971735192468461873259982564317";

// The sides of grids, from the table of the manual.
const SIDES = [...readFileSync(path.join(root, "docs/formats.md"), "utf8").matchAll(/^\| (\d+)×\d+ \|/gm)].map(([, side]) => Number(side));
const CELLS = SIDES.map((side) => side * side);
const ONE_OF_CELLS = `${CELLS.slice(0, -1).join(", ")} or ${CELLS.at(-1)}`;

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
async function withPage({ before, ...options }, address, test) {
  const permissions = ["clipboard-read", "clipboard-write"];
  const context = await browser.newContext({ ...options, permissions, acceptDownloads: true });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) complaints.push(request.url());
  });
  if (before) await page.addInitScript(before);
  try {
    await page.goto(`${origin}/${address}`);
    await page.waitForFunction(() => document.getElementById("about").textContent || !document.getElementById("trouble").hidden);
    assert.ok(await page.isHidden("#trouble"), await page.textContent("#trouble"));
    await test(page);
    assert.deepEqual(complaints, []);
  } catch (error) {
    console.error(complaints);
    throw error;
  } finally {
    await context.close();
  }
}

// Runs a test on a desktop and on a phone.
async function onBoth(address, test, more) {
  for (const [device, options] of [["desktop", DESKTOP], ["phone", PHONE]]) {
    await withPage({ ...options, ...more }, address, (page) => test(page, device));
  }
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

// Checks that nothing is wider than the window, and that axe finds no problems.
async function checkLook(page, name) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth) - page.viewportSize().width;
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

// Pastes a text into an element, as a person does.
async function paste(page, text, selector = "body") {
  await page.evaluate(([text, selector]) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.querySelector(selector).dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, [text, selector]);
}

// Asks for an empty grid, of 9×9 unless another size is named.
async function emptied(page, side = 9) {
  await page.click("#watch-empty");
  await page.click(`#empty-sizes >> text="${side}×${side}"`);
  await page.waitForFunction((side) => document.querySelectorAll("#watch-grid td").length === side * side
    && !document.querySelector("#watch-grid .clue"), side);
}

// Waits for the title of a search.
const titled = (page, title) => page.waitForFunction((title) => document.getElementById("watch-title").textContent === title, title);

const clues = (page, count) => page.waitForFunction((count) => document.querySelectorAll("#watch-grid .clue").length === count, count);

// Waits for the search of a puzzle.
const searched = (page, puzzle) => page.waitForFunction((puzzle) => document.getElementById("watch-text").value === puzzle
  && document.getElementById("watch-busy").hidden, puzzle.replaceAll("0", "."));

// Waits for the search of a puzzle by a strategy, whatever the field holds.
const searchedIn = (page, puzzle, strategy) => page.waitForFunction(([puzzle, strategy]) => {
  const params = new URLSearchParams(location.hash.split("?")[1]);
  return document.getElementById("watch-busy").hidden && `${document.getElementById("watch-summary").textContent || strategy}:`.startsWith(strategy)
    && params.get("puzzle") === puzzle && params.get("strategy") === strategy;
}, [puzzle, strategy]);

const cell = (at) => `#watch-grid td >> nth=${at}`;

const labelOf = (page, at) => page.getAttribute(cell(at), "aria-label");

const strategy = (page) => page.inputValue("#watch-strategy");

// The address of a step.
const watchAddress = (puzzle, strategy, step, limit = 1) => `#watch?${new URLSearchParams({ puzzle, strategy, limit, step })}`;

async function shownStep(page, step) {
  const words = `Step ${step.toLocaleString("en-US")}:`;
  await page.waitForFunction((words) => document.getElementById("watch-words").textContent.startsWith(words), words, { timeout: 200_000 });
}

// What the page says once a link is copied, which takes a moment.
async function copied(page) {
  await page.waitForFunction(() => document.getElementById("shared").textContent);
  return page.textContent("#shared");
}

// The records of a search by the command line.
function traced(puzzle, strategy, ...options) {
  try {
    return execFileSync(sudomill, ["trace", puzzle, "--strategy", strategy, "--format", "jsonl", ...options], { stdio: "pipe" }).toString().trim().split("\n").map(JSON.parse);
  } catch (error) {
    assert.equal(error.status, 1, String(error.stderr));
    return error.stdout.toString().trim().split("\n").map(JSON.parse);
  }
}

// Holds the calls of workers whose names are in `window.holds`, until `release`.
function holding() {
  const Real = Worker;
  window.holds = ["watch"];
  let held = [];
  window.Worker = class extends Real {
    postMessage(message, ...more) {
      const send = () => super.postMessage(message, ...more);
      if (window.holds.includes(message.call)) held.push(send);
      else send();
    }
  };
  window.release = () => {
    window.holds = [];
    for (const send of held.splice(0)) send();
  };
}

const hold = (page, ...calls) => page.evaluate((calls) => (window.holds = calls), calls);
const release = (page) => page.evaluate(() => window.release());

// Follows an address, whose search is held, as these other calls are.
async function heldSearch(page, address, ...calls) {
  await hold(page, "watch", ...calls);
  await page.evaluate((link) => (location.hash = link), address);
  await page.waitForSelector("#watch-busy:not([hidden])");
}

const plural = (count, noun) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

const dataset = (name) => readFileSync(path.join(root, "datasets", name));

const tests = {
  async "one puzzle"() {
    await onBoth("#solve", async (page, device) => {
      await page.fill("#solve-text", EY1);
      await page.click("#solve-form button[type=submit]");
      await page.waitForSelector("#one:not([hidden])");
      assert.equal(await page.textContent("#one-status"), "Exactly one solution");
      assert.equal((await page.textContent("#one-grid")).replace(/\s/g, ""), EY1_SOLVED);
      assert.match(await page.textContent("#one-counters"), /sweeps6 rounds of every rule/);
      // A grid that is only shown is not in the order of the keys.
      assert.equal(await page.locator("#one-grid td[tabindex='0']").count(), 0);
      await page.click("#one-copy");
      await page.waitForFunction(() => document.getElementById("one-copied").textContent === "Copied.");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), EY1_SOLVED);
      await checkLook(page, `solve-one-${device}`);
      // The same puzzle as a grid with rulers, using only the keyboard.
      await page.fill("#solve-text", "1 . | . .\n4 . | . .\n----+----\n. . | 2 .\n. . | . 3\n");
      await page.press("#solve-text", "Tab");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.getElementById("one-grid").rows.length === 4);
      await page.click("#one-watch");
      // Watching uses the strategy for a reader's own puzzles.
      await titled(page, "At least 2 solutions, 23 steps");
      assert.equal(await strategy(page), "pairs/mrv");
      await page.click("#tab-solve");
      await page.fill("#solve-text", "1234");
      await page.click("#solve-form button[type=submit]");
      await page.waitForSelector("#solve-error:not([hidden])");
      assert.match(await page.textContent("#solve-error"), RegExp(`^This text has 4 cells; a puzzle has ${ONE_OF_CELLS}\\.\nline 1:\\d+: `));
    });
  },

  async "pasted lines"() {
    await onBoth("#solve", async (page, device) => {
      await page.fill("#solve-text", `${EY1}\nx\n${ROYLE}\n`);
      await page.click("#solve-form button[type=submit]");
      await finished(page);
      assert.equal((await saved(page, "Save the results")).toString().split("\n")[0], EY1_SOLVED);
      assert.match(await page.textContent("#run-bad-lines"), /^pasted\.txt:2:\d+: /);
      // The results can be seen and copied; three puzzles have no rate.
      assert.equal((await page.textContent("#run-lines")).split("\n")[0], EY1_SOLVED);
      assert.match(await page.textContent("#run-line"), /^3 puzzles in \d+\.\d\d s$/);
      assert.match(await page.textContent("#run-statuses"), /unique2exactly one solutioninvalid1no puzzle/);
      await checkLook(page, `solve-lines-${device}`);
    });
  },

  async "a dropped file"() {
    const copies = short ? 2 : 20;
    writeTest("many.txt", Buffer.concat(Array(copies).fill(dataset("minimal.txt"))));
    writeTest("many.csv.gz", gzipSync("id,puzzle,note\n" + dataset("easy.txt").toString().trim().split("\n").map((line, i) => `${i},${line},"a, b"\n`).join("")));
    await withPage(DESKTOP, "#solve", async (page) => {
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

  async "a file in UTF-16"() {
    const text = `id,puzzle\n1,${EY1}\n2,${ROYLE}\n`;
    writeTest("wide.csv", Buffer.from(`\ufeff${text}`, "utf16le"));
    await withPage(DESKTOP, "#solve", async (page) => {
      await choose(page, { format: "csv" });
      await drop(page, "wide.csv");
      await finished(page);
      assert.ok(natively("wide.csv", "--format", "csv")[0].equals(await saved(page, "Save the results")));
    });
  },

  async "bad files"() {
    writeTest("malformed.txt", dataset("malformed.txt"));
    writeTest("malformed.csv", dataset("malformed.csv"));
    writeTest("binary.dat", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 1, 2, 3]));
    writeTest("cut.txt.gz", gzipSync(dataset("easy.txt")).subarray(0, 40_000));
    writeTest("packed.txt.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
    writeTest("empty.txt", Buffer.alloc(0));
    writeTest("empty.txt.gz", gzipSync(""));
    writeTest("picture.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]));
    await onBoth("#solve", async (page, device) => {
      for (const name of ["malformed.txt", "malformed.csv"]) {
        await choose(page, { format: "csv" });
        await drop(page, name);
        await finished(page);
        assert.ok(natively(name, "--format", "csv")[0].equals(await saved(page, "Save the results")), name);
        const bad = await page.locator("#run-bad-lines li").allTextContents();
        assert.ok(bad.length > 3 && bad.every((line) => line.startsWith(`${name}:`)), name);
      }
      const bad = natively("malformed.csv", "--format", "csv")[0].toString().match(/,invalid,/g).length;
      assert.equal(await page.textContent("#run-bad-more"), `and ${bad - 10} more`);
      await checkLook(page, `solve-bad-${device}`);
      for (const [name, message] of [["binary.dat", /binary\.dat/], ["packed.txt.zst", /Zstandard/], ["cut.txt.gz", /ends too soon/]]) {
        await drop(page, name);
        await finished(page);
        assert.match(await page.textContent("#run-error"), message, name);
        assert.equal(await page.textContent("#run-state"), "The run has failed.");
      }
      // The results of everything that could be read are there.
      const results = natively("cut.txt.gz".replace("cut", "whole"), "--format", "csv");
      assert.ok(results[0].subarray(0, 1000).equals((await saved(page, "Save the results so far")).subarray(0, 1000)));
      for (const [name, message] of [["empty.txt", "empty.txt: the file is empty"], ["picture.png", "picture.png: found binary data; expected text, or text in a .gz file"]]) {
        await drop(page, name);
        await page.waitForFunction((message) => document.getElementById("solve-error").textContent === message, message);
        assert.ok(await page.isHidden("#run"));
      }
      await drop(page, "empty.txt.gz");
      await finished(page);
      assert.equal(await page.textContent("#run-error"), "empty.txt.gz: the file is empty");
    });
  },

  async "warnings"() {
    writeTest("prose.txt", "# a comment\n\n# another\n");
    writeTest("clash.csv", `puzzle,solution\n${EY1},x\n`);
    writeTest("full.txt", `# solutions\n${EY1_SOLVED}\n`);
    await withPage(DESKTOP, "#solve", async (page) => {
      const noted = () => page.locator("#run-notes p").allTextContents();
      page.on("dialog", (dialog) => dialog.accept());
      // As the command line: an error, and no results.
      await drop(page, "prose.txt");
      await finished(page);
      assert.equal(await page.textContent("#run-error"), "prose.txt: no puzzle in 3 lines");
      assert.equal(await page.locator("#run-downloads a").count(), 0);
      assert.deepEqual(await noted(), ["Skipped lines: 1 blank, 2 comment."]);
      await choose(page, { format: "csv", keep: true });
      await drop(page, "clash.csv");
      await finished(page);
      assert.ok((await noted()).includes("The file has a column “solution”, too: that of the results is called “sudomill_solution”."));
      assert.ok(natively("clash.csv", "--format", "csv", "--keep", "all")[0].equals(await saved(page, "Save the results")));
      await choose(page, {});
      await drop(page, "full.txt");
      await finished(page);
      assert.ok((await noted()).some((note) => note.startsWith("Every puzzle is a full grid: column 1 probably holds the solutions.")), await noted());
    });
  },

  async "a million, stopped"() {
    const copies = short ? 40 : 100;
    writeTest("million.txt", Buffer.concat(Array(copies).fill(dataset("minimal.txt"))));
    await withPage(DESKTOP, "#solve", async (page) => {
      await choose(page, { format: "solution" });
      await drop(page, "million.txt");
      await page.waitForFunction(() => document.getElementById("run-progress").value > 0
        && (document.getElementById("run-stop").click(), true));
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
      await page.evaluate(() => (document.getElementById("texts").open = true));
      for (const [step, words] of Object.entries(steps)) {
        await page.click(`#text-list >> text="Step ${step}"`);
        await page.waitForFunction((step) => document.getElementById("watch-words").textContent.startsWith(`Step ${step}:`), step);
        assert.ok((await page.textContent("#watch-words")).includes(words), `${step}: ${await page.textContent("#watch-words")}`);
        await picture(page, `watch-${step}`);
      }
      assert.match(await page.textContent("#watch-counters"), /guesses2,933 /);
      assert.match(await page.textContent("#watch-counters"), /singletons12,095 /);
      assert.ok(await page.isHidden("#watch-counters"), "folded away");
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
      for (const [key, now] of [["ArrowRight", "2"], ["ArrowLeft", "1"], ["s", "19,422"], ["Shift+S", "19,422"], ["Home", "0"], ["End", "19,422"], ["Home", "0"], ["g", "2"], ["d", "9"], ["Shift+G", "6"]]) {
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
      assert.match(await page.textContent("#tree"), /\d+ guesses so far, 13 not taken back/);
      await page.selectOption("#speed", "2000");
      await page.click("#go-play");
      await step("19,422");
      await page.evaluate(() => document.querySelectorAll("#watch details").forEach((it) => (it.open = true)));
      // Any strategy and size work, and so does the URL of a bad puzzle.
      await page.fill("#watch-limit", "1");
      for (const name of ["mrv", "locked/mrv+degree", "backtracking", "electroyou"]) {
        const isListed = await page.locator(`#watch-strategy option[value="${name}"]`).count();
        await page.fill("#watch-text", EY1);
        await page.click("#watch-form button[type=submit]");
        await page.waitForFunction((puzzle) => document.getElementById("watch-text").value === puzzle, EY1.replaceAll("0", "."));
        await page.selectOption("#watch-strategy", isListed ? name : "");
        if (!isListed) {
          await page.fill("#watch-name", name);
          await page.press("#watch-name", "Enter");
        }
        await page.waitForFunction((name) => location.hash.includes(`&strategy=${encodeURIComponent(name)}&`), name);
        // The search is in view, and Tab goes to its buttons next.
        await page.waitForFunction(() => document.activeElement.id === "watch-title");
        assert.ok(await page.evaluate(() => document.getElementById("watch-grid").getBoundingClientRect().top < innerHeight / 2));
        await page.click("#go-solution");
        await page.waitForFunction(() => document.querySelectorAll("#watch-grid .candidates").length === 0);
        assert.equal((await page.textContent("#watch-grid")).replace(/\s/g, ""), EY1_SOLVED, name);
      }
      await page.selectOption("#watch-strategy", "");
      await page.fill("#watch-name", "magic");
      await page.press("#watch-name", "Enter");
      await page.waitForSelector("#watch-error:not([hidden])");
      assert.match(await page.textContent("#watch-error"), /magic/);
    });
  },

  async "the first view"() {
    for (const options of [DESKTOP, PHONE]) {
      await withPage(options, "", async (page) => {
        // It plays itself.
        await page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step 2:"));
        await page.click("#go-play");
        const places = await page.evaluate(() => ["watch-grid", "go-play", "watch-words"].map((id) => {
          const { top, bottom } = document.getElementById(id).getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }));
        assert.deepEqual(places, [true, true, true], "on one screen");
        const row = await page.evaluate(() => ["go-first", "speed"].map((id) => document.getElementById(id).getBoundingClientRect().top));
        assert.ok(Math.abs(row[0] - row[1]) < 5, "the controls are in one row");
        await checkLook(page, `first-${options === PHONE ? "phone" : "desktop"}`);
      });
    }
    // The picture of a shared link.
    await withPage(DESKTOP, "#compare", async (page) => {
      const size = await page.evaluate(async () => {
        const picture = new Image();
        picture.src = document.querySelector("meta[property='og:image']").content;
        await picture.decode();
        return [picture.naturalWidth, picture.naturalHeight];
      });
      assert.deepEqual(size, [1200, 630]);
    });
    // Readers who prefer less motion start it themselves.
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, "", async (page) => {
      await page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step 0:"));
      await page.waitForTimeout(1500);
      assert.equal(await page.textContent("#watch-words"), "Step 0: the clues");
      assert.equal(await page.textContent("#play-name"), "Play");
    });
  },

  async "the grid is the input"() {
    await onBoth("", async (page) => {
      await page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step 0:"));
      await emptied(page);
      await page.waitForFunction(() => document.querySelectorAll("#watch-grid .clue").length === 0);
      await page.click("#watch-grid td >> nth=0");
      await page.keyboard.press("5");
      await clues(page, 1);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("3");
      await clues(page, 2);
      assert.match(await page.inputValue("#watch-text"), /^53\.{79}$/);
      // The same digit twice: the error names both cells, and the clue can be corrected.
      await page.keyboard.press("5");
      await page.waitForSelector("#watch-error:not([hidden])");
      assert.equal(await page.textContent("#watch-error"), "digit 5 twice in row 1 (r1c1 and r1c2)");
      assert.deepEqual(await page.locator("#watch-grid .conflict").evaluateAll((all) => all.map((cell) => cell.ariaLabel)), ["r1c1: 5, clue", "r1c2: 5, clue"]);
      await clues(page, 2);
      assert.equal(await page.textContent("#watch-title"), "These clues contradict each other");
      assert.ok(await page.isDisabled("#go-play"));
      // No key shows the search before.
      await page.click("#watch-title");
      await page.keyboard.press("End");
      await page.keyboard.press(" ");
      await page.waitForTimeout(300);
      await clues(page, 2);
      await page.click("#watch-grid td >> nth=1");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Delete");
      await clues(page, 1);
      assert.ok(await page.isHidden("#watch-error"));
      assert.match(await page.getAttribute("#watch-grid td >> nth=0", "aria-label"), /^r1c1: 5, clue$/);
      assert.match(await page.getAttribute("#watch-grid td >> nth=1", "aria-label"), /^r1c2: candidates 1 2 3 4 6 7 8 9/);
      assert.ok(await page.isEnabled("#go-play"));
      // Keys may come faster than searches end.
      for (const digit of "2346") {
        await page.keyboard.press(digit);
        await page.keyboard.press("ArrowRight");
      }
      await clues(page, 5);
      assert.match(await page.inputValue("#watch-text"), /^52346\.{76}$/);
      // A grid can be pasted anywhere.
      await paste(page, EY1);
      await clues(page, 28);
      // To clear an empty cell, or to enter its clue again, changes nothing.
      await page.goto(`${origin}/${watchAddress(EY1, "moler", 3)}`);
      await shownStep(page, 3);
      for (const [at, key] of [[0, "Delete"], [1, "1"]]) {
        await page.click(`#watch-grid td >> nth=${at}`);
        await page.keyboard.press(key);
        await shownStep(page, 3);
      }
      assert.equal(await strategy(page), "moler");
      assert.match(await page.textContent("#cell-words"), /^r1c2: 1, clue$/);
      // An empty grid is in view, and what the chosen cell holds is told anew.
      await emptied(page);
      await clues(page, 0);
      assert.match(await page.textContent("#cell-words"), /^r1c2: candidates 1 2 3 4 5 6 7 8 9/);
      await page.waitForFunction(() => {
        const { top, bottom } = document.getElementById("watch-grid").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    }, { reducedMotion: "reduce" });
  },

  async "what rests on guesses"() {
    const sentences = {
      2: "r7c7 can be 5 or 9; the lower, 5, is tried.",
      // The solution has no 5 there.
      3: "In box 6, r6c9 is the only place for 5. This holds if r7c7 = 5 and r8c7 = 3.",
      5: "the rest of row 4 loses 4: r4c1 and r4c3. This holds if r7c7 = 5 and r8c7 = 3.",
      16: "In box 8, r7c4 is the only place for 2. This holds if all 4 guesses are right.",
    };
    await onBoth(watchAddress(HARDEST, "pairs/mrv", 0, 2), async (page) => {
      for (const [step, sentence] of Object.entries(sentences)) {
        await page.fill("#step-number", step);
        await page.press("#step-number", "Enter");
        await shownStep(page, Number(step));
        assert.ok((await page.textContent("#watch-words")).endsWith(sentence), await page.textContent("#watch-words"));
      }
    });
    await withPage(DESKTOP, watchAddress(EY1, "mrv", 1), async (page) => {
      await shownStep(page, 1);
      assert.doesNotMatch(await page.textContent("#watch-words"), /This holds/);
    });
  },

  // A number typed while the page loads would be lost.
  async "steps wait for a search"() {
    const before = () => addEventListener("DOMContentLoaded", () => {
      window.early = [...document.querySelectorAll("#watch .controls button, #watch .slide input")].map(({ disabled }) => disabled);
    });
    await withPage({ ...DESKTOP, before }, watchAddress(EY1, "mrv", 2), async (page) => {
      assert.deepEqual(await page.evaluate(() => window.early), Array(7).fill(true));
      await page.fill("#step-number", "1");
      await page.press("#step-number", "Enter");
      await shownStep(page, 1);
    });
  },

  async "a text takes the place of another"() {
    const selected = (page, id) => page.waitForFunction((id) => {
      const field = document.getElementById(id);
      return document.activeElement === field && field.selectionStart === 0 && field.selectionEnd === field.value.length;
    }, id);
    await onBoth("", async (page, device) => {
      // As the keyboard of a phone inserts a text, without the event of pasting.
      await page.click("#watch-text");
      await selected(page, "watch-text");
      await page.keyboard.insertText(HARDEST);
      assert.equal(await page.inputValue("#watch-text"), HARDEST);
      // The reader comes back to a text of his own to change it.
      await page.evaluate(() => document.activeElement.blur());
      await page.click("#watch-text");
      await page.keyboard.insertText(EY1);
      await page.click("#watch-form button[type=submit]");
      await page.waitForSelector("#watch-error:not([hidden])");
      assert.match(await page.textContent("#watch-error"), RegExp(`^This text has 162 cells; a puzzle has ${ONE_OF_CELLS}\\.\nline 1:82: found`));
      await checkLook(page, `mixed-${device}`);
      // A text that was tried is replaced.
      await page.click("#watch-text");
      await selected(page, "watch-text");
      await page.keyboard.insertText(HARDEST);
      await page.click("#watch-form button[type=submit]");
      await titled(page, "Exactly one solution, 838 steps");
      // The other tab begins with it, unless there is another text.
      await page.click("#tab-solve");
      assert.equal(await page.inputValue("#solve-text"), HARDEST);
      await page.click("#solve-text");
      await selected(page, "solve-text");
      await page.keyboard.insertText(EY1);
      await page.click("#solve-form button[type=submit]");
      await page.waitForFunction((solution) => document.getElementById("one-grid").textContent === solution, EY1_SOLVED);
      await page.click("#tab-watch");
      await page.click("#tab-solve");
      assert.equal(await page.inputValue("#solve-text"), EY1);
      // The number of a step.
      await page.click("#tab-watch");
      await page.click("#step-number");
      for (const [typed, shown] of [["320", 320], ["355320", 838]]) {
        await page.waitForFunction(() => getSelection().toString() === document.getElementById("step-number").value);
        await page.keyboard.insertText(typed);
        await page.keyboard.press("Enter");
        await shownStep(page, shown);
        assert.equal(await page.inputValue("#step-number"), String(shown));
      }
    }, { reducedMotion: "reduce" });
    // The example of the other tab.
    await onBoth("#solve", async (page) => {
      await page.click("#solve-text");
      await selected(page, "solve-text");
    });
  },

  async "a text that is typed stays"() {
    const text = (page) => page.inputValue("#watch-text");
    await onBoth(watchAddress(WINGS, "mrv", 0, 2), async (page) => {
      // The first search arrives after it.
      await page.fill("#watch-text", CHAINS);
      await release(page);
      await clues(page, 29);
      assert.equal(await text(page), CHAINS);
      assert.equal(await page.evaluate(() => document.activeElement.id), "watch-text");
      // Choosing asks for it, and so does choosing again after a stop; what is typed meanwhile stays.
      await hold(page, "watch");
      await page.selectOption("#watch-strategy", "explainer");
      await page.click("#watch-stop");
      await page.waitForSelector("#watch-busy", { state: "hidden" });
      assert.equal(await text(page), CHAINS);
      await page.selectOption("#watch-strategy", "moler");
      await page.click("#watch-text");
      await page.fill("#watch-text", EY1.slice(0, 40));
      await release(page);
      await searchedIn(page, CHAINS, "moler");
      await page.keyboard.insertText(EY1.slice(40));
      assert.equal(await text(page), EY1);
      // A number beside it asks for it, too, and the button finds it there.
      await page.fill("#watch-limit", "7");
      await page.click("#watch-form button[type=submit]");
      await searchedIn(page, EY1.replaceAll("0", "."), "moler");
      assert.equal(await text(page), EY1.replaceAll("0", "."));
      assert.equal(new URLSearchParams(page.url().split("?")[1]).get("limit"), "7");
      // One that is refused is kept while another puzzle is shown, which is what is solved in another way then.
      await page.fill("#watch-text", HARDEST.slice(1));
      await page.click("#watch-form button[type=submit]");
      await page.waitForSelector("#watch-error:not([hidden])");
      await page.goBack();
      await searchedIn(page, CHAINS, "moler");
      await page.selectOption("#watch-strategy", "mrv");
      await searchedIn(page, CHAINS, "mrv");
      assert.equal(await text(page), HARDEST.slice(1));
      // One that is pasted elsewhere is shown beside it; pasted there, it becomes a part.
      await page.fill("#watch-text", "12");
      await paste(page, WINGS);
      await searchedIn(page, WINGS, "mrv");
      assert.equal(await text(page), "12");
      await page.focus("#watch-text");
      await page.keyboard.press("End");
      await page.evaluate((text) => navigator.clipboard.writeText(text), HARDEST);
      await page.keyboard.press("Control+v");
      await page.waitForFunction((text) => document.getElementById("watch-text").value === text, `12${HARDEST}`);
      // A new load keeps what is typed, in both tabs.
      await page.evaluate(() => (document.getElementById("solve-text").value = "34"));
      await page.reload();
      await page.waitForFunction(() => document.getElementById("about").textContent);
      await release(page);
      await searchedIn(page, WINGS, "mrv");
      assert.equal(await text(page), `12${HARDEST}`);
      await page.click("#tab-solve");
      assert.equal(await page.inputValue("#solve-text"), "34");
    }, { reducedMotion: "reduce", before: holding });
  },

  async "what arrives leaves the fields alone"() {
    await onBoth(`${watchAddress(WINGS, "mrv", 3, 2)}`, async (page) => {
      await release(page);
      await shownStep(page, 3);
      // The name of a strategy, and the number of solutions, while a search is under way.
      await heldSearch(page, watchAddress(CHAINS, "moler", 2, 2));
      await page.selectOption("#watch-strategy", "");
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText("locked/");
      await release(page);
      await searchedIn(page, CHAINS, "moler");
      await page.keyboard.insertText("mrv");
      await page.keyboard.press("Enter");
      await searchedIn(page, CHAINS, "locked/mrv");
      await heldSearch(page, watchAddress(EY1, "mrv", 2, 2));
      await page.focus("#watch-limit");
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText("9");
      await release(page);
      await searchedIn(page, EY1.replaceAll("0", "."), "mrv");
      assert.equal(await page.inputValue("#watch-limit"), "9");
      assert.equal(await page.evaluate(() => document.activeElement.id), "watch-limit");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => location.hash.includes("limit=9"));
      // The number of a step while another step is under way.
      await heldSearch(page, watchAddress(WINGS, "mrv", 2, 2), "frames");
      await page.focus("#step-number");
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText("1");
      await release(page);
      await shownStep(page, 2);
      await page.keyboard.insertText("2");
      assert.equal(await page.inputValue("#step-number"), "12");
      await page.keyboard.press("Enter");
      await shownStep(page, 12);
      // The technique that the reader has chosen.
      await page.evaluate((link) => (location.hash = link), watchAddress(WINGS, "explainer", 0, 2));
      await searchedIn(page, WINGS, "explainer");
      await page.selectOption("#technique", "XY-wing");
      await paste(page, CHAINS);
      await searchedIn(page, CHAINS, "explainer");
      assert.equal(await page.inputValue("#technique"), "XY-wing");
    }, { reducedMotion: "reduce", before: holding });
  },

  async "digits and modes while a search is under way"() {
    const open = WINGS.indexOf(".");
    const symbol = SOLVED_WINGS[open];
    await onBoth(watchAddress(WINGS, "mrv", 0, 2), async (page) => {
      await release(page);
      await shownStep(page, 0);
      // A digit after Undo is that of the puzzle that comes back.
      await paste(page, CHAINS);
      await searchedIn(page, CHAINS, "explainer");
      await page.click(cell(open));
      await hold(page, "watch");
      await page.evaluate(() => document.getElementById("undo").click());
      await page.keyboard.press(symbol);
      await release(page);
      await searchedIn(page, WINGS, "mrv");
      await page.waitForFunction((told) => document.querySelector("#watch-grid td").ariaLabel === told, `r1c1: ${symbol}, your digit`);
      // The board of a link, and the digit that is entered before it is seen.
      const own = `${symbol}${".".repeat(80)}`;
      await hold(page, "frames");
      await page.evaluate((link) => (location.hash = link), `${watchAddress(WINGS, "moler", 0, 2)}&own=${own}`);
      await searchedIn(page, WINGS, "moler");
      await page.focus(cell(1));
      await page.keyboard.press(SOLVED_WINGS[1]);
      await release(page);
      await page.waitForFunction(() => document.querySelectorAll("#watch-grid .own").length === 2);
      // A mode that is chosen meanwhile, and the focus that goes to the text after a clue.
      await hold(page, "watch");
      await paste(page, CHAINS);
      await page.evaluate(() => document.getElementById("enter-clues").click());
      await release(page);
      await searchedIn(page, CHAINS, "explainer");
      assert.equal(await page.getAttribute("#enter-clues", "aria-pressed"), "true");
      await hold(page, "watch");
      await page.focus(cell(0));
      await page.keyboard.press(SOLVED_CHAINS[0]);
      await page.focus("#watch-text");
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText("12");
      await release(page);
      await clues(page, 25);
      await page.waitForTimeout(100);
      await page.keyboard.insertText("3");
      assert.equal(await page.inputValue("#watch-text"), "123");
    }, { reducedMotion: "reduce", before: holding });
  },

  async "pasting with a button"() {
    await onBoth("#solve", async (page) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), HARDEST);
      await page.click("#paste");
      await titled(page, "Exactly one solution, 838 steps");
      assert.ok(await page.isVisible("#watch-grid"));
      const { height } = await page.locator("#paste").boundingBox();
      assert.ok(height >= 36, `${height} pixels`);
      // Without the permission, the box takes what the reader inserts.
      await page.context().clearPermissions();
      await page.click("#paste");
      await page.waitForFunction(() => document.activeElement.id === "watch-text");
    });
  },

  async "the next hidden single"() {
    await onBoth(watchAddress(HARDEST, "pairs/mrv", 0, 2), async (page) => {
      await shownStep(page, 0);
      for (const step of [3, 4, 9]) {
        await page.click("#go-hidden");
        await shownStep(page, step);
        assert.match(await page.textContent("#watch-words"), /hidden single: /);
      }
      await page.click("#watch-title");
      for (const [key, step] of [["h", 16], ["Shift+H", 9], ["g", 11]]) {
        await page.keyboard.press(key);
        await shownStep(page, step);
      }
      await page.click("#go-first");
      await page.keyboard.press("Shift+H");
      await page.waitForFunction(() => document.getElementById("shared").textContent === "No hidden single comes before.");
    });
  },

  async "reasons"() {
    const shown = (page, text) => page.waitForFunction((text) => document.getElementById("watch-words").textContent.includes(text), text);
    const count = (page, selector) => page.locator(`#watch-grid ${selector}`).count();
    await withPage(DESKTOP, watchAddress(EY1, "mrv", 5), async (page) => {
      // Step through until a hidden single: its unit is tinted.
      for (let i = 0; i < 53 && !(await page.textContent("#watch-words")).includes("only place"); i++) {
        const before = await page.textContent("#watch-words");
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((before) => document.getElementById("watch-words").textContent !== before, before);
      }
      await shown(page, "is the only place for");
      assert.equal(await count(page, "td.unit"), 9);
      assert.equal(await count(page, "td.changed"), 1);
      await picture(page, "hidden-single");
      await page.click("#watch-words .term");
      assert.match(await page.textContent("#watch-words .definition"), /^A digit with one place left in a unit/);
      await page.click("#watch-words .term");
      assert.equal(await page.locator("#watch-words .definition").count(), 0);
      assert.match(await page.textContent("#watch-summary"), /^mrv: naked and hidden singles, then a guess/);
      // The title of a search with its only solution.
      await page.goto(`${origin}/${watchAddress(EY1, "pairs/mrv", 0, 2)}`);
      await titled(page, "Exactly one solution, 53 steps");
    });
    const pairs = "....631.59........1..5.7...3...85..1..9...7...2.7...8.............34..5.4.3..1..9";
    await withPage(DESKTOP, watchAddress(pairs, "pairs/mrv", 5), async (page) => {
      await shown(page, "r4c2 and r4c3 can only be 4 and 7, one each, so the rest of row 4 loses both digits: r4c4, r4c7 and r4c8.");
      assert.equal(await count(page, "td.changed"), 2);
      assert.equal(await count(page, ".removed"), 3);
      await picture(page, "pair");
    });
    await withPage(DESKTOP, watchAddress(ROYLE, "moler", 14781), async (page) => {
      await shown(page, "Row 1 and column 9 hold 1-9, so nothing is left for r1c9. So one of the guesses is wrong.");
      assert.equal(await count(page, ".dead"), 1);
      await picture(page, "dead-end");
      // A node of the tree leads to its step.
      await page.click("#tree .go >> nth=0");
      await shown(page, "guess:");
    });
    // The candidates of a puzzle stay in the address.
    const given = "123456789".repeat(80) + "12345678.";
    await withPage(DESKTOP, watchAddress(given, "mrv", 0), async (page) => {
      await shown(page, "Step 0:");
      assert.ok(page.url().includes(`puzzle=${given}&`));
      assert.match(await page.getAttribute("#watch-grid td >> nth=80", "aria-label"), /candidates 1 2 3 4 5 6 7 8; next guess 1$/);
    });
  },

  async "sweeps of lanes"() {
    await withPage(DESKTOP, watchAddress(EY1, "lanes", 0), async (page) => {
      await shownStep(page, 0);
      // In the registers, an open cell begins with all digits.
      assert.match(await page.getAttribute("#watch-grid td >> nth=0", "aria-label"), /^r1c1: candidates 1 2 3 4 5 6 7 8 9$/);
      await page.click("#go-on");
      await shownStep(page, 1);
      assert.match(await page.textContent("#watch-words"), /sweep 318 candidates removed, 9 cells filled\.$/);
      assert.equal(await page.locator("#watch-grid td.changed").count(), 9);
      assert.ok(await page.locator("#watch-grid .removed").count() > 200);
      await checkLook(page, "sweep");
      await page.click("#go-last");
      await shownStep(page, 6);
      assert.equal((await page.textContent("#watch-grid")).replace(/\s/g, ""), EY1_SOLVED);
      assert.match(await page.textContent("#watch-counters"), /sweeps6 [^\d]+contradictions0 /);
    });
  },

  async "a long search"() {
    // 44,011,385 steps: the first million are shown.
    await withPage(DESKTOP, watchAddress("1000020000300004", "generate-and-test", 1_000_000), async (page) => {
      await shownStep(page, 1_000_000);
      assert.equal(await page.textContent("#watch-title"), "More than 1,000,000 steps: the others are not shown");
      assert.match(await page.textContent("#tree"), /^\d+,\d+ guesses so far, \d+ not taken back\./);
    });
    // The last counters of an exhausted search are those of the command line.
    const none = "12345678.........9" + ".".repeat(63);
    await withPage(DESKTOP, watchAddress(none, "moler", 0, 2), async (page) => {
      await shownStep(page, 0);
      await page.click("#go-last");
      const records = traced(none, "moler", "--limit", "2");
      const { steps, counters } = records.at(-1);
      await shownStep(page, steps);
      const { steps: entered, ...others } = counters;
      const named = { "values entered": entered, ...others };
      const found = await page.textContent("#watch-counters");
      for (const [name, count] of Object.entries(named)) assert.ok(found.includes(`${name}${count.toLocaleString("en-US")}`), `${name} ${count}: ${found}`);
    });
  },

  async "keeping what there is"() {
    await withPage(DESKTOP, watchAddress(EY1, "electroyou", 14), async (page) => {
      await shownStep(page, 14);
      // Tabs and a new load keep the step, and the slider leaves letters alone.
      await page.click("#tab-solve");
      await page.click("#tab-watch");
      await shownStep(page, 14);
      await page.reload();
      await shownStep(page, 14);
      await page.focus("#slider");
      await page.keyboard.press("ArrowRight");
      await shownStep(page, 15);
      await page.keyboard.press("Shift+G");
      await shownStep(page, 14);
      assert.equal(await page.evaluate(() => document.activeElement.id), "slider");
      // The address of a panel moves the focus there, but a ring around all of it tells nothing.
      await page.goto(`${origin}/#compare`);
      assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("compare")).outlineStyle), "none");
      await page.goBack();
      // A run is replaced only if the reader agrees.
      writeTest("first.txt", EY1);
      writeTest("second.txt", ROYLE);
      let agrees = false;
      const asked = [];
      page.on("dialog", (dialog) => {
        asked.push(dialog.message());
        return agrees ? dialog.accept() : dialog.dismiss();
      });
      await page.click("#tab-solve");
      await drop(page, "first.txt");
      await finished(page);
      await drop(page, "second.txt");
      assert.deepEqual(asked, ["Discard the unsaved results?"]);
      assert.equal(await page.textContent("#run-name"), "first.txt");
      agrees = true;
      await drop(page, "second.txt");
      await page.waitForFunction(() => document.getElementById("run-name").textContent === "second.txt");
      await finished(page);
      await saved(page, "Save the results");
      await drop(page, "first.txt");
      await page.waitForFunction(() => document.getElementById("run-name").textContent === "first.txt");
      assert.equal(asked.length, 2, "saved results are not asked about");
    });
  },

  async "limits in words"() {
    const several = `${"1".padEnd(9, ".")}${".".repeat(72)}`;
    await withPage(DESKTOP, "#solve", async (page) => {
      // The field is in closed options, and not a whole number.
      for (const [limit, puzzle, expected] of [["1.5", EY1, "A solution"], ["2", several, "At least 2 solutions"],
        ["100", "12..............", "24 solutions"], ["24", "12..............", "At least 24 solutions"]]) {
        await page.evaluate((limit) => (document.getElementById("solve-limit").value = limit), limit);
        await page.fill("#solve-text", puzzle);
        await page.click("#solve-form button[type=submit]");
        await page.waitForFunction((expected) => document.getElementById("one-status").textContent === expected, expected);
        // It is read out, too.
        assert.equal(await page.textContent("#one-said[role=status]"), expected);
      }
    });
  },

  async "cells in words"() {
    await withPage(DESKTOP, watchAddress(EY1, "electroyou", 19), async (page) => {
      await shownStep(page, 19);
      const labels = (await page.locator("#watch-grid td").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel))).join("\n");
      for (const kind of [/^r1c2: 1, clue$/m, /^r1c1: 2, guess$/m, /^r\dc\d: \d, follows$/m, /^r\dc\d: candidates [\d ]+$/m]) assert.match(labels, kind);
    });
    const large = dataset("16x16.txt").toString().split("\n")[0];
    await withPage(PHONE, watchAddress(large, "mrv", 0), async (page) => {
      await shownStep(page, 0);
      await page.tap("#watch-grid td:has(.candidates) >> nth=0");
      const words = page.locator("#cell-words");
      assert.match(await words.textContent(), /^r\d+c\d+: candidates \w( \w)*/);
      assert.ok(await words.evaluate((it) => parseFloat(getComputedStyle(it).fontSize) >= 14));
    });
  },

  async "without a network"() {
    for (const options of [DESKTOP, PHONE]) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const opened = () => page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step "));
      await page.goto(`${origin}/`);
      await opened();
      // One visit is enough: nothing is loaded again before the network goes.
      await page.evaluate(() => navigator.serviceWorker.ready);
      await context.setOffline(true);
      await page.reload();
      await opened();
      await page.click("#tab-solve");
      await page.click("#solve-form button[type=submit]");
      await page.waitForSelector("#one:not([hidden])");
      const kept = () => page.evaluate(async () => (await (await caches.open("sudomill")).keys()).map(({ url }) => url));
      const later = (await kept()).filter((url) => /\/sets\/|sudomill_(files|compare)/.test(url));
      assert.deepEqual(later, [], "a first visit fetches only what it needs");
      await page.setInputFiles("#solve-file", path.join(root, "datasets/4x4.txt"));
      await page.waitForSelector("#run-error:not([hidden])");
      assert.match(await page.textContent("#run-error"), /cannot be loaded|Failed to fetch/);
      // From its first use, the module for files is kept, too.
      await context.setOffline(false);
      await page.reload();
      for (const isOffline of [false, true]) {
        await context.setOffline(isOffline);
        await page.setInputFiles("#solve-file", path.join(root, "datasets/4x4.txt"));
        await page.waitForFunction(() => document.getElementById("run-state").textContent === "Done.");
      }
      await context.close();
    }
    // A browser that lacks something says so.
    for (const [name, what] of [["WebAssembly", /no WebAssembly/], ["Worker", /no workers/]]) {
      const poor = await browser.newPage();
      await poor.addInitScript((name) => delete globalThis[name], name);
      await poor.goto(`${origin}/`);
      await poor.waitForSelector("#trouble:not([hidden])");
      assert.match(await poor.textContent("#trouble"), what);
      await poor.close();
    }
  },

  // Not of a quick build, which is not optimized.
  async "the weight of a first visit"() {
    if (short) return;
    const dist = path.join(root, "web/dist");
    const weigh = (name) => gzipSync(readFileSync(path.join(dist, name)), { level: 9 }).length;
    const kept = readFileSync(path.join(dist, "offline.js"), "utf8").match(/FILES = (\[.*\])/)[1];
    const all = JSON.parse(kept).filter((name) => name !== "./").map(weigh).reduce((sum, size) => sum + size);
    const module = weigh("sudomill_web_bg.wasm");
    assert.ok(module < 380_000 && all <= 550_000, `${module} of ${all} bytes`);
    // Whoever builds elsewhere builds the same.
    for (const name of ["web", "files", "compare"]) {
      const bytes = readFileSync(path.join(dist, `sudomill_${name}_bg.wasm`));
      for (const folder of [root, homedir(), process.env.CARGO_HOME ?? path.join(homedir(), ".cargo")]) {
        assert.ok(!bytes.includes(`${folder}/`), `${name} names ${folder}`);
      }
    }
  },

  async "comparing"() {
    await onBoth("#compare", async (page, device) => {
      await page.selectOption("#compare-set", "hard.txt");
      await page.fill("#compare-seconds", "0.2");
      await page.fill("#compare-rounds", "2");
      await page.fill("#compare-more", "locked/mrv");
      await page.click("#compare-form button[type=submit]");
      await page.waitForSelector("#compared:not([hidden])", { timeout: 300_000 });
      assert.equal(await page.locator("#compare-table tbody tr").count(), 4);
      // The columns are explained below the table.
      assert.ok(await page.isVisible("#compare-columns >> text=speed relative to the first strategy"));
      // A strategy has the same key everywhere.
      const keys = (place) => page.locator(`${place} .key`).evaluateAll((all) => all.map((key) => key.outerHTML));
      const [inTable, inPlot] = [await keys("#compare-table"), await keys("#plots .series")];
      assert.deepEqual([inTable.length, inTable], [4, inPlot]);
      const plots = page.locator("#plots .plot");
      assert.equal(await plots.count(), 2);
      assert.equal(await page.locator("#plots .plot canvas").count(), await plots.count());
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save as JSON")]);
      const { sets: [found] } = JSON.parse(readFileSync(await download.path(), "utf8"));
      await checkLook(page, `compare-${device}`);
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
        await withPage({ ...options, colorScheme }, "#solve", async (page) => {
          await page.click("#solve-form button[type=submit]");
          await page.waitForSelector("#one:not([hidden])");
          await checkLook(page, `${device}-${colorScheme}-solve`);
          await page.goto(`${origin}/#watch?puzzle=${ROYLE}&strategy=moler&limit=1&step=14781`);
          await page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step 14,781"));
          await checkLook(page, `${device}-${colorScheme}-watch`);
          await page.click("#tab-compare");
          await checkLook(page, `${device}-${colorScheme}-compare`);
          // No red but in errors.
          const red = await page.evaluate(() => ["single", "dead", "removed"].map((name) => {
            const probe = document.body.appendChild(Object.assign(document.createElement("span"), { className: name }));
            const [r, g, b] = getComputedStyle(probe).color.match(/\d+/g).map(Number);
            probe.remove();
            return r > 150 && g < 100 && b < 100;
          }));
          assert.deepEqual(red, [false, false, false]);
        });
      }
    }
  },

  async "without SIMD"() {
    const poor = await browser.newPage();
    await poor.addInitScript(() => (WebAssembly.validate = () => false));
    await poor.goto(`${origin}/`);
    await poor.waitForSelector("#trouble:not([hidden])");
    assert.equal(await poor.textContent("#trouble"), "This browser cannot run the page: its WebAssembly has no SIMD, which browsers have since 2023");
    await poor.close();
    await withPage(DESKTOP, "", async (page) => assert.equal(await page.getAttribute("#about", "data-backend"), "simd128"));
  },

  // What a visitor does first, on a computer and on a phone.
  async "one's own puzzle"() {
    for (const [device, options] of [["desktop", DESKTOP], ["phone", PHONE]]) {
      await withPage({ ...options, reducedMotion: "reduce" }, "", async (page) => {
        await shownStep(page, 0);
        assert.equal(await strategy(page), "electroyou");
        await paste(page, HARDEST, "#watch-text");
        await titled(page, "Exactly one solution, 838 steps");
        assert.equal(await strategy(page), "pairs/mrv");
        assert.equal(await page.inputValue("#watch-limit"), "2");
        const names = await page.locator("#watch-strategy option").allTextContents();
        assert.deepEqual([names[0], names.includes("Moler’s program"), names.at(-1)], ["Like a person: the easiest step that there is, rated", true, "Other …"]);
        assert.match(await page.textContent("#watch-summary"), /^pairs\/mrv: singles, locked candidates and pairs, then a guess/);
        assert.ok(await page.isHidden("#watch-counters"), "folded away");
        assert.ok(await page.evaluate(() => document.getElementById("watch-grid").getBoundingClientRect().top >= 0), "the grid is in view");
        assert.match(await page.textContent("#watch-counters"), /guesses0 /);
        await page.click("#go-solution");
        await page.waitForFunction(() => document.querySelectorAll("#watch-grid .candidates").length === 0);
        assert.equal((await page.textContent("#watch-grid")).replace(/\s/g, ""), HARDEST_SOLVED);
        // A hidden single, explained.
        await page.click("#go-first");
        await shownStep(page, 0);
        for (let at = 1; !(await page.textContent("#watch-words")).includes("hidden single"); at++) {
          await page.click("#go-on");
          await shownStep(page, at);
        }
        assert.match(await page.textContent("#watch-words"), /is the only place for \d/);
        await page.click("#watch-words .term");
        assert.match(await page.textContent("#watch-words .definition"), /^A digit with one place left in a unit/);
        await checkLook(page, `own-${device}`);
        // The link shows the same step elsewhere.
        const words = (await page.locator("#watch-words p").first().textContent());
        await page.click("#share");
        const step = await page.inputValue("#step-number");
        assert.equal(await copied(page), `Copied, with step ${step}.`);
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await page.goto("about:blank");
        await page.goto(link);
        await page.waitForFunction((words) => document.querySelector("#watch-words p")?.textContent === words, words);
        // Another strategy that the reader chooses stays for the next puzzle.
        await page.selectOption("#watch-strategy", "moler");
        await page.waitForFunction(() => location.hash.includes("strategy=moler&limit=2"));
        await paste(page, EY1);
        await clues(page, 28);
        assert.equal(await strategy(page), "moler");
        // The button beside the box starts, too.
        await page.fill("#watch-text", ROYLE);
        await page.click("#watch-form button[type=submit]");
        await clues(page, 21);
      });
    }
  },

  async "letters that are no digits"() {
    await onBoth(watchAddress(WINGS, "pairs/mrv", 0, 2), async (page) => {
      await shownStep(page, 0);
      for (const mode of ["digits", "marks", "clues"]) {
        await page.click(`#enter-${mode}`);
        const before = await labelOf(page, 0);
        await page.click(cell(0));
        // The sides of larger grids have them. H, G and D stay shortcuts.
        for (const letter of "HhgDAp") await page.keyboard.press(letter);
        await page.click("#enter-digits");
        assert.equal(await labelOf(page, 0), "r1c1: empty", before);
        assert.doesNotMatch(page.url(), /own=/);
      }
      await clues(page, 29);
      await page.click("#go-last");
      await page.click("#go-first");
      await shownStep(page, 0);
      await page.click(cell(0));
      await page.keyboard.press("h");
      await page.waitForFunction(() => document.getElementById("shared").textContent === "No hidden single follows.");
      // Nor does an address or a text bring them in.
      await page.goto(`${origin}/#watch?${new URLSearchParams({ puzzle: WINGS, own: "H".padEnd(81, ".") })}`);
      await page.reload();
      await shownStep(page, 0);
      await paste(page, "HH".padEnd(81, "."));
      await page.waitForSelector("#watch-error:not([hidden])");
      await clues(page, 29);
    }, { reducedMotion: "reduce" });
    // Where they are digits, they are.
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, "", async (page) => {
      await shownStep(page, 0);
      await emptied(page, 16);
      await page.click(cell(0));
      await page.keyboard.press("h");
      await page.waitForTimeout(200);
      await clues(page, 0);
      await page.keyboard.press("g");
      await clues(page, 1);
      assert.equal(await labelOf(page, 0), "r1c1: G, clue");
    });
  },

  async "a refused clue leaves nothing behind"() {
    await onBoth(`#watch?puzzle=${WINGS}`, async (page) => {
      await shownStep(page, 0);
      await page.click("#enter-clues");
      await page.click(cell(0));
      await page.keyboard.press("h");
      // What the solution has there.
      await page.click(cell(1));
      await page.keyboard.press(SOLVED_WINGS[1]);
      await clues(page, 30);
      // The strategy that the reader has chosen refuses a puzzle with several solutions.
      await page.selectOption("#watch-strategy", "explainer");
      await page.waitForFunction(() => document.getElementById("watch-busy").hidden);
      for (let at = 2; await page.isHidden("#watch-error"); at++) {
        await page.click(cell(at));
        await page.keyboard.press("Delete");
        await page.waitForFunction(() => document.getElementById("watch-busy").hidden);
      }
      assert.match(await page.textContent("#watch-error"), /exactly one solution/);
      const left = await page.locator("#watch-grid .clue").count();
      const empty = SOLVED_WINGS.split("").findIndex((_, at) => at > 40 && WINGS[at] === ".");
      await page.click(cell(empty));
      await page.keyboard.press(SOLVED_WINGS[empty]);
      await clues(page, left + 1);
      assert.ok(await page.isHidden("#watch-error"));
      await page.keyboard.press("Control+z");
      await clues(page, left);
    }, { reducedMotion: "reduce" });
    // A search that the reader stops.
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, watchAddress(HARDEST, "pairs/mrv", 0, 2), async (page) => {
      await shownStep(page, 0);
      await page.click("#enter-clues");
      await page.click(cell(1));
      await page.evaluate(() => {
        const busy = document.getElementById("watch-busy");
        new MutationObserver((_, it) => {
          if (busy.hidden) return;
          it.disconnect();
          document.getElementById("watch-stop").click();
        }).observe(busy, { attributes: true });
      });
      await page.keyboard.press(HARDEST_SOLVED[1]);
      await page.waitForFunction(() => document.getElementById("watch-busy").hidden);
      await clues(page, 21);
      assert.ok(await page.isDisabled("#undo"));
      await page.click(cell(2));
      await page.keyboard.press(HARDEST_SOLVED[2]);
      await clues(page, 22);
      assert.equal(await page.inputValue("#watch-text"), `8.${HARDEST_SOLVED[2]}${HARDEST.slice(3)}`);
    });
  },

  async "undo and redo"() {
    await onBoth(`#watch?puzzle=${WINGS}`, async (page) => {
      await searched(page, WINGS);
      assert.ok(await page.isDisabled("#redo"));
      await paste(page, CHAINS);
      await searched(page, CHAINS);
      await page.click("#undo");
      await searched(page, WINGS);
      // What was taken back is an entry of the history still.
      await page.goBack();
      await searched(page, CHAINS);
      await page.goForward();
      await searched(page, WINGS);
      // What writes the address just then leaves the entry alone that is reached.
      await page.evaluate(() => addEventListener("popstate", () => document.getElementById("share").click(), { once: true }));
      await page.goBack();
      await searched(page, CHAINS);
    }, { reducedMotion: "reduce" });
    await onBoth(`#watch?puzzle=${WINGS}`, async (page) => {
      await searched(page, WINGS);
      await paste(page, CHAINS);
      await searched(page, CHAINS);
      await page.click(cell(0));
      await page.keyboard.press("9");
      assert.equal(await labelOf(page, 0), "r1c1: 9, your digit");
      await paste(page, EY1);
      await searched(page, EY1);
      for (const key of ["Control+z", "Control+z", "Control+z"]) await page.keyboard.press(key);
      await searched(page, WINGS);
      assert.ok(await page.isDisabled("#undo"));
      await page.keyboard.press("Control+y");
      await searched(page, CHAINS);
      await page.keyboard.press("Control+Shift+Z");
      await page.waitForFunction(() => document.querySelector("#watch-grid td").ariaLabel === "r1c1: 9, your digit");
      await page.click("#redo");
      await searched(page, EY1);
      assert.ok(await page.isDisabled("#redo"));
      // A change begins anew; the entries before are there.
      await page.click("#undo");
      await searched(page, CHAINS);
      await paste(page, HARDEST);
      await searched(page, HARDEST);
      assert.ok(await page.isDisabled("#redo"));
      const seen = [];
      for (let i = 0; i < 4; i++) {
        await page.goBack();
        // The page shows what its address says.
        await page.waitForFunction(() => document.getElementById("watch-text").value.replaceAll("0", ".") === new URLSearchParams(location.hash.split("?")[1]).get("puzzle").replaceAll("0", "."));
        seen.push(await page.inputValue("#watch-text"));
      }
      for (const each of [WINGS, CHAINS, EY1.replaceAll("0", ".")]) assert.ok(seen.includes(each), `${each} of ${seen}`);
    }, { reducedMotion: "reduce" });
  },

  async "a mode ends when the reader ends it"() {
    await onBoth(`#watch?puzzle=${WINGS}`, async (page) => {
      await shownStep(page, 0);
      const pressed = (id) => page.getAttribute(`#enter-${id}`, "aria-pressed");
      // Beside the clues of a puzzle, digits are the reader's own.
      assert.equal(await pressed("digits"), "true");
      const open = [...WINGS].flatMap((symbol, at) => (symbol === "." ? [at] : []));
      let at = 0;
      for (const key of [undefined, " ", "End", "Home", "s", "#go-back", "#go-on", "#go-play"]) {
        if (key?.startsWith("#")) await page.click(key);
        else if (key) await page.keyboard.press(key);
        await page.waitForTimeout(150);
        await page.click(cell(open[at]));
        await page.keyboard.press(SOLVED_WINGS[open[at]]);
        assert.equal(await pressed("digits"), "true", key);
        at++;
        assert.equal(await page.locator("#watch-grid .own").count(), at, key);
        assert.equal(await page.locator("#watch-grid .clue").count(), 29, key);
      }
      assert.equal(await page.inputValue("#watch-text"), WINGS);
      await page.click("#enter-marks");
      await page.keyboard.press("Home");
      assert.equal(await pressed("marks"), "true");
      await page.click(cell(open[at]));
      await page.keyboard.press("4");
      assert.match(await labelOf(page, open[at]), /: candidates 4$/);
      await page.click("#enter-clues");
      await page.keyboard.press("End");
      assert.equal(await pressed("clues"), "true");
      // An empty grid waits for clues.
      await emptied(page);
      assert.equal(await pressed("clues"), "true");
      await page.click(cell(0));
      await page.keyboard.press("5");
      await clues(page, 1);
      assert.equal(await pressed("clues"), "true");
    }, { reducedMotion: "reduce" });
  },

  async "a failed download"() {
    // The requests of a service worker are not those of the page.
    for (const options of [DESKTOP, PHONE]) {
      for (const part of ["sudomill_web_bg.wasm", "sudomill_web.js"]) {
        const page = await browser.newPage({ ...options, reducedMotion: "reduce", serviceWorkers: "block" });
        let failures = 0;
        const isTwice = part.endsWith("js");
        await page.context().route(`**/${part}`, (route) => (failures++ < (isTwice ? 2 : 1) ? route.abort() : route.continue()));
        await page.goto(`${origin}/#watch?puzzle=${WINGS}`);
        await page.waitForSelector("#trouble:not([hidden])");
        assert.match(await page.textContent("#trouble"), /^A part of this page cannot be loaded \(.*\)\. Check the connection, then try again\.$/);
        await page.click("#again");
        await clues(page, 29);
        await page.waitForSelector("#trouble", { state: "hidden" });
        assert.ok(await page.isHidden("#again"));
        assert.match(await page.textContent("#about"), /^sudomill /);
        await page.close();
      }
      // It is tried again when the network is back, and by what needs it.
      const page = await browser.newPage({ ...options, reducedMotion: "reduce", serviceWorkers: "block" });
      let fails = true;
      await page.route("**/sudomill_web_bg.wasm", (route) => (fails ? route.abort() : route.continue()));
      await page.goto(`${origin}/`);
      await page.waitForSelector("#again:not([hidden])");
      await page.fill("#watch-text", WINGS);
      fails = false;
      await page.click("#watch-form button[type=submit]");
      await clues(page, 29);
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.waitForSelector("#trouble", { state: "hidden" });
      await clues(page, 29);
      await page.close();
    }
  },

  async "another size by hand"() {
    await withPage({ ...PHONE, reducedMotion: "reduce" }, "", async (page) => {
      await shownStep(page, 0);
      await emptied(page, 6);
      await page.tap("#watch-grid td >> nth=0");
      assert.deepEqual(await page.locator("#pad button").allTextContents(), [..."123456", "Clear"]);
      await page.tap("#pad >> text=6");
      await clues(page, 1);
      assert.match(await page.inputValue("#watch-text"), /^6\.{35}$/);
      // Boxes have 2 rows and 3 columns.
      await page.tap("#watch-grid td >> nth=12");
      await page.tap("#pad >> text=5");
      await clues(page, 2);
      await page.tap("#watch-grid td >> nth=8");
      await page.tap("#pad >> text=6");
      await page.waitForSelector("#watch-grid .conflict");
      assert.equal(await page.textContent("#watch-error"), "digit 6 twice in box 1 (r1c1 and r2c3)");
    });
  },

  async "digits for fingers"() {
    await withPage({ ...PHONE, reducedMotion: "reduce" }, "", async (page) => {
      await shownStep(page, 0);
      assert.ok(await page.isHidden("#pad"));
      await emptied(page);
      await clues(page, 0);
      await page.tap("#watch-grid td >> nth=40");
      assert.deepEqual(await page.locator("#pad button").allTextContents(), [..."123456789", "Clear"]);
      const { width, height } = await page.locator("#pad button").first().boundingBox();
      assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
      await page.tap("#pad >> text=7");
      await clues(page, 1);
      assert.equal(await page.getAttribute("#watch-grid td >> nth=40", "aria-label"), "r5c5: 7, clue");
      // Clues that contradict each other are marked, and said without scrolling.
      await page.tap("#watch-grid td >> nth=42");
      await page.tap("#pad >> text=7");
      await page.waitForSelector("#watch-grid .conflict");
      assert.equal(await page.locator("#watch-grid .conflict").count(), 2);
      assert.ok(await page.evaluate(() => document.getElementById("watch-error").getBoundingClientRect().bottom <= innerHeight));
      await page.tap("#pad >> text=Clear");
      await clues(page, 1);
      await page.tap("#watch-grid td >> nth=40");
      await checkLook(page, "phone-edit");
      // A picture of the whole page shows no devices without a keyboard.
      if (pictures) await page.screenshot({ path: path.join(pictures, "phone-pad.png") });
      await page.tap("#pad >> text=Clear");
      await clues(page, 0);
      await page.tap("#go-play");
      await page.waitForSelector("#pad", { state: "hidden" });
      // The digits of one size do not stay for another.
      await page.tap("#watch-grid td >> nth=0");
      await page.waitForSelector("#pad", { state: "visible" });
      await paste(page, "1000020000300004");
      await page.waitForSelector("#pad", { state: "hidden" });
      assert.ok(await page.isHidden("#cell-words"));
      await page.tap("#watch-grid td >> nth=1");
      assert.deepEqual(await page.locator("#pad button").allTextContents(), [..."1234", "Clear"]);
    });
    // With a keyboard there are none; the first cell is in the order of the keys.
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, "", async (page) => {
      await shownStep(page, 0);
      await page.focus("#tab-watch");
      const reached = () => page.evaluate(() => document.activeElement.ariaLabel?.startsWith("r1c1: "));
      for (let i = 0; i < 3 && !(await reached()); i++) await page.keyboard.press("Tab");
      assert.ok(await reached());
      assert.ok(await page.isHidden("#pad"));
    });
  },

  async "no work is lost"() {
    for (const options of [DESKTOP, PHONE]) {
      await withPage({ ...options, reducedMotion: "reduce" }, "", async (page) => {
        await shownStep(page, 0);
        assert.ok(await page.isDisabled("#undo"));
        await page.click("#go-on");
        await shownStep(page, 1);
        await emptied(page);
        await clues(page, 0);
        await page.click("#watch-grid td >> nth=0");
        for (const digit of "123") {
          await page.keyboard.press(digit);
          await page.keyboard.press("ArrowRight");
        }
        await clues(page, 3);
        // A digit that contradicts another one is a change, too.
        await page.keyboard.press("3");
        await page.waitForSelector("#watch-error:not([hidden])");
        for (const count of [3, 2, 1, 0]) {
          await page.keyboard.press("Control+z");
          await clues(page, count);
        }
        await page.click("#undo");
        await clues(page, 28);
        await shownStep(page, 1);
        assert.equal(await strategy(page), "electroyou");
        assert.ok(await page.isDisabled("#undo"));
        // Puzzles are entries of the browser's history; steps are not.
        await paste(page, HARDEST);
        await clues(page, 21);
        await page.click("#go-on");
        await shownStep(page, 1);
        await page.goBack();
        await clues(page, 28);
        await page.goForward();
        await clues(page, 21);
        await shownStep(page, 1);
      });
    }
  },

  async "leaving"() {
    // A question only for runs of more than 5 seconds that are not saved.
    writeTest("short.txt", ROYLE);
    await onBoth("#solve", async (page) => {
      const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
      await drop(page, "short.txt");
      await finished(page);
      assert.equal(await asks(), false);
      writeTest("long.txt", Buffer.concat(Array(100).fill(dataset("hard.txt"))));
      page.once("dialog", (dialog) => dialog.accept());
      await page.evaluate(() => (document.getElementById("solve-strategy").value = "backtracking"));
      await drop(page, "long.txt");
      await page.waitForFunction(() => /^\d+ puzzles? in ([6-9]|\d\d)\./.test(document.getElementById("run-line").textContent), null, { timeout: 60_000 });
      assert.equal(await asks(), true);
      await page.evaluate(() => document.getElementById("run-stop").click());
      await finished(page);
      assert.equal(await asks(), true);
      await saved(page, "Save the results so far");
      assert.equal(await asks(), false);
    });
  },

  async "a slow strategy"() {
    const hard = dataset("hard.txt").toString().trim().split("\n").slice(0, 200);
    writeTest("slow.txt", hard.join("\n") + "\n");
    await onBoth("#solve", async (page) => {
      await page.evaluate(() => (document.getElementById("solve-strategy").value = "backtracking"));
      await drop(page, "slow.txt");
      // The clock ticks between results, and the first ones come soon.
      const line = () => page.textContent("#run-line");
      await page.waitForFunction(() => document.getElementById("run-progress").value > 0, null, { timeout: 60_000 });
      const first = await line();
      await page.waitForFunction((first) => document.getElementById("run-line").textContent !== first, first);
      await page.click("#run-stop");
      await finished(page);
      assert.equal(await page.textContent("#run-state"), "Stopped.");
      const kept = (await saved(page, "Save the results so far")).toString().trim().split("\n");
      assert.ok(kept.length > 0 && kept.length < hard.length, `${kept.length} results`);
      const [results] = natively("slow.txt");
      assert.ok(results.toString().startsWith(kept.join("\n")));
    });
  },

  async "every link opens something"() {
    for (const options of [DESKTOP, PHONE]) {
      await withPage({ ...options, reducedMotion: "reduce" }, "#watch?step=5", (page) => shownStep(page, 5));
      await withPage(options, "#solve?x=1", async (page) => {
        assert.ok(await page.isVisible("#solve-form"));
        await page.click("#tab-watch");
        await clues(page, 28);
      });
      // Without a strategy, the usual one.
      await withPage(options, `#watch?puzzle=${HARDEST}`, async (page) => {
        await titled(page, "Exactly one solution, 838 steps");
        assert.equal(await strategy(page), "pairs/mrv");
      });
      await withPage(options, watchAddress(EY1, "magic", 3), async (page) => {
        await page.waitForSelector("#watch-error:not([hidden])");
        assert.match(await page.textContent("#watch-error"), /magic/);
        await shownStep(page, 3);
        assert.equal(await strategy(page), "explainer");
      });
      await withPage(options, "#watch?puzzle=abc&strategy=mrv", async (page) => {
        await page.waitForSelector("#watch-error:not([hidden])");
        await clues(page, 28);
      });
      await withPage(options, `#watch?puzzle=55${".".repeat(79)}`, async (page) => {
        await titled(page, "These clues contradict each other");
        assert.equal(await page.locator("#watch-grid .conflict").count(), 2);
      });
      for (const [step, shown] of [["3.7", 3], ["-4", 0], ["x", 0], ["1e9", 53]]) {
        await withPage(options, watchAddress(EY1, "pairs/mrv", step, 2), (page) => shownStep(page, shown));
      }
    }
  },

  async "what people paste"() {
    const rows = EY1.replaceAll("0", " ").match(/.{9}/g);
    const texts = {
      "a spreadsheet": rows.map((row) => [...row].map((cell) => cell.trim()).join("\t")).join("\r\n") + "\r\n",
      "blanks": rows.join("\n"),
      "blanks, lost at the end of a row": rows.map((row) => row.trimEnd()).join("\n"),
      "wide rows": rows.map((row) => [...row].join(" ").trimEnd()).join("\n"),
      "blanks that do not break": rows.join("\n").replaceAll(" ", "\u00a0"),
      "one line with blanks": rows.join(""),
      "full-width digits": EY1.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
      "a link of another page": `https://sudoku.example/play.html?bd=${EY1}&level=3#top`,
      "a link with dots": `https://sudoku.example/${EY1.replaceAll("0", ".")}`,
      "a link of this page": `https://sudomill.example/${watchAddress(EY1, "moler", 4)}`,
    };
    for (const options of [DESKTOP, PHONE]) {
      await withPage({ ...options, reducedMotion: "reduce" }, "", async (page) => {
        await shownStep(page, 0);
        for (const [name, text] of Object.entries(texts)) {
          await emptied(page);
          await clues(page, 0);
          await paste(page, text, "#watch-text");
          await clues(page, 28).catch(async () => assert.fail(`${name}: ${await page.textContent("#watch-error")}`));
          assert.equal(await page.inputValue("#watch-text"), EY1.replaceAll("0", "."), name);
        }
      });
    }
  },

  async "grids with a mistake, and in other styles"() {
    const rows = EY1.match(/.{9}/g);
    const ruled = (blank, rows) => rows.map((row, i) => (i === 3 || i === 6 ? "------+-------+------\n" : "")
      + [...row.replaceAll("0", blank)].join(" ").match(/.{1,6}/g).map((part) => part.trimEnd().padEnd(5)).join(" | ")).join("\n");
    const wrong = {
      [rows.with(4, rows[4].slice(1)).join("\n")]: "row 5 has 8 cells; expected 9",
      [rows.with(8, `${rows[8]}1`).join("\n")]: "row 9 has 10 cells; expected 9",
      "2\n3\n1\n4": /^This text has 4 cells; a puzzle has 16, /,
      "1 2 3\n2 3 1\n3 1 2": /^This text has 9 cells; /,
      "An ordinary sentence that somebody has pasted.": "This text is no Sudoku: a puzzle has digits, and dots, zeros or blanks for empty cells.",
      "A sentence\nand another one.": "This text is no Sudoku: a puzzle has digits, and dots, zeros or blanks for empty cells.",
    };
    const right = {
      "dots in the middle": EY1.replaceAll("0", "·"),
      "rows with dots in the middle": rows.join("\n").replaceAll("0", "·"),
      "rules and dots in the middle": ruled("·", rows),
      "rules and blanks": ruled(" ", rows),
      "rules and blanks, lost at the end of a row": ruled(" ", rows).split("\n").map((row) => row.trimEnd()).join("\n"),
      "bars around every cell": rows.map((row) => `| ${[...row.replaceAll("0", " ")].join(" | ")} |`).join("\n"),
    };
    await onBoth("", async (page) => {
      await shownStep(page, 0);
      const same = (text, expected) => (expected instanceof RegExp ? assert.match(text, expected) : assert.equal(text, expected));
      for (const [text, words] of Object.entries(wrong)) {
        await paste(page, text);
        await page.waitForSelector("#watch-error:not([hidden])");
        same(await page.textContent("#watch-error"), words);
        // What was there stays.
        await clues(page, 28);
        await paste(page, ROYLE);
        await clues(page, 21);
        await paste(page, EY1);
        await clues(page, 28);
      }
      for (const [name, text] of Object.entries(right)) {
        await emptied(page);
        await clues(page, 0);
        await paste(page, text);
        await clues(page, 28).catch(async () => assert.fail(`${name}: ${await page.textContent("#watch-error")}`));
        assert.equal(await page.inputValue("#watch-text"), EY1.replaceAll("0", "."), name);
      }
      // A row that is empty is one.
      for (const row of [0, 4, 8]) {
        await paste(page, ruled(" ", rows.with(row, "0".repeat(9))));
        await clues(page, 28 - rows[row].replaceAll("0", "").length);
      }
      // The other tab reads with the same reader.
      page.on("dialog", (dialog) => dialog.accept());
      await page.click("#tab-solve");
      for (const [text, words] of Object.entries(wrong)) {
        await page.fill("#solve-text", text);
        await page.click("#solve-form button[type=submit]");
        // Lines that are no grid are solved like a file.
        if (text.includes("\n") && words instanceof RegExp) continue;
        await page.waitForFunction((words) => document.getElementById("solve-error").textContent === words, words);
      }
      for (const text of Object.values(right)) {
        await page.evaluate(() => (document.getElementById("one-said").textContent = ""));
        await page.fill("#solve-text", text);
        await page.click("#solve-form button[type=submit]");
        await page.waitForFunction(() => document.getElementById("one-said").textContent === "Exactly one solution");
        assert.equal(await page.textContent("#one-grid"), EY1_SOLVED);
      }
    }, { reducedMotion: "reduce" });
  },

  async "a tab is an entry of the history"() {
    await onBoth("", async (page) => {
      await shownStep(page, 0);
      await paste(page, HARDEST);
      await clues(page, 21);
      await page.click("#go-on");
      await shownStep(page, 1);
      await page.click("#tab-solve");
      await page.click("#tab-compare");
      assert.equal(await page.evaluate(() => location.hash), "#compare");
      await page.goBack();
      await page.fill("#solve-text", ROYLE);
      await page.click("#solve-form button[type=submit]");
      await page.waitForSelector("#one:not([hidden])");
      await page.reload();
      assert.equal(await page.inputValue("#solve-text"), ROYLE);
      await page.goForward();
      await page.waitForSelector("#compare:not([hidden])");
      // A new load in another tab keeps the puzzle and its step.
      await page.reload();
      await page.waitForSelector("#compare:not([hidden])");
      await page.click("#tab-watch");
      await clues(page, 21);
      await shownStep(page, 1);
      for (const tab of ["compare", "solve", "watch"]) {
        await page.goBack();
        await page.waitForSelector(`#${tab}:not([hidden])`);
      }
      await clues(page, 21);
      await page.goBack();
      await clues(page, 28);
      await page.goForward();
      await clues(page, 21);
      // Clues that are typed one after the other are one entry, and undone one by one.
      const length = () => page.evaluate(() => history.length);
      await emptied(page);
      const before = await length();
      await page.click("#watch-grid td >> nth=0");
      for (let i = 1; i <= 9; i++) {
        await page.keyboard.press(String(i));
        await page.keyboard.press("ArrowRight");
      }
      await clues(page, 9);
      assert.equal(await length(), before);
      await page.reload();
      await clues(page, 9);
      await page.goBack();
      await clues(page, 21);
    }, { reducedMotion: "reduce" });
  },

  async "the end of a search"() {
    await onBoth(watchAddress(HARDEST, "pairs/mrv", 0, 2), async (page) => {
      await shownStep(page, 0);
      await page.click("#go-last");
      await shownStep(page, 838);
      // The last step takes back a guess; the board shows what the search was for.
      assert.match(await page.textContent("#watch-words"), /^Step 838: /);
      const { counters } = traced(HARDEST, "pairs/mrv", "--limit", "2").at(-1);
      assert.equal(await page.textContent("#closing"), `Everything has been searched: ${counters.guesses} guesses, ${counters.backtracks} of them taken back. The board shows the only solution.`);
      assert.equal((await page.textContent("#watch-grid")).replace(/\s/g, ""), HARDEST_SOLVED);
      assert.equal(await page.getAttribute("#watch-grid", "aria-label"), "The only solution");
      assert.equal(await page.locator("#watch-grid .clue").count(), 21);
      await page.click("#go-back");
      await shownStep(page, 837);
      assert.equal(await page.locator("#closing").count(), 0);
    });
    for (const [puzzle, limit, words] of [
      [EY1, 2, "Everything has been searched: no guess was needed. The board shows the only solution."],
      ["12345678.........9" + ".".repeat(63), 2, /^Everything has been searched: .* There is no solution\.$/],
      ["12..............", 3, /^The search stops after 3 solutions: /],
      [HARDEST, 1, /^The search stops at the first solution: /],
    ]) {
      await withPage(DESKTOP, watchAddress(puzzle, "pairs/mrv", 1e6, limit), async (page) => {
        await page.waitForSelector("#closing");
        const text = await page.textContent("#closing");
        if (words instanceof RegExp) assert.match(text, words);
        else assert.equal(text, words);
      });
    }
  },

  async "what cannot work, and what is missing"() {
    await onBoth(watchAddress(`55${".".repeat(79)}`, "pairs/mrv", 0, 2), async (page) => {
      await titled(page, "These clues contradict each other");
      for (const id of ["go-first", "go-play", "go-hidden", "go-guess", "go-dead", "go-solution", "slider", "step-number", "hint", "by-hand", "from-here"]) {
        assert.ok(await page.isDisabled(`#${id}`), id);
      }
      await paste(page, EY1);
      await clues(page, 28);
      for (const id of ["go-play", "go-hidden", "slider", "hint", "by-hand"]) assert.ok(await page.isEnabled(`#${id}`), id);
      // Pasted rows whose clues contradict each other are marked, too.
      const rows = `11${".".repeat(79)}`.replaceAll(".", "·").match(/.{9}/g).join("\n");
      await paste(page, rows);
      await titled(page, "These clues contradict each other");
      assert.equal(await page.locator("#watch-grid .conflict").count(), 2);
    });
    // A file with one puzzle is watched, one with several is solved.
    writeTest("one.txt", `# Inkala\n${HARDEST}\n`);
    writeTest("several.txt", `${EY1}\n${ROYLE}\n`);
    await onBoth("", async (page) => {
      await page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step "));
      await drop(page, "one.txt");
      await titled(page, "Exactly one solution, 838 steps");
      assert.ok(await page.isVisible("#watch-grid"));
      await drop(page, "several.txt");
      await page.waitForSelector("#solve:not([hidden])");
      await finished(page);
      assert.match(await page.textContent("#run-line"), /^2 puzzles /);
    });
    // A page that was copied without its module says so; the browser is not to blame.
    const poor = await browser.newPage();
    await poor.route("**/sudomill_web_bg.wasm", (route) => route.fulfill({ status: 404 }));
    await poor.goto(`${origin}/`);
    await poor.waitForSelector("#trouble:not([hidden])");
    assert.match(await poor.textContent("#trouble"), /^A part of this page cannot be loaded \(404\b.*\)\. Check the connection, then try again\.$/);
    await poor.close();
  },

  async "room on every screen"() {
    const box = (page, id) => page.evaluate((id) => {
      const { top, bottom, width } = document.getElementById(id).getBoundingClientRect();
      return { top, bottom, width, height: innerHeight };
    }, id);
    const screens = { projector: [1920, 1080, 760], desktop: [1280, 900, 560], "200 percent": [640, 450, 280], landscape: [844, 390, 280], phone: [390, 844, 340] };
    for (const [name, [width, height, least]] of Object.entries(screens)) {
      await withPage({ viewport: { width, height }, reducedMotion: "reduce" }, watchAddress(HARDEST, "pairs/mrv", 30, 2), async (page) => {
        await shownStep(page, 30);
        const grid = await box(page, "watch-grid");
        assert.ok(grid.width >= least, `${name}: a grid of ${grid.width} pixels`);
        const play = await box(page, "go-play");
        assert.ok(play.top >= 0 && play.bottom <= play.height, `${name}: Play at ${play.top}`);
        await page.click("#go-on");
        await shownStep(page, 31);
        await checkLook(page, `room-${name.replace(" ", "-")}`);
      });
    }
  },

  async "printing"() {
    await onBoth(watchAddress(EY1, "pairs/mrv", 20, 2), async (page, device) => {
      await shownStep(page, 20);
      for (const count of [1, 4]) {
        await page.selectOption("#print-count", String(count));
        await page.selectOption("#print-what", "clues");
        // Playwright prints without the event.
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.emulateMedia({ media: "print" });
        const shown = await page.evaluate(() => [...document.querySelectorAll("button, select, input, h1, a, #watch-grid, #sheet table")]
          .filter((it) => it.checkVisibility()).map((it) => it.tagName));
        assert.deepEqual(shown, Array(count).fill("TABLE"));
        const printed = await page.locator("#sheet table").evaluateAll((tables) => tables.map((table) =>
          [...table.querySelectorAll("td")].map((cell) => cell.textContent || "0").join("")));
        // The clues, and nothing that the search has found; then other puzzles that are as hard.
        assert.deepEqual([printed[0], new Set(printed).size], [EY1, count]);
        const rated = printed.map((puzzle) => execFileSync(sudomill, ["solve", puzzle, "--quiet", "--format", "csv", "--columns", "clues,status,rating,hardest_technique"]).toString().split("\n")[1]);
        assert.deepEqual(rated, Array(count).fill(rated[0]));
        assert.match(rated[0], /^28,unique,/);
        const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
        assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1, `${device}: ${count} on one page`);
        await picture(page, `print-${count}-${device}`);
        await page.emulateMedia({ media: null });
      }
      assert.ok(await page.isHidden("#sheet"));
    });
    // Boxes that are not square stay whole: there is one solution as before.
    const six = dataset("6x6.txt").toString().split("\n")[0];
    await withPage(DESKTOP, watchAddress(six, "mrv", 0, 2), async (page) => {
      await shownStep(page, 0);
      await page.selectOption("#print-count", "4");
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      for (const table of await page.locator("#sheet table").all()) {
        const puzzle = await table.evaluate((table) => [...table.querySelectorAll("td")].map((cell) => cell.textContent || ".").join(""));
        assert.match(execFileSync(sudomill, ["solve", puzzle, "--quiet", "--format", "csv", "--columns", "status"]).toString(), /unique/);
      }
    });
  },

  async "keys and readers"() {
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, watchAddress(ROYLE, "moler", 14781), async (page) => {
      await shownStep(page, 14781);
      const roles = await page.evaluate(() => {
        const grid = document.querySelector("#watch-grid[role=grid]");
        const of = (role) => grid.querySelectorAll(`[role=${role}]`).length;
        return [of("row"), of("gridcell"), document.getElementById(grid.getAttribute("aria-describedby")).textContent];
      });
      assert.deepEqual(roles, [9, 81, "Arrow keys move from cell to cell; digits are entered, and Delete clears a cell."]);
      // The nodes of the tree: one in the order of the keys, the others by arrow keys.
      assert.equal(await page.locator("#tree [tabindex='0']").count(), 1);
      await page.focus("#tree [tabindex='0']");
      const reached = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
      const last = await reached();
      await page.keyboard.press("ArrowUp");
      assert.notEqual(await reached(), last);
      for (let i = 0; i < 14; i++) await page.keyboard.press("ArrowUp");
      const step = Number((await reached()).match(/step ([\d,]+)/)[1].replaceAll(",", ""));
      await page.keyboard.press("Enter");
      await shownStep(page, step);
    });
    for (const [name, options] of [["desktop", DESKTOP], ["phone", PHONE]]) {
      for (const address of [watchAddress(ROYLE, "moler", 14781), "#solve", "#compare"]) {
        await withPage({ ...options, reducedMotion: "reduce" }, address, async (page) => {
          await page.evaluate(() => document.querySelectorAll("main details").forEach((it) => (it.open = true)));
          if (address.startsWith("#watch")) {
            await shownStep(page, 14781);
            await page.click("#watch-empty");
          }
          // Words in a sentence are as small as it.
          const small = await page.evaluate(() => [...document.querySelectorAll("button:not(p .term), select, input:not(.hidden-input, [type=checkbox]), summary, .row > a, label.check, #tree .go, td[tabindex]")]
            .filter((it) => it.checkVisibility()).map((it) => [it.outerHTML.slice(0, 80), it.getBoundingClientRect()])
            .filter(([, { width, height }]) => width < 24 || height < 24).map(([html, { width, height }]) => `${html} ${width}×${height}`));
          assert.deepEqual(small, [], `${name} ${address}: ${small.join("\n")}`);
        });
      }
    }
  },

  async "the size of an empty grid"() {
    await onBoth("", async (page) => {
      await shownStep(page, 0);
      assert.ok(await page.isHidden("#empty-sizes"));
      await page.focus("#watch-empty");
      await page.keyboard.press("Enter");
      // Nothing is lost before a size is chosen; that of the grid has the focus.
      await clues(page, 28);
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "9×9");
      const sizes = await page.locator("#empty-sizes button").allTextContents();
      assert.deepEqual(sizes, SIDES.map((side) => `${side}×${side}`));
      await page.click("#empty-sizes >> text=6×6");
      await page.waitForFunction(() => document.querySelectorAll("#watch-grid td").length === 36);
      assert.ok(await page.isHidden("#empty-sizes"));
      await page.keyboard.press("Control+z");
      await clues(page, 28);
      // From a size with letters.
      await emptied(page, 16);
      await page.click("#watch-grid td >> nth=0");
      await page.keyboard.press("g");
      await clues(page, 1);
      await emptied(page, 9);
      await clues(page, 0);
    }, { reducedMotion: "reduce" });
  },

  async "like a person"() {
    // A puzzle that a person can solve is, one step after the other, the easiest first.
    const puzzle = "...9..7.2.65...4.........9.3...2......8..61...59.1...87...8..........37..3.5....1";
    const steps = traced(puzzle, "explainer").filter(({ rating }) => rating);
    const hardest = steps.reduce((one, other) => (other.rating > one.rating ? other : one));
    const named = ({ event, rating }) => `${rating.toFixed(1)} ${event.replaceAll("-", " ").toLowerCase()}`;
    await onBoth(`#watch?puzzle=${puzzle}`, async (page) => {
      await titled(page, `Exactly one solution, ${steps.at(-1).step} steps, rated ${hardest.rating}: forcing X-chain`);
      assert.equal(await strategy(page), "explainer");
      for (const at of [1, hardest.step, steps.at(-1).step]) {
        await page.fill("#step-number", String(at));
        await page.press("#step-number", "Enter");
        await shownStep(page, at);
        const words = (await page.textContent("#watch-words")).toLowerCase().replaceAll("-", " ");
        const first = steps.find(({ step }) => step === at);
        assert.ok(words.startsWith(`step ${at}: ${named(first)}: `), words);
      }
      assert.match(await page.textContent("#closing"), /^Every step follows from the clues/);
      await page.click("#watch-words .term");
      assert.ok(await page.isVisible("#watch-words .definition"), "every technique is explained");
    });
    // One that a person cannot solve, or that has several solutions, takes guesses.
    for (const puzzle of [HARDEST, "1".padEnd(81, "."), "1000020000300004"]) {
      await withPage(DESKTOP, `#watch?puzzle=${puzzle}`, async (page) => {
        await shownStep(page, 0);
        assert.equal(await strategy(page), "pairs/mrv");
      });
    }
    await withPage(DESKTOP, watchAddress("1".padEnd(81, "."), "explainer", 0), async (page) => {
      await page.waitForSelector("#watch-error:not([hidden])");
      assert.match(await page.textContent("#watch-error"), /exactly one solution/);
      assert.equal(await strategy(page), "pairs/mrv");
    });
  },

  async "the links of chains"() {
    const puzzle = "...9..7.2.65...4.........9.3...2......8..61...59.1...87...8..........37..3.5....1";
    const steps = traced(puzzle, "explainer").filter(({ chains }) => chains);
    const { step, chains, because } = steps[0];
    const name = ({ cell, digit, on }) => `${cell} ${on ? "is" : "is not"} ${digit}`;
    await onBoth(watchAddress(puzzle, "explainer", step), async (page, device) => {
      await shownStep(page, step);
      assert.ok((await page.textContent("#watch-words")).includes(because));
      // An arrow for each link, from candidate to candidate, whose line says what it is.
      const links = chains.flat();
      const drawn = await page.locator("#chains .link").evaluateAll((paths) => paths.map((path) => {
        const [start, end] = [0, path.getTotalLength()].map((at) => path.getPointAtLength(at).matrixTransform(path.getScreenCTM()));
        const cellAt = ({ x, y }) => [...document.querySelectorAll("#watch-grid td")].find((cell) => {
          const { left, right, top, bottom } = cell.getBoundingClientRect();
          return x >= left && x <= right && y >= top && y <= bottom;
        })?.ariaLabel.split(":")[0];
        return [cellAt(start), cellAt(end), getComputedStyle(path).strokeDasharray, getComputedStyle(path).markerEnd];
      }));
      const dashes = ({ from, to }) => (from.on ? "6px, 4px" : to.on ? "none" : "2px, 3px");
      assert.deepEqual(drawn, links.map((link) => [link.from.cell, link.to.cell, dashes(link), 'url("#arrow")']));
      // The same in words.
      await page.click(".chain summary");
      const told = await page.locator(".chain > ul > li > ul > li").allTextContents();
      assert.deepEqual(told, links.map(({ from, to }) => `${name(to)}, because ${name(from)}`));
      assert.match(await page.textContent(".chain .hint"), /^Arrows: solid: strong, .*dashed: weak, /);
      await checkLook(page, `chain-${device}`);
      // Hints draw them at last, and no step without chains does.
      await page.fill("#step-number", String(step - 1));
      await page.press("#step-number", "Enter");
      await shownStep(page, step - 1);
      assert.equal(await page.locator("#chains .link").count(), 0);
      await page.click("#hint");
      await page.waitForFunction(() => /^Hint 1 of 3: There is a forcing /.test(document.getElementById("hint-words").textContent));
      assert.equal(await page.locator("#chains .link").count(), 0);
      await page.click("#hint");
      await page.click("#hint");
      assert.equal(await page.locator("#chains .link").count(), links.length);
    }, { reducedMotion: "reduce" });
    // What follows from several candidates together has all of them for its reason.
    const harder = traced(HARDEST, "explainer").find(({ chains }) =>
      chains?.some((chain) => chain.some(({ to }, i) => i && JSON.stringify(chain[i - 1].to) === JSON.stringify(to))));
    await withPage(DESKTOP, watchAddress(HARDEST, "explainer", harder.step), async (page) => {
      await shownStep(page, harder.step);
      const arrows = new Set(harder.chains.flat().map((link) => JSON.stringify(link))).size;
      assert.equal(await page.locator("#chains .link").count(), arrows);
      assert.match(await page.textContent(".chain"), / because r\dc\d is not \d and r\dc\d is not \d/);
      await picture(page, "net");
    });
  },

  async "hints in stages"() {
    await onBoth(watchAddress(EY1, "pairs/mrv", 0, 2), async (page, device) => {
      await shownStep(page, 0);
      const hinted = async (words) => {
        await page.click("#hint");
        await page.waitForFunction((words) => document.getElementById("hint-words").textContent === words, words)
          .catch(async () => assert.fail(`${await page.textContent("#hint-words")}, expected ${words}`));
      };
      await hinted("Hint 1 of 4: Look at row 5, column 5 and box 5.");
      assert.equal(await page.locator("#watch-grid td.changed").count(), 0);
      assert.equal(await page.locator("#watch-grid td.unit").count(), 21);
      await hinted("Hint 2 of 4: There is a naked single.");
      await hinted("Hint 3 of 4: The cell is r5c5.");
      assert.equal(await page.locator("#watch-grid td.changed").count(), 1);
      await hinted("Hint 4 of 4: Row 5, column 5 and box 5 hold every digit but 4, so r5c5 is 4.");
      // Of the board of another step.
      await page.fill("#step-number", "13");
      await page.press("#step-number", "Enter");
      await shownStep(page, 13);
      assert.equal(await page.textContent("#hint-words"), "");
      await hinted("Hint 1 of 4: Look at row 1.");
      await hinted("Hint 2 of 4: There is a hidden single.");
      await page.click("#go-last");
      await shownStep(page, 53);
      await hinted("Hint 1 of 1: The search ends here.");
      // Of the reader's board.
      await page.click("#enter-digits");
      await hinted("Hint 1 of 4: Look at box 3.");
      await hinted("Hint 2 of 4: There is a hidden single in a box.");
      await checkLook(page, `hint-${device}`);
      // A digit that the solution does not have; the clues stay.
      await page.click("#watch-grid td >> nth=40");
      await page.keyboard.press("8");
      await hinted("Hint 1 of 3: One of your digits is wrong.");
      await hinted("Hint 2 of 3: It is in row 5.");
      await hinted("Hint 3 of 3: It is the 8 in r5c5.");
      await page.click("#watch-grid td >> nth=40");
      await page.keyboard.press("4");
      await hinted("Hint 1 of 4: Look at box 3.");
      await clues(page, 28);
    }, { reducedMotion: "reduce" });
    await withPage(DESKTOP, watchAddress(HARDEST, "pairs/mrv", 0, 2), async (page) => {
      await shownStep(page, 0);
      await page.click("#hint");
      await page.waitForFunction(() => document.getElementById("hint-words").textContent === "Hint 1 of 3: No unit shows anything: a guess is needed.");
    });
  },

  async "hints from the reader's candidates"() {
    await onBoth(watchAddress(CHAINS, "explainer", 40, 2), async (page) => {
      await shownStep(page, 40);
      await page.click("#by-hand");
      const hinted = async () => {
        await page.click("#hint");
        await page.waitForFunction(() => document.getElementById("hint-words").textContent.startsWith("Hint 1 of "));
        const stages = Number((await page.textContent("#hint-words")).match(/of (\d+):/)[1]);
        for (let at = 2; at <= stages; at++) await page.click("#hint");
        return (await page.textContent("#hint-words")).replace(/^Hint [\d of]+: /, "");
      };
      await page.click("#enter-marks");
      // The reader does what the hint says, so the next one tells of something else.
      const told = [];
      for (let i = 0; i < 4; i++) {
        told.push(await hinted());
        const placed = told.at(-1).match(/r(\d)c(\d) is (\d)\.$/);
        if (placed) {
          const at = 9 * (placed[1] - 1) + (placed[2] - 1);
          assert.equal(placed[3], SOLVED_CHAINS[at]);
          await page.click("#enter-digits");
          await page.click(cell(at));
          await page.keyboard.press(placed[3]);
          await page.click("#enter-marks");
          continue;
        }
        const removed = await page.locator("#watch-grid td").evaluateAll((cells) => cells.flatMap((cell, at) =>
          [...cell.querySelectorAll(".removed")].map((candidate) => [at, candidate.dataset.symbol])));
        assert.ok(removed.length > 0, told.at(-1));
        for (const [at, digit] of removed) {
          assert.match(await labelOf(page, at), new RegExp(`candidates .*${digit}`), "the board has it");
          assert.notEqual(digit, SOLVED_CHAINS[at]);
          await page.click(cell(at));
          await page.keyboard.press(digit);
        }
      }
      assert.equal(new Set(told).size, told.length, told.join("\n"));
      // The last mark of a cell is a single that the reader has not entered yet.
      const open = await page.locator("#watch-grid td").evaluateAll((cells) => cells.findIndex((cell) => /candidates \d \d \d/.test(cell.ariaLabel)));
      await page.click(cell(open));
      for (const digit of (await labelOf(page, open)).match(/candidates ([\d ]+)/)[1].split(" ")) {
        if (digit !== SOLVED_CHAINS[open]) await page.keyboard.press(digit);
      }
      assert.match(await hinted(), new RegExp(`(r${Math.floor(open / 9) + 1}c${(open % 9) + 1}|${SOLVED_CHAINS[open]})`));
      // A right candidate that is gone comes first.
      await page.click(cell(open));
      await page.keyboard.press(SOLVED_CHAINS[open]);
      await page.keyboard.press(SOLVED_CHAINS[open] === "1" ? "2" : "1");
      const name = `r${Math.floor(open / 9) + 1}c${(open % 9) + 1}`;
      await page.click("#hint");
      await page.waitForFunction(() => document.getElementById("hint-words").textContent === "Hint 1 of 3: A right candidate is gone.");
      await page.click("#hint");
      await page.click("#hint");
      assert.equal(await page.textContent("#hint-words"), `Hint 3 of 3: It is the ${SOLVED_CHAINS[open]} in ${name}.`);
    }, { reducedMotion: "reduce" });
    // Where the solution is not known, the search from the board tells.
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, watchAddress(HARDEST, "pairs/mrv", 0, 1), async (page) => {
      await shownStep(page, 0);
      await page.click("#enter-marks");
      await page.click(cell(1));
      await page.keyboard.press("4");
      await page.click("#hint");
      await page.waitForFunction(() => document.getElementById("hint-words").textContent === "Hint 1 of 1: A right candidate is gone.");
    });
  },

  async "links and prints of a position"() {
    await onBoth(watchAddress(WINGS, "pairs/mrv", 5, 2), async (page, device) => {
      await shownStep(page, 5);
      await page.click(cell(0));
      await page.keyboard.press("8");
      await page.click("#enter-marks");
      await page.click(cell(1));
      for (const digit of "59") await page.keyboard.press(digit);
      await page.click("#share");
      assert.equal(await copied(page), "Copied, with your board.");
      const link = await page.evaluate(() => navigator.clipboard.readText());
      await page.goto("about:blank");
      await page.goto(link);
      await page.waitForFunction(() => document.querySelector("#watch-grid td")?.ariaLabel === "r1c1: 8, your digit");
      assert.equal(await labelOf(page, 1), "r1c2: candidates 5 9");
      assert.match(link, /&step=5&/);
      for (const [what, count] of [["position", 1], ["position", 4], ["clues", 1]]) {
        await page.selectOption("#print-what", what);
        await page.selectOption("#print-count", String(count));
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.emulateMedia({ media: "print" });
        const printed = await page.locator("#sheet table").evaluateAll((tables) => tables.map((table) =>
          [table.querySelectorAll(".clue").length, table.querySelectorAll(".own").length, table.querySelectorAll("[data-symbol]").length]));
        assert.deepEqual(printed, Array(count).fill(what === "clues" ? [29, 0, 0] : [29, 1, 2]), `${what} ${count}`);
        if (count === 1) assert.equal(await page.locator("#sheet td >> nth=0").textContent(), what === "clues" ? "" : "8");
        await picture(page, `print-${what}-${count}-${device}`);
        await page.emulateMedia({ media: null });
      }
      // The board of a step has the digits that the search has found, and its candidates if they are asked for.
      await page.selectOption("#print-count", "1");
      await page.click("#go-last");
      await page.waitForFunction(() => document.getElementById("watch-words").textContent.startsWith("Step 52:"));
      await page.click("#go-first");
      await shownStep(page, 0);
      for (const [what, isShown] of [["position", false], ["candidates", true]]) {
        await page.selectOption("#print-what", what);
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        assert.equal(await page.locator("#sheet [data-symbol]").count() > 0, isShown);
      }
    }, { reducedMotion: "reduce" });
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, "", async (page) => {
      await shownStep(page, 0);
      await emptied(page, 25);
      await page.click("#enter-marks");
      await page.click(cell(0));
      await page.keyboard.press("p");
      await page.click("#share");
      assert.match(await copied(page), /^Copied, with your board\. With [34],\d{3} characters, it is longer than some programs take\.$/);
      await page.reload();
      await page.waitForFunction(() => document.querySelector("#watch-grid td")?.ariaLabel === "r1c1: candidates P");
    });
  },

  async "conflicts and doubts"() {
    for (const colorScheme of ["light", "dark"]) {
      await onBoth(`#watch?puzzle=${WINGS}`, async (page, device) => {
        await shownStep(page, 0);
        await page.click(cell(0));
        await page.keyboard.press("4");
        assert.equal(await page.textContent("#hint-words"), "Your board: digit 4 stands twice in row 1 (r1c1 and r1c3).");
        assert.equal(await page.locator("#watch-grid .conflict .own").count(), 1);
        // A ratio of 4.5 is for small letters; these are large, but as important.
        const contrast = await page.evaluate(() => {
          const light = (color) => {
            const [r, g, b] = color.match(/\d+/g).map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
          };
          const own = document.querySelector("#watch-grid .conflict .own");
          const [one, other] = [light(getComputedStyle(own).color), light(getComputedStyle(own.parentElement).backgroundColor)];
          return Math.max(one, other) / Math.min(one, other);
        });
        assert.ok(contrast >= 4.5, `${contrast}`);
        await checkLook(page, `own-conflict-${colorScheme}-${device}`);
      }, { colorScheme, reducedMotion: "reduce" });
    }
    // The clue that makes a puzzle unsolvable, as the command line names it.
    const none = ".4.3.2........2.";
    const named = spawnSync(sudomill, ["solve", none, "--quiet", "--format", "csv", "--columns", "suspects"]).stdout.toString().split("\n")[1];
    assert.equal(named, "r2c2=3 r4c3=4");
    await onBoth(`#watch?puzzle=${none}`, async (page, device) => {
      await shownStep(page, 0);
      assert.equal(await page.textContent("#watch-doubt"), "If one clue is wrong, it is the 2 in r2c2 (it may be 3) or the 2 in r4c3 (it may be 4).");
      assert.deepEqual(await page.locator("#watch-grid .marked").evaluateAll((all) => all.map((cell) => cell.ariaLabel)), ["r2c2: 2, clue", "r4c3: 2, clue"]);
      await checkLook(page, `suspects-${device}`);
      // The cells in which two solutions differ.
      await paste(page, "1...4.....2....3");
      await titled(page, "At least 2 solutions, 23 steps");
      const cells = Number((await page.textContent("#watch-doubt")).match(/^The 2 solutions found differ in (\d+) cells, which the last step marks\.$/)[1]);
      assert.equal(await page.locator("#watch-grid .marked").count(), 0);
      await page.click("#go-last");
      await shownStep(page, 23);
      const solutions = traced("1...4.....2....3", "pairs/mrv", "--limit", "2").filter(({ event }) => event === "solution").length;
      assert.equal(solutions, 2);
      assert.equal(await page.locator("#watch-grid .marked").count(), cells);
      assert.ok(cells >= 4);
      await paste(page, EY1);
      await searched(page, EY1);
      assert.equal(await page.textContent("#watch-doubt"), "");
    }, { reducedMotion: "reduce" });
  },

  async "own digits clear marks"() {
    await onBoth(`#watch?puzzle=${WINGS}`, async (page) => {
      await shownStep(page, 0);
      for (const [isOn, left] of [[true, "r1c2: candidates 9"], [false, "r1c2: candidates 8 9"]]) {
        await page.setChecked("#clears-marks", isOn);
        await page.click("#enter-marks");
        for (const at of [1, 80 - 9]) {
          await page.click(cell(at));
          for (const digit of "89") await page.keyboard.press(digit);
        }
        await page.click("#enter-digits");
        await page.click(cell(0));
        await page.keyboard.press("8");
        assert.equal(await labelOf(page, 1), left);
        // A cell that does not see it keeps its mark.
        assert.equal(await labelOf(page, 71), "r8c9: candidates 8 9");
        for (let i = 0; i < 5; i++) await page.keyboard.press("Control+z");
      }
    }, { reducedMotion: "reduce" });
  },

  async "pasting many"() {
    await onBoth("", async (page) => {
      await shownStep(page, 0);
      const offered = () => page.isVisible("#solve-many");
      // One grid with a mistake is none of many.
      await paste(page, EY1.match(/.{9}/g).join("\n").slice(0, -1));
      await page.waitForSelector("#watch-error:not([hidden])");
      assert.ok(!await offered());
      await paste(page, `${EY1}\n${ROYLE}\n`);
      await page.waitForSelector("#solve-many:not([hidden])");
      await page.click("#solve-many");
      await finished(page);
      assert.ok(await page.isVisible("#solve"));
      assert.match(await page.textContent("#run-line"), /^2 puzzles/);
      await page.click("#tab-watch");
      assert.ok(!await offered());
      await paste(page, EY1);
      await searched(page, EY1);
      assert.ok(!await offered());
    }, { reducedMotion: "reduce" });
  },

  async "a phone shows grid, digits and hint together"() {
    const { width, height } = PHONE.viewport;
    for (const viewport of [{ width, height }, { width: height, height: width }]) {
      await withPage({ ...PHONE, viewport, reducedMotion: "reduce" }, `#watch?puzzle=${WINGS}`, async (page) => {
        await shownStep(page, 0);
        await page.tap(cell(80 - 9));
        await page.tap("#pad >> text=5");
        for (let stage = 1; stage <= 3; stage++) {
          await page.tap("#hint");
          await page.waitForFunction((stage) => document.getElementById("hint-words").textContent.startsWith(`Hint ${stage} `), stage);
          const hidden = await page.evaluate(() => ["watch-grid", "pad", "hint-words", "hint"].filter((id) => {
            const { top, bottom, left, right } = document.getElementById(id).getBoundingClientRect();
            return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth || bottom - top < 10;
          }));
          assert.deepEqual(hidden, [], `${viewport.width} × ${viewport.height}`);
        }
        // No one of them hides another.
        const boxes = await page.evaluate(() => ["watch-grid", "pad", "hint-words"].map((id) => document.getElementById(id).getBoundingClientRect().toJSON()));
        const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        for (const [i, a] of boxes.entries()) assert.ok(!boxes.slice(i + 1).some((b) => overlap(a, b)), JSON.stringify(boxes));
        await checkLook(page, `phone-hint-${viewport.width}`);
      });
    }
  },

  async "sentences that teach"() {
    await onBoth(watchAddress(CHAINS, "explainer", 0), async (page, device) => {
      await shownStep(page, 0);
      await page.selectOption("#technique", "XY-wing");
      await page.click("#go-technique");
      await page.waitForFunction(() => document.getElementById("watch-words").textContent.includes(" XY-wing: "));
      assert.match(await page.textContent("#watch-words"), /The pivot (r\dc\d) is \d or \d, and either leaves \d to one of the wings r\dc\d and r\dc\d\. So /);
      await checkLook(page, `wing-${device}`);
      // The other names of a technique.
      const terms = await page.textContent("#terms");
      for (const name of ["skyscraper", "AIC", "X-chain", "Y-wing", "unique rectangle type 1", "forcing net"]) assert.ok(terms.includes(name), name);
      // Nothing of a search with guesses is there.
      for (const id of ["go-guess", "go-dead", "go-solution", "tree", "watch-limit"]) assert.ok(await page.isHidden(`#${id}`), id);
    }, { reducedMotion: "reduce" });
    const example = "...9..7.2.65...4.........9.3...2......8..61...59.1...87...8..........37..3.5....1";
    await onBoth(watchAddress(example, "explainer", 19), async (page, device) => {
      await shownStep(page, 19);
      const links = await page.locator("#chains .link").count();
      assert.ok(links > 2);
      const told = new Set();
      for (let at = 1; at <= links; at++) {
        await page.click("#watch-words >> text=Link ▶");
        assert.equal(await page.locator("#chains .link").count(), at);
        const words = await page.textContent("#watch-words .links [role=status]");
        assert.match(words, new RegExp(`^${at} of ${links}: r\\dc\\d is (not )?\\d, because r\\dc\\d is (not )?\\d\\.$`));
        told.add(words);
      }
      assert.equal(told.size, links);
      await page.click("#watch-words >> text=Link ▶");
      assert.equal(await page.textContent("#watch-words .links [role=status]"), "");
      // Candidates that are on, off and removed differ in color and shape.
      const looks = await page.evaluate(() => [".on:not(.off)", ".off:not(.on)", ".removed"].map((name) => {
        const { color, backgroundColor, outlineStyle, textDecorationLine, borderRadius } = getComputedStyle(document.querySelector(`#watch-grid .candidates ${name}`));
        return [`${color} ${backgroundColor}`, `${outlineStyle} ${textDecorationLine} ${borderRadius}`];
      }));
      for (const part of [0, 1]) assert.equal(new Set(looks.map((look) => look[part])).size, 3, JSON.stringify(looks));
      await checkLook(page, `chain-${device}`);
    }, { reducedMotion: "reduce" });
    // A contradiction names the candidate in which both ends meet.
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, watchAddress(HARDEST, "explainer", 0), async (page) => {
      await shownStep(page, 0);
      await page.selectOption("#technique", "dynamic contradiction forcing chains");
      await page.click("#go-technique");
      await page.waitForFunction(() => /contradiction: r\dc\d would be (\d) and not \1/.test(document.getElementById("watch-words").textContent));
    });
  },

  async "a lesson"() {
    const board = { viewport: { width: 1920, height: 1080 } };
    await withPage({ ...board, reducedMotion: "reduce" }, watchAddress(CHAINS, "explainer", 0), async (page) => {
      await shownStep(page, 0);
      await page.selectOption("#technique", "XY-wing");
      await page.click("#go-technique");
      await page.waitForFunction(() => document.getElementById("watch-words").textContent.includes(" XY-wing: "));
      const at = Number(await page.inputValue("#step-number"));
      await page.click("#lesson");
      await page.waitForSelector("#lesson-bar:not([hidden])");
      // Nothing but the grid, the sentence and four buttons.
      for (const id of ["tab-watch", "undo", "enter-clues", "watch-text", "slider", "tree", "watch-title"]) assert.ok(await page.isHidden(`#${id}`), id);
      assert.deepEqual(await page.locator("button:visible").evaluateAll((all) => all.map((it) => it.id || it.className)), ["term", "lesson-back", "lesson-on", "lesson-hint", "lesson-close"]);
      const small = await page.evaluate(() => [...document.querySelectorAll("#watch-words p, #watch-words button, #lesson-bar button, #watch-grid td span, #watch-grid .candidates")]
        .filter((it) => parseFloat(getComputedStyle(it).fontSize) < 28).length);
      assert.equal(small, 0, "text of at least 28 pixels");
      const places = await page.evaluate(() => ["watch-grid", "watch-words", "lesson-bar"].map((id) => {
        const { top, bottom } = document.getElementById(id).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }));
      assert.deepEqual(places, [true, true, true], "on one screen");
      await checkLook(page, "lesson");
      // The buttons stay where they are, however long the sentence is.
      const bar = () => page.locator("#lesson-bar").boundingBox();
      const before = await bar();
      await page.click("#lesson-back");
      await shownStep(page, at - 1);
      assert.deepEqual(await bar(), before);
      await page.click("#lesson-hint");
      await page.waitForFunction(() => document.getElementById("hint-words").textContent.startsWith("Hint 1 of "));
      assert.deepEqual(await bar(), before);
      await page.click("#lesson-on");
      await shownStep(page, at);
      // A key or a click on a digit highlights it; the grid is no input.
      await page.keyboard.press("4");
      const lit = () => page.locator("#watch-grid .lit").count();
      const holds = await page.locator("#watch-grid td").evaluateAll((all) => all.filter((it) => /(^r\dc\d: 4,)|candidates [^;]*4/.test(it.ariaLabel)).length);
      assert.ok(holds >= 9, `${holds}`);
      assert.equal(await lit(), holds);
      await picture(page, "lesson-lit");
      await page.click(cell(5));
      assert.equal(await lit(), 0);
      await page.click(cell(5));
      assert.equal(await lit(), holds);
      await page.keyboard.press("Escape");
      await page.waitForSelector("#tab-watch:visible");
      assert.equal(await page.locator("#watch-grid .clue").count(), [...CHAINS].filter((it) => it !== ".").length);
      await page.click("#highlight >> text=4");
      assert.equal(await lit(), 0);
    });
    await withPage({ ...PHONE, reducedMotion: "reduce" }, watchAddress(CHAINS, "explainer", 30), async (page) => {
      await shownStep(page, 30);
      await page.click("#lesson");
      await page.waitForSelector("#lesson-bar:visible");
      await checkLook(page, "lesson-phone");
      await page.click("#lesson-close");
      await page.waitForSelector("#tab-watch:visible");
    });
  },

  async "a worksheet"() {
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, watchAddress(CHAINS, "explainer", 0), async (page) => {
      await shownStep(page, 0);
      await page.selectOption("#print-count", "6");
      await page.selectOption("#print-what", "clues");
      await page.evaluate(() => (document.getElementById("worksheet").open = true));
      // Who gives it a title wants a heading.
      await page.fill("#print-title", "XY-wings");
      await page.check("#print-solutions");
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      await page.emulateMedia({ media: "print" });
      const sheets = await page.locator("#sheet .page").evaluateAll((all) => all.map((sheet) => ({
        texts: [...sheet.querySelectorAll(":scope > :is(h2, p)")].map((it) => it.textContent),
        grids: [...sheet.querySelectorAll("table")].map((it) => [...it.querySelectorAll("td")].map((cell) => cell.textContent || ".").join("")),
      })));
      assert.equal(sheets.length, 2);
      const [{ texts, grids }, solutions] = sheets;
      assert.match(texts.join("|"), /^XY-wings\|Rated \d\.\d: [^|]+\|Name:$/);
      assert.equal(solutions.texts[0], "XY-wings: Solutions");
      assert.equal(new Set(grids).size, 6);
      // Each solution is that of the puzzle with its number.
      for (const [i, grid] of grids.entries()) {
        const solved = execFileSync(sudomill, ["solve", grid, "--quiet"], { stdio: "pipe" }).toString().trim();
        assert.equal(solutions.grids[i], solved, `puzzle ${i + 1}`);
      }
      await picture(page, "worksheet");
      await page.emulateMedia({ media: null });
      for (const format of ["A4", "Letter"]) {
        for (const count of ["1", "4", "6"]) {
          await page.selectOption("#print-count", count);
          const pdf = (await page.pdf({ format, preferCSSPageSize: true })).toString("latin1");
          assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 2, `${count} on ${format}`);
        }
      }
    });
  },

  async "other sizes like a person"() {
    await onBoth("", async (page, device) => {
      await shownStep(page, 0);
      for (const order of ["2x3", "2x4", "2x5", "3x4"]) {
        for (const kind of ["easy", "minimal"]) {
          const puzzle = execFileSync(sudomill, ["generate", "--kind", kind, "--order", order, "--seed", "1"], { stdio: "pipe" }).toString().trim();
          // What the techniques do without a guess is what the page shows.
          const guessed = traced(puzzle, "pairs/mrv").find(({ event }) => event === "guess");
          assert.ok(kind === "minimal" || !guessed);
          await page.evaluate((hash) => (location.hash = hash), `#watch?puzzle=${puzzle}`);
          await searched(page, puzzle);
          assert.equal(await strategy(page), guessed ? "pairs/mrv" : "explainer", puzzle);
          assert.equal(await page.isHidden("#go-guess"), !guessed);
          await page.selectOption("#watch-strategy", "explainer");
          const title = guessed ? `As far as the techniques go, ${plural(guessed.step - 1, "step")}` : "Exactly one solution, ";
          await page.waitForFunction((title) => document.getElementById("watch-title").textContent.startsWith(title), title);
          await page.click("#go-last");
          const closing = guessed ? "Here end singles, locked candidates and pairs" : "Every step follows from the clues";
          await page.waitForFunction((closing) => document.getElementById("closing")?.textContent.startsWith(closing), closing);
          assert.doesNotMatch(await page.textContent("#watch-title"), /rated/);
          await checkLook(page, `person-${order}-${kind}-${device}`);
        }
      }
    }, { reducedMotion: "reduce" });
  },

  async "digits of one's own"() {
    await onBoth(watchAddress(EY1, "pairs/mrv", 0, 2), async (page, device) => {
      await shownStep(page, 0);
      const label = (at) => page.getAttribute(`#watch-grid td >> nth=${at}`, "aria-label");
      await page.click("#enter-digits");
      assert.equal(await page.textContent("#hint-words"), "Your board: 53 cells left.");
      // The candidates are the reader's to find.
      assert.equal(await label(0), "r1c1: empty");
      await page.click("#watch-grid td >> nth=0");
      await page.keyboard.press("2");
      assert.equal(await label(0), "r1c1: 2, your digit");
      // A clue is no digit of the reader.
      await page.click("#watch-grid td >> nth=1");
      await page.keyboard.press("9");
      assert.equal(await label(1), "r1c2: 1, clue");
      await page.click("#enter-marks");
      await page.click("#watch-grid td >> nth=3");
      await page.keyboard.press("4");
      await page.keyboard.press("7");
      assert.equal(await label(3), "r1c4: candidates 4 7");
      await page.keyboard.press("7");
      assert.equal(await label(3), "r1c4: candidates 4");
      // A digit that stands twice is marked.
      await page.click("#enter-digits");
      await page.click("#watch-grid td >> nth=3");
      await page.keyboard.press("2");
      assert.equal(await page.locator("#watch-grid .conflict").count(), 2);
      assert.match(await page.textContent("#hint-words"), /stands twice/);
      await page.keyboard.press("Control+z");
      assert.equal(await label(3), "r1c4: candidates 4");
      await checkLook(page, `own-board-${device}`);
      // The search can be looked at, and the board comes back; so it does after a new load.
      await page.click("#go-on");
      await shownStep(page, 1);
      assert.match(await label(0), /candidates/);
      await page.click("#enter-digits");
      assert.equal(await label(0), "r1c1: 2, your digit");
      await page.reload();
      await page.waitForFunction(() => document.querySelector("#watch-grid td")?.ariaLabel === "r1c1: 2, your digit");
      assert.equal(await label(3), "r1c4: candidates 4");
      // What if: a search from there, and back.
      await page.click("#from-here");
      await clues(page, 29);
      await page.click("#undo");
      await clues(page, 28);
      await page.waitForFunction(() => document.querySelector("#watch-grid td")?.ariaLabel === "r1c1: 2, your digit");
      assert.equal(await label(3), "r1c4: candidates 4");
      // The board of a step, taken over.
      await page.fill("#step-number", "20");
      await page.press("#step-number", "Enter");
      await shownStep(page, 20);
      await page.click("#by-hand");
      await page.waitForFunction(() => document.getElementById("hint-words").textContent === "Your board: 33 cells left.");
      assert.equal(await page.locator("#watch-grid .own").count(), 20);
      assert.equal(await page.locator("#watch-grid .clue").count(), 28);
      await page.keyboard.press("Control+z");
      await shownStep(page, 20);
      assert.equal(await page.locator("#watch-grid .own").count(), 0);
    }, { reducedMotion: "reduce" });
    // Where the solution is not known, the search from the board tells.
    await withPage({ ...PHONE, reducedMotion: "reduce" }, watchAddress(HARDEST, "pairs/mrv", 0, 1), async (page) => {
      await shownStep(page, 0);
      await page.tap("#enter-digits");
      await page.tap("#watch-grid td >> nth=1");
      await page.tap("#pad >> text=4");
      await page.waitForFunction(() => document.querySelectorAll("#watch-grid td")[1].ariaLabel === "r1c2: 4, your digit");
      await page.tap("#hint");
      await page.waitForFunction(() => document.getElementById("hint-words").textContent === "Hint 1 of 1: One of your digits is wrong.");
    });
  },

  async "examples of each technique"() {
    await withPage({ ...DESKTOP, reducedMotion: "reduce" }, "", async (page) => {
      await shownStep(page, 0);
      await page.evaluate(() => (document.getElementById("examples").open = true));
      const rows = await page.locator("#example-list p").evaluateAll((all) => all.map((row) =>
        [row.firstChild.textContent, [...row.querySelectorAll("a")].map((link) => link.hash)]));
      assert.equal(rows.length, 16);
      for (const [name, links] of rows) {
        assert.ok(links.length > 0, name);
        for (const link of links) {
          await page.evaluate((link) => (location.hash = link), link);
          await shownStep(page, Number(new URLSearchParams(link.split("?")[1]).get("step")));
          // The example before may have shown a step with the same number.
          await page.waitForFunction((name) => document.getElementById("watch-words").textContent
            .replace(/^Step \d+: (\d+\.\d )?/, "").startsWith(name), name.split(":")[0]);
          if (name.includes("two digits")) assert.match(await page.textContent("#watch-words"), / \d and \d both have only r\dc\d: /);
        }
      }
    });
    // On a phone, too, an example shows its grid and its sentence.
    const turned = { ...PHONE, viewport: { width: 844, height: 390 } };
    for (const options of [PHONE, turned]) {
      await withPage({ ...options, reducedMotion: "reduce" }, "", async (page) => {
        await shownStep(page, 0);
        await page.evaluate(() => (document.getElementById("examples").open = true));
        await page.tap("#example-list a >> text=Step 41");
        await shownStep(page, 41);
        await page.waitForFunction(() => {
          const { top } = document.getElementById(innerWidth > innerHeight ? "watch-words" : "watch-grid").getBoundingClientRect();
          return top >= 0 && top < innerHeight / 2;
        });
      });
    }
  },

  async "regions and extra units"() {
    const puzzle = "3.......4..2.6.1...1.9.8.2...5...6...2.....1...9...8...8.3.4.6...4.1.9..5.......7";
    const regions = "999998888555998888555998333555111333222111333222111444222766444777766444777766666";
    const address = (params) => `#watch?${new URLSearchParams(params)}`;
    const drawn = (page) => page.locator("#units-grid td").evaluateAll((all) => all.map((cell) => ["right", "below", "extra"].filter((name) => cell.classList.contains(name)).join(" ")));
    await onBoth(address({ puzzle, regions, extra: "diagonals" }), async (page, device) => {
      const cells = await drawn(page);
      for (const [at, classes] of cells.entries()) {
        const [row, column] = [Math.floor(at / 9), at % 9];
        const expected = [column < 8 && regions[at] !== regions[at + 1] && "right", row < 8 && regions[at] !== regions[at + 9] && "below",
          (row === column || row + column === 8) && "extra"];
        assert.equal(classes, expected.filter(Boolean).join(" "), `cell ${at}`);
      }
      assert.equal(await page.getAttribute("#units-grid td >> nth=0", "aria-label"), "r1c1: 3, clue; region 9; extra unit");
      assert.match(await page.textContent("#units"), /refuses the rest: steps, hints, own digits, Solve and Compare/);
      assert.ok(await page.isHidden("#hint") && await page.isHidden("#solve-form"));
      await checkLook(page, `regions-${device}`);
      // Windows of the boxes, and a drawing.
      await page.evaluate((link) => (location.hash = link), address([["puzzle", ".".repeat(16)], ["extra", "windows"], ["extra", "a..............a"]]));
      await page.waitForFunction(() => document.querySelectorAll("#units-grid td").length === 16);
      assert.deepEqual((await drawn(page)).flatMap((classes, at) => (classes.includes("extra") ? [at] : [])), [0, 5, 6, 9, 10, 15]);
      for (const [params, told] of [
        [{ puzzle, regions: regions.replace("8", "9") }, "found 10 times 9 in the units; expected each symbol 9 times"],
        [{ puzzle, regions: "AB" }, "found units of 2 cells, AB; expected the 81 of the puzzle"],
        [{ puzzle: puzzle.replace("4", "x"), extra: "windows" }, "found x in the puzzle; expected one of 123456789, or . for none"],
        [{ puzzle: "1", extra: "windows" }, "found a puzzle of 1 cells; expected as many as a grid has"],
      ]) {
        await page.evaluate((link) => (location.hash = link), address(params));
        await page.waitForFunction((told) => document.getElementById("units-error").textContent === told, told);
        assert.ok(await page.isHidden("#units-grid"));
      }
      await page.click("#tab-watch");
      await shownStep(page, 0);
      assert.ok(await page.isHidden("#units"));
      await page.goBack();
      await page.waitForFunction(() => !document.getElementById("units").hidden && document.getElementById("watch").hidden);
    }, { reducedMotion: "reduce" });
  },

  async "large grids"() {
    const large = dataset("16x16.txt").toString().split("\n")[0];
    for (const [device, options] of [["desktop", DESKTOP], ["phone", PHONE]]) {
      await withPage(options, watchAddress(large, "mrv", 0, 2), async (page) => {
        await shownStep(page, 0);
        // Candidates of at least 9 pixels, beside each other.
        const { size, wide } = await page.evaluate(() => {
          const all = document.querySelector("#watch-grid .candidates");
          return { size: parseFloat(getComputedStyle(all).fontSize), wide: all.clientWidth };
        });
        assert.ok(size >= 9 && wide >= 4 * size, `${size} in ${wide}`);
        // The numbers of the rows are in the part that is shown.
        const room = await page.evaluate(() => document.getElementById("watch-grid").getBoundingClientRect().left
          - document.querySelector(".board").getBoundingClientRect().left);
        assert.ok(room >= 24, `${room} pixels for the numbers`);
        await checkLook(page, `large-${device}`);
      });
    }
  },

  async "a taken port"() {
    const { port } = server.address();
    assert.throws(() => execFileSync("python3", [path.join(root, "web/serve.py"), "--check", String(port)], { stdio: "pipe" }),
      ({ status, stderr }) => status !== 0 && stderr.includes(`port ${port}: `) && stderr.includes("choose another one with --port"));
  },
};

if (pictures) mkdirSync(pictures, { recursive: true });
writeFileSync(path.join(folder, "whole.txt.gz"), gzipSync(dataset("easy.txt")));
const only = process.env.ONLY;
const failed = [];
for (const [name, test] of Object.entries(tests).filter(([name]) => !only || name.includes(only))) {
  console.log(name);
  await test().catch((error) => {
    console.error(error);
    failed.push(name);
  });
}
await browser.close();
server.close();
rmSync(folder, { recursive: true });
assert.deepEqual(failed, []);
console.log("the page: all passed");
