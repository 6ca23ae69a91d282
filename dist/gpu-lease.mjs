import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nearestOf
} from "./chunks/nearest.shared.mjs";
import {
  COMMANDS
} from "./chunks/cli-commands.shared.mjs";
import {
  option
} from "./chunks/cli-options.shared.mjs";
import {
  EXIT,
  Problem,
  exitCodeOf
} from "./chunks/problem.shared.mjs";
import "./chunks/nothing.shared.mjs";

// src/cli/program.ts
import { writeSync } from "node:fs";

// src/cli/arguments.ts
import { parseArgs } from "node:util";
function parseArguments(argv) {
  const [name, ...rest] = argv;
  if (name === void 0 || name === "help" || name === "--help" || name === "-h") return "help";
  if (name === "--version" || name === "-V") return "version";
  const command = COMMANDS.find((each) => each.name === name);
  if (!command)
    throw unknown(
      "command",
      name,
      COMMANDS.map((each) => each.name),
      "gpu-lease --help"
    );
  const options = Object.fromEntries(
    command.options.map((each) => [
      each,
      { type: option(each).kind === "flag" ? "boolean" : "string" }
    ])
  );
  const { values, positionals } = parse(command, rest, { ...options, help: { type: "boolean" } });
  if (values["help"]) return "help";
  const given = values;
  if (command.positional && positionals.length > 0) given[command.positional] ??= positionals.shift() ?? "";
  if (positionals.length > 0 && command.words === void 0) {
    throw unknown("argument", positionals[0] ?? "", [], `gpu-lease ${command.name} --help`);
  }
  return { command, given, words: positionals };
}
function parse(command, args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const word = /'(-{1,2}[^'\s]+)/.exec(String(error))?.[1] ?? "";
    throw unknown(
      "option",
      word || String(error),
      Object.keys(options).map((each) => `--${each}`),
      `gpu-lease ${command.name} --help`
    );
  }
}
function unknown(what, word, known, help) {
  const nearest = nearestOf(word, known);
  return new Problem({
    code: `unknown-${what}`,
    kind: "usage",
    what: `"${word}" is no ${what} that gpu-lease knows here.`,
    next: `${nearest ? `Did you mean "${nearest}"? ` : ""}See "${help}".`
  });
}

// src/cli/program.ts
async function runProgram(argv, loaders) {
  try {
    const request = parseArguments(argv);
    if (request === "help") return (await import("./chunks/cli-help.mjs")).printHelp(argv);
    if (request === "version") return (await import("./chunks/cli-help.mjs")).printVersion();
    const load = loaders[request.command.name];
    return load && await (await load()).command(request, interruption());
  } catch (error) {
    return report(error);
  }
}
var TIDY_MS = 800;
function interruption() {
  const controller = new AbortController();
  let times = 0;
  for (const name of ["SIGINT", "SIGTERM"]) {
    process.on(name, () => {
      times += 1;
      if (times > 1) process.exit(EXIT.interrupted);
      controller.abort();
      setTimeout(endNow, TIDY_MS).unref();
    });
  }
  return controller.signal;
}
function endNow() {
  writeSync(2, "gpu-lease: interrupted; nothing was torn down. Run the same command again.\n");
  process.exit(EXIT.interrupted);
}
async function report(error) {
  const [{ printError }, { refusedHere }] = await Promise.all([
    import("./chunks/cli-print-error.mjs"),
    import("./chunks/refused-here.mjs")
  ]);
  const told = refusedHere(error);
  printError(told);
  return exitCodeOf(told);
}

// src/cli/look.ts
var LOOKING = {
  status: () => import("./chunks/cli-status.mjs"),
  log: () => import("./chunks/cli-status.mjs"),
  cost: () => import("./chunks/cli-status.mjs")
};

// src/cli/main.ts
var LOADERS = {
  ...LOOKING,
  // With `--billed` it asks platforms, and without it is the one above.
  cost: () => import("./chunks/cli-cost.mjs"),
  demo: () => import("./chunks/cli-demo.mjs"),
  init: () => import("./chunks/cli-init.mjs"),
  plan: () => import("./chunks/cli-plan.mjs"),
  offers: () => import("./chunks/cli-offers.mjs"),
  platforms: () => import("./chunks/cli-platforms.mjs"),
  run: () => import("./chunks/cli-stages.mjs"),
  sweep: () => import("./chunks/cli-sweep.mjs"),
  smoke: () => import("./chunks/cli-stages.mjs"),
  open: () => import("./chunks/cli-stages.mjs"),
  launch: () => import("./chunks/cli-stages.mjs"),
  watch: () => import("./chunks/cli-stages.mjs"),
  continue: () => import("./chunks/cli-continue.mjs"),
  collect: () => import("./chunks/cli-stages.mjs"),
  gate: () => import("./chunks/cli-gate.mjs"),
  release: () => import("./chunks/cli-stages.mjs"),
  approve: () => import("./chunks/cli-approve.mjs"),
  resume: () => import("./chunks/cli-stages.mjs"),
  restore: () => import("./chunks/cli-restore.mjs"),
  abandon: () => import("./chunks/cli-abandon.mjs"),
  tick: () => import("./chunks/cli-tick.mjs"),
  strays: () => import("./chunks/cli-strays.mjs"),
  verify: () => import("./chunks/cli-verify.mjs"),
  ask: () => import("./chunks/cli-ask.mjs"),
  doctor: () => import("./chunks/cli-doctor.mjs"),
  comment: () => import("./chunks/cli-pull-request.mjs"),
  staleness: () => import("./chunks/cli-staleness.mjs"),
  gotcha: () => import("./chunks/cli-gotcha.mjs"),
  completion: () => import("./chunks/cli-completion.mjs")
};
async function main(argv) {
  if (argv[0] === "__local-box")
    return (await import("./chunks/platforms-local-daemon.mjs")).serveLocalBox(argv[1] ?? "");
  if (argv[0] === "__action") return (await import("./chunks/cli-action.mjs")).runAction(argv[1] ?? "", interruption());
  const code = await runProgram(argv, LOADERS);
  if (code === void 0) throw new Error(`no loader for "${argv[0]}"`);
  return code;
}
main(process.argv.slice(2)).catch(report).then((code) => {
  process.exitCode = code;
});
