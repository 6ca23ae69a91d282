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
  optionOf
} from "./cli-option-definition.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/help.ts
import { readFileSync } from "node:fs";
function printHelp(argv, commands) {
  const name = argv.find((word) => !word.startsWith("-") && word !== "help");
  const command = commands.find((each) => each.name === name);
  process.stdout.write(command ? commandHelp(command) : overview(commands));
  return 0;
}
function printVersion() {
  const { version } = JSON.parse(readFileSync(new URL("package.json", installedDir()), "utf8"));
  process.stdout.write(`gpu-lease ${version}
`);
  return 0;
}
function overview(commands) {
  const groups = ["stages", "looking", "hands on a run", "setting up", "when things go wrong"];
  const width = Math.max(...commands.map((each) => each.name.length)) + 2;
  const lists = groups.map((group) => {
    const rows = commands.filter((each) => each.group === group).map((each) => `  ${each.name.padEnd(width)}${each.about}`);
    return `${group}:
${rows.join("\n")}`;
  });
  return [
    "gpu-lease: trains on rented GPUs, and never loses a checkpoint or leaves a meter running.",
    "usage: gpu-lease <command> [options]      gpu-lease <command> --help",
    ...lists,
    "First time? Try: gpu-lease demo",
    ""
  ].join("\n\n");
}
function commandHelp(command) {
  const takes = [
    ...command.positional ? [`[${command.positional.toUpperCase()}]`] : [],
    ...command.words ? [command.words] : []
  ].map((word) => ` ${word}`);
  const flagOf = (name) => `--${name}${optionOf(command, name).kind === "flag" ? "" : " VALUE"}`;
  const width = Math.max(22, ...command.options.map((name) => flagOf(name).length)) + 2;
  const rows = command.options.map((name) => {
    const { about, fallback } = optionOf(command, name);
    return `  ${flagOf(name).padEnd(width)}${about}${fallback ? ` (default: ${fallback})` : ""}`;
  });
  return `gpu-lease ${command.name}: ${command.about}

usage: gpu-lease ${command.name}${takes.join("")} [options]

${rows.join("\n")}
`;
}
export {
  printHelp,
  printVersion
};
