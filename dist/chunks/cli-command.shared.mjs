import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/cli/command.ts
var given = (expression) => `\${{ ${expression} }}`;
var startedWith = (inputs) => [
  "on:",
  "  workflow_dispatch:",
  "    inputs:",
  ...Object.entries(inputs).map(([name, about]) => `      ${name}: { type: string, description: ${about} }`)
];
var RELEASE_HEAD = [
  `run-name: release ${given("inputs.lease")} ${given("inputs.seal")} ${given("inputs.acknowledge")} # what its reviewers read`,
  ...startedWith({
    run: "Run to release",
    lease: "Lease to release",
    seal: "Seal that the release is for",
    acknowledge: "stale-facts where the summary asks for it",
    approve: "Release phrase where no environment has reviewers"
  })
];
var PLACE = ["ledger", "store", "json"];

// src/cli/commands/abandon.ts
var definition = {
  name: "abandon",
  group: "when things go wrong",
  place: 30,
  about: "Save what can be saved, list what is lost, and give the boxes back. Needs its own phrase.",
  positional: "run",
  options: ["run", ...PLACE, "approve", "environment", "noted", "stopped", "bound"],
  load: () => import("./cli-abandon.mjs")
};

// src/cli/commands/approve.ts
var definition2 = {
  name: "approve",
  group: "stages",
  place: 110,
  about: "Approve in advance: what is sealed within bounds is released without asking again.",
  positional: "run",
  options: ["run", ...PLACE, "standing", "approve", "environment", "noted"],
  load: () => import("./cli-approve.mjs")
};

// src/cli/commands/ask.ts
var definition3 = {
  name: "ask",
  group: "stages",
  place: 120,
  about: "Start the workflow run in which a person is asked for a release: of one run or all that wait.",
  positional: "run",
  options: ["run", ...PLACE],
  load: () => import("./cli-ask.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-ask-step.mjs"),
    token: "Token that may start a workflow (actions: write) and write the ledger (contents: write).",
    secret: "needed",
    outputs: { asked: "For how many releases a workflow run asks now." },
    example: {
      head: [
        "# .github/workflows/mine-train.yml: it starts mine-release.yml, the file of gate and release",
        "on: workflow_dispatch"
      ]
    }
  }
};

// src/cli/commands/attest.ts
var definition4 = {
  name: "attest",
  group: "looking",
  place: 67,
  about: "Hold the statement about a seal against the record, and lay it out for whoever signs it.",
  options: ["run", "path", "ledger"],
  load: () => import("./cli-attest.mjs"),
  action: {
    of: "all",
    step: async () => ({ step: (await import("./cli-attest.mjs")).attestStep }),
    token: "Token that may read the ledger (contents: read).",
    secret: "taken",
    outputs: {
      subjects: "Path of the list of files and digests; empty where there are more than a signer takes.",
      predicate: "Path of what is said of them.",
      "predicate-type": "The type of that.",
      model: "Name of the whole set, for a model signature.",
      "model-digest": "Digest of the whole set, as sha256:DIGEST.",
      "model-predicate": "Path of the list of its files.",
      "model-predicate-type": "The type of a model signature."
    },
    example: {
      head: startedWith({ run: "Run to go on with" }),
      job: ["needs: collect # a job with the action of that name"],
      before: [
        "- uses: actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1",
        `  with: { name: 'gpu-lease-statement-${given("inputs.run")}' }`
      ],
      with: { run: given("inputs.run"), path: "statement.json" }
    }
  }
};

// src/cli/commands/board.ts
var definition5 = {
  name: "board",
  group: "looking",
  place: 25,
  about: "Open runs at a glance: how far, what they cost now, whom they wait for; asks the ledger alone.",
  positional: "run",
  defaults: { bound: "60s" },
  meanings: { run: "One run, or the id of one sweep; all that are open when unset." },
  options: ["run", ...PLACE, "watch", "html", "bound"],
  load: () => import("./cli-board.mjs")
};

// src/cli/commands/colab.ts
var definition6 = {
  name: "colab",
  group: "stages",
  place: 170,
  about: "Make a notebook of Colab that trains this job and saves to Drive; bring what it made from there.",
  words: "export [JOB] | collect FOLDER",
  options: ["job", "out", "remote", "force", "store", "json"],
  load: () => import("./cli-colab.mjs")
};

// src/cli/commands/collect.ts
var definition7 = {
  name: "collect",
  group: "stages",
  place: 90,
  about: "Pull what was promised, load every file, seal the evidence.",
  positional: "run",
  options: ["run", "job", ...PLACE, "bound", "anew"],
  load: () => import("./cli-stages.mjs"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).",
    uploads: true,
    records: true,
    outputs: {
      approved: "in-advance where a word that was given before covers the release of what is sealed now; else empty.",
      statement: "Path of the statement about what is sealed, which the workflow attest signs; empty before there is a seal."
    },
    example: {
      head: startedWith({ run: "Run to go on with" }),
      keys: true,
      with: { run: given("inputs.run"), bound: "70min" },
      queue: "gpu-lease"
    }
  }
};

// src/cli/commands/comment.ts
var definition8 = {
  name: "comment",
  group: "looking",
  place: 90,
  about: "Keep one comment on a pull request: smoke, planned cost, runs against the base. Rents nothing.",
  options: ["job", "ledger", "number", "smoke", "reason", "check", "json"],
  trust: "anybody",
  load: () => import("./cli-pull-request.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-pull-request.mjs"),
    token: "Token for the comment (pull-requests: write; contents: read for the ledger).",
    outputs: {
      comment: "created, updated, unchanged, or not-allowed where the token only reads, as on a fork.",
      smoke: "passed, failed, waived or unknown."
    },
    example: {
      head: ["on: pull_request"],
      checkout: "history",
      job: ["needs: smoke # a job with the action of that name", `if: ${given("!cancelled()")}`],
      with: { smoke: given("needs.smoke.result"), reason: given("needs.smoke.outputs.reason") }
    }
  }
};

// src/cli/commands/completion.ts
var definition9 = {
  name: "completion",
  group: "setting up",
  place: 60,
  about: "A completion script for bash, zsh or fish; names of open runs are completed, too.",
  words: "bash | zsh | fish | runs",
  options: [],
  load: () => import("./cli-completion.mjs")
};

// src/cli/commands/continue.ts
var definition10 = {
  name: "continue",
  group: "stages",
  place: 80,
  about: "In a workflow: see that somebody goes on with the run; start the workflow again if nobody does.",
  positional: "run",
  defaults: { chain: "auto" },
  options: ["run", "job", "ledger", "chain", "hop", "hops", "due", "idle"],
  load: () => import("./cli-continue.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-continue.mjs"),
    token: "Token that may write the ledger (contents: write) and start or switch a workflow (actions: write).",
    secret: "needed",
    records: true,
    outputs: {
      next: "Who goes on with the run: tick, chain, person, or nobody where nothing is left to look at."
    },
    example: {
      head: startedWith({ run: "Run to go on with", hop: "Left to the chain" }),
      job: ["needs: watch # a job with the action of that name", `if: ${given("!cancelled()")}`],
      with: { run: given("inputs.run"), chain: "auto", hop: given("inputs.hop") }
    }
  }
};

// src/cli/commands/cost.ts
var definition11 = {
  name: "cost",
  group: "looking",
  place: 40,
  about: "Every meter of a run: price, time, sum, forecast, waste, what still runs; or all runs by month, platform or job.",
  positional: "run",
  defaults: { bound: "60s" },
  options: ["run", ...PLACE, "by", "billed", "bound"],
  load: () => import("./cli-cost.mjs"),
  quick: () => import("./cli-status.mjs")
};

// src/cli/commands/cp.ts
var definition12 = {
  name: "cp",
  group: "hands on a run",
  place: 20,
  about: "Copy a file from or to the box of a run, hash-equal. RUN:PATH is below the output of its cell.",
  words: "RUN:PATH FILE | FILE RUN:PATH",
  options: ["cell", "ledger", "store"],
  load: () => import("./cli-cp.mjs")
};

// src/cli/commands/demo.ts
var definition13 = {
  name: "demo",
  group: "setting up",
  place: 10,
  about: "A real run on a loopback box, from smoke to release, in a minute.",
  options: ["ask", "keep", "store", "json"],
  load: () => import("./cli-demo.mjs")
};

// src/cli/commands/diagnose.ts
var definition14 = {
  name: "diagnose",
  group: "when things go wrong",
  place: 5,
  about: "What happened, how sure that is and what to do: of a run, or a log (a file, - for stdin).",
  positional: "run",
  options: ["run", "end-left", ...PLACE],
  load: () => import("./cli-diagnose.mjs")
};

// src/cli/commands/doctor.ts
var definition15 = {
  name: "doctor",
  group: "setting up",
  place: 50,
  about: "What keeps gpu-lease from working in this repository at GitHub, with each fix. Changes nothing.",
  options: ["job", "json"],
  trust: "anybody",
  load: () => import("./cli-doctor.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-doctor-step.mjs"),
    token: "Token that may look at the repository (contents: read, actions: read).",
    outputs: {
      faults: "How many things will fail, be lost or go unasked.",
      unknown: "How many could not be looked at with this token."
    },
    example: {
      checkout: true,
      job: [
        "environment: gpu-lease # holds the secret and the keys",
        `env: { GPU_LEASE_SECRET: '${given("secrets.GPU_LEASE_SECRET")}', RUNPOD_API_KEY: '${given("secrets.RUNPOD_API_KEY")}' }`
      ]
    }
  }
};

// src/cli/commands/du.ts
var definition16 = {
  name: "du",
  group: "hands on a run",
  place: 50,
  about: "What a run has on its box by folder and size: what of it is kept, what would be lost.",
  positional: "run",
  options: ["run", ...PLACE],
  load: () => import("./cli-du.mjs")
};

// src/cli/commands/events.ts
var definition17 = {
  name: "events",
  group: "looking",
  place: 35,
  about: "What happened to a run, event by event.",
  positional: "run",
  defaults: { bound: "60s" },
  options: ["run", ...PLACE, "bound"],
  load: () => import("./cli-status.mjs"),
  quick: () => import("./cli-status.mjs")
};

// src/cli/commands/exec.ts
var definition18 = {
  name: "exec",
  group: "hands on a run",
  place: 10,
  about: "Run a command on the box of a run, in the code that it trains; ends with its exit code.",
  positional: "run",
  words: "-- COMMAND...",
  options: ["run", "ledger", "store"],
  load: () => import("./cli-exec.mjs")
};

// src/cli/commands/fix.ts
var definition19 = {
  name: "fix",
  group: "setting up",
  place: 35,
  about: "The job file as its own faults and those a smoke finds would have it; --write writes it.",
  options: ["job", "store", "write", "json", "allow-dirty"],
  load: () => import("./cli-fix.mjs")
};

// src/cli/commands/gate.ts
var definition20 = {
  name: "gate",
  group: "stages",
  place: 60,
  about: "Before a release waits: prove that its gate holds, show what will be approved. Changes nothing.",
  positional: "run",
  options: ["run", "job", ...PLACE, "environment", "approve", "standing"],
  load: () => import("./cli-gate.mjs"),
  action: {
    of: "run",
    token: "Token that may read the ledger (contents: read), rules and approvals (actions: read).",
    outputs: {
      gate: "environment, phrase, wanted where nobody has typed the phrase yet, or none where nothing waits for anybody.",
      environment: "The environment that the release job has to wait in; empty where a phrase is the gate.",
      noted: "How many approvals this attempt began with; the input of that name of launch and release.",
      lease: "The lease that will be released."
    },
    example: {
      head: RELEASE_HEAD,
      job: [
        `outputs: { environment: '${given("steps.gate.outputs.environment")}', noted: '${given("steps.gate.outputs.noted")}' }`
      ],
      with: { run: given("inputs.run"), approve: given("inputs.approve") }
    }
  }
};

// src/cli/commands/gotcha.ts
var definition21 = {
  name: "gotcha",
  group: "looking",
  place: 80,
  about: "Draft an entry about what goes wrong on a platform, as a patch of its profile. Changes no file.",
  words: "add",
  options: [
    "platform",
    "concerns",
    "symptom",
    "cause",
    "proof",
    "general",
    "fix",
    "source",
    "match",
    "profiles"
  ],
  load: () => import("./cli-gotcha.mjs")
};

// src/cli/commands/init.ts
var definition22 = {
  name: "init",
  group: "setting up",
  place: 20,
  about: "Look at this repository, write a commented job file for it; with --github a workflow, too.",
  options: [
    ...["job", "entry", "platform", "github", "name", "label", "ledger"],
    ...["ledger-environment", "keys-environment", "attest", "force"]
  ],
  meanings: {
    platform: "Write it for this platform: its candidate, and what it needs; unset: for this machine."
  },
  load: () => import("./cli-init.mjs")
};

// src/cli/commands/kaggle.ts
var definition23 = {
  name: "kaggle",
  group: "stages",
  place: 180,
  about: "Push the next session of this job to Kaggle; show how it stands; bring what it made.",
  words: "push [JOB or RUN] | status [RUN] | collect [RUN] | step [RUN]",
  options: ["run", "job", "push", "again", "store", "json"],
  meanings: {
    run: 'Run on Kaggle, or the name of one of its sessions; unset: the newest of the job, or that which "first" begins.'
  },
  load: () => import("./cli-kaggle.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-kaggle-action.mjs"),
    token: "Token that may fetch the commit of a run (contents: read) and read back what was uploaded (actions: read).",
    uploads: true,
    records: true,
    outputs: {
      run: "Run on Kaggle; empty where the job has none there.",
      state: "none, pushed, going-on, waiting (no room now), unfinished (none was to be pushed), stored, sealed (the job wants no store), or failed (a person has to decide).",
      session: "Number of its newest session.",
      url: "Page of that session.",
      seal: "The seal of what was verified; empty before the run is done.",
      place: "Where it was stored and read back."
    },
    example: {
      head: [
        "on:",
        "  schedule: [{ cron: '11 * * * *' }] # goes on with the newest run, and begins none",
        "  workflow_dispatch:",
        "    inputs:",
        "      push: { type: choice, options: [first, next, again, none], description: What may be pushed }"
      ],
      checkout: true,
      job: [
        "environment: gpu-lease # holds the token",
        `env: { KAGGLE_API_TOKEN: '${given("secrets.KAGGLE_API_TOKEN")}' }`
      ],
      with: { push: given("inputs.push || 'next'") },
      queue: "gpu-lease-kaggle"
    }
  }
};

// src/cli/commands/label.ts
var definition24 = {
  name: "label",
  group: "stages",
  place: 35,
  about: "In a workflow: start a run of a labelled pull request, for reviewers to approve.",
  options: ["label", "standing", "json"],
  defaults: { standing: "L2" },
  trust: "anybody",
  load: () => import("./cli-label.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-label.mjs"),
    token: "Token that may take the label off (pull-requests: write), start a workflow (actions: write), post a status (statuses: write) and read the file that it starts (contents: read).",
    outputs: { started: "The workflow run that was started; empty where the label starts nothing." },
    example: { head: ["on:", "  pull_request: { types: [labeled] }"], with: { label: "gpu" } }
  }
};

// src/cli/commands/launch.ts
var definition25 = {
  name: "launch",
  group: "stages",
  place: 50,
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
  ],
  load: () => import("./cli-stages.mjs"),
  action: {
    of: "run",
    token: 'Token that may write the ledger (contents: write), read what earlier workflow runs kept of it and, with "standing", see who approved (actions: read).',
    records: true,
    example: {
      checkout: true,
      keys: true,
      job: ["needs: smoke # a job with the action of that name"],
      with: { evidence: given("needs.smoke.outputs.evidence") },
      queue: "gpu-lease"
    }
  }
};

// src/cli/commands/log.ts
var definition26 = {
  name: "log",
  group: "looking",
  place: 30,
  about: "What a run printed, from its box or else what was brought of it; with --follow as it comes.",
  positional: "run",
  options: ["run", "cell", "attempt", "lines", "follow", ...PLACE],
  load: () => import("./cli-log.mjs")
};

// src/cli/commands/notify.ts
var definition27 = {
  name: "notify",
  group: "setting up",
  place: 55,
  about: 'Whom "notify" of the job file tells of what; with --test a message to each, and its outcome.',
  options: ["job", "test", "dry-run", "json"],
  load: () => import("./cli-notify.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-notify-step.mjs"),
    outputs: {
      sent: "How many targets took the message.",
      failed: "How many did not."
    },
    example: {
      checkout: true,
      job: [
        "environment: gpu-lease # holds the secrets",
        `env: { SLACK_WEBHOOK_URL: '${given("secrets.SLACK_WEBHOOK_URL")}' }`
      ]
    }
  }
};

// src/cli/commands/offers.ts
var definition28 = {
  name: "offers",
  group: "setting up",
  place: 40,
  about: "What the candidates offer now, the best first, and why the rest was declined.",
  options: ["job", "ledger", "platform", "all", "json"],
  load: () => import("./cli-offers.mjs")
};

// src/cli/commands/open.ts
var definition29 = {
  name: "open",
  group: "stages",
  place: 40,
  about: "Open the run, on the evidence of a smoke that another job made. Runs none of the job's code.",
  options: ["job", "run", ...PLACE, "evidence", "number", "head-commit", "allow-dirty"],
  load: () => import("./cli-stages.mjs"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write), read what earlier workflow runs kept of it and switch the schedule of the tick on (actions: write).",
    records: true,
    example: {
      checkout: true,
      job: ["needs: smoke # a job with the action of that name"],
      with: { evidence: given("needs.smoke.outputs.evidence") }
    }
  }
};

// src/cli/commands/plan.ts
var definition30 = {
  name: "plan",
  group: "setting up",
  place: 30,
  about: "What a run would do, cost and risk. Rents nothing.",
  options: ["job", "ledger", "boxes", "probe", "why", "json", "allow-dirty"],
  load: () => import("./cli-plan.mjs"),
  action: {
    of: "all",
    step: async () => ({ step: (await import("./cli-looking-steps.mjs")).planStep }),
    token: "Token that may read the ledger (contents: read).",
    secret: "taken",
    outputs: {
      platform: "Platform of the best offer; empty when no candidate has one.",
      offer: "Its name there.",
      "usd-per-hour": "Its price.",
      "expected-usd": "What the whole job is expected to cost; empty where the job does not say how long it takes.",
      "at-most-usd": "What the budget lets it cost."
    },
    example: { checkout: true, keys: true }
  }
};

// src/cli/commands/platforms.ts
var definition31 = {
  name: "platforms",
  group: "looking",
  place: 10,
  about: "What every platform can do, costs, keeps and destroys; one in full when named. Asks nobody.",
  positional: "platform",
  options: ["platform", "json"],
  load: () => import("./cli-platforms.mjs")
};

// src/cli/commands/release.ts
var definition32 = {
  name: "release",
  group: "stages",
  place: 100,
  about: "With an approval of the seal: stop every meter and prove that each stopped.",
  positional: "run",
  options: ["run", "job", ...PLACE, "approve", "environment", "noted", "stopped", "bound", "dry-run"],
  load: () => import("./cli-stages.mjs"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write), see who approved and what is stored (actions: read).",
    records: true,
    example: {
      head: RELEASE_HEAD,
      keys: true,
      job: [
        "needs: gate # a job with the action of that name",
        `environment: ${given("needs.gate.outputs.environment || 'gpu-lease'")} # waits for its reviewers`
      ],
      with: {
        run: given("inputs.run"),
        approve: given("inputs.approve"),
        environment: given("needs.gate.outputs.environment"),
        noted: given("needs.gate.outputs.noted")
      },
      queue: "gpu-lease-release"
    }
  }
};

// src/cli/commands/restore.ts
var definition33 = {
  name: "restore",
  group: "when things go wrong",
  place: 20,
  about: "Put a good copy back of a run whose record was cut or deleted; shows it first.",
  positional: "run",
  options: ["run", "ledger", "from", "over", "yes", "json"],
  load: () => import("./cli-restore.mjs")
};

// src/cli/commands/resume.ts
var definition34 = {
  name: "resume",
  group: "when things go wrong",
  place: 10,
  about: "Go on with a run that stopped itself for a person to look at.",
  positional: "run",
  options: ["run", ...PLACE, "bound", "without-copies"],
  load: () => import("./cli-stages.mjs")
};

// src/cli/commands/retry.ts
var definition35 = {
  name: "retry",
  group: "hands on a run",
  place: 70,
  about: "After a fix: smoke the commit that lies here, and go on with it on the box that is held.",
  positional: "run",
  options: ["run", "job", "allow-dirty", ...PLACE, "bound"],
  load: () => import("./cli-retry.mjs")
};

// src/cli/commands/run.ts
var definition36 = {
  name: "run",
  group: "stages",
  place: 10,
  about: "The whole life of a job: smoke, launch, watch, collect, release. Goes on where it stopped.",
  positional: "run",
  options: ["run", "job", ...PLACE, "approve", "bound", "allow-dirty", "dry-run", "yes"],
  load: () => import("./cli-stages.mjs")
};

// src/cli/commands/sign.ts
var definition37 = {
  name: "sign",
  group: "looking",
  place: 65,
  about: "Sign a folder as one model with a key: an OpenSSF model signature. Needs no run and no ledger.",
  words: "DIR",
  options: ["key", "output"],
  load: () => import("./cli-sign.mjs")
};

// src/cli/commands/smoke.ts
var definition38 = {
  name: "smoke",
  group: "stages",
  place: 30,
  about: "Tiny run on this machine, then kill and resume. Nothing may be rented before it passes.",
  options: ["job", "run", ...PLACE, "allow-dirty"],
  trust: "forks-without-secrets",
  load: () => import("./cli-stages.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-smoke-step.mjs"),
    without: ["run", "ledger"],
    inRoot: true,
    outputs: {
      evidence: "What it showed, as JSON for the input of that name of open, launch or sweep; empty where the job has no smoke.",
      reason: "Why it failed, for the input of that name of comment: findings, file and line, last lines. Empty where it passed."
    },
    example: {
      head: ["on: pull_request"],
      checkout: true,
      job: [
        `outputs: { evidence: '${given("steps.smoke.outputs.evidence")}', reason: '${given("steps.smoke.outputs.reason")}' }`
      ]
    }
  }
};

// src/cli/commands/ssh.ts
var definition39 = {
  name: "ssh",
  group: "hands on a run",
  place: 5,
  about: "A shell on the box of a run, in its code, by OpenSSH; or one command with your terminal.",
  positional: "run",
  words: "[-- COMMAND...]",
  options: ["run", "ledger", "store"],
  load: () => import("./cli-ssh.mjs")
};

// src/cli/commands/ssh-config.ts
var definition40 = {
  name: "ssh-config",
  group: "hands on a run",
  place: 40,
  about: "Host blocks for the boxes of held runs, for VS Code and others; gone with the release.",
  positional: "run",
  options: ["run", "include", "remove", "ledger", "store"],
  meanings: { run: "Only this run; all that hold a box when unset." },
  load: () => import("./cli-ssh-config.mjs")
};

// src/cli/commands/staleness.ts
var definition41 = {
  name: "staleness",
  group: "looking",
  place: 70,
  about: "Which facts about platforms have to be read up again, the worst first. Asks no platform.",
  options: ["months", "months-money", "profiles", "platform", "all", "sarif", "issue", "json"],
  trust: "anybody",
  load: () => import("./cli-staleness.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-staleness-step.mjs"),
    token: "Token for the issue (issues: write).",
    outputs: {
      stale: "How many facts are older than the limit.",
      never: "How many facts nobody ever verified.",
      errors: "How many stamps or profiles cannot be read, or are of a month to come.",
      sarif: "Path of the findings for code scanning; empty when none were asked for."
    },
    example: {
      head: ["on:", "  schedule: [{ cron: '23 5 1 * *' }]", "  workflow_dispatch:"],
      with: { issue: "true" }
    }
  }
};

// src/cli/commands/status.ts
var definition42 = {
  name: "status",
  group: "looking",
  place: 20,
  about: "Every open run, its state and what it costs; one run in full when named.",
  positional: "run",
  defaults: { bound: "60s" },
  options: ["run", ...PLACE, "archived", "watch", "bound"],
  trust: "anybody",
  load: () => import("./cli-status-watch.mjs"),
  quick: () => import("./cli-status.mjs"),
  action: {
    of: "all",
    step: async () => ({ step: (await import("./cli-looking-steps.mjs")).statusStep }),
    token: "Token that may read the ledger (contents: read).",
    secret: "taken",
    without: ["bound"],
    atFirst: { state: "unknown" },
    outputs: {
      runs: "How many runs are open; 1 when one was named.",
      state: "Of the run that was named, or of the only open one; empty for several.",
      "cost-usd": "Accrued cost in USD, of all of them.",
      json: 'What "gpu-lease status --json" prints.'
    }
  }
};

// src/cli/commands/stop.ts
var definition43 = {
  name: "stop",
  group: "hands on a run",
  place: 60,
  about: "End the work on the box, bring and verify its last save, and hold the box; releases nothing.",
  positional: "run",
  options: ["run", ...PLACE],
  load: () => import("./cli-stop.mjs")
};

// src/cli/commands/strays.ts
var definition44 = {
  name: "strays",
  group: "looking",
  place: 50,
  about: "Boxes and volumes of ours that no lease holds, from the platforms' own lists. Deletes nothing.",
  options: ["platform", "put-up", "apart", "allow-blind", "verbose", ...PLACE],
  load: () => import("./cli-strays.mjs")
};

// src/cli/commands/sweep.ts
var definition45 = {
  name: "sweep",
  group: "stages",
  place: 20,
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
  ],
  load: () => import("./cli-sweep.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-sweep-step.mjs"),
    token: "Token that may write the ledger (contents: write) and read what earlier workflow runs kept of it (actions: read).",
    secret: "needed",
    records: true,
    atFirst: { state: "unknown" },
    outputs: {
      sweep: "Id of the sweep.",
      runs: "Run ids of the parts that a job can go on with, as a JSON list for a matrix; at most 256.",
      sealed: "Run ids of the parts that this workflow run has sealed, as a JSON list for the workflow attest; empty where there is none.",
      cells: "How many cells its roster has.",
      failed: "How many of them are missing, dead or lost.",
      state: "opened, running, failed, halted, debt, sealed or released: the worst of it in one word.",
      "cost-usd": "Accrued cost in USD, of all parts."
    },
    example: {
      checkout: true,
      keys: true,
      job: ["needs: smoke # a job with the action of that name"],
      with: { evidence: given("needs.smoke.outputs.evidence"), boxes: "4" },
      queue: "gpu-lease"
    }
  }
};

// src/cli/commands/tick.ts
var definition46 = {
  name: "tick",
  group: "stages",
  place: 130,
  about: "One look at every open run, as far as each goes now; strays, debts, clocks. For a schedule.",
  defaults: { bound: "60s" },
  options: ["job", ...PLACE, "bound", "parallel", "every", "issues", "calls"],
  load: () => import("./cli-tick.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-tick-step.mjs"),
    token: "Token that may write the ledger (contents: write) and issues (issues: write), and read what earlier looks kept (actions: read).",
    secret: "needed",
    records: true,
    atFirst: { state: "unknown" },
    outputs: {
      runs: "How many runs are open.",
      advanced: "How many of them went on.",
      problems: "How many things a person must look at.",
      debts: "How many meters should have stopped and are not proven to have.",
      strays: "How many boxes and volumes of ours no lease holds, seen in two looks.",
      state: "well, problems or billing: the worst of it in one word.",
      collect: "Runs that have ended and wait for a job that collects and stores them, as a JSON list for a matrix.",
      next: "Whether somebody has to be asked for a release or to look at a run in time, or the schedule to be switched: a job that may start workflow runs is needed.",
      idle: "Whether nothing is open or owed, so that the schedule may be switched off."
    },
    example: {
      head: ["on:", "  schedule: [{ cron: '7,37 * * * *' }]", "  workflow_dispatch:"],
      checkout: true,
      keys: true
    }
  }
};

// src/cli/commands/told.ts
var definition47 = {
  name: "told",
  group: "stages",
  place: 125,
  about: "In a workflow: say on a labelled commit which job kept its run from beginning.",
  options: ["head-commit", "results", "json"],
  load: () => import("./cli-told.mjs"),
  action: {
    of: "all",
    step: () => import("./cli-told.mjs"),
    token: "Token that may post a status (statuses: write).",
    outputs: { told: "The state that was posted." },
    example: {
      head: startedWith({ commit: "Whole id of the commit" }),
      job: [
        "needs: smoke # a job with the action of that name",
        `if: ${given("always() && needs.smoke.result != 'success'")}`
      ],
      with: { "head-commit": given("inputs.commit"), results: `smoke ${given("needs.smoke.result")}` }
    }
  }
};

// src/cli/commands/tunnel.ts
var definition48 = {
  name: "tunnel",
  group: "hands on a run",
  place: 30,
  about: "A port of the box on the loopback of this machine, for Jupyter or TensorBoard, until Ctrl-C.",
  positional: "run",
  words: "[LOCAL:]PORT...",
  options: ["run", "ledger", "store", "bound"],
  defaults: { bound: "12h" },
  meanings: { bound: "Longest time that the port stays open." },
  load: () => import("./cli-tunnel.mjs")
};

// src/cli/commands/verify.ts
var definition49 = {
  name: "verify",
  group: "looking",
  place: 60,
  about: "Load-verify files or directories. Needs no run and no ledger.",
  words: "PATH...",
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
    "may-be-zero",
    "dtype",
    "fail-on",
    "require",
    "report",
    "sarif",
    "jobs",
    "sha256",
    "explain",
    "diff",
    "attested",
    "bundle",
    "repo",
    "certificate-identity",
    "certificate-oidc-issuer",
    "trusted-root",
    "commit",
    "key",
    "run",
    "ledger",
    "json"
  ],
  trust: "anybody",
  async load() {
    void import("./verify-apart-ready-thread.mjs").then(({ startAhead }) => startAhead());
    return import("./cli-verify.mjs");
  },
  action: {
    of: "all",
    without: ["run", "ledger"],
    step: () => import("./cli-verify-step.mjs"),
    atFirst: { verdict: "unknown", failed: "0" },
    outputs: {
      verdict: "pass, pass-degraded, inconclusive or fail: the worst of all files and sets.",
      failed: "How many files and sets failed.",
      json: "Path of the whole result as JSON.",
      report: "Path of the page for people; empty when none was asked for."
    },
    example: {
      head: ["on: push"],
      checkout: true,
      with: { path: "out/", report: "verify.html" }
    }
  }
};

// src/cli/commands/watch.ts
var definition50 = {
  name: "watch",
  group: "stages",
  place: 70,
  about: "Follow the run for a bounded time; pull checkpoints; recover from preemption.",
  positional: "run",
  options: ["run", "job", ...PLACE, "bound", "chain", "hop", "hops"],
  load: () => import("./cli-stages.mjs"),
  action: {
    of: "run",
    token: "Token that may write the ledger (contents: write) and read back what was uploaded (actions: read).",
    uploads: true,
    records: true,
    example: {
      head: startedWith({ run: "Run to go on with" }),
      checkout: true,
      keys: true,
      with: { run: given("inputs.run"), bound: "30min" },
      queue: "gpu-lease"
    }
  }
};

// src/cli/command-list.ts
var COMMANDS = [
  definition36,
  definition45,
  definition38,
  definition24,
  definition29,
  definition25,
  definition20,
  definition50,
  definition10,
  definition7,
  definition32,
  definition2,
  definition3,
  definition47,
  definition46,
  definition6,
  definition23,
  definition31,
  definition42,
  definition5,
  definition26,
  definition17,
  definition11,
  definition44,
  definition49,
  definition37,
  definition4,
  definition41,
  definition21,
  definition8,
  definition39,
  definition18,
  definition12,
  definition48,
  definition40,
  definition16,
  definition43,
  definition35,
  definition13,
  definition22,
  definition30,
  definition19,
  definition28,
  definition15,
  definition27,
  definition9,
  definition14,
  definition34,
  definition33,
  definition
];

export {
  COMMANDS
};
