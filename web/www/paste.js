// What people paste: cells of spreadsheets, blanks for empty cells, links of other pages.

const SIDES = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25];

/** Returns the puzzle in a text in a form that the module reads; other texts as they are. */
export function clean(given) {
  // Digits of full width, and blanks of all kinds.
  const text = given.normalize("NFKC").replaceAll("\r", "");
  if (/^\s*\w+:\/\/\S+\s*$/.test(text)) return inLink(text.trim()) ?? text;
  if (/^[\d. ]{81}\n*$/.test(text)) return text.replaceAll(" ", ".");
  const lines = text.replace(/^\n+|\n+$/g, "").split("\n");
  if (!SIDES.includes(lines.length)) return text;
  return (inCells(lines) ?? inColumns(lines))?.map((row) => row.join(" ")).join("\n") ?? text;
}

// The puzzle of a link of this page, or 81 digits in one of another page.
function inLink(link) {
  return new URLSearchParams(link.split(/[?#]/).at(-1)).get("puzzle")
    ?? link.match(/(?<![\d.])[\d.]{81}(?![\d.])/)?.[0];
}

// The rows of a spreadsheet, whose empty cells are empty.
function inCells(lines) {
  const side = lines.length;
  const rows = lines.map((line) => line.split("\t").map((cell) => cell.trim()));
  const isSheet = rows.some((row) => row.length > 1)
    && rows.every((row) => row.length <= side && row.every((cell) => cell.length <= 2));
  return isSheet ? rows.map((row) => Array.from({ length: side }, (_, i) => row[i] || ".")) : undefined;
}

// Rows with blanks for empty cells: one column for each cell, or every other one. Blanks at the end
// of a row may be lost.
function inColumns(lines) {
  const side = lines.length;
  const width = Math.max(...lines.map((line) => line.length)) > side ? 2 : 1;
  const isGrid = lines.every((line) => line.length <= width * side
    && [...line].every((cell, i) => (i % width ? cell === " " : /[\w. ]/.test(cell))));
  return isGrid ? lines.map((line) => Array.from({ length: side }, (_, i) => line[width * i]?.trim() || ".")) : undefined;
}

/** The clues in a text of a puzzle up to 9×9 with one symbol for each cell. */
export function cluesOf(text) {
  const cells = text.match(/[\w.*]/g) ?? [];
  return [16, 36, 64, 81].includes(cells.length) ? cells.map((cell) => Number(cell) || 0) : undefined;
}
