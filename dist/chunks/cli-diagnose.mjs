import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  SIGNATURES,
  baselineOf,
  cardAtWork,
  countOf,
  evidenceOf,
  firstToLast,
  isOverAfter,
  newMarks,
  remainsOf
} from "./lease-ended-in-queue.shared.mjs";
import {
  memoryUses,
  memoryWords
} from "./box-memory-use.shared.mjs";
import {
  memoryText,
  readMemory
} from "./box-memory-series.shared.mjs";
import {
  matchGotchas
} from "./box-audit.shared.mjs";
import "./crash-frames.shared.mjs";
import "./crash-inert-line.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import {
  lookable
} from "./lease-lookable.shared.mjs";
import "./metrics-series.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  answersOf,
  callKeeper,
  probe
} from "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import {
  faceOf,
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import {
  oneLine,
  withoutTerminalCodes
} from "./box-stranger-text.shared.mjs";
import {
  gpuHourLines
} from "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./github-this-repository.shared.mjs";
import {
  isOfTheLine
} from "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./secret-keys.shared.mjs";
import "./lease-forecast.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import {
  usdPerHourNow
} from "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import {
  costing,
  openMeters
} from "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import {
  sourcesOf
} from "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import {
  formatSeconds
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/diagnose.ts
import { existsSync } from "node:fs";
import { resolve as resolve2 } from "node:path";

// src/watch/explain.ts
var PART_CHARACTERS = 64 * 1024;
var OVERLAP_CHARACTERS = 4096;
var MOST_SHOWN = 300;
var MOST_OF_A_ROW = 50;
var NOTHING_KNOWN = {
  exitCode: -1,
  logTail: "",
  oomKillsSinceStart: null,
  rebooted: false,
  diskFreeBytes: Number.POSITIVE_INFINITY,
  diskFreeInodes: null,
  vanished: false
};
var ENDS_NOTHING = ["result", "harmless", "complete"];
var Explaining = class {
  #remains;
  #found = /* @__PURE__ */ new Map();
  #kept = "";
  /** Number of the line at the begin of what is kept, and how many characters of the text lie before it. */
  #line = 1;
  #before = 0;
  /** Up to where progress was counted. */
  #counted = 0;
  #recent = [];
  #cardWasSeen = false;
  /** @param remains what is known beside the text */
  constructor(remains = {}) {
    this.#remains = remains;
  }
  /** Reads on, in order, and lets others have a turn between two parts. */
  async read(text) {
    for (let from = 0; from < text.length; from += PART_CHARACTERS) {
      this.#part(text.slice(from, from + PART_CHARACTERS));
      await new Promise((resolve3) => setImmediate(resolve3));
    }
  }
  /** @returns what was found so far, what decides first */
  findings() {
    if (this.#found.size === 0) this.#part("");
    const inOrder = [...this.#found.values()].map((seen) => ({
      row: seen.row,
      line: seen.finding.at?.line ?? Number.POSITIVE_INFINITY,
      finding: asItStands(seen)
    })).sort(firstToLast).map(({ finding }) => finding);
    return [...inOrder.filter(({ decides }) => decides), ...inOrder.filter(({ decides }) => !decides)];
  }
  #part(text) {
    const window = withoutTerminalCodes(this.#kept + text);
    this.#cardWasSeen ||= cardAtWork(window);
    const remains = { ...NOTHING_KNOWN, ...this.#remains, logTail: window };
    for (const row of SIGNATURES) this.#look(row, window, remains);
    this.#countProgress(window);
    this.#counted = this.#before + window.length;
    const cut = cutOf(window);
    this.#line += linesIn(window.slice(0, cut));
    this.#before += cut;
    this.#kept = window.slice(cut);
  }
  #look(row, window, remains) {
    const found = evidenceOf(row, remains, this.#cardWasSeen);
    if (!row.closer) {
      const [first] = found;
      if (first) this.#note(row, window, found);
      return;
    }
    for (const each of found.slice(0, MOST_OF_A_ROW)) this.#note(row, window, [each]);
  }
  /** @param found at least one, in the order of the text */
  #note(row, window, found) {
    const [first] = found;
    if (!first) return;
    const closer = first.match && row.closer ? row.closer(first.match) : row;
    const key = `${row.signature} ${closer.cause}`;
    const known = this.#found.get(key);
    const fresh = found.filter(({ end }) => !known || this.#before + end > known.last);
    let seen = known;
    let from = Math.max(0, this.#counted - this.#before);
    for (const each of fresh) {
      if (seen && !seen.lasts) seen.marks += marksIn(row, window.slice(from, Math.max(from, each.at)));
      if (!seen || isOverAfter(row, seen.marks)) {
        seen = {
          row,
          finding: findingOf(row, closer, this.#shown(window, each)),
          last: 0,
          marks: 0,
          lasts: false
        };
        this.#found.set(key, seen);
      }
      from = Math.max(0, each.end);
      seen.last = this.#before + from;
      seen.marks = 0;
      seen.lasts ||= each.lasts;
    }
    if (seen && !seen.lasts && fresh.length > 0) seen.marks = marksIn(row, window.slice(from));
  }
  #shown(window, { at, end }) {
    if (at < 0) return;
    const begin = Math.max(window.lastIndexOf("\n", at - 1), window.lastIndexOf("\r", at - 1)) + 1;
    const over = window.indexOf("\n", Math.max(at, end - 1));
    const text = oneLine(
      window.slice(Math.min(begin, at), over === -1 ? void 0 : Math.min(over, at + 4e3)).trim(),
      MOST_SHOWN
    );
    return { line: this.#line + linesIn(window.slice(0, at)), text };
  }
  /** Of what was found in earlier parts alone: what this part says against it. */
  #countProgress(window) {
    const fresh = window.slice(Math.max(0, this.#counted - this.#before));
    const marks = newMarks(fresh, this.#recent).length;
    for (const seen of this.#found.values()) {
      if (seen.lasts || seen.last > this.#counted) continue;
      seen.marks += seen.row.over ? countOf(seen.row.over, fresh) : marks;
    }
  }
};
var marksIn = ({ over }, text) => over ? countOf(over, text) : newMarks(text, []).length;
function cutOf(window) {
  const atLine = Math.max(0, window.lastIndexOf("\n", window.length - OVERLAP_CHARACTERS) + 1);
  return Math.max(atLine, window.length - 2 * OVERLAP_CHARACTERS, 0);
}
function asItStands({ row, finding, marks }) {
  const livedThrough = isOverAfter(row, marks);
  return { ...finding, livedThrough, decides: finding.decides && !livedThrough };
}
function findingOf(row, { failureClass, cause, fix }, at) {
  return {
    signature: row.signature,
    failureClass,
    certainty: row.sure ?? "likely",
    cause,
    fix,
    source: row.source,
    probabilistic: row.probabilistic ?? false,
    decides: !ENDS_NOTHING.includes(row.tier),
    livedThrough: false,
    at
  };
}
var linesIn = (text) => text.split("\n").length - 1;

// src/watch/explain-run.ts
async function explainRun(world, run) {
  const behind = await standsBehind(world, run);
  return { ...await explainCells(world, run), ...behind.length > 0 && { behind } };
}
async function standsBehind(world, { leases }) {
  const lease = leases.findLast(({ queue }) => queue?.to === "waiting");
  if (lease?.boxId === void 0) return [];
  try {
    const driver = await world.driver(drivenBy(lease));
    return await driver.whyBehind?.(lease.boxId) ?? [];
  } catch (error) {
    if (!isAway(error)) throw error;
    return [`What it stands behind could not be asked: ${error.message.split("\n")[0]}`];
  }
}
var isAway = (error) => isOfTheLine(error) || error instanceof Problem && error.kind === "unreachable";
async function explainCells(world, run) {
  const held = lookable(run);
  if (!held) return { cells: ofRecord(run), notSeen: "No box of this run is held." };
  const { lease, dir } = held;
  try {
    const channel = await world.channel(lease);
    const seen = await probe(channel, dir);
    const samples = readMemory(await memoryText(channel, dir));
    const profile = await world.profile(lease.platform);
    const cells = seen.cells.flatMap(async (cell) => {
      const known = run.cells.get(cell.name);
      if (!known) return;
      const { document } = run.opened ?? {};
      const remains = remainsOf(cell, seen, baselineOf(lease), {
        sources: sourcesOf(document ?? {}),
        ...document?.resources && { cardAsked: document.resources.gpu !== void 0 }
      });
      const explaining = new Explaining(remains);
      await explaining.read(cell.logTail);
      return {
        cell: cell.name,
        state: stateOf(known),
        findings: explaining.findings(),
        known: matchGotchas(profile, "log", cell.logTail).map(({ gotcha, line }) => ({
          id: gotcha.id,
          cause: gotcha.cause,
          fix: gotcha.fix,
          line
        })),
        memory: memoryUses(samples, cell.name, cell.startedAt ?? 0)
      };
    });
    return { cells: (await Promise.all(cells)).filter((cell) => cell !== void 0), notSeen: void 0 };
  } catch (error) {
    if (!isAway(error)) throw error;
    return {
      cells: ofRecord(run),
      notSeen: `${lease.name} does not answer: ${error.message.split("\n")[0]}`
    };
  }
}
var ofRecord = (run) => [...run.cells.values()].map((cell) => ({
  cell: cell.name,
  state: stateOf(cell),
  findings: [],
  known: [],
  memory: []
}));
function stateOf({ ended, stalledSince }) {
  if (!ended) return stalledSince === void 0 ? "not ended" : `silent since ${stalledSince}`;
  if (ended.verdict === "finished") return "finished";
  return `dead (exit ${ended.exitCode}${ended.failureClass ? `, ${ended.failureClass}` : ""})`;
}

// src/box/left-processes.ts
var LEAST_AGE_SECONDS = 120;
async function leftOver(channel, dir, end = []) {
  const named = end.map(({ pid, start }) => `${pid}:${start}`);
  const words = ["left", dir.base, String(LEAST_AGE_SECONDS), ...named];
  const result = await callKeeper(channel, dir, words, { timeoutSeconds: 60 + 10 * named.length });
  const answers = answersOf(result);
  if (result.exitCode !== 0 || !answers.includes("looked")) return void 0;
  const processes = answers.flatMap((line) => {
    const [, pid, start, age, program = ""] = /^left (\d{1,10}) (\d{1,15}) (\d{1,10}) ([\w.-]{0,20})$/.exec(line) ?? [];
    return pid === void 0 ? [] : [{ pid: Number(pid), start: Number(start), ageSeconds: Number(age), program }];
  });
  return {
    processes,
    young: answers.filter((line) => /^young \d+$/.test(line)).length,
    ended: answers.flatMap((line) => /^ended (\d{1,10})$/.exec(line)?.[1] ?? []).map(Number)
  };
}

// src/watch/left-behind.ts
async function leftBehind(world, run, end) {
  const lease = run.leases.findLast(({ started }) => started !== void 0);
  const dir = lease?.started?.dir;
  if (!lease || !dir || openMeters(lease).length === 0 && lease.intent.attach === void 0)
    return void 0;
  try {
    const channel = await world.channel(lease);
    const found = await leftOver(channel, dir);
    return end && found && found.processes.length > 0 ? leftOver(channel, dir, found.processes) : found;
  } catch (error) {
    if (isOfTheLine(error) || error instanceof Problem && error.kind === "unreachable") return void 0;
    throw error;
  }
}

// src/cli/explanation-text.ts
var HOW_SURE = {
  proof: "certain",
  likely: "very likely",
  hint: "a symptom, several causes share it"
};
function findingsText(findings, where) {
  const [first, ...others] = findings;
  if (!first) return `Nothing in ${where} is known to end a run.
`;
  const lines = first.decides ? inFull(first) : ["Nothing here is known to end a run."];
  const rest = first.decides ? others : findings;
  const seen = rest.map(
    ({ failureClass, signature, at, cause, livedThrough }) => `  ${failureClass} (${signature})${at ? `, line ${at.line}` : ""}: ${cause}${livedThrough ? "; the work went on after it" : ""}`
  );
  return [...lines, ...seen.length > 0 ? ["Seen, too:", ...seen] : [], ""].join("\n");
}
var inFull = ({ failureClass, signature, certainty, at, cause, fix, probabilistic }) => [
  `${failureClass} (${signature}), ${HOW_SURE[certainty]}: ${cause}`,
  ...at ? [`  line ${at.line}: ${at.text}`] : [],
  `  What to do: ${fix}.`,
  `  ${probabilistic ? "The identical command may well pass." : "The identical command fails the same way again."}`
];
var knownText = ({ id, cause, fix, line }) => [
  `Known of this platform (${id}): ${cause}`,
  `  line: ${line.slice(0, 300)}`,
  `  What to do: ${fix}`,
  ""
].join("\n");
function leftText(run, left) {
  if (!left) return "";
  const { processes, young, ended } = left;
  const shown = processes.map(
    ({ pid, program, ageSeconds }) => `  ${pid} ${program}, ${formatSeconds(ageSeconds)} old`
  );
  return [
    ...ended.length > 0 ? [`Ended of what the run left on its box: ${ended.join(", ")}
`] : [],
    ...processes.length > 0 ? [
      `Alive on the box, of this run and of nobody else, although nothing of it works any more:
${shown.join("\n")}
`,
      `  To end exactly these: gpu-lease diagnose ${run} --end-left
`
    ] : [],
    ...young > 0 ? [
      `${young === 1 ? "A process" : `${young} processes`} of this run on the box may be about to end: younger than 2 min, left alone.
`
    ] : []
  ].join("");
}
function explainedRunText(run, { cells, notSeen, behind = [] }, { held, usdPerHour }) {
  return [
    ...behind.length > 0 ? [`${run} waits in its queue:
${behind.map((each) => `  ${each}
`).join("")}`] : [],
    ...cells.map(
      ({ cell, state, findings, known, memory }) => `${run} ${cell}: ${state}
${notSeen === void 0 || findings.length > 0 ? findingsText(findings, "the end of its log") : ""}${memory.map((use) => `${memoryWords(use)}
`).join("")}${known.map(knownText).join("")}`
    ),
    ...notSeen === void 0 ? [] : [`${notSeen} Only the record was read. With its log: gpu-lease diagnose FILE
`],
    usdPerHour > 0 ? `Meanwhile it costs ${Number(usdPerHour.toFixed(4))} USD per hour: ${held.join("; ")}
` : "Nothing of it costs money.\n"
  ].join("");
}

// src/cli/log-text.ts
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { createGunzip } from "node:zlib";
function textOf(cwd, name) {
  if (name === "-") return process.stdin.setEncoding("utf8");
  const path = resolve(cwd, name);
  const begin = beginOf(path);
  const file = createReadStream(path);
  if (begin[0] === 31 && begin[1] === 139) return unpacked(file).setEncoding("utf8");
  return file.setEncoding(begin[0] === 255 && begin[1] === 254 ? "utf16le" : "utf8");
}
function unpacked(file) {
  const unpacking = createGunzip();
  file.on("error", (error) => unpacking.destroy(error));
  return file.pipe(unpacking);
}
var isBroken = (error) => error instanceof Error && "code" in error && /^Z_(?:BUF|DATA)_ERROR$/.test(String(error.code));
var unreadable = (cause) => new Problem(
  {
    code: "not-a-log",
    kind: "usage",
    what: `It begins as gzip does and is damaged before its first byte of text (${cause instanceof Error ? cause.message : "unknown"}).`,
    next: "Fetch the log once more, or name one that is whole."
  },
  { cause }
);
function beginOf(path) {
  const begin = Buffer.alloc(2);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, begin, 0, 2, 0);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new Problem(
      {
        code: "not-a-log",
        kind: "usage",
        what: code === "ENOENT" ? `There is no file ${path}.` : `${path} cannot be read as a log${code === "EISDIR" ? ": it is a directory" : ` (${code})`}.`,
        next: 'Name a log, "-" for what comes on stdin, or a run.'
      },
      { cause: error }
    );
  }
  return begin;
}

// src/cli/diagnose.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const named = settings.value("run");
  const isText = named !== void 0 && (named === "-" || /[./]/.test(named) || existsSync(resolve2(settings.cwd, named)));
  await (isText ? explainText(settings, named, signal) : explainARun(settings, signal));
  return 0;
}
async function explainText(settings, name, signal) {
  const { findings, brokenInLine } = await readLog(textOf(settings.cwd, name), signal);
  const where = name === "-" ? "this text" : name;
  const broken = brokenInLine === null ? "" : `${where} is cut off or damaged in line ${brokenInLine}: what came after could not be read.
`;
  if (settings.json) process.stdout.write(jsonLine({ of: name, findings, brokenInLine }));
  else process.stdout.write(visible(`${findingsText(findings, where)}${broken}`));
}
async function readLog(text, signal) {
  const explaining = new Explaining();
  let [lines, characters] = [1, 0];
  try {
    for await (const chunk of text) {
      signal.throwIfAborted();
      const part = characters === 0 ? String(chunk).replace(/^\ufeff/, "") : String(chunk);
      characters += part.length;
      lines += part.split("\n").length - 1;
      await explaining.read(part);
    }
  } catch (error) {
    if (!isBroken(error)) throw error;
    if (characters === 0) throw unreadable(error);
    return { findings: explaining.findings(), brokenInLine: lines };
  }
  return { findings: explaining.findings(), brokenInLine: null };
}
async function explainARun(settings, signal) {
  const ledger = await lookingLedgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const explained = await explainRun(world, run);
    const left = await leftBehind(world, run, settings.flag("end-left"));
    const now = settings.clock.now();
    const costs = { held: costing(run), usdPerHour: usdPerHourNow(run, now) };
    if (settings.json)
      process.stdout.write(jsonLine({ run: run.id, ...explained, left: left ?? null, ...costs }));
    else {
      const hours = gpuHourLines(run, now).map((line) => `${line}
`);
      const text = explainedRunText(run.id, explained, costs) + hours.join("") + leftText(run.id, left);
      process.stdout.write(visible(text));
    }
  } finally {
    await world.close();
  }
}
export {
  command
};
