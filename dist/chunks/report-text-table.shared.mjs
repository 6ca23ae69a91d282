import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  columnsOf,
  fit,
  pad
} from "./report-columns.shared.mjs";
import {
  visibleLine
} from "./report-visible-text.shared.mjs";

// src/report/text-table.ts
var MAX_CELL = 100;
var GAP = "  ";
function table(header, rows, columns) {
  const shown = rows.map((row) => row.map((cell) => fit(visibleLine(cell), MAX_CELL)));
  const natural = widthsOf(header, shown, columnsOf);
  if (columns === void 0 || widthOf(natural) <= columns) return laidOut(header, shown, natural);
  const widths = narrowed(natural, widthsOf(header, shown, longestWord), columns);
  return widths ? laidOut(header, shown, widths) : listed(header, shown, columns);
}
function widthsOf(header, rows, measure) {
  return header.map(
    (title, column) => Math.max(measure(title), ...rows.map((row) => measure(row[column] ?? "")))
  );
}
var longestWord = (text) => Math.max(0, ...text.split(" ").map(columnsOf));
var widthOf = (widths) => widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
function narrowed(natural, least, columns) {
  if (widthOf(least) > columns) return;
  const widths = [...natural];
  while (widthOf(widths) > columns) {
    const spare = widths.map((width, at) => width > (least[at] ?? 0) ? width : 0);
    const widest = spare.indexOf(Math.max(...spare));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
function laidOut(header, rows, widths) {
  const line = (cells) => widths.map((width, column) => pad(cells[column] ?? "", width)).join(GAP).trimEnd();
  const lines = (cells) => {
    const broken = cells.map((cell, column) => brokenAt(cell, widths[column] ?? 0));
    const height = Math.max(1, ...broken.map((each) => each.length));
    return Array.from({ length: height }, (_, at) => line(broken.map((each) => each[at] ?? "")));
  };
  const rule = line(widths.map((width) => "-".repeat(width)));
  return `${[...lines(header), rule, ...rows.flatMap(lines)].join("\n")}
`;
}
function brokenAt(cell, width) {
  const rows = [""];
  for (const word of cell.split(" ")) {
    const last = rows.at(-1) ?? "";
    if (last === "") rows[rows.length - 1] = word;
    else if (columnsOf(last) + 1 + columnsOf(word) <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
function listed(header, rows, columns) {
  const width = Math.max(...header.map(columnsOf));
  const room = Math.max(1, columns - width - GAP.length);
  const blocks = rows.map(
    (row) => row.flatMap(
      (cell, column) => cell === "" ? [] : brokenAt(cell, room).map(
        (part, at) => `${pad(at === 0 ? header[column] ?? "" : "", width)}${GAP}${part}`
      )
    )
  );
  return `${blocks.map((block) => block.join("\n")).join("\n\n")}
`;
}

export {
  table
};
