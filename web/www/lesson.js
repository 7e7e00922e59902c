// A lesson: the grid, the sentence, the steps and hints alone, on the whole screen, in letters for a projector. style.css
// hides the rest.

import { $ } from "./dom.js";

/** Whether a lesson is shown. The grid is no input then. */
export const isOpen = () => document.body.classList.contains("lesson");

function show(is) {
  document.body.classList.toggle("lesson", is);
  $("lesson-bar").hidden = !is;
  $(is ? "lesson-on" : "lesson").focus();
}

/** `back`, `on` and `hint` are what the buttons of a lesson do. */
export function start({ back, on, hint }) {
  $("lesson").onclick = () => {
    show(true);
    // Not every phone has a full screen; the lesson fills the window then.
    document.documentElement.requestFullscreen?.().catch(() => {});
  };
  const close = () => {
    show(false);
    if (document.fullscreenElement) document.exitFullscreen();
  };
  $("lesson-back").onclick = back;
  $("lesson-on").onclick = on;
  $("lesson-hint").onclick = hint;
  $("lesson-close").onclick = close;
  document.addEventListener("keydown", (event) => event.key === "Escape" && isOpen() && close());
  // Escape leaves the full screen without a key that the page sees.
  document.addEventListener("fullscreenchange", () => !document.fullscreenElement && isOpen() && show(false));
}
