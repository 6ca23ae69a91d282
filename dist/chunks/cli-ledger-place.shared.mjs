import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/cli/ledger-place.ts
import { isAbsolute, join as join2, resolve as resolve2 } from "node:path";

// src/ledger/location.ts
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
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
  const place = found ?? { dir: path, gitDir: path };
  return { ...place, words: `refs/gpu-lease in ${place.dir}` };
}
function ownsAll(paths) {
  const user = process.geteuid?.();
  return user !== void 0 && paths.every((path) => lstatSync(path, { throwIfNoEntry: false })?.uid === user);
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

// src/cli/ledger-place.ts
var recordsDir = ({ stateDir: stateDir2 }) => join2(stateDir2, "records");
function ledgerLocation(asked) {
  const named = ledgerNamed(asked);
  if (named === void 0) return actionsRemote(asked) ?? defaultLedgerLocation(asked.cwd, asked.env);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/]+@[^/]+:/.test(named))
    return remote(asked, named, tokenFor(named, asked.env));
  return { kind: "local-repo", dir: isAbsolute(named) ? named : resolve2(asked.cwd, named), create: true };
}
var ledgerNamed = ({ value, env }) => value("ledger") ?? (env["GPU_LEASE_LEDGER"] || void 0);
function actionsRemote(asked) {
  const own = workflowsRepository(asked.env);
  return own && remote(asked, own.url, own.token);
}
function workflowsRepository(env) {
  const { GITHUB_REPOSITORY: repository, GH_TOKEN: token } = env;
  if (env["GITHUB_ACTIONS"] !== "true" || !repository || !token) return;
  return { url: `${env["GITHUB_SERVER_URL"] ?? "https://github.com"}/${repository}.git`, token };
}
function remote(asked, url, token) {
  return { kind: "remote", url, scratchDir: join2(asked.stateDir, "scratch"), ...token ? { token } : {} };
}
function tokenFor(url, env) {
  const own = env["GPU_LEASE_LEDGER_TOKEN"];
  if (own) return own;
  const isOf = (server) => URL.canParse(url) && URL.canParse(server) && new URL(url).host === new URL(server).host;
  return isOf(env["GITHUB_SERVER_URL"] || "https://github.com") ? env["GH_TOKEN"] : void 0;
}

export {
  defaultLedgerLocation,
  stateDir,
  localPlace,
  ownsAll,
  isRepository,
  recordsDir,
  ledgerLocation,
  ledgerNamed,
  workflowsRepository
};
