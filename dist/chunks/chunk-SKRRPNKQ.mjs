import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/ledger/location.ts
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
function defaultLedgerLocation(cwd, env) {
  const repository = findRepository(cwd);
  if (repository) return { kind: "local-repo", dir: repository.dir };
  return { kind: "local-repo", dir: join(stateDir(env, cwd), "ledger.git"), create: true };
}
function stateDir(env, cwd) {
  const xdg = env["XDG_STATE_HOME"];
  if (xdg?.startsWith("/")) return join(xdg, "gpu-lease");
  const home = env["HOME"] || env["USERPROFILE"];
  return home ? join(home, ".local", "state", "gpu-lease") : join(cwd, ".gpu-lease");
}
function findRepository(start) {
  for (let dir = resolve(start); ; dir = dirname(dir)) {
    const dotGit = join(dir, ".git");
    if (isRepository(dotGit)) return { dir, gitDir: dotGit };
    if (isGitDir(dir)) return { dir, gitDir: dir };
    if (dirname(dir) === dir) return void 0;
  }
}
function localPlace({ dir, create }) {
  const path = resolve(dir);
  const found = create ? void 0 : findRepository(path);
  return { gitDir: found?.gitDir ?? path, words: `refs/gpu-lease in ${found?.dir ?? path}` };
}
var isRepository = (path) => isGitDir(path) || isGitFile(path);
var isGitDir = (dir) => existsSync(join(dir, "HEAD")) && existsSync(join(dir, "objects"));
function isGitFile(path) {
  try {
    return statSync(path).isFile() && readFileSync(path, "utf8").startsWith("gitdir:");
  } catch {
    return false;
  }
}

export {
  defaultLedgerLocation,
  stateDir,
  localPlace,
  isRepository
};
