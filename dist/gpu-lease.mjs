import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nearestOf
} from "./chunks/chunk-4X7WQNKK.mjs";
import {
  COMMANDS
} from "./chunks/chunk-3LSJFEIC.mjs";
import {
  option
} from "./chunks/chunk-3KCBATJD.mjs";
import {
  EXIT,
  Problem,
  exitCodeOf
} from "./chunks/chunk-NH4MOYHC.mjs";
import "./chunks/chunk-OPQ6Q3N2.mjs";

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
    if (request === "help") return (await import("./chunks/help-7WJHJGGA.mjs")).printHelp(argv);
    if (request === "version") return (await import("./chunks/help-7WJHJGGA.mjs")).printVersion();
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
    import("./chunks/print-error-FA4BXHCZ.mjs"),
    import("./chunks/refused-here-6J2CTT45.mjs")
  ]);
  const told = refusedHere(error);
  printError(told);
  return exitCodeOf(told);
}

// src/cli/look.ts
var LOOKING = {
  status: () => import("./chunks/status-JMKDPCB5.mjs"),
  log: () => import("./chunks/status-JMKDPCB5.mjs"),
  cost: () => import("./chunks/status-JMKDPCB5.mjs")
};

// src/cli/main.ts
var LOADERS = {
  ...LOOKING,
  // With `--billed` it asks platforms, and without it is the one above.
  cost: () => import("./chunks/cost-CFXTG7BD.mjs"),
  demo: () => import("./chunks/demo-YWERTHLE.mjs"),
  init: () => import("./chunks/init-FYAJD5ND.mjs"),
  plan: () => import("./chunks/plan-KBW7CBHE.mjs"),
  offers: () => import("./chunks/offers-RVFWNO7B.mjs"),
  platforms: () => import("./chunks/platforms-4HPK2MHX.mjs"),
  run: () => import("./chunks/stages-DQMTBCUU.mjs"),
  sweep: () => import("./chunks/sweep-SWW2KQTL.mjs"),
  smoke: () => import("./chunks/stages-DQMTBCUU.mjs"),
  open: () => import("./chunks/stages-DQMTBCUU.mjs"),
  launch: () => import("./chunks/stages-DQMTBCUU.mjs"),
  watch: () => import("./chunks/stages-DQMTBCUU.mjs"),
  continue: () => import("./chunks/continue-OMXXUUF6.mjs"),
  collect: () => import("./chunks/stages-DQMTBCUU.mjs"),
  gate: () => import("./chunks/gate-AVDCJHAL.mjs"),
  release: () => import("./chunks/stages-DQMTBCUU.mjs"),
  approve: () => import("./chunks/approve-V3SXDIDT.mjs"),
  resume: () => import("./chunks/stages-DQMTBCUU.mjs"),
  restore: () => import("./chunks/restore-TC5FLOAS.mjs"),
  abandon: () => import("./chunks/abandon-S67TPJLD.mjs"),
  tick: () => import("./chunks/tick-H3XYUAZR.mjs"),
  strays: () => import("./chunks/strays-4XYIONQD.mjs"),
  verify: () => import("./chunks/verify-53FWQJIO.mjs"),
  ask: () => import("./chunks/ask-II3LUJNN.mjs"),
  doctor: () => import("./chunks/doctor-4SO3PMHG.mjs"),
  comment: () => import("./chunks/pull-request-EOYH4CD5.mjs"),
  staleness: () => import("./chunks/staleness-7YH2T3JX.mjs"),
  gotcha: () => import("./chunks/gotcha-ZH2Z3H66.mjs"),
  completion: () => import("./chunks/completion-7XH63VDR.mjs")
};
async function main(argv) {
  if (argv[0] === "__local-box")
    return (await import("./chunks/daemon-VAT4Y5FP.mjs")).serveLocalBox(argv[1] ?? "");
  if (argv[0] === "__action") return (await import("./chunks/action-WKOPHZQX.mjs")).runAction(argv[1] ?? "", interruption());
  const code = await runProgram(argv, LOADERS);
  if (code === void 0) throw new Error(`no loader for "${argv[0]}"`);
  return code;
}
main(process.argv.slice(2)).catch(report).then((code) => {
  process.exitCode = code;
});
