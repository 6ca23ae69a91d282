import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KEYS_ENVIRONMENT,
  RELEASE_ENVIRONMENT,
  diagnose,
  diagnosisText,
  keysOf,
  originOf
} from "./chunk-7HNCMD7D.mjs";
import {
  CALLER_PATH,
  callerFile
} from "./chunk-EM32OFCV.mjs";
import {
  secretLines
} from "./chunk-XFU2KGJP.mjs";
import {
  parseJob
} from "./chunk-DLCKG3TQ.mjs";
import {
  knownPlatforms
} from "./chunk-UVHU7DVK.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-MWQ5F7IQ.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-DNBGET3G.mjs";
import "./chunk-ZMFA7J53.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-MZCYX6YR.mjs";
import "./chunk-6KY5DIT2.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import {
  installedDir
} from "./chunk-KIJOQLWN.mjs";
import "./chunk-VPOCTM3H.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-SYBH34PZ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";

// src/cli/init-github.ts
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
var UNKNOWN = { suite: "OWNER/gpu-lease", commit: "<commit>" };
async function initGitHub(settings, signal) {
  const target = resolve(settings.cwd, CALLER_PATH);
  if (existsSync(target) && !settings.flag("force")) {
    throw new Problem({
      code: "exists",
      kind: "usage",
      what: `${target} exists already; it was left as it is.`,
      next: 'Edit it, or write a new one over it with --force; "gpu-lease doctor" says what is wrong with it.'
    });
  }
  const keys = keysOfJob(settings);
  const source = sourceOfSuite() ?? UNKNOWN;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, callerFile({ ...source, keys }));
  const secret = settings.secret === void 0 ? await secretLines() : [];
  const notes = [...source === UNKNOWN ? UNKNOWN_NOTES : [], ...setUp(keys), ...secret];
  process.stdout.write(`wrote ${target}
${notes.map((note) => `- ${note}`).join("\n")}
`);
  await lookWhereAllowed(settings, signal);
  return 0;
}
var UNKNOWN_NOTES = [
  `put the repository and the commit of gpu-lease that you use for ${UNKNOWN.suite} and ${UNKNOWN.commit}; this copy of it does not say them`
];
var setUp = (keys) => [
  `Settings > Environments > New environment > "${KEYS_ENVIRONMENT}": deployment branches only the default one, no reviewers, secrets GPU_LEASE_SECRET${keys.map((name) => `, ${name}`).join("")}`,
  `the same once more as "${RELEASE_ENVIRONMENT}", with required reviewers and without "Allow administrators to bypass"; then "approval: { environment: ${RELEASE_ENVIRONMENT} }" in the job file`,
  "where the plan has no required reviewers (private repositories below Enterprise), leave the second one out: a release then needs its typed phrase",
  "commit both files to the default branch: dispatches and schedules start only what is there"
];
async function lookWhereAllowed(settings, signal) {
  const { env, cwd } = settings;
  const isKnown = (env["GITHUB_REPOSITORY"] || originOf(cwd)) !== void 0;
  if (!isKnown || !(env["GH_TOKEN"] || env["GITHUB_TOKEN"])) {
    process.stdout.write('next: commit it, then GH_TOKEN="$(gh auth token)" gpu-lease doctor\n');
    return;
  }
  process.stdout.write(diagnosisText(await diagnose(settings, signal)));
}
function keysOfJob(settings) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  if (!existsSync(path)) {
    throw new Problem({
      code: "no-job-file",
      kind: "usage",
      what: `There is no job file at ${path}, so the keys that the workflow has to pass on are not known.`,
      next: 'Write one first: "gpu-lease init".'
    });
  }
  const { job } = parseJob(readFileSync(path, "utf8"), path, knownPlatforms());
  const rented = job.candidates.filter(({ attach }) => attach === void 0);
  return [...new Set(rented.flatMap(({ platform }) => keysOf(platform).flat()))];
}
function sourceOfSuite() {
  const dir = fileURLToPath(installedDir());
  const suite = originOf(dir);
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: dir,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 1e4
    }).trim();
    return suite !== void 0 && existsSync(resolve(dir, ".git")) ? { suite, commit } : void 0;
  } catch {
    return;
  }
}
export {
  initGitHub
};
