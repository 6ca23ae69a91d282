'use strict';
const __here = require('node:url').pathToFileURL(__filename).href;
"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// src/report/visible-text.ts
function* jsonLineParts(pieces) {
  for (const part2 of partsOf(pieces)) yield escapedJson(part2);
  yield "\n";
}
function* partsOf(pieces) {
  let part2 = [];
  let chars = 0;
  for (const piece of pieces) {
    part2.push(piece);
    chars += piece.length;
    if (chars < PART_CHARS) continue;
    yield part2.join("");
    part2 = [];
    chars = 0;
  }
  if (chars > 0) yield part2.join("");
}
function shown(char) {
  const code = char.codePointAt(0) ?? 0;
  return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
var UNSEEN, visible, visibleLine, jsonLine, escapedJson, PART_CHARS, unitsOf, escaped;
var init_visible_text = __esm({
  "src/report/visible-text.ts"() {
    "use strict";
    UNSEEN = /[\u0000-\u0009\u000b-\u001f\p{Zl}\p{Zp}\u007f-\u009f\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
    visible = (text) => text.replace(/\t/g, "    ").replace(UNSEEN, shown).replace(new RegExp("\\p{Cs}", "gu"), "\uFFFD");
    visibleLine = (text) => visible(text.replace(/\s*[\r\n]+\s*/g, " ").trim());
    jsonLine = (value) => `${escapedJson(JSON.stringify(value))}
`;
    escapedJson = (json) => json.replace(UNSEEN, (char) => unitsOf(char).map(escaped).join("")).replace(/#(?=[^\x20-\x7e]*#)/g, escaped);
    PART_CHARS = 65536;
    unitsOf = (char) => Array.from({ length: char.length }, (_, index) => char.charAt(index));
    escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }
});

// src/github/inert.ts
function* inertParts(lines) {
  for (const part2 of partsOf(lines)) yield inert(part2);
}
function annotation(level2, text, at) {
  const place = at ? [`file=${property(at.file)}`, `line=${at.line}`, `col=${at.column}`] : [];
  const properties = [...place, "title=gpu-lease"].join(",");
  return `::${level2} ${properties}::${data(short(inert(text)))}
`;
}
var inert, MAX_ANNOTATION, group, short, data, property;
var init_inert = __esm({
  "src/github/inert.ts"() {
    "use strict";
    init_visible_text();
    inert = (text) => visible(text).split("\n").map(
      (line) => line.replace(/^([^\x21-\x7e]*):(?=[^\x20-\x7e]*:)/, "$1\\x3a").replace(/#(?=[^\x20-\x7e]*#[^\x20-\x7e]*\[)/g, "\\x23")
    ).join("\n");
    MAX_ANNOTATION = 3900;
    group = (title) => `::group::${data(inert(title).replaceAll("\n", " "))}
`;
    short = (text) => text.length > MAX_ANNOTATION ? `${text.slice(0, MAX_ANNOTATION)} ... (cut)` : text;
    data = (text) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
    property = (text) => data(visible(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  }
});

// src/problem.ts
function exitCodeOf(error) {
  if (error instanceof Problem) return EXIT[error.kind];
  if (error instanceof Problems) return EXIT[error.all[0].kind];
  return EXIT.bug;
}
var EXIT, Problem, Problems, stackOf;
var init_problem = __esm({
  "src/problem.ts"() {
    "use strict";
    EXIT = {
      ok: 0,
      /** The run itself failed: the trainer died, an artifact did not verify. */
      failed: 1,
      /** The caller's input cannot be used. Nothing was rented. */
      usage: 2,
      /** Something could be neither proven nor disproven (a format feature we cannot read, a budget hit). */
      inconclusive: 3,
      /** Verified, but only as far as the format allows. */
      degraded: 4,
      /** A destructive or spending step lacks its approval, seal or evidence. */
      refused: 10,
      /** Something still costs money and could not be stopped. */
      billing: 11,
      /** Nothing to rent that meets the constraint. */
      capacity: 12,
      /** The box, a platform or the ledger's remote could not be reached. Says nothing about the run. */
      unreachable: 13,
      /** The ledger could not be read, written or trusted. */
      ledger: 14,
      /** The box's host key is not the pinned one. */
      identity: 15,
      /** The box was reached and is not fit for the job. */
      unfit: 16,
      /** The CPU smoke or the resume drill failed. */
      smoke: 17,
      bug: 70,
      interrupted: 130
    };
    Problem = class extends Error {
      name = "Problem";
      code;
      kind;
      what;
      next;
      costing;
      at;
      edits;
      meant;
      constructor(detail, options) {
        const costing = detail.costing ?? [];
        const bill = costing.length > 0 ? `
Still costing money: ${costing.join("; ")}` : "";
        super(`${detail.what}${bill}
Next: ${detail.next}`, options);
        this.code = detail.code;
        this.kind = detail.kind;
        this.what = detail.what;
        this.next = detail.next;
        this.costing = costing;
        this.at = detail.at;
        this.edits = detail.edits ?? [];
        this.meant = detail.meant;
      }
    };
    Problems = class extends Error {
      constructor(all) {
        super(all.map((each) => each.message).join("\n\n"));
        this.all = all;
      }
      all;
      name = "Problems";
    };
    stackOf = (error) => error instanceof Error ? error.stack ?? error.message : String(error);
  }
});

// src/report/columns.ts
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
var NO_COLUMN, TWO_COLUMNS, pad, widthOf;
var init_columns = __esm({
  "src/report/columns.ts"() {
    "use strict";
    NO_COLUMN = /^[\p{M}]$/u;
    TWO_COLUMNS = /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;
    pad = (text, columns) => text + " ".repeat(Math.max(0, columns - columnsOf(text)));
    widthOf = (char) => NO_COLUMN.test(char) ? 0 : TWO_COLUMNS.test(char) ? 2 : 1;
  }
});

// src/report/ink.ts
function wantsColour({ isTTY, env }) {
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  if (env["NO_COLOR"] || env["NODE_DISABLE_COLORS"]) return false;
  return isTTY === true && env["TERM"] !== "dumb";
}
var import_node_util, plain, inkFor, styled, DANGER, BAD, GOOD, NEXT, DONE, coloured;
var init_ink = __esm({
  "src/report/ink.ts"() {
    "use strict";
    import_node_util = __toESM(require("node:util"), 1);
    plain = { heading: (text) => text, mark: (text) => text, line: (text) => text };
    inkFor = (asking) => wantsColour(asking) ? coloured : plain;
    styled = (styles, text) => styles.reduce((sum, style) => import_node_util.default.styleText?.(style, sum, { validateStream: false }) ?? sum, text);
    DANGER = /(?<![\w-])(DANGER|ATTENTION|HALTED|WARNING|STALLED|OVER|NOT SAFE|NOT FIT|NOT VERIFIED|LOOK AT THIS)(?![\w-])/g;
    BAD = /(?<= {2})(debt|halted|dead|lost|missing|unreadable|preempted|no-capacity|RUNNING)(?= {2}|$)/g;
    GOOD = /(?<= {2})(running|finished|sealed|released)(?= {2}|$)/g;
    NEXT = /^(\s*)(Next:)/;
    DONE = /\[(#+)(?=-*\])/;
    coloured = {
      heading: (text) => styled(["bold"], text),
      mark: (text) => styled(["bold", "magenta"], text),
      line: (text) => text.replace(DANGER, (word) => styled(["bold", "red"], word)).replace(BAD, (word) => styled(["red"], word)).replace(GOOD, (word) => styled(["green"], word)).replace(NEXT, (_all, blanks, word) => `${blanks}${styled(["bold"], word)}`).replace(DONE, (_all, done) => `[${styled(["green"], done)}`)
    };
  }
});

// src/report/progress-bar.ts
function progressBar(state, columns) {
  const shown3 = { ...state, label: visibleLine(state.label) };
  const given = /* @__PURE__ */ new Set();
  for (const next of GIVES_WAY) {
    const line = lineWithout(given, shown3, columns);
    if (columnsOf(line) <= columns) return line;
    given.add(next);
  }
  const facts = factsWithout(given, state);
  const label = fit(shown3.label, Math.max(0, columns - (facts ? columnsOf(facts) + 2 : 0)));
  return fit([label, facts].filter(Boolean).join("  "), columns);
}
function lineWithout(given, state, columns) {
  const label = fit(state.label, Math.max(8, Math.floor(columns / 3)));
  const share = shareOf(state);
  const amount = given.has("amount") && share !== void 0 ? "" : amountOf(state, given);
  const percent2 = share === void 0 || given.has("percent") ? "" : `${Math.floor(share * 100)} %`;
  const fixed = [percent2 === "" ? "" : percent2.padStart(5), amount, factsWithout(given, state)].filter(Boolean).join("  ");
  if (given.has("blanks")) return withNote(`${label}  ${fixed.trimStart()}`, state, given, columns);
  const head = pad(label, LABEL);
  const room = columns - columnsOf(`${head} ${fixed}`);
  const bar = percent2 === "" || given.has("bar") ? "" : barIn(room - noteColumns(state), share ?? 0);
  if (bar === void 0) return " ".repeat(columns + 1);
  const line = [head, ...bar ? [bar] : [], fixed].join(" ");
  return withNote(line, state, given, columns);
}
function withNote(line, { note }, given, columns) {
  if (!note || given.has("note")) return line;
  const room = columns - columnsOf(line) - 2;
  return room < 8 ? " ".repeat(columns + 1) : `${line}  ${fit(visibleLine(note), room)}`;
}
function barIn(room, share) {
  const size = Math.min(MAX_BAR, room - "[] ".length);
  return size < MIN_BAR ? void 0 : barOf(size, share);
}
function barOf(size, share) {
  const filled3 = Math.round(share * size);
  return `[${"#".repeat(filled3)}${"-".repeat(size - filled3)}]`;
}
function amountOf({ done, total, unit }, given) {
  const count2 = unit === "bytes" ? formatBytes : (n) => String(Math.round(n));
  const isBrief = unit === "bytes" || given.has("words of the amount") && total;
  return `${count2(done)}${total ? `/${count2(total)}` : ""}${isBrief ? "" : ` ${unit}`}`;
}
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
var MAX_BAR, MIN_BAR, MAX_NOTE, LABEL, GIVES_WAY, wordsBeside, noteColumns, shareOf, factsWithout, briefOf, UNITS;
var init_progress_bar = __esm({
  "src/report/progress-bar.ts"() {
    "use strict";
    init_columns();
    init_visible_text();
    MAX_BAR = 24;
    MIN_BAR = 6;
    MAX_NOTE = 44;
    LABEL = 10;
    GIVES_WAY = [
      "tier",
      "rate",
      "bar",
      "cards",
      "loss",
      "words of the amount",
      "blanks",
      "amount",
      "left",
      "words of the state",
      "note",
      "percent",
      "state"
    ];
    wordsBeside = ({ note, facts }) => [...(facts ?? []).map(({ text }) => text), note ?? ""].filter((text) => text !== "").join(", ");
    noteColumns = ({ note }) => note ? Math.min(columnsOf(visibleLine(note)) + 2, MAX_NOTE) : 0;
    shareOf = ({ done, total }) => total ? Math.min(1, Math.max(0, done / total)) : void 0;
    factsWithout = (given, { facts = [] }) => facts.filter(({ is, text }) => text !== "" && !given.has(is)).map((fact) => visibleLine(given.has("words of the state") ? briefOf(fact) : fact.text)).join(", ");
    briefOf = ({ text, brief: brief2 }) => brief2 ?? text;
    UNITS = ["B", "kB", "MB", "GB", "TB"];
  }
});

// src/report/wrapped.ts
function wrapped(text, columns) {
  return text.split("\n").flatMap((line) => wrappedLine(line, columns));
}
function wrappedLine(line, columns) {
  if (columnsOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const [, prose, command2] = BEFORE_COMMAND.exec(line) ?? [];
  if (prose !== void 0 && command2 !== void 0)
    return [...wrappedLine(prose, columns), ...wrappedLine(`${indent}  ${command2}`, columns)];
  const isCommand = COMMAND.test(line);
  const room = columns - (isCommand ? GOES_ON.length : 0);
  const words = line.slice(indent.length).match(isCommand ? WORDS_OF_COMMAND : WORDS) ?? [];
  const rows = filled(brokenWhereWide(words, room - indent.length), indent, room);
  return isCommand ? rows.map((row, at) => at < rows.length - 1 ? `${row}${GOES_ON}` : row) : rows;
}
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
var GOES_ON, COMMAND, BEFORE_COMMAND, WORDS, WORDS_OF_COMMAND, brokenWhereWide;
var init_wrapped = __esm({
  "src/report/wrapped.ts"() {
    "use strict";
    init_columns();
    GOES_ON = " \\";
    COMMAND = /^ {2,}(gpu-lease|git|cd|export|ssh) \S/;
    BEFORE_COMMAND = /^(.*\S[:;]) (gpu-lease [a-z].*)$/;
    WORDS = /\s*(?:[^\s"]*"[^"\n]*"[^\s"]*|\S+)/g;
    WORDS_OF_COMMAND = /\s*(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
    brokenWhereWide = (words, room) => words.flatMap((word) => columnsOf(word.trimStart()) <= room ? [word] : word.match(/\s*\S+/g) ?? []);
  }
});

// src/report/terminal-face.ts
function terminalFace(out, clock, env) {
  const page = { out, ink: inkFor({ isTTY: out.isTTY, env }), columns: () => columnsOn(out) };
  return out.isTTY && env["TERM"] !== "dumb" ? liveFace(page, clock) : plainFace(page, clock);
}
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
var PLAIN_EVERY_SECONDS, REDRAW_EVERY_SECONDS, INDENT, USUAL_COLUMNS, PLAIN_COLUMNS, columnsOn, headingText, lineText, OF_THE_MOMENT, stateOf;
var init_terminal_face = __esm({
  "src/report/terminal-face.ts"() {
    "use strict";
    init_columns();
    init_ink();
    init_progress_bar();
    init_visible_text();
    init_wrapped();
    PLAIN_EVERY_SECONDS = 5;
    REDRAW_EVERY_SECONDS = 0.1;
    INDENT = "   ";
    USUAL_COLUMNS = 80;
    PLAIN_COLUMNS = 120;
    columnsOn = ({ isTTY, columns }) => isTTY ? Math.max(20, (columns || USUAL_COLUMNS) - 1) : void 0;
    headingText = ({ ink }, text) => `
${ink.heading(`== ${visible(text)}`)}
`;
    lineText = (page, text) => laidOut(page, visible(text), INDENT);
    OF_THE_MOMENT = ["rate", "left", "cards"];
    stateOf = ({ facts }) => facts?.find(({ is }) => is === "state")?.text;
  }
});

// src/evidence-level.ts
var LEVELS, ROLES, LEVEL_NEEDED;
var init_evidence_level = __esm({
  "src/evidence-level.ts"() {
    "use strict";
    LEVELS = ["L0", "L1", "L2", "L3"];
    ROLES = [
      "checkpoint",
      "model",
      "optimizer",
      "adapter",
      "metrics",
      "config",
      "log",
      "dataset",
      "archive",
      "opaque"
    ];
    LEVEL_NEEDED = {
      checkpoint: "L3",
      model: "L3",
      optimizer: "L3",
      adapter: "L3",
      metrics: "L2",
      config: "L2",
      log: "L2",
      dataset: "L2",
      archive: "L2",
      opaque: "L1"
    };
  }
});

// src/verify/contract/verdict.ts
function ofItself({ byItself, ...seen }) {
  if (byItself === void 0) return seen;
  const told = ({ code, ...reason }) => code === SET_NOT_WHOLE ? { ...reason, code, severity: "note" } : { ...reason, code };
  return { ...seen, verdict: byItself, reasons: seen.reasons.map(told) };
}
function isWholeAsTold({ verdict, reasons: reasons2 }) {
  if (verdict !== "pass-degraded") return false;
  const degraded = reasons2.filter(({ severity }) => severity === "degraded");
  return degraded.length < KEPT_PER_SEVERITY && degraded.every(({ code }) => NOT_TOLD.has(code));
}
var VERIFIER_VERSION, SET_NOT_WHOLE, KEPT_PER_SEVERITY, NOT_TOLD, holdsTensors;
var init_verdict = __esm({
  "src/verify/contract/verdict.ts"() {
    "use strict";
    init_evidence_level();
    VERIFIER_VERSION = 10;
    SET_NOT_WHOLE = "set-not-whole";
    KEPT_PER_SEVERITY = 100;
    NOT_TOLD = /* @__PURE__ */ new Set(["no-checksum", "text-only", SET_NOT_WHOLE]);
    holdsTensors = (role) => LEVEL_NEEDED[role] === "L3";
  }
});

// src/verify/contract/verdicts.ts
function counted(verdicts) {
  const counts = noCounts();
  for (const verdict of verdicts) count(verdict, counts);
  return counts;
}
function count(verdict, counts) {
  counts.of[verdict.verdict] += 1;
  if (verdict.verdict === "pass-degraded" && !isWholeAsTold(verdict)) counts.doubtful += 1;
}
function sumOf(all) {
  const sum = noCounts();
  for (const { of, doubtful } of all) {
    for (const verdict of WORST_FIRST) sum.of[verdict] += of[verdict];
    sum.doubtful += doubtful;
  }
  return sum;
}
function joined(lists) {
  const [only] = lists;
  if (only !== void 0 && lists.length === 1) return only;
  return {
    length: lists.reduce((sum, { length }) => sum + length, 0),
    get counts() {
      return sumOf(lists.map(countsOf));
    },
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    }
  };
}
function mergedByLabel(one, other) {
  if (other.length === 0) return one;
  return {
    length: one.length + other.length,
    get counts() {
      return sumOf([countsOf(one), countsOf(other)]);
    },
    *[Symbol.iterator]() {
      const others = other[Symbol.iterator]();
      let next = others.next();
      for (const verdict of one) {
        for (; next.done !== true && next.value.label < verdict.label; next = others.next()) yield next.value;
        yield verdict;
      }
      for (; next.done !== true; next = others.next()) yield next.value;
    }
  };
}
var WORST_FIRST, countsOf, noCounts;
var init_verdicts = __esm({
  "src/verify/contract/verdicts.ts"() {
    "use strict";
    init_verdict();
    WORST_FIRST = ["fail", "inconclusive", "pass-degraded", "pass"];
    countsOf = (verdicts) => verdicts.counts ?? counted(verdicts);
    noCounts = () => ({
      of: { pass: 0, "pass-degraded": 0, inconclusive: 0, fail: 0 },
      doubtful: 0
    });
  }
});

// src/report/verify-document.ts
function worstOf({ files, sets }) {
  const counts = [countsOf(files), countsOf(sets)];
  return WORST_FIRST.find((verdict) => counts.some(({ of }) => of[verdict] > 0)) ?? "inconclusive";
}
function* verifyDocument(verdicts) {
  const { files, sets } = verdicts;
  const head = {
    verifierVersion: VERIFIER_VERSION,
    verdict: worstOf(verdicts),
    counts: countsOf(files).of
  };
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  yield* listed(files);
  yield '],"sets":[';
  yield* listed(sets);
  yield "]}";
}
function* listed(verdicts) {
  let before = "";
  for (const verdict of verdicts) {
    yield `${before}${JSON.stringify(documented(verdict))}`;
    before = ",";
  }
}
function documented({ table: _table, requests: _requests, ...verdict }) {
  return verdict;
}
function worstFirst({ files, sets }) {
  const all = [...files, ...sets];
  return WORST_FIRST.flatMap((verdict) => all.filter((each) => each.verdict === verdict));
}
var init_verify_document = __esm({
  "src/report/verify-document.ts"() {
    "use strict";
    init_verdict();
    init_verdicts();
  }
});

// src/verify/engine/table.ts
function* tableLines(verdicts) {
  const widths = HEADINGS.map(({ length }) => length);
  for (const verdict of verdicts)
    for (const [column, { length }] of cellsOf(verdict).entries())
      widths[column] = Math.max(widths[column] ?? 0, length);
  const line = (row) => {
    const cells = row.map((cell, column) => align(cell, widths[column] ?? 0, column));
    return `${cells.join("  ").trimEnd()}
`;
  };
  yield line(HEADINGS);
  for (const verdict of verdicts) yield line(cellsOf(verdict));
}
function cellsOf(verdict) {
  return [
    plainText(verdict.label),
    verdict.format,
    verdict.role,
    verdict.level,
    verdict.verdict,
    verdict.tensors === void 0 ? "" : String(verdict.tensors.count),
    String(verdict.bytes),
    whyOf(verdict)
  ];
}
function whyOf(verdict) {
  const { reasons: reasons2, reasonsLeftOut } = verdict;
  const telling = reasons2.filter(({ severity, code }) => severity !== "note" || code === SET_NOT_WHOLE);
  const [first] = telling;
  if (first === void 0) return "";
  const place = first.offset === void 0 ? "" : ` at byte ${first.offset}`;
  const expected = first.expected === void 0 ? "" : `, expected ${first.expected}`;
  const found = first.found === void 0 ? "" : `, found ${first.found}`;
  const more = telling.length - 1 + reasonsLeftOut;
  const whole2 = isWholeAsTold(verdict) ? "whole as far as the format can tell: " : "";
  const why = plainText(`${whole2}${first.what}${place}${expected}${found}`);
  const short2 = why.length > LONGEST_WHY ? `${why.slice(0, LONGEST_WHY - 3)}...` : why;
  return more > 0 ? `${short2} (and ${more} more)` : short2;
}
var HEADINGS, LONGEST_WHY, renderTable, align, plainText;
var init_table = __esm({
  "src/verify/engine/table.ts"() {
    "use strict";
    init_verdict();
    HEADINGS = ["file", "format", "role", "level", "verdict", "tensors", "bytes", "why"];
    LONGEST_WHY = 160;
    renderTable = (verdicts) => [...tableLines(verdicts)].join("");
    align = (cell, width, column) => column === 5 || column === 6 ? cell.padStart(width) : cell.padEnd(width);
    plainText = (text) => text.replace(
      /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
      (char) => {
        const code = char.charCodeAt(0);
        return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
      }
    );
  }
});

// src/duration.ts
function secondsOf(text) {
  const [, amount, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?(s|min|h|d|w)$/.exec(text) ?? [];
  const factor = SECONDS.get(unit);
  return amount === void 0 || factor === void 0 ? void 0 : Number(amount) * factor;
}
var SECONDS;
var init_duration = __esm({
  "src/duration.ts"() {
    "use strict";
    SECONDS = /* @__PURE__ */ new Map([
      ["s", 1],
      ["min", 60],
      ["h", 3600],
      ["d", 86400],
      ["w", 604800]
    ]);
  }
});

// src/nearest.ts
function nearestOf(word, candidates) {
  if (word.length > MAX_WORD) return void 0;
  let best;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate.length > MAX_WORD) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
function editDistance(a, b) {
  let beforeLast = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const substitute = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          substitute,
          swap ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
        )
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
var MAX_WORD;
var init_nearest = __esm({
  "src/nearest.ts"() {
    "use strict";
    MAX_WORD = 64;
  }
});

// src/cli/option-values.ts
function readOption(definition2, text) {
  switch (definition2.kind) {
    case "duration":
      return duration(definition2.name, text);
    case "whole":
      return whole(definition2, text);
    case "choice":
      return choice(definition2, text);
    case "level":
      return level(definition2.name, text);
    default:
      return text;
  }
}
function duration(name, text) {
  const seconds = secondsOf(text.trim()) ?? 0;
  if (seconds > 0) return seconds;
  const bare = /^[1-9]\d{0,5}$/.exec(text.trim())?.[0];
  const next = bare === void 0 ? "Write a number with its unit: 90s, 10min, 2h. Every wait is bounded, so 0 is not one." : `Write its unit: --${name} ${bare}min, or ${bare}s, ${bare}h.`;
  return wrong(name, `"${shown2(text)}" is no time.`, next);
}
function whole({ name, least = 0, most }, text) {
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (number >= least && number <= (most ?? number)) return number;
  const bounds = most === void 0 ? `${least} on` : `${least} to ${most}`;
  return wrong(
    name,
    `"${shown2(text)}" is no whole number from ${bounds}.`,
    `Write digits: --${name} ${Math.max(1, least)}.`
  );
}
function choice({ name, choices = [] }, text) {
  const word = text.trim();
  if (choices.includes(word)) return word;
  const nearest2 = nearestOf(word, [...choices]);
  const hint = nearest2 === void 0 ? "" : `Did you mean "${nearest2}"? `;
  return wrong(name, `"${shown2(text)}" is none of its words.`, `${hint}Use one of: ${choices.join(", ")}.`);
}
function level(name, text) {
  const word = text.trim().toUpperCase();
  if (word === "" || LEVELS.some((each) => each === word)) return word;
  return wrong(name, `"${shown2(text)}" is no level of verification.`, `Use one of: ${LEVELS.join(", ")}.`);
}
var wrong, shown2;
var init_option_values = __esm({
  "src/cli/option-values.ts"() {
    "use strict";
    init_duration();
    init_evidence_level();
    init_nearest();
    init_problem();
    wrong = (name, what, next) => new Problem({ code: `bad-${name}`, kind: "usage", what: `--${name} ${what}`, next });
    shown2 = (text) => text.length > 60 ? `${text.slice(0, 57)}...` : text;
  }
});

// src/cli/option-definition.ts
var YES_OR_NO;
var init_option_definition = __esm({
  "src/cli/option-definition.ts"() {
    "use strict";
    YES_OR_NO = ["true", "false"];
  }
});

// src/cli/verifying-options.ts
var VERIFYING;
var init_verifying_options = __esm({
  "src/cli/verifying-options.ts"() {
    "use strict";
    init_evidence_level();
    init_option_definition();
    VERIFYING = {
      path: { about: "File or directory to verify; several, one per line.", kind: "text" },
      role: {
        about: "What the files are for: checkpoint, model, optimizer, adapter, metrics, config, log, dataset, archive or opaque; guessed from name and content when unset.",
        kind: "choice",
        choices: ROLES
      },
      contains: {
        about: "What a checkpoint must hold, separated by commas: names or globs of keys and tensors, or model, optimizer, scheduler, step, epoch, rng, scaler, ema.",
        kind: "text"
      },
      "allow-degraded": {
        about: 'Whether a pickle that needs more than weights-only loading is "pass-degraded" (true) or a failure (false).',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "true"
      },
      manifest: {
        about: "Digests as sha256sum lists them; what is listed and not there is a failure.",
        kind: "text"
      },
      previous: { about: "The checkpoint before: something must have changed since.", kind: "text" },
      step: { about: "Step that a checkpoint must be of.", kind: "whole", least: 0 },
      "min-step": { about: "Step that a checkpoint must at least be of.", kind: "whole", least: 0 },
      "allow-import": {
        about: "Names that a pickle may import beyond the list, module.name or patterns as ultralytics.*, separated by commas.",
        kind: "text"
      },
      "may-be-zero": {
        about: "Globs of tensor names that may be zero throughout although they are weights, separated by commas.",
        kind: "text"
      },
      dtype: {
        about: "Type of the numbers in files that are nothing but numbers, as numpy.memmap and tofile leave them: uint16, float32 and the like.",
        kind: "text"
      },
      "fail-on": {
        about: "The least bad verdict that ends with an exit code other than 0: fail, inconclusive, doubtful or degraded. Degraded is also a whole file of a format without checksums; doubtful is what has another reason, such as an unsafe loader.",
        kind: "choice",
        choices: ["fail", "inconclusive", "doubtful", "degraded"],
        fallback: "doubtful"
      },
      require: {
        about: "What every file must be proven by, or the end is 4: nothing, a checksum (its own or one of the manifest) or a manifest that lists it.",
        kind: "choice",
        choices: ["nothing", "checksum", "manifest"],
        fallback: "nothing"
      },
      report: { about: "Where to write a page for people, NAME.html.", kind: "text" },
      sarif: { about: "Where to write the findings for code scanning, NAME.sarif.", kind: "text" },
      jobs: {
        about: "Threads that share large files and the files of a folder (default: as many as there are cores, up to 4).",
        kind: "whole",
        least: 1
      },
      attested: {
        about: "Check the files against a signed statement instead of loading them: who attests what of these bytes.",
        kind: "flag",
        terminalOnly: true
      },
      bundle: {
        about: "The Sigstore bundle with the signed statement; GitHub is asked for it when unset.",
        kind: "text",
        terminalOnly: true
      },
      repo: {
        about: "Repository at GitHub, OWNER/NAME, that the statement must have been signed for.",
        kind: "text",
        terminalOnly: true
      },
      "certificate-identity": {
        about: "Who must have signed: the address of the workflow, https://github.com/ with OWNER/NAME/.github/workflows/X.yml@REF behind it; * stands for anything.",
        kind: "text",
        terminalOnly: true
      },
      "certificate-oidc-issuer": {
        about: "Who must have vouched for the signer.",
        kind: "text",
        fallback: "https://token.actions.githubusercontent.com",
        terminalOnly: true
      },
      "trusted-root": {
        about: 'Whom to believe: a file as "gh attestation trusted-root" prints it; the public Sigstore as of this version when unset.',
        kind: "text",
        terminalOnly: true
      },
      commit: { about: "The commit that it must have been made from.", kind: "text", terminalOnly: true },
      key: {
        about: "A key of an elliptic curve as PEM: the private one to sign, the public one to verify.",
        kind: "text",
        terminalOnly: true
      },
      output: {
        about: "Where to write the signature; beside the folder, as DIR.sig, when unset.",
        kind: "text",
        terminalOnly: true
      },
      sha256: { about: "Give the digest of every file.", kind: "flag", terminalOnly: true },
      explain: {
        about: "Show the tensors of one file or directory, with their values in short.",
        kind: "flag",
        terminalOnly: true
      },
      diff: {
        about: "Compare the tensors of two files or directories; 1 when they differ.",
        kind: "flag",
        terminalOnly: true
      }
    };
  }
});

// src/cli/option-table.ts
var OTHERS, definitions;
var init_option_table = __esm({
  "src/cli/option-table.ts"() {
    "use strict";
    init_option_definition();
    init_verifying_options();
    OTHERS = {
      job: { about: "The job file.", kind: "text", fallback: "gpu-lease.yml" },
      run: {
        about: "Run id; derived from the job and from what started it when unset, so that a re-run is the same run.",
        kind: "text"
      },
      ledger: {
        about: "Git remote or directory that holds the ledger; in a workflow this repository when unset, else the one that one stands in.",
        kind: "text"
      },
      store: {
        about: "Directory for pulled artifacts, manifests and reports.",
        kind: "text",
        fallback: "gpu-lease-out"
      },
      bound: {
        about: "Longest time this step may take before it ends with the state it found, such as 90s, 10min or 2h.",
        kind: "duration",
        fallback: "10min"
      },
      approve: {
        about: "The phrase that approves a release: lease name and the first 8 of the seal, as the step shows it.",
        kind: "text"
      },
      environment: {
        about: "The protected environment that this step's job waits in; the approval of its reviewers is then proven through GitHub's API. That of the job file when both are given, which must be the same.",
        kind: "text"
      },
      noted: {
        about: "What the gate step of this attempt noted about earlier approvals, its output of that name; without it only a first attempt counts.",
        kind: "text"
      },
      standing: {
        about: "Approve in advance: the least level of verification (L0 to L3) at which what is sealed may be released without asking again.",
        kind: "level"
      },
      stopped: {
        about: "Your word that a box which no program can end was ended where it was rented: the name of its lease. Then looked at from here.",
        kind: "text"
      },
      evidence: {
        about: "What the smoke of an earlier job showed: its output of that name. Checked against the job file and the commit here, and recorded.",
        kind: "text"
      },
      github: {
        about: "Write the workflow file for GitHub Actions, say how to set the environments up, and look at them.",
        kind: "flag",
        terminalOnly: true
      },
      attest: {
        about: 'With --github: whether the files have a job that signs what was sealed; "auto" leaves it out of a repository that was seen not to be public.',
        kind: "choice",
        choices: ["auto", "always", "never"],
        fallback: "auto",
        terminalOnly: true
      },
      "allow-dirty": {
        about: "Use the work tree with its uncommitted changes; the run is marked so for ever.",
        kind: "flag",
        terminalOnly: true
      },
      anew: {
        about: "Pull, verify and seal again here what another machine has sealed; that seal and its approvals are void then.",
        kind: "flag",
        terminalOnly: true
      },
      "without-copies": {
        about: "Go on although the newest verified copies lie on a machine that nobody gets at: from a store, else from nothing.",
        kind: "flag",
        terminalOnly: true
      },
      from: {
        about: 'A copy of the record to put back: a file, as "gpu-lease restore" names them. Default: the longest.',
        kind: "text",
        terminalOnly: true
      },
      over: {
        about: "First eight of the commit that stands there and is to be dropped, where a copy does not go on from it.",
        kind: "text",
        terminalOnly: true
      },
      "dry-run": {
        about: "Show what would happen; rent, write and change nothing.",
        kind: "flag",
        terminalOnly: true
      },
      cell: {
        about: 'The cell whose output is meant; "setup" and "data" are what came before all cells.',
        kind: "text",
        terminalOnly: true
      },
      attempt: { about: "Which attempt; the newest when unset.", kind: "whole", least: 1, terminalOnly: true },
      lines: { about: "Only so many lines from the end of each.", kind: "whole", least: 1, terminalOnly: true },
      follow: {
        about: "Go on with what is printed from now on, until the attempt is over or you stop it.",
        kind: "flag",
        short: "f",
        terminalOnly: true
      },
      probe: {
        about: "Log in to the job's machines of your own and look at them: Python, PyTorch, GPU, disk, the way to the data. Starts nothing there.",
        kind: "flag",
        terminalOnly: true
      },
      why: {
        about: "Only why this offer and not another: a sentence for each, and what declined the rest.",
        kind: "flag",
        terminalOnly: true
      },
      write: {
        about: "Write the file; without it only the difference is shown.",
        kind: "flag",
        terminalOnly: true
      },
      test: {
        about: "Send the message; without it only what would be told to whom is shown.",
        kind: "flag",
        terminalOnly: true
      },
      yes: {
        about: "Take defaults instead of asking. Never approves a destructive verb.",
        kind: "flag",
        terminalOnly: true
      },
      ask: { about: "Let the person at the terminal play the reviewer.", kind: "flag", terminalOnly: true },
      json: {
        about: "End with one line of JSON; everything else goes to stderr.",
        kind: "flag",
        terminalOnly: true
      },
      chain: {
        about: 'Whether the workflow is started again when the bound is over and the job is not: "never", "auto" (only where no schedule looks) or "always"; needs "actions: write" and inputs "run" and "hop".',
        kind: "choice",
        choices: ["never", "auto", "always"],
        fallback: "never"
      },
      hop: { about: "Which link of a chain this is; set by the one before.", kind: "whole", least: 0 },
      hops: {
        about: "Most links that the chains of one run may have, together.",
        kind: "whole",
        least: 1,
        fallback: "2000"
      },
      due: {
        about: "Whether all open runs are meant instead of one: those that nobody is known to look at in time are gone on with.",
        kind: "choice",
        choices: ["true", "false"],
        fallback: "false"
      },
      idle: {
        about: 'With "due": whether the tick before found nothing open or owed, so that the schedule of the tick may be switched off.',
        kind: "choice",
        choices: ["true", "false"],
        fallback: "false"
      },
      boxes: {
        about: "Boxes over which the cells of a sweep are divided, 1 to 256; the job file's `sweep.boxes` when unset.",
        kind: "whole",
        least: 1
      },
      rent: {
        about: 'Whether boxes are rented and followed here; "false" only opens the parts of the sweep, for jobs of their own to go on with.',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "true"
      },
      every: {
        about: "How often the schedule is to look, to be shown beside how often it really does. What is late is measured by the plan of looks.",
        kind: "duration",
        fallback: "30min"
      },
      parallel: {
        about: "How many runs are looked at at once, 1 to 64.",
        kind: "whole",
        least: 1,
        most: 64,
        fallback: "16"
      },
      calls: {
        about: "Most requests to GitHub that one look may spend on issues; a repository's jobs share 1,000 an hour.",
        kind: "whole",
        least: 0,
        most: 1e3,
        fallback: "100"
      },
      issues: {
        about: 'Whether each real problem gets one issue of this repository, kept up to date and closed when solved; needs "issues: write".',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "true"
      },
      months: {
        about: "Age in months from which on a fact of a profile is stale.",
        kind: "whole",
        least: 0,
        most: 999,
        fallback: "6"
      },
      "months-money": {
        about: "The same for what costs money or data when it is believed wrongly.",
        kind: "whole",
        least: 0,
        most: 999,
        fallback: "3"
      },
      profiles: {
        about: "Directory of profiles; those that come with gpu-lease when unset.",
        kind: "text"
      },
      issue: {
        about: 'Whether one issue of this repository is kept up to date with the list; needs "issues: write".',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "false"
      },
      label: {
        about: "The label on a pull request that asks for a run of its commit; with init --github, the workflow file for it.",
        kind: "text"
      },
      "head-commit": { about: "Whole id of the commit that a label asked for.", kind: "text" },
      results: { about: "How the jobs before ended, each as its name and its result.", kind: "text" },
      number: { about: "Number of the pull request; that of the event when unset.", kind: "whole", least: 1 },
      smoke: {
        about: 'How the step of the smoke ended (its "outcome": success, failure, skipped); the ledger is asked when unset.',
        kind: "text"
      },
      reason: {
        about: "Why the smoke failed: its output of that name. It is shown as words of a stranger, for the job that wrote it ran the change.",
        kind: "text"
      },
      check: {
        about: 'Whether the newest run is a check on the commit, too; needs "checks: write".',
        kind: "choice",
        choices: YES_OR_NO,
        fallback: "false"
      },
      symptom: { about: "What is seen when it goes wrong.", kind: "text", terminalOnly: true },
      cause: { about: "Why it happens: the root of it.", kind: "text", terminalOnly: true },
      fix: { about: "What helps.", kind: "text", terminalOnly: true },
      proof: {
        about: "How it was reproduced, or the mechanism that makes it certain.",
        kind: "text",
        terminalOnly: true
      },
      general: { about: "Why it hits others, too.", kind: "text", terminalOnly: true },
      concerns: {
        about: "Whom it concerns; correction is of an entry that is wrong.",
        kind: "choice",
        choices: ["platform", "training", "project", "machine", "correction"],
        fallback: "platform",
        terminalOnly: true
      },
      source: {
        about: "URL, tag of a source of the profile, or words for what was observed.",
        kind: "text",
        terminalOnly: true
      },
      match: {
        about: "The line it shows by, STREAM:PATTERN; STREAM is log, setup, ssh, api, scheduler or probe.",
        kind: "text",
        terminalOnly: true
      },
      platform: {
        about: 'Only this platform, whatever the job names; for "strays" also several, separated by commas.',
        kind: "text",
        terminalOnly: true
      },
      all: {
        about: "Everything, with the reason for each offer that was declined.",
        kind: "flag",
        terminalOnly: true
      },
      billed: {
        about: "Ask the platforms what they have charged; else only the ledger is read.",
        kind: "flag",
        terminalOnly: true
      },
      "put-up": {
        about: "Hand each reported stray to the run that made it, which gives it back under a warrant.",
        kind: "flag",
        terminalOnly: true
      },
      "end-left": {
        about: "End what the run left alive on its box: processes of ours, named by the same look without this, and no others.",
        kind: "flag",
        terminalOnly: true
      },
      apart: {
        about: "Least time between the look that marks a stray and the one that reports it.",
        kind: "duration",
        fallback: "10min",
        terminalOnly: true
      },
      "allow-blind": {
        about: "End with 0 also where nothing known was there to be seen.",
        kind: "flag",
        terminalOnly: true
      },
      verbose: { about: "Show also what looks like ours and is not signed.", kind: "flag", terminalOnly: true },
      watch: {
        about: "Redraw it every few seconds until Ctrl-C; for an hour where no bound is given.",
        kind: "flag",
        terminalOnly: true
      },
      html: { about: "Write the same as one page, to this file.", kind: "text", terminalOnly: true },
      by: {
        about: "All runs of the ledger together, closed ones too, instead of one: a line for each month (UTC), platform or job.",
        kind: "choice",
        choices: ["month", "platform", "job"],
        terminalOnly: true
      },
      archived: { about: "Closed runs, too.", kind: "flag", terminalOnly: true },
      entry: {
        about: "The script that trains, or the configuration of axolotl; unset: the likeliest of the repository.",
        kind: "text",
        terminalOnly: true
      },
      name: {
        about: "How the names of the workflow files begin, for a second job file of the repository; gpu-lease when unset.",
        kind: "text",
        terminalOnly: true
      },
      "keys-environment": {
        about: "Environment that holds the keys of the platforms; gpu-lease when unset.",
        kind: "text",
        terminalOnly: true
      },
      "ledger-environment": {
        about: "Environment that holds GPU_LEASE_SECRET and no key of a platform, for the jobs that use none; unset: one environment for all.",
        kind: "text",
        terminalOnly: true
      },
      force: { about: "Overwrite an existing file.", kind: "flag", terminalOnly: true },
      push: {
        about: 'What a step may push: "next", a session that goes on with a run; "first", also that of a run of the committed job file; "again", one more although the last failed or brought it no further; "none".',
        kind: "choice",
        choices: ["next", "first", "again", "none"],
        fallback: "next"
      },
      again: {
        about: "Push another session although the last one failed or brought the run no further.",
        kind: "flag",
        terminalOnly: true
      },
      out: {
        about: "Where to write the notebook; NAME.colab.ipynb when unset.",
        kind: "text",
        terminalOnly: true
      },
      remote: {
        about: 'Address that the notebook fetches the code from; that of the remote "origin" when unset.',
        kind: "text",
        terminalOnly: true
      },
      include: {
        about: "Have ~/.ssh/config include what was written: one line at its top.",
        kind: "flag",
        terminalOnly: true
      },
      remove: {
        about: "Take out what was written, of the run that is named; of all runs, and the line in ~/.ssh/config, where none is.",
        kind: "flag",
        terminalOnly: true
      },
      keep: { about: "Keep the demo directory for a look around.", kind: "flag", terminalOnly: true }
    };
    definitions = { ...OTHERS, ...VERIFYING };
  }
});

// src/cli/options.ts
var option, optionOf;
var init_options = __esm({
  "src/cli/options.ts"() {
    "use strict";
    init_option_table();
    option = (name) => ({ name, ...definitions[name] });
    optionOf = ({ defaults, meanings }, name) => {
      const [fallback, about] = [defaults?.[name], meanings?.[name]];
      return {
        ...option(name),
        ...about === void 0 ? {} : { about },
        ...fallback === void 0 ? {} : { fallback }
      };
    };
  }
});

// src/cli/given-options.ts
function givenOptions({ given, command: command2 }) {
  const faults = [];
  const definitionOf = (name) => command2 ? optionOf(command2, name) : option(name);
  const read2 = /* @__PURE__ */ new Map();
  for (const [name, text] of Object.entries(given)) {
    if (typeof text !== "string") continue;
    const value = readOption(definitionOf(name), text);
    if (value instanceof Problem) faults.push(value);
    else read2.set(name, value);
  }
  const typed = (name) => {
    const definition2 = definitionOf(name);
    const value = read2.get(name) ?? readOption(definition2, definition2.fallback ?? "");
    return value instanceof Problem ? void 0 : value;
  };
  return {
    options: {
      value(name) {
        const text = given[name];
        return typeof text === "string" ? text : definitionOf(name).fallback;
      },
      number: (name) => typed(name),
      choice: (name) => typed(name),
      flag: (name) => given[name] === true
    },
    faults
  };
}
function throwAll([first, ...more]) {
  if (first) throw more.length > 0 ? new Problems([first, ...more]) : first;
}
var init_given_options = __esm({
  "src/cli/given-options.ts"() {
    "use strict";
    init_problem();
    init_option_values();
    init_options();
  }
});

// src/cli/print-parts.ts
async function printParts(parts, stream = process.stdout) {
  for (const part2 of parts) {
    if (!stream.writable) return;
    if (stream.write(part2)) continue;
    await takenOrGone(stream);
  }
}
var takenOrGone;
var init_print_parts = __esm({
  "src/cli/print-parts.ts"() {
    "use strict";
    takenOrGone = (stream) => new Promise((resolve7) => {
      const events = ["drain", "error", "close"];
      const done = () => {
        for (const event of events) stream.off(event, done);
        resolve7();
      };
      for (const event of events) stream.on(event, done);
    });
  }
});

// src/clock.ts
var systemClock;
var init_clock = __esm({
  "src/clock.ts"() {
    "use strict";
    systemClock = {
      now: () => /* @__PURE__ */ new Date(),
      sleep: (seconds, signal) => new Promise((resolve7) => {
        if (signal?.aborted) return resolve7();
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          resolve7();
        };
        const timer = setTimeout(done, seconds * 1e3);
        signal?.addEventListener("abort", done, { once: true });
      })
    };
  }
});

// src/heard-clock.ts
var MOST_SOURCES, HeardClock;
var init_heard_clock = __esm({
  "src/heard-clock.ts"() {
    "use strict";
    MOST_SOURCES = 50;
    HeardClock = class {
      #clock;
      #heard = /* @__PURE__ */ new Map();
      constructor(clock) {
        this.#clock = clock;
      }
      now() {
        return this.#clock.now();
      }
      sleep(seconds, signal) {
        return this.#clock.sleep(seconds, signal);
      }
      heard(source, theirs, by) {
        const aheadSeconds = (this.now().getTime() - theirs.getTime()) / 1e3;
        if (!Number.isFinite(aheadSeconds)) return;
        if (this.#heard.size < MOST_SOURCES || this.#heard.has(source))
          this.#heard.set(source, { source, by, aheadSeconds });
      }
      others() {
        return [...this.#heard.values()];
      }
    };
  }
});

// src/ledger/location.ts
function stateDir(env, cwd) {
  const xdg = env["XDG_STATE_HOME"];
  if (xdg?.startsWith("/")) return (0, import_node_path.join)(xdg, "gpu-lease");
  const home = env["HOME"] || env["USERPROFILE"];
  return home ? (0, import_node_path.join)(home, ".local", "state", "gpu-lease") : (0, import_node_path.join)(cwd, ".gpu-lease");
}
var import_node_path;
var init_location = __esm({
  "src/ledger/location.ts"() {
    "use strict";
    import_node_path = require("node:path");
  }
});

// src/report/redacted-face.ts
var init_redacted_face = __esm({
  "src/report/redacted-face.ts"() {
    "use strict";
  }
});

// src/secret/forms.ts
function secretForms(value) {
  const whole2 = value.trim();
  const lines = whole2.split(/\r?\n/).map((line) => line.trim());
  const parts = [...lines, whole2, value];
  const forms = parts.filter(isTelling).flatMap(formsOf);
  return [...new Set(forms.filter((each) => isTelling(each) && !/[\r\n]/.test(each)))].sort(
    (a, b) => b.length - a.length
  );
}
function formsOf(text) {
  const bytes = Buffer.from(text, "utf8");
  const hex = bytes.toString("hex");
  const base64 = bytes.toString("base64");
  const escaped2 = JSON.stringify(text).slice(1, -1);
  const encoded = encodeURIComponent(bytes.toString("utf8"));
  const all = [
    text,
    escaped2,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase()),
    encoded.replaceAll("%20", "+"),
    hex.replace(/../g, "%$&"),
    hex.toUpperCase().replace(/../g, "%$&"),
    hex,
    hex.toUpperCase(),
    base64,
    ...[0, 1, 2].map((before) => alignedBase64(bytes, before)),
    ...WRAPS.flatMap((columns) => [...inLines(base64, columns), ...inLines(hex, columns)])
  ];
  const forUrls = all.map((each) => /^[\w+/]+=*$/.test(each) ? urlSafe(each) : each);
  return [...all, ...forUrls, [...text].reverse().join(""), [...base64].reverse().join("")];
}
function alignedBase64(bytes, before) {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
  return text.slice(Math.ceil(before * 8 / 6), Math.floor((before + bytes.length) * 8 / 6));
}
function inLines(text, columns) {
  if (text.length <= columns) return [];
  return Array.from(
    { length: Math.ceil(text.length / columns) },
    (_, i) => text.slice(i * columns, (i + 1) * columns)
  );
}
var MIN_LENGTH, MIN_DIFFERENT, WRAPS, isTelling, urlSafe;
var init_forms = __esm({
  "src/secret/forms.ts"() {
    "use strict";
    MIN_LENGTH = 8;
    MIN_DIFFERENT = 3;
    WRAPS = [76, 64, 60];
    isTelling = (text) => text.length >= MIN_LENGTH && new Set(text).size >= MIN_DIFFERENT && !/^-+(?:BEGIN|END) [A-Z ]+-+$/.test(text);
    urlSafe = (base64) => base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }
});

// src/secret/redactor.ts
function redactorOf(env) {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(env))
    if (value !== void 0 && CREDENTIAL_NAME.test(name)) redactor.learn(value);
  return redactor;
}
var HIDDEN, CREDENTIAL_NAME, Redactor;
var init_redactor = __esm({
  "src/secret/redactor.ts"() {
    "use strict";
    init_problem();
    init_forms();
    HIDDEN = "***";
    CREDENTIAL_NAME = /(?:^|_)(?:TOKEN|SECRET|KEY|CLIENT_ID|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|WEBHOOK|WEBHOOK_URL)$/i;
    Redactor = class {
      #forms = /* @__PURE__ */ new Set();
      #longestFirst = [];
      /** @returns false where the value is too short or too plain to be hidden */
      learn(value) {
        const forms = secretForms(value);
        for (const form of forms) this.#forms.add(form);
        this.#longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
        return forms.length > 0 || value.trim() === "";
      }
      text = (text) => {
        let clean = text;
        for (const form of this.#longestFirst) if (clean.includes(form)) clean = clean.replaceAll(form, HIDDEN);
        return clean;
      };
      /** Every text in a plain value, keys aside. For what is shown; a record is only redacted where it holds free words. */
      deep(value) {
        return this.#within(value);
      }
      #within(value) {
        if (typeof value === "string") return this.text(value);
        if (Array.isArray(value)) return value.map((each) => this.#within(each));
        if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype)
          return value;
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#within(each)]));
      }
      /** The same failure, in words without secrets; what caused it stays behind, because its message is not ours. */
      error(error) {
        if (error instanceof Problems) {
          const [first, ...more] = error.all;
          return new Problems([this.#problem(first), ...more.map((each) => this.#problem(each))]);
        }
        if (error instanceof Problem) return this.#problem(error);
        if (!(error instanceof Error)) return this.text(String(error));
        const told = new Error(this.text(error.message));
        if (error.stack !== void 0) told.stack = this.text(error.stack);
        return told;
      }
      #problem({ code, kind, what, next, costing, at, edits }) {
        const words = {
          what: this.text(what),
          next: this.text(next),
          costing: costing.map(this.text),
          edits: edits.map(({ path, value }) => ({ path, value: value === true ? value : this.text(value) }))
        };
        return new Problem({ code, kind, ...words, ...at ? { at: { ...at, file: this.text(at.file) } } : {} });
      }
    };
  }
});

// src/cli/ledger-place.ts
var init_ledger_place = __esm({
  "src/cli/ledger-place.ts"() {
    "use strict";
    init_location();
  }
});

// src/cli/settings.ts
function settingsOf(request, env = request.env ?? {}, cwd = process.cwd()) {
  const { options, faults } = givenOptions(request);
  if (request.faults) request.faults.push(...faults);
  else throwAll(faults);
  const person = env["GITHUB_ACTOR"] || safeUserName();
  const clock = new HeardClock(systemClock);
  const boundSeconds = options.number("bound");
  const hasBound = typeof request.given.bound === "string" && !(env["GITHUB_ACTIONS"] === "true" && request.given.bound === option("bound").fallback);
  return {
    cwd,
    env,
    clock,
    stateDir: stateDir(env, cwd),
    storeDir: (0, import_node_path2.resolve)(cwd, options.value("store") ?? ""),
    repository: env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || "",
    secret: env["GPU_LEASE_SECRET"] || void 0,
    who: env["GITHUB_RUN_ID"] ? `github:${env["GITHUB_RUN_ID"]}.${env["GITHUB_RUN_ATTEMPT"] ?? "1"}` : `${person}@${(0, import_node_os.hostname)()}`,
    person,
    json: request.given.json === true,
    redactor: redactorOf(env),
    boundSeconds,
    hasBound,
    ...hasBound || ENDS_BY_ITSELF.includes(request.command?.name ?? "") ? { endsAt: new Date(clock.now().getTime() + boundSeconds * 1e3) } : {},
    ...options
  };
}
function safeUserName() {
  try {
    return (0, import_node_os.userInfo)().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}
var import_node_os, import_node_path2, ENDS_BY_ITSELF;
var init_settings = __esm({
  "src/cli/settings.ts"() {
    "use strict";
    import_node_os = require("node:os");
    import_node_path2 = require("node:path");
    init_clock();
    init_heard_clock();
    init_location();
    init_redacted_face();
    init_redactor();
    init_given_options();
    init_ledger_place();
    init_options();
    ENDS_BY_ITSELF = ["status", "board", "log", "cost", "open", "launch", "watch", "collect"];
  }
});

// src/verify/read/checksum-list.ts
function parseChecksumList(text) {
  const list = { digests: /* @__PURE__ */ new Map(), faults: [] };
  for (const [index, raw] of text.split("\n").entries()) {
    const row = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (row === "") continue;
    const [, escaped2, digest = "", name = ""] = LINE.exec(row) ?? [];
    const fault = (why) => list.faults.push({ line: index + 1, why });
    if (name === "") {
      fault("is no line of sha256sum: 64 hex digits, two blanks, a path");
      continue;
    }
    const path = (escaped2 === "\\" ? unescaped(name) : name).replace(/^(\.\/+)+/, "");
    const sha256 = digest.toLowerCase();
    const before = list.digests.get(path);
    if (before !== void 0 && before !== sha256) fault("gives a second digest for the same path");
    list.digests.set(path, sha256);
  }
  if (list.digests.size === 0 && list.faults.length === 0)
    list.faults.push({ line: 1, why: "lists nothing" });
  return list;
}
var LINE, unescaped;
var init_checksum_list = __esm({
  "src/verify/read/checksum-list.ts"() {
    "use strict";
    LINE = /^(\\?)([0-9a-fA-F]{64}) [ *](.+)$/;
    unescaped = (name) => name.replace(
      /\\([\\nr])/g,
      (_all, letter) => letter === "n" ? "\n" : letter === "r" ? "\r" : "\\"
    );
  }
});

// src/verify/tensor/dtype.ts
var LARGE, HUGE, NONE, zeroOrOne, float64, float32, float16, bfloat16, e4m3, e5m2, float, integer, oddFloat, DTYPES;
var init_dtype = __esm({
  "src/verify/tensor/dtype.ts"() {
    "use strict";
    LARGE = 2 ** 9;
    HUGE = 2 ** 64;
    NONE = { mask: 0, addend: 0, test: 0, sign: 0 };
    zeroOrOne = { mask: -16843010, addend: 0, test: -16843010, sign: 0 };
    float64 = {
      unitBytes: 8,
      word: { mask: 2147483647, addend: 1065353216, test: -2147483648, sign: -2147483648 },
      count: { absMask: 2147483647, from: 2146435072, infinity: 2146435072, large: 1082130432, huge: 1139802112 }
    };
    float32 = {
      unitBytes: 4,
      word: { mask: 2147483647, addend: 1006632960, test: -2147483648, sign: -2147483648 },
      count: { absMask: 2147483647, from: 2139095040, infinity: 2139095040, large: 1140850688, huge: 1602224128 }
    };
    float16 = {
      unitBytes: 2,
      word: { mask: 2147450879, addend: 536879104, test: -2147450880, sign: -2147450880 },
      count: { absMask: 32767, from: 31744, infinity: 31744, large: 24576 }
    };
    bfloat16 = {
      unitBytes: 2,
      word: { mask: 2147450879, addend: 1006648320, test: -2147450880, sign: -2147450880 },
      count: { absMask: 32767, from: 32640, infinity: 32640, large: 17408, huge: 24448 }
    };
    e4m3 = {
      unitBytes: 1,
      word: { mask: 2139062143, addend: 16843009, test: -2139062144, sign: -2139062144 },
      count: { absMask: 127, from: 127, infinity: 0 }
    };
    e5m2 = {
      unitBytes: 1,
      word: { mask: 2139062143, addend: 67372036, test: -2139062144, sign: -2139062144 },
      count: { absMask: 127, from: 124, infinity: 124 }
    };
    float = (name, bits, { unitBytes, word, count: count2 }) => ({
      name,
      bits,
      kind: "float",
      unitBytes,
      word,
      count: count2
    });
    integer = (name, bits) => ({
      name,
      bits,
      kind: "integer",
      unitBytes: 1,
      word: NONE
    });
    oddFloat = (name, bits, exactly) => ({
      ...integer(name, bits),
      ...exactly === void 0 ? {} : { kind: "float", exactly }
    });
    DTYPES = {
      f64: float("f64", 64, float64),
      f32: float("f32", 32, float32),
      f16: float("f16", 16, float16),
      bf16: float("bf16", 16, bfloat16),
      c32: float("c32", 32, float16),
      c64: float("c64", 64, float32),
      c128: float("c128", 128, float64),
      f8_e4m3: float("f8_e4m3", 8, e4m3),
      f8_e5m2: float("f8_e5m2", 8, e5m2),
      f8_e4m3fnuz: oddFloat("f8_e4m3fnuz", 8, 128),
      f8_e5m2fnuz: oddFloat("f8_e5m2fnuz", 8, 128),
      e8m0: oddFloat("e8m0", 8, 255),
      f4: oddFloat("f4", 4),
      /** Two of them in a byte, as PyTorch counts its elements. */
      f4_x2: oddFloat("f4_x2", 8),
      f6_e2m3: oddFloat("f6_e2m3", 6),
      f6_e3m2: oddFloat("f6_e3m2", 6),
      i8: integer("i8", 8),
      u8: integer("u8", 8),
      i16: integer("i16", 16),
      u16: integer("u16", 16),
      i32: integer("i32", 32),
      u32: integer("u32", 32),
      i64: integer("i64", 64),
      u64: integer("u64", 64),
      bool: { name: "bool", bits: 8, kind: "bool", unitBytes: 1, word: zeroOrOne }
    };
  }
});

// src/verify/tensor/numpy-names.ts
var DTYPE_NAMES, dtypeNamed, DTYPE_KINDS;
var init_numpy_names = __esm({
  "src/verify/tensor/numpy-names.ts"() {
    "use strict";
    init_dtype();
    DTYPE_NAMES = {
      float64: DTYPES.f64,
      float32: DTYPES.f32,
      float16: DTYPES.f16,
      bfloat16: DTYPES.bf16,
      complex64: DTYPES.c64,
      complex128: DTYPES.c128,
      float8_e4m3fn: DTYPES.f8_e4m3,
      float8_e5m2: DTYPES.f8_e5m2,
      float8_e4m3fnuz: DTYPES.f8_e4m3fnuz,
      float8_e5m2fnuz: DTYPES.f8_e5m2fnuz,
      float8_e8m0fnu: DTYPES.e8m0,
      int64: DTYPES.i64,
      int32: DTYPES.i32,
      int16: DTYPES.i16,
      int8: DTYPES.i8,
      uint64: DTYPES.u64,
      uint32: DTYPES.u32,
      uint16: DTYPES.u16,
      uint8: DTYPES.u8,
      bool: DTYPES.bool
    };
    dtypeNamed = (name) => Object.hasOwn(DTYPE_NAMES, name) ? DTYPE_NAMES[name] : void 0;
    DTYPE_KINDS = {
      b1: DTYPES.bool,
      i1: DTYPES.i8,
      i2: DTYPES.i16,
      i4: DTYPES.i32,
      i8: DTYPES.i64,
      u1: DTYPES.u8,
      u2: DTYPES.u16,
      u4: DTYPES.u32,
      u8: DTYPES.u64,
      f2: DTYPES.f16,
      f4: DTYPES.f32,
      f8: DTYPES.f64,
      c8: DTYPES.c64,
      c16: DTYPES.c128
    };
  }
});

// src/host/nearest-file.ts
function nearestFile(path, absolute) {
  try {
    const names = (0, import_node_fs.readdirSync)((0, import_node_path3.dirname)(absolute));
    const near = names.length > 1e4 ? void 0 : nearestOf((0, import_node_path3.basename)(path), names);
    return near === void 0 ? void 0 : path.includes("/") ? (0, import_node_path3.join)((0, import_node_path3.dirname)(path), near) : near;
  } catch {
    return;
  }
}
var import_node_fs, import_node_path3;
var init_nearest_file = __esm({
  "src/host/nearest-file.ts"() {
    "use strict";
    import_node_fs = require("node:fs");
    import_node_path3 = require("node:path");
    init_nearest();
  }
});

// src/cli/spelling.ts
function spelling(word, absolute) {
  const near = nearestFile(word, absolute);
  return near === void 0 ? "Check the spelling." : `Did you mean "${near}"?`;
}
var init_spelling = __esm({
  "src/cli/spelling.ts"() {
    "use strict";
    init_nearest_file();
  }
});

// src/cli/verify-url.ts
function urlTarget(word, token) {
  const shown3 = shownOf(word);
  const wrong2 = (what, next) => new Problem({ code: "bad-url", kind: "usage", what: `${shown3} ${what}.`, next });
  if (!/^https?:/i.test(word))
    return wrong2("is neither http nor https", "Name a path, or the address at which it can be fetched.");
  if (!URL.canParse(word)) return wrong2("is no address", "Check the spelling.");
  const url = new URL(word);
  if (url.username !== "" || url.password !== "")
    return wrong2(
      "holds a name or password, which every process of this machine can read",
      `Leave it out; a token goes into ${TOKEN_VARIABLE}.`
    );
  if (url.pathname.endsWith("/"))
    return wrong2("names no file, and a folder cannot be listed over HTTP", "Name each file.");
  if (token !== void 0 && url.protocol === "http:" && !isLoopback(url.hostname))
    return wrong2(`would get ${TOKEN_VARIABLE} without encryption`, "Use https, or unset the variable.");
  return { url: url.href, label: `${url.origin}${url.pathname}` };
}
function tokenProblem(token) {
  if (token === void 0 || /^[\x21-\x7e]+$/.test(token)) return void 0;
  return new Problem({
    code: "bad-token",
    kind: "usage",
    what: `${TOKEN_VARIABLE} holds blanks or other characters that no token has.`,
    next: 'Set it to the bare token, without "Bearer".'
  });
}
function digestOfUrl({ url }, listed3) {
  const path = decoded(new URL(url).pathname);
  const names = [...listed3.keys()].filter((name) => path.endsWith(`/${plain2(name)}`));
  const [longest] = names.sort((a, b) => plain2(b).length - plain2(a).length);
  return longest === void 0 ? void 0 : listed3.get(longest);
}
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
var TOKEN_VARIABLE, looksLikeUrl, shownOf, isLoopback, plain2;
var init_verify_url = __esm({
  "src/cli/verify-url.ts"() {
    "use strict";
    init_problem();
    TOKEN_VARIABLE = "GPU_LEASE_VERIFY_TOKEN";
    looksLikeUrl = (word) => /^[a-z][a-z0-9+.-]*:\/\//i.test(word);
    shownOf = (word) => word.replace(/[?#].*$/s, "").replace(/^([^/]*:\/\/)[^/]*@/, "$1");
    isLoopback = (host) => host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
    plain2 = (name) => name.replace(/^(\.?\/)+/, "");
  }
});

// src/cli/verify-plan.ts
function planVerify(words, settings, faults = []) {
  const { cwd } = settings;
  const inputs = new Inputs(settings);
  const mode = inputs.mode();
  const token = settings.env[TOKEN_VARIABLE] || void 0;
  const targets = inputs.targets([...words, ...linesOf(settings.value("path"))], mode, token);
  const role = settings.choice("role");
  const previous = inputs.existingFile("previous");
  const report2 = inputs.output("report", [".html", ".htm"], targets);
  const sarif = inputs.output("sarif", [".sarif", ".json"], targets);
  const manifest = inputs.existingFile("manifest");
  const listed3 = manifest === void 0 ? /* @__PURE__ */ new Map() : inputs.digests(manifest);
  const step = settings.number("step");
  const minStep = settings.number("min-step");
  const jobs = settings.number("jobs");
  const mayBeZero = listOf(settings.value("may-be-zero"));
  const dtype = inputs.dtype();
  const plan = {
    cwd,
    mode,
    targets,
    ...role === void 0 ? {} : { role },
    contains: listOf(settings.value("contains")),
    allowDegraded: settings.choice("allow-degraded") === "true",
    digests: manifest === void 0 ? /* @__PURE__ */ new Map() : byPath(listed3, manifest, cwd),
    listed: listed3,
    ...token === void 0 ? {} : { token },
    ...previous === void 0 ? {} : { previous },
    expectation: {
      ...step === void 0 ? {} : { step },
      ...minStep === void 0 ? {} : { minStep },
      ...mayBeZero.length === 0 ? {} : { mayBeZero },
      ...dtype === void 0 ? {} : { dtype }
    },
    allowImports: inputs.imports(),
    failOn: settings.choice("fail-on"),
    requires: inputs.requires(),
    hash: settings.flag("sha256"),
    ...jobs === void 0 ? {} : { jobs },
    ...report2 === void 0 ? {} : { report: report2 },
    ...sarif === void 0 ? {} : { sarif },
    notArtifacts: new Set([manifest, report2, sarif].filter((path) => path !== void 0))
  };
  throwAll([...inputs.problems, ...faults]);
  return plan;
}
function byPath(listed3, manifest, cwd) {
  const isThere = (base2) => [...listed3.keys()].some((name) => (0, import_node_fs2.lstatSync)((0, import_node_path4.resolve)(base2, name), { throwIfNoEntry: false }));
  const own = (0, import_node_path4.dirname)(manifest);
  const base = isThere(own) ? own : cwd;
  return new Map([...listed3].map(([name, digest]) => [(0, import_node_path4.resolve)(base, name), digest]));
}
var import_node_fs2, import_node_path4, isPath, listOf, linesOf, ABOUT_SIGNATURES, Inputs;
var init_verify_plan = __esm({
  "src/cli/verify-plan.ts"() {
    "use strict";
    import_node_fs2 = require("node:fs");
    import_node_path4 = require("node:path");
    init_problem();
    init_checksum_list();
    init_numpy_names();
    init_given_options();
    init_spelling();
    init_verify_url();
    isPath = (target) => "path" in target;
    listOf = (text) => (text ?? "").split(",").map((each) => each.trim()).filter((each) => each !== "");
    linesOf = (text) => (text ?? "").split(/\r?\n/).map((each) => each.trim()).filter((each) => each !== "");
    ABOUT_SIGNATURES = ["bundle", "repo", "certificate-identity", "trusted-root", "commit", "key"];
    Inputs = class {
      #settings;
      problems = [];
      constructor(settings) {
        this.#settings = settings;
      }
      mode() {
        const explain2 = this.#settings.flag("explain");
        const diff2 = this.#settings.flag("diff");
        if (explain2 && diff2)
          this.#wrong("two-modes", "--explain and --diff exclude each other.", "Ask for one of them.");
        const mode = diff2 ? "diff" : explain2 ? "explain" : "verify";
        const useless = ["report", "sarif", "previous", "manifest"].filter(
          (name) => this.#settings.value(name)
        );
        if (mode !== "verify" && useless.length > 0) {
          const what = `--${mode} looks at tensors and takes no ${useless.map((each) => `--${each}`).join(", ")}.`;
          this.#wrong("useless-option", what, `Leave it out, or verify without --${mode}.`);
        }
        this.#requireAttested();
        return mode;
      }
      /** Who asks for a signature and gets none checked would take a whole file for a signed one. */
      #requireAttested() {
        const given = ABOUT_SIGNATURES.filter((name) => this.#settings.value(name) !== void 0);
        if (given.length === 0) return;
        const names = given.map((each) => `--${each}`).join(", ");
        const what = `Without --attested no signature is looked at, and ${names} would mean nothing.`;
        this.#wrong("needs-attested", what, `Add --attested, or leave ${names} out.`);
      }
      targets(words, mode, token) {
        const expected = { verify: void 0, explain: 1, diff: 2 }[mode];
        if (words.length === 0) this.#wrong("no-path", "There is nothing to verify.", "gpu-lease verify PATH...");
        else if (expected !== void 0 && words.length !== expected) {
          const usage = mode === "diff" ? "gpu-lease verify --diff BEFORE AFTER" : "gpu-lease verify --explain FILE";
          this.#wrong("wrong-number-of-paths", `--${mode} takes ${expected}, not ${words.length} paths.`, usage);
        }
        if (words.some(looksLikeUrl)) this.#take(tokenProblem(token));
        return words.flatMap((word) => {
          if (looksLikeUrl(word)) {
            const target = urlTarget(word, token);
            if (!(target instanceof Problem)) return [target];
            this.#take(target);
            return [];
          }
          const path = (0, import_node_path4.resolve)(this.#settings.cwd, word);
          const stats = (0, import_node_fs2.lstatSync)(path, { throwIfNoEntry: false });
          if (stats !== void 0) return [{ path, stats }];
          this.#wrong("no-such-path", `There is nothing at ${path}.`, spelling(word, path));
          return [];
        });
      }
      imports() {
        const names = listOf(this.#settings.value("allow-import"));
        const wrong2 = names.filter((name) => !/^\w+(\.[\w*?]+)+$/.test(name));
        if (wrong2.length > 0) {
          const what = `--allow-import: ${wrong2.map((name) => JSON.stringify(name)).join(", ")} names nothing.`;
          this.#wrong(
            "bad-allow-import",
            what,
            "Write module.name, as the verdict lists it under imports, or a pattern of it: module.*"
          );
        }
        return names;
      }
      dtype() {
        const name = this.#settings.value("dtype");
        if (name === void 0 || dtypeNamed(name) !== void 0) return name;
        const next = "Name it as NumPy does: uint16, int32, float32, bfloat16 and the like.";
        this.#wrong("bad-dtype", `--dtype "${name}" is no type of numbers.`, next);
        return void 0;
      }
      requires() {
        const required = this.#settings.choice("require");
        if (required === "manifest" && this.#settings.value("manifest") === void 0) {
          const what = "--require manifest asks that a manifest lists every file, and none was given.";
          this.#wrong("no-manifest", what, 'Add --manifest SHA256SUMS, made with "sha256sum FILE...".');
        }
        return required;
      }
      existingFile(name) {
        const given = this.#settings.value(name);
        if (given === void 0) return void 0;
        const path = (0, import_node_path4.resolve)(this.#settings.cwd, given);
        if ((0, import_node_fs2.statSync)(path, { throwIfNoEntry: false })?.isFile() === true) return path;
        this.#wrong(`no-such-${name}`, `--${name}: there is no file at ${path}.`, "Check the spelling.");
        return void 0;
      }
      digests(path) {
        const { digests, faults } = parseChecksumList((0, import_node_fs2.readFileSync)(path, "utf8"));
        for (const { line, why } of faults.slice(0, 5))
          this.#wrong("bad-manifest", `${path}:${line}: ${why}.`, 'Make it with "sha256sum FILE... > MANIFEST".');
        return digests;
      }
      output(name, endings, targets) {
        const given = this.#settings.value(name);
        if (given === void 0) return void 0;
        const path = (0, import_node_path4.resolve)(this.#settings.cwd, given);
        if (!endings.some((ending) => path.toLowerCase().endsWith(ending))) {
          const next = `Give it a name that ends with ${endings.join(" or ")}.`;
          this.#wrong(`bad-${name}`, `--${name} "${given}" has no such ending.`, next);
        } else if (targets.some((target) => isPath(target) && target.path === path)) {
          this.#wrong(
            `bad-${name}`,
            `--${name} "${given}" would replace what is verified.`,
            "Name another file."
          );
        } else if ((0, import_node_fs2.statSync)((0, import_node_path4.dirname)(path), { throwIfNoEntry: false })?.isDirectory() !== true) {
          this.#wrong(`bad-${name}`, `--${name}: there is no directory ${(0, import_node_path4.dirname)(path)}.`, "Make it first.");
        } else if ((0, import_node_fs2.statSync)(path, { throwIfNoEntry: false })?.isFile() === false) {
          this.#wrong(`bad-${name}`, `--${name}: ${path} is no file.`, "Name a file.");
        }
        return path;
      }
      #wrong(code, what, next) {
        this.#take(new Problem({ code, kind: "usage", what, next }));
      }
      #take(problem) {
        if (problem !== void 0) this.problems.push(problem);
      }
    };
  }
});

// src/verify/contract/budgets.ts
var MiB, DEFAULT_BUDGETS;
var init_budgets = __esm({
  "src/verify/contract/budgets.ts"() {
    "use strict";
    MiB = 1024 ** 2;
    DEFAULT_BUDGETS = {
      pickleBytes: 512 * MiB,
      pickleOpcodes: 1e8,
      pickleMemo: 1e7,
      pickleStack: 1e6,
      pickleDepth: 1e3,
      pickleName: 1024,
      pickleHeldBytes: 512 * MiB,
      constantBytes: 64 * MiB,
      safetensorsHeaderBytes: 1e8,
      jsonBytes: 256 * MiB,
      yamlBytes: MiB / 4,
      jsonDepth: 1e3,
      protobufDepth: 100,
      lineBytes: 64 * MiB,
      zipMembers: 1e6,
      nesting: 3,
      objects: 1e6,
      structureBytes: 64 * MiB,
      expandedBytes: 1024 ** 4,
      nestedExpansion: 1e4,
      membersExamined: 1e4,
      wallSeconds: 60,
      wallBytesPerSecond: 5e7
    };
  }
});

// src/verify/contract/oddity.ts
function strangeness(entry) {
  if (entry.isFile()) return void 0;
  if (entry.isSymbolicLink()) {
    const what = "is a symbolic link; links are never followed, so name what it points to";
    return { code: "symbolic-link", severity: "inconclusive", what };
  }
  return { code: "not-a-file", severity: "fail", what: "is a device, pipe or socket, not a file" };
}
function verdictWithoutReading({ path, code, severity, what }, role) {
  return {
    label: path,
    verdict: severity === "fail" ? "fail" : "inconclusive",
    counts: false,
    level: "L0",
    requiredLevel: LEVEL_NEEDED[role],
    role,
    format: "unknown",
    bytes: 0,
    facts: { scalars: {} },
    keys: { top: [], total: 0 },
    imports: [],
    reasons: [{ code, severity, level: "L0", what }],
    reasonsLeftOut: 0,
    requests: 0,
    bytesRead: 0,
    verifierVersion: VERIFIER_VERSION
  };
}
var verdictGivenUp, withNote2;
var init_oddity = __esm({
  "src/verify/contract/oddity.ts"() {
    "use strict";
    init_evidence_level();
    init_verdict();
    verdictGivenUp = ({ path, bytes }, what, role) => ({
      ...verdictWithoutReading({ path, code: "over-budget", severity: "inconclusive", what }, role),
      bytes
    });
    withNote2 = (verdict, { code, what }) => ({
      ...verdict,
      reasons: [...verdict.reasons, { code, severity: "note", level: "L0", what }]
    });
  }
});

// src/verify/apart/files-under-way.ts
var NONE2, FilesUnderWay;
var init_files_under_way = __esm({
  "src/verify/apart/files-under-way.ts"() {
    "use strict";
    NONE2 = -1;
    FilesUnderWay = class {
      /** One for each thread: the file's place in the tree. */
      cells;
      #files;
      #seen;
      constructor(files, threads) {
        this.#files = files;
        this.cells = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT)).fill(NONE2);
        this.#seen = Array.from({ length: threads }, () => ({ index: NONE2, since: 0 }));
      }
      /** Each with when it was first seen here: later than it began, by at most the time between two looks. */
      look(now) {
        return this.#seen.flatMap((seen, thread) => {
          const index = Atomics.load(this.cells, thread);
          if (index !== seen.index) Object.assign(seen, { index, since: now });
          const file = this.#files[index];
          if (file === void 0) return [];
          return [{ turn: { kind: "file", path: file.path, bytes: file.sizeBytes }, since: seen.since }];
        });
      }
    };
  }
});

// src/verify/apart/limits.ts
var MiB2, LOOK_EVERY_MS, HEAP_BYTES, LimitWatch, largestOf, mebibytes;
var init_limits = __esm({
  "src/verify/apart/limits.ts"() {
    "use strict";
    MiB2 = 1024 ** 2;
    LOOK_EVERY_MS = 200;
    HEAP_BYTES = 2048 * MiB2;
    LimitWatch = class {
      #limits;
      #files;
      #bytesBefore = process.memoryUsage.rss();
      #overAt;
      #timer;
      #told = { turn: { kind: "all", path: "", bytes: 0 }, since: performance.now() };
      /** @param stop called once */
      constructor(limits, files, stop) {
        this.#limits = limits;
        this.#files = files;
        this.#overAt = performance.now() + limits.totalSeconds * 1e3;
        this.#timer = setInterval(() => {
          const breach = this.#breach();
          if (breach === void 0) return;
          this.end();
          stop(breach);
        }, LOOK_EVERY_MS);
      }
      begin(turn) {
        this.#told = { turn, since: performance.now() };
      }
      /** The one under way; of several files the largest. */
      get turn() {
        return largestOf(this.#underWay()).turn;
      }
      get isTotalOver() {
        return performance.now() > this.#overAt;
      }
      get heapWords() {
        return `needed more than ${mebibytes(this.#limits.heapBytes)} of memory to be verified`;
      }
      end() {
        clearInterval(this.#timer);
      }
      /** Files, where some are; else what was told. */
      #underWay() {
        const [first, ...others] = this.#files?.look(performance.now()) ?? [];
        return first === void 0 ? [this.#told] : [first, ...others];
      }
      #breach() {
        const { grownBytes, totalSeconds } = this.#limits;
        const underWay = this.#underWay();
        for (const { turn: turn2, since } of underWay) {
          const seconds = this.#limits.secondsOf(turn2);
          if (performance.now() - since > seconds * 1e3)
            return { turn: turn2, why: `could not be verified within ${Math.round(seconds)} s` };
        }
        const { turn } = largestOf(underWay);
        if (this.isTotalOver)
          return { turn, why: `could not be verified within the ${Math.round(totalSeconds)} s for all files` };
        if (process.memoryUsage.rss() - this.#bytesBefore > grownBytes)
          return {
            turn,
            why: `needed more than ${mebibytes(grownBytes)} of memory to be verified`,
            ofMemory: true
          };
        return void 0;
      }
    };
    largestOf = ([first, ...others]) => others.reduce((most, each) => each.turn.bytes > most.turn.bytes ? each : most, first);
    mebibytes = (bytes) => `${Math.round(bytes / MiB2)} MiB`;
  }
});

// src/verify/apart/messages.ts
function plainTreeOptions(options) {
  const { taskOf: _t, signal: _s, clock: _c, onProgress: _p, onVerdict: _v, ...plain4 } = options;
  return plain4;
}
var keyOf;
var init_messages = __esm({
  "src/verify/apart/messages.ts"() {
    "use strict";
    init_problem();
    keyOf = ({ kind, path }) => `${kind}:${path}`;
  }
});

// src/verify/apart/own-jobs.ts
var import_node_os2, MOST_JOBS, ownJobs;
var init_own_jobs = __esm({
  "src/verify/apart/own-jobs.ts"() {
    "use strict";
    import_node_os2 = require("node:os");
    MOST_JOBS = 4;
    ownJobs = () => Math.min((0, import_node_os2.availableParallelism)(), MOST_JOBS);
  }
});

// src/verify/apart/sources.ts
function failureOf(error, id) {
  if (error instanceof RangeError) return { kind: "range", message: error.message, id };
  if (error instanceof Problem) {
    const { code, kind, what, next, costing, at } = error;
    return { kind: "problem", detail: { code, kind, what, next, costing, ...at && { at } }, id };
  }
  if (error instanceof Error) return { kind: "other", name: error.name, message: error.message, id };
  return { kind: "other", name: "Error", message: String(error), id };
}
var ApartSources;
var init_sources = __esm({
  "src/verify/apart/sources.ts"() {
    "use strict";
    init_problem();
    ApartSources = class {
      #open;
      #tell;
      #sources = /* @__PURE__ */ new Map();
      #failures = /* @__PURE__ */ new Map();
      #closed = false;
      constructor(open3, tell) {
        this.#open = open3;
        this.#tell = tell;
      }
      /** Never rejects: what goes wrong is told to the thread, and kept as it was. */
      async answer(id, question) {
        try {
          const value = await this.#answerTo(id, question);
          if (!this.#closed)
            this.#tell({ answer: id, value }, value instanceof Uint8Array ? [value.buffer] : []);
        } catch (error) {
          this.#failures.set(id, error);
          if (!this.#closed) this.#tell({ answer: id, failure: failureOf(error, id) }, []);
        }
      }
      /** What made this answer fail. */
      failure(id) {
        return this.#failures.get(id);
      }
      /** Only when the thread reads no more: a descriptor may be another file's from then on. */
      async close() {
        this.#closed = true;
        const left = [...this.#sources.values()];
        this.#sources.clear();
        await Promise.allSettled(left.map((source) => source.close()));
      }
      async #answerTo(id, question) {
        if (question.to === "open") return await this.#opened(id, question.path);
        const source = this.#sources.get(question.source);
        if (question.to === "close") {
          this.#sources.delete(question.source);
          return await source?.close();
        }
        if (source === void 0) throw new Error("read from what is closed");
        if (question.to === "changed") return await source.changed?.();
        return new Uint8Array(await source.read(question.offset, question.length));
      }
      async #opened(id, path) {
        const source = await this.#open(path);
        if (this.#closed) return void await source.close();
        this.#sources.set(id, source);
        const { label, sizeBytes, descriptor } = source;
        return { source: id, label, sizeBytes, ...descriptor === void 0 ? {} : { descriptor } };
      }
    };
  }
});

// src/verify/apart/thread.ts
async function inThread(order, beyond) {
  beyond.signal?.throwIfAborted();
  const { heapBytes } = beyond.limits;
  const worker = (0, import_ready_thread.takeThread)(heapBytes);
  worker.ref();
  const sources = new ApartSources(beyond.open, (told, transfer) => worker.postMessage(told, transfer));
  let isFit = false;
  try {
    const outcome = await ended2(worker, order, beyond, sources);
    isFit = "result" in outcome;
    return outcome;
  } finally {
    worker.unref();
    if (!isFit || beyond.isMuch || !(0, import_ready_thread.keepThread)(worker, heapBytes)) await worker.terminate();
    await sources.close();
  }
}
function ended2(worker, order, beyond, sources) {
  const { signal, limits, files, onProgress, onVerdict, onFinal } = beyond;
  return new Promise((resolve7, reject) => {
    const stop = (breach) => done(resolve7, { ...breach, isOver: watch.isTotalOver });
    const watch = new LimitWatch(limits, files, stop);
    const abort = () => done(reject, signal?.reason);
    const listeners = {
      error(error) {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
          stop({ turn: watch.turn, why: watch.heapWords, ofMemory: true });
        else done(reject, error);
      },
      exit: () => done(reject, new Error("the thread that verifies ended by itself")),
      message(said) {
        if (said.said === "turn") watch.begin(said.turn);
        else if (said.said === "ask") void sources.answer(said.id, said.question);
        else if (said.said === "progress") for (const each of said.of) onProgress?.(...each);
        else if (said.said === "final") onFinal?.(said.verdicts);
        else if (said.said === "packed") onFinal?.((0, import_node_v8.deserialize)(said.verdicts));
        else if (said.said === "crowded") stop({ turn: watch.turn, why: said.what, ofMemory: true });
        else if (said.said === "verdict") onVerdict?.(said.verdict);
        else if (said.said === "done") done(resolve7, { result: said.result });
        else if (said.id !== void 0) done(reject, sources.failure(said.id));
        else if (said.problem !== void 0) done(reject, new Problem(said.problem));
        else stop({ turn: watch.turn, why: `could not be examined: ${said.what}` });
      }
    };
    const done = (settle, value) => {
      watch.end();
      signal?.removeEventListener("abort", abort);
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener);
      settle(value);
    };
    signal?.addEventListener("abort", abort, { once: true });
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener);
    worker.postMessage(order);
  });
}
var import_node_v8, import_ready_thread;
var init_thread = __esm({
  "src/verify/apart/thread.ts"() {
    "use strict";
    import_node_v8 = require("node:v8");
    init_problem();
    init_limits();
    import_ready_thread = require("./chunks/verify-ready-thread.cjs");
    init_sources();
  }
});

// src/verify/apart/packed-verdicts.ts
var packed_verdicts_exports = {};
__export(packed_verdicts_exports, {
  PACKED_TOGETHER: () => PACKED_TOGETHER,
  PackedVerdicts: () => PackedVerdicts
});
var import_node_v82, import_node_zlib, PACKED_TOGETHER, BLOCKS_AT_HAND, PackedVerdicts;
var init_packed_verdicts = __esm({
  "src/verify/apart/packed-verdicts.ts"() {
    "use strict";
    import_node_v82 = require("node:v8");
    import_node_zlib = require("node:zlib");
    init_verdicts();
    PACKED_TOGETHER = 256;
    BLOCKS_AT_HAND = 6;
    PackedVerdicts = class {
      /** Of each place, as the how many-eth its verdict came, from 1. */
      #came;
      #blocks = [];
      /** Not packed yet. */
      #last = [];
      #length = 0;
      counts = noCounts();
      /** @param places that there are at most */
      constructor(places) {
        this.#came = new Uint32Array(places);
      }
      /** @throws RangeError where there is no such place, or one that is taken */
      put(place, verdict) {
        if (this.#came[place] !== 0) throw new RangeError(`place ${place} of ${this.#came.length} is not free`);
        this.#length += 1;
        count(verdict, this.counts);
        this.#last.push(verdict);
        this.#came[place] = this.#blocks.length * PACKED_TOGETHER + this.#last.length;
        if (this.#last.length < PACKED_TOGETHER) return;
        this.#blocks.push(Uint8Array.from((0, import_node_zlib.deflateRawSync)((0, import_node_v82.serialize)(this.#last), { level: 1 })));
        this.#last = [];
      }
      /** Places with a verdict. */
      get length() {
        return this.#length;
      }
      *[Symbol.iterator]() {
        const atHand = /* @__PURE__ */ new Map();
        for (const came of this.#came) {
          if (came === 0) continue;
          const block = Math.floor((came - 1) / PACKED_TOGETHER);
          const verdict = this.#unpacked(block, atHand)[(came - 1) % PACKED_TOGETHER];
          if (verdict !== void 0) yield verdict;
        }
      }
      #unpacked(block, atHand) {
        const packed = this.#blocks[block];
        if (packed === void 0) return this.#last;
        const known = atHand.get(block);
        if (known !== void 0) return known;
        const verdicts = (0, import_node_v82.deserialize)((0, import_node_zlib.inflateRawSync)(packed));
        atHand.set(block, verdicts);
        for (const first of atHand.keys()) if (atHand.size > BLOCKS_AT_HAND) atHand.delete(first);
        return verdicts;
      }
    };
  }
});

// src/verify/apart/apart.ts
async function verifyManyApart(tree, { asKept, ...options }) {
  const { limits: given, ...asked } = options;
  const tasks = tree.files.map(({ path }) => options.taskOf(path));
  const limits = { ...limitsOf(tree, options.budgets), ...given };
  const until = performance.now() + limits.totalSeconds * 1e3;
  const refusals = /* @__PURE__ */ new Map();
  const onVerdict = oncePerFile(options.onVerdict);
  let jobs = options.jobs ?? ownJobs();
  for (; ; ) {
    const files = await collected(tree, options.table === true);
    const underWay = new FilesUnderWay(tree.files, jobs);
    const outcome = await inThread(
      {
        order: "tree",
        label: tree.label,
        files: tree.files,
        tasks,
        options: { ...plainTreeOptions(asked), jobs },
        refusals,
        cells: underWay.cells,
        ...tree.local === void 0 ? {} : { local: tree.local },
        tellsVerdicts: onVerdict !== void 0
      },
      {
        open: (path) => tree.open(path),
        isMuch: tree.files.length >= MANY_FILES,
        limits: { ...limits, totalSeconds: (until - performance.now()) / 1e3 },
        signal: options.signal,
        files: underWay,
        onProgress: options.onProgress,
        onVerdict,
        onFinal: (verdicts) => {
          for (const [index, verdict] of verdicts) files.put(index, asKept(verdict));
        }
      }
    );
    if ("result" in outcome)
      return {
        files: files.all(),
        sets: outcome.result
      };
    const { turn, why, isOver, ofMemory } = outcome;
    if (ofMemory === true && jobs > 1 && !isOver) {
      jobs = 1;
      continue;
    }
    refusals.set(keyOf(turn), why);
    const isOne = turn.kind !== "all";
    if (isOne && !isOver && refusals.size < MOST_STOPS) continue;
    const whole2 = isOne ? `was not verified: ${JSON.stringify(turn.path)} ${why}` : why;
    return { files: nothingProven(tree, options, whole2).map(asKept), sets: [] };
  }
}
async function rolesApart(files, local, { jobs = ownJobs(), signal } = {}) {
  if (files.length === 0) return [];
  const outcome = await inThread(
    { order: "roles", files, local, jobs },
    { open: () => Promise.reject(new Error("opened in the thread")), limits: limitsOf({ files }), signal }
  );
  return "result" in outcome ? outcome.result : files.map(() => "opaque");
}
function limitsOf({ files }, given = {}) {
  const { wallSeconds, wallBytesPerSecond } = { ...DEFAULT_BUDGETS, ...given };
  const perFile = files.length * SECONDS_PER_FILE;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    ...MEMORY,
    secondsOf: ({ kind, bytes: own }) => wallSeconds + GRACE_SECONDS + own / wallBytesPerSecond + (kind === "all" ? perFile : 0),
    totalSeconds: TOTAL_SECONDS + perFile + bytes / wallBytesPerSecond
  };
}
async function collected({ files }, withTables2) {
  if (withTables2 || files.length < MANY_FILES) {
    const list = [];
    return {
      put(place, verdict) {
        list[place] = verdict;
      },
      all: () => list.filter((verdict) => verdict !== void 0)
    };
  }
  const { PackedVerdicts: PackedVerdicts2 } = await Promise.resolve().then(() => (init_packed_verdicts(), packed_verdicts_exports));
  const packed = new PackedVerdicts2(files.length);
  return { put: (place, verdict) => packed.put(place, verdict), all: () => packed };
}
function oncePerFile(onVerdict) {
  if (onVerdict === void 0) return void 0;
  const told = /* @__PURE__ */ new Set();
  return (verdict) => {
    const key = `${verdict.format}:${verdict.label}`;
    if (!told.has(key)) onVerdict(verdict);
    told.add(key);
  };
}
function nothingProven(tree, { taskOf }, why) {
  return tree.files.flatMap(({ path, sizeBytes }) => {
    const task = taskOf(path);
    return task === void 0 ? [] : [verdictGivenUp({ path, bytes: sizeBytes }, why, task.role)];
  });
}
var MiB3, GRACE_SECONDS, TOTAL_SECONDS, SECONDS_PER_FILE, MANY_FILES, MOST_STOPS, MEMORY;
var init_apart = __esm({
  "src/verify/apart/apart.ts"() {
    "use strict";
    init_budgets();
    init_oddity();
    init_files_under_way();
    init_limits();
    init_messages();
    init_own_jobs();
    init_thread();
    MiB3 = 1024 ** 2;
    GRACE_SECONDS = 5;
    TOTAL_SECONDS = 600;
    SECONDS_PER_FILE = 1;
    MANY_FILES = 1e3;
    MOST_STOPS = 3;
    MEMORY = { heapBytes: HEAP_BYTES, grownBytes: 3072 * MiB3 };
  }
});

// src/verify/engine/role-guess.ts
var BY_NAME, roleByName;
var init_role_guess = __esm({
  "src/verify/engine/role-guess.ts"() {
    "use strict";
    BY_NAME = [
      [/^(scheduler|rng_state|random_states|training_args|scaler)[^/]*\.(pt|pth|bin|pkl)$/i, "archive"],
      // Tables of spaCy.
      [/^lookups\.bin$/i, "archive"],
      [/^optim[^/]*\.(pt|pth|bin|safetensors)$/i, "optimizer"],
      [/^adapter_model\.(safetensors|bin)$/i, "adapter"],
      [/\.(pt|pth|ckpt|safetensors|bin|distcp|msgpack|h5|hdf5)$/i, "checkpoint"],
      [/\.(gguf|onnx|keras)$/i, "model"],
      [/\.(jsonl|csv|tsv)$/i, "metrics"],
      [/^events\.out\.tfevents\./, "metrics"],
      [/\.(json|json5|jsonc|ya?ml|toml|ini|cfg)$|^MLmodel$/i, "config"],
      [/\.(log|txt|out|err|md)$/i, "log"],
      [/\.(parquet|arrow|feather|npy|npz|tfrecords?|nc|nc4|cdf|h5ad|loom|mat)$/i, "dataset"],
      [/\.(zip|tar|tgz|gz|mar|pt2)$/i, "archive"]
    ];
    roleByName = (path) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
    };
  }
});

// src/verify/engine/set-heads.ts
var HEADS, hasPartsBelow;
var init_set_heads = __esm({
  "src/verify/engine/set-heads.ts"() {
    "use strict";
    HEADS = /* @__PURE__ */ new Set([
      "saved_model.pb",
      ".zarray",
      ".zgroup",
      ".zmetadata",
      "zarr.json",
      "manifest.ocdbt",
      "_METADATA",
      "_CHECKPOINT_METADATA"
    ]);
    hasPartsBelow = (name) => HEADS.has(name);
  }
});

// src/verify/read/file-source.ts
async function openFileSource(path, options = {}) {
  const handle = await (0, import_promises.open)(path, FLAGS).catch((cause) => {
    throw refusal(path, cause);
  });
  try {
    return sourceOf(
      path,
      {
        descriptor: handle.fd,
        read: async (target, at) => (await handle.read(target, 0, target.length, at)).bytesRead,
        stat: () => handle.stat({ bigint: true }),
        close: () => handle.close()
      },
      plain3(path, await handle.stat({ bigint: true }), options)
    );
  } catch (error) {
    await handle.close();
    throw error;
  }
}
function openFileNow(path, options = {}) {
  let descriptor;
  try {
    descriptor = (0, import_node_fs3.openSync)(path, FLAGS);
  } catch (cause) {
    throw refusal(path, cause);
  }
  try {
    return sourceOf(
      path,
      {
        descriptor,
        read: async (target, at) => (0, import_node_fs3.readSync)(descriptor, target, 0, target.length, at),
        stat: async () => (0, import_node_fs3.fstatSync)(descriptor, { bigint: true }),
        close: async () => (0, import_node_fs3.closeSync)(descriptor)
      },
      plain3(path, (0, import_node_fs3.fstatSync)(descriptor, { bigint: true }), options)
    );
  } catch (error) {
    (0, import_node_fs3.closeSync)(descriptor);
    throw error;
  }
}
function plain3(path, stats, { allowHardLinks }) {
  if (!stats.isFile()) throw notAFile(path, "a directory, device, pipe or socket");
  if (stats.nlink > 1n && allowHardLinks !== true) {
    throw new Problem({
      code: "hard-linked",
      kind: "failed",
      what: `${path} has ${stats.nlink} names on this disk, so something else may change it.`,
      next: "Verify a copy of its own."
    });
  }
  return stats;
}
function sourceOf(path, file, before) {
  const sizeBytes = Number(before.size);
  const mustLieInside = (offset, length) => {
    if (offset >= 0 && offset + length <= sizeBytes) return;
    throw new RangeError(`${length} bytes from ${offset} lie outside ${path} (${sizeBytes} bytes)`);
  };
  const ended3 = (at) => new RangeError(`${path} ended at ${at}, it had ${sizeBytes} bytes`);
  const readInto = async (offset, target) => {
    mustLieInside(offset, target.length);
    for (let done = 0; done < target.length; ) {
      const bytesRead = await file.read(target.subarray(done), offset + done);
      if (bytesRead === 0) throw ended3(offset + done);
      done += bytesRead;
    }
  };
  return {
    label: path,
    sizeBytes,
    descriptor: file.descriptor,
    readInto,
    readIntoNow(offset, target) {
      mustLieInside(offset, target.length);
      for (let done = 0; done < target.length; ) {
        const bytesRead = (0, import_node_fs3.readSync)(file.descriptor, target, done, target.length - done, offset + done);
        if (bytesRead === 0) throw ended3(offset + done);
        done += bytesRead;
      }
    },
    async read(offset, length) {
      if (length > sizeBytes)
        throw new RangeError(`${length} bytes lie outside ${path} (${sizeBytes} bytes)`);
      const target = new Uint8Array(length);
      await readInto(offset, target);
      return target;
    },
    async changed() {
      const now = await file.stat();
      if (now.size !== before.size) return `its size went from ${before.size} to ${now.size}`;
      if (now.mtimeNs !== before.mtimeNs) return "its modification time moved";
      return now.nlink < before.nlink ? "it was deleted, or another file took its name" : void 0;
    },
    close: () => file.close()
  };
}
function refusal(path, cause) {
  if (cause.code === "ELOOP") return notAFile(path, "a symbolic link");
  return new Problem(
    {
      code: "not-readable",
      kind: "failed",
      what: `${path} cannot be opened: ${cause.message}.`,
      next: "Check that the file exists and may be read."
    },
    { cause }
  );
}
var import_node_fs3, import_promises, FLAGS, notAFile;
var init_file_source = __esm({
  "src/verify/read/file-source.ts"() {
    "use strict";
    import_node_fs3 = require("node:fs");
    import_promises = require("node:fs/promises");
    init_problem();
    FLAGS = import_node_fs3.constants.O_RDONLY | import_node_fs3.constants.O_NOFOLLOW | import_node_fs3.constants.O_NONBLOCK;
    notAFile = (path, found) => new Problem({
      code: "not-a-file",
      kind: "failed",
      what: `${path} is ${found}, not a regular file.`,
      next: "Verify the file itself; links and devices are never followed."
    });
  }
});

// src/verify/read/local-file.ts
function openLocal({ root, linked }, { path, sizeBytes }) {
  const place = linked.get(path) ?? (0, import_node_path5.join)(root, path);
  try {
    return openFileNow(place, { allowHardLinks: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      label: place,
      sizeBytes,
      read: async () => {
        throw new RangeError(`${place} is no longer there as it was listed: ${error.what}`);
      },
      changed: async () => error.what,
      close: async () => {
      }
    };
  }
}
var import_node_path5;
var init_local_file = __esm({
  "src/verify/read/local-file.ts"() {
    "use strict";
    import_node_path5 = require("node:path");
    init_problem();
    init_file_source();
  }
});

// src/verify/read/directory-tree.ts
async function openDirectory(path, options = {}) {
  const found = { files: [], refused: [], noted: [], places: /* @__PURE__ */ new Map() };
  const waiting = [""];
  let looked = 0;
  for (let below = waiting.pop(); below !== void 0; below = waiting.pop()) {
    options.signal?.throwIfAborted();
    const entries = await listed2(path, below, found);
    for (const entry of entries) {
      const at = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (options.recursive !== false) waiting.push(at);
      } else if (!entry.isSymbolicLink() || !await takeLinked(path, at, found)) {
        look(path, at, entry, found);
      }
      looked += 1;
      if (looked % BREATH_FILES !== 0) continue;
      await new Promise((resolve7) => setImmediate(resolve7));
      options.signal?.throwIfAborted();
    }
  }
  const local = { root: path, linked: found.places };
  const sizes = /* @__PURE__ */ new Map();
  const sizeOf = (file) => {
    if (sizes.size === 0) for (const each of found.files) sizes.set(each.path, each.sizeBytes);
    return sizes.get(file) ?? 0;
  };
  return {
    label: path,
    files: found.files.sort(byPath2),
    refused: found.refused.sort(byPath2),
    noted: found.noted.sort(byPath2),
    local,
    open: async (file) => openLocal(local, { path: file, sizeBytes: sizeOf(file) })
  };
}
async function listed2(root, below, { refused }) {
  try {
    return await (0, import_promises2.readdir)((0, import_node_path6.join)(root, below), { withFileTypes: true });
  } catch (cause) {
    if (below !== "") {
      refused.push({ path: below, ...unreadable("a folder that cannot be listed", cause) });
      return [];
    }
    throw new Problem(
      {
        code: "not-readable",
        kind: "failed",
        what: `${root} cannot be listed: ${cause.message}.`,
        next: "Check that the folder may be read."
      },
      { cause }
    );
  }
}
function look(root, path, entry, found) {
  const strange = strangeness(entry);
  if (strange !== void 0) {
    found.refused.push({ path, ...strange });
    return;
  }
  let stat;
  try {
    const place = (0, import_node_path6.join)(root, path);
    stat = (0, import_node_fs4.lstatSync)(place);
    (0, import_node_fs4.accessSync)(place, import_node_fs4.constants.R_OK);
  } catch (cause) {
    found.refused.push({ path, ...unreadable("a file that cannot be opened", cause) });
    return;
  }
  found.files.push({ path, sizeBytes: stat.size });
  if (stat.nlink > 1) {
    const what = `has ${stat.nlink} names on this disk, so something else may change it`;
    found.noted.push({ path, code: "hard-linked", severity: "note", what });
  }
}
async function takeLinked(root, path, { files, noted, places }) {
  try {
    const target = await (0, import_promises2.readlink)((0, import_node_path6.join)(root, path));
    if ((0, import_node_path6.isAbsolute)(target)) return false;
    const place = (0, import_node_path6.resolve)(root, (0, import_node_path6.dirname)(path), target);
    const base = await (0, import_promises2.realpath)(root);
    if (await (0, import_promises2.realpath)((0, import_node_path6.join)(root, path)) !== (0, import_node_path6.resolve)(base, (0, import_node_path6.relative)(root, place))) return false;
    const [, repository] = SNAPSHOT.exec(`${base.split(import_node_path6.sep).join("/")}/`) ?? [];
    const isBlob = repository !== void 0 && BLOB.test((0, import_node_path6.relative)(repository, place).split(import_node_path6.sep).join("/"));
    if (!isBlob && !place.startsWith(root.endsWith(import_node_path6.sep) ? root : `${root}${import_node_path6.sep}`)) return false;
    const stat = await (0, import_promises2.lstat)(place);
    if (!stat.isFile()) return false;
    await (0, import_promises2.access)(place, import_node_fs4.constants.R_OK);
    files.push({ path, sizeBytes: stat.size });
    places.set(path, place);
    const what = `is a link to ${JSON.stringify(target.slice(0, 120))}, which was read in its place`;
    noted.push({ path, code: "linked", severity: "note", what });
    return true;
  } catch {
    return false;
  }
}
var import_node_fs4, import_promises2, import_node_path6, BREATH_FILES, byPath2, SNAPSHOT, BLOB, unreadable;
var init_directory_tree = __esm({
  "src/verify/read/directory-tree.ts"() {
    "use strict";
    import_node_fs4 = require("node:fs");
    import_promises2 = require("node:fs/promises");
    import_node_path6 = require("node:path");
    init_problem();
    init_oddity();
    init_local_file();
    BREATH_FILES = 256;
    byPath2 = (a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
    SNAPSHOT = /^(.*\/(?:models|datasets|spaces)--[^/]+)\/snapshots(?:\/|$)/;
    BLOB = /^blobs\/[0-9a-f]{40,64}$/;
    unreadable = (what, cause) => ({
      code: "not-readable",
      severity: "inconclusive",
      what: `is ${what} (${cause.code ?? String(cause)})`
    });
  }
});

// src/cli/verify-targets.ts
async function inspect(plan, options) {
  const groups = groupsOf(plan.targets.filter(isPath));
  const opened = [];
  for (const group2 of groups) opened.push(await open2(group2, plan, options.signal));
  const remote = await openUrls(plan, options.signal);
  const bytesTotal = [...opened, ...remote].reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = totalProgress(bytesTotal, options);
  if (bytesTotal > 0) progress("", 0, firstLabel(plan));
  const found = [];
  for (const each of opened)
    found.push({ group: each.group, ...await verifyGroup(each, plan, { ...options, progress }) });
  const ofUrls = /* @__PURE__ */ new Map();
  for (const each of remote) {
    const task = taskFor(plan, each.role, { isNamed: true, isAlone: true }, options.previous);
    const { verifyUrl } = await import("./verify-remote.ts");
    ofUrls.set(each.target.url, await verifyUrl(each, plan, task, { ...options, progress }));
  }
  return inOrderOf(plan, found, ofUrls);
}
async function openUrls(plan, signal) {
  const targets = new Map(plan.targets.flatMap((each) => isPath(each) ? [] : [[each.url, each]]));
  const opened = [];
  if (targets.size === 0) return opened;
  const { openUrl } = await import("./verify-remote.ts");
  for (const target of targets.values()) opened.push(await openUrl(target, plan, signal));
  return opened;
}
function groupsOf(targets) {
  const folders = targets.filter(({ stats }) => stats.isDirectory()).map(({ path }) => path);
  const isBelow = (path) => folders.some((folder) => path !== folder && isInside(folder, path));
  const groups = /* @__PURE__ */ new Map();
  for (const { path, stats } of targets) {
    if (isBelow(path)) continue;
    if (stats.isDirectory()) groups.set(`${path}${import_node_path7.sep}`, { root: path, only: void 0 });
    else if (stats.isFile()) {
      const root = (0, import_node_path7.dirname)(path);
      const group2 = groups.get(root) ?? { root, only: /* @__PURE__ */ new Set() };
      group2.only?.add(path);
      groups.set(root, group2);
    }
  }
  return [...groups.values()];
}
async function open2(group2, plan, signal) {
  const isDeep = group2.only === void 0 || [...group2.only].some((path) => hasPartsBelow((0, import_node_path7.basename)(path)));
  const directory = await openDirectory(group2.root, { recursive: isDeep, signal });
  const files = directory.files.filter(({ path }) => !plan.notArtifacts.has((0, import_node_path7.join)(group2.root, path)));
  const tree = { ...directory, files };
  const wanted = files.filter(({ path }) => group2.only?.has((0, import_node_path7.join)(group2.root, path)) ?? true);
  const roles = await rolesOf(wanted, tree, { jobs: plan.jobs, signal });
  return { group: group2, tree, roles, bytes: wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}
async function rolesOf(files, { local }, order) {
  const roles = new Map(files.map(({ path }) => [path, roleByName(path)]));
  const unnamed = files.filter(({ path }) => roles.get(path) === void 0);
  const found = await rolesApart(unnamed, local, order);
  for (const [n, { path }] of unnamed.entries()) roles.set(path, found[n]);
  return new Map([...roles].map(([path, role]) => [path, role ?? "opaque"]));
}
async function verifyGroup(opened, plan, { signal, table: table3, moments, previous, progress }) {
  const { group: group2, tree, roles } = opened;
  const place = (path) => labelOf(plan.cwd, (0, import_node_path7.join)(group2.root, path));
  const isNamed = group2.only !== void 0;
  const asked = { isNamed, isAlone: group2.only?.size === 1 };
  const tasks = /* @__PURE__ */ new Map();
  const taskOf = (path) => {
    const guess = roles.get(path);
    if (guess === void 0) return void 0;
    const task = tasks.get(guess) ?? taskFor(plan, guess, asked, previous);
    tasks.set(guess, task);
    const sha256 = plan.digests.get((0, import_node_path7.join)(group2.root, path));
    return sha256 === void 0 ? task : { ...task, sha256 };
  };
  const notes = new Map(tree.noted.map((note) => [note.path, note]));
  const labelled = (verdict) => relabelled(verdict, place);
  const { files, sets } = await verifyManyApart(tree, {
    taskOf,
    allowImports: plan.allowImports,
    hash: plan.hash,
    signal,
    ...table3 === void 0 ? {} : { table: table3 },
    ...moments === void 0 ? {} : { moments },
    ...plan.jobs === void 0 ? {} : { jobs: plan.jobs },
    onProgress: (path, done) => progress(place(path), done),
    asKept: (verdict) => {
      const note = notes.get(verdict.label);
      return ofItself(labelled(note === void 0 ? verdict : withNote2(verdict, note)));
    }
  });
  const odd = oddities(opened, plan).map(
    (oddity) => labelled(verdictWithoutReading(oddity, plan.role ?? roleByName(oddity.path) ?? "opaque"))
  ).sort(byLabel);
  return { files: mergedByLabel(files, odd), sets: sets.map(labelled) };
}
function taskFor(plan, guessed, { isNamed, isAlone }, previous) {
  const guess = guessed === "opaque" && plan.expectation.dtype !== void 0 ? "dataset" : guessed;
  const fits = isNamed || plan.role === void 0 || !holdsTensors(plan.role) || holdsTensors(guess);
  const role = fits ? plan.role ?? guess : guess;
  const isMeant = isNamed || holdsTensors(role);
  const answeredBy = isNamed ? "other-roles" : "folder";
  return {
    role,
    roleFrom: role === plan.role ? "declared" : "guessed",
    contains: isMeant ? plan.contains : [],
    ...isMeant && !isAlone && isAskedOf(plan) && { answeredBy },
    allowDegraded: plan.allowDegraded,
    expectation: isNamed || role === "checkpoint" ? plan.expectation : ofAnyFile(plan),
    ...isMeant && previous !== void 0 ? { previous } : {}
  };
}
function oddities({ tree, group: group2, roles }, plan) {
  if (group2.only !== void 0) {
    return tree.refused.filter(({ path }) => group2.only?.has((0, import_node_path7.join)(group2.root, path)));
  }
  const there = new Set([...tree.files, ...tree.refused].map(({ path }) => (0, import_node_path7.join)(group2.root, path)));
  const missing = [...plan.digests.keys()].filter((path) => isInside(group2.root, path) && !there.has(path) && !plan.notArtifacts.has(path)).map((path) => {
    const what = "is listed in the manifest and not there";
    return { path: (0, import_node_path7.relative)(group2.root, path), code: "missing", severity: "fail", what };
  });
  const all = [...tree.refused, ...missing, ...unasked({ plan, roles })];
  if (tree.files.length > 0 || all.length > 0) return all;
  return [{ path: "", code: "nothing-there", severity: "fail", what: "is a directory without any file" }];
}
function unasked({ plan, roles }) {
  const holders = [...roles.values()].map((guess) => taskFor(plan, guess, IN_DIRECTORY, void 0).role);
  if (!isAskedOf(plan) || roles.size === 0 || holders.some(holdsTensors)) return [];
  const what = "holds no file of tensors of which to ask what --contains, --step or --min-step ask; name the files themselves";
  return [{ path: "", code: "nothing-to-ask", severity: "fail", what }];
}
function relabelled(verdict, place) {
  const { partOf: partOf2 } = verdict;
  return {
    ...verdict,
    label: place(verdict.label),
    ...partOf2 === void 0 ? {} : { partOf: place(partOf2) },
    reasons: verdict.reasons.map(
      (reason) => reason.file === void 0 ? reason : { ...reason, file: place(reason.file) }
    )
  };
}
function firstLabel({ targets: [first], cwd }) {
  if (first === void 0) return "";
  return isPath(first) ? labelOf(cwd, first.path) : first.label;
}
function inOrderOf(plan, found, ofUrls) {
  const ofFolders = /* @__PURE__ */ new Map();
  const ofFiles = /* @__PURE__ */ new Map();
  for (const { group: group2, files } of found) {
    if (group2.only === void 0) ofFolders.set(group2.root, files);
    else for (const each of files) ofFiles.set(each.label, each);
  }
  const isPartOfFolder = (path) => [...ofFolders.keys()].some((folder) => isInside(folder, path));
  const paths = plan.targets.map((target) => isPath(target) ? target.path : void 0);
  const lists = plan.targets.map((target, index) => {
    if (!isPath(target)) {
      const verdict = ofUrls.get(target.url);
      ofUrls.delete(target.url);
      return verdict === void 0 ? [] : [verdict];
    }
    const { path, stats } = target;
    const label = labelOf(plan.cwd, path);
    if (plan.notArtifacts.has(path) || paths.indexOf(path) < index) return [];
    if (stats.isDirectory()) return ofFolders.get(path) ?? [];
    if (isPartOfFolder(path)) return [];
    const odd = strangeness(stats) ?? GONE;
    return [ofFiles.get(label) ?? verdictWithoutReading({ path: label, ...odd }, plan.role ?? "opaque")];
  });
  return { files: joined(lists), sets: found.flatMap(({ sets }) => sets) };
}
function totalProgress(bytesTotal, { onProgress }) {
  const doneOf = /* @__PURE__ */ new Map();
  let sum = 0;
  return (key, done, label = key) => {
    sum += done - (doneOf.get(key) ?? 0);
    doneOf.set(key, done);
    onProgress(label, sum, Math.max(bytesTotal, sum));
  };
}
var import_node_path7, isInside, byLabel, IN_DIRECTORY, isAskedOf, ofAnyFile, labelOf, GONE;
var init_verify_targets = __esm({
  "src/cli/verify-targets.ts"() {
    "use strict";
    import_node_path7 = require("node:path");
    init_apart();
    init_oddity();
    init_verdict();
    init_verdicts();
    init_role_guess();
    init_set_heads();
    init_directory_tree();
    init_verify_plan();
    isInside = (folder, path) => path === folder || path.startsWith(folder.endsWith(import_node_path7.sep) ? folder : `${folder}${import_node_path7.sep}`);
    byLabel = (a, b) => a.label < b.label ? -1 : a.label > b.label ? 1 : 0;
    IN_DIRECTORY = { isNamed: false, isAlone: false };
    isAskedOf = ({ contains, expectation: { step, minStep } }) => contains.length > 0 || step !== void 0 || minStep !== void 0;
    ofAnyFile = ({ expectation: { step: _step, minStep: _minStep, ...rest } }) => rest;
    labelOf = (cwd, path) => (0, import_node_path7.relative)(cwd, path).split(import_node_path7.sep).join("/") || ".";
    GONE = {
      code: "changed-while-reading",
      severity: "fail",
      what: "was there and is there no longer"
    };
  }
});

// src/verify/contract/moments.ts
var NO_MOMENTS, deviationOf;
var init_moments = __esm({
  "src/verify/contract/moments.ts"() {
    "use strict";
    NO_MOMENTS = {
      count: 0,
      min: Number.POSITIVE_INFINITY,
      max: Number.NEGATIVE_INFINITY,
      mean: 0,
      squares: 0
    };
    deviationOf = ({ count: count2, squares }) => count2 === 0 ? 0 : Math.sqrt(squares / count2);
  }
});

// src/verify/tensor/diff.ts
function diffTensors(before, after) {
  const old = new Map(before.map((row) => [row.name, row]));
  const now = new Map(after.map((row) => [row.name, row]));
  const diff2 = {
    added: inOrder([...now.values()].filter(({ name }) => !old.has(name))),
    removed: inOrder([...old.values()].filter(({ name }) => !now.has(name))),
    retyped: [],
    reshaped: [],
    changed: [],
    unchanged: 0,
    unknown: []
  };
  for (const a of inOrder([...old.values()])) {
    const b = now.get(a.name);
    if (b !== void 0) enter(diff2, a, b);
  }
  return diff2;
}
function enter(diff2, a, b) {
  const { name } = a;
  if (a.dtype !== b.dtype) diff2.retyped.push({ name, before: a.dtype, after: b.dtype });
  else if (a.shape.join() !== b.shape.join())
    diff2.reshaped.push({ name, before: shapeWord(a), after: shapeWord(b) });
  else if (a.fingerprint === void 0 || b.fingerprint === void 0) diff2.unknown.push(name);
  else if (a.fingerprint === b.fingerprint) diff2.unchanged += 1;
  else diff2.changed.push(name);
}
var isSame, shapeWord, inOrder;
var init_diff = __esm({
  "src/verify/tensor/diff.ts"() {
    "use strict";
    isSame = (diff2) => [diff2.added, diff2.removed, diff2.retyped, diff2.reshaped, diff2.changed].every(({ length }) => length === 0);
    shapeWord = ({ shape }) => shape.length === 0 ? "scalar" : shape.join("x");
    inOrder = (rows) => rows.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  }
});

// src/wildcard.ts
var init_wildcard = __esm({
  "src/wildcard.ts"() {
    "use strict";
  }
});

// src/verify/contract/findings.ts
var init_findings = __esm({
  "src/verify/contract/findings.ts"() {
    "use strict";
    init_verdict();
  }
});

// src/verify/contract/key-book.ts
function partOf(name) {
  return OTHER_PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? "model";
}
var PARTS, OTHER_PARTS;
var init_key_book = __esm({
  "src/verify/contract/key-book.ts"() {
    "use strict";
    init_wildcard();
    init_findings();
    PARTS = {
      model: /^(model|net|network|module|state_dict|params|weights|generator|student|(model|net|module)_?(state|state_dict|weights|params))([./]|$)/,
      // Keras 2 keeps the slots of its optimizer beside each variable. An option called `optim` names one and is none.
      // By the names of its slots where a file is one optimizer's state and nothing else: a model may be kept as `state`, too.
      optimizer: /^state[./].+[./](exp_(avg\w*|inf)|max_exp_avg_sq|momentum_buffer|square_avg|grad_avg|acc_delta|sum|step)$|^(optim|opt)[./]|^(optim|opt|optimizers?)(_?states?|_state_dict|_dict|_weights)([./]|$)|^optimizers?([./]|$)|\/\.OPTIMIZER_SLOT\//,
      scheduler: /^(lr_?)?sched(uler)?s?(_?states?|_state_dict)?([./]|$)/,
      step: /^(global_?|current_?|total_?|train_?)?(step|steps|iter|iteration|iterations|num_steps|num_updates)$/,
      epoch: /^(current_?|last_?)?epochs?$/,
      rng: /^(.*[._/])?(rng|random)(_?states?)?(_.*)?([./].*)?$/,
      scaler: /^(grad_?|amp_?)?scaler(_?state|_state_dict)?([./]|$)|^amp([./]|$)/,
      // Lightning's: what its callbacks remember, best scores that may be infinite among them.
      callbacks: /^callbacks([./]|$)/,
      ema: /^(model_?|net_?)?ema(_?model|_?state|_state_dict|_weights)?([./]|$)|^shadow([./]|$)/
    };
    OTHER_PARTS = Object.entries(PARTS).filter(([part2]) => part2 !== "model");
  }
});

// src/verify/tensor/outline.ts
function outlineOf(rows) {
  const root = branch();
  for (const row of rows) {
    let at = root;
    for (const name of pathOf(row.name)) {
      let next = at.below.get(name);
      if (next === void 0) {
        next = branch();
        at.below.set(name, next);
      }
      at = next;
    }
    at.rows.push(row);
  }
  return nodeOf("", root);
}
function pathOf(name) {
  const parts = name.split(".");
  return parts.length <= DEEPEST ? parts : [...parts.slice(0, DEEPEST - 1), parts.slice(DEEPEST - 1).join(".")];
}
function nodeOf(name, { rows, below }) {
  const children = [...below].sort(([a], [b]) => inNumbers(a, b)).map(([part2, inner]) => joined2(nodeOf(part2, inner)));
  const sum = (count2) => children.reduce((all, node) => all + count2(node), 0);
  return {
    name,
    rows,
    children,
    tensors: rows.length + sum((node) => node.tensors),
    elements: rows.reduce((all, row) => all + elementsOf(row), 0) + sum((node) => node.elements),
    nonFinite: rows.reduce((all, row) => all + row.nonFinite, 0) + sum((node) => node.nonFinite)
  };
}
function joined2(node) {
  const [only, ...more] = node.children;
  if (only === void 0 || more.length > 0 || node.rows.length > 0) return node;
  return { ...only, name: `${node.name}.${only.name}` };
}
var DEEPEST, parametersOf, elementsOf, isFloat, branch, inNumbers;
var init_outline = __esm({
  "src/verify/tensor/outline.ts"() {
    "use strict";
    init_key_book();
    init_dtype();
    DEEPEST = 32;
    parametersOf = (rows) => rows.filter(({ name, dtype }) => isFloat(dtype) && partOf(name) === "model").reduce((sum, row) => sum + elementsOf(row), 0);
    elementsOf = ({ shape }) => shape.reduce((product, size) => product * size, 1);
    isFloat = (word) => {
      const known = Object.values(DTYPES).find(({ name }) => name === word);
      return known === void 0 || known.kind === "float";
    };
    branch = () => ({ rows: [], below: /* @__PURE__ */ new Map() });
    inNumbers = (a, b) => {
      const isNumber = (text) => /^\d{1,15}$/.test(text);
      if (isNumber(a) && isNumber(b) && Number(a) !== Number(b)) return Number(a) - Number(b);
      return a < b ? -1 : a > b ? 1 : 0;
    };
  }
});

// src/report/tensor-text.ts
function explainText(rows) {
  const root = outlineOf(rows);
  const lines = [[...HEADINGS2]];
  const waiting = root.children.map((node) => ({ node, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== void 0; next = waiting.pop()) {
    const { node, depth } = next;
    lines.push(...linesOf2(node, depth));
    waiting.push(...node.children.map((child) => ({ node: child, depth: depth + 1 })).reverse());
  }
  const total = `${root.tensors} tensors, ${root.elements} elements, ${parametersOf(rows)} parameters of the model, ${root.nonFinite} not finite`;
  return `${aligned(lines)}${total}
`;
}
function linesOf2(node, depth) {
  const name = `${"  ".repeat(depth)}${fit(visibleLine(node.name), LONGEST_NAME)}`;
  const own = node.rows.map((row) => [name, ...cellsOf2(row)]);
  if (node.children.length === 0) return own;
  const totals = [`${name}.`, `${node.tensors} tensors`, "", String(node.elements)];
  return [...own, [...totals, "", "", "", "", node.nonFinite > 0 ? String(node.nonFinite) : ""]];
}
function cellsOf2(row) {
  const { dtype, moments, nonFinite, fingerprint = "" } = row;
  const seen = moments !== void 0 && moments.count > 0 ? moments : void 0;
  const values = seen === void 0 ? ["", "", "", ""] : [seen.min, seen.max, seen.mean, deviationOf(seen)].map(
    (value) => String(Number(value.toPrecision(5)))
  );
  return [
    visibleLine(dtype),
    shapeWord(row),
    String(elementsOf(row)),
    ...values,
    nonFinite > 0 ? String(nonFinite) : "",
    fingerprint
  ];
}
function aligned(lines) {
  const widths = HEADINGS2.map(
    (_heading, column) => lines.reduce((widest, line) => Math.max(widest, columnsOf(line[column] ?? "")), 0)
  );
  return lines.map((line) => {
    const cells = HEADINGS2.map((_heading, column) => {
      const cell = line[column] ?? "";
      const width = widths[column] ?? 0;
      return NUMBERS.has(column) ? cell.padStart(width) : pad(cell, width);
    });
    return `${cells.join("  ").trimEnd()}
`;
  }).join("");
}
function diffText(diff2, { first, tensors: tensors2, parts }) {
  const distances = new Map(tensors2.map((each) => [each.name, each]));
  const shape = (row) => `${visibleLine(row.dtype)} ${shapeWord(row)}`;
  const name = (text) => fit(visibleLine(text), LONGEST_NAME);
  const lines = [
    ...some(diff2.added, (row) => `added      ${name(row.name)}  ${shape(row)}`),
    ...some(diff2.removed, (row) => `removed    ${name(row.name)}  ${shape(row)}`),
    ...some(diff2.retyped, (each) => `type       ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff2.reshaped, (each) => `shape      ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff2.changed, (each) => `values     ${name(each)}${distanceWords(distances.get(each))}`),
    ...some(diff2.unknown, (each) => `unknown    ${name(each)}`)
  ];
  const counts = [
    `${diff2.added.length} added`,
    `${diff2.removed.length} removed`,
    `${diff2.retyped.length} of another type`,
    `${diff2.reshaped.length} of another shape`,
    `${diff2.changed.length} with other values`,
    ...diff2.unknown.length > 0 ? [`${diff2.unknown.length} that cannot be compared`] : [],
    `${diff2.unchanged} unchanged`
  ];
  const sums = parts.map(
    ({ part: part2, tensors: count2, ...distance }) => `${part2}: ${count2} tensors ${farWords(distance)}`
  );
  const begins = first === null || diff2.changed.length < 2 ? [] : [`first in the file: ${name(first)}`];
  return `${[...lines, ...begins, ...sums].map((line) => `${visibleLine(line)}
`).join("")}${counts.join(", ")}
`;
}
function distanceWords(distance) {
  if (distance === void 0) return "";
  const { largest, first } = distance;
  const most = largest === null ? "" : `; most at element ${largest.element}: ${brief(largest.before)} -> ${brief(largest.after)}`;
  return `  ${farWords(distance)}${first === null ? "" : `, first at element ${first}`}${most}`;
}
function farWords({
  norm,
  relative: relative3,
  cosine,
  differing,
  elements,
  notFinite
}) {
  return [
    `went ${brief(norm)}${relative3 === null ? "" : ` (${percent(relative3)} of its norm)`}`,
    ...cosine === null ? [] : [`cosine ${brief(cosine, 7)}`],
    `${differing} of ${elements} differ`,
    ...notFinite > 0 ? [`${notFinite} of them not finite`] : []
  ].join(", ");
}
function some(items, line) {
  const lines = items.slice(0, SHOWN).map(line);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `           ${more} more; --json lists all`] : lines;
}
var LONGEST_NAME, HEADINGS2, NUMBERS, SHOWN, brief, percent;
var init_tensor_text = __esm({
  "src/report/tensor-text.ts"() {
    "use strict";
    init_moments();
    init_diff();
    init_outline();
    init_columns();
    init_visible_text();
    LONGEST_NAME = 80;
    HEADINGS2 = [
      "tensor",
      "type",
      "shape",
      "elements",
      "min",
      "max",
      "mean",
      "std",
      "not finite",
      "fingerprint"
    ];
    NUMBERS = /* @__PURE__ */ new Set([3, 4, 5, 6, 7, 8]);
    SHOWN = 200;
    brief = (value, digits = 5) => String(Number(value.toPrecision(digits)));
    percent = (part2) => `${brief(part2 * 100, 3)} %`;
  }
});

// src/verify/tensor/distance.ts
var DistanceSum;
var init_distance = __esm({
  "src/verify/tensor/distance.ts"() {
    "use strict";
    DistanceSum = class {
      #elements = 0;
      #differing = 0;
      #notFinite = 0;
      #squares = 0;
      #squaresBefore = 0;
      #squaresAfter = 0;
      #product = 0;
      #largest = null;
      #first = null;
      /** The next elements of both, as many of one as of the other. */
      add(before, after) {
        let [squares, squaresBefore, squaresAfter] = [this.#squares, this.#squaresBefore, this.#squaresAfter];
        let product = this.#product;
        let [differing, notFinite, largestAt] = [0, 0, -1];
        const known = this.#largest;
        let largest = known === null ? -1 : Math.abs(known.after - known.before);
        for (let i = 0; i < before.length; i += 1) {
          const a = before[i];
          const b = after[i];
          const isSame2 = a === b || Number.isNaN(a) && Number.isNaN(b);
          if (!isSame2) {
            if (differing === 0) this.#first ??= this.#elements + i;
            differing += 1;
          }
          if (a - a !== 0 || b - b !== 0) {
            if (!isSame2) notFinite += 1;
            continue;
          }
          squaresBefore += a * a;
          squaresAfter += b * b;
          product += a * b;
          if (isSame2) continue;
          const change = b - a;
          squares += change * change;
          if (Math.abs(change) <= largest) continue;
          largest = Math.abs(change);
          largestAt = i;
        }
        if (largestAt >= 0) {
          const [was, is] = [before[largestAt], after[largestAt]];
          this.#largest = { element: this.#elements + largestAt, before: was, after: is };
        }
        this.#elements += before.length;
        this.#differing += differing;
        this.#notFinite += notFinite;
        [this.#squares, this.#squaresBefore, this.#squaresAfter] = [squares, squaresBefore, squaresAfter];
        this.#product = product;
      }
      /** The sums of others on top, as of one long tensor; where its largest and first stand has no meaning then. */
      take(other) {
        this.#elements += other.#elements;
        this.#differing += other.#differing;
        this.#notFinite += other.#notFinite;
        this.#squares += other.#squares;
        this.#squaresBefore += other.#squaresBefore;
        this.#squaresAfter += other.#squaresAfter;
        this.#product += other.#product;
      }
      get distance() {
        const norm = Math.sqrt(this.#squares);
        const before = Math.sqrt(this.#squaresBefore);
        const both = before * Math.sqrt(this.#squaresAfter);
        return {
          elements: this.#elements,
          differing: this.#differing,
          notFinite: this.#notFinite,
          norm,
          relative: before === 0 ? null : norm / before,
          // Rounding may lead beyond what a cosine can be.
          cosine: both === 0 ? null : Math.max(-1, Math.min(1, this.#product / both)),
          largest: this.#largest,
          first: this.#first
        };
      }
    };
  }
});

// src/verify/tensor/element-block.ts
function swapped(bytes, unitBytes) {
  const own = new Uint8Array(bytes);
  for (let at = 0; at + unitBytes <= own.length; at += unitBytes) own.subarray(at, at + unitBytes).reverse();
  return own;
}
var init_element_block = __esm({
  "src/verify/tensor/element-block.ts"() {
    "use strict";
  }
});

// src/verify/tensor/element-values.ts
function decodeElements(dtype, bytes) {
  const read2 = READERS[dtype.name];
  if (read2 === void 0) return void 0;
  const count2 = Math.floor(bytes.length / read2.unitBytes);
  const isAligned = bytes.byteOffset % read2.unitBytes === 0;
  const own = IS_LITTLE_ENDIAN ? isAligned ? bytes : new Uint8Array(bytes) : swapped(bytes, read2.unitBytes);
  return read2.all(own.buffer, own.byteOffset, count2);
}
function halfToNumber(bits) {
  const [exponent, fraction] = [bits >>> 10 & 31, bits & 1023];
  const sign = bits & 32768 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
function bfloatToNumber(bits) {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}
var IS_LITTLE_ENDIAN, integers, f64, f32, table, wide, READERS, WORD;
var init_element_values = __esm({
  "src/verify/tensor/element-values.ts"() {
    "use strict";
    init_element_block();
    IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
    integers = (Units) => ({
      unitBytes: Units.BYTES_PER_ELEMENT,
      all: (...place) => new Float64Array(new Units(...place))
    });
    f64 = { unitBytes: 8, all: (...place) => new Float64Array(...place) };
    f32 = { unitBytes: 4, all: (...place) => new Float32Array(...place) };
    table = (numberOf) => {
      let numbers;
      return {
        unitBytes: 2,
        all(...place) {
          numbers ??= Float64Array.from({ length: 2 ** 16 }, (_none, bits) => numberOf(bits));
          const units = new Uint16Array(...place);
          const values = new Float64Array(units.length);
          for (let i = 0; i < units.length; i += 1) values[i] = numbers[units[i]];
          return values;
        }
      };
    };
    wide = (Units) => ({
      unitBytes: 8,
      all: (...place) => Float64Array.from(new Units(...place), Number)
    });
    READERS = {
      f64,
      c128: f64,
      f32,
      c64: f32,
      f16: table(halfToNumber),
      bf16: table(bfloatToNumber),
      i64: wide(BigInt64Array),
      u64: wide(BigUint64Array),
      i32: integers(Int32Array),
      u32: integers(Uint32Array),
      i16: integers(Int16Array),
      u16: integers(Uint16Array),
      i8: integers(Int8Array),
      u8: integers(Uint8Array),
      bool: integers(Uint8Array)
    };
    WORD = new DataView(new ArrayBuffer(4));
  }
});

// src/cli/verify-distance.ts
async function distancesOf(names, sides, { cwd, signal, onProgress }) {
  const [before, after] = sides.map((files) => placesIn(files, cwd));
  const found = { tensors: [], parts: [], unmeasured: [] };
  const parts = /* @__PURE__ */ new Map();
  const pairs = names.map((name) => ({ name, pair: pairOf(before.get(name), after.get(name)) }));
  const bytesTotal = pairs.reduce((sum, { pair }) => sum + (pair === void 0 ? 0 : 2 * pair[0].bytes), 0);
  let bytesDone = 0;
  const opened = /* @__PURE__ */ new Map();
  const sourceOf2 = (path) => {
    const source = opened.get(path) ?? openFileSource(path, { allowHardLinks: true });
    opened.set(path, source);
    return source;
  };
  try {
    for (const { name, pair } of pairs) {
      const tell = (done) => onProgress(name, bytesDone + done, bytesTotal);
      const sum = pair && await compared(pair, sourceOf2, { signal, tell }).catch(unlessReadable);
      if (pair !== void 0) {
        bytesDone += 2 * pair[0].bytes;
        tell(0);
      }
      if (!sum) {
        found.unmeasured.push(name);
        continue;
      }
      found.tensors.push({ name, ...sum.distance });
      const part2 = parts.get(partOf(name)) ?? { sum: new DistanceSum(), tensors: 0 };
      part2.sum.take(sum);
      part2.tensors += 1;
      parts.set(partOf(name), part2);
    }
  } finally {
    for (const source of opened.values()) await source.then((each) => each.close()).catch(() => {
    });
  }
  for (const [part2, { sum, tensors: tensors2 }] of parts) {
    const { largest: _largest, first: _first, ...distance } = sum.distance;
    if (tensors2 > 1) found.parts.push({ part: part2, tensors: tensors2, ...distance });
  }
  return found;
}
function placesIn(files, cwd) {
  const rows = files.flatMap(({ label, table: table3 = [] }) => table3.map((row) => ({ label, row })));
  const times = /* @__PURE__ */ new Map();
  for (const { row } of rows) times.set(row.name, (times.get(row.name) ?? 0) + 1);
  return new Map(
    rows.flatMap(({ label, row }) => {
      const place = times.get(row.name) === 1 ? placeOf(row, (0, import_node_path8.resolve)(cwd, label)) : void 0;
      return place ? [[row.name, place]] : [];
    })
  );
}
function placeOf({ at, dtype }, path) {
  const known = BY_NAME2.get(dtype);
  return at && known ? { path, ...at, dtype: known } : void 0;
}
function pairOf(before, after) {
  if (before === void 0 || after === void 0 || before.bytes !== after.bytes) return void 0;
  return decodeElements(before.dtype, new Uint8Array(0)) && [before, after];
}
async function compared([before, after], sourceOf2, { signal, tell }) {
  const sum = new DistanceSum();
  for (let at = 0; at < before.bytes; at += PIECE_BYTES) {
    signal.throwIfAborted();
    const length = Math.min(PIECE_BYTES, before.bytes - at);
    const pieces = await Promise.all(
      [before, after].map(
        async ({ path, offset, dtype }) => decodeElements(dtype, await (await sourceOf2(path)).read(offset + at, length))
      )
    );
    const [a, b] = pieces;
    if (a && b) sum.add(a, b);
    tell(2 * (at + length));
  }
  return sum;
}
function unlessReadable(error) {
  if (error instanceof RangeError || error instanceof Problem) return;
  throw error;
}
var import_node_path8, PIECE_BYTES, BY_NAME2;
var init_verify_distance = __esm({
  "src/cli/verify-distance.ts"() {
    "use strict";
    import_node_path8 = require("node:path");
    init_problem();
    init_key_book();
    init_file_source();
    init_distance();
    init_dtype();
    init_element_values();
    PIECE_BYTES = 1024 ** 2;
    BY_NAME2 = new Map(Object.values(DTYPES).map((dtype) => [dtype.name, dtype]));
  }
});

// src/cli/verify-tensors.ts
var verify_tensors_exports = {};
__export(verify_tensors_exports, {
  diff: () => diff,
  explain: () => explain,
  tensorsBefore: () => tensorsBefore
});
async function explain(plan, watching2, json, write) {
  const verdicts = await withTables(plan, { ...watching2, moments: true });
  const rows = tensorsOf(verdicts);
  if (json) {
    const tensors2 = rows.map(tensorJson);
    const elements = rows.reduce((sum, row) => sum + elementsOf(row), 0);
    write(jsonLine({ verdict: worstOf(verdicts), parameters: parametersOf(rows), elements, tensors: tensors2 }));
  } else {
    write(inert(`${renderTable(worstFirst(verdicts))}
${explainText(rows)}`));
  }
  return verdicts;
}
async function withTables(plan, options) {
  const { files, sets } = await inspect(plan, { ...options, table: true });
  return { files: [...files], sets };
}
async function diff(plan, watching2, json, write) {
  const [before, after] = await bothOf(plan, watching2);
  const unread = [before, after].filter(({ verdicts }) => !isRead(verdicts));
  const found = diffTensors(before.rows, after.rows);
  const side = ({ label, verdicts, rows }) => ({
    path: label,
    verdict: worstOf(verdicts),
    tensors: rows.length,
    parameters: parametersOf(rows)
  });
  const isEqual = isSame(found) && found.unknown.length === 0;
  const changed = new Set(found.changed);
  const first = before.rows.find(({ name }) => changed.has(name))?.name ?? null;
  const went = await distancesOf(found.changed, [before.verdicts.files, after.verdicts.files], {
    ...watching2,
    cwd: plan.cwd
  });
  if (json) {
    const names = (rows) => rows.map(({ name, dtype, shape }) => ({ name, dtype, shape }));
    write(
      jsonLine({
        before: side(before),
        after: side(after),
        same: unread.length === 0 && isEqual,
        ...found,
        added: names(found.added),
        removed: names(found.removed),
        first,
        distances: went.tensors,
        parts: went.parts,
        unmeasured: went.unmeasured
      })
    );
  } else {
    for (const { verdicts } of unread) write(inert(`${renderTable(worstFirst(verdicts))}
`));
    write(inert(diffText(found, { ...went, first })));
  }
  if (unread.length > 0) return EXIT.inconclusive;
  if (!isSame(found)) return EXIT.failed;
  return found.unknown.length > 0 ? EXIT.inconclusive : EXIT.ok;
}
async function bothOf(plan, watching2) {
  const sideOf = async (target) => {
    const verdicts = await withTables({ ...plan, targets: [target] }, watching2);
    return { label: isPath(target) ? target.path : target.label, verdicts, rows: tensorsOf(verdicts) };
  };
  const [a, b] = plan.targets;
  if (a === void 0 || b === void 0) throw new Error("a diff has two sides");
  return [await sideOf(a), await sideOf(b)];
}
async function tensorsBefore(plan, previous, watching2) {
  const { role: _role, ...same } = plan;
  const asked = {
    ...same,
    targets: [previous],
    contains: [],
    expectation: {},
    digests: /* @__PURE__ */ new Map(),
    listed: /* @__PURE__ */ new Map()
  };
  const verdicts = await withTables(asked, watching2);
  const rows = tensorsOf(verdicts);
  if (rows.length === 0) {
    throw new Problem({
      code: "no-tensors",
      kind: "failed",
      what: `--previous: no tensor can be read from ${previous.path}.`,
      next: `Look at it: gpu-lease verify ${previous.path}`
    });
  }
  const { step } = verdicts.files.find(({ facts }) => facts.step !== void 0)?.facts ?? {};
  const { optimizer } = verdicts.files.find(({ facts }) => facts.optimizer !== void 0)?.facts ?? {};
  return {
    rows,
    ...step === void 0 ? {} : { step },
    ...optimizer === void 0 ? {} : { optimizer },
    verdict: worstOf(verdicts)
  };
}
function tensorsOf({ files, sets }) {
  const complete = sets.filter(({ table: table3 }) => (table3?.length ?? 0) > 0);
  const isCovered = (file) => complete.some((set) => set.label === file.partOf);
  const holders = [...complete, ...files.filter((file) => !isCovered(file))];
  const times = /* @__PURE__ */ new Map();
  for (const { table: table3 = [] } of holders)
    for (const { name } of table3) times.set(name, (times.get(name) ?? 0) + 1);
  return holders.flatMap(
    ({ label, table: table3 = [] }) => table3.map((row) => (times.get(row.name) ?? 0) > 1 ? { ...row, name: `${label}:${row.name}` } : row)
  );
}
function tensorJson(row) {
  const { name, dtype, shape, fingerprint = null, nonFinite, moments } = row;
  const seen = moments !== void 0 && moments.count > 0 ? moments : void 0;
  return {
    name,
    dtype,
    shape,
    elements: elementsOf(row),
    nonFinite,
    min: seen?.min ?? null,
    max: seen?.max ?? null,
    mean: seen?.mean ?? null,
    std: seen === void 0 ? null : deviationOf(seen),
    fingerprint
  };
}
var isRead;
var init_verify_tensors = __esm({
  "src/cli/verify-tensors.ts"() {
    "use strict";
    init_inert();
    init_problem();
    init_tensor_text();
    init_verify_document();
    init_visible_text();
    init_moments();
    init_table();
    init_diff();
    init_outline();
    init_verify_distance();
    init_verify_plan();
    init_verify_targets();
    isRead = ({ files, sets }) => {
      const withTensors = [...files, ...sets].filter(({ table: table3 }) => (table3?.length ?? 0) > 0);
      return withTensors.length > 0 && withTensors.every(({ level: level2 }) => level2 >= "L2");
    };
  }
});

// src/github/actions-face.ts
var actions_face_exports = {};
__export(actions_face_exports, {
  actionsFace: () => actionsFace
});
function actionsFace(clock, write = (text) => void process.stdout.write(text), isNew = () => true) {
  const shownAt = /* @__PURE__ */ new Map();
  let warnings = 0;
  let isOpen = false;
  const print2 = (text) => write(`${inert(text)}
`);
  return {
    heading(text) {
      if (isOpen) write("::endgroup::\n");
      isOpen = true;
      write(group(text));
    },
    line: print2,
    warn(text, at) {
      warnings += 1;
      if (warnings <= MAX_ANNOTATIONS && (!at || isNew(`${at.file}:${at.line}: ${text}`)))
        write(annotation("warning", text, at));
      else print2(`warning: ${at ? `${at.file}:${at.line}:${at.column}: ` : ""}${text}`);
    },
    progress(id, state) {
      const now = clock.now().getTime() / 1e3;
      if (now - (shownAt.get(id) ?? Number.NEGATIVE_INFINITY) < PROGRESS_EVERY_SECONDS) return;
      shownAt.set(id, now);
      print2(progressLine(state));
    },
    settle(id) {
      if (id === void 0) shownAt.clear();
      else shownAt.delete(id);
    }
  };
}
function progressLine(state) {
  const { label, done, total, unit } = state;
  const share = total ? `/${total} ${unit} (${Math.floor(100 * done / total)} %)` : ` ${unit}`;
  const words = wordsBeside(state);
  return `${label}: ${Math.round(done)}${share}${words ? `, ${words}` : ""}`;
}
var PROGRESS_EVERY_SECONDS, MAX_ANNOTATIONS;
var init_actions_face = __esm({
  "src/github/actions-face.ts"() {
    "use strict";
    init_progress_bar();
    init_inert();
    PROGRESS_EVERY_SECONDS = 15;
    MAX_ANNOTATIONS = 10;
  }
});

// src/report/whole-file.ts
var whole_file_exports = {};
__export(whole_file_exports, {
  rewriteWhole: () => rewriteWhole,
  writeWhole: () => writeWhole
});
function writeWhole(path, text) {
  placed(path, typeof text === "string" ? [text] : text, () => {
  });
}
function rewriteWhole(path, { had, text }) {
  const target = refusing(path, () => (0, import_node_fs5.realpathSync)(path));
  const { mode, uid, gid } = refusing(path, () => (0, import_node_fs5.statSync)(target));
  placed(target, [text], (draft, file) => {
    (0, import_node_fs5.fchmodSync)(file, mode & 4095);
    const own = (0, import_node_fs5.statSync)(draft);
    if (own.uid !== uid || own.gid !== gid) (0, import_node_fs5.chownSync)(draft, uid, gid);
    if ((0, import_node_fs5.readFileSync)(target, "utf8") !== had) throw changedMeanwhile(path);
  });
}
function placed(path, parts, ready) {
  const draft = (0, import_node_path9.join)((0, import_node_path9.dirname)(path), `.${(0, import_node_path9.basename)(path)}.${process.pid}.tmp`);
  refusing(path, () => {
    try {
      (0, import_node_fs5.rmSync)(draft, { force: true });
      const file = (0, import_node_fs5.openSync)(draft, "wx", 420);
      try {
        for (const part2 of parts) {
          const bytes = Buffer.from(part2, "utf8");
          for (let done = 0; done < bytes.length; ) done += (0, import_node_fs5.writeSync)(file, bytes, done);
        }
        ready(draft, file);
        (0, import_node_fs5.fsyncSync)(file);
      } finally {
        (0, import_node_fs5.closeSync)(file);
      }
      (0, import_node_fs5.renameSync)(draft, path);
    } catch (error) {
      (0, import_node_fs5.rmSync)(draft, { force: true });
      throw error;
    }
  });
}
function refusing(path, work) {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem(
      {
        code: "not-written",
        kind: "failed",
        what: `${path} could not be written: ${cause.message}.`,
        next: "Free space or name another place, then run the same command again."
      },
      { cause }
    );
  }
}
var import_node_fs5, import_node_path9, changedMeanwhile;
var init_whole_file = __esm({
  "src/report/whole-file.ts"() {
    "use strict";
    import_node_fs5 = require("node:fs");
    import_node_path9 = require("node:path");
    init_problem();
    changedMeanwhile = (path) => new Problem({
      code: "changed-meanwhile",
      kind: "usage",
      what: `${path} was changed while this command looked at it, and is left as it is now.`,
      next: "Save and commit what you have of it, then run the same command again."
    });
  }
});

// src/report/html-style.ts
var LIGHT, DARK, SANS, LINES, TILES, NARROW, PAPER, HTML_STYLE;
var init_html_style = __esm({
  "src/report/html-style.ts"() {
    "use strict";
    LIGHT = "--ink:#1c2330;--soft:#5d6679;--line:#e3e6ec;--page:#f6f7f9;--card:#fff;--accent:#2456d6;--good:#157347;--bad:#b42318;--warn:#8a5200;--k1:#b3541e;--k2:#157347;--k3:#8e3fc7;--k4:#b4234f;--k5:#0b7285;--k6:#7a5b00;--k7:#5c6470";
    DARK = "--ink:#e6e9ef;--soft:#a3adbd;--line:#2c3340;--page:#0f1319;--card:#171c24;--accent:#7aa2ff;--good:#5fd08f;--bad:#ff8f84;--warn:#f0b35a;--k1:#f0a35a;--k2:#5fd08f;--k3:#c99bff;--k4:#ff8fa8;--k5:#5cc8d9;--k6:#d8c04f;--k7:#aab2bf";
    SANS = 'system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif';
    LINES = [1, 2, 3, 4, 5, 6, 7].map((n) => `.k${n}{stroke:var(--k${n})}`).join("");
    TILES = [4, 5, 6].map((n) => `.by${n}{grid-template-columns:repeat(${n},1fr)}`).join("");
    NARROW = `
main{padding:1.2rem .75rem 3rem}h1{font-size:1.4rem;overflow-wrap:anywhere}section{padding:.8rem}
.cards{overflow-x:visible}.cards table,.cards tbody,.cards tr{display:block}.cards thead{display:none}
.cards tr{padding:.55rem 0;border-bottom:1px solid var(--line)}.cards tr:last-child{border-bottom:0}
.cards td{display:grid;grid-template-columns:6.5rem 1fr;gap:.1rem .7rem;padding:.08rem 0;border:0;text-align:left;white-space:normal;min-width:0;overflow-wrap:anywhere}
.cards td::before{content:attr(data-title);color:var(--soft);font:13px/1.6 ${SANS}}.cards td:empty{display:none}
.cards td:first-child,.cards td.copy{display:block}.cards td:first-child{font-weight:600}.cards td:first-child::before,.cards td.copy::before{content:none}
.cards td.number{display:inline-flex;gap:.45rem;margin-right:1.1rem;max-width:100%}`;
    PAPER = `
@page{margin:14mm}
:root{color-scheme:light;${LIGHT}}
body{background:#fff;font-size:10pt}main{max-width:none;padding:0}
section,.tiles div{border-color:#bbb}section{padding:.4rem 0;border-width:1px 0 0;border-radius:0}
.wide,pre{overflow:visible}pre{white-space:pre-wrap;overflow-wrap:anywhere}table{font-size:8pt}thead{display:table-header-group}
tr,figure,.note,.tiles,.tiles div{break-inside:avoid}h2,summary{break-after:avoid}
td,th{min-width:0;overflow-wrap:anywhere}details::details-content{content-visibility:visible;height:auto}`;
    HTML_STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media(prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.55 ${SANS}}
main{max-width:66rem;margin:0 auto;padding:2rem 1rem 4rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem .9rem}
h1{margin:0;font-size:1.7rem;letter-spacing:-.01em}h2{margin:0 0 .6rem;font-size:1.05rem}
code,.mono,.copy,.crash{font-family:ui-monospace,SFMono-Regular,Menlo,"DejaVu Sans Mono",monospace;font-size:.92em}
.copy{user-select:all;-webkit-user-select:all}code{overflow-wrap:anywhere}
.state{margin:0;padding:.1rem .7rem;border-radius:1rem;border:1px solid;font-size:.9rem;font-weight:600;color:var(--accent)}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}
.under{color:var(--soft);margin:.3rem 0 1.2rem;overflow-wrap:anywhere}
.note{margin:0 0 1rem;padding:.6rem .9rem;border-left:4px solid var(--bad);background:var(--card);border-radius:0 .4rem .4rem 0;overflow-wrap:anywhere;white-space:pre-line}
.ask{border-left:4px solid var(--accent)}.ask p{margin:0 0 .6rem}ul{margin:0 0 .6rem;padding-left:1.2rem}li{overflow-wrap:anywhere}
.tiles{display:grid;gap:.7rem;margin:0 0 1.2rem}.by3{grid-template-columns:repeat(3,1fr)}${TILES}
.tiles div,section{background:var(--card);border:1px solid var(--line);border-radius:.6rem}
.tiles div{padding:.6rem .8rem}dt{color:var(--soft);font-size:.82rem}dd{margin:0;font-size:1.1rem;font-weight:600;overflow-wrap:anywhere}
section{padding:1rem;margin:0 0 1.2rem}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.87rem}
th{color:var(--soft);font-weight:500;white-space:nowrap}th.mono,th.copy{font-family:inherit;font-size:inherit}th,td{text-align:left;padding:.32rem .8rem .32rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td{overflow-wrap:break-word}td.copy{min-width:9rem;overflow-wrap:anywhere}td.long{min-width:14rem}tr:last-child td{border-bottom:0}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.short{white-space:nowrap}
.where{margin:0 0 .8rem;padding:0;list-style:none}.where li{padding:.1rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}summary h2{display:inline;margin:0}summary+*{margin-top:.6rem}pre{overflow-x:auto;margin:.5rem 0 .8rem;font-size:.82rem;line-height:1.4}
.crash{margin:.4rem 0;color:var(--bad);overflow-wrap:anywhere}
.rest{color:var(--soft);margin:.6rem 0 0;font-size:.87rem}
figure{margin:0 0 1rem;min-width:0}figcaption{font-size:.92rem;font-weight:600;overflow-wrap:anywhere}figcaption span{color:var(--soft);font-weight:400}
.figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:.6rem 1.6rem}.figures figure:first-child{grid-column:1/-1}
.plot{display:block;overflow:visible;margin:.5rem .5rem 1.7rem 3.4rem;width:calc(100% - 3.9rem);height:11rem}figure:first-child .plot{height:15rem}
.plot svg{overflow:visible}.plot text,.swatch{font-size:11.5px;fill:var(--soft)}.end{text-anchor:end}.mid{text-anchor:middle}
.grid{stroke:var(--line)}.line{fill:none;stroke:var(--accent);stroke-width:1.8;stroke-linejoin:round;vector-effect:non-scaling-stroke}.area{fill:var(--accent);opacity:.09}
${LINES}.d1{stroke-dasharray:6 3}.d2{stroke-dasharray:2 3}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:0 0 .6rem;padding:0;list-style:none;font-size:.87rem}.swatch{width:1.6rem;height:.6rem;margin-right:.35rem}
.resume line{stroke:var(--warn);stroke-dasharray:4 3}.plot .resume text{fill:var(--warn)}
@media(max-width:64rem){.by6{grid-template-columns:repeat(3,1fr)}}
@media screen and (max-width:45rem){.tiles,.figures{grid-template-columns:repeat(2,minmax(0,1fr))}.figures{grid-template-columns:minmax(0,1fr)}.tiles div:last-child:nth-child(odd){grid-column:1/-1}${NARROW}}
@media print{${PAPER}}
`;
  }
});

// src/report/html-text.ts
var htmlText;
var init_html_text = __esm({
  "src/report/html-text.ts"() {
    "use strict";
    init_visible_text();
    htmlText = (raw) => visible(raw).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
  }
});

// src/report/html-page.ts
function htmlPage(title, body) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
function tileList(pairs) {
  const across = [6, 5, 4, 3].find((count2) => pairs.length % count2 === 0) ?? 4;
  const tiles2 = pairs.map(([name, value]) => `<div><dt>${htmlText(name)}</dt><dd>${htmlText(value)}</dd></div>`);
  return `<dl class="tiles by${across}">${tiles2.join("")}</dl>`;
}
function section({ title, columns, rows, left = 0, where = "", ...more }) {
  if (rows.length === 0) return "";
  const used = columns.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ""));
  const cards2 = rows.length <= MOST_CARDS;
  const head = used.map((at) => `<th${classOf(columns[at])}>${htmlText(columns[at]?.title ?? "")}</th>`).join("");
  const body = rows.map((row) => {
    const shown3 = used.map((at) => tableCell(columns[at], row[at] ?? "", cards2));
    return `<tr>${shown3.join("")}</tr>`;
  });
  const rest = left > 0 ? `
<p class="rest">${left} more ${htmlText(where)}</p>` : "";
  const table3 = `<div class="wide${cards2 ? " cards" : ""}" tabindex="0" role="region" aria-label="${htmlText(title)}"><table><thead><tr>${head}</tr></thead><tbody>
${body.join("\n")}
</tbody></table></div>`;
  return part(title, `${more.lead ?? ""}${table3}${rest}${more.after ?? ""}`, more.isFolded);
}
function part(title, markup, isFolded = false) {
  const heading = `<h2>${htmlText(title)}</h2>`;
  return isFolded ? `<section><details><summary>${heading}</summary>${markup}</details></section>` : `<section>${heading}${markup}</section>`;
}
function tableCell(column, cell, cards2) {
  const label = cards2 ? ` data-title="${htmlText(column?.title ?? "")}"` : "";
  const { word, tone } = typeof cell === "string" ? { word: cell, tone: "" } : cell;
  return `<td${classOf(column, tone)}${label}>${htmlText(word)}</td>`;
}
function classOf(column, tone = "") {
  const names = [column?.class ?? "", tone].filter((each) => each !== "").join(" ");
  return names === "" ? "" : ` class="${names}"`;
}
var import_node_crypto, STYLE_DIGEST, POLICY, VERDICT_TONE, MOST_CARDS;
var init_html_page = __esm({
  "src/report/html-page.ts"() {
    "use strict";
    import_node_crypto = require("node:crypto");
    init_html_style();
    init_html_text();
    STYLE_DIGEST = (0, import_node_crypto.createHash)("sha256").update(HTML_STYLE).digest("base64");
    POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'`;
    VERDICT_TONE = { pass: "good", "pass-degraded": "warn" };
    MOST_CARDS = 150;
  }
});

// src/report/verify-html.ts
var verify_html_exports = {};
__export(verify_html_exports, {
  verifyHtml: () => verifyHtml
});
function verifyHtml({ sets, ...told }) {
  const files = [...told.files];
  const verdicts = { files, sets };
  const worst = worstOf(verdicts);
  return htmlPage(
    `${worst}: ${files.length} files`,
    [
      `<header><h1>Artifacts</h1><p class="state ${toneOf(worst)}">${htmlText(worst)}</p></header>`,
      tiles(verdicts),
      table2("Sets", sets),
      table2("Files", worstFirst({ files, sets: [] })),
      reasons(worstFirst(verdicts)),
      tensors([
        ...sets,
        ...files.filter((file) => file.partOf === void 0 || !hasTable(sets, file.partOf))
      ])
    ].filter((part2) => part2 !== "").join("\n")
  );
}
function tiles({ files, sets }) {
  const { of: counts } = countsOf(files);
  return tileList([
    ["pass", String(counts.pass)],
    ["pass-degraded", String(counts["pass-degraded"])],
    ["inconclusive", String(counts.inconclusive)],
    ["fail", String(counts.fail)],
    ["sets", String(sets.length)],
    ["bytes", formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0))],
    ["tensors", String(files.reduce((sum, each) => sum + (each.tensors?.count ?? 0), 0))],
    ["verifier", `version ${files[0]?.verifierVersion ?? sets[0]?.verifierVersion ?? ""}`]
  ]);
}
function table2(title, verdicts) {
  const shown3 = verdicts.slice(0, MAX_ROWS.files);
  return section({
    title,
    columns: [
      { title: "verdict", class: "short" },
      { title: "level" },
      { title: title === "Sets" ? "set" : "file", class: "mono" },
      { title: "format" },
      { title: "role", class: "short" },
      { title: "tensors", class: "number" },
      { title: "size", class: "number" },
      { title: "sha256", class: "mono" }
    ],
    rows: shown3.map((each) => [
      { word: each.verdict, tone: toneOf(each.verdict) },
      each.level,
      each.label,
      each.format,
      each.role,
      each.tensors === void 0 ? "" : String(each.tensors.count),
      formatBytes(each.bytes),
      each.sha256 ?? ""
    ]),
    left: verdicts.length - shown3.length,
    where: "are in the result of --json."
  });
}
function reasons(verdicts) {
  const all = verdicts.flatMap((verdict) => verdict.reasons.map((reason) => ({ verdict, reason })));
  const shown3 = all.slice(0, MAX_ROWS.reasons);
  const leftOut = verdicts.reduce((sum, { reasonsLeftOut }) => sum + reasonsLeftOut, 0);
  return section({
    title: "Reasons",
    columns: [
      { title: "severity", class: "short" },
      { title: "level" },
      { title: "file", class: "mono" },
      { title: "code", class: "mono" },
      { title: "what" },
      { title: "byte", class: "number" },
      { title: "expected" },
      { title: "found" }
    ],
    rows: shown3.map(({ verdict, reason }) => [
      { word: reason.severity, tone: SEVERITY_TONE[reason.severity] ?? "bad" },
      reason.level,
      reason.file ?? verdict.label,
      reason.code,
      reason.what,
      reason.offset === void 0 ? "" : String(reason.offset),
      reason.expected ?? "",
      reason.found ?? ""
    ]),
    left: all.length - shown3.length + leftOut,
    where: "are not shown."
  });
}
function tensors(verdicts) {
  const all = verdicts.flatMap(({ label, table: rows = [] }) => rows.map((row) => ({ label, row })));
  const shown3 = all.slice(0, MAX_ROWS.tensors);
  return section({
    title: "Tensors",
    columns: [
      { title: "file", class: "mono" },
      { title: "tensor", class: "mono" },
      { title: "type", class: "short" },
      { title: "shape", class: "short" },
      { title: "elements", class: "number" },
      { title: "not finite", class: "number" },
      { title: "fingerprint", class: "mono" }
    ],
    rows: shown3.map(({ label, row }) => [label, ...tensorCells(row)]),
    left: all.length - shown3.length,
    where: "are shown by --explain."
  });
}
var MAX_ROWS, toneOf, hasTable, SEVERITY_TONE, tensorCells;
var init_verify_html = __esm({
  "src/report/verify-html.ts"() {
    "use strict";
    init_verdicts();
    init_html_page();
    init_html_text();
    init_progress_bar();
    init_verify_document();
    MAX_ROWS = { files: 2e3, reasons: 3e3, tensors: 5e3 };
    toneOf = (verdict) => VERDICT_TONE[verdict] ?? "bad";
    hasTable = (sets, label) => sets.some((set) => set.label === label && (set.table?.length ?? 0) > 0);
    SEVERITY_TONE = { degraded: "warn", note: "good" };
    tensorCells = ({ name, dtype, shape, nonFinite, fingerprint }) => [
      name,
      dtype,
      shape.length === 0 ? "scalar" : shape.join(" x "),
      String(shape.reduce((product, size) => product * size, 1)),
      String(nonFinite),
      fingerprint ?? ""
    ];
  }
});

// src/report/sarif.ts
var sarif_exports = {};
__export(sarif_exports, {
  SARIF_SCHEMA: () => SARIF_SCHEMA,
  relativeUri: () => relativeUri,
  sarifText: () => sarifText
});
function sarifText({ files, sets }, version) {
  const findings = [...files, ...sets].flatMap(
    (verdict) => verdict.reasons.map((reason) => ({ verdict, reason }))
  );
  const rules = [...new Set(findings.map(({ reason }) => reason.code))].sort();
  const document = {
    $schema: SARIF_SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "gpu-lease", semanticVersion: version, rules: rules.map(ruleOf) } },
        columnKind: "utf16CodeUnits",
        results: findings.map(({ verdict, reason }) => resultOf(verdict, reason, rules.indexOf(reason.code)))
      }
    ]
  };
  return `${JSON.stringify(document, null, 2)}
`;
}
function resultOf(verdict, reason, ruleIndex) {
  const path = reason.file ?? verdict.label;
  const region = reason.offset === void 0 ? {} : { region: { byteOffset: reason.offset } };
  return {
    ruleId: reason.code,
    ruleIndex,
    ...RANK[reason.severity],
    message: { text: messageOf(verdict, reason) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: relativeUri(path), uriBaseId: "%SRCROOT%" }, ...region }
      }
    ],
    partialFingerprints: { "gpuLeaseFinding/v1": fingerprintOf(path, reason) },
    properties: { level: reason.level, format: visible(verdict.format), role: verdict.role }
  };
}
function messageOf({ label }, { what, expected, found }) {
  const more = [
    ...expected === void 0 ? [] : [`expected ${expected}`],
    ...found === void 0 ? [] : [`found ${found}`]
  ].join(", ");
  return visible(`${label}: ${what}${more === "" ? "" : ` (${more})`}`);
}
var import_node_crypto2, RANK, SARIF_SCHEMA, ruleOf, fingerprintOf, relativeUri;
var init_sarif = __esm({
  "src/report/sarif.ts"() {
    "use strict";
    import_node_crypto2 = require("node:crypto");
    init_visible_text();
    RANK = {
      fail: { kind: "fail", level: "error" },
      inconclusive: { kind: "fail", level: "warning" },
      degraded: { kind: "fail", level: "note" },
      note: { kind: "informational", level: "none" }
    };
    SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
    ruleOf = (code) => ({ id: code, shortDescription: { text: `${code.replaceAll("-", " ")}.` } });
    fingerprintOf = (path, { code, level: level2, what }) => (0, import_node_crypto2.createHash)("sha256").update(JSON.stringify([path, code, level2, what])).digest("hex").slice(0, 32);
    relativeUri = (path) => path.split("/").map((name) => encodeURIComponent(name.replace(new RegExp("\\p{Cs}", "gu"), "\uFFFD")).replaceAll("'", "%27")).join("/");
  }
});

// src/host/installed.ts
var installed_exports = {};
__export(installed_exports, {
  installedDir: () => installedDir,
  ownVersion: () => ownVersion
});
function installedDir() {
  let here = new URL(".", __here);
  for (let depth = 0; depth < 6; depth += 1) {
    if ((0, import_node_fs6.existsSync)(new URL("package.json", here)) && (0, import_node_fs6.existsSync)(new URL("profiles/", here))) return here;
    here = new URL("..", here);
  }
  throw new Error(
    `this installation of gpu-lease is not whole: no package.json and profiles/ above ${__here}`
  );
}
var import_node_fs6, ownVersion;
var init_installed = __esm({
  "src/host/installed.ts"() {
    "use strict";
    import_node_fs6 = require("node:fs");
    ownVersion = () => JSON.parse((0, import_node_fs6.readFileSync)(new URL("package.json", installedDir()), "utf8")).version;
  }
});

// src/cli/verify.ts
var verify_exports = {};
__export(verify_exports, {
  command: () => command,
  exitOf: () => exitOf,
  printTable: () => printTable,
  unlessInterrupted: () => unlessInterrupted,
  verified: () => verified,
  writeReports: () => writeReports
});
async function command(request, signal) {
  const faults = [];
  const settings = settingsOf({ ...request, faults });
  if (settings.flag("attested")) {
    throwAll(faults);
    const { verifyAttested } = await import("./attested.ts");
    return unlessInterrupted(signal, () => verifyAttested(request.words, settings, signal));
  }
  const plan = planVerify(request.words, settings, faults);
  const face = await progressFace(settings);
  return unlessInterrupted(signal, async () => {
    if (plan.mode === "diff")
      return (await Promise.resolve().then(() => (init_verify_tensors(), verify_tensors_exports))).diff(plan, watching(face, signal), settings.json, print);
    if (plan.mode === "explain") {
      const { explain: explain2 } = await Promise.resolve().then(() => (init_verify_tensors(), verify_tensors_exports));
      const verdicts2 = await explain2(plan, watching(face, signal), settings.json, print);
      return exitOf(verdicts2, plan);
    }
    const verdicts = await verified(plan, face, signal);
    await writeReports(plan, verdicts);
    if (settings.json) await printParts(jsonLineParts(verifyDocument(verdicts)));
    else await printTable(verdicts);
    return exitOf(verdicts, plan);
  });
}
async function progressFace({ env, clock }) {
  if (env["GITHUB_ACTIONS"] !== "true") return terminalFace(process.stderr, clock, env);
  const { actionsFace: actionsFace2 } = await Promise.resolve().then(() => (init_actions_face(), actions_face_exports));
  return actionsFace2(clock, (text) => void process.stderr.write(text));
}
async function verified(plan, face, signal) {
  const before = await previousOf(plan, face, signal);
  return inspect(plan, {
    ...watching(face, signal),
    ...plan.report === void 0 ? {} : { table: true },
    ...before === void 0 ? {} : { previous: before }
  });
}
async function previousOf(plan, face, signal) {
  if (plan.previous === void 0) return void 0;
  const { tensorsBefore: tensorsBefore2 } = await Promise.resolve().then(() => (init_verify_tensors(), verify_tensors_exports));
  const target = { path: plan.previous, stats: (0, import_node_fs7.lstatSync)(plan.previous) };
  const { verdict, ...before } = await tensorsBefore2(plan, target, watching(face, signal));
  if (verdict === "fail" || verdict === "inconclusive")
    face.warn(`the checkpoint before is itself "${verdict}"; it is compared all the same`);
  return before;
}
function watching(face, signal) {
  return {
    signal,
    onProgress(label, done, total) {
      face.progress("verify", { label: "verify", done, total, unit: "bytes", note: label });
      if (done === total) face.settle("verify");
    }
  };
}
async function writeReports(plan, verdicts) {
  if (plan.report === void 0 && plan.sarif === void 0) return;
  const [{ writeWhole: writeWhole2 }, { verifyHtml: verifyHtml2 }, { sarifText: sarifText2 }, { ownVersion: ownVersion2 }] = await Promise.all([
    Promise.resolve().then(() => (init_whole_file(), whole_file_exports)),
    Promise.resolve().then(() => (init_verify_html(), verify_html_exports)),
    Promise.resolve().then(() => (init_sarif(), sarif_exports)),
    Promise.resolve().then(() => (init_installed(), installed_exports))
  ]);
  if (plan.report !== void 0) writeWhole2(plan.report, verifyHtml2(verdicts));
  if (plan.sarif !== void 0) writeWhole2(plan.sarif, sarifText2(verdicts, ownVersion2()));
}
function exitOf(verdicts, plan) {
  const { failOn, requires } = plan;
  const worst = worstOf(verdicts);
  if (worst === "fail") return EXIT.failed;
  if (worst === "inconclusive" && failOn !== "fail") return EXIT.inconclusive;
  const all = [countsOf(verdicts.files), countsOf(verdicts.sets)];
  const counting = all.some(
    ({ of, doubtful }) => failOn === "degraded" && of["pass-degraded"] > 0 || failOn === "doubtful" && doubtful > 0
  );
  if (counting) return EXIT.degraded;
  if (requires === "nothing") return EXIT.ok;
  for (const file of verdicts.files) if (!isProvenFor(plan, file)) return EXIT.degraded;
  return EXIT.ok;
}
function isProvenFor({ requires, cwd, digests, listed: listed3, targets }, file) {
  if (digests.has((0, import_node_path10.resolve)(cwd, file.label))) return true;
  const url = targets.find((target) => !isPath(target) && target.label === file.label);
  if (url !== void 0 && !isPath(url) && digestOfUrl(url, listed3) !== void 0) return true;
  return requires === "checksum" && !file.reasons.some(({ code }) => UNPROVEN.has(code));
}
async function unlessInterrupted(signal, work) {
  try {
    return await work();
  } catch (cause) {
    if (!signal.aborted || cause instanceof Problem) throw cause;
    throw new Problem(
      {
        code: "interrupted",
        kind: "interrupted",
        what: "Interrupted; nothing was written.",
        next: "Run the same command again."
      },
      { cause }
    );
  }
}
var import_node_fs7, import_node_path10, print, printTable, UNPROVEN;
var init_verify = __esm({
  "src/cli/verify.ts"() {
    "use strict";
    import_node_fs7 = require("node:fs");
    import_node_path10 = require("node:path");
    init_inert();
    init_problem();
    init_terminal_face();
    init_verify_document();
    init_visible_text();
    init_verdict();
    init_verdicts();
    init_table();
    init_given_options();
    init_print_parts();
    init_settings();
    init_verify_plan();
    init_verify_targets();
    init_verify_url();
    print = (text) => void process.stdout.write(text);
    printTable = ({ files, sets }) => printParts(inertParts(tableLines(joined([files, sets]))));
    UNPROVEN = /* @__PURE__ */ new Set(["no-checksum", "no-digest", SET_NOT_WHOLE]);
  }
});

// src/cli/help.ts
var help_exports = {};
__export(help_exports, {
  columnsForHelp: () => columnsForHelp,
  printHelp: () => printHelp,
  printVersion: () => printVersion
});
function printHelp(argv, commands, columns) {
  const name = argv.find((word) => !word.startsWith("-") && word !== "help");
  const command2 = commands.find((each) => each.name === name);
  process.stdout.write(command2 ? commandHelp(command2, columns) : overview(commands, columns));
  return 0;
}
function printVersion() {
  const { version } = JSON.parse((0, import_node_fs8.readFileSync)(new URL("package.json", installedDir()), "utf8"));
  process.stdout.write(`gpu-lease ${version}
`);
  return 0;
}
function overview(commands, columns) {
  const groups = ["stages", "looking", "hands on a run", "setting up", "when things go wrong"];
  const width = Math.max(...commands.map((each) => each.name.length)) + 2;
  const lists = groups.map((group2) => {
    const rows = commands.filter((each) => each.group === group2).map(({ name, about }) => ({ name, about }));
    return `${group2}:
${hung(rows, width, columns)}`;
  });
  return [
    filled2(
      "gpu-lease: trains on rented GPUs, and never loses a checkpoint or leaves a meter running.",
      "",
      columns
    ),
    "usage: gpu-lease <command> [options]\n       gpu-lease <command> --help",
    ...lists,
    "First time? Try: gpu-lease demo",
    ""
  ].join("\n\n");
}
function commandHelp(command2, columns) {
  const takes = [
    ...command2.positional ? [`[${command2.positional.toUpperCase()}]`] : [],
    ...command2.words ? [command2.words] : []
  ].map((word) => ` ${word}`);
  const flagOf = (name) => `--${name}${optionOf(command2, name).kind === "flag" ? "" : " VALUE"}`;
  const width = Math.max(22, ...command2.options.map((name) => flagOf(name).length)) + 2;
  const rows = command2.options.map((name) => {
    const { about, fallback } = optionOf(command2, name);
    return { name: flagOf(name), about: `${about}${fallback ? ` (default: ${fallback})` : ""}` };
  });
  return `${filled2(`gpu-lease ${command2.name}: ${command2.about}`, "", columns)}

${filled2(`usage: gpu-lease ${command2.name}${takes.join("")} [options]`, " ".repeat("usage: ".length), columns)}

${hung(rows, width, columns)}
`;
}
function hung(rows, width, columns) {
  const isBeside = columns - width - 2 >= LEAST_BESIDE;
  const indent = " ".repeat(isBeside ? width + 2 : BELOW);
  return rows.flatMap(({ name, about }) => {
    const lines = wrapped(about, columns - indent.length).map((line) => `${indent}${line}`);
    return isBeside ? [`  ${name.padEnd(width)}${lines.join("\n").slice(indent.length)}`] : [`  ${name}`, ...lines];
  }).join("\n");
}
var import_node_fs8, PLAIN_COLUMNS2, LEAST_BESIDE, BELOW, columnsForHelp, filled2;
var init_help = __esm({
  "src/cli/help.ts"() {
    "use strict";
    import_node_fs8 = require("node:fs");
    init_installed();
    init_terminal_face();
    init_wrapped();
    init_options();
    PLAIN_COLUMNS2 = 100;
    LEAST_BESIDE = 30;
    BELOW = 8;
    columnsForHelp = (out, env) => columnsOn(out) ?? (/^[1-9]\d{0,4}$/.test(env["COLUMNS"] ?? "") ? Number(env["COLUMNS"]) : PLAIN_COLUMNS2);
    filled2 = (text, hanging, columns) => wrapped(text, columns - hanging.length).join(`
${hanging}`);
  }
});

// src/report/page.ts
function pageOn(out, env) {
  const columns = columnsOn(out);
  const ink = inkFor({ isTTY: out.isTTY, env });
  return {
    columns,
    print(text) {
      const shown3 = visible(text);
      const rows = columns === void 0 ? shown3.split("\n") : wrapped(shown3, columns);
      out.write(`${rows.map(ink.line).join("\n")}
`);
    }
  };
}
var init_page = __esm({
  "src/report/page.ts"() {
    "use strict";
    init_ink();
    init_terminal_face();
    init_visible_text();
    init_wrapped();
  }
});

// src/cli/print-error.ts
var print_error_exports = {};
__export(print_error_exports, {
  printError: () => printError
});
function printError(error, env, toPerson = (text) => pageOn(process.stderr, env).print(text.trimEnd()), toRunner = (text) => void process.stdout.write(text)) {
  const isWorkflow = env["GITHUB_ACTIONS"] === "true";
  const shown3 = isWorkflow ? inert : visible;
  const problems = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
  if (problems.length === 0) {
    toPerson(`gpu-lease: a bug of ours, please report it with this text:
${shown3(stackOf(error))}
`);
    if (isWorkflow) toRunner(annotation("error", `a bug of gpu-lease: ${String(error)}`));
    return;
  }
  for (const problem of problems) {
    const at = problem.at ? `${problem.at.file}:${problem.at.line}:${problem.at.column}: ` : "";
    if (isWorkflow) toRunner(annotation("error", problem.message, problem.at));
    else toPerson(`gpu-lease: ${shown3(`${at}${problem.message}`)}
`);
  }
}
var init_print_error = __esm({
  "src/cli/print-error.ts"() {
    "use strict";
    init_inert();
    init_problem();
    init_page();
    init_visible_text();
  }
});

// src/refused-here.ts
var refused_here_exports = {};
__export(refused_here_exports, {
  lackOn: () => lackOn,
  refusedHere: () => refusedHere
});
function refusedHere(error) {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const { path, syscall = "write" } = error;
  const code = isLackInDisguise(error) ? "ENOSPC" : error.code ?? "";
  const refusal2 = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : void 0;
  if (!refusal2 || path === void 0 && code === "EACCES") return error;
  const where = path === void 0 ? "a file of this command" : path;
  const what = `This machine refused to ${syscall} ${where} (${code}): ${refusal2.why(path ?? "")}. This says nothing about the run.`;
  return new Problem({ code: "refused-here", kind: "failed", what, next: refusal2.next }, { cause: error });
}
function isLackInDisguise({ code, syscall, path }) {
  const there = code === "ENOENT" && syscall === "mkdir" ? nearest(path ?? "") : void 0;
  if (there === void 0) return false;
  const { bavail, ffree, files } = (0, import_node_fs9.statfsSync)(there);
  return bavail === 0 || files > 0 && ffree === 0;
}
function lackOn(dir) {
  const there = nearest(dir);
  if (there === void 0) return "no bytes or no inodes are left";
  const { bavail, bsize, ffree, files } = (0, import_node_fs9.statfsSync)(there);
  if (files > 0 && ffree === 0) return `none of ${files} inodes is free`;
  return `${bavail * bsize} bytes are free`;
}
function nearest(path) {
  if (path === "") return void 0;
  for (let at = path; ; at = (0, import_node_path11.dirname)(at)) {
    if ((0, import_node_fs9.existsSync)(at)) return at;
    if (at === (0, import_node_path11.dirname)(at)) return void 0;
  }
}
var import_node_fs9, import_node_path11, NEXT2, REFUSALS;
var init_refused_here = __esm({
  "src/refused-here.ts"() {
    "use strict";
    import_node_fs9 = require("node:fs");
    import_node_path11 = require("node:path");
    init_problem();
    NEXT2 = "then run the same command again; it goes on where this one stopped.";
    REFUSALS = {
      ENOSPC: { why: lackOn, next: `Free space there, ${NEXT2}` },
      EDQUOT: { why: () => "this user's quota there is used up", next: `Free space or ask for more, ${NEXT2}` },
      EROFS: {
        why: () => "the file system is mounted read-only, which kernels do after an error of the disk",
        next: `See what the kernel says of it ("dmesg") and mount it for writing, ${NEXT2}`
      },
      EIO: {
        why: () => "the disk itself failed",
        next: `Look at the disk ("dmesg"), and go on from another machine if it is failing; ${NEXT2.replace("then ", "")}`
      },
      EMFILE: {
        why: () => 'this process may open no more files ("ulimit -n")',
        next: `Raise the limit of open files, ${NEXT2}`
      },
      ENFILE: {
        why: () => "this machine has no more open files to give",
        next: `End what holds so many files open, ${NEXT2}`
      },
      EACCES: { why: () => "this user may not", next: `Give the path to this user ("ls -l"), ${NEXT2}` }
    };
  }
});

// src/cli/verify-alone.ts
var verify_alone_exports = {};
__export(verify_alone_exports, {
  verifyAlone: () => verifyAlone
});
module.exports = __toCommonJS(verify_alone_exports);

// src/cli/commands/verify.ts
var definition = {
  name: "verify",
  group: "looking",
  place: 60,
  about: "Load-verify files or directories. Needs no run and no ledger.",
  words: "PATH...",
  options: [
    "path",
    "role",
    "contains",
    "allow-degraded",
    "manifest",
    "previous",
    "step",
    "min-step",
    "allow-import",
    "may-be-zero",
    "dtype",
    "fail-on",
    "require",
    "report",
    "sarif",
    "jobs",
    "sha256",
    "explain",
    "diff",
    "attested",
    "bundle",
    "repo",
    "certificate-identity",
    "certificate-oidc-issuer",
    "trusted-root",
    "commit",
    "key",
    "run",
    "ledger",
    "json"
  ],
  trust: "anybody",
  async load() {
    void import("./chunks/verify-ready-thread.cjs").then(({ startAhead }) => startAhead());
    return Promise.resolve().then(() => (init_verify(), verify_exports));
  },
  action: {
    of: "all",
    without: ["run", "ledger"],
    step: () => import("../verify-step.ts"),
    atFirst: { verdict: "unknown", failed: "0" },
    outputs: {
      verdict: "pass, pass-degraded, inconclusive or fail: the worst of all files and sets.",
      failed: "How many files and sets failed.",
      json: "Path of the whole result as JSON.",
      report: "Path of the page for people; empty when none was asked for."
    },
    example: {
      head: ["on: push"],
      checkout: true,
      with: { path: "out/", report: "verify.html" }
    }
  }
};

// src/cli/program.ts
var import_node_fs10 = require("node:fs");
init_problem();

// src/cli/arguments.ts
var import_node_util2 = require("node:util");
init_nearest();
init_problem();
init_given_options();
init_options();

// src/strict-yaml/explain.ts
init_nearest();
init_problem();

// src/strict-yaml/plain-form.ts
var OTHER_MONEY = ["\u20AC", "\xA3", "\xA5", "eur", "euro", "euros", "gbp", "cny", "rmb"];
var UNITS2 = ["", "$", "usd", "k", "h", "hour", "hours", "step", "steps", ...OTHER_MONEY];

// src/strict-yaml/explain.ts
var isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// src/job/gpus.ts
init_nearest();

// src/job/gpu-cards.ts
var CARDS = [
  // Consumer
  { model: "GTX 970", compute: 5.2, memoryGb: [4], also: ["970"] },
  { model: "GTX 750 Ti", compute: 5, memoryGb: [2] },
  { model: "GTX 1050", compute: 6.1, memoryGb: [2, 3], also: ["1050"] },
  { model: "GTX 1650 Ti", compute: 7.5, memoryGb: [4] },
  { model: "GTX 1050 Ti", compute: 6.1, memoryGb: [4], also: ["1050 Ti"] },
  { model: "GTX 1060", compute: 6.1, memoryGb: [6, 3], also: ["1060"] },
  { model: "GTX 1070", compute: 6.1, memoryGb: [8], also: ["1070"] },
  { model: "GTX 1070 Ti", compute: 6.1, memoryGb: [8], also: ["1070 Ti"] },
  { model: "GTX 1080", compute: 6.1, memoryGb: [8], also: ["1080"] },
  { model: "GTX 1080 Ti", compute: 6.1, memoryGb: [11], also: ["1080 Ti"] },
  { model: "GTX 1650", compute: 7.5, memoryGb: [4], also: ["1650"] },
  { model: "GTX 1650 SUPER", compute: 7.5, memoryGb: [4], also: ["GTX 1650 S", "1650 SUPER"] },
  { model: "GTX 1660", compute: 7.5, memoryGb: [6], also: ["1660"] },
  { model: "GTX 1660 SUPER", compute: 7.5, memoryGb: [6], also: ["GTX 1660 S", "1660 SUPER"] },
  { model: "GTX 1660 Ti", compute: 7.5, memoryGb: [6], also: ["1660 Ti"] },
  { model: "RTX 2060", compute: 7.5, memoryGb: [6, 12], also: ["2060"] },
  { model: "RTX 2060 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2060S", "2060S", "2060 SUPER"] },
  { model: "RTX 2070", compute: 7.5, memoryGb: [8], also: ["2070"] },
  { model: "RTX 2070 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2070S", "2070S", "2070 SUPER"] },
  { model: "RTX 2080 SUPER", compute: 7.5, memoryGb: [8], also: ["RTX 2080S", "2080S", "2080 SUPER"] },
  { model: "RTX 2080 Ti", compute: 7.5, memoryGb: [11, 22], also: ["2080 Ti"] },
  { model: "RTX 2080", compute: 7.5, memoryGb: [8], also: ["2080"] },
  { model: "RTX 3050", compute: 8.6, memoryGb: [8, 6], also: ["3050"] },
  { model: "RTX 3060", compute: 8.6, memoryGb: [12, 8], also: ["3060"] },
  { model: "RTX 3060 Ti", compute: 8.6, memoryGb: [8], also: ["3060 Ti"] },
  { model: "RTX 3070", compute: 8.6, memoryGb: [8], also: ["3070"] },
  { model: "RTX 3070 Ti", compute: 8.6, memoryGb: [8], also: ["3070 Ti"] },
  { model: "RTX 3080", compute: 8.6, memoryGb: [10, 12, 20], also: ["3080"] },
  { model: "RTX 3080 Ti", compute: 8.6, memoryGb: [12], also: ["3080 Ti"] },
  { model: "RTX 3090", compute: 8.6, memoryGb: [24], also: ["3090"] },
  { model: "RTX 3090 Ti", compute: 8.6, memoryGb: [24], also: ["3090 Ti"] },
  { model: "RTX 4060", compute: 8.9, memoryGb: [8], also: ["4060"] },
  { model: "RTX 4060 Ti", compute: 8.9, memoryGb: [8, 16], also: ["4060 Ti"] },
  { model: "RTX 4070", compute: 8.9, memoryGb: [12], also: ["4070"] },
  { model: "RTX 4070 SUPER", compute: 8.9, memoryGb: [12], also: ["RTX 4070S", "4070S", "4070 SUPER"] },
  { model: "RTX 4070 Ti", compute: 8.9, memoryGb: [12], also: ["4070 Ti"] },
  {
    model: "RTX 4070 Ti SUPER",
    compute: 8.9,
    memoryGb: [16],
    also: ["4070 Ti SUPER", "RTX 4070S Ti", "RTX 4070 TiS", "4070S Ti"]
  },
  { model: "RTX 4080", compute: 8.9, memoryGb: [16], also: ["4080"] },
  { model: "RTX 4080 SUPER", compute: 8.9, memoryGb: [16, 32], also: ["RTX 4080S", "4080S", "4080 SUPER"] },
  { model: "RTX 4090", compute: 8.9, memoryGb: [24, 48], also: ["4090"] },
  { model: "RTX 4090D", compute: 8.9, memoryGb: [24, 48], also: ["4090D", "RTX 4090 D", "4090 D"] },
  { model: "RTX 5060", compute: 12, memoryGb: [8], also: ["5060"] },
  { model: "RTX 5060 Ti", compute: 12, memoryGb: [8, 16], also: ["5060 Ti"] },
  { model: "RTX 5070", compute: 12, memoryGb: [12], also: ["5070"] },
  { model: "RTX 5070 Ti", compute: 12, memoryGb: [16], also: ["5070 Ti"] },
  { model: "RTX 5080", compute: 12, memoryGb: [16], also: ["5080"] },
  { model: "RTX 5090", compute: 12, memoryGb: [32], also: ["5090"] },
  { model: "RTX 5090D", compute: 12, memoryGb: [32, 24], also: ["5090D", "RTX 5090 D", "5090 D"] },
  { model: "RTX 3060 laptop", compute: 8.6, memoryGb: [6] },
  { model: "RTX 3070 laptop", compute: 8.6, memoryGb: [8] },
  { model: "RTX 4060 laptop", compute: 8.9, memoryGb: [8] },
  { model: "RTX 4070 laptop", compute: 8.9, memoryGb: [8] },
  { model: "RTX 4080 laptop", compute: 8.9, memoryGb: [12] },
  { model: "RTX 4090 laptop", compute: 8.9, memoryGb: [16] },
  { model: "P104-100", compute: 6.1, memoryGb: [4, 8] },
  { model: "P106-100", compute: 6.1, memoryGb: [6] },
  { model: "CMP 50HX", compute: 7.5, memoryGb: [10] },
  { model: "CMP 170HX", compute: 8, memoryGb: [8] },
  { model: "TITAN RTX", compute: 7.5, memoryGb: [24] },
  { model: "TITAN V", compute: 7, memoryGb: [12] },
  { model: "TITAN X", compute: 5.2, memoryGb: [12], also: ["GTX TITAN X"] },
  { model: "TITAN Xp", compute: 6.1, memoryGb: [12] },
  // Workstation
  { model: "K620", compute: 5, memoryGb: [2] },
  { model: "K2200", compute: 5, memoryGb: [4] },
  { model: "P2000", compute: 6.1, memoryGb: [5] },
  { model: "P4000", compute: 6.1, memoryGb: [8] },
  { model: "P5000", compute: 6.1, memoryGb: [16] },
  { model: "P6000", compute: 6.1, memoryGb: [24] },
  { model: "GP100", compute: 6, memoryGb: [16] },
  { model: "GV100", compute: 7, memoryGb: [32] },
  { model: "RTX 4000", compute: 7.5, memoryGb: [8] },
  { model: "RTX 5000", compute: 7.5, memoryGb: [16] },
  { model: "RTX 6000", compute: 7.5, memoryGb: [24] },
  { model: "RTX 8000", compute: 7.5, memoryGb: [48] },
  { model: "A1000", compute: 8.6, memoryGb: [8], also: ["RTX A1000"] },
  { model: "A2000", compute: 8.6, memoryGb: [6, 12], also: ["RTX A2000"] },
  { model: "A4000", compute: 8.6, memoryGb: [16], also: ["RTX A4000"] },
  { model: "A4500", compute: 8.6, memoryGb: [20], also: ["RTX A4500"] },
  { model: "A5000", compute: 8.6, memoryGb: [24], also: ["RTX A5000"] },
  { model: "A5500", compute: 8.6, memoryGb: [24], also: ["RTX A5500"] },
  { model: "A6000", compute: 8.6, memoryGb: [48], also: ["RTX A6000"] },
  { model: "RTX 2000 Ada", compute: 8.9, memoryGb: [16], also: ["2000 Ada"] },
  {
    model: "RTX 4000 Ada",
    compute: 8.9,
    memoryGb: [20],
    also: ["4000 Ada", "RTX 4000 SFF Ada", "RTX 4000 Ada Generation"]
  },
  { model: "RTX 4500 Ada", compute: 8.9, memoryGb: [24], also: ["4500 Ada"] },
  { model: "RTX 5000 Ada", compute: 8.9, memoryGb: [32], also: ["5000 Ada", "A5000 Ada"] },
  { model: "RTX 5880 Ada", compute: 8.9, memoryGb: [48], also: ["5880 Ada"] },
  { model: "RTX 6000 Ada", compute: 8.9, memoryGb: [48], also: ["6000 Ada", "A6000 Ada"] },
  { model: "RTX PRO 4000", compute: 12, memoryGb: [24], also: ["PRO 4000"] },
  { model: "RTX PRO 4000 Mobile", compute: 12, memoryGb: [16] },
  { model: "RTX PRO 4500", compute: 12, memoryGb: [32], also: ["PRO 4500"] },
  { model: "RTX PRO 5000", compute: 12, memoryGb: [48, 72], also: ["PRO 5000"] },
  { model: "RTX PRO 6000", compute: 12, memoryGb: [96], also: ["PRO 6000"] },
  // Data centre, NVIDIA
  { model: "K20", compute: 3.5, memoryGb: [5], also: ["K20c"] },
  { model: "K80", compute: 3.7, memoryGb: [12] },
  { model: "M40", compute: 5.2, memoryGb: [12, 24] },
  { model: "M60", compute: 5.2, memoryGb: [8] },
  { model: "P4", compute: 6.1, memoryGb: [8] },
  { model: "P6", compute: 6.1, memoryGb: [16] },
  { model: "P40", compute: 6.1, memoryGb: [24] },
  { model: "P100", compute: 6, memoryGb: [16, 12] },
  { model: "V100", compute: 7, memoryGb: [16, 32], also: ["V100S"] },
  { model: "T4", compute: 7.5, memoryGb: [16], also: ["T4G"] },
  { model: "A2", compute: 8.6, memoryGb: [16] },
  { model: "A10", compute: 8.6, memoryGb: [24] },
  { model: "A10G", compute: 8.6, memoryGb: [24] },
  { model: "A16", compute: 8.6, memoryGb: [16] },
  { model: "A30", compute: 8, memoryGb: [24] },
  { model: "A40", compute: 8.6, memoryGb: [48] },
  { model: "A100", compute: 8, memoryGb: [40, 80], also: ["A100X"] },
  { model: "A800", compute: 8, memoryGb: [40, 80] },
  { model: "L4", compute: 8.9, memoryGb: [24] },
  { model: "L20", compute: 8.9, memoryGb: [48] },
  { model: "L40", compute: 8.9, memoryGb: [48] },
  { model: "L40S", compute: 8.9, memoryGb: [48] },
  { model: "H20", compute: 9, memoryGb: [96, 141] },
  { model: "H100", compute: 9, memoryGb: [80, 94] },
  { model: "H800", compute: 9, memoryGb: [80] },
  { model: "H200", compute: 9, memoryGb: [141] },
  { model: "GH200", compute: 9, memoryGb: [96, 144] },
  { model: "B100", compute: 10, memoryGb: [192] },
  { model: "B200", compute: 10, memoryGb: [180, 192] },
  { model: "B300", compute: 10.3, memoryGb: [288, 270] },
  { model: "GB200", compute: 10, memoryGb: [186] },
  { model: "GB300", compute: 10.3, memoryGb: [288] },
  // Data centre, AMD. Some size names end in a count: `gpu-mi300x1-192gb` is one MI300X.
  { model: "MI50", memoryGb: [16, 32] },
  { model: "MI100", memoryGb: [32] },
  { model: "MI210", memoryGb: [64] },
  { model: "MI250", memoryGb: [128], also: ["MI250X"] },
  { model: "MI300A", memoryGb: [128] },
  { model: "MI308X", memoryGb: [192, 128] },
  { model: "MI300X", memoryGb: [192], also: ["MI300"] },
  { model: "MI325X", memoryGb: [256], also: ["MI325"] },
  { model: "MI350X", memoryGb: [288], also: ["MI350"] },
  { model: "MI355X", memoryGb: [288], also: ["MI355"] },
  // AMD, desktop
  { model: "RX 6800", memoryGb: [16] },
  { model: "RX 6800 XT", memoryGb: [16] },
  { model: "RX 6900 XT", memoryGb: [16] },
  { model: "RX 6950 XT", memoryGb: [16] },
  { model: "RX 7600", memoryGb: [8] },
  { model: "RX 7700 XT", memoryGb: [12] },
  { model: "RX 7800 XT", memoryGb: [16] },
  { model: "RX 7900 GRE", memoryGb: [16] },
  { model: "Radeon VII", memoryGb: [16] },
  { model: "Radeon Pro VII", memoryGb: [16] },
  { model: "Pro V620", memoryGb: [32] },
  { model: "PRO W7800", memoryGb: [32], also: ["W7800"] },
  { model: "RX 7900 XTX", memoryGb: [24], also: ["7900 XTX"] },
  { model: "RX 7900 XT", memoryGb: [20], also: ["7900 XT"] },
  { model: "PRO W7900", memoryGb: [48], also: ["W7900"] },
  { model: "PRO W6800", memoryGb: [32], also: ["W6800"] },
  // Slices that AutoDL names by their memory and not by the card they are cut from.
  { model: "vGPU-32GB", memoryGb: [32], also: ["vGPU 32", "v 32g", "vGPU 32G", "vGPU 32GB"] },
  { model: "vGPU-48GB", memoryGb: [48], also: ["vGPU 48", "v 48g", "vGPU 48G", "vGPU 48GB"] }
];

// src/job/gpus.ts
function knownGpu(name) {
  const card = cardIn(name);
  if (!card) return;
  const form = formIn(name);
  const memoryGb = saidMemory(card, name);
  return {
    model: card.model,
    ...form === void 0 ? {} : { form },
    ...memoryGb === void 0 ? {} : { memoryGb }
  };
}
function cardIn(text) {
  const plain4 = plainly(text);
  let best;
  for (const { card, pattern, length } of PATTERNS) {
    if (length > (best?.length ?? 0) && pattern.test(plain4)) best = { card, length };
  }
  return best?.card;
}
var spellingsOf = ({ model, also = [] }) => [model, ...also];
var squeezed = (text) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
var plainly = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, " ").replace(/(nvidia|tesla|geforce|quadro|amd|instinct) ?/g, " $1 ").trim();
var OTHER_CARD = "(?! (?:ti|laptop|mobile)\\b)";
function patternOf(spelling2) {
  const words = spelling2.toLowerCase().split(/[ -]/).join(" ?");
  const before = /^[a-z]/.test(words) ? "(?<![a-wyz]|(?<!\\d)x)" : "(?<![a-z0-9])";
  return new RegExp(`${before}${words}(?=$|[^a-z0-9]|x\\d|sxm|pcie|nvl|oam)${OTHER_CARD}`);
}
var PATTERNS = CARDS.flatMap(
  (card) => spellingsOf(card).map((each) => ({ card, pattern: patternOf(each), length: squeezed(each).length }))
);
function formIn(text) {
  const plain4 = plainly(text);
  if (/sxm/.test(plain4) || /\.\d{2,3}S\./.test(text) || /h100 80gb hbm3/.test(plain4)) return "SXM";
  if (/pcie/.test(plain4)) return "PCIe";
  return /nvl\b/.test(plain4) ? "NVL" : void 0;
}
function saidMemory(card, text) {
  for (const [, digits] of text.matchAll(/(?<!\d)(\d{1,3}) ?(?:gi?b?|s(?=\.))(?![a-z])/gi)) {
    const size = nearestSize(card.memoryGb, Number(digits));
    if (card.memoryGb.includes(size)) return size;
  }
  return;
}
function nearestSize(sizes, measured) {
  const off = (size) => Math.abs(size - measured) / size;
  const [nearest2] = [...sizes].sort((a, b) => off(a) - off(b));
  return nearest2 !== void 0 && off(nearest2) < 0.08 ? nearest2 : Math.round(measured);
}

// src/job/short-forms.ts
function gpuInstead(path, value, within) {
  const key = String(path.at(-1));
  const parent = path.slice(0, -1).join(".");
  if (parent === "resources.gpu" && key !== "memory") {
    const line = written("", wishOf(within));
    return line && { ...line, at: path.slice(0, -1) };
  }
  if (NAMES_OF_GPU.includes(key) && (parent === "resources" || parent === ""))
    return written(parent === "" ? "resources" : "", wishOf(value));
  if (SIZES.includes(`${parent}.${key}`)) return bound(key, value, "GB");
  if (parent === "resources" && (key === "cpus" || key === "cpu")) return bound("cpus", value, "");
  return;
}
var NAMES_OF_GPU = ["gpu", "gpus", "accelerator", "accelerators", "gpu_type", "gpu-type", "gpuType"];
var SIZES = ["resources.gpu.memory", "resources.memory", "resources.disk"];
function written(parent, wish) {
  if (!wish) return;
  const { names, memory, count: count2 } = wish;
  const [name, ...others] = names;
  const parts = [
    ...name === void 0 ? [] : [`name: ${others.length > 0 ? `[${names.join(", ")}]` : name}`],
    ...memory === void 0 ? [] : [`memory: ${memory}`],
    ...count2 === void 0 ? [] : [`count: ${count2}`]
  ];
  const line = `gpu: { ${parts.join(", ")} }`;
  return { line: parent === "" ? line : `${parent}: { ${line} }`, isSure: true };
}
function wishOf(value) {
  if (typeof value === "number") return isCount(value) ? { names: [], count: value } : void 0;
  if (typeof value === "string") return wishInText(value);
  const each = Array.isArray(value) ? value.map(wishOf) : isMapping(value) ? Object.entries(value).map(([name, count2]) => wishInText(`${name}:${count2}`)) : [];
  const wishes = each.filter((wish) => wish !== void 0);
  const [first] = wishes;
  if (!first || wishes.length < each.length) return;
  const isOne = wishes.every(({ count: count2, memory }) => count2 === first.count && memory === first.memory);
  return isOne ? { ...first, names: wishes.flatMap(({ names }) => names) } : void 0;
}
var isCount = (value) => Number.isInteger(value) && value >= 1 && value <= 64;
function wishInText(text) {
  const wish = { names: [] };
  for (const part2 of text.split(":").flatMap(unmultiplied)) {
    const memory = /^(\d{1,3}) ?Gi?B ?\+?$/i.exec(part2)?.[1];
    if (/^\d{1,2}$/.test(part2) && isCount(Number(part2))) wish.count = Number(part2);
    else if (memory !== void 0) wish.memory = `${memory}GB+`;
    else if (/^\d{1,3}GB\.\.\d{1,3}GB$/.test(part2)) wish.memory = part2;
    else if (!addNames(wish, part2)) return;
  }
  return wish.names.length > 0 || wish.memory !== void 0 || wish.count !== void 0 ? wish : void 0;
}
function unmultiplied(part2) {
  const text = part2.trim();
  const [, before, after] = /^(\d{1,2}) ?x ?([A-Za-z].*)$/i.exec(text) ?? [];
  if (before !== void 0 && after !== void 0) return [after, before];
  const [, name, count2] = /^([A-Za-z].*?) ?x ?(\d{1,2})$/i.exec(text) ?? [];
  return name !== void 0 && count2 !== void 0 && knownGpu(name) ? [name, count2] : [text];
}
function addNames(wish, part2) {
  for (const name of part2.split(",").map((each) => each.trim())) {
    const card = knownGpu(name);
    if (!card) return false;
    const { model, form, memoryGb } = card;
    const isSaid = memoryGb !== void 0 && /\d ?Gi?B/i.test(name);
    wish.names.push(form === void 0 ? model : `${model} ${form}`);
    if (isSaid) wish.memory = `${memoryGb}GB+`;
  }
  return true;
}
function bound(key, value, unit) {
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  const digits = /^(\d{1,6}) ?\+?$/.exec(text)?.[1];
  if (digits === void 0 || digits === "0") return;
  const note = `for at least ${digits}${unit && ` ${unit}`}`;
  return { line: `${key}: ${digits}${unit}+`, note, isSure: true };
}

// src/cli/words-of-others.ts
var OF_THE_JOB_FILE = {
  gpu: cards,
  gpus: cards,
  "gpu-type": cards,
  accelerator: cards,
  accelerators: cards,
  gres: cards,
  time: (value) => `\`hours: ${value ?? 24}\` below \`budget\``,
  "max-price": (value) => `\`usdPerHour: ${value ?? 2}\` below \`budget\``,
  image: () => "`image: NAME@sha256:DIGEST`",
  env: () => "`vars` for plain values, and the names of secrets under `env`",
  spot: () => "`market: spot` of a candidate",
  "use-spot": () => "`market: spot` of a candidate"
};
function cards(value) {
  const line = value === void 0 ? void 0 : gpuInstead(["resources", "gpus"], value.replace(/^gpu:/, ""), {})?.line;
  return `\`${line ?? "gpu: { name: A100, count: 1 }"}\` below \`resources\``;
}
function saidInJobFile(option2, value) {
  const name = option2.replace(/^-+/, "").replaceAll("_", "-");
  const words = Object.hasOwn(OF_THE_JOB_FILE, name) ? OF_THE_JOB_FILE[name]?.(value) : void 0;
  return words && `The job file says that: ${words}.`;
}

// src/cli/arguments.ts
function parseArguments(argv, commands) {
  const [name, ...rest] = argv;
  if (name === void 0 || name === "help" || name === "--help" || name === "-h") return "help";
  if (name === "--version" || name === "-V" || name === "-v") return "version";
  const command2 = commands.find((each) => each.name === name);
  if (!command2 && Object.hasOwn(ELSEWHERE, name)) throw calledElse(name, ELSEWHERE[name] ?? "");
  if (!command2)
    throw unknown(
      "command",
      name,
      commands.map((each) => each.name),
      "gpu-lease --help"
    );
  const help = `gpu-lease ${command2.name} --help`;
  const { given, words, faults, asksForHelp } = read(command2, rest, help);
  if (asksForHelp) return "help";
  const file = command2.words === void 0 ? words.find((each) => /\.ya?ml$/.test(each)) : void 0;
  if (file !== void 0 && command2.options.includes("job")) faults.push(fileAsWord(command2.name, file));
  if (command2.positional && words.length > 0) given[command2.positional] ??= words.shift() ?? "";
  if (words.length > 0 && command2.words === void 0 && faults.length === 0)
    faults.push(unknown("argument", words[0] ?? "", [], help));
  if (faults.length > 0) throwAll([...faults, ...givenOptions({ given, command: command2 }).faults]);
  return { command: command2, commands, given, words };
}
function read(command2, args, help) {
  const kinds = new Map(command2.options.map((name) => [name, option(name).kind]));
  const shorts = new Map(command2.options.map((name) => [`-${option(name).short}`, name]));
  const options = Object.fromEntries(
    [...kinds].map(([name, kind]) => [
      name,
      { type: kind === "flag" ? "boolean" : "string" }
    ])
  );
  const { tokens } = (0, import_node_util2.parseArgs)({ args, options, allowPositionals: true, strict: false, tokens: true });
  const reading = { given: {}, words: [], faults: [], asksForHelp: false };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "positional") reading.words.push(token.value);
    if (token.kind !== "option") continue;
    const { rawName, value, inlineValue } = token;
    if (token.name === "help") {
      reading.asksForHelp = true;
      continue;
    }
    const name = rawName.startsWith("--") ? token.name : shorts.get(rawName) ?? "";
    const kind = kinds.get(name);
    if (kind === void 0)
      reading.faults.push(unknownOption(rawName, value ?? wordAt(tokens, at + 1), kinds, help));
    else if (kind === "flag" && value !== void 0) reading.faults.push(takesNone(rawName, help));
    else if (kind !== "flag" && (value === void 0 || !inlineValue && /^-./.test(value)))
      reading.faults.push(needsValue(rawName, value, help));
    else reading.given[name] = value ?? true;
  }
  return reading;
}
var namesOf = (kinds) => [...kinds.keys()].map((name) => `--${name}`);
var wordAt = (tokens, at) => tokens[at]?.kind === "positional" ? tokens[at].value : void 0;
function unknownOption(rawName, value, kinds, help) {
  const known = namesOf(kinds);
  const said = kinds.has("job") ? saidInJobFile(rawName, value) : void 0;
  const problem = unknown("option", rawName, known, help);
  if (said === void 0 || nearestOf(rawName, known) !== void 0) return problem;
  return new Problem({ ...detailOf(problem), next: said });
}
var detailOf = ({ code, kind, what, next }) => ({ code, kind, what, next });
var fileAsWord = (command2, file) => new Problem({
  code: "unknown-argument",
  kind: "usage",
  what: `"${file}" is an argument, and a job file is named by an option.`,
  next: `Write "gpu-lease ${command2} --job ${file}".`
});
var takesNone = (option2, help) => new Problem({
  code: "option-value",
  kind: "usage",
  what: `${option2} takes no value.`,
  next: `Write it alone, or leave it out. See "${help}".`
});
var needsValue = (option2, value, help) => new Problem({
  code: "option-value",
  kind: "usage",
  what: `${option2} needs a value${value === void 0 ? "" : `, and "${value}" looks like another option`}.`,
  next: `Write ${option2} VALUE, or ${option2}=VALUE for one that begins with a dash. See "${help}".`
});
var ELSEWHERE = {
  logs: '"gpu-lease log RUN", with --follow for what comes',
  tail: '"gpu-lease log RUN --follow"',
  ps: '"gpu-lease status"',
  ls: '"gpu-lease status"',
  list: '"gpu-lease status"',
  queue: '"gpu-lease status"',
  history: '"gpu-lease status --archived", and "gpu-lease events RUN" for one run',
  up: '"gpu-lease run"',
  apply: '"gpu-lease run"',
  submit: '"gpu-lease run"',
  attach: '"gpu-lease watch RUN", which follows it, or "gpu-lease ssh RUN" for a shell',
  shell: '"gpu-lease ssh RUN"',
  login: '"gpu-lease ssh RUN"',
  forward: '"gpu-lease tunnel RUN PORT"',
  "port-forward": '"gpu-lease tunnel RUN PORT"',
  scp: '"gpu-lease cp RUN:PATH FILE"',
  rsync: '"gpu-lease cp RUN:PATH FILE"',
  down: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  destroy: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  delete: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  terminate: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  cancel: '"gpu-lease abandon RUN"',
  check: '"gpu-lease doctor"',
  gpus: '"gpu-lease offers"',
  version: '"gpu-lease --version"'
};
var calledElse = (word, here) => new Problem({
  code: "unknown-command",
  kind: "usage",
  what: `There is no command "${word}".`,
  next: `Here it is ${here}.`
});
function unknown(what, word, known, help) {
  const nearest2 = nearestOf(word, known);
  return new Problem({
    code: `unknown-${what}`,
    kind: "usage",
    what: `"${word}" is no ${what} that gpu-lease knows here.`,
    next: `${nearest2 ? `Did you mean "${nearest2}"? ` : ""}See "${help}".`
  });
}

// src/cli/program.ts
async function runProgram(argv, commands, env, loadOf) {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", unlessGone);
  try {
    const request = parseArguments(argv, commands);
    if (request === "help") {
      const { columnsForHelp: columnsForHelp2, printHelp: printHelp2 } = await Promise.resolve().then(() => (init_help(), help_exports));
      return printHelp2(argv, commands, columnsForHelp2(process.stdout, env));
    }
    if (request === "version") return (await Promise.resolve().then(() => (init_help(), help_exports))).printVersion();
    const load = loadOf(request.command);
    return load && await (await load()).command({ ...request, env }, interruption());
  } catch (error) {
    return report(error, env);
  }
}
function unlessGone(error) {
  if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
}
var TIDY_MS = 800;
function interruption() {
  const controller = new AbortController();
  let times = 0;
  for (const name of ["SIGINT", "SIGTERM"]) {
    process.on(name, () => {
      times += 1;
      if (times > 1) process.exit(EXIT.interrupted);
      controller.abort();
      setTimeout(endNow, TIDY_MS).unref();
    });
  }
  return controller.signal;
}
function endNow() {
  (0, import_node_fs10.writeSync)(2, "gpu-lease: interrupted; nothing was torn down. Run the same command again.\n");
  process.exit(EXIT.interrupted);
}
async function report(error, env) {
  const [{ printError: printError2 }, { refusedHere: refusedHere2 }] = await Promise.all([
    Promise.resolve().then(() => (init_print_error(), print_error_exports)),
    Promise.resolve().then(() => (init_refused_here(), refused_here_exports))
  ]);
  const told = refusedHere2(error);
  printError2(told, env);
  return exitCodeOf(told);
}

// src/cli/verify-alone.ts
async function verifyAlone(argv) {
  process.exitCode = await runProgram(argv, [definition], process.env, () => () => Promise.resolve().then(() => (init_verify(), verify_exports)));
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  verifyAlone
});
