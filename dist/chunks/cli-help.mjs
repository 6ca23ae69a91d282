import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  installedDir
} from "./host-installed.shared.mjs";
import {
  columnsOn,
  wrapped
} from "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import {
  optionOf
} from "./cli-option-definition.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/help.ts
import { readFileSync } from "node:fs";
var PLAIN_COLUMNS = 100;
var LEAST_BESIDE = 30;
var BELOW = 8;
var columnsForHelp = (out, env) => columnsOn(out) ?? (/^[1-9]\d{0,4}$/.test(env["COLUMNS"] ?? "") ? Number(env["COLUMNS"]) : PLAIN_COLUMNS);
function printHelp(argv, commands, columns) {
  const name = argv.find((word) => !word.startsWith("-") && word !== "help");
  const command = commands.find((each) => each.name === name);
  process.stdout.write(command ? commandHelp(command, columns) : overview(commands, columns));
  return 0;
}
function printVersion() {
  const { version } = JSON.parse(readFileSync(new URL("package.json", installedDir()), "utf8"));
  process.stdout.write(`gpu-lease ${version}
`);
  return 0;
}
function overview(commands, columns) {
  const groups = ["stages", "looking", "hands on a run", "setting up", "when things go wrong"];
  const width = Math.max(...commands.map((each) => each.name.length)) + 2;
  const lists = groups.map((group) => {
    const rows = commands.filter((each) => each.group === group).map(({ name, about }) => ({ name, about }));
    return `${group}:
${hung(rows, width, columns)}`;
  });
  return [
    filled(
      "gpu-lease: trains on rented GPUs, and never loses a checkpoint or leaves a meter running.",
      "",
      columns
    ),
    "usage: gpu-lease <command> [options]\n       gpu-lease <command> --help",
    ...lists,
    "First time? Try: gpu-lease demo",
    ""
  ].join("\n\n");
}
function commandHelp(command, columns) {
  const takes = [
    ...command.positional ? [`[${command.positional.toUpperCase()}]`] : [],
    ...command.words ? [command.words] : []
  ].map((word) => ` ${word}`);
  const flagOf = (name) => `--${name}${optionOf(command, name).kind === "flag" ? "" : " VALUE"}`;
  const width = Math.max(22, ...command.options.map((name) => flagOf(name).length)) + 2;
  const rows = command.options.map((name) => {
    const { about, fallback } = optionOf(command, name);
    return { name: flagOf(name), about: `${about}${fallback ? ` (default: ${fallback})` : ""}` };
  });
  return `${filled(`gpu-lease ${command.name}: ${command.about}`, "", columns)}

${filled(`usage: gpu-lease ${command.name}${takes.join("")} [options]`, " ".repeat("usage: ".length), columns)}

${hung(rows, width, columns)}
`;
}
function hung(rows, width, columns) {
  const isBeside = columns - width - 2 >= LEAST_BESIDE;
  const indent = " ".repeat(isBeside ? width + 2 : BELOW);
  return rows.flatMap(({ name, about }) => {
    const lines = wrapped(about, columns - indent.length).map((line) => `${indent}${line}`);
    return isBeside ? [`  ${name.padEnd(width)}${lines.join("\n").slice(indent.length)}`] : [`  ${name}`, ...lines];
  }).join("\n");
}
var filled = (text, hanging, columns) => wrapped(text, columns - hanging.length).join(`
${hanging}`);
export {
  columnsForHelp,
  printHelp,
  printVersion
};
