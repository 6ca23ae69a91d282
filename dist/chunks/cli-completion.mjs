import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/completion.ts
async function command(request) {
  const shell = request.words[0] ?? "bash";
  if (shell !== "bash" && shell !== "zsh") {
    throw new Problem({
      code: "unknown-shell",
      kind: "usage",
      what: `There is no completion for "${shell}".`,
      next: 'Use "gpu-lease completion bash" or "gpu-lease completion zsh".'
    });
  }
  const script = bash(request.commands);
  process.stdout.write(shell === "zsh" ? `autoload -U +X bashcompinit && bashcompinit
${script}` : script);
  return 0;
}
function bash(commands) {
  const cases = commands.map(
    (each) => `    ${each.name}) words="${each.options.map((name) => `--${name}`).join(" ")} --help" ;;`
  );
  return `_gpu_lease() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((each) => each.name).join(" ")} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gpu_lease gpu-lease
`;
}
export {
  command
};
