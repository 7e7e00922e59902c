"use strict";
// Copies the line of a puzzle and says so. Where the page may not use the
// clipboard, as in a file in some browsers, the old way is tried; where that is
// refused, too, the line is selected.
(() => {
  const said = document.getElementById("said");

  const select = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  };

  const oldWay = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "sr";
    document.body.append(area);
    area.select();
    let copied = false;
    try {
      copied = document.execCommand("copy");
    } catch {
      copied = false;
    }
    area.remove();
    return copied;
  };

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return oldWay(text);
    }
  };

  const say = (button, words) => {
    said.textContent = words;
    button.textContent = words;
    clearTimeout(button.timer);
    button.timer = setTimeout(() => {
      button.textContent = "Copy the line";
      said.textContent = "";
    }, 2500);
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-line]");
    if (!button) return;
    const copied = await copy(button.dataset.line);
    button.focus();
    if (!copied) select(button.closest(".card").querySelector("code.line"));
    say(button, copied ? "Copied" : "Selected: copy it by hand");
  });
})();

drawPlots(document);
