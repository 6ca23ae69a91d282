import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  visibleLine
} from "./report-visible-text.shared.mjs";

// src/report/markdown-text.ts
var MEANINGFUL = /^[\d#.+=-]+|[&<>"'`*_~[\](){}|\\$@#]|:(?=\/\/)|www(?=\.)/gi;
var markdownText = (text) => visibleLine(text).replace(
  MEANINGFUL,
  (found) => found.toLowerCase() === "www" ? `${found}\u200B` : [...found].map(harmless).join("")
);
var harmless = (char) => `&#${char.charCodeAt(0)};${/[@#]/.test(char) ? "\u200B" : ""}`;
var markdownCode = (text) => {
  const inside = visibleLine(text).replace(/[`|]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
  return `\`${inside === "" ? " " : inside}\``;
};
var markdownBlock = (text) => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text
${text}
${fence}`;
};
function markdownTable(titles, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const isNumber = (title) => title.endsWith(">");
  return [
    line(titles.map((title) => isNumber(title) ? title.slice(0, -1) : title)),
    line(titles.map((title) => isNumber(title) ? "---:" : "---")),
    ...rows.map(line)
  ].join("\n");
}
var markdownFolded = (title, body) => body === "" ? "" : `<details><summary>${markdownText(title)}</summary>

${body}

</details>`;

export {
  markdownText,
  markdownCode,
  markdownBlock,
  markdownTable,
  markdownFolded
};
