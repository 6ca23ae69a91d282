import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KEYS_ENVIRONMENT,
  RELEASE_ENVIRONMENT,
  UNKNOWN,
  callerFiles,
  diagnose,
  diagnosisText,
  keysOfCandidate,
  sourceOfSuite
} from "./cli-doctor.shared.mjs";
import "./cli-runner-rates.shared.mjs";
import {
  ONE_FILE
} from "./github-caller-workflow.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import "./job-cell-differences.shared.mjs";
import {
  isAtGitHub,
  originOf,
  remotesOf,
  withoutLogin
} from "./cli-git-remotes.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-placement.shared.mjs";
import "./cli-settings.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-glob.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./host-installed.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import {
  ledgerLocation
} from "./cli-ledger-place.shared.mjs";
import {
  USUAL_SECRETS,
  noticeSecretsOf
} from "./job-keys-of-others.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./lease-clock-warning.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-cost.shared.mjs";
import "./money.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/init-github.ts
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

// src/cli/new-secret.ts
async function secretLines() {
  const { newSecret } = await import("./secret-keys.mjs");
  return [
    "where the environments have a GPU_LEASE_SECRET already, keep it: another one opens neither the boxes nor the records of the old",
    `else store this one as GPU_LEASE_SECRET in each of them; it is made new at every call and kept nowhere: ${newSecret()}`
  ];
}

// src/cli/init-github.ts
async function initGitHub(settings, signal) {
  requireGitHub(settings);
  const job = jobOf(settings);
  const keys = keysOfJob(job);
  const ledger = ledgerGiven(settings);
  const source = sourceOfSuite(settings.env) ?? UNKNOWN;
  const files = callerFiles({ ...source, keys, ledger }).map(({ path, text }) => ({
    path: resolve(settings.cwd, path),
    text
  }));
  const isLeft = !settings.flag("force");
  const there = [...files.map(({ path }) => path), resolve(settings.cwd, ONE_FILE)].filter(
    (path) => existsSync(path)
  );
  if (isLeft && there.length > 0) throw alreadyThere(there);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const secret = settings.secret === void 0 ? await secretLines() : [];
  const notes = [
    ...there.includes(resolve(settings.cwd, ONE_FILE)) ? ONE_FILE_NOTES : [],
    ...source === UNKNOWN ? UNKNOWN_NOTES : [],
    ...onThisRunner(job),
    ...notHandedOn(job),
    ...setUp(keys, ledger),
    ...secret
  ];
  const written = files.map(({ path }) => `wrote ${path}`);
  process.stdout.write(`${[...written, ...notes.map((note) => `- ${note}`)].join("\n")}
`);
  await lookWhereAllowed(settings, signal);
  return 0;
}
var alreadyThere = (paths) => new Problem({
  code: "exists",
  kind: "usage",
  what: `${paths.join(", ")} ${paths.length === 1 ? "exists" : "exist"} already; nothing was written.`,
  next: 'Edit what is there, or write new files over it with --force; "gpu-lease doctor" says what is wrong with it.'
});
var ONE_FILE_NOTES = [
  `${ONE_FILE} does the same as these files together, as earlier versions wrote it: delete it in the same commit, or pull requests are smoked twice`
];
var UNKNOWN_NOTES = [
  `put the repository and the commit of gpu-lease that you use for ${UNKNOWN.suite} and ${UNKNOWN.commit}; this copy of it does not say them`
];
function requireGitHub({ cwd, env }) {
  const remotes = remotesOf(cwd, env);
  if (remotes.length === 0 || remotes.some((url) => isAtGitHub(url, env))) return;
  throw new Problem({
    code: "not-at-github",
    kind: "usage",
    what: `No remote of ${cwd} is at GitHub (${remotes.map(withoutLogin).join(", ")}), and workflow files do nothing anywhere else; nothing was written.`,
    next: "Add the repository at GitHub as a remote: git remote add github https://github.com/OWNER/NAME.git"
  });
}
var onThisRunner = ({ candidates }) => candidates.every(({ platform }) => platform === "local") ? [
  'the job file names no candidate but "local", this machine: a workflow needs a platform, or a box that it reaches by SSH'
] : [];
function ledgerGiven(settings) {
  const where = settings.value("ledger") === void 0 ? void 0 : ledgerLocation(settings);
  if (where === void 0) return;
  if (where.kind === "remote" && /^(https|ssh):\/\/[^\s'"\\]+$/.test(where.url)) return where.url;
  throw new Problem({
    code: "bad-remote",
    kind: "usage",
    what: `${JSON.stringify(settings.value("ledger"))} is no address that a workflow could reach the ledger at.`,
    next: "Give the address of a repository, such as https://github.com/OWNER/NAME-ledger.git."
  });
}
var setUp = (keys, ledger) => [
  ...ledger === void 0 ? [] : [
    `the ledger: make the empty private repository ${ledger}, for this repository alone, and a fine-grained token (Settings > Developer settings) with "Contents: read and write" on it and nothing else; its value is the secret GPU_LEASE_LEDGER_TOKEN`
  ],
  `Settings > Environments > New environment > "${KEYS_ENVIRONMENT}": deployment branches only the default one, no reviewers, secrets GPU_LEASE_SECRET${[...ledger === void 0 ? [] : ["GPU_LEASE_LEDGER_TOKEN"], ...keys].map((name) => `, ${name}`).join("")}`,
  `the same once more as "${RELEASE_ENVIRONMENT}", with required reviewers and without "Allow administrators to bypass"; then "approval: { environment: ${RELEASE_ENVIRONMENT} }" in the job file`,
  "where the plan has no required reviewers (private repositories below Enterprise), leave the second one out: a release then needs its typed phrase",
  "commit the job file and the workflow files to the default branch: dispatches and schedules start only what is there"
];
async function lookWhereAllowed(settings, signal) {
  const { env, cwd } = settings;
  const isKnown = (env["GITHUB_REPOSITORY"] || originOf(cwd, env)) !== void 0;
  if (!isKnown || !(env["GH_TOKEN"] || env["GITHUB_TOKEN"])) {
    process.stdout.write('next: commit it, then GH_TOKEN="$(gh auth token)" gpu-lease doctor\n');
    return;
  }
  process.stdout.write(diagnosisText(await diagnose(settings, signal)));
}
function jobOf(settings) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  if (!existsSync(path)) {
    throw new Problem({
      code: "no-job-file",
      kind: "usage",
      what: `There is no job file at ${path}, so the keys that the workflow has to pass on are not known.`,
      next: 'Write one first: "gpu-lease init".'
    });
  }
  return parseJob(readFileSync(path, "utf8"), path, knownPlatforms()).job;
}
var HANDED_ON = Object.values(USUAL_SECRETS);
var notHandedOn = (job) => noticeSecretsOf(job).filter((name) => !HANDED_ON.includes(name)).map(
  (name) => `\`notify\` names ${name}, which the workflows do not hand on: they know ${HANDED_ON.join(", ")}, so call it one of these`
);
function keysOfJob(job) {
  const { candidates } = job;
  const keys = candidates.flatMap((candidate) => keysOfCandidate(candidate).flat());
  const known = candidates.some(({ attach }) => attach !== void 0) ? ["GPU_LEASE_KNOWN_HOSTS"] : [];
  const told = noticeSecretsOf(job).filter((name) => HANDED_ON.includes(name));
  return [.../* @__PURE__ */ new Set([...keys, ...known, ...told])];
}
export {
  initGitHub
};
