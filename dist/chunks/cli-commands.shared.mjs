import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  option
} from "./cli-options.shared.mjs";

// src/cli/commands.ts
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
    options: ["job", "github", "ledger", "force"]
  },
  {
    name: "plan",
    group: "setting up",
    action: "alone",
    token: "Token that may read the ledger (contents: read).",
    secret: true,
    about: "What a run would do, cost and risk. Rents nothing.",
    options: ["job", "ledger", "boxes", "json", "allow-dirty"]
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
    name: "sweep",
    group: "stages",
    action: "alone",
    token: "Token that may write the ledger (contents: write) and read what earlier workflow runs kept of it (actions: read).",
    secret: true,
    about: "The cells of a job over several boxes, from one smoke to sealed parts. Releases none.",
    positional: "run",
    defaults: { parallel: "64" },
    options: [
      "run",
      "job",
      ...PLACE,
      "boxes",
      "evidence",
      "rent",
      "bound",
      "parallel",
      "allow-dirty",
      "dry-run"
    ]
  },
  {
    name: "smoke",
    group: "stages",
    action: "alone",
    about: "Tiny run on this machine, then kill and resume. Nothing may be rented before it passes.",
    options: ["job", "run", ...PLACE, "allow-dirty"],
    notInAction: ["run", "ledger"],
    inRoot: true
  },
  {
    name: "open",
    group: "stages",
    action: "stage",
    token: "Token that may write the ledger (contents: write) and read what earlier workflow runs kept of it (actions: read).",
    about: "Open the run, on the evidence of a smoke that another job made. Runs none of the job's code.",
    options: ["job", "run", ...PLACE, "evidence", "allow-dirty"]
  },
  {
    name: "launch",
    group: "stages",
    action: "stage",
    token: 'Token that may write the ledger (contents: write), read what earlier workflow runs kept of it and, with "standing", see who approved (actions: read).',
    about: "Rent one box, audit it, start the job detached.",
    options: [
      "job",
      "run",
      ...PLACE,
      "evidence",
      "bound",
      "standing",
      "environment",
      "noted",
      "allow-dirty",
      "dry-run"
    ]
  },
  {
    name: "gate",
    group: "stages",
    action: "stage",
    token: "Token that may read the ledger (contents: read), rules and approvals (actions: read).",
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
    token: "Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).",
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
    token: "Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).",
    about: "Pull what was promised, load every file, seal the evidence.",
    positional: "run",
    options: ["run", "job", ...PLACE, "bound", "anew"],
    outputs: {
      approved: "in-advance where a word that was given before covers the release of what is sealed now; else empty."
    }
  },
  {
    name: "release",
    group: "stages",
    action: "stage",
    token: "Token that may write the ledger (contents: write), see who approved and what is stored (actions: read).",
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
    token: "Token that may write the ledger (contents: write) and issues (issues: write), and read what earlier looks kept (actions: read).",
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
    defaults: { bound: "60s" },
    notInAction: ["bound"],
    options: ["run", ...PLACE, "archived", "bound"]
  },
  {
    name: "log",
    group: "looking",
    about: "What happened to a run, event by event.",
    positional: "run",
    defaults: { bound: "60s" },
    options: ["run", ...PLACE, "bound"]
  },
  {
    name: "cost",
    group: "looking",
    about: "Every meter of a run: price, time, sum, forecast, waste, what still runs.",
    positional: "run",
    defaults: { bound: "60s" },
    options: ["run", ...PLACE, "billed", "bound"]
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
    options: ["run", ...PLACE, "bound", "without-copies"]
  },
  {
    name: "restore",
    group: "when things go wrong",
    about: "Put a good copy back of a run whose record was cut or deleted; shows it first.",
    positional: "run",
    options: ["run", "ledger", "from", "over", "yes", "json"]
  },
  {
    name: "abandon",
    group: "when things go wrong",
    about: "Save what can be saved, list what is lost, and give the boxes back. Needs its own phrase.",
    positional: "run",
    options: ["run", ...PLACE, "approve", "environment", "noted", "stopped", "bound"]
  },
  {
    name: "completion",
    group: "setting up",
    about: "A completion script for bash or zsh.",
    words: "[SHELL]",
    options: []
  }
];

export {
  optionOf,
  COMMANDS
};
