import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  fit,
  pad
} from "./report-columns.shared.mjs";
import {
  visibleLine
} from "./report-visible-text.shared.mjs";

// src/report/progress-bar.ts
var MAX_BAR = 24;
var MIN_BAR = 6;
var MAX_NOTE = 44;
function progressBar({ label, done, total, unit, note }, columns) {
  const count = unit === "bytes" ? formatBytes : (n) => String(Math.round(n));
  const amount = `${count(done)}${total ? `/${count(total)}` : ""}${unit === "bytes" ? "" : ` ${unit}`}`;
  const tail = `${amount}${note ? `  ${visibleLine(note)}` : ""}`;
  const head = pad(fit(visibleLine(label), Math.max(8, Math.floor(columns / 3))), 10);
  if (!total) return fit(`${head} ${tail}`, columns);
  const share = Math.min(1, Math.max(0, done / total));
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  const room = columns - `${head} [] ${percent}  ${amount}`.length - (note ? Math.min(note.length + 2, MAX_NOTE) : 0);
  const size = Math.min(MAX_BAR, room);
  if (size < MIN_BAR) return fit(`${head} ${percent}  ${tail}`, columns);
  const filled = Math.round(share * size);
  return fit(`${head} [${"#".repeat(filled)}${"-".repeat(size - filled)}] ${percent}  ${tail}`, columns);
}
var UNITS = ["B", "kB", "MB", "GB", "TB"];
function formatBytes(bytes) {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1e3;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}

export {
  progressBar,
  formatBytes
};
