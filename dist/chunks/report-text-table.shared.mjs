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
function table(header, rows) {
  const shown = rows.map((row) => row.map((cell) => fit(visibleLine(cell), MAX_CELL)));
  const widths = header.map(
    (title, column) => Math.max(title.length, ...shown.map((row) => columnsOf(row[column] ?? "")))
  );
  const line = (cells) => cells.map((cell, column) => pad(cell, widths[column] ?? 0)).join("  ").trimEnd();
  return `${[line(header), line(widths.map((width) => "-".repeat(width))), ...shown.map(line)].join("\n")}
`;
}

export {
  table
};
