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
} from "./chunks/chunk-6YUTHLFY.mjs";
import {
  option
} from "./chunks/chunk-VPOCTM3H.mjs";
import {
  EXIT,
  Problem,
  exitCodeOf
} from "./chunks/chunk-NH4MOYHC.mjs";
import "./chunks/chunk-OPQ6Q3N2.mjs";

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
    if (request === "help") return (await import("./chunks/help-SJXOUO2V.mjs")).printHelp(argv);
    if (request === "version") return (await import("./chunks/help-SJXOUO2V.mjs")).printVersion();
    const load = loaders[request.command.name];
    return load && await (await load()).command(request, interruption());
  } catch (error) {
    return report(error);
  }
}
function interruption() {
  const controller = new AbortController();
  let times = 0;
  for (const name of ["SIGINT", "SIGTERM"]) {
    process.on(name, () => {
      times += 1;
      if (times > 1) process.exit(EXIT.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}
async function report(error) {
  const { printError } = await import("./chunks/print-error-FA4BXHCZ.mjs");
  printError(error);
  return exitCodeOf(error);
}

// src/cli/look.ts
var LOOKING = {
  status: () => import("./chunks/status-DLDEJYPR.mjs"),
  log: () => import("./chunks/status-DLDEJYPR.mjs"),
  cost: () => import("./chunks/status-DLDEJYPR.mjs")
};

// src/cli/main.ts
var LOADERS = {
  ...LOOKING,
  // With `--billed` it asks platforms, and without it is the one above.
  cost: () => import("./chunks/cost-273K3AKN.mjs"),
  demo: () => import("./chunks/demo-T5GLPTZB.mjs"),
  init: () => import("./chunks/init-WVGXDKV7.mjs"),
  plan: () => import("./chunks/plan-Y7QTQRAW.mjs"),
  offers: () => import("./chunks/offers-7BGXA63X.mjs"),
  platforms: () => import("./chunks/platforms-IBPTWFFO.mjs"),
  run: () => import("./chunks/stages-BEAUXEGT.mjs"),
  sweep: () => import("./chunks/sweep-7QIMYWYC.mjs"),
  smoke: () => import("./chunks/stages-BEAUXEGT.mjs"),
  launch: () => import("./chunks/stages-BEAUXEGT.mjs"),
  watch: () => import("./chunks/stages-BEAUXEGT.mjs"),
  continue: () => import("./chunks/continue-GCPJVJEN.mjs"),
  collect: () => import("./chunks/stages-BEAUXEGT.mjs"),
  gate: () => import("./chunks/gate-MWKJFC6N.mjs"),
  release: () => import("./chunks/stages-BEAUXEGT.mjs"),
  approve: () => import("./chunks/approve-YYUKRWHR.mjs"),
  resume: () => import("./chunks/stages-BEAUXEGT.mjs"),
  abandon: () => import("./chunks/abandon-54UCLV3M.mjs"),
  tick: () => import("./chunks/tick-QL2VZXXX.mjs"),
  strays: () => import("./chunks/strays-BN7YHCLG.mjs"),
  verify: () => import("./chunks/verify-GL4RXMKH.mjs"),
  ask: () => import("./chunks/ask-2WZTPVZR.mjs"),
  doctor: () => import("./chunks/doctor-KI4KV3TC.mjs"),
  comment: () => import("./chunks/pull-request-4RGDVUJY.mjs"),
  staleness: () => import("./chunks/staleness-37PP3NPQ.mjs"),
  gotcha: () => import("./chunks/gotcha-NWAPYR6J.mjs"),
  completion: () => import("./chunks/completion-4YHSD6KT.mjs")
};
async function main(argv) {
  if (argv[0] === "__local-box")
    return (await import("./chunks/daemon-2N63CR3M.mjs")).serveLocalBox(argv[1] ?? "");
  if (argv[0] === "__action") return (await import("./chunks/action-4XRHHJZQ.mjs")).runAction(argv[1] ?? "", interruption());
  const code = await runProgram(argv, LOADERS);
  if (code === void 0) throw new Error(`no loader for "${argv[0]}"`);
  return code;
}
main(process.argv.slice(2)).catch(report).then((code) => {
  process.exitCode = code;
});
