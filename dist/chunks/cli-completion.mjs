import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runsOf
} from "./cli-status.shared.mjs";
import "./course-find-run.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import {
  platformNames
} from "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/completion.ts
var RUNS = "gpu-lease completion runs 2>/dev/null";
var SCRIPTS = {
  bash,
  zsh: (commands) => `autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`,
  fish
};
async function command(request) {
  const shell = request.words[0] ?? "bash";
  if (shell === "runs") {
    const { runs } = await runsOf(settingsOf(request), false);
    process.stdout.write(runs.map(({ run }) => `${run}
`).join(""));
    return 0;
  }
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : void 0;
  const near = nearestOf(shell, Object.keys(SCRIPTS));
  if (!script)
    throw new Problem({
      code: "unknown-shell",
      kind: "usage",
      what: `There is no completion for "${shell}".`,
      next: `${near === void 0 ? "" : `Did you mean "${near}"? `}Use one of: ${Object.keys(SCRIPTS).map((name) => `"gpu-lease completion ${name}"`).join(", ")}.`
    });
  process.stdout.write(script(request.commands));
  return 0;
}
var takesRun = ({ positional, name }) => positional === "run" || name === "cp";
function bash(commands) {
  const cases = commands.map(
    (each) => `    ${each.name}) words="${each.options.map((name) => `--${name}`).join(" ")} --help"; runs=${takesRun(each) ? "yes" : "no"} ;;`
  );
  return `_gpu_lease() {
  local words runs=no
  if [ "\${COMP_WORDS[COMP_CWORD-1]}" = --platform ]; then
    COMPREPLY=($(compgen -W "${platformNames().join(" ")}" -- "\${COMP_WORDS[COMP_CWORD]}"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((each) => each.name).join(" ")} --help --version"; runs=no; fi
  case "$runs \${COMP_WORDS[COMP_CWORD]}" in
    yes\\ -*) ;;
    yes*) words="$words $(${RUNS})" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gpu_lease gpu-lease
`;
}
function fish(commands) {
  const quoted = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const valuesOf = (name) => name === "platform" ? ` -x -a '${platformNames().join(" ")}'` : "";
  const of = ({ name }) => `-n '__fish_seen_subcommand_from ${name}'`;
  return `complete -c gpu-lease -f
${commands.map(({ name, about }) => `complete -c gpu-lease -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`).join("\n")}
${commands.flatMap((each) => each.options.map((name) => `complete -c gpu-lease ${of(each)} -l ${name}${valuesOf(name)}`)).join("\n")}
complete -c gpu-lease -F -n '__fish_seen_subcommand_from ${commands.filter(({ words = "" }) => /PATH|FILE|DIR|FOLDER/.test(words)).map(({ name }) => name).join(" ")}'
complete -c gpu-lease -n '__fish_seen_subcommand_from ${commands.filter(takesRun).map(({ name }) => name).join(" ")}' -a '(${RUNS})'
`;
}
export {
  command
};
