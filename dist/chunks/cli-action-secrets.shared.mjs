import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  silentFace
} from "./world.shared.mjs";
import {
  failureMarkdown,
  reportRun
} from "./lease-phases.shared.mjs";
import {
  linksOf
} from "./report-links.shared.mjs";
import {
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  checkedRun
} from "./ledger-refs.shared.mjs";
import {
  checkedUrl
} from "./ledger-remote-login.shared.mjs";
import {
  ledgerNamed
} from "./cli-ledger-place.shared.mjs";
import {
  runJson
} from "./report-run-table.shared.mjs";
import {
  publishOutputs,
  publishSummary
} from "./github-publish.shared.mjs";
import {
  maskSecret
} from "./github-runner.shared.mjs";
import {
  OWN_KEYS
} from "./job-keys-of-others.shared.mjs";
import {
  throwAll
} from "./cli-given-options.shared.mjs";
import {
  option
} from "./cli-option-definition.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/cli/action-secrets.ts
var OURS = [...OWN_KEYS, "GH_TOKEN", "GITHUB_TOKEN"];
function maskedBy(face, env) {
  const done = /* @__PURE__ */ new Set();
  const mask = (name) => {
    const value = env[name];
    if (value === void 0 || done.has(name)) return;
    done.add(name);
    if (maskSecret(value)) return;
    face.warn(
      `The secret ${name} is too short to be masked in the log. Next: use one of at least 8 characters.`
    );
  };
  for (const name of OURS) mask(name);
  return mask;
}
function refuseWithoutSecret({ name, action }, { secret }) {
  if (secret !== void 0 || action?.of === "all" && action.secret !== "needed") return;
  throw new Problem({
    code: "no-secret",
    kind: "usage",
    what: `GPU_LEASE_SECRET is not set, and "${name}" needs it: without it no later job could reach the box, and no record is known from a forged one. Nothing was done here; what is rented already goes on and is billed.`,
    next: 'Make one ("gpu-lease init --github" prints it), store it in an environment that only the default branch may use, let the job name that, and pass the secret as the input "secret". Workflows of forks receive no secrets.'
  });
}

// src/cli/inputs.ts
function readInputs(names, env) {
  return Object.fromEntries(
    names.filter((name) => !option(name).terminalOnly).flatMap((name) => {
      const value = env[inputVariable(name)];
      return value === void 0 || value === "" ? [] : [[name, value]];
    })
  );
}
var inputVariable = (name) => `INPUT_${name.toUpperCase().replaceAll("-", "_")}`;

// src/cli/action-settings.ts
function settingsOfAction(definition, env, command) {
  const faults = [];
  const given = readInputs(definition.options, env);
  const settings = settingsOf({ given, ...command && { command }, faults }, env);
  const checks = [
    () => given.run !== void 0 && checkedRun(given.run),
    () => refuseOddLedger(definition, settings),
    () => refuseWithoutSecret(definition, settings)
  ];
  for (const check of checks) {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      faults.push(error);
    }
  }
  throwAll(faults);
  return settings;
}
function refuseOddLedger({ options }, settings) {
  const named = options.includes("ledger") ? ledgerNamed(settings) : void 0;
  if (named !== void 0 && /^[a-z][a-z0-9+.-]*:\/\//i.test(named)) checkedUrl(named, "the ledger");
}

// src/cli/failed-stage.ts
async function publishFailure({ stage, error, runId, settings }) {
  const known = settings && runId !== "" ? await standing(settings, runId) : void 0;
  publishOutputs({
    run: runId,
    state: known?.state ?? "unknown",
    verdict: "unknown",
    seal: known?.seal ?? "",
    costUsd: known?.costUsd ?? 0
  });
  await publishSummary(failureMarkdown(stage, problemsIn(error)) + (known ? `
${known.card}` : ""));
}
async function standing(settings, runId) {
  try {
    const { events } = await (await lookingLedgerOf(settings)).read(runId);
    if (events.length === 0) return;
    const run = fold(runId, events);
    const now = settings.clock.now();
    const { storeDir, redactor } = settings;
    const links = linksOf(settings.env, run);
    const order = { run, events, now, storeDir, face: silentFace, approval: void 0, links, redactor };
    const { card } = reportRun(order);
    return { ...runJson(run, now), card };
  } catch {
    return;
  }
}
function problemsIn(error) {
  if (error instanceof Problems) return error.all;
  if (error instanceof Problem) return [error];
  return [{ what: `A bug of gpu-lease: ${String(error)}`, next: "Report it with the text in the log." }];
}

// src/cli/input-words.ts
function inInputWords(error, command) {
  if (!command) return error;
  if (error instanceof Problems) {
    const [first, ...more] = error.all;
    return new Problems([reworded(first, command), ...more.map((each) => reworded(each, command))]);
  }
  return error instanceof Problem ? reworded(error, command) : error;
}
function reworded(problem, command) {
  const { code, kind, costing, at } = problem;
  const [what, next] = [problem.what, problem.next].map((text) => wordsFor(text, command));
  if (what === void 0 || next === void 0 || what === problem.what && next === problem.next)
    return problem;
  return new Problem({ ...{ code, kind, what, next, costing }, ...at && { at } }, { cause: problem });
}
function wordsFor(text, { options, action }) {
  const isInput = (name) => options.some((each) => each === name) && !option(name).terminalOnly && !action?.without?.some((each) => each === name);
  const named = (whole, before, name) => isInput(name) ? `${before}${before === "" ? "The" : "the"} input "${name}"` : whole;
  const outside = (part) => part.replace(/(^|[\s(])--([a-z][a-z-]*)/g, named);
  const parts = text.split(/("[^"]*")/);
  return parts.map((part, at) => at % 2 === 1 ? part : outside(part)).join("").replace(/(\binput "[a-z-]+") (?=")/g, "$1: ");
}

export {
  maskedBy,
  settingsOfAction,
  publishFailure,
  problemsIn,
  inInputWords
};
