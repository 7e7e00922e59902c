// The tabs, the URL, and the information about the build.

import * as compare from "./compare.js";
import { $, element, keepTyped, showError } from "./dom.js";
import * as solve from "./solve.js";
import * as units from "./units.js";
import * as watch from "./watch.js";
import { Helper, check } from "./workers.js";

const TABS = ["watch", "solve", "compare"];

function select(name) {
  for (const tab of TABS) {
    const is = tab === name;
    $(tab).hidden = !is;
    $(`tab-${tab}`).setAttribute("aria-selected", is);
    $(`tab-${tab}`).tabIndex = is ? 0 : -1;
  }
  $("units").hidden = true;
  if (name !== "watch") watch.pause();
}

// `#watch?puzzle=…&strategy=…&step=…`, `#compare`. Every address opens something. The entries of the other
// tabs keep the address of what Watch shows. A puzzle with `regions` or `extra` units stands in place of Watch.
function followAddress() {
  const [name, query] = location.hash.slice(1).split("?");
  select(TABS.includes(name) ? name : "watch");
  const params = new URLSearchParams($("watch").hidden ? history.state?.watch?.split("?")[1] : query);
  if (!params.has("regions") && !params.has("extra")) return watch.openAddress(params);
  watch.pause();
  [$("watch").hidden, $("units").hidden] = [true, false];
  units.show(params);
}

for (const tab of TABS) {
  $(`tab-${tab}`).onclick = () => {
    if (!$(tab).hidden) return;
    const leavesUnits = !$("units").hidden;
    select(tab);
    const kept = watch.address();
    history.pushState({ watch: kept }, "", tab === "watch" ? kept : `#${tab}`);
    // Watch may have nothing to show yet.
    if (leavesUnits) followAddress();
  };
}
document.querySelector("[role=tablist]").onkeydown = (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) return;
  const at = TABS.findIndex((tab) => $(`tab-${tab}`) === document.activeElement);
  const next = $(`tab-${TABS[(at + by + TABS.length) % TABS.length]}`);
  next.click();
  next.focus();
};
// `hashchange` comes later: until then, what is drawn would be written into an entry of the history that is not its own.
addEventListener("popstate", followAddress);
// What the reader did not type, or has tried, is selected after the click, so that his text takes its place.
addEventListener("focusin", ({ target }) => {
  if (!target.matches?.("textarea, input[type=number]")) return;
  setTimeout(() => [target.defaultValue, target.dataset.tried].includes(target.value) && target.select());
});

keepTyped(document.querySelectorAll("textarea, #print-title, #compare-more"));
solve.start(watch.askOne);
watch.start((text) => {
  $("tab-solve").click();
  solve.solveText(text);
});

// Loads the module, shows what the address says, and fills in what the module knows of itself.
async function load() {
  $("again").hidden = true;
  followAddress();
  const helper = new Helper();
  const about = await helper.call("about").finally(() => helper.end());
  compare.start(about);
  const pairs = ["pairs/mrv", "singles, locked candidates and pairs, then a guess in the first cell with the fewest candidates"];
  const explainer = ["explainer", "the easiest step that a person could take, rated as Sudoku Explainer does, and never a guess; for 9×9 puzzles with one solution, and unrated for other sizes up to 12×12 as far as singles, locked candidates and pairs go"];
  $("strategies").replaceChildren(...[...about.strategies, pairs, explainer].map(([value, label]) => element("option", { value, label })));
  watch.summarize();
  watch.explainTerms(about.techniques, about.rated);
  watch.offerSizes(about.sides);
  $("about").textContent = `sudomill ${about.version}. Nothing that you type or drop leaves this page.`;
  $("about").dataset.backend = about.backends[0];
  showError($("trouble"));
}

const tryToLoad = () => load().catch((error) => {
  showError($("trouble"), error);
  $("again").hidden = false;
});
$("again").onclick = tryToLoad;
addEventListener("online", () => $("again").hidden || tryToLoad());

try {
  check();
  tryToLoad();
} catch (error) {
  showError($("trouble"), new Error(`This browser cannot run the page: ${error.message}`));
}

// After the first visit, the page also opens without a network.
navigator.serviceWorker?.register("offline.js").catch(() => {});
