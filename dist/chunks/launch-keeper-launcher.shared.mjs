import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  cadenceAdvice,
  interruptionsOf
} from "./job-cadence.shared.mjs";
import {
  answersOf,
  callKeeper,
  install,
  probe,
  unusableAnswer
} from "./box-keeper-call.shared.mjs";
import {
  MARK
} from "./record-mark-text.shared.mjs";
import {
  isLateEffect
} from "./lease-meter-price.shared.mjs";
import {
  rewritten
} from "./ledger-git-problems.shared.mjs";
import {
  canonicalJson
} from "./canonical.shared.mjs";
import {
  markedBy,
  sameSignature
} from "./secret-keys.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import {
  costing,
  openMeters
} from "./lease-comes-back.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";

// src/ledger/record-mark.ts
import { createHash } from "node:crypto";
var recordMark = (record, count = record.events.length) => markOf(record, count, isSigned(record));
var isSigned = ({ trust }) => trust === "proven" || trust === "not-verified";
function markOf({ events, nonces }, count, signed) {
  const last = { ...events[count - 1], nonce: nonces?.[count - 1] ?? "" };
  const marked = signed ? ["signed", last] : last;
  const digest = createHash("sha256").update(canonicalJson(marked));
  return `${count}-${digest.digest("hex").slice(0, 10)}`;
}
function whyNotFromMark(record, mark) {
  const count = Number(MARK.exec(mark)?.[1]);
  if (count > record.events.length)
    return `it has ${record.events.length} events, and had ${count} when work was begun on that box`;
  const fits = recordMark(record, count) === mark || markOf(record, count, false) === mark;
  return fits ? void 0 : `its event ${count - 1} is another one than when work was begun on that box`;
}

// src/lease/clock-doubt.ts
var SERVICE_SECONDS = 300;
var RECORD_SECONDS = 600;
function clockDoubt(run, heard, now) {
  const services = heard.filter(({ by }) => by === "service");
  if (services.some(({ aheadSeconds }) => Math.abs(aheadSeconds) <= SERVICE_SECONDS)) return;
  const [off] = services;
  if (off) return `${differs(off.aheadSeconds)} that of ${off.source}`;
  const last = run.updatedAt === void 0 ? void 0 : new Date(run.updatedAt);
  const sinceSeconds = last ? secondsBetween(last, now) : 0;
  const boxes = heard.filter(({ by }) => by === "box");
  if (boxes.some((box2) => Math.abs(drift(run, box2)) <= SERVICE_SECONDS)) return;
  if (sinceSeconds < -RECORD_SECONDS)
    return `${differs(sinceSeconds)} the last event of the record of ${run.id}`;
  const [box] = boxes;
  if (!box || sinceSeconds <= RECORD_SECONDS) return;
  return `${differs(drift(run, box))} that of ${box.source}, compared with how far they were apart when its work was begun`;
}
function drift(run, { source, aheadSeconds }) {
  const started = run.leases.find(({ name }) => name === source)?.started;
  return aheadSeconds - (started?.aheadOfBoxSeconds ?? 0);
}
var differs = (aheadSeconds) => `the clock of this machine is ${formatSeconds(Math.abs(aheadSeconds))} ${aheadSeconds > 0 ? "ahead of" : "behind"}`;

// src/ledger/doubtful-clock.ts
var isDoubtfulClock = (clock, run) => clockDoubt(run, clock.others?.() ?? [], clock.now()) !== void 0;
function refuseDoubtfulClock(clock, run) {
  const doubt = clockDoubt(run, clock.others?.() ?? [], clock.now());
  if (doubt === void 0) return;
  throw new Problem({
    code: "clock-off",
    kind: "refused",
    what: `${doubt[0]?.toUpperCase()}${doubt.slice(1)}, so nothing is decided here about time or money; nothing was changed.`,
    next: 'Set the clock of this machine (chrony, systemd-timesyncd, "date"), then run the same command again. If it is right, the other one is wrong: run it from a third machine.',
    costing: costing(run)
  });
}

// src/ledger/hear-the-time.ts
var SILENT_SECONDS = 86400;
var BOX_SECONDS = 15;
async function hearTheTime(world, run) {
  const unheard = await listenForTime(world, run);
  refuseDoubtfulClock(world.clock, run);
  const now = world.clock.now();
  const silentSeconds = run.updatedAt === void 0 ? 0 : secondsBetween(new Date(run.updatedAt), now);
  if (!unheard || silentSeconds <= SILENT_SECONDS) return;
  throw new Problem(
    {
      code: "time-unheard",
      kind: "unreachable",
      // The same words at every look: a person is told of it.
      what: `By the clock of this machine the last event of the record of ${run.id} (${run.updatedAt}) is more than ${formatSeconds(SILENT_SECONDS)} old, and nobody could be asked whether that is so: ${unheard.what} Nothing is decided about time or money.`,
      next: "Run the same command again when the platform answers; it goes on where this one stopped."
    },
    { cause: unheard }
  );
}
async function listenForTime(world, run) {
  if (hasHeard(world, "service")) return;
  const unheard = await askAnybody(world, run).then(
    () => void 0,
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    }
  );
  if (hasHeard(world, "service")) return;
  if (unheard === void 0) await askBox(world, run);
  return unheard;
}
var hasHeard = (world, whom) => (world.clock.others?.() ?? []).some(({ by }) => by === whom);
async function askBox(world, run) {
  const { clock } = world;
  const lease = run.leases.findLast((each) => openMeters(each).length > 0);
  if (!lease || lease.started?.aheadOfBoxSeconds === void 0 || !clock.heard || hasHeard(world, "box"))
    return;
  try {
    const channel = await world.channel(lease);
    const { stdout } = await channel.exec(["date", "+%s"], { timeoutSeconds: BOX_SECONDS });
    const said = Number(/^\d{9,12}$/m.exec(stdout)?.[0]);
    if (said > 0) clock.heard(lease.name, new Date(said * 1e3), "box");
  } catch (error) {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
  }
}
async function askAnybody(world, run) {
  const lease = run.leases.findLast((each) => openMeters(each).length > 0);
  if (lease?.boxId !== void 0 && lease.intent.attach === void 0)
    return void await (await world.driver(lease.intent)).describe(lease.boxId);
  const candidate = run.opened?.document.candidates.find(({ attach }) => attach === void 0);
  if (lease === void 0 && candidate) await (await world.driver(candidate)).find(`${run.id}-1`);
}

// src/ledger/vouch.ts
async function vouch(world, run) {
  await hearTheTime(world, run);
  const record = await world.ledger.read(run.id);
  for (const lease of run.leases) {
    await refuseOtherMark(world, run, lease, record);
    await refuseUnsigned(world, run, lease, record);
  }
  for (const candidate of candidatesOf(run))
    await refuseUnknownBoxes(world, run, candidate, record).catch((error) => {
      if (!(error instanceof Problem) || error.code === "history-rewritten") throw error;
    });
  const witnesses = [
    ...thisMachine(record),
    ...await askElsewhere(world, record, attendedEvents(run, record))
  ];
  if (witnesses.length > 0) return [{ type: "vouched", witnesses }];
  return [
    {
      type: "halted",
      code: "not-vouched",
      what: `Nobody wrote to the record of ${run.id} since ${run.unattendedSince ?? run.updatedAt}, this machine did not follow it, and nothing outside of it can say that it is whole. Nothing is rented or given back on its strength alone.`,
      next: `Look at it ("gpu-lease log ${run.id}") and at the platform's console: if that is all there was, "gpu-lease resume ${run.id}" goes on.`
    }
  ];
}
async function refuseRewritten(world, run, lease) {
  const record = await world.ledger.read(run.id);
  await refuseOtherMark(world, run, lease, record);
  await refuseUnsigned(world, run, lease, record);
  await refuseOtherCopies(world, record);
  if (lease.boxId === void 0 && lease.intent.attach === void 0)
    await refuseUnknownBoxes(world, run, lease.intent, record);
  refuseDoubtfulClock(world.clock, run);
}
function thisMachine({ events, metHereAt }) {
  const anchor = events.findLastIndex(isAnchor);
  return metHereAt !== void 0 && metHereAt <= anchor ? ["this machine, which has followed it"] : [];
}
var isAnchor = ({ type }) => type === "run-opened" || type === "vouched" || type === "resolved";
function attendedEvents({ unattendedSince }, { events }) {
  const last = events.findLastIndex(({ at }) => at === unattendedSince);
  return unattendedSince === void 0 || last < 0 ? events.length : last + 1;
}
async function refuseOtherCopies(world, record, among = "all") {
  await askElsewhere(world, record, 0, among);
}
async function askElsewhere(world, record, least, among = "all") {
  const witnesses = [];
  for (const copy of await world.copiesElsewhere?.(record.run, among) ?? [])
    if (await isWitness(world.ledger, record, copy, least)) witnesses.push(copy.source);
  return witnesses;
}
async function isWitness(ledger, record, { source, text, amongUnread }, least) {
  const weight = await ledger.weigh(record.run, text);
  const count = text.split("\n").length - 1;
  if (weight === "ahead" || weight === "apart")
    throw rewritten(
      record.run,
      weight === "ahead" ? `it has ${record.events.length} events, and ${source} has ${count}` : `${source} has another record of it (${count} events)`,
      record.tip ?? void 0
    );
  return weight !== "unreadable" && record.trust !== "plain" && !amongUnread && count >= least;
}
var candidatesOf = (run) => [
  ...new Map(
    [...(run.opened?.document.candidates ?? []).filter(({ attach }) => attach === void 0)].map((each) => [
      each.platform,
      each
    ])
  ).values()
];
async function refuseUnknownBoxes(world, run, candidate, record) {
  const driver = await world.driver(candidate);
  const seenAt = world.clock.now().toISOString();
  const leases = new Map(run.leases.map((lease2) => [lease2.name, lease2]));
  const isKnown = ({ name, createdAt }) => {
    const lease2 = leases.get(name);
    return lease2 !== void 0 && (lease2.state !== "refused" || isLateEffect(lease2, createdAt ?? seenAt));
  };
  const isOurs = ({ kind, name, owner }) => kind === "instance" && name.replace(/-\d+$/, "") === run.id && owner !== void 0 && sameSignature(world.ownerMark(name), owner);
  const unknown = (await driver.inventory()).find((each) => isOurs(each) && !isKnown(each));
  if (!unknown) return;
  const lease = leases.get(unknown.name);
  const why = lease ? madeLater(lease, unknown.id, unknown.createdAt) : `${candidate.platform} has its box ${unknown.name} (${unknown.id}), of which it says nothing`;
  throw rewritten(run.id, why, record.tip ?? void 0);
}
async function refuseMadeLater(world, run, lease, { boxId, since }) {
  if (isLateEffect(lease, since ?? world.clock.now().toISOString())) return;
  const madeAt = since ?? await listedAt(world, lease, boxId);
  if (isLateEffect(lease, madeAt)) return;
  const { tip } = await world.ledger.read(run.id);
  throw rewritten(run.id, madeLater(lease, boxId, madeAt), tip ?? void 0);
}
async function listedAt(world, lease, boxId) {
  const list = await (await world.driver(lease.intent)).inventory();
  return list.find(({ kind, id }) => kind === "instance" && id === boxId)?.createdAt;
}
var madeLater = ({ name, platform, refusal }, boxId, madeAt) => `${platform} has its box ${name} (${boxId}), ${madeAt === void 0 ? "which does not say when it was made" : `made ${madeAt}`}, and by the record its create was given up ${refusal?.at ?? ""}; where no better copy is known, look at the box and end it in the console`;
async function refuseUnsigned(world, run, lease, { trust, tip }) {
  if (trust !== "plain" || !isRentedHere(lease)) return;
  const driver = await world.driver(lease.intent);
  const box = (await driver.inventory()).find(({ kind, id }) => kind === "instance" && id === lease.boxId);
  if (box?.owner !== void 0 && markedBy(box.owner) === "shared")
    throw rewritten(
      run.id,
      `it has no signatures, and ${lease.name} at ${lease.platform} was rented by a record that has them`,
      tip ?? void 0
    );
}
var isRentedHere = (lease) => lease.boxId !== void 0 && lease.intent.attach === void 0 && openMeters(lease).length > 0;
async function refuseOtherMark(world, run, lease, record) {
  if (!isRentedHere(lease)) return;
  await refuseMarked(world, run, lease, { boxId: lease.boxId, known: record });
}
async function refuseMarked(world, run, lease, box) {
  const unsaid = lease.started === void 0 ? "it does not say that work was begun" : void 0;
  await refuseLabel(world, run, lease, { ...box, unsaid });
}
async function refuseBegunElsewhere(world, run, lease) {
  if (lease.started || lease.boxId === void 0 || lease.intent.attach !== void 0) return;
  await refuseLabel(world, run, lease, { boxId: lease.boxId });
}
async function refuseLabel(world, run, lease, { boxId, unsaid, known }) {
  const driver = await world.driver(lease.intent);
  if (!driver.mark) return;
  const { mark } = await driver.describe(boxId);
  if (mark === void 0) return;
  const record = known ?? await world.ledger.read(run.id);
  const why = whyNotFromMark(record, mark) ?? unsaid;
  if (why !== void 0)
    throw rewritten(run.id, `${why} (label of ${lease.name} at ${lease.platform})`, record.tip ?? void 0);
}

// src/launch/keeper-launcher.ts
function keeperLauncher(id) {
  return {
    id,
    async start(channel, dir, attempt) {
      const result = await callKeeper(channel, dir, ["start", dir.base, String(attempt), id]);
      const answer = answersOf(result).at(-1)?.split(" ") ?? [];
      const [outcome, detail] = answer;
      if (result.exitCode === 0 && (outcome === "started" || outcome === "already")) {
        return { outcome, heartbeat: detail === "true" };
      }
      if (outcome === "busy") throw stillRunning(attempt, detail ?? "?");
      if (outcome === "no-plan") throw notInstalled(attempt, dir);
      throw unusableAnswer(`Starting attempt ${attempt} with ${id}`, result, dir);
    },
    async signal(channel, dir, graceSeconds) {
      const grace = String(Math.max(0, Math.ceil(graceSeconds)));
      const result = await callKeeper(channel, dir, ["signal", dir.base, grace], {
        timeoutSeconds: Number(grace) + 30
      });
      if (result.exitCode !== 0 || !answersOf(result).includes("signalled")) {
        throw unusableAnswer("Ending the run on the box", result, dir);
      }
    }
  };
}
var stillRunning = (attempt, other) => new Problem({
  code: "still-running",
  kind: "refused",
  what: `Attempt ${other} of this run is still alive on the box; attempt ${attempt} would write the same files.`,
  next: "Wait for it (`gpu-lease watch`), or end it first."
});
var notInstalled = (attempt, dir) => new Problem({
  code: "not-installed",
  kind: "unfit",
  what: `Attempt ${attempt} was never laid down in ${dir.base}.`,
  next: "Run the same command again; it lays down what is missing."
});

// src/launch/setsid.ts
var setsid = keeperLauncher("setsid");

// src/launch/tmux.ts
var tmux = keeperLauncher("tmux");

// src/launch/registry.ts
var launchers = Object.assign(/* @__PURE__ */ Object.create(null), { tmux, setsid });
function launcherFor(id) {
  const launcher = launchers[id];
  if (launcher) return launcher;
  throw new Problem({
    code: "no-launcher",
    kind: "usage",
    what: `There is no launcher ${JSON.stringify(id)} in this version.`,
    next: `Use one of: ${Object.keys(launchers).join(", ")}.`
  });
}

// src/launch/requirements.ts
import { posix } from "node:path";
var KEPT_BY_IMAGE = /* @__PURE__ */ new Set(["torch", "torchvision", "torchaudio"]);
function filterRequirements(text, torch, {
  path = "requirements.txt",
  read = () => void 0
} = {}) {
  const result = { text: "", dropped: [], unread: [] };
  const included = /* @__PURE__ */ new Set([path]);
  const take = (content, from) => {
    for (const logical of logicalLines(content)) {
      const requirement = withoutComment(logical.replace(/\\\n/g, " ")).trim();
      const other = includeOf(requirement, from);
      const inner = other?.kind === "r" && !included.has(other.path) ? read(other.path) : void 0;
      if (other?.kind === "c") {
        result.text += `-c \${GPU_LEASE_CODE}/${other.path}
`;
      } else if (other && inner !== void 0) {
        included.add(other.path);
        take(inner, other.path);
      } else if (other) {
        if (included.has(other.path)) continue;
        result.unread.push(other.path);
        result.text += `-r \${GPU_LEASE_CODE}/${other.path}
`;
      } else if (torch === "keep-image" && KEPT_BY_IMAGE.has(nameOf(requirement) ?? "")) {
        result.dropped.push(requirement);
      } else {
        result.text += `${logical}
`;
      }
    }
  };
  take(text, path);
  return result;
}
function includeOf(requirement, from) {
  const [, flag, target] = /^(-r|--requirement|-c|--constraint)(?:[ =]\s*|(?=\S))(\S+)/.exec(requirement) ?? [];
  if (flag === void 0 || target === void 0 || /^[a-z+]+:\/\//.test(target) || target.startsWith("/"))
    return void 0;
  return {
    kind: flag === "-r" || flag === "--requirement" ? "r" : "c",
    path: posix.join(posix.dirname(from), target)
  };
}
var installCommand = (interpreter = "python3") => `${interpreter} -m pip install --disable-pip-version-check -r "$GPU_LEASE_REQUIREMENTS"`;
function describeDropped(dropped) {
  if (dropped.length === 0) return void 0;
  return `The image's own PyTorch is kept: left out ${dropped.join(", ")} (say \`torch: as-pinned\` to install them).`;
}
function logicalLines(text) {
  const lines = [];
  let open;
  for (const line of text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n").replace(/\n$/, "").split("\n")) {
    const joined = open === void 0 ? line : `${open}
${line}`;
    open = line.endsWith("\\") && !line.trimStart().startsWith("#") ? joined : void 0;
    if (open === void 0) lines.push(joined);
  }
  if (open !== void 0) lines.push(open);
  return lines;
}
var withoutComment = (line) => line.replace(/(^|\s)#.*$/, "");
function nameOf(requirement) {
  const editable = requirement.replace(/^(?:-e|--editable)[ =]\s*/, "");
  const egg = /[#&]egg=([A-Za-z0-9._-]+)/.exec(editable)?.[1];
  if (egg !== void 0) return normal(egg);
  if (/^[a-z+]+:\/\/|^\.{0,2}\//.test(editable)) {
    return normal(/([A-Za-z0-9._]+)-\d[^/]*\.(?:whl|tar\.gz|zip)(?:[#?;]|\s|$)/.exec(editable)?.[1] ?? "");
  }
  if (editable.startsWith("-")) return void 0;
  return normal(/^[A-Za-z0-9][A-Za-z0-9._-]*/.exec(editable)?.[0] ?? "");
}
var normal = (name) => name.toLowerCase().replace(/[-_.]+/g, "-");

// src/launch/start.ts
var DISK_FLOOR = { bytes: 2e8, inodes: 1e3 };
var HEARTBEAT_SECONDS = 10;
async function start(world, order) {
  const { run, lease, code, attempt } = order;
  refuseOtherCode(run, code);
  await refuseBegunElsewhere(world, run, lease);
  const channel = await world.channel(lease);
  const isSameDisk = await holdsLastAttempt(channel, lease);
  const installed = await install(channel, boxPlan(world, order));
  const from = isSameDisk ? onTheBox(run) : await order.pushBack(channel, installed.dir);
  await markBox(world, run, lease);
  const [launcher, first] = await Promise.all([
    startDetached(channel, installed.dir, attempt, order.launchers),
    probe(channel, installed.dir)
  ]);
  world.face.line(`${lease.name}: attempt ${attempt} runs detached (${launcher})`);
  return [
    {
      type: "started",
      lease: lease.name,
      attempt,
      configHash: run.opened?.configHash ?? "",
      codeHash: installed.codeHash,
      keeper: installed.keeperHash,
      dir: installed.dir,
      launcher,
      bootId: first.bootId,
      oomKills: first.memory.oomKills,
      ...first.boxTime > 0 && { aheadOfBoxSeconds: aheadOf(first.boxTime, world.clock.now()) },
      from
    }
  ];
}
var aheadOf = (boxTime, now) => Math.round(now.getTime() / 1e3 - boxTime);
async function holdsLastAttempt(channel, { started }) {
  if (!started) return false;
  const seen = await probe(channel, started.dir);
  return seen.queue !== "absent" && seen.attempt >= started.attempt;
}
async function markBox(world, run, lease) {
  if (lease.started || lease.boxId === void 0 || lease.intent.attach !== void 0) return;
  const driver = await world.driver(lease.intent);
  if (!driver.mark) return;
  const record = await world.ledger.read(run.id);
  await driver.mark(lease.boxId, recordMark(record)).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`${lease.name} could not be labelled at ${lease.platform}: ${error.what}`);
  });
}
async function startDetached(channel, dir, attempt, launchers2) {
  let last;
  for (const id of launchers2) {
    try {
      await launcherFor(id).start(channel, dir, attempt);
      return id;
    } catch (error) {
      if (!(error instanceof Problem && error.kind === "unfit")) throw error;
      last = error;
    }
  }
  throw last;
}
var onTheBox = (run) => [...run.cells.values()].flatMap(
  (cell) => cell.verifiedStep === void 0 ? [] : [{ cell: cell.name, step: cell.verifiedStep, source: "durable-tier" }]
);
function boxPlan(world, order) {
  const { run, job, code, attempt, hooks, selfStop } = order;
  const unfinished = job.cells.filter((cell) => run.cells.get(cell.name)?.ended === void 0);
  return {
    run: run.id,
    attempt,
    code,
    ...requirementsOf(world, order),
    ...job.setup === void 0 ? {} : { setup: job.setup },
    cells: unfinished.map((cell) => ({ name: cell.name, command: job.run, vars: cell.vars })),
    vars: job.vars,
    secrets: secretsOf(world, job),
    hooks,
    ...job.metrics ? { metrics: { path: job.metrics.path, stepKey: job.metrics.stepKey } } : {},
    watched: watchedGlobs(job),
    scratch: [],
    diskFloor: DISK_FLOOR,
    deadManSeconds: Math.ceil(job.budget.hours * 3600),
    ...selfStop === void 0 ? {} : { selfStop },
    heartbeatSeconds: HEARTBEAT_SECONDS,
    stillSeconds: job.watch.stallSeconds
  };
}
function requirementsOf(world, { job, requirements }) {
  if (!job.requirements || requirements === void 0) return {};
  const { text, dropped } = filterRequirements(requirements, job.requirements.torch);
  const said = describeDropped(dropped);
  if (said) world.face.line(said);
  return { requirements: { text, install: installCommand() } };
}
var watchedGlobs = (job) => [
  .../* @__PURE__ */ new Set([
    ...job.checkpoint ? [job.checkpoint.path] : [],
    ...job.artifacts.filter((rule) => rule.keep !== "evidence").map((rule) => rule.path)
  ])
];
function secretsOf(world, job) {
  const missing = missingSecrets(world, job);
  if (missing.length > 0) {
    throw new Problem({
      code: "secret-unset",
      kind: "usage",
      what: `The job names secrets that are not set here: ${missing.join(", ")}.`,
      next: 'Set them in the environment of this command; in a workflow pass them under "env:" from secrets.'
    });
  }
  return Object.fromEntries(job.secrets.map((name) => [name, world.secret(name) ?? ""]));
}
var missingSecrets = (world, job) => job.secrets.filter((name) => world.secret(name) === void 0);
function refuseOtherCode(run, code) {
  const bound = run.opened;
  if (!bound || bound.codeHash === code.hash) return;
  throw new Problem({
    code: "code-changed",
    kind: "refused",
    what: `This run is bound to code ${bound.codeHash.slice(0, 12)} (commit ${bound.commit.slice(0, 8)}); what is here now is ${code.hash.slice(0, 12)}.`,
    next: "Check the bound commit out, or start a new run for the new code. A retry runs the identical configuration only."
  });
}

// src/rent/cost-range.ts
function costRange(job, chosen) {
  const { usd, hours, usdPerHour } = job.budget;
  const price = chosen?.offer.usdPerHour ?? usdPerHour;
  const cost = chosen?.cost.known ? chosen.cost : void 0;
  return {
    expectedUsd: cost ? Number(cost.usd.toFixed(6)) : null,
    atMostUsd: Math.min(usd, price * hours),
    lines: [
      ...expectedLines(job, cost),
      `at ${price} USD/h for at most ${hours} h: ${formatUsd(price * hours)}; the budget stops the run at ${formatUsd(usd)}`,
      ...chosen ? spotAdvice(job, chosen) : [],
      "waiting for a release approval costs the same per hour; parking costs less where the platform has it"
    ]
  };
}
var spotAdvice = (job, { offer, facts }) => offer.market === "spot" ? [`spot: ${cadenceAdvice(job, interruptionsOf(facts))}`] : [];
function expectedLines({ watch, cells }, cost) {
  if (!cost)
    return [
      watch.expectedSeconds === void 0 ? "expected: unknown (watch.expected is not set)" : "expected: unknown (no offer)"
    ];
  return [
    `expected: ${formatUsd(cost.usd)} for ${cells.length} cell(s)`,
    ...cost.parts.map(({ part, usd, why }) => `  ${part}: ${formatUsd(usd)} (${why})`)
  ];
}

export {
  isDoubtfulClock,
  refuseDoubtfulClock,
  hearTheTime,
  listenForTime,
  vouch,
  refuseRewritten,
  refuseOtherCopies,
  isWitness,
  refuseMadeLater,
  refuseMarked,
  launcherFor,
  DISK_FLOOR,
  start,
  secretsOf,
  missingSecrets,
  costRange,
  spotAdvice
};
