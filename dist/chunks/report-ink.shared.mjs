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

// src/report/ink.ts
import util from "node:util";
function wantsColour({ isTTY, env }) {
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"] || env["NODE_DISABLE_COLORS"]) return false;
  return isTTY === true && env["TERM"] !== "dumb";
}
var plain = { heading: (text) => text, mark: (text) => text, line: (text) => text };
var inkFor = (asking) => wantsColour(asking) ? coloured : plain;
var styled = (styles, text) => styles.reduce((sum, style) => util.styleText?.(style, sum, { validateStream: false }) ?? sum, text);
var DANGER = /(?<![\w-])(DANGER|ATTENTION|HALTED|WARNING|STALLED|OVER|NOT SAFE|NOT FIT|NOT VERIFIED|LOOK AT THIS)(?![\w-])/g;
var BAD = /(?<= {2})(debt|halted|dead|lost|missing|unreadable|preempted|no-capacity|RUNNING)(?= {2}|$)/g;
var GOOD = /(?<= {2})(running|finished|sealed|released)(?= {2}|$)/g;
var NEXT = /^(\s*)(Next:)/;
var DONE = /\[(#+)(?=-*\])/;
var coloured = {
  heading: (text) => styled(["bold"], text),
  mark: (text) => styled(["bold", "magenta"], text),
  line: (text) => text.replace(DANGER, (word) => styled(["bold", "red"], word)).replace(BAD, (word) => styled(["red"], word)).replace(GOOD, (word) => styled(["green"], word)).replace(NEXT, (_all, blanks, word) => `${blanks}${styled(["bold"], word)}`).replace(DONE, (_all, done) => `[${styled(["green"], done)}`)
};

// src/report/wrapped.ts
var GOES_ON = " \\";
var COMMAND = /^ {2,}(gpu-lease|git|cd|export|ssh) \S/;
var BEFORE_COMMAND = /^(.*\S[:;]) (gpu-lease [a-z].*)$/;
var WORDS = /\s*(?:[^\s"]*"[^"\n]*"[^\s"]*|\S+)/g;
var WORDS_OF_COMMAND = /\s*(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
function wrapped(text, columns) {
  return text.split("\n").flatMap((line) => wrappedLine(line, columns));
}
function wrappedLine(line, columns) {
  if (columnsOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const [, prose, command] = BEFORE_COMMAND.exec(line) ?? [];
  if (prose !== void 0 && command !== void 0)
    return [...wrappedLine(prose, columns), ...wrappedLine(`${indent}  ${command}`, columns)];
  const isCommand = COMMAND.test(line);
  const room = columns - (isCommand ? GOES_ON.length : 0);
  const words = line.slice(indent.length).match(isCommand ? WORDS_OF_COMMAND : WORDS) ?? [];
  const rows = filled(brokenWhereWide(words, room - indent.length), indent, room);
  return isCommand ? rows.map((row, at) => at < rows.length - 1 ? `${row}${GOES_ON}` : row) : rows;
}
var brokenWhereWide = (words, room) => words.flatMap((word) => columnsOf(word.trimStart()) <= room ? [word] : word.match(/\s*\S+/g) ?? []);
function filled(words, indent, room) {
  const [first = "", ...others] = words;
  const hanging = /^([-*]|\d+\.) /.test(`${first} `) || indent.length > 0 ? `${indent}  ` : indent;
  const rows = [`${indent}${first.trimStart()}`];
  for (const word of others) {
    const last = rows.at(-1) ?? "";
    if (columnsOf(last) + columnsOf(word) <= room) rows[rows.length - 1] = `${last}${word}`;
    else rows.push(`${hanging}${word.trimStart()}`);
  }
  return rows;
}

// src/report/terminal-face.ts
var PLAIN_EVERY_SECONDS = 5;
var REDRAW_EVERY_SECONDS = 0.1;
var INDENT = "   ";
var USUAL_COLUMNS = 80;
var PLAIN_COLUMNS = 120;
function terminalFace(out, clock, env) {
  const page = { out, ink: inkFor({ isTTY: out.isTTY, env }), columns: () => columnsOn(out) };
  return out.isTTY && env["TERM"] !== "dumb" ? liveFace(page, clock) : plainFace(page, clock);
}
var columnsOn = ({ isTTY, columns }) => isTTY ? Math.max(20, (columns || USUAL_COLUMNS) - 1) : void 0;
function roomOn(face) {
  const columns = face.columns?.();
  return columns === void 0 ? void 0 : columns - INDENT.length;
}
var headingText = ({ ink }, text) => `
${ink.heading(`== ${visible(text)}`)}
`;
var lineText = (page, text) => laidOut(page, visible(text), INDENT);
function warnText(page, text, at) {
  const place = at ? `${visible(at.file)}:${at.line}:${at.column}: ` : "";
  return laidOut(page, `${place}${visible(text)}`, `${page.ink.mark("!")}  `);
}
function laidOut({ ink, columns }, text, first) {
  const room = columns();
  const rows = room === void 0 ? text.split("\n") : wrapped(text, room - INDENT.length);
  return rows.map((row, at) => `${at === 0 ? first : INDENT}${ink.line(row)}
`).join("");
}
var OF_THE_MOMENT = ["rate", "left", "cards"];
function ended(state, is) {
  const { facts } = state;
  if (!facts) return is === void 0 ? state : { ...state, note: is };
  const last = facts.filter((fact) => !OF_THE_MOMENT.includes(fact.is));
  return {
    ...state,
    facts: last.map((fact) => is !== void 0 && fact.is === "state" ? { is: "state", text: is } : fact)
  };
}
function plainFace(page, clock) {
  const { out, ink } = page;
  const going = /* @__PURE__ */ new Map();
  const lineOf = (state) => `${INDENT}${ink.line(progressBar(state, (page.columns() ?? PLAIN_COLUMNS) - INDENT.length))}
`;
  return {
    heading: (text) => void out.write(headingText(page, text)),
    line: (text) => void out.write(lineText(page, text)),
    warn: (text, at) => void out.write(warnText(page, text, at)),
    progress(id, state) {
      const now = clock.now().getTime() / 1e3;
      const since = going.get(id)?.since ?? now;
      const isShown = now - since >= PLAIN_EVERY_SECONDS;
      going.set(id, { since: isShown ? now : since, state, isShown });
      if (isShown) out.write(lineOf(state));
    },
    settle(id, is) {
      for (const each of id === void 0 ? [...going.keys()] : [id]) {
        const final = going.get(each);
        if (final && (!final.isShown || is !== void 0)) out.write(lineOf(ended(final.state, is)));
        going.delete(each);
      }
    },
    columns: page.columns
  };
}
function liveFace(page, clock) {
  const { out, ink } = page;
  const live = /* @__PURE__ */ new Map();
  let drawn = [];
  let drawnAt = Number.NEGATIVE_INFINITY;
  const columns = () => page.columns() ?? USUAL_COLUMNS;
  const lineOf = (state) => `${INDENT}${progressBar(state, columns() - INDENT.length)}`;
  const rows = () => drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / (columns() + 1))), 0);
  const erased = () => drawn.length > 0 ? `\x1B[${rows()}A\r\x1B[0J` : "";
  const redraw = (above = "") => {
    const before = erased();
    drawn = [...live.values()].map(lineOf);
    drawnAt = clock.now().getTime() / 1e3;
    const bars = drawn.map((line) => `${ink.line(line)}
`).join("");
    if (before || above || bars) out.write(`${before}${above}${bars}`);
  };
  return {
    heading: (text) => redraw(headingText(page, text)),
    line: (text) => redraw(lineText(page, text)),
    warn: (text, at) => redraw(warnText(page, text, at)),
    progress(id, state) {
      const before = live.get(id);
      live.set(id, state);
      const isNews = before === void 0 || stateOf(before) !== stateOf(state);
      if (isNews || clock.now().getTime() / 1e3 - drawnAt >= REDRAW_EVERY_SECONDS) redraw();
    },
    settle(id, is) {
      const over = (id === void 0 ? [...live.keys()] : [id]).filter((each) => live.has(each));
      const last = over.flatMap((each) => live.get(each) ?? []).map((state) => lineOf(ended(state, is)));
      for (const each of over) live.delete(each);
      if (over.length > 0) redraw(last.map((line) => `${ink.line(line)}
`).join(""));
    },
    columns: page.columns
  };
}
var stateOf = ({ facts }) => facts?.find(({ is }) => is === "state")?.text;

export {
  inkFor,
  wrapped,
  terminalFace,
  columnsOn,
  roomOn
};
