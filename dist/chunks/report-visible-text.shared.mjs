import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/report/visible-text.ts
var UNSEEN = /[\u0000-\u0009\u000b-\u001f\p{Zl}\p{Zp}\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
var visible = (text) => text.replace(/\t/g, "    ").replace(UNSEEN, shown).replace(new RegExp("\\p{Cs}", "gu"), "\uFFFD");
var visibleLine = (text) => visible(text.replace(/\s*[\r\n]+\s*/g, " ").trim());
var jsonLine = (value) => `${escapedJson(JSON.stringify(value))}
`;
function* jsonLineParts(pieces) {
  for (const part of partsOf(pieces)) yield escapedJson(part);
  yield "\n";
}
var escapedJson = (json) => json.replace(UNSEEN, (char) => unitsOf(char).map(escaped).join("")).replace(/#(?=[^\x20-\x7e]*#)/g, escaped);
var PART_CHARS = 65536;
function* partsOf(pieces) {
  let part = [];
  let chars = 0;
  for (const piece of pieces) {
    part.push(piece);
    chars += piece.length;
    if (chars < PART_CHARS) continue;
    yield part.join("");
    part = [];
    chars = 0;
  }
  if (chars > 0) yield part.join("");
}
function shown(char) {
  const code = char.codePointAt(0) ?? 0;
  return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
var unitsOf = (char) => Array.from({ length: char.length }, (_, index) => char.charAt(index));
var escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

export {
  visible,
  visibleLine,
  jsonLine,
  jsonLineParts,
  partsOf
};
