// What scripts/test_report checks of every page: FOLDER PAGE:PICTURES…
"use strict";
const assert = require("node:assert");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };

// A page in a window of its own; what it complains of or asks for is collected.
async function open(browser, file, options, before) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) complaints.push(request.url());
  });
  if (before) await page.addInitScript(before);
  await page.goto(pathToFileURL(file).href);
  return { context, page, complaints };
}

async function checkPictures(page, pictures) {
  const plots = page.locator("svg.plot");
  assert.equal(await plots.count(), pictures, "pictures");
  for (const plot of await plots.all()) {
    await plot.scrollIntoViewIfNeeded();
    assert.ok(await plot.isVisible());
    assert.ok((await plot.getAttribute("aria-label")).length > 40);
    // Whatever is drawn or written lies inside the picture and has a colour.
    const faults = await plot.evaluate((svg) => {
      const frame = svg.getBoundingClientRect();
      const out = [];
      for (const mark of svg.querySelectorAll("*")) {
        const box = mark.getBoundingClientRect();
        const outside = box.left < frame.left - 1 || box.right > frame.right + 1 ||
          box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
        if (outside) out.push(`${mark.outerHTML} is cut off`);
        const { fill, stroke } = getComputedStyle(mark);
        if (fill === "none" && stroke === "none") out.push(`${mark.outerHTML} has no colour`);
      }
      return out;
    });
    assert.deepEqual(faults, []);
    const small = await plot.evaluate((svg) =>
      [...svg.querySelectorAll("text")].filter((t) => t.getBoundingClientRect().height < 10).length);
    assert.equal(small, 0, "no text is too small to read");
  }
}

// Names of ticks and series may not lie on each other.
async function checkLabels(page) {
  const overlaps = await page.evaluate(() => {
    const out = [];
    for (const svg of document.querySelectorAll("svg.plot")) {
      const boxes = [...svg.querySelectorAll("text")]
        .filter((text) => text.textContent.trim().length > 1)
        .map((text) => [text.textContent.trim(), text.getBoundingClientRect()]);
      boxes.forEach(([name, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 4) out.push(`${svg.ariaLabel.slice(0, 30)}: ${name} and ${other}`);
      }));
    }
    return out;
  });
  assert.deepEqual(overlaps, []);
}

async function checkWidth(browser, file) {
  const { context, page } = await open(browser, file, { viewport: { width: 360, height: 740 } });
  for (const details of await page.locator("details > summary").all()) await details.click();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `the page is ${width} wide`);
  await context.close();
}

async function checkCopying(browser, file, before) {
  const permissions = ["clipboard-read", "clipboard-write"];
  const { context, page, complaints } = await open(browser, file, { permissions }, before);
  const button = page.locator("button[data-line]").nth(1);
  const line = await button.getAttribute("data-line");
  assert.match(line, /^([.1-9]{81}|[.1-4]{16})$/);
  await button.click();
  await page.waitForFunction(() => document.getElementById("said").textContent === "Copied");
  assert.equal(await button.textContent(), "Copied");
  // Read in a page that has a clipboard, whatever ours has.
  const other = await context.newPage();
  await other.goto(pathToFileURL(file).href);
  await other.evaluate(() => {
    const area = document.createElement("textarea");
    area.id = "paste";
    document.body.prepend(area);
    area.focus();
  });
  await other.keyboard.press("Control+V");
  assert.equal(await other.locator("#paste").inputValue(), line);
  assert.deepEqual(complaints, []);
  await context.close();
}

// Neither way is open: the line is selected.
async function checkSelecting(browser, file) {
  const { context, page } = await open(browser, file, {}, () => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  const button = page.locator("button[data-line]").first();
  await button.click();
  const selected = await page.evaluate(() => getSelection().toString());
  assert.equal(selected, await button.getAttribute("data-line"));
  await context.close();
}

async function main([folder, ...files]) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  for (const argument of files) {
    const [file, pictures] = argument.split(":");
    const name = path.basename(file, ".html");
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of ["light", "dark"]) {
        const { context, page, complaints } = await open(browser, file, { viewport, colorScheme });
        await checkPictures(page, Number(pictures));
        await checkLabels(page);
        assert.ok(await page.locator("svg.grid").count() > 0);
        assert.deepEqual(complaints, []);
        await page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        await context.close();
      }
    }
    await checkWidth(browser, file);
    await checkCopying(browser, file);
    await checkCopying(browser, file, () => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
    });
    await checkSelecting(browser, file);
    console.log(`${name}: ok`);
  }
  await browser.close();
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
