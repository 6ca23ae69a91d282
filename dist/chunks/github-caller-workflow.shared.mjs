import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/github/doctor/caller-view.ts
var import_yaml = __toESM(require_dist(), 1);
var OWN_WORKFLOWS = [
  "smoke",
  "pull-request",
  "train",
  "sweep",
  "release",
  "tick",
  "staleness",
  "label",
  "attest",
  "kaggle"
];
var CALLED = /^[^/]+\/gpu-lease\/\.github\/workflows\/([a-z-]+)\.yml@/;
var STAGE = /^[^/]+\/gpu-lease\/actions\/([a-z-]+)@/;
var ROOT = /^[^/]+\/gpu-lease@/;
var PINNED = /@[0-9a-f]{40}$/;
var usesGpuLease = (text) => /\/gpu-lease(\/(\.github\/workflows|actions)\/[a-z-]+|@)/.test(text);
var pinOf = (uses) => {
  const [, suite, commit] = /^([^/@]+\/gpu-lease)(?:\/[^@]*)?@([0-9a-f]{40})$/.exec(uses) ?? [];
  return suite === void 0 ? [] : [`${suite}@${commit}`];
};
function readCaller(path, text) {
  const lines = new import_yaml.LineCounter();
  const document = (0, import_yaml.parseDocument)(text, { schema: "core", lineCounter: lines });
  const fault = document.errors[0];
  const file = fault ? void 0 : mapping(document.toJS({ maxAliasCount: 100 }));
  if (!file) return { ...EMPTY, path, unreadable: fault?.message.split("\n")[0] ?? "it is no mapping" };
  const on = triggersOf(file["on"]);
  const jobs = Object.entries(mapping(file["jobs"]) ?? {}).flatMap(([id, job]) => {
    const known = mapping(job);
    return known ? [{ id, job: known }] : [];
  });
  const uses = jobs.flatMap(({ job }) => [job["uses"], ...stepsOf(job).map((step) => step["uses"])]);
  return {
    path,
    unreadable: void 0,
    triggers: new Set(Object.keys(on)),
    crons: cronsOf(document.getIn(["on", "schedule"], true), lines),
    dispatchInputs: Object.keys(mapping(mapping(on["workflow_dispatch"])?.["inputs"]) ?? {}),
    permissions: permissionsOf(file["permissions"]),
    calls: jobs.flatMap(({ id, job }) => callOf(id, job)),
    steps: jobs.flatMap(({ id, job }) => stagesOf(id, job, file["concurrency"])),
    pins: uses.flatMap((each) => pinOf(String(each ?? ""))),
    unpinned: uses.filter(
      (each) => typeof each === "string" && !/^[.$]\//.test(each) && !PINNED.test(each)
    )
  };
}
var EMPTY = {
  triggers: /* @__PURE__ */ new Set(),
  crons: [],
  dispatchInputs: [],
  permissions: void 0,
  calls: [],
  steps: [],
  pins: [],
  unpinned: []
};
function tickingOf(callers) {
  const ticking = callers.filter(
    ({ triggers, calls, steps }) => triggers.has("schedule") && (calls.some(({ workflow }) => workflow === "tick") || steps.some(({ stage }) => stage === "tick"))
  );
  const isDaily = ({ path }) => /-daily\.ya?ml$/.test(path);
  return [...ticking.filter((each) => !isDaily(each)), ...ticking.filter(isDaily)];
}
var mapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : void 0;
var stepsOf = ({ steps }) => Array.isArray(steps) ? steps.map(mapping).filter((step) => step !== void 0) : [];
var textOf = (value) => typeof value === "string" ? value : void 0;
function triggersOf(on) {
  if (typeof on === "string") return { [on]: null };
  if (Array.isArray(on)) return Object.fromEntries(on.map((name) => [String(name), null]));
  return mapping(on) ?? {};
}
function cronsOf(schedule, lines) {
  const items = (0, import_yaml.isSeq)(schedule) ? schedule.items : [schedule];
  return items.flatMap((item) => {
    const cron = (0, import_yaml.isMap)(item) ? item.get("cron", true) : void 0;
    if (!(0, import_yaml.isScalar)(cron)) return [];
    const { line, col } = lines.linePos(cron.range?.[0] ?? 0);
    return [{ text: String(cron.value ?? ""), line, column: col }];
  });
}
function permissionsOf(value) {
  if (value === "read-all" || value === "write-all") return value;
  const named = mapping(value);
  return named && Object.fromEntries(Object.entries(named).map(([scope, level]) => [scope, String(level)]));
}
function callOf(job, file) {
  const name = CALLED.exec(String(file["uses"] ?? ""))?.[1];
  const workflow = OWN_WORKFLOWS.find((each) => each === name);
  if (workflow === void 0) return [];
  const given = mapping(file["with"]);
  return [
    {
      job,
      workflow,
      permissions: permissionsOf(file["permissions"]),
      secrets: file["secrets"] === "inherit" ? "inherit" : Object.keys(mapping(file["secrets"]) ?? {}),
      environment: textOf(given?.["environment"]),
      ledgerEnvironment: textOf(given?.["ledger-environment"]) || void 0,
      runsOn: textOf(given?.["runs-on"]),
      runsOnSmall: textOf(given?.["runs-on-small"]),
      ledger: textOf(given?.["ledger"]) || void 0,
      needs: [file["needs"] ?? []].flat().map(String),
      attest: textOf(given?.["attest"]),
      runs: textOf(given?.["runs"])
    }
  ];
}
function stagesOf(job, file, ofWorkflow) {
  const concurrency = concurrencyOf(file["concurrency"] ?? ofWorkflow);
  const permissions = permissionsOf(file["permissions"]);
  const container = textOf(file["container"]) ?? textOf(mapping(file["container"])?.["image"]);
  const runsOn = textOf(file["runs-on"]);
  const holdsSecrets = file["environment"] !== void 0 || JSON.stringify(file).includes("secrets.");
  return stepsOf(file).flatMap((step) => {
    const uses = String(step["uses"] ?? "");
    const stage = ROOT.test(uses) ? textOf(mapping(step["with"])?.["stage"]) : STAGE.exec(uses)?.[1];
    return stage === void 0 ? [] : [{ job, stage, permissions, concurrency, runsOn, container, holdsSecrets }];
  });
}
function concurrencyOf(value) {
  if (typeof value === "string") return { cancels: false, keepsAll: false };
  const named = mapping(value);
  const cancels = ![void 0, false].includes(named?.["cancel-in-progress"]);
  return named && { cancels, keepsAll: named["queue"] === "max" };
}

// src/github/caller-workflow.ts
var SET_FILES = ["smoke", "train", "release", "tick", "daily"];
var SET_NAME = "gpu-lease";
var ONE_FILE = `.github/workflows/${SET_NAME}.yml`;
var workflowPath = (file) => `.github/workflows/${file}`;
var setPath = (is, name = SET_NAME) => workflowPath(`${name}-${is}.yml`);
function ownWorkflow(env) {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  const prefix = `${repository}/.github/workflows/`;
  const [path = "", full = ""] = (env["GITHUB_WORKFLOW_REF"] ?? "").split(/@(.*)/s);
  const file = path.startsWith(prefix) ? path.slice(prefix.length) : "";
  const ref = /^refs\/(?:heads|tags)\/(.+)$/.exec(full)?.[1];
  return repository !== "" && /^[^/]+\.ya?ml$/.test(file) && ref !== void 0 ? { file, ref } : void 0;
}
function siblingOf(own, wanted) {
  const [, name, end] = /^(.+)-(?:smoke|train|release|tick|daily|label)(\.ya?ml)$/.exec(own?.file ?? "") ?? [];
  return own && name === void 0 ? void 0 : `${name ?? SET_NAME}-${wanted}${end ?? ".yml"}`;
}
async function workflowFor(wanted, own, github) {
  const ref = own?.ref ?? (await github.describe()).defaultBranch;
  const file = siblingOf(own, wanted);
  if (file === void 0) return { file: own?.file ?? ONE_FILE.replace(/^.*\//, ""), ref, isOne: true };
  const text = await github.file(workflowPath(file), ref);
  if (text === void 0) return { file: own?.file ?? ONE_FILE.replace(/^.*\//, ""), ref, isOne: true };
  return { file, ref, isOne: readCaller(file, text).dispatchInputs.includes("stage") };
}

export {
  OWN_WORKFLOWS,
  usesGpuLease,
  readCaller,
  tickingOf,
  SET_FILES,
  SET_NAME,
  ONE_FILE,
  workflowPath,
  setPath,
  ownWorkflow,
  siblingOf,
  workflowFor
};
