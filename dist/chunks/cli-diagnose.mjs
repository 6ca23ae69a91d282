import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./job-cell-differences.shared.mjs";
import {
  SIGNATURES,
  baselineOf,
  remainsOf
} from "./lease-loss.shared.mjs";
import "./metrics-series.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import {
  probe
} from "./box-keeper-call.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-glob.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./cli-copies-in-artifacts.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import {
  compilePattern
} from "./profile-facts.shared.mjs";
import {
  faceOf,
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./cli-installed.shared.mjs";
import "./profile-placement.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import {
  usdPerHourNow
} from "./lease-cost.shared.mjs";
import "./host-own-environment.shared.mjs";
import {
  jsonLine,
  visible
} from "./report-visible-text.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-options.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./evidence-level.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./lease-fold.shared.mjs";
import "./lease-breaker.shared.mjs";
import {
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  costing,
  openMeters
} from "./lease-comes-back.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/diagnose.ts
import { createReadStream, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";

// src/watch/explain.ts
var PART_CHARACTERS = 64 * 1024;
var OVERLAP_CHARACTERS = 4096;
var MOST_MATCHES = 50;
var MOST_SHOWN = 300;
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
  /** Number of the line at the begin of what is kept. */
  #line = 1;
  /** @param remains what is known beside the text */
  constructor(remains = {}) {
    this.#remains = remains;
  }
  /** Reads on, in order, and lets others have a turn between two parts. */
  async read(text) {
    for (let from = 0; from < text.length; from += PART_CHARACTERS) {
      this.#part(text.slice(from, from + PART_CHARACTERS));
      await new Promise((resolve2) => setImmediate(resolve2));
    }
  }
  /** @returns what was found so far, what decides first */
  findings() {
    if (this.#found.size === 0) this.#part("");
    const inOrder = SIGNATURES.flatMap(
      (row) => [...this.#found.values()].filter((each) => each.row === row).map(({ finding }) => finding)
    );
    return [...inOrder.filter(({ decides }) => decides), ...inOrder.filter(({ decides }) => !decides)];
  }
  #part(text) {
    const window = this.#kept + text;
    const remains = { ...NOTHING_KNOWN, ...this.#remains, logTail: window };
    for (const row of SIGNATURES) this.#look(row, window, remains);
    const cut = Math.max(0, window.lastIndexOf("\n", window.length - OVERLAP_CHARACTERS) + 1);
    this.#line += linesIn(window.slice(0, cut));
    this.#kept = window.slice(cut).slice(-2 * OVERLAP_CHARACTERS);
  }
  #look(row, window, remains) {
    if (row.line === void 0 && row.when === void 0) return;
    if (row.when !== void 0 && !row.when(remains)) return;
    if (row.line === void 0) {
      this.#note(row, void 0, void 0);
      return;
    }
    for (const match of matchesOf(row.line, window)) {
      const begin = window.lastIndexOf("\n", match.index) + 1;
      const end = window.indexOf("\n", match.index + match[0].length - 1);
      const text = oneLine(window.slice(begin, end === -1 ? void 0 : end).trim(), MOST_SHOWN);
      this.#note(row, match, { line: this.#line + linesIn(window.slice(0, match.index)), text });
      if (!row.closer) return;
    }
  }
  #note(row, match, at) {
    const closer = match && row.closer ? row.closer(match) : row;
    const key = `${row.signature} ${closer.cause}`;
    if (this.#found.has(key)) return;
    const { signature, source } = row;
    const { failureClass, cause, fix } = closer;
    const finding = {
      signature,
      failureClass,
      certainty: row.sure ?? "likely",
      cause,
      fix,
      source,
      probabilistic: row.probabilistic ?? false,
      decides: !ENDS_NOTHING.includes(row.tier),
      at
    };
    this.#found.set(key, { at, finding, row });
  }
};
var linesIn = (text) => text.split("\n").length - 1;
function matchesOf(pattern, text) {
  const found = [];
  const again = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  for (let match = again.exec(text); match && found.length < MOST_MATCHES; match = again.exec(text)) {
    found.push(match);
    if (match[0] === "") again.lastIndex += 1;
  }
  return found;
}

// src/profile/gotcha-match.ts
var MAX_LINE = 4096;
var MAX_LINES = 5e3;
function matchGotchas(profile, stream, text) {
  const lines = text.split("\n").slice(-MAX_LINES);
  return profile.gotchas.flatMap((gotcha) => {
    const patterns = (gotcha.match ?? []).filter((match) => match.in === stream).map((match) => compilePattern(match.pattern));
    const line = lines.map((each) => each.slice(0, MAX_LINE)).find((each) => patterns.some((pattern) => pattern.test(each)));
    return line === void 0 ? [] : [{ gotcha, line }];
  });
}

// src/watch/explain-run.ts
async function explainRun(world, run) {
  const lease = run.leases.findLast(({ started }) => started !== void 0);
  const dir = lease?.started?.dir;
  if (!lease || !dir || openMeters(lease).length === 0)
    return { cells: ofRecord(run), notSeen: "No box of this run is held." };
  try {
    const seen = await probe(await world.channel(lease), dir);
    const profile = await world.profile(lease.platform);
    const cells = seen.cells.flatMap(async (cell) => {
      const known = run.cells.get(cell.name);
      if (!known) return;
      const remains = remainsOf(cell, seen, baselineOf(lease), sourcesOf(run.opened?.document ?? {}));
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
        }))
      };
    });
    return { cells: (await Promise.all(cells)).filter((cell) => cell !== void 0), notSeen: void 0 };
  } catch (error) {
    const isAway = error instanceof TransportFailed || error instanceof Problem && error.kind === "unreachable";
    if (!isAway) throw error;
    return {
      cells: ofRecord(run),
      notSeen: `${lease.name} does not answer: ${error.message.split("\n")[0]}`
    };
  }
}
var ofRecord = (run) => [...run.cells.values()].map((cell) => ({ cell: cell.name, state: stateOf(cell), findings: [], known: [] }));
function stateOf({ ended, stalledSince }) {
  if (!ended) return stalledSince === void 0 ? "not ended" : `silent since ${stalledSince}`;
  if (ended.verdict === "finished") return "finished";
  return `dead (exit ${ended.exitCode}${ended.failureClass ? `, ${ended.failureClass}` : ""})`;
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
    ({ failureClass, signature, at, cause }) => `  ${failureClass} (${signature})${at ? `, line ${at.line}` : ""}: ${cause}`
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
function explainedRunText(run, { cells, notSeen }, { held, usdPerHour }) {
  return [
    ...cells.map(
      ({ cell, state, findings, known }) => `${run} ${cell}: ${state}
${notSeen === void 0 || findings.length > 0 ? findingsText(findings, "the end of its log") : ""}${known.map(knownText).join("")}`
    ),
    ...notSeen === void 0 ? [] : [`${notSeen} Only the record was read. With its log: gpu-lease diagnose FILE
`],
    usdPerHour > 0 ? `Meanwhile it costs ${Number(usdPerHour.toFixed(4))} USD per hour: ${held.join("; ")}
` : "Nothing of it costs money.\n"
  ].join("");
}

// src/cli/diagnose.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const named = settings.value("run");
  const isText = named !== void 0 && (named === "-" || /[./]/.test(named) || existsSync(resolve(settings.cwd, named)));
  await (isText ? explainText(settings, named, signal) : explainARun(settings, signal));
  return 0;
}
async function explainText(settings, name, signal) {
  const findings = await findingsIn(resolveText(settings.cwd, name), signal);
  if (settings.json) process.stdout.write(jsonLine({ of: name, findings }));
  else process.stdout.write(visible(findingsText(findings, name === "-" ? "this text" : name)));
}
function resolveText(cwd, name) {
  if (name === "-") return process.stdin;
  const path = resolve(cwd, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return createReadStream(path);
  throw new Problem({
    code: "not-a-log",
    kind: "usage",
    what: `There is no file ${path}.`,
    next: 'Name a log, "-" for what comes on stdin, or a run.'
  });
}
async function findingsIn(text, signal) {
  const explaining = new Explaining();
  text.setEncoding("utf8");
  for await (const part of text) {
    signal.throwIfAborted();
    await explaining.read(String(part));
  }
  return explaining.findings();
}
async function explainARun(settings, signal) {
  const ledger = await lookingLedgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const explained = await explainRun(world, run);
    const costs = { held: costing(run), usdPerHour: usdPerHourNow(run, settings.clock.now()) };
    if (settings.json) process.stdout.write(jsonLine({ run: run.id, ...explained, ...costs }));
    else process.stdout.write(visible(explainedRunText(run.id, explained, costs)));
  } finally {
    await world.close();
  }
}
export {
  command
};
