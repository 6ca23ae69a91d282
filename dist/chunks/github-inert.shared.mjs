import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  partsOf,
  visible
} from "./report-visible-text.shared.mjs";

// src/github/inert.ts
var inert = (text) => visible(text).split("\n").map(
  (line) => line.replace(/^([^\x21-\x7e]*):(?=[^\x20-\x7e]*:)/, "$1\\x3a").replace(/#(?=[^\x20-\x7e]*#[^\x20-\x7e]*\[)/g, "\\x23")
).join("\n");
function* inertParts(lines) {
  for (const part of partsOf(lines)) yield inert(part);
}
var MAX_ANNOTATION = 3900;
function annotation(level, text, at) {
  const place = at ? [`file=${property(at.file)}`, `line=${at.line}`, `col=${at.column}`] : [];
  const properties = [...place, "title=gpu-lease"].join(",");
  return `::${level} ${properties}::${data(short(inert(text)))}
`;
}
var group = (title) => `::group::${data(inert(title).replaceAll("\n", " "))}
`;
var short = (text) => text.length > MAX_ANNOTATION ? `${text.slice(0, MAX_ANNOTATION)} ... (cut)` : text;
var data = (text) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
var property = (text) => data(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");

export {
  inert,
  inertParts,
  annotation,
  group
};
