import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/cli/given-approval.ts
function givenOf(settings) {
  const unlessBlank = (text) => text?.trim() ? text : void 0;
  return {
    env: settings.env,
    person: settings.person,
    phrase: unlessBlank(settings.value("approve")),
    environment: settings.value("environment")?.trim() || void 0,
    noted: settings.value("noted")?.trim() || void 0,
    inAdvance: unlessBlank(settings.value("standing")),
    ended: settings.value("stopped")?.trim() || void 0,
    baseJob: (github) => jobOnDefaultBranch(github, settings.value("job")),
    atTerminal: (signal) => askAtTerminal(settings, signal)
  };
}
async function jobOnDefaultBranch(github, file = "gpu-lease.yml") {
  const text = await github.file(file);
  if (text === void 0) return;
  const [{ parseJob }, { knownPlatforms }] = await Promise.all([
    import("./job-load.mjs"),
    import("./cli-known-platforms.mjs")
  ]);
  try {
    return parseJob(text, file, knownPlatforms()).job;
  } catch {
    return;
  }
}
async function askAtTerminal(settings, signal) {
  if (!process.stdin.isTTY || !process.stdout.isTTY || settings.flag("yes")) return;
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const left = new Promise((resolve) => lines.once("close", () => resolve("")));
  try {
    const asked = lines.question("   phrase (empty = not now): ", { signal });
    const typed = await Promise.race([asked, left]);
    return typed.trim() === "" ? void 0 : typed;
  } finally {
    lines.close();
  }
}

export {
  givenOf
};
