// What scripts/test_report checks of every page: FOLDER PAGE:PLOTS…
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

async function checkPlots(page, count) {
  const plots = page.locator("figure .plot");
  assert.equal(await plots.count(), count, "plots");
  // Each section with series has one legend, and the table of all figures comes first.
  const legends = await page.locator("section.drawn").evaluateAll((all) => all.map((section) =>
    [section.id, section.querySelectorAll(".series").length]));
  assert.deepEqual(legends, legends.map(([id]) => [id, id === "results" ? 0 : 1]));
  assert.equal(await page.locator("main > section").first().getAttribute("id"), "figures");
  for (const plot of await plots.all()) {
    await plot.scrollIntoViewIfNeeded();
    assert.ok(await plot.isVisible());
    const label = await plot.getAttribute("aria-label");
    assert.ok(label.length > 40);
    // Something is drawn in the color of each series, and the plot is as wide as its figure.
    const faults = await plot.evaluate((plot) => {
      const out = [];
      const canvas = plot.querySelector("canvas");
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const pixels = new Set();
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) pixels.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
      const { lines } = JSON.parse(plot.parentElement.querySelector("script").textContent);
      const keys = [...plot.closest(".plots").querySelectorAll(".key")];
      for (const { color: n } of lines.filter(({ figures }) => figures)) {
        const color = getComputedStyle(keys.find((key) => key.classList.contains(`s${n}`))).color.match(/\d+/g).join(",");
        if (!pixels.has(color)) out.push(`nothing is drawn in ${color}`);
      }
      const { width } = plot.querySelector(".uplot").getBoundingClientRect();
      if (Math.abs(width - plot.parentElement.clientWidth) > 1) out.push(`${width} wide`);
      return out;
    });
    assert.deepEqual(faults, [], label);
  }
  assert.equal(await page.locator("figure details[open]").count(), 0, "the plots stand for the tables");
}

const image = (plot) => plot.evaluate((plot) => plot.querySelector("canvas").toDataURL());

// Pointing at a plot names a point; dragging enlarges a part, and a double click shows all.
async function checkPointer(browser, file) {
  const { context, page, complaints } = await open(browser, file, { viewport: SIZES.desktop });
  for (const plot of await page.locator("figure .plot").all()) {
    const area = plot.locator(".u-over");
    await area.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await area.boundingBox();
    let tips = 0;
    for (let i = 0; i < 100; i++) {
      await page.mouse.move(x + (width * (i % 10 + 0.5)) / 10, y + (height * (Math.floor(i / 10) + 0.5)) / 10);
      if (await plot.locator(".tip").isVisible()) tips++;
    }
    const label = (await plot.getAttribute("aria-label")).slice(0, 60);
    assert.ok(tips > 0, `no point is named: ${label}`);
    const before = await image(plot);
    await page.mouse.move(x + width * 0.2, y + height * 0.2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.6, y + height * 0.7, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(50);
    assert.notEqual(await image(plot), before, `not enlarged: ${label}`);
    await area.dblclick();
    await page.waitForTimeout(50);
    assert.equal(await image(plot), before, `not as before: ${label}`);
  }
  assert.deepEqual(complaints, []);
  await context.close();
}

// Another theme is another drawing; paper is narrow and never dark.
async function checkThemes(browser, file) {
  const { context, page } = await open(browser, file, { viewport: SIZES.desktop, colorScheme: "light" });
  const plot = page.locator("figure .plot").first();
  const light = await image(plot);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(50);
  const dark = await image(plot);
  assert.notEqual(dark, light);
  const width = () => plot.evaluate((plot) => plot.querySelector(".uplot").clientWidth);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await width(), 640);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(background, "rgb(255, 255, 255)");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await image(plot), dark);
  await context.close();
}

// One table has all figures, also without scripts; with scripts every plot has its own.
async function checkTables(browser, file, count, folder) {
  const { context, page } = await open(browser, file, { javaScriptEnabled: false, viewport: SIZES.desktop });
  assert.ok(await page.locator("#figures table").isVisible());
  assert.equal(await page.locator("figure:visible").count(), 0);
  assert.equal(await page.locator("figure .plot:visible").count(), 0);
  await page.screenshot({ path: path.join(folder, `${path.basename(file, ".html")}-without-scripts.png`), fullPage: true });
  await context.close();
  const scripted = await open(browser, file, {});
  assert.equal(await scripted.page.locator("figure table").count(), count);
  assert.ok(await scripted.page.locator("#figures table").isVisible());
  await scripted.context.close();
}

async function checkWidth(browser, file) {
  const { context, page } = await open(browser, file, { viewport: { width: 360, height: 740 } });
  for (const details of await page.locator("details > summary").all()) await details.click();
  assert.ok(await page.locator("figure table").first().isVisible());
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
    const [file, plots] = argument.split(":");
    const name = path.basename(file, ".html");
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of ["light", "dark"]) {
        const { context, page, complaints } = await open(browser, file, { viewport, colorScheme });
        await checkPlots(page, Number(plots));
        assert.ok(await page.locator("svg.grid").count() > 0);
        assert.deepEqual(complaints, []);
        await page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
        await context.close();
      }
    }
    await checkWidth(browser, file);
    await checkPointer(browser, file);
    await checkThemes(browser, file);
    await checkTables(browser, file, Number(plots), folder);
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
