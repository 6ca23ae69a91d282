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
  record: {
    about: 'Whether the smoke writes its evidence to the ledger; "false" where there is no permission to, as on a fork.',
    kind: "text",
    fallback: "true"
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
  archived: { about: "Closed runs, too.", kind: "flag", terminalOnly: true },
  force: { about: "Overwrite an existing file.", kind: "flag", terminalOnly: true },
  keep: { about: "Keep the demo directory for a look around.", kind: "flag", terminalOnly: true }
};
var option = (name) => ({ name, ...definitions[name] });
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
    about: "Look at this repository and write a commented job file for it.",
    options: ["job", "force"]
  },
  {
    name: "plan",
    group: "setting up",
    about: "What a run would do, cost and risk. Rents nothing.",
    options: ["job", "ledger", "json", "allow-dirty"]
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
    action: true,
    about: "Tiny run on this machine, then kill and resume. Nothing may be rented before it passes.",
    options: ["job", "run", ...PLACE, "record", "allow-dirty"]
  },
  {
    name: "launch",
    group: "stages",
    action: true,
    about: "Rent one box, audit it, start the job detached.",
    options: ["job", "run", ...PLACE, "bound", "allow-dirty", "dry-run"]
  },
  {
    name: "watch",
    group: "stages",
    action: true,
    about: "Follow the run for a bounded time; pull checkpoints; recover from preemption.",
    positional: "run",
    options: ["run", "job", ...PLACE, "bound"]
  },
  {
    name: "collect",
    group: "stages",
    action: true,
    about: "Pull what was promised, load every file, seal the evidence.",
    positional: "run",
    options: ["run", "job", ...PLACE, "bound"]
  },
  {
    name: "release",
    group: "stages",
    action: true,
    about: "With an approval of the seal: stop every meter and prove that each stopped.",
    positional: "run",
    options: ["run", "job", ...PLACE, "approve", "bound", "dry-run"]
  },
  {
    name: "status",
    group: "looking",
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
    about: "Every meter of a run: price, time, sum, what still runs.",
    positional: "run",
    options: ["run", ...PLACE]
  },
  {
    name: "verify",
    group: "looking",
    about: "Load-verify files or directories. Needs no run and no ledger.",
    options: ["json"]
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
    options: ["run", ...PLACE, "approve", "bound"]
  },
  { name: "completion", group: "setting up", about: "A completion script for bash or zsh.", options: [] }
];

export {
  option,
  COMMANDS
};
