import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  progressBar
} from "./report-progress-bar.shared.mjs";
import {
  columnsOf
} from "./report-columns.shared.mjs";
import {
  visible
} from "./report-visible-text.shared.mjs";

// src/report/terminal-face.ts
var PLAIN_EVERY_SECONDS = 5;
var REDRAW_EVERY_SECONDS = 0.1;
var INDENT = "   ";
var USUAL_COLUMNS = 80;
var PLAIN_COLUMNS = 120;
function terminalFace(out, clock, env) {
  return out.isTTY && env["TERM"] !== "dumb" ? liveFace(out, clock) : plainFace(out, clock);
}
var headingLine = (text) => `
== ${visible(text)}
`;
var textLine = (text) => `${INDENT}${visible(text).replaceAll("\n", `
${INDENT}`)}
`;
var warnLine = (text, at) => `!  ${at ? `${visible(at.file)}:${at.line}:${at.column}: ` : ""}${visible(text).replaceAll("\n", `
${INDENT}`)}
`;
function plainFace(out, clock) {
  const going = /* @__PURE__ */ new Map();
  return {
    heading: (text) => void out.write(headingLine(text)),
    line: (text) => void out.write(textLine(text)),
    warn: (text, at) => void out.write(warnLine(text, at)),
    progress(id, state) {
      const now = clock.now().getTime() / 1e3;
      const line = `${INDENT}${progressBar(state, PLAIN_COLUMNS - INDENT.length)}
`;
      const since = going.get(id)?.since ?? now;
      const isShown = now - since >= PLAIN_EVERY_SECONDS;
      going.set(id, { since: isShown ? now : since, line, isShown });
      if (isShown) out.write(line);
    },
    settle(id) {
      const final = going.get(id);
      if (final && !final.isShown) out.write(final.line);
      going.delete(id);
    }
  };
}
function liveFace(out, clock) {
  const live = /* @__PURE__ */ new Map();
  let drawn = [];
  let drawnAt = Number.NEGATIVE_INFINITY;
  const columns = () => Math.max(20, (out.columns || USUAL_COLUMNS) - 1);
  const lineOf = (state) => `${INDENT}${progressBar(state, columns() - INDENT.length)}`;
  const rows = () => drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / (columns() + 1))), 0);
  const erased = () => drawn.length > 0 ? `\x1B[${rows()}A\r\x1B[0J` : "";
  const redraw = (above = "") => {
    const before = erased();
    drawn = [...live.values()].map(lineOf);
    drawnAt = clock.now().getTime() / 1e3;
    const bars = drawn.map((line) => `${line}
`).join("");
    if (before || above || bars) out.write(`${before}${above}${bars}`);
  };
  return {
    heading: (text) => redraw(headingLine(text)),
    line: (text) => redraw(textLine(text)),
    warn: (text, at) => redraw(warnLine(text, at)),
    progress(id, state) {
      const isNew = !live.has(id);
      live.set(id, state);
      if (isNew || clock.now().getTime() / 1e3 - drawnAt >= REDRAW_EVERY_SECONDS) redraw();
    },
    settle(id) {
      const last = live.get(id);
      if (!last) return;
      live.delete(id);
      redraw(`${lineOf(last)}
`);
    }
  };
}

export {
  terminalFace
};
