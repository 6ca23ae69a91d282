import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  COMMANDS
} from "./chunks/cli-command.shared.mjs";
import {
  givenOptions,
  throwAll
} from "./chunks/cli-given-options.shared.mjs";
import {
  option
} from "./chunks/cli-option-definition.shared.mjs";
import {
  gpuInstead
} from "./chunks/job-short-forms.shared.mjs";
import "./chunks/strict-yaml-explain.shared.mjs";
import "./chunks/secret-shape.shared.mjs";
import "./chunks/job-gpu-cards.shared.mjs";
import "./chunks/duration.shared.mjs";
import {
  nearestOf
} from "./chunks/nearest.shared.mjs";
import "./chunks/evidence-level.shared.mjs";
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

// src/cli/words-of-others.ts
var OF_THE_JOB_FILE = {
  gpu: cards,
  gpus: cards,
  "gpu-type": cards,
  accelerator: cards,
  accelerators: cards,
  gres: cards,
  time: (value) => `\`hours: ${value ?? 24}\` below \`budget\``,
  "max-price": (value) => `\`usdPerHour: ${value ?? 2}\` below \`budget\``,
  image: () => "`image: NAME@sha256:DIGEST`",
  env: () => "`vars` for plain values, and the names of secrets under `env`",
  spot: () => "`market: spot` of a candidate",
  "use-spot": () => "`market: spot` of a candidate"
};
function cards(value) {
  const line = value === void 0 ? void 0 : gpuInstead(["resources", "gpus"], value.replace(/^gpu:/, ""), {})?.line;
  return `\`${line ?? "gpu: { name: A100, count: 1 }"}\` below \`resources\``;
}
function saidInJobFile(option2, value) {
  const name = option2.replace(/^-+/, "").replaceAll("_", "-");
  const words = Object.hasOwn(OF_THE_JOB_FILE, name) ? OF_THE_JOB_FILE[name]?.(value) : void 0;
  return words && `The job file says that: ${words}.`;
}

// src/cli/arguments.ts
function parseArguments(argv, commands) {
  const [name, ...rest] = argv;
  if (name === void 0 || name === "help" || name === "--help" || name === "-h") return "help";
  if (name === "--version" || name === "-V" || name === "-v") return "version";
  const command = commands.find((each) => each.name === name);
  if (!command && Object.hasOwn(ELSEWHERE, name)) throw calledElse(name, ELSEWHERE[name] ?? "");
  if (!command)
    throw unknown(
      "command",
      name,
      commands.map((each) => each.name),
      "gpu-lease --help"
    );
  const help = `gpu-lease ${command.name} --help`;
  const { given, words, faults, asksForHelp } = read(command, rest, help);
  if (asksForHelp) return "help";
  const file = command.words === void 0 ? words.find((each) => /\.ya?ml$/.test(each)) : void 0;
  if (file !== void 0 && command.options.includes("job")) faults.push(fileAsWord(command.name, file));
  if (command.positional && words.length > 0) given[command.positional] ??= words.shift() ?? "";
  if (words.length > 0 && command.words === void 0 && faults.length === 0)
    faults.push(unknown("argument", words[0] ?? "", [], help));
  if (faults.length > 0) throwAll([...faults, ...givenOptions({ given, command }).faults]);
  return { command, commands, given, words };
}
function read(command, args, help) {
  const kinds = new Map(command.options.map((name) => [name, option(name).kind]));
  const shorts = new Map(command.options.map((name) => [`-${option(name).short}`, name]));
  const options = Object.fromEntries(
    [...kinds].map(([name, kind]) => [
      name,
      { type: kind === "flag" ? "boolean" : "string" }
    ])
  );
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  const reading = { given: {}, words: [], faults: [], asksForHelp: false };
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "positional") reading.words.push(token.value);
    if (token.kind !== "option") continue;
    const { rawName, value, inlineValue } = token;
    if (token.name === "help") {
      reading.asksForHelp = true;
      continue;
    }
    const name = rawName.startsWith("--") ? token.name : shorts.get(rawName) ?? "";
    const kind = kinds.get(name);
    if (kind === void 0)
      reading.faults.push(unknownOption(rawName, value ?? wordAt(tokens, at + 1), kinds, help));
    else if (kind === "flag" && value !== void 0) reading.faults.push(takesNone(rawName, help));
    else if (kind !== "flag" && (value === void 0 || !inlineValue && /^-./.test(value)))
      reading.faults.push(needsValue(rawName, value, help));
    else reading.given[name] = value ?? true;
  }
  return reading;
}
var namesOf = (kinds) => [...kinds.keys()].map((name) => `--${name}`);
var wordAt = (tokens, at) => tokens[at]?.kind === "positional" ? tokens[at].value : void 0;
function unknownOption(rawName, value, kinds, help) {
  const known = namesOf(kinds);
  const said = kinds.has("job") ? saidInJobFile(rawName, value) : void 0;
  const problem = unknown("option", rawName, known, help);
  if (said === void 0 || nearestOf(rawName, known) !== void 0) return problem;
  return new Problem({ ...detailOf(problem), next: said });
}
var detailOf = ({ code, kind, what, next }) => ({ code, kind, what, next });
var fileAsWord = (command, file) => new Problem({
  code: "unknown-argument",
  kind: "usage",
  what: `"${file}" is an argument, and a job file is named by an option.`,
  next: `Write "gpu-lease ${command} --job ${file}".`
});
var takesNone = (option2, help) => new Problem({
  code: "option-value",
  kind: "usage",
  what: `${option2} takes no value.`,
  next: `Write it alone, or leave it out. See "${help}".`
});
var needsValue = (option2, value, help) => new Problem({
  code: "option-value",
  kind: "usage",
  what: `${option2} needs a value${value === void 0 ? "" : `, and "${value}" looks like another option`}.`,
  next: `Write ${option2} VALUE, or ${option2}=VALUE for one that begins with a dash. See "${help}".`
});
var ELSEWHERE = {
  logs: '"gpu-lease log RUN", with --follow for what comes',
  tail: '"gpu-lease log RUN --follow"',
  ps: '"gpu-lease status"',
  ls: '"gpu-lease status"',
  list: '"gpu-lease status"',
  queue: '"gpu-lease status"',
  history: '"gpu-lease status --archived", and "gpu-lease events RUN" for one run',
  up: '"gpu-lease run"',
  apply: '"gpu-lease run"',
  submit: '"gpu-lease run"',
  attach: '"gpu-lease watch RUN", which follows it, or "gpu-lease ssh RUN" for a shell',
  shell: '"gpu-lease ssh RUN"',
  login: '"gpu-lease ssh RUN"',
  forward: '"gpu-lease tunnel RUN PORT"',
  "port-forward": '"gpu-lease tunnel RUN PORT"',
  scp: '"gpu-lease cp RUN:PATH FILE"',
  rsync: '"gpu-lease cp RUN:PATH FILE"',
  down: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  destroy: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  delete: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  terminate: '"gpu-lease release RUN" of what is sealed, "gpu-lease abandon RUN" of what is not',
  cancel: '"gpu-lease abandon RUN"',
  check: '"gpu-lease doctor"',
  gpus: '"gpu-lease offers"',
  version: '"gpu-lease --version"'
};
var calledElse = (word, here) => new Problem({
  code: "unknown-command",
  kind: "usage",
  what: `There is no command "${word}".`,
  next: `Here it is ${here}.`
});
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
async function runProgram(argv, commands, env, loadOf) {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", unlessGone);
  try {
    const request = parseArguments(argv, commands);
    if (request === "help") {
      const { columnsForHelp, printHelp } = await import("./chunks/cli-help.mjs");
      return printHelp(argv, commands, columnsForHelp(process.stdout, env));
    }
    if (request === "version") return (await import("./chunks/cli-help.mjs")).printVersion();
    const load = loadOf(request.command);
    return load && await (await load()).command({ ...request, env }, interruption());
  } catch (error) {
    return report(error, env);
  }
}
function unlessGone(error) {
  if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
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
async function report(error, env) {
  const [{ printError }, { refusedHere }] = await Promise.all([
    import("./chunks/cli-print-error.mjs"),
    import("./chunks/refused-here.mjs")
  ]);
  const told = refusedHere(error);
  printError(told, env);
  return exitCodeOf(told);
}

// src/cli/main.ts
async function main(argv, env) {
  if (argv[0] === "__local-box")
    return (await import("./chunks/platforms-local-daemon.mjs")).serveLocalBox(argv[1] ?? "");
  if (argv[0] === "__action")
    return (await import("./chunks/cli-action.mjs")).runAction(argv[1] ?? "", env, interruption());
  return runProgram(argv, COMMANDS, env, ({ load }) => load);
}
main(process.argv.slice(2), process.env).catch((error) => report(error, process.env)).then((code) => {
  process.exitCode = code;
});
