import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  launcherFor
} from "./launch-keeper-launcher.shared.mjs";
import {
  candidateOf,
  viaProxy
} from "./collect-afar.shared.mjs";
import {
  recordMark,
  refuseBegunElsewhere
} from "./lease-clock-doubt.shared.mjs";
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  installCommand
} from "./launch-install-command.shared.mjs";
import {
  watchedGlobs
} from "./job-watched.shared.mjs";
import {
  pushedRequirements
} from "./launch-conda-by-pip.shared.mjs";
import {
  install,
  probe,
  singleQuoted
} from "./box-keeper-call.shared.mjs";
import {
  growthOf
} from "./metrics-csv-table.shared.mjs";
import {
  platformSecretsOf,
  secretNamesOf
} from "./job-secret-names.shared.mjs";
import {
  bytesOf,
  unprovenIn
} from "./data-fetch-plan.shared.mjs";
import {
  cellGate,
  overrideOf
} from "./profile-overrides.shared.mjs";
import {
  PREFLIGHT
} from "./job-job.shared.mjs";
import {
  emptyRun
} from "./lease-capacity.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/launch/container.ts
function containerText(job, slurm) {
  if (slurm?.container === void 0) return;
  const image = slurm.image ?? job.image;
  if (image === void 0) return;
  const inside = { apptainer, enroot }[slurm.container];
  const proof = slurm.image === void 0 ? "" : SAME_FILE;
  const source = slurm.image ?? `docker://${withoutTag(image)}`;
  return `image=${singleQuoted(source)}
${proof}${inside(job.resources.gpu !== void 0)}`;
}
var withoutTag = (image) => image.replace(/:[^/:@]+(?=@sha256:)/, "");
var SAME_FILE = `
now=$(stat -L -c '%s %Y' "$image" 2>/dev/null) || { echo "gpu-lease: there is no image $image on $(uname -n)" >&2; exit 97; }
known=$GPU_LEASE_BASE/image.sha256
sum='' seen=''
[ ! -r "$known" ] || { read -r sum && read -r seen; } <"$known"
if [ "$seen" != "$now" ]; then
  is=$({ openssl dgst -sha256 -r "$image" 2>/dev/null || sha256sum "$image"; } | cut -c 1-64)
  [ -z "$sum" ] || [ "$sum" = "$is" ] || {
    echo "gpu-lease: $image has the SHA-256 $is, and had $sum when this run began" >&2
    exit 97
  }
  sum=$is
  printf '%s\\n%s\\n' "$sum" "$now" >"$known.$$" && mv -f "$known.$$" "$known"
fi
echo "gpu-lease: $image, SHA-256 $sum"
`;
var apptainer = (withCards) => `
for each in apptainer singularity none; do command -v "$each" >/dev/null 2>&1 && break; done
[ "$each" != none ] || { echo "gpu-lease: there is no apptainer on $(uname -n)" >&2; exit 97; }
file=$1
set -- --pwd "$PWD" --bind "$GPU_LEASE_BASE"
for dir in "\${GPU_LEASE_DATA:-}" "\${TMPDIR:-}"; do [ ! -d "$dir" ] || set -- "$@" --bind "$dir"; done
exec "$each" exec ${withCards ? "--nv " : ""}"$@" "$image" sh "$file"
`;
var CARDS = `[ -z "\${SLURM_GPUS_ON_NODE:-}" ] || set -- "$@" --gres="gpu:$SLURM_GPUS_ON_NODE"
`;
var enroot = (withCards) => `
mounts=$GPU_LEASE_BASE:$GPU_LEASE_BASE
for dir in "\${GPU_LEASE_DATA:-}" "\${TMPDIR:-}"; do [ ! -d "$dir" ] || mounts=$mounts,$dir:$dir; done
set -- "$1" --ntasks=1 --cpus-per-task="\${SLURM_CPUS_PER_TASK:-1}"
${withCards ? CARDS : ""}file=$1
shift
exec srun "$@" --container-image="$image" --container-mounts="$mounts" --container-workdir="$PWD" sh "$file"
`;

// src/launch/start.ts
var HEARTBEAT_SECONDS = 10;
async function start(world, order) {
  const { run, lease, code, attempt } = order;
  refuseOtherCode(run, code);
  await refuseBegunElsewhere(world, run, lease);
  const channel = await world.channel(lease);
  const isSameDisk = await leftThere(channel, lastThere(run, lease)) !== void 0;
  const installed = await install(channel, boxPlan(world, order), await keeperOfSecrets(world, lease));
  const from = isSameDisk ? onTheBox(run, attempt) : await order.pushBack(channel, installed.dir);
  await markBox(world, run, lease);
  const [launcher, first] = await Promise.all([
    startDetached(channel, installed.dir, order, await submissionOf(world, run, lease)),
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
      // Counted by the keeper itself where it runs on a machine of its own, from the begin of each attempt.
      oomKills: isQueued(lease) ? 0 : first.memory.oomKills,
      ...order.parksItself && {
        parksItself: { verb: order.parksItself.verb, afterSeconds: order.parksItself.afterSeconds }
      },
      ...first.boxTime > 0 && { aheadOfBoxSeconds: aheadOf(first.boxTime, world.clock.now()) },
      from
    }
  ];
}
var aheadOf = (boxTime, now) => Math.round(now.getTime() / 1e3 - boxTime);
var lastThere = (run, lease) => (isQueued(lease) ? run.leases.findLast(({ started, intent }) => started && intent.queue === lease.intent.queue) : void 0) ?? lease;
async function leftThere(channel, { started }) {
  if (!started) return;
  const seen = await probe(channel, started.dir);
  return seen.queue !== "absent" && seen.attempt >= started.attempt ? seen : void 0;
}
async function markBox(world, run, lease) {
  if (lease.started || lease.boxId === void 0 || lease.intent.attach !== void 0) return;
  const driver = await world.driver(drivenBy(lease));
  if (!driver.mark) return;
  const record = await world.ledger.read(run.id);
  await driver.mark(lease.boxId, recordMark(record)).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`${lease.name} could not be labelled at ${lease.platform}: ${error.what}`);
  });
}
async function keeperOfSecrets(world, lease) {
  if (!isQueued(lease)) return;
  const { keepSecrets } = await world.driver(drivenBy(lease));
  return keepSecrets && ((secrets) => keepSecrets(lease.boxId ?? "", secrets));
}
async function submissionOf(world, run, lease) {
  const { name, boxId = "" } = lease;
  if (!isQueued(lease)) return;
  const driver = await world.driver(drivenBy(lease));
  const before = run.leases.filter((each) => each !== lease && each.boxId !== void 0);
  const earlier = before.every(({ queue }) => queue?.to === "over") ? "over" : "unknown";
  return { name, earlier, begin: async () => driver.begin?.(boxId) };
}
async function startDetached(channel, dir, { attempt, launchers }, submission) {
  let last;
  for (const id of launchers) {
    try {
      await launcherFor(id).start(channel, dir, attempt, submission);
      return id;
    } catch (error) {
      if (!(error instanceof Problem && error.kind === "unfit")) throw error;
      last = error;
    }
  }
  throw last;
}
var onTheBox = (run, attempt) => [...run.cells.values()].flatMap(({ name: cell, mended, verifiedStep: newest }) => {
  const back = mended?.attempt === attempt ? mended.back : void 0;
  const step = back ? back.step : newest;
  return step === void 0 ? [] : [{ cell, step, source: back?.source ?? "same-disk" }];
});
function boxPlan(world, order) {
  const { run, job, code, attempt, hooks, storage, selfStop, isRented } = order;
  const gate = cellGate(job, run);
  const container = containerText(job, candidateOf(job, order.lease).slurm);
  const { tasks } = order.lease.intent;
  const unfinished = job.cells.filter((cell) => run.cells.get(cell.name)?.ended === void 0).slice(0, tasks?.count);
  return {
    run: run.id,
    attempt,
    code,
    ...requirementsOf(world, order),
    ...indexOf(world, job),
    ...order.data && order.data.length > 0 && { data: order.data },
    ...job.setup === void 0 ? {} : { setup: job.setup },
    ...isRented && { isRented },
    cells: unfinished.map((cell) => ({ name: cell.name, command: job.run, vars: cell.vars })),
    vars: job.vars,
    secrets: secretsOf(world, job),
    hooks,
    ...container !== void 0 && { container },
    metrics: sourcesOf(job).map((rule) => ({ path: rule.path, growth: growthOf(rule) })),
    ...storage,
    watched: watchedGlobs(job),
    ...job.checkpoint && { sets: job.checkpoint },
    diskFloor: gate.floor,
    setsBytes: gate.sets,
    deadManSeconds: Math.ceil(job.budget.hours * 3600),
    ...selfStop === void 0 ? {} : { selfStop },
    ...order.parksItself && {
      parksItself: { line: order.parksItself.line, afterSeconds: order.parksItself.afterSeconds }
    },
    heartbeatSeconds: HEARTBEAT_SECONDS,
    ...notifyOf(world, job),
    stillSeconds: job.watch.stallSeconds,
    isElsewhere: isQueued(order.lease),
    isTasks: tasks !== void 0,
    ...isQueued(order.lease) && { auditThere: { withCards: job.resources.gpu !== void 0 } },
    ...nodesOf(job, candidateOf(job, order.lease))
  };
}
function nodesOf({ resources, preflight = PREFLIGHT, checkpoint }, { peers }) {
  if (resources.nodes === void 0) return {};
  const { nodes: count, leastNodes: least } = resources;
  const resumes = checkpoint && checkpoint.resume !== "none" ? [checkpoint.path].flat() : [];
  return {
    nodes: { count, ...least !== void 0 && { least }, preflight, resumes, ...peers && { peers } }
  };
}
function requirementsOf(world, { job, requirements, code }) {
  if (!job.requirements || requirements === void 0) return {};
  const { text, constraints, said } = pushedRequirements(job.requirements, requirements, code);
  for (const each of said) world.face.line(each);
  const { file, torch } = job.requirements;
  return { requirements: { text, install: installCommand(file, torch, constraints) } };
}
function indexOf(world, { requirements }) {
  const index = requirements?.index;
  if (!index) return {};
  const url = new URL(index.url);
  if (index.token !== void 0) {
    url.username = "__token__";
    url.password = world.secret(index.token) ?? "";
  }
  return { setupSecrets: { PIP_INDEX_URL: url.href, UV_DEFAULT_INDEX: url.href } };
}
function secretsOf(world, job) {
  refuseMissing(unset(world, secretNamesOf(job)));
  return Object.fromEntries(job.secrets.map((name) => [name, world.secret(name) ?? ""]));
}
var requireSet = (world, job) => refuseMissing(missingSecrets(world, job));
function refuseMissing(missing) {
  if (missing.length === 0) return;
  throw new Problem({
    code: "secret-unset",
    kind: "usage",
    what: `The job names secrets that are not set here: ${missing.join(", ")}.`,
    next: 'Set them in the environment of this command; in a workflow pass them under "env:" from secrets.'
  });
}
function requireSecrets(world, job) {
  requireSet(world, job);
  notifyOf(world, job);
}
function notifyOf(world, { notify }) {
  if (!notify) return {};
  const url = world.secret(notify.url) ?? "";
  const key = notify.hmac === void 0 ? void 0 : world.secret(notify.hmac);
  if (!isAddress(url))
    throw new Problem({
      code: "notify-url",
      kind: "usage",
      what: `\`notify.url\` names ${notify.url}, and what it holds is no https address.`,
      next: "Set it to the whole address of the webhook, without a login in it."
    });
  return { notify: { url, on: notify.on, ...key !== void 0 && key !== "" && { key } } };
}
function isAddress(text) {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || protocol === "http:" && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
var missingSecrets = (world, job) => [
  .../* @__PURE__ */ new Set([
    ...unset(world, secretNamesOf(job)),
    ...platformSecretsOf(job).filter((name) => (world.secret(name) ?? "") === "")
  ])
];
var unset = (world, names) => names.filter((name) => world.secret(name) === void 0);
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

// src/course/data.ts
var HUB = "https://huggingface.co";
var isDataNew = (run, { data }) => data !== void 0 && run.data.size === 0;
async function boundData(world, run, job, profile) {
  if (!job.data) return { sources: [] };
  const isNew = isDataNew(run, job);
  try {
    const sources = await resolved(world, run, job, profile);
    if (isNew) await verified(world, job, sources);
    const other = isNew ? [] : sources.filter(({ to, digest }) => run.data.get(to)?.digest !== digest);
    return other.length === 0 ? { sources } : { halted: changed(run, other) };
  } catch (error) {
    if (isNew || !(error instanceof Problem && error.kind === "refused")) throw error;
    return {
      halted: {
        type: "halted",
        code: "data-gone",
        what: `${error.what} This run began with it.`,
        next: AGAIN
      }
    };
  }
}
async function verified(world, { data = [] }, sources) {
  const wanted = data.filter(({ verify }) => verify !== void 0);
  if (wanted.length === 0) return;
  for (const { from, verify } of wanted)
    world.face.line(`data: verifying ${from} to ${verify} where it lies`);
  const { verifyData } = await import("./data-verify-data.mjs");
  await verifyData(wanted, sources, dataWorld(world));
}
var dataWorld = (world) => ({
  clock: world.clock,
  signal: world.signal,
  fetch: viaProxy(),
  hubUrl: world.secret("HF_ENDPOINT") || HUB,
  secret: (name) => world.secret(name)
});
async function resolved(world, run, job, profile) {
  const { resolveData } = await import("./data-resolve.mjs");
  const asked = dataWorld(world);
  const pins = [...run.data].flatMap(
    ([to, { revision }]) => revision === void 0 ? [] : [[to, revision]]
  );
  const boxHub = hubFor(profile, job) ?? asked.hubUrl;
  return resolveData(job.data ?? [], asked, { boxHub, pins: new Map(pins) });
}
var dataNow = (world, job, profile) => resolved(world, emptyRun("plan"), job, profile);
function hubFor(profile, { storage }) {
  const said = profile && overrideOf(profile, "hf-endpoint", storage?.hfEndpoint);
  return said?.is === "value" ? said.value : void 0;
}
var AGAIN = 'Nothing more is rented for it. Put back what was there and "gpu-lease resume", or start a new run, which takes what is there now.';
function changed(run, other) {
  const told = other.map(({ from, to, files, ...source }) => {
    const before = run.data.get(to);
    return `${from} was ${before?.files ?? 0} files and ${before?.bytes ?? 0} bytes when this run began, and is ${files.length} files and ${bytesOf({ from, to, files, ...source })} bytes with other digests now`;
  });
  return { type: "halted", code: "data-changed", what: `The data changed: ${told.join("; ")}.`, next: AGAIN };
}
var resolvedAs = ({ data = [] }, sources) => ({
  type: "data-resolved",
  sources: sources.map((source) => ({
    from: source.from,
    to: source.to,
    ...source.revision !== void 0 && { revision: source.revision },
    files: source.files.length,
    bytes: bytesOf(source),
    unproven: unprovenIn(source),
    digest: source.digest,
    ...verifiedTo(data.find(({ to }) => to === source.to))
  }))
});
var verifiedTo = (rule) => rule?.verify === void 0 ? {} : { verified: rule.verify };
function boxData(world, run, sources) {
  for (const source of sources) {
    const { from, to, files, revision } = source;
    const at = revision === void 0 ? "" : ` at ${revision.slice(0, 12)}`;
    world.face.line(
      `data: the box fetches ${files.length} files of ${from}${at} to ${to}, ${bytesOf(source)} bytes`
    );
  }
  return boxSources(world, run, sources);
}
var boxSources = (world, run, sources) => sources.map(({ to, files, token }) => {
  const known = run.data.get(to)?.fetched?.sha256;
  const value = token === void 0 ? void 0 : world.secret(token);
  return {
    to,
    files,
    ...known !== void 0 && { expected: known },
    ...value !== void 0 && value !== "" && { token: value }
  };
});
async function dataAsked(world, job, profile) {
  if (!job.data) return { sources: [], notes: [], problems: [] };
  const notes = notesOn(job, profile);
  try {
    const sources = await resolved(world, emptyRun("plan"), job, profile);
    return { sources: sources.map(factsOf), notes, problems: [] };
  } catch (error) {
    const all = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
    if (all.length === 0) throw error;
    return { sources: [], notes, problems: all.map(({ what, next }) => `${what} ${next}`) };
  }
}
var factsOf = (source) => ({
  from: source.from,
  revision: source.revision ?? null,
  to: source.to,
  files: source.files.length,
  bytes: bytesOf(source),
  unproven: unprovenIn(source)
});
function notesOn(job, profile) {
  const mirror = hubFor(profile, job);
  const ofHub = (job.data ?? []).filter(({ source }) => source.kind === "hub");
  if (mirror === void 0 || ofHub.length === 0) return [];
  const tokens = [...new Set(ofHub.flatMap(({ token }) => token ?? []))];
  const gets = tokens.length > 0 ? `; it is sent ${tokens.join(", ")}` : "";
  return [
    `a box of ${profile?.id} asks the mirror ${mirror}, and holds what it gets against the Hub's digests${gets}`
  ];
}

export {
  start,
  lastThere,
  leftThere,
  secretsOf,
  requireSet,
  requireSecrets,
  missingSecrets,
  isDataNew,
  boundData,
  dataNow,
  resolvedAs,
  boxData,
  boxSources,
  dataAsked
};
