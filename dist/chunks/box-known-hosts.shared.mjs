import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  formatSshTarget,
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  unusableKey,
  whyUnusable
} from "./box-ssh-login.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  matchesWildcard
} from "./wildcard.shared.mjs";
import {
  forPrograms
} from "./job-keys-of-others.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/box/ssh-user-config.ts
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

// src/box/known-hosts.ts
import { createHash, createHmac } from "node:crypto";
var COMPARABLE = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "ssh-rsa",
  "ssh-dss"
];
var isComparable = ({ type }) => COMPARABLE.includes(type);
function knownKeys(text, host, port) {
  const name = (port === 22 ? host : `[${host}]:${port}`).toLowerCase();
  const found = { keys: [], revoked: [], authorities: 0 };
  for (const line of text.split("\n")) {
    const fields = line.trim().split(/\s+/);
    const marker = fields[0]?.startsWith("@") ? fields.shift() : void 0;
    const [names, type, key] = fields;
    if (!names || names.startsWith("#") || !type || !key || !matches(names, name)) continue;
    const blob = Buffer.from(key, "base64");
    if (!blob.subarray(4).toString("latin1").startsWith(type)) continue;
    const sha256 = createHash("sha256").update(blob).digest("base64").replace(/=+$/, "");
    if (marker === "@revoked") found.revoked.push(sha256);
    else if (marker === "@cert-authority") found.authorities += 1;
    else if (marker === void 0) found.keys.push({ type, sha256 });
  }
  return { ...found, keys: found.keys.filter(({ sha256 }) => !found.revoked.includes(sha256)) };
}
function matches(names, name) {
  if (names.startsWith("|1|")) return matchesHash(names, name);
  const patterns = names.toLowerCase().split(",");
  const hits = (pattern) => matchesWildcard(pattern, name);
  return patterns.some(hits) && !patterns.some((pattern) => pattern.startsWith("!") && hits(pattern.slice(1)));
}
function matchesHash(hashed, name) {
  const [, , salt = "", hash = ""] = hashed.split("|");
  return createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest("base64") === hash;
}

// src/box/ssh-user-config.ts
var run = promisify(execFile);
var GIVEN = { key: "GPU_LEASE_SSH_KEY", knownHosts: "GPU_LEASE_KNOWN_HOSTS" };
var ownSshWorld = (env = ownEnvironment()) => ({ env, home: homedir() });
async function resolveSshTarget(text, world) {
  const target = parseSshTarget(text);
  const settings = await settingsOf(target, world);
  const resolved = await resolve(target, settings, world);
  const jumpTo = settings.one("proxyjump");
  if (jumpTo === void 0 || jumpTo === "none") return resolved;
  return { ...resolved, jump: await resolveJump(jumpTo, target, world) };
}
async function resolve(target, settings, world) {
  refuseUnsupported(settings, target);
  const host = settings.one("hostname") ?? target.host;
  const port = Number(settings.one("port") ?? target.port ?? 22);
  const user = settings.one("user") ?? target.user ?? ownUser(world);
  const hostKeyAlias = settings.one("hostkeyalias");
  const name = hostKeyAlias ?? host;
  const namePort = hostKeyAlias === void 0 ? port : 22;
  const known = await knownHosts(settings, name, namePort, world);
  const text = world.env[GIVEN.knownHosts] ?? "";
  return {
    host,
    port,
    user,
    ...host === target.host ? {} : { alias: target.host },
    ...await loginFrom(settings, { host, user }, world),
    pin: known,
    ...text.trim() === "" ? {} : { given: { text, name, namePort } }
  };
}
async function resolveJump(text, target, world) {
  const unsupported = (what) => new Problem({
    code: "jump-unsupported",
    kind: "usage",
    what: `${formatSshTarget(target)} is reached through ${text}, and ${what}.`,
    next: "Use one jump host that is itself reached directly, or run gpu-lease on the jump host."
  });
  if (text.includes(",")) throw unsupported("more than one jump is not supported");
  const hop = parseSshTarget(text);
  const settings = await settingsOf(hop, world);
  if ((settings.one("proxyjump") ?? "none") !== "none") throw unsupported("that host has a jump of its own");
  const { pin, host, port, user, login } = await resolve(hop, settings, world);
  if (pin) return { host, port, user, login, pin, named: text };
  throw new Problem({
    code: "jump-host-unknown",
    kind: "identity",
    what: `The jump host ${formatSshTarget(hop)} is not in your known_hosts, so nobody vouches for its key.`,
    next: `Connect there once with "ssh ${hop.host}", compare the key, and run the same command again.`
  });
}
async function settingsOf(target, world) {
  const configFile = world.configFile ?? join(world.home, ".ssh", "config");
  const args = [
    ...world.configFile === void 0 ? [] : ["-F", world.configFile],
    ...target.user === void 0 ? [] : ["-l", target.user],
    ...target.port === void 0 ? [] : ["-p", String(target.port)],
    ...target.identity === void 0 ? [] : ["-i", target.identity]
  ];
  try {
    const { stdout } = await run("ssh", ["-G", ...args, "--", target.host], {
      // "Match exec" and their like are the user's own programs.
      env: forPrograms(world.env),
      timeout: 15e3
    });
    return parseSettings(stdout);
  } catch (error) {
    const absent = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (absent && await textOf(configFile) === void 0) return parseSettings(defaultsIn(world.home));
    throw configUnreadable(target, configFile, absent, error);
  }
}
function parseSettings(text) {
  const pairs = text.split("\n").map((line) => {
    const [, name = "", value = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    return { name, value: value.trim() };
  });
  const all = (name) => pairs.filter((pair) => pair.name === name).map((pair) => pair.value);
  return { all, one: (name) => all(name)[0] };
}
var defaultsIn = (home) => [
  ...["id_ed25519", "id_ecdsa", "id_rsa"].map((file) => `identityfile ${join(home, ".ssh", file)}`),
  `userknownhostsfile ${join(home, ".ssh", "known_hosts")}`
].join("\n");
async function loginFrom(settings, at, world) {
  const keys = givenKey(world);
  const skippedKeys = [];
  for (const path of settings.all("identityfile").map((file) => expand(file, at, world))) {
    const text = await textOf(path);
    if (text === void 0) continue;
    const why = whyUnusable(text);
    if (why) skippedKeys.push(`${path} (${why})`);
    else keys.push({ text, label: path });
  }
  const agentSocket = agentOf(settings, at, world);
  const onlyFiles = settings.one("identitiesonly") === "yes" && keys.length > 0;
  return { login: { keys, ...agentSocket && !onlyFiles ? { agentSocket } : {} }, skippedKeys };
}
function givenKey({ env }) {
  const text = env[GIVEN.key]?.replaceAll("\r\n", "\n").trim();
  if (!text) return [];
  const given = { text: `${text}
`, label: GIVEN.key };
  const why = whyUnusable(given.text);
  if (why) throw unusableKey(given.label, why);
  return [given];
}
function agentOf(settings, at, world) {
  const named = settings.one("identityagent");
  if (named === "none") return;
  if (named === void 0 || named === "SSH_AUTH_SOCK") return world.env["SSH_AUTH_SOCK"] || void 0;
  if (named.startsWith("$")) return world.env[named.slice(1).replace(/^\{(.*)\}$/, "$1")] || void 0;
  return expand(named, at, world);
}
async function knownHosts(settings, host, port, world) {
  const files = [...settings.all("userknownhostsfile"), ...settings.all("globalknownhostsfile")].flatMap((value) => value.split(/\s+/)).filter((path) => path !== "none");
  const texts = await Promise.all(files.map((path) => textOf(expand(path, { host, user: "" }, world))));
  const given = world.env[GIVEN.knownHosts] ?? "";
  const { keys: all, revoked } = knownKeys([...texts, given].join("\n"), host, port);
  const keys = all.filter(isComparable);
  if (keys.length > 0)
    return { sha256: keys.map((key) => key.sha256), keyTypes: [...new Set(keys.map((key) => key.type))] };
  if (revoked.length === 0) return;
  throw new Problem({
    code: "host-key-revoked",
    kind: "identity",
    what: `known_hosts knows ${host}:${port} only by a key that is marked @revoked.`,
    next: "Put the new key of that host into known_hosts after comparing it."
  });
}
function expand(path, { host, user }, world) {
  const tokens = {
    "%%": "%",
    "%d": world.home,
    "%h": host,
    "%r": user,
    "%u": ownUser(world)
  };
  return path.replace(/^~(?=\/)/, world.home).replace(/%[%dhru]/g, (token) => tokens[token] ?? token);
}
function refuseUnsupported(settings, target) {
  const command = settings.one("proxycommand");
  if (command === void 0 || command === "none") return;
  throw new Problem({
    code: "proxy-command-unsupported",
    kind: "usage",
    what: `Your SSH configuration reaches ${formatSshTarget(target)} through a ProxyCommand (${oneLine(command, 80)}), which is not supported.`,
    next: "Use ProxyJump with one host, or give the direct address as ssh://user@host:port."
  });
}
function configUnreadable(target, configFile, absent, cause) {
  const said = cause instanceof Error && "stderr" in cause ? oneLine(String(cause.stderr)) : "";
  return new Problem(
    {
      code: absent ? "openssh-missing" : "ssh-config",
      kind: "usage",
      what: absent ? `${configFile} exists, and the program that reads it ("ssh") is not installed.` : `"ssh -G ${target.host}" failed: ${said || "it said nothing"}.`,
      next: absent ? "Install openssh-client, or give the address as ssh://user@host:port." : `Correct ${configFile}.`
    },
    { cause }
  );
}
function ownUser({ env }) {
  try {
    return userInfo().username;
  } catch {
    return env["USER"] || "root";
  }
}
var textOf = (path) => readFile(path, "utf8").catch(() => void 0);

export {
  knownKeys,
  GIVEN,
  ownSshWorld,
  resolveSshTarget,
  parseSettings
};
