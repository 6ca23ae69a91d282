import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/report/columns.ts
var NO_COLUMN = /^[\p{M}]$/u;
var TWO_COLUMNS = /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;
function columnsOf(text) {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += widthOf(char);
  return columns;
}
function fit(text, columns) {
  if (columnsOf(text) <= columns) return text;
  const room = Math.max(0, columns - 3);
  let taken = "";
  let used = 0;
  for (const char of text) {
    used += widthOf(char);
    if (used > room) break;
    taken += char;
  }
  return `${taken}${"...".slice(0, Math.max(0, columns))}`;
}
var pad = (text, columns) => text + " ".repeat(Math.max(0, columns - columnsOf(text)));
var widthOf = (char) => NO_COLUMN.test(char) ? 0 : TWO_COLUMNS.test(char) ? 2 : 1;

export {
  columnsOf,
  fit,
  pad
};
