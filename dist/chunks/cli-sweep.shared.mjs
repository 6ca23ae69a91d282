import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  faceOfPart
} from "./course-face-of-run.shared.mjs";
import {
  boundAs,
  countRunner,
  givenEvidence,
  inLedgersWords,
  noteLedger,
  recordEvidence,
  refuseWithoutSecrets,
  reportOf
} from "./cli-ledger-note.shared.mjs";
import {
  silentFace
} from "./world.shared.mjs";
import {
  metHere,
  refuseTakenBack,
  switchOn
} from "./course-taken-back.shared.mjs";
import {
  refuseUnreachable
} from "./cli-first-look.shared.mjs";
import {
  divisionFacts,
  orderOf,
  shareSmoke,
  sweepMeant
} from "./course-sweep-open.shared.mjs";
import {
  sealedHere,
  standingOf,
  sweepExitCode
} from "./course-sweep-facts.shared.mjs";
import {
  bindSmoke
} from "./cli-last-smoke.shared.mjs";
import {
  divisionText,
  sweepText,
  worstFirst
} from "./report-sweep-text.shared.mjs";
import {
  bestCell,
  bestFirst,
  brief
} from "./report-best-cell.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import {
  advance,
  driveOf,
  newStage
} from "./box-dead-man.shared.mjs";
import {
  forgetReleased
} from "./cli-ssh-hosts.shared.mjs";
import {
  refuseStrangers
} from "./cli-refuse-strangers.shared.mjs";
import {
  curves,
  reportRun,
  values
} from "./lease-phases.shared.mjs";
import {
  commitLink,
  formOf,
  linksOf,
  workflowRunLink
} from "./report-links.shared.mjs";
import {
  markdownCode,
  markdownFolded,
  markdownTable,
  markdownText
} from "./report-markdown-text.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import {
  htmlPage,
  htmlText,
  section,
  tileList
} from "./report-html-page.shared.mjs";
import {
  metricsSeries
} from "./report-metrics-charts.shared.mjs";
import {
  seriesKept
} from "./report-kept-curves.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import {
  takes
} from "./lease-next.shared.mjs";
import {
  writeWhole
} from "./report-whole-file.shared.mjs";
import {
  publishSummary,
  setOutputs
} from "./github-publish.shared.mjs";
import {
  hiddenSecretsOf
} from "./job-secret-names.shared.mjs";
import {
  roomOn
} from "./report-ink.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  readParts,
  readSweep
} from "./sweep-record.shared.mjs";
import {
  partId
} from "./sweep-division.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  inParallel
} from "./host-limit.shared.mjs";
import {
  EXIT,
  Problem,
  problemOf
} from "./problem.shared.mjs";

// src/cli/sweep.ts
import { mkdirSync } from "node:fs";
import { join } from "node:path";

// src/course/sweep-advance.ts
async function smokeOnce(order, evidence) {
  const { world, here, sweep, bind, smoke } = order;
  const first = partId(sweep.id, 1);
  const run = await readRun(world.ledger, first);
  if (run.smoke !== "missing" || sweep.opened.document.smoke === "none") return;
  const bound = await bind();
  if (bound.configHash !== sweep.opened.configHash) throw otherCode(sweep, bound);
  if (evidence) return void await recordEvidence(world.ledger, here, first, evidence);
  const { boundSeconds, endsAt } = here;
  const stage = newStage(world, { bound: bind, smoke, boundSeconds });
  const stand = await advance(
    driveOf(stage, (step) => step.do === "smoke", { endsAt }),
    first
  );
  await countRunner(here, stage, "smoke", stand);
}
var otherCode = ({ id, opened }, bound) => new Problem({
  code: "other-configuration",
  kind: "refused",
  what: `Sweep ${id} is bound to configuration ${opened.configHash.slice(0, 12)} of commit ${opened.commit.slice(0, 8)}; what is here makes ${bound.configHash.slice(0, 12)}, and its smoke would prove nothing about the sweep.`,
  next: `Check out commit ${opened.commit.slice(0, 8)} and run the same command again.`
});
async function advanceParts(order, parts) {
  const { world, here, bind, parallel } = order;
  const { boundSeconds, endsAt } = here;
  const problems = /* @__PURE__ */ new Map();
  const lanes = parts.map((part) => {
    const own = { ...world, face: faceOfPart(world.face, `p${part.part}`) };
    const uploading = { step: void 0, wish: void 0, report: reportOf(here, own) };
    const stage = newStage(own, { bound: bind, smoke: async () => [], boundSeconds, uploading });
    return { part, stage };
  });
  await inParallel(lanes, parallel, async ({ part, stage }) => {
    if (!part.run || part.run.closed || world.signal.aborted) return;
    try {
      const stand = await advance(
        driveOf(stage, (step) => takes("sweep", step), { endsAt }),
        part.id
      );
      if (part.part === 1) await countRunner(here, stage, "sweep", stand);
      stage.world.face.settle();
      report(here, stand);
      for (const { name } of stand.run.leases) await world.hangUp(name);
    } catch (error) {
      const problem = problemOf(error);
      stage.world.face.warn(problem.message);
      problems.set(part.id, problem);
    }
  });
  return problems;
}
function report({ storeDir, redactor, clock }, { run, events }) {
  reportRun({ run, events, now: clock.now(), storeDir, face: silentFace, approval: void 0, redactor });
}

// src/report/sweep-html.ts
var TONE = {
  released: "good",
  sealed: "good",
  finished: "good",
  failed: "bad",
  missing: "bad",
  dead: "bad",
  lost: "bad",
  halted: "bad",
  debt: "bad"
};
var MOST_ROWS = 2e3;
function sweepHtml(facts, series = []) {
  const { sweep, job, state, commit, parts, cells } = facts;
  return htmlPage(
    `${job}: ${sweep}`,
    `<header><h1>${htmlText(job)}</h1><p class="state ${TONE[state] ?? ""}">${htmlText(state)}</p></header>
<p class="under">sweep <code>${htmlText(sweep)}</code> \xB7 commit <code>${htmlText(commit.slice(0, 12))}</code></p>
${parts.flatMap(({ run, halted, problem }) => [halted, problem].flatMap((each) => each ? [`<p class="note">${htmlText(run)}: ${htmlText(each.what)}<br><strong>Next:</strong> ${htmlText(each.next)}</p>`] : [])).join("\n")}
${tileList([
      ["cells", String(cells.length)],
      ["sealed", String(cells.filter((cell) => cell.state === "sealed").length)],
      ["failed", String(facts.failed.length)],
      bestTile(facts),
      ["cost", formatUsd(facts.costUsd)],
      ["waiting costs", facts.usdPerHourNow > 0 ? `${formatUsd(facts.usdPerHourNow)} / h` : "nothing"]
    ])}
${curves({ series, cells: [] })}
${cellSection(facts)}
${values({ series })}
${partSection(facts)}`
  );
}
var bestTile = (facts) => {
  const best = bestCell(facts);
  return ["best", best ? `${best.cell.cell}: ${best.words}` : "none yet"];
};
function cellSection(facts) {
  const { cells, metric } = facts;
  const best = bestCell(facts);
  const variables = [...new Set(cells.flatMap(({ differs }) => Object.keys(differs)))];
  const rows = worstFirst(cells).slice(0, MOST_ROWS);
  return section({
    title: "Cells",
    columns: [
      { title: "state", class: "short" },
      { title: "cell" },
      ...variables.map((title) => ({ title, class: "mono" })),
      { title: "step", class: "number" },
      { title: "loss", class: "number" },
      ...metric ? [{ title: `best ${metric.key}`, class: "number" }] : [],
      { title: "part", class: "mono" },
      { title: "why" }
    ],
    rows: rows.map((row) => [
      { word: row.state, tone: TONE[row.state] ?? "" },
      row === best?.cell ? `${row.cell} \u2605 best` : row.cell,
      ...variables.map((name) => row.differs[name] ?? ""),
      String(row.step ?? ""),
      row.loss === null ? "" : row.loss.toPrecision(5),
      ...metric ? [row.metric === null ? "" : row.metric.toPrecision(5)] : [],
      row.run,
      row.exitCode ? [`exit ${row.exitCode}`, row.failureClass ?? ""].join(" ") : row.why
    ]),
    left: cells.length - rows.length,
    where: 'are in what "sweep --json" prints.'
  });
}
var partSection = ({ parts }) => section({
  title: "Parts",
  columns: [
    { title: "state", class: "short" },
    { title: "run", class: "mono" },
    { title: "cells", class: "number" },
    { title: "box" },
    { title: "cost", class: "number" },
    { title: "seal", class: "mono" }
  ],
  rows: parts.map((part) => [
    { word: part.state, tone: TONE[part.state] ?? "" },
    part.run,
    String(part.cells),
    part.lease,
    formatUsd(part.costUsd),
    part.seal?.slice(0, 12) ?? ""
  ])
});

// src/report/sweep-markdown.ts
var OPEN_ROWS = 12;
var MOST_ROWS2 = 300;
var MOST_VARIABLES = 6;
function sweepMarkdown(card) {
  const { facts, failures } = card;
  const parts = [
    `## ${markdownText(facts.job)}: ${markdownText(headline(card))}`,
    keyFacts(facts).join(" \xB7 "),
    linkLine(card),
    ...[failures, ...troubles(facts)].filter((each) => each !== "").map((each) => `> [!WARNING]
> ${markdownText(each)}`),
    `**Next:** ${nextWords(card)}`,
    cellTables(card),
    markdownFolded(`Boxes (${facts.parts.length})`, partTable(card))
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}
`;
}
var ENDED = ["dead", "finished", "sealed", "lost"];
function headline({ facts: { state, cells }, failures }) {
  const all = cells.length === 1 ? "its one cell" : `all ${cells.length} cells`;
  if (state === "debt") return "a meter is not proven stopped";
  if (failures !== "") return failures.split(":")[0] ?? failures;
  if (state === "released") return `${all} are home, and every box is released`;
  if (state === "sealed") return `${all} are sealed`;
  if (state === "opened") return "opened, and nothing is rented yet";
  const ended = cells.filter((cell) => ENDED.includes(cell.state)).length;
  return `${state}, ${ended} of ${cells.length} cells ended`;
}
function keyFacts(facts) {
  const { costUsd, usdPerHourNow, parts } = facts;
  const best = bestCell(facts);
  const budget = parts.reduce((sum, { budgetUsd }) => sum + (budgetUsd ?? 0), 0);
  return [
    ...best ? [`best: ${markdownCode(best.cell.cell)} with ${markdownText(best.words)}`] : [],
    `${formatUsd(costUsd)} of at most ${formatUsd(budget)}`,
    usdPerHourNow > 0 ? `${formatUsd(usdPerHourNow)} per hour now` : "nothing costs money now"
  ];
}
function linkLine({ facts: { sweep, commit }, links = {} }) {
  const short = markdownCode(commit.slice(0, 8));
  return [
    `sweep ${markdownCode(sweep)}`,
    `commit ${links.commit === void 0 ? short : `[${short}](${links.commit})`}`,
    ...links.workflowRun === void 0 ? [] : [`[workflow run](${links.workflowRun})`]
  ].join(" \xB7 ");
}
var troubles = ({ parts }) => parts.flatMap(({ run, halted, problem }) => [
  ...halted ? [`${run} is halted: ${halted.what} Next: ${halted.next}`] : [],
  ...problem ? [`${run}: ${problem.what} Next: ${problem.next}`] : []
]);
function nextWords({ facts: { parts, sweep }, goOn, links = {} }) {
  const owing = parts.find(({ state }) => state === "debt");
  if (owing) return `look at what still bills: ${markdownCode(`gpu-lease status ${owing.run}`)}`;
  const stuck = parts.find(({ halted, problem }) => halted || problem);
  if (stuck) return `do what the warning says for ${markdownCode(stuck.run)}.`;
  const waiting = parts.filter(({ state, seal }) => seal !== null && state !== "released");
  const form = links.form === void 0 ? "" : ` ([open the form](${links.form}))`;
  if (waiting.length > 0)
    return `say whether the release of ${waiting.length} of ${boxWords(parts.length)} is approved${form}: ${markdownCode(`gpu-lease release ${waiting[0]?.run ?? ""}`)} in a terminal shows what that means.`;
  if (goOn.length > 0) return `nothing: it goes on by itself on ${goOn.length} of ${boxWords(parts.length)}.`;
  return `nothing; ${markdownCode(`gpu-lease sweep --run ${sweep}`)} shows it again.`;
}
var boxWords = (count) => count === 1 ? "1 box" : `${count} boxes`;
function cellTables({ facts, artifacts = /* @__PURE__ */ new Map() }) {
  const { cells, metric } = facts;
  const best = bestCell(facts)?.cell;
  const sorted = worstFirst(bestFirst(facts, cells));
  const names = [...new Set(cells.flatMap(({ differs }) => Object.keys(differs)))].slice(0, MOST_VARIABLES);
  const rows = sorted.slice(0, MOST_ROWS2).map((cell) => cellRow(cell, { names, best, artifacts, metric }));
  const decides = metric ? [`best ${markdownText(metric.key)}>`] : [];
  const titles = ["cell", ...decides, "last loss>", "state", ...names.map(markdownText), "step>", "box"];
  const later = rows.slice(OPEN_ROWS);
  const left = cells.length - rows.length;
  return [
    markdownTable(titles, rows.slice(0, OPEN_ROWS)),
    later.length === 0 ? "" : markdownFolded(`${later.length} more cells`, markdownTable(titles, later)),
    left > 0 ? `${left} more are in the report.` : ""
  ].filter((part) => part !== "").join("\n\n");
}
function cellRow(cell, {
  names,
  best,
  artifacts,
  metric
}) {
  const isBest = cell === best;
  const page = artifacts.get(cell.run);
  const loss = cell.loss === null ? "" : brief(cell.loss);
  const decides = metric ? cell.metric === null ? "" : brief(cell.metric) : loss;
  return [
    isBest ? `**${markdownCode(cell.cell)}** \u2605 best` : markdownCode(cell.cell),
    isBest ? `**${decides}**` : decides,
    ...metric ? [loss] : [],
    stateOf(cell),
    ...names.map((name) => markdownCode(cell.differs[name] ?? "(not set)")),
    String(cell.step ?? ""),
    page === void 0 ? markdownCode(partName(cell.run)) : `[${markdownCode(partName(cell.run))}](${page})`
  ];
}
var partName = (run) => /-(p\d+)$/.exec(run)?.[1] ?? run;
function stateOf({ state, exitCode, failureClass, why }) {
  const more = [
    ...exitCode ? [`exit ${exitCode}`] : [],
    ...failureClass ? [failureClass] : [],
    ...why ? [why] : []
  ];
  return markdownText(more.length === 0 ? state : `${state}: ${more.join(", ")}`);
}
var partTable = ({ facts: { parts }, artifacts = /* @__PURE__ */ new Map() }) => markdownTable(
  ["part", "state", "cells>", "box", "cost>", "budget>", "seal"],
  parts.slice(0, MOST_ROWS2).map((part) => [
    artifacts.has(part.run) ? `[${markdownCode(part.run)}](${artifacts.get(part.run)})` : markdownCode(part.run),
    markdownText(part.state),
    String(part.cells),
    markdownText(part.lease),
    formatUsd(part.costUsd),
    part.budgetUsd === null ? "" : formatUsd(part.budgetUsd),
    part.seal === null ? "" : markdownCode(part.seal.slice(0, 8))
  ])
);

// src/cli/sweep.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  try {
    return await runSweep(settings, await faceOf(settings), signal, () => {
    });
  } finally {
    await forgetReleased(settings);
  }
}
async function runSweep(settings, face, signal, onRun) {
  const rents = settings.choice("rent") === "true";
  const isMet = metHere(settings, machineCopiesOf(settings));
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  let bound;
  const bind = () => {
    bound ??= bindJob(settings, face);
    return bound;
  };
  try {
    if (settings.flag("dry-run")) return await showDivision(settings, world, await bind());
    const evidence = await givenEvidence(settings.value("evidence") ?? "", bind) ?? await lookFirst({ settings, world, rents }, bind);
    if (settings.value("run") === void 0) noteLedger(settings, face);
    const sweep = await sweepMeant(sweepAsked(settings), world, bind);
    const opened = await readParts(ledger, sweep);
    for (const { id, run } of opened) if (run) await refuseTakenBack(world, id, isMet, "shared");
    for (const { run } of opened) if (run) onRun(run);
    const mayStart = !rents || settings.env["GITHUB_ACTIONS"] !== "true";
    if (mayStart && opened.some(({ run }) => run && !run.closed)) await switchOn(settings.env, world);
    learnSecrets(settings, sweep);
    introduce(world, sweep, opened);
    const smoke = async (run) => [await bindSmoke(world, settings, run.id, boundAs(run, await bind()))];
    const order = { here: settings, world, sweep, bind, smoke, parallel: settings.number("parallel") };
    await smokeOnce(order, evidence);
    const parts = await readParts(ledger, sweep);
    const mayRent = await shareSmoke(world, sweep, parts);
    if (rents && mayRent && !signal.aborted)
      await refuseWithoutSecrets(world, sweep.opened.document, heldOf(parts));
    const problems = rents && mayRent ? await advanceParts(order, parts) : /* @__PURE__ */ new Map();
    return await end(settings, world, sweep, problems);
  } catch (error) {
    throw await inLedgersWords(settings, error, world, rents ? bind : void 0);
  } finally {
    await world.close();
  }
}
async function lookFirst({ settings, world, rents }, bind) {
  if (settings.value("run") !== void 0) return;
  const bound = await bind();
  const { id, roster, job } = await orderOf(sweepAsked(settings), world.ledger, bound);
  if (!roster || await readSweep(world.ledger, id)) return;
  for (const secret of hiddenSecretsOf(job)) settings.redactor.learn(settings.env[secret] ?? "");
  if (rents) {
    await refuseWithoutSecrets(world, job);
    await refuseUnreachable(world, settings, job);
  }
  if (job.smoke === "none") return;
  world.face.heading("smoke");
  return bindSmoke(world, settings, partId(id, 1), bound);
}
var heldOf = (parts) => parts.find(({ run }) => run && run.leases.length > 0)?.run;
function learnSecrets({ redactor, env }, { opened }) {
  for (const name of hiddenSecretsOf(opened.document)) redactor.learn(env[name] ?? "");
}
var sweepAsked = (settings) => ({
  env: settings.env,
  cwd: settings.cwd,
  named: settings.value("run"),
  boxes: settings.number("boxes")
});
function introduce({ face }, sweep, parts) {
  const jobs = parts.flatMap(({ run }) => run?.opened ? [run.opened.document] : []);
  const [first] = jobs;
  if (!first) return;
  const budget = { ...first.budget, usd: jobs.reduce((sum, job) => sum + job.budget.usd, 0) };
  const daily = jobs.reduce((sum, job) => sum + (job.budget.usdPerDay ?? 0), 0);
  const whole = {
    ...first,
    cells: jobs.flatMap(({ cells }) => cells),
    budget: first.budget.usdPerDay === void 0 ? budget : { ...budget, usdPerDay: daily }
  };
  face.heading(`sweep ${sweep.id}: ${whole.cells.length} cells over ${parts.length} boxes`);
  for (const line of divisionText(divisionFacts(whole, sweep.id, sweep.roster), roomOn(face)))
    face.line(line);
}
async function showDivision(settings, world, bound) {
  const { id, roster, job } = await orderOf(sweepAsked(settings), world.ledger, bound);
  const facts = roster && divisionFacts(job, id, roster);
  if (settings.json) process.stdout.write(jsonLine({ dryRun: true, sweep: id, ...facts }));
  world.face.line(`dry run: sweep ${id} of ${job.cells.length} cells; nothing is changed`);
  for (const line of facts ? divisionText(facts, roomOn(world.face)) : ["over how many boxes is not said (--boxes)"])
    world.face.line(line);
  return EXIT.ok;
}
async function end(settings, world, sweep, problems) {
  const standing = await standingOf(world.ledger, sweep, world.clock.now(), problems);
  const { found, failures, parts } = standing;
  const sealed = sealedHere(parts, world.who);
  const { redactor, env } = settings;
  const facts = redactor.deep(standing.facts);
  const page = writePage(settings.storeDir, facts, redactor.deep(seriesOf(settings.storeDir, parts)));
  const card = { facts, failures: redactor.text(failures), goOn: found.goOn, ...linksTo(env, parts, facts) };
  if (env["GITHUB_ACTIONS"] === "true") await publish(card, sealed);
  if (settings.json) process.stdout.write(jsonLine(facts));
  const { face } = world;
  face.settle();
  face.heading(`sweep: ${sweep.id} is ${found.state}, ${formatUsd(facts.costUsd)}`);
  for (const line of sweepText(facts, roomOn(face))) face.line(line);
  face.line(`report: ${page}`);
  for (const line of nextWords2(found)) face.line(line);
  if (world.signal.aborted) {
    face.line("interrupted; nothing was torn down. The same command goes on from here.");
    return EXIT.interrupted;
  }
  if (failures !== "") face.warn(failures);
  return sweepExitCode(found, problems);
}
function nextWords2({ parts, goOn }) {
  const waiting = parts.filter(({ state, seal }) => seal !== null && state !== "released");
  return [
    ...goOn.length > 0 ? [`goes on: ${goOn.length} of ${parts.length} parts`] : [],
    ...waiting.slice(0, 20).map(({ run }) => `waits for its release: gpu-lease release ${run}`),
    ...waiting.length > 20 ? [`and ${waiting.length - 20} more`] : []
  ];
}
var seriesOf = (storeDir, parts) => parts.flatMap(({ id, cells, run }) => {
  const here = metricsSeries(join(storeDir, id), cells, run?.opened?.document ?? {});
  return here.length > 0 ? here : seriesKept(run?.seal?.curves);
});
function writePage(storeDir, facts, series) {
  const dir = join(storeDir, facts.sweep);
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "report.html");
  writeWhole(path, sweepHtml(facts, series));
  return path;
}
async function publish(card, sealed) {
  const { sweep, state, cells, failed, costUsd } = card.facts;
  setOutputs({
    sweep,
    runs: JSON.stringify(card.goOn),
    sealed: sealed.length === 0 ? "" : JSON.stringify(sealed),
    cells: String(cells.length),
    failed: String(failed.length),
    state,
    "cost-usd": costUsd.toFixed(4)
  });
  await publishSummary(sweepMarkdown(card));
}
function linksTo(env, parts, { commit: of }) {
  const [commit, workflowRun, form] = [commitLink(env, of), workflowRunLink(env), formOf(env, "release")];
  const pages = parts.flatMap(({ id, run }) => {
    const { artifact } = run ? linksOf(env, run) : {};
    return artifact === void 0 ? [] : [[id, artifact]];
  });
  return {
    links: { ...commit && { commit }, ...workflowRun && { workflowRun }, ...form && { form } },
    artifacts: new Map(pages)
  };
}

export {
  command,
  runSweep
};
