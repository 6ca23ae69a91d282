import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ROLES
} from "./evidence-level.shared.mjs";

// src/cli/option-definition.ts
var YES_OR_NO = ["true", "false"];

// src/cli/verifying-options.ts
var VERIFYING = {
  path: { about: "File or directory to verify; several, one per line.", kind: "text" },
  role: {
    about: "What the files are for: checkpoint, model, optimizer, adapter, metrics, config, log, dataset, archive or opaque; guessed from name and content when unset.",
    kind: "choice",
    choices: ROLES
  },
  contains: {
    about: "What a checkpoint must hold, separated by commas: names or globs of keys and tensors, or model, optimizer, scheduler, step, epoch, rng, scaler, ema.",
    kind: "text"
  },
  "allow-degraded": {
    about: 'Whether a pickle that needs more than weights-only loading is "pass-degraded" (true) or a failure (false).',
    kind: "choice",
    choices: YES_OR_NO,
    fallback: "true"
  },
  manifest: {
    about: "Digests as sha256sum lists them; what is listed and not there is a failure.",
    kind: "text"
  },
  previous: { about: "The checkpoint before: something must have changed since.", kind: "text" },
  step: { about: "Step that a checkpoint must be of.", kind: "whole", least: 0 },
  "min-step": { about: "Step that a checkpoint must at least be of.", kind: "whole", least: 0 },
  "allow-import": {
    about: "Names that a pickle may import beyond the list, module.name or patterns as ultralytics.*, separated by commas.",
    kind: "text"
  },
  "may-be-zero": {
    about: "Globs of tensor names that may be zero throughout although they are weights, separated by commas.",
    kind: "text"
  },
  dtype: {
    about: "Type of the numbers in files that are nothing but numbers, as numpy.memmap and tofile leave them: uint16, float32 and the like.",
    kind: "text"
  },
  "fail-on": {
    about: "The least bad verdict that ends with an exit code other than 0: fail, inconclusive, doubtful or degraded. Degraded is also a whole file of a format without checksums; doubtful is what has another reason, such as an unsafe loader.",
    kind: "choice",
    choices: ["fail", "inconclusive", "doubtful", "degraded"],
    fallback: "doubtful"
  },
  require: {
    about: "What every file must be proven by, or the end is 4: nothing, a checksum (its own or one of the manifest) or a manifest that lists it.",
    kind: "choice",
    choices: ["nothing", "checksum", "manifest"],
    fallback: "nothing"
  },
  report: { about: "Where to write a page for people, NAME.html.", kind: "text" },
  sarif: { about: "Where to write the findings for code scanning, NAME.sarif.", kind: "text" },
  jobs: {
    about: "Threads that share large files and the files of a folder (default: as many as there are cores, up to 4).",
    kind: "whole",
    least: 1
  },
  attested: {
    about: "Check the files against a signed statement instead of loading them: who attests what of these bytes.",
    kind: "flag",
    terminalOnly: true
  },
  bundle: {
    about: "The Sigstore bundle with the signed statement; GitHub is asked for it when unset.",
    kind: "text",
    terminalOnly: true
  },
  repo: {
    about: "Repository at GitHub, OWNER/NAME, that the statement must have been signed for.",
    kind: "text",
    terminalOnly: true
  },
  "certificate-identity": {
    about: "Who must have signed: the address of the workflow, https://github.com/ with OWNER/NAME/.github/workflows/X.yml@REF behind it; * stands for anything.",
    kind: "text",
    terminalOnly: true
  },
  "certificate-oidc-issuer": {
    about: "Who must have vouched for the signer.",
    kind: "text",
    fallback: "https://token.actions.githubusercontent.com",
    terminalOnly: true
  },
  "trusted-root": {
    about: 'Whom to believe: a file as "gh attestation trusted-root" prints it; the public Sigstore as of this version when unset.',
    kind: "text",
    terminalOnly: true
  },
  commit: { about: "The commit that it must have been made from.", kind: "text", terminalOnly: true },
  key: {
    about: "A key of an elliptic curve as PEM: the private one to sign, the public one to verify.",
    kind: "text",
    terminalOnly: true
  },
  output: {
    about: "Where to write the signature; beside the folder, as DIR.sig, when unset.",
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
  }
};

// src/cli/option-table.ts
var OTHERS = {
  job: { about: "The job file.", kind: "text", fallback: "gpu-lease.yml" },
  run: {
    about: "Run id; derived from the job and from what started it when unset, so that a re-run is the same run.",
    kind: "text"
  },
  ledger: {
    about: "Git remote or directory that holds the ledger; in a workflow this repository when unset, else the one that one stands in.",
    kind: "text"
  },
  store: {
    about: "Directory for pulled artifacts, manifests and reports.",
    kind: "text",
    fallback: "gpu-lease-out"
  },
  bound: {
    about: "Longest time this step may take before it ends with the state it found, such as 90s, 10min or 2h.",
    kind: "duration",
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
    kind: "level"
  },
  stopped: {
    about: "Your word that a box which no program can end was ended where it was rented: the name of its lease. Then looked at from here.",
    kind: "text"
  },
  evidence: {
    about: "What the smoke of an earlier job showed: its output of that name. Checked against the job file and the commit here, and recorded.",
    kind: "text"
  },
  github: {
    about: "Write the workflow file for GitHub Actions, say how to set the environments up, and look at them.",
    kind: "flag",
    terminalOnly: true
  },
  attest: {
    about: 'With --github: whether the files have a job that signs what was sealed; "auto" leaves it out of a repository that was seen not to be public.',
    kind: "choice",
    choices: ["auto", "always", "never"],
    fallback: "auto",
    terminalOnly: true
  },
  "allow-dirty": {
    about: "Use the work tree with its uncommitted changes; the run is marked so for ever.",
    kind: "flag",
    terminalOnly: true
  },
  anew: {
    about: "Pull, verify and seal again here what another machine has sealed; that seal and its approvals are void then.",
    kind: "flag",
    terminalOnly: true
  },
  "without-copies": {
    about: "Go on although the newest verified copies lie on a machine that nobody gets at: from a store, else from nothing.",
    kind: "flag",
    terminalOnly: true
  },
  from: {
    about: 'A copy of the record to put back: a file, as "gpu-lease restore" names them. Default: the longest.',
    kind: "text",
    terminalOnly: true
  },
  over: {
    about: "First eight of the commit that stands there and is to be dropped, where a copy does not go on from it.",
    kind: "text",
    terminalOnly: true
  },
  "dry-run": {
    about: "Show what would happen; rent, write and change nothing.",
    kind: "flag",
    terminalOnly: true
  },
  cell: {
    about: 'The cell whose output is meant; "setup" and "data" are what came before all cells.',
    kind: "text",
    terminalOnly: true
  },
  attempt: { about: "Which attempt; the newest when unset.", kind: "whole", least: 1, terminalOnly: true },
  lines: { about: "Only so many lines from the end of each.", kind: "whole", least: 1, terminalOnly: true },
  follow: {
    about: "Go on with what is printed from now on, until the attempt is over or you stop it.",
    kind: "flag",
    short: "f",
    terminalOnly: true
  },
  probe: {
    about: "Log in to the job's machines of your own and look at them: Python, PyTorch, GPU, disk, the way to the data. Starts nothing there.",
    kind: "flag",
    terminalOnly: true
  },
  why: {
    about: "Only why this offer and not another: a sentence for each, and what declined the rest.",
    kind: "flag",
    terminalOnly: true
  },
  write: {
    about: "Write the file; without it only the difference is shown.",
    kind: "flag",
    terminalOnly: true
  },
  test: {
    about: "Send the message; without it only what would be told to whom is shown.",
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
  chain: {
    about: 'Whether the workflow is started again when the bound is over and the job is not: "never", "auto" (only where no schedule looks) or "always"; needs "actions: write" and inputs "run" and "hop".',
    kind: "choice",
    choices: ["never", "auto", "always"],
    fallback: "never"
  },
  hop: { about: "Which link of a chain this is; set by the one before.", kind: "whole", least: 0 },
  hops: {
    about: "Most links that the chains of one run may have, together.",
    kind: "whole",
    least: 1,
    fallback: "2000"
  },
  due: {
    about: "Whether all open runs are meant instead of one: those that nobody is known to look at in time are gone on with.",
    kind: "choice",
    choices: ["true", "false"],
    fallback: "false"
  },
  idle: {
    about: 'With "due": whether the tick before found nothing open or owed, so that the schedule of the tick may be switched off.',
    kind: "choice",
    choices: ["true", "false"],
    fallback: "false"
  },
  boxes: {
    about: "Boxes over which the cells of a sweep are divided, 1 to 256; the job file's `sweep.boxes` when unset.",
    kind: "whole",
    least: 1
  },
  rent: {
    about: 'Whether boxes are rented and followed here; "false" only opens the parts of the sweep, for jobs of their own to go on with.',
    kind: "choice",
    choices: YES_OR_NO,
    fallback: "true"
  },
  every: {
    about: "How often the schedule is to look, to be shown beside how often it really does. What is late is measured by the plan of looks.",
    kind: "duration",
    fallback: "30min"
  },
  parallel: {
    about: "How many runs are looked at at once, 1 to 64.",
    kind: "whole",
    least: 1,
    most: 64,
    fallback: "16"
  },
  calls: {
    about: "Most requests to GitHub that one look may spend on issues; a repository's jobs share 1,000 an hour.",
    kind: "whole",
    least: 0,
    most: 1e3,
    fallback: "100"
  },
  issues: {
    about: 'Whether each real problem gets one issue of this repository, kept up to date and closed when solved; needs "issues: write".',
    kind: "choice",
    choices: YES_OR_NO,
    fallback: "true"
  },
  months: {
    about: "Age in months from which on a fact of a profile is stale.",
    kind: "whole",
    least: 0,
    most: 999,
    fallback: "6"
  },
  "months-money": {
    about: "The same for what costs money or data when it is believed wrongly.",
    kind: "whole",
    least: 0,
    most: 999,
    fallback: "3"
  },
  profiles: {
    about: "Directory of profiles; those that come with gpu-lease when unset.",
    kind: "text"
  },
  issue: {
    about: 'Whether one issue of this repository is kept up to date with the list; needs "issues: write".',
    kind: "choice",
    choices: YES_OR_NO,
    fallback: "false"
  },
  label: {
    about: "The label on a pull request that asks for a run of its commit; with init --github, the workflow file for it.",
    kind: "text"
  },
  "head-commit": { about: "Whole id of the commit that a label asked for.", kind: "text" },
  results: { about: "How the jobs before ended, each as its name and its result.", kind: "text" },
  number: { about: "Number of the pull request; that of the event when unset.", kind: "whole", least: 1 },
  smoke: {
    about: 'How the step of the smoke ended (its "outcome": success, failure, skipped); the ledger is asked when unset.',
    kind: "text"
  },
  reason: {
    about: "Why the smoke failed: its output of that name. It is shown as words of a stranger, for the job that wrote it ran the change.",
    kind: "text"
  },
  check: {
    about: 'Whether the newest run is a check on the commit, too; needs "checks: write".',
    kind: "choice",
    choices: YES_OR_NO,
    fallback: "false"
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
    about: "Whom it concerns; correction is of an entry that is wrong.",
    kind: "choice",
    choices: ["platform", "training", "project", "machine", "correction"],
    fallback: "platform",
    terminalOnly: true
  },
  source: {
    about: "URL, tag of a source of the profile, or words for what was observed.",
    kind: "text",
    terminalOnly: true
  },
  match: {
    about: "The line it shows by, STREAM:PATTERN; STREAM is log, setup, ssh, api, scheduler or probe.",
    kind: "text",
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
  "end-left": {
    about: "End what the run left alive on its box: processes of ours, named by the same look without this, and no others.",
    kind: "flag",
    terminalOnly: true
  },
  apart: {
    about: "Least time between the look that marks a stray and the one that reports it.",
    kind: "duration",
    fallback: "10min",
    terminalOnly: true
  },
  "allow-blind": {
    about: "End with 0 also where nothing known was there to be seen.",
    kind: "flag",
    terminalOnly: true
  },
  verbose: { about: "Show also what looks like ours and is not signed.", kind: "flag", terminalOnly: true },
  watch: {
    about: "Redraw it every few seconds until Ctrl-C; for an hour where no bound is given.",
    kind: "flag",
    terminalOnly: true
  },
  html: { about: "Write the same as one page, to this file.", kind: "text", terminalOnly: true },
  by: {
    about: "All runs of the ledger together, closed ones too, instead of one: a line for each month (UTC), platform or job.",
    kind: "choice",
    choices: ["month", "platform", "job"],
    terminalOnly: true
  },
  archived: { about: "Closed runs, too.", kind: "flag", terminalOnly: true },
  entry: {
    about: "The script that trains, or the configuration of axolotl; unset: the likeliest of the repository.",
    kind: "text",
    terminalOnly: true
  },
  name: {
    about: "How the names of the workflow files begin, for a second job file of the repository; gpu-lease when unset.",
    kind: "text",
    terminalOnly: true
  },
  "keys-environment": {
    about: "Environment that holds the keys of the platforms; gpu-lease when unset.",
    kind: "text",
    terminalOnly: true
  },
  "ledger-environment": {
    about: "Environment that holds GPU_LEASE_SECRET and no key of a platform, for the jobs that use none; unset: one environment for all.",
    kind: "text",
    terminalOnly: true
  },
  force: { about: "Overwrite an existing file.", kind: "flag", terminalOnly: true },
  push: {
    about: 'What a step may push: "next", a session that goes on with a run; "first", also that of a run of the committed job file; "again", one more although the last failed or brought it no further; "none".',
    kind: "choice",
    choices: ["next", "first", "again", "none"],
    fallback: "next"
  },
  again: {
    about: "Push another session although the last one failed or brought the run no further.",
    kind: "flag",
    terminalOnly: true
  },
  out: {
    about: "Where to write the notebook; NAME.colab.ipynb when unset.",
    kind: "text",
    terminalOnly: true
  },
  remote: {
    about: 'Address that the notebook fetches the code from; that of the remote "origin" when unset.',
    kind: "text",
    terminalOnly: true
  },
  include: {
    about: "Have ~/.ssh/config include what was written: one line at its top.",
    kind: "flag",
    terminalOnly: true
  },
  remove: {
    about: "Take out what was written, of the run that is named; of all runs, and the line in ~/.ssh/config, where none is.",
    kind: "flag",
    terminalOnly: true
  },
  keep: { about: "Keep the demo directory for a look around.", kind: "flag", terminalOnly: true }
};
var definitions = { ...OTHERS, ...VERIFYING };

// src/cli/options.ts
var option = (name) => ({ name, ...definitions[name] });
var optionOf = ({ defaults, meanings }, name) => {
  const [fallback, about] = [defaults?.[name], meanings?.[name]];
  return {
    ...option(name),
    ...about === void 0 ? {} : { about },
    ...fallback === void 0 ? {} : { fallback }
  };
};

export {
  option,
  optionOf
};
