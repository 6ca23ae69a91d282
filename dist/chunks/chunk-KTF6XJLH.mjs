import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/cli/options.ts
var definitions = {
  job: { about: "The job file.", kind: "text", fallback: "gpu-lease.yml" },
  run: {
    about: "Run id; derived from the job and from what started it when unset, so that a re-run is the same run.",
    kind: "text"
  },
  ledger: {
    about: "Git remote or directory that holds the ledger; the repository one stands in when unset.",
    kind: "text"
  },
  store: {
    about: "Directory for pulled artifacts, manifests and reports.",
    kind: "text",
    fallback: "gpu-lease-out"
  },
  bound: {
    about: "Longest time this step may take before it ends with the state it found, such as 90s, 10min or 2h.",
    kind: "text",
    fallback: "10min"
  },
  approve: {
    about: "The phrase that approves a release: lease name and the first 8 of the seal, as the step shows it.",
    kind: "text"
  },
  environment: {
    about: "The protected environment that this step's job waits in; the approval of its reviewers is then proven through GitHub's API. That of the job file when both are given, which must be the same.",
    kind: "text"
  },
  noted: {
    about: "What the gate step of this attempt noted about earlier approvals, its output of that name; without it only a first attempt counts.",
    kind: "text"
  },
  standing: {
    about: "Approve in advance: the least level of verification (L0 to L3) at which what is sealed may be released without asking again.",
    kind: "text"
  },
  stopped: {
    about: "Your word that a box which no program can end was ended where it was rented: the name of its lease. Then looked at from here.",
    kind: "text"
  },
  record: {
    about: 'Whether the smoke writes its evidence to the ledger; "false" where there is no permission to, as on a fork.',
    kind: "text",
    fallback: "true"
  },
  github: {
    about: "Write the workflow file for GitHub Actions, say how to set the environments up, and look at them.",
    kind: "flag",
    terminalOnly: true
  },
  "allow-dirty": {
    about: "Use the work tree with its uncommitted changes; the run is marked so for ever.",
    kind: "flag",
    terminalOnly: true
  },
  "dry-run": {
    about: "Show what would happen; rent, write and change nothing.",
    kind: "flag",
    terminalOnly: true
  },
  yes: {
    about: "Take defaults instead of asking. Never approves a destructive verb.",
    kind: "flag",
    terminalOnly: true
  },
  ask: { about: "Let the person at the terminal play the reviewer.", kind: "flag", terminalOnly: true },
  json: {
    about: "End with one line of JSON; everything else goes to stderr.",
    kind: "flag",
    terminalOnly: true
  },
  path: { about: "File or directory to verify; several, one per line.", kind: "text" },
  role: {
    about: "What the files are for: checkpoint, model, optimizer, adapter, metrics, config, log, dataset, archive or opaque; guessed from name and content when unset.",
    kind: "text"
  },
  contains: {
    about: "What a checkpoint must hold, separated by commas: names or globs of keys and tensors, or model, optimizer, scheduler, step, epoch, rng, scaler, ema.",
    kind: "text"
  },
  "allow-degraded": {
    about: 'Whether a pickle that needs more than weights-only loading is "pass-degraded" (true) or a failure (false).',
    kind: "text",
    fallback: "true"
  },
  manifest: {
    about: "Digests as sha256sum lists them; what is listed and not there is a failure.",
    kind: "text"
  },
  previous: { about: "The checkpoint before: something must have changed since.", kind: "text" },
  step: { about: "Step that a checkpoint must be of.", kind: "text" },
  "min-step": { about: "Step that a checkpoint must at least be of.", kind: "text" },
  "allow-import": {
    about: "Names that a pickle may import beyond the list, module.name, separated by commas.",
    kind: "text"
  },
  "fail-on": {
    about: "The least bad verdict that ends with an exit code other than 0: fail, inconclusive or degraded.",
    kind: "text",
    fallback: "degraded"
  },
  report: { about: "Where to write a page for people, NAME.html.", kind: "text" },
  sarif: { about: "Where to write the findings for code scanning, NAME.sarif.", kind: "text" },
  jobs: { about: "Threads that read and scan large files (default 1).", kind: "text" },
  chain: {
    about: 'Whether the workflow is started again when the bound is over and the job is not: "never", "auto" (only where no schedule looks) or "always"; needs "actions: write" and inputs "run" and "hop".',
    kind: "text",
    fallback: "never"
  },
  hop: { about: "Which link of a chain this is; set by the one before.", kind: "text" },
  hops: { about: "Most links that one chain may have.", kind: "text", fallback: "200" },
  every: {
    about: "How often the schedule is to look; a look is late after three times as long.",
    kind: "text",
    fallback: "15min"
  },
  parallel: { about: "How many runs are looked at at once, 1 to 64.", kind: "text", fallback: "16" },
  calls: {
    about: "Most requests to GitHub that one look may spend on issues; a repository's jobs share 1,000 an hour.",
    kind: "text",
    fallback: "100"
  },
  issues: {
    about: 'Whether each real problem gets one issue of this repository, kept up to date and closed when solved; needs "issues: write".',
    kind: "text",
    fallback: "true"
  },
  months: {
    about: "Age in months from which on a fact of a profile is stale.",
    kind: "text",
    fallback: "6"
  },
  "months-money": {
    about: "The same for what costs money or data when it is believed wrongly.",
    kind: "text",
    fallback: "3"
  },
  profiles: {
    about: "Directory of profiles; those that come with gpu-lease when unset.",
    kind: "text"
  },
  issue: {
    about: 'Whether one issue of this repository is kept up to date with the list; needs "issues: write".',
    kind: "text",
    fallback: "false"
  },
  number: { about: "Number of the pull request; that of the event when unset.", kind: "text" },
  smoke: {
    about: 'How the step of the smoke ended (its "outcome": success, failure, skipped); the ledger is asked when unset.',
    kind: "text"
  },
  check: {
    about: 'Whether the newest run is a check on the commit, too; needs "checks: write".',
    kind: "text",
    fallback: "false"
  },
  against: {
    about: "A platform's newer API description (OpenAPI), to be compared with what gpu-lease uses of it.",
    kind: "text",
    terminalOnly: true
  },
  symptom: { about: "What is seen when it goes wrong.", kind: "text", terminalOnly: true },
  cause: { about: "Why it happens: the root of it.", kind: "text", terminalOnly: true },
  fix: { about: "What helps.", kind: "text", terminalOnly: true },
  proof: {
    about: "How it was reproduced, or the mechanism that makes it certain.",
    kind: "text",
    terminalOnly: true
  },
  general: { about: "Why it hits others, too.", kind: "text", terminalOnly: true },
  concerns: {
    about: "Whom it concerns: platform, training, project, machine, or correction of an entry that is wrong.",
    kind: "text",
    terminalOnly: true
  },
  source: {
    about: "URL, tag of a source of the profile, or words for what was observed.",
    kind: "text",
    terminalOnly: true
  },
  risk: {
    about: "What is at stake: money, data, time or secret.",
    kind: "text",
    fallback: "time",
    terminalOnly: true
  },
  phases: {
    about: "When it shows, separated by commas: preflight, launch, run, poll, pull, teardown.",
    kind: "text",
    fallback: "run",
    terminalOnly: true
  },
  match: {
    about: "The line it shows by, STREAM:PATTERN; STREAM is log, setup, ssh, api, scheduler or probe.",
    kind: "text",
    terminalOnly: true
  },
  sha256: { about: "Give the digest of every file.", kind: "flag", terminalOnly: true },
  explain: {
    about: "Show the tensors of one file or directory, with their values in short.",
    kind: "flag",
    terminalOnly: true
  },
  diff: {
    about: "Compare the tensors of two files or directories; 1 when they differ.",
    kind: "flag",
    terminalOnly: true
  },
  platform: {
    about: 'Only this platform, whatever the job names; for "strays" also several, separated by commas.',
    kind: "text",
    terminalOnly: true
  },
  all: {
    about: "Everything, with the reason for each offer that was declined.",
    kind: "flag",
    terminalOnly: true
  },
  billed: {
    about: "Ask the platforms what they have charged; else only the ledger is read.",
    kind: "flag",
    terminalOnly: true
  },
  "put-up": {
    about: "Hand each reported stray to the run that made it, which gives it back under a warrant.",
    kind: "flag",
    terminalOnly: true
  },
  apart: {
    about: "Least time between the look that marks a stray and the one that reports it.",
    kind: "text",
    fallback: "10min",
    terminalOnly: true
  },
  "allow-blind": {
    about: "End with 0 also where nothing known was there to be seen.",
    kind: "flag",
    terminalOnly: true
  },
  verbose: { about: "Show also what looks like ours and is not signed.", kind: "flag", terminalOnly: true },
  archived: { about: "Closed runs, too.", kind: "flag", terminalOnly: true },
  force: { about: "Overwrite an existing file.", kind: "flag", terminalOnly: true },
  keep: { about: "Keep the demo directory for a look around.", kind: "flag", terminalOnly: true }
};
var option = (name) => ({ name, ...definitions[name] });
var optionOf = ({ defaults }, name) => {
  const fallback = defaults?.[name];
  return { ...option(name), ...fallback === void 0 ? {} : { fallback } };
};
var PLACE = ["ledger", "store", "json"];
var COMMANDS = [
  {
    name: "demo",
    group: "setting up",
    about: "A real run on a loopback box, from smoke to release, in a minute.",
    options: ["ask", "keep", "store", "json"]
  },
  {
    name: "init",
    group: "setting up",
    about: "Look at this repository, write a commented job file for it; with --github a workflow, too.",
    options: ["job", "github", "force"]
  },
  {
    name: "plan",
    group: "setting up",
    action: "alone",
    token: "Token that may read the ledger (contents: read).",
    secret: true,
    about: "What a run would do, cost and risk. Rents nothing.",
    options: ["job", "ledger", "json", "allow-dirty"]
  },
  {
    name: "offers",
    group: "setting up",
    about: "What the candidates offer now, the best first, and why the rest was declined.",
    options: ["job", "platform", "all", "json"]
  },
  {
    name: "platforms",
    group: "looking",
    about: "What every platform can do, costs, keeps and destroys; one in full when named. Asks nobody.",
    positional: "platform",
    options: ["platform", "json"]
  },
  {
    name: "run",
    group: "stages",
    about: "The whole life of a job: smoke, launch, watch, collect, release. Goes on where it stopped.",
    positional: "run",
    options: ["run", "job", ...PLACE, "approve", "bound", "allow-dirty", "dry-run", "yes"]
  },
  {
    name: "smoke",
    group: "stages",
    action: "stage",
    about: "Tiny run on this machine, then kill and resume. Nothing may be rented before it passes.",
    options: ["job", "run", ...PLACE, "record", "allow-dirty"]
  },
  {
    name: "launch",
    group: "stages",
    action: "stage",
    about: "Rent one box, audit it, start the job detached.",
    options: ["job", "run", ...PLACE, "bound", "standing", "environment", "noted", "allow-dirty", "dry-run"]
  },
  {
    name: "gate",
    group: "stages",
    action: "stage",
    about: "Before a release waits: prove that its gate holds, show what will be approved. Changes nothing.",
    positional: "run",
    options: ["run", "job", ...PLACE, "environment", "approve", "standing"],
    outputs: {
      gate: "environment, phrase, or none where nothing waits for anybody.",
      environment: "The environment that the release job has to wait in; empty where a phrase is the gate.",
      noted: "How many approvals this attempt began with; the input of that name of launch and release.",
      lease: "The lease that will be released."
    }
  },
  {
    name: "watch",
    group: "stages",
    action: "stage",
    about: "Follow the run for a bounded time; pull checkpoints; recover from preemption.",
    positional: "run",
    options: ["run", "job", ...PLACE, "bound", "chain", "hop", "hops"]
  },
  {
    name: "continue",
    group: "stages",
    action: "alone",
    token: "Token that may write the ledger (contents: write) and start a workflow (actions: write).",
    secret: true,
    about: "In a workflow: see that somebody goes on with the run; start the workflow again if nobody does.",
    positional: "run",
    defaults: { chain: "auto" },
    options: ["run", "job", "ledger", "chain", "hop", "hops"]
  },
  {
    name: "collect",
    group: "stages",
    action: "stage",
    about: "Pull what was promised, load every file, seal the evidence.",
    positional: "run",
    options: ["run", "job", ...PLACE, "bound"]
  },
  {
    name: "release",
    group: "stages",
    action: "stage",
    about: "With an approval of the seal: stop every meter and prove that each stopped.",
    positional: "run",
    options: ["run", "job", ...PLACE, "approve", "environment", "noted", "stopped", "bound", "dry-run"]
  },
  {
    name: "approve",
    group: "stages",
    about: "Approve in advance: what is sealed within bounds is released without asking again.",
    positional: "run",
    options: ["run", ...PLACE, "standing", "approve", "environment", "noted"]
  },
  {
    name: "ask",
    group: "stages",
    action: "alone",
    token: "Token that may start a workflow (actions: write) and read the ledger (contents: read).",
    secret: true,
    about: "Start the workflow run in which a person is asked for a release: of one run or all that wait.",
    positional: "run",
    options: ["run", ...PLACE]
  },
  {
    name: "tick",
    group: "stages",
    action: "alone",
    token: "Token that may write the ledger (contents: write) and issues (issues: write).",
    secret: true,
    about: "One look at every open run, as far as each goes now; strays, debts, clocks. For a schedule.",
    defaults: { bound: "60s" },
    options: ["job", ...PLACE, "bound", "parallel", "every", "issues", "calls"]
  },
  {
    name: "status",
    group: "looking",
    action: "alone",
    token: "Token that may read the ledger (contents: read).",
    secret: true,
    about: "Every open run, its state and what it costs; one run in full when named.",
    positional: "run",
    options: ["run", ...PLACE, "archived"]
  },
  {
    name: "log",
    group: "looking",
    about: "What happened to a run, event by event.",
    positional: "run",
    options: ["run", ...PLACE]
  },
  {
    name: "cost",
    group: "looking",
    about: "Every meter of a run: price, time, sum, forecast, waste, what still runs.",
    positional: "run",
    options: ["run", ...PLACE, "billed"]
  },
  {
    name: "strays",
    group: "looking",
    about: "Boxes and volumes of ours that no lease holds, from the platforms' own lists. Deletes nothing.",
    options: ["platform", "put-up", "apart", "allow-blind", "verbose", ...PLACE]
  },
  {
    name: "verify",
    group: "looking",
    action: "alone",
    words: "PATH...",
    about: "Load-verify files or directories. Needs no run and no ledger.",
    options: [
      "path",
      "role",
      "contains",
      "allow-degraded",
      "manifest",
      "previous",
      "step",
      "min-step",
      "allow-import",
      "fail-on",
      "report",
      "sarif",
      "jobs",
      "sha256",
      "explain",
      "diff",
      "json"
    ]
  },
  {
    name: "doctor",
    group: "setting up",
    action: "alone",
    token: "Token that may look at the repository (contents: read, actions: read).",
    about: "What keeps gpu-lease from working in this repository at GitHub, with each fix. Changes nothing.",
    options: ["job", "json"]
  },
  {
    name: "staleness",
    group: "looking",
    action: "alone",
    token: "Token for the issue (issues: write).",
    about: "Which facts about platforms have to be read up again, the worst first. Asks no platform.",
    options: ["months", "months-money", "profiles", "platform", "all", "sarif", "issue", "against", "json"]
  },
  {
    name: "gotcha",
    group: "looking",
    words: "add",
    about: "Draft an entry about what goes wrong on a platform, as a patch of its profile. Changes no file.",
    options: [
      "platform",
      "concerns",
      "symptom",
      "cause",
      "proof",
      "general",
      "fix",
      "source",
      "risk",
      "phases",
      "match",
      "profiles"
    ]
  },
  {
    name: "comment",
    group: "looking",
    action: "alone",
    token: "Token for the comment (pull-requests: write; contents: read for the ledger).",
    about: "Keep one comment on a pull request: smoke, planned cost, runs against the base. Rents nothing.",
    options: ["job", "ledger", "number", "smoke", "check", "json"]
  },
  {
    name: "resume",
    group: "when things go wrong",
    about: "Go on with a run that stopped itself for a person to look at.",
    positional: "run",
    options: ["run", ...PLACE, "bound"]
  },
  {
    name: "abandon",
    group: "when things go wrong",
    about: "Save what can be saved, list what is lost, and give the boxes back. Needs its own phrase.",
    positional: "run",
    options: ["run", ...PLACE, "approve", "stopped", "bound"]
  },
  {
    name: "completion",
    group: "setting up",
    about: "A completion script for bash or zsh.",
    words: "[SHELL]",
    options: []
  }
];
var ALONE_OUTPUTS = {
  verify: {
    verdict: "pass, pass-degraded, inconclusive or fail: the worst of all files and sets.",
    failed: "How many files and sets failed.",
    json: "Path of the whole result as JSON.",
    report: "Path of the page for people; empty when none was asked for."
  },
  tick: {
    runs: "How many runs are open.",
    advanced: "How many of them went on.",
    problems: "How many things a person must look at.",
    debts: "How many meters should have stopped and are not proven to have.",
    strays: "How many boxes and volumes of ours no lease holds, seen in two looks.",
    state: "well, problems or billing: the worst of it in one word.",
    collect: "Runs that have ended and wait for a job that collects and stores them, as a JSON list for a matrix."
  },
  plan: {
    platform: "Platform of the best offer; empty when no candidate has one.",
    offer: "Its name there.",
    "usd-per-hour": "Its price.",
    "expected-usd": "What the whole job is expected to cost; empty where the job does not say how long it takes.",
    "at-most-usd": "What the budget lets it cost."
  },
  status: {
    runs: "How many runs are open; 1 when one was named.",
    state: "Of the run that was named, or of the only open one; empty for several.",
    "cost-usd": "Accrued cost in USD, of all of them.",
    json: 'What "gpu-lease status --json" prints.'
  },
  continue: {
    next: "Who goes on with the run: tick, chain, person, or nobody where nothing is left to look at."
  },
  ask: { asked: "For how many releases a workflow run asks now." },
  doctor: {
    faults: "How many things will fail, be lost or go unasked.",
    unknown: "How many could not be looked at with this token."
  },
  comment: {
    comment: "created, updated, unchanged, or not-allowed where the token only reads, as on a fork.",
    smoke: "passed, failed, waived or unknown."
  },
  staleness: {
    stale: "How many facts are older than the limit.",
    never: "How many facts nobody ever verified.",
    errors: "How many stamps or profiles cannot be read, or are of a month to come.",
    sarif: "Path of the findings for code scanning; empty when none were asked for."
  }
};

export {
  option,
  optionOf,
  COMMANDS,
  ALONE_OUTPUTS
};
