import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  profileFiles
} from "./cli-profile-files.shared.mjs";
import {
  brief
} from "./report-best-cell.shared.mjs";
import {
  htmlPage,
  htmlText,
  section,
  tileList
} from "./report-html-page.shared.mjs";
import {
  fewCharts,
  metricsSeries
} from "./report-metrics-charts.shared.mjs";
import {
  keptLogs
} from "./collect-printed.shared.mjs";
import {
  isAskable
} from "./lease-lookable.shared.mjs";
import {
  chartsKept
} from "./report-kept-curves.shared.mjs";
import {
  downsample
} from "./report-loss-chart.shared.mjs";
import {
  recordArtifactOf
} from "./github-record-artifacts.shared.mjs";
import {
  RunStore
} from "./collect-seal.shared.mjs";
import {
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  releasePhrase
} from "./lease-warrant.shared.mjs";
import {
  plansOf
} from "./profile-deadlines.shared.mjs";
import {
  surelyEmpty
} from "./ledger-no-refs.shared.mjs";
import {
  ledgerLocation
} from "./cli-ledger-place.shared.mjs";
import {
  next
} from "./lease-next.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  debtsOf
} from "./report-debt-lines.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
import {
  parseProfile
} from "./profile-facts.shared.mjs";
import {
  columnsOn,
  inkFor,
  wrapped
} from "./report-ink.shared.mjs";
import {
  barOf
} from "./report-progress-bar.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import {
  columnsOf,
  fit
} from "./report-columns.shared.mjs";
import {
  jsonLine,
  visibleLine
} from "./report-visible-text.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  usdPerHourNow,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  leaseOf,
  openMeters,
  runState
} from "./lease-run.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";

// src/cli/board.ts
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

// src/course/board-rows.ts
import { join } from "node:path";
var MOST_POINTS = 24;
async function boardRows(world, id) {
  const rows = [];
  for (const [run, record] of await world.ledger.readOpen()) {
    if (record instanceof Problem) {
      if (id === void 0 || id === run) rows.push(unreadable(run, record));
      continue;
    }
    const folded = fold(run, record.events);
    if (id === void 0 || id === run || id === folded.opened?.sweep?.id)
      rows.push(await rowOf(world, folded));
  }
  return rows;
}
async function rowOf(world, run) {
  const now = world.clock.now();
  const { id, opened, leases } = run;
  const charts = chartsOf(world.storeDir, run);
  const total = opened?.document.metrics?.totalSteps;
  return {
    run: id,
    job: opened?.job ?? "",
    state: runState(run),
    sweep: opened?.sweep ? { id: opened.sweep.id, part: opened.sweep.part, of: opened.sweep.of } : null,
    done: doneIn(run, charts),
    total: total === void 0 ? null : total * run.cells.size,
    loss: lossOf(charts),
    boxes: leases.filter((lease) => openMeters(lease).length > 0).length,
    usdPerHourNow: usdPerHourNow(run, now),
    costUsd: Number(usdSoFar(run, now).toFixed(6)),
    budgetUsd: opened?.budget.usd ?? null,
    debts: leases.flatMap(openMeters).filter(({ owed }) => owed).length,
    seenAt: newest([run.updatedAt, ...leases.map(({ seenAt }) => seenAt)]),
    log: await logOf(world.storeDir, run),
    waits: await waitsOf(world, run, now)
  };
}
async function logOf(storeDir, run) {
  if (isAskable(run) || run.leases.every(({ started }) => started === void 0)) return null;
  const here = await keptLogs(new RunStore(storeDir, run.id).evidenceDir);
  return here.length > 0 ? `what it printed until it was last looked at is here: gpu-lease log ${run.id}` : `what it printed is not here: a machine that watched it has it, and of a workflow its last lines are in the artifact ${recordArtifactOf(run.id)}`;
}
function chartsOf(storeDir, run) {
  const series = metricsSeries(join(storeDir, run.id), run.cells.keys(), run.opened?.document ?? {});
  const here = fewCharts(series);
  return here.length > 0 ? here : chartsKept(run.seal?.curves);
}
function lossOf([first]) {
  const last = first?.points.at(-1);
  return first && last ? { key: first.key, last: last.value, curve: downsample(first.points, MOST_POINTS) } : null;
}
function doneIn(run, charts) {
  const steps = [...run.cells.values()].flatMap(({ name, lastStep, verifiedStep }) => {
    const drawn = charts.flatMap(({ cell, points }) => cell === name ? points.at(-1)?.step ?? [] : []);
    const known = [lastStep, verifiedStep, ...drawn].filter((step) => step !== void 0);
    return known.length > 0 ? Math.max(...known) : [];
  });
  return steps.length > 0 ? steps.reduce((sum, step) => sum + step, 0) : null;
}
var newest = (times) => times.filter((time) => time !== void 0).sort().at(-1) ?? null;
async function waitsOf(world, run, now) {
  const [debt] = debtsOf(run);
  if (debt) return { for: "person", says: `${debt.what}; next: ${debt.next}`, phrase: null };
  if (run.halted && !run.closed)
    return { for: "person", says: `halted: ${run.halted.what} Next: ${run.halted.next}`, phrase: null };
  const steps = await stepsOf(world, run, now);
  const ask = steps?.find((step) => step.do === "ask");
  if (ask) {
    const { zero } = (await plansOf(world, run))(leaseOf(run, ask.lease));
    const phrase = releasePhrase(ask.lease, ask.seal, zero);
    return {
      for: "approval",
      says: `waits for your word: gpu-lease release ${run.id} --approve "${phrase}"`,
      phrase
    };
  }
  if (steps?.[0]?.do === "store")
    return { for: "store", says: `waits for a store: gpu-lease collect ${run.id}`, phrase: null };
  if (run.noCapacity)
    return { for: "capacity", says: `waits for a box until ${run.noCapacity.tryAgainAt}`, phrase: null };
  return inQueue(run);
}
async function stepsOf(world, run, now) {
  if (!run.opened || run.closed) return;
  try {
    return next(run, await plansOf(world, run), now);
  } catch (error) {
    if (error instanceof Problem) return;
    throw error;
  }
}
function inQueue({ leases }) {
  const waiting = leases.find(({ queue }) => queue?.to === "waiting");
  if (!waiting?.queue) return null;
  const { at, why } = waiting.queue;
  const says = `${waiting.name} waits in its queue since ${at}${why === void 0 ? "" : `: ${why}`}`;
  return { for: "queue", says, phrase: null };
}
var unreadable = (run, { what, next: advice }) => ({
  run,
  job: "",
  state: "unreadable",
  sweep: null,
  done: null,
  total: null,
  loss: null,
  boxes: 0,
  usdPerHourNow: 0,
  costUsd: 0,
  budgetUsd: null,
  debts: 0,
  seenAt: null,
  log: null,
  waits: { for: "person", says: `${what} Next: ${advice}`, phrase: null }
});

// src/report/board-facts.ts
var RANK = ["debt", "unreadable", "halted"];
function boardOf(rows, now) {
  const sum = (of) => Number(rows.reduce((all, row) => all + of(row), 0).toFixed(6));
  const rank = ({ state, waits }) => RANK.includes(state) ? RANK.indexOf(state) : waits?.for === "approval" ? RANK.length : RANK.length + 1;
  return {
    madeAt: now.toISOString(),
    boxes: sum(({ boxes, usdPerHourNow: usdPerHourNow2 }) => usdPerHourNow2 > 0 ? boxes : 0),
    usdPerHourNow: sum(({ usdPerHourNow: usdPerHourNow2 }) => usdPerHourNow2),
    costUsd: sum(({ costUsd }) => costUsd),
    debts: sum(({ debts }) => debts),
    runs: [...rows].sort((a, b) => rank(a) - rank(b) || (a.run < b.run ? -1 : 1))
  };
}
function boardSentence({ boxes, usdPerHourNow: usdPerHourNow2, costUsd, debts, runs }) {
  const unread = unreadRows(runs);
  const bill = boxes > 0 ? `${count(boxes, "box", "boxes")} ${boxes === 1 ? "bills" : "bill"} ${price(usdPerHourNow2)} USD/h` : unread > 0 ? "nothing is known to bill" : "nothing bills";
  const unknown = unread > 0 ? `; ${count(unread, "record", "records")} cannot be read: what it costs is unknown` : "";
  return `${bill}; ${count(debts, "debt", "debts")}; ${count(runs.length, "open run", "open runs")}, ${formatUsd(costUsd)} so far${unknown}`;
}
var unreadRows = (runs) => runs.filter(({ state }) => state === "unreadable").length;
var count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
var price = (usdPerHour) => usdPerHour === 0 ? "0" : usdPerHour.toFixed(usdPerHour < 0.1 ? 4 : 2);
var shareDone = ({ done, total }) => done === null || !total ? null : Math.min(1, Math.max(0, done / total));
var needsPerson = ({ state, waits }) => RANK.includes(state) || waits?.for === "approval" || waits?.for === "person";

// src/report/sparkline.ts
var BLOCKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
var PLAIN = "_.,:-=+*";
function sparkline(points, columns, { blocks }) {
  const values = downsample(points, columns).map(({ value }) => value).filter(Number.isFinite);
  if (columns < 1 || values.length < 2) return "";
  const levels = blocks ? BLOCKS : PLAIN;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = (value) => high > low ? (value - low) / (high - low) : 0.5;
  return values.map((value) => levels[Math.round(share(value) * (levels.length - 1))]).join("");
}
var showsBlocks = (env) => /utf-?8/i.test(env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "");

// src/report/board-html.ts
var MOST_RUNS = 2e3;
var CURVE_COLUMNS = 24;
function boardHtml(facts) {
  const { boxes, usdPerHourNow: usdPerHourNow2, costUsd, debts, madeAt, runs } = facts;
  const now = new Date(madeAt);
  const shown = runs.slice(0, MOST_RUNS);
  const unread = unreadRows(runs);
  const tone = debts > 0 || unread > 0 ? "bad" : boxes > 0 ? "warn" : "good";
  const none = unread > 0 ? "nothing known" : "nothing";
  return htmlPage(
    "gpu-lease: open runs",
    `<header><h1>Open runs</h1><p class="state ${tone}">${htmlText(boardSentence(facts))}</p></header>
<p class="under">as of ${htmlText(madeAt)}</p>
${runs.filter(needsPerson).map(noteOf).join("\n")}
${tileList([
      ["boxes that bill", String(boxes)],
      ["waiting costs", usdPerHourNow2 > 0 ? `${price(usdPerHourNow2)} USD / h` : none],
      ["debts", String(debts)],
      ["spent", formatUsd(costUsd)]
    ])}
${section({
      title: "Runs",
      columns: [
        { title: "state", class: "short" },
        { title: "run", class: "mono" },
        { title: "done", class: "number" },
        { title: "loss", class: "mono" },
        { title: "USD/h", class: "number" },
        { title: "spent", class: "number" },
        { title: "seen", class: "short" },
        { title: "waits" }
      ],
      rows: shown.map((row) => cellsOf(row, now)),
      left: runs.length - shown.length,
      where: 'are in what "board --json" prints.'
    })}`
  );
}
function cellsOf(row, now) {
  const share = shareDone(row);
  const curve = row.loss ? sparkline(row.loss.curve, CURVE_COLUMNS, { blocks: true }) : "";
  return [
    { word: row.state, tone: needsPerson(row) ? "bad" : row.state === "running" ? "good" : "" },
    row.run,
    share === null ? String(row.done ?? "") : `${Math.floor(share * 100)} %`,
    row.loss ? `${curve} ${brief(row.loss.last)}` : "",
    price(row.usdPerHourNow),
    formatUsd(row.costUsd),
    row.seenAt === null ? "never" : `${formatSeconds(secondsBetween(new Date(row.seenAt), now))} ago`,
    [row.waits?.says, row.log].filter((says) => says).join("; ")
  ];
}
var noteOf = ({ run, state, waits }) => `<p class="note">${htmlText(run)}: ${htmlText(waits?.says ?? state)}</p>`;

// src/report/board-text.ts
var MOST_RUNS2 = 60;
var USUAL_COLUMNS = 120;
var SIZES = [
  { bar: 16, curve: 16, seen: true },
  { bar: 10, curve: 10, seen: true },
  { bar: 6, curve: 8, seen: true },
  { bar: 6, curve: 6, seen: false },
  { bar: 0, curve: 6, seen: false },
  { bar: 0, curve: 0, seen: false }
];
function boardLines(facts, form) {
  const now = new Date(facts.madeAt);
  const runs = facts.runs.slice(0, MOST_RUNS2);
  const left = facts.runs.length - runs.length;
  return [
    ...broken([boardSentence(facts)], form),
    ...runs.length > 0 ? ["", ...rowsOf(runs, form, now)] : [],
    ...left > 0 ? broken([`and ${left} more; "gpu-lease board --json" has all`], form) : []
  ];
}
function rowsOf(runs, form, now) {
  const room = form.columns ?? USUAL_COLUMNS;
  for (const size of SIZES) {
    const [head = "", rule = "", ...rows] = inTable(runs, size, form, now);
    if (Math.max(...[rule, ...rows].map(columnsOf)) <= room)
      return [head, rule, ...runs.flatMap((run, at) => [rows[at] ?? "", ...waitLines(run, form)])];
  }
  return runs.flatMap((run, at) => [...at > 0 ? [""] : [], ...stacked(run, form, now)]);
}
function inTable(runs, size, form, now) {
  const header = ["run", "state", "progress", "loss", "USD/h", "spent", ...size.seen ? ["seen"] : []];
  const rows = runs.map((run) => [
    nameOf(run),
    run.state,
    progressWords(run, size.bar),
    lossWords(run, size.curve, form),
    price(run.usdPerHourNow),
    formatUsd(run.costUsd),
    ...size.seen ? [seenWords(run, now)] : []
  ]);
  return table(header, rows).trimEnd().split("\n");
}
var nameOf = ({ run, sweep }) => sweep ? `${run} (${sweep.part}/${sweep.of})` : run;
function stacked(run, form, now) {
  const progress = progressWords(run, 10);
  const loss = lossWords(run, 8, form);
  return [
    ...broken([`${nameOf(run)}  ${run.state}`], form),
    ...broken(
      [
        [progress, loss && `loss ${loss}`].filter(Boolean).join("  "),
        `${price(run.usdPerHourNow)} USD/h, ${formatUsd(run.costUsd)} spent, seen ${seenWords(run, now)}`
      ].filter(Boolean).map((line) => `  ${line}`),
      form
    ),
    ...waitLines(run, form)
  ];
}
var waitLines = ({ waits, log }, form) => broken(
  [waits?.says ?? "", log ?? ""].filter((says) => says !== "").map((says) => `  ${visibleLine(says)}`),
  form
).filter((line) => line !== "");
var broken = (lines, { columns }) => columns === void 0 ? [...lines] : wrapped(lines.join("\n"), columns);
function progressWords(row, columns) {
  const share = shareDone(row);
  if (share === null) return row.done === null ? "" : `step ${row.done}`;
  const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
  return columns > 0 ? `${barOf(columns, share)} ${percent}` : percent.trim();
}
function lossWords({ loss }, columns, form) {
  if (!loss) return "";
  return [sparkline(loss.curve, columns, form), brief(loss.last)].filter(Boolean).join(" ");
}
var seenWords = ({ seenAt }, now) => seenAt === null ? "never" : `${formatSeconds(secondsBetween(new Date(seenAt), now))} ago`;

// src/report/live-screen.ts
var USUAL = { columns: 80, rows: 24 };
var LiveScreen = class {
  #out;
  #ink;
  #drawn = [];
  constructor(out, env) {
    this.#out = out;
    this.#ink = inkFor({ isTTY: out.isTTY, env });
  }
  draw(lines) {
    const columns = this.#out.columns || USUAL.columns;
    const shown = withinWindow(lines, this.#out.rows || USUAL.rows).map((line) => fit(line, columns - 1));
    const up = this.#rowsOfLast(columns);
    const rows = shown.map((line) => `${this.#ink.line(line)}\x1B[K
`).join("");
    this.#out.write(`${up > 0 ? `\x1B[${up}A\r` : ""}${rows}\x1B[0J`);
    this.#drawn = shown;
  }
  /** A window that was made narrower since has wrapped what stands there. */
  #rowsOfLast(columns) {
    return this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(columnsOf(line) / columns)), 0);
  }
};
function withinWindow(lines, rows) {
  const room = Math.max(2, rows - 1);
  if (lines.length <= room) return [...lines];
  const left = lines.length - (room - 1);
  return [...lines.slice(0, room - 1), `and ${left} more lines: a taller window shows them`];
}

// src/cli/board.ts
var LONGEST_WATCH = "1h";
var REDRAW_SECONDS = 5;
var REPRINT_SECONDS = 60;
var LOOK_SECONDS = 60;
async function command(request, signal) {
  const { given } = request;
  const isWatched = given.watch === true && given.json !== true;
  const bound = given.bound ?? (isWatched ? LONGEST_WATCH : void 0);
  const settings = settingsOf({ ...request, given: { ...given, ...bound !== void 0 && { bound } } });
  if (isWatched) await watch(settings, signal);
  else print(settings, await look(settings));
  return EXIT.ok;
}
async function look(settings) {
  const { clock, cwd } = settings;
  const isEmpty = surelyEmpty(ledgerLocation(settings), false) !== void 0;
  const rows = isEmpty ? [] : await boardRows(await lookingOf(settings), settings.value("run"));
  const facts = settings.redactor.deep(boardOf(rows, clock.now()));
  const page = settings.value("html");
  if (page) {
    const path = resolve(cwd, page);
    mkdirSync(dirname(path), { recursive: true });
    writeWhole(path, boardHtml(facts));
  }
  return facts;
}
async function lookingOf(settings) {
  const { clock, storeDir, cwd, boundSeconds } = settings;
  const seconds = Math.min(LOOK_SECONDS, boundSeconds);
  const endsAt = new Date(clock.now().getTime() + seconds * 1e3);
  const known = /* @__PURE__ */ new Map();
  return {
    ledger: await lookingLedgerOf({ ...settings, endsAt }),
    clock,
    storeDir,
    async profile(platform) {
      const [file] = known.has(platform) ? [] : profileFiles({ dir: void 0, platform, cwd });
      if (file) known.set(platform, parseProfile(file.text, file.name));
      const profile = known.get(platform);
      if (!profile) throw new Error(`there is no profile of ${platform}`);
      return profile;
    }
  };
}
var formOf = ({ env }) => ({ columns: columnsOn(process.stdout), blocks: showsBlocks(env) });
function print(settings, facts) {
  if (settings.json) process.stdout.write(jsonLine(facts));
  else pageOn(process.stdout, settings.env).print(boardLines(facts, formOf(settings)).join("\n"));
}
async function watch(settings, signal) {
  const { clock, env } = settings;
  const isLive = process.stdout.isTTY && env["TERM"] !== "dumb";
  const screen = isLive ? new LiveScreen(process.stdout, env) : void 0;
  const every = screen ? REDRAW_SECONDS : REPRINT_SECONDS;
  const began = clock.now();
  const left = () => settings.boundSeconds - secondsBetween(began, clock.now());
  let shown;
  while (!signal.aborted) {
    const seen = await look(settings).catch((error) => unreached(error, shown));
    const facts = seen instanceof Problem ? shown : seen;
    shown = facts;
    if (facts && screen) screen.draw([...boardLines(facts, formOf(settings)), "", footOf(facts, seen)]);
    else if (facts) print(settings, facts);
    if (left() <= 0) return;
    await clock.sleep(Math.min(every, left()), signal);
  }
}
function unreached(error, shown) {
  if (shown && error instanceof Problem && error.kind === "unreachable") return error;
  throw error;
}
var footOf = ({ madeAt }, seen) => `as of ${madeAt.slice(11, 19)} UTC${seen instanceof Problem ? `; since then ${seen.what}` : ""}; Ctrl-C ends this view and nothing else`;

export {
  command
};
