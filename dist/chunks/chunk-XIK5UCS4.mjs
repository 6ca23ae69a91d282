import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  parseProfile
} from "./chunk-4NQ7K63D.mjs";
import {
  openGitHub
} from "./chunk-MWQ5F7IQ.mjs";
import {
  installedDir
} from "./chunk-KIJOQLWN.mjs";
import {
  hostKey,
  loginKey,
  newSecret,
  ownerMark
} from "./chunk-SYBH34PZ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/cli/world.ts
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// src/github/identity.ts
function identityOf(env, redactor) {
  if (!env["ACTIONS_ID_TOKEN_REQUEST_URL"] || !env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]) return;
  const hide = async (secret) => {
    const { maskSecret } = await import("./mask-MKPLI6DP.mjs");
    redactor.learn(secret);
    maskSecret(secret);
  };
  return {
    hide,
    async token(audience) {
      const { getIDToken } = await import("./core-UCOEYX4E.mjs");
      const token = await getIDToken(audience);
      await hide(token);
      return token;
    }
  };
}

// src/platforms/registry.ts
var DRIVERS = {
  local: async (_platform, { clock, localRoot, selfCommand: selfCommand2 }) => (await import("./local-HU6RUMSH.mjs")).local({
    clock,
    root: localRoot,
    daemon: [...selfCommand2, "__local-box"]
  }),
  ssh: async (platform) => (await import("./generic-ssh-G2UGWGMI.mjs")).genericSsh({ platform }),
  autodl: async (_platform, context) => (await import("./autodl-E74CQSUC.mjs")).autodl(context),
  digitalocean: async (_platform, context) => (await import("./digitalocean-IBPF5S2P.mjs")).digitalocean(context),
  compshare: async (_platform, context) => (await import("./compshare-4O32AVJI.mjs")).compshare(context),
  lambda: async (_platform, context) => (await import("./lambda-VSOIZSKL.mjs")).lambda(context),
  paperspace: async (platform, context) => (await import("./paperspace-BUUU5XIR.mjs")).paperspace(context, platform),
  verda: async (_platform, context) => (await import("./verda-ERQU5COB.mjs")).verda(context),
  runpod: async (_platform, context) => (await import("./runpod-H5Q4UWOW.mjs")).runpod(context),
  vastai: async (_platform, context) => (await import("./vastai-CYB6PA7S.mjs")).vastai(context)
};
var DRIVER_OF = { local: "local", "generic-ssh": "ssh" };
async function driverFor(platform, context, driver = Object.hasOwn(DRIVER_OF, platform) ? DRIVER_OF[platform] : void 0) {
  const make = driver !== void 0 && Object.hasOwn(DRIVERS, driver) ? DRIVERS[driver] : void 0;
  if (make) return make(platform, context);
  throw new Problem({
    code: "unknown-platform",
    kind: "usage",
    what: `There is no driver for the platform ${JSON.stringify(platform.slice(0, 80))}.`,
    next: `Use one of ${Object.keys(DRIVER_OF).join(", ")}; a box of any other provider can be attached with "generic-ssh".`
  });
}

// src/cli/world.ts
var ATTACH_DRIVER = "ssh";
function openWorld(settings, ledger, face, signal, around = (driver) => driver) {
  const profiles = /* @__PURE__ */ new Map();
  const drivers = /* @__PURE__ */ new Map();
  const channels = /* @__PURE__ */ new Map();
  const secret = settings.secret ?? ownSecret(settings.stateDir);
  const github = openGitHub(settings.env, settings.clock, signal);
  const identity = identityOf(settings.env, settings.redactor);
  let repository;
  const world = {
    clock: settings.clock,
    claim: randomBytes(9).toString("base64url"),
    ledger,
    who: settings.who,
    face,
    storeDir: settings.storeDir,
    repoDir: settings.cwd,
    signal,
    profile: (platform) => once(profiles, platform, async () => loadProfile(platform)),
    driver: ({ platform, attach }) => once(drivers, attach === void 0 ? platform : `${platform} attached`, async () => {
      const { drive } = await world.profile(platform);
      const name = attach === void 0 ? drive.driver : ATTACH_DRIVER;
      return around(await driverFor(platform, platformContext(settings, signal), name));
    }),
    channel: (lease) => once(channels, lease.name, () => connect(world, lease)),
    async hangUp(lease) {
      const channel = channels.get(lease);
      channels.delete(lease);
      await channel?.then((open) => open.close()).catch(() => {
      });
    },
    loginKey: async (run) => loginKey(secret, run),
    hostKey: async (lease) => hostKey(secret, lease),
    ownerMark: (lease) => {
      repository ??= settings.repository || originOf(settings.cwd);
      return ownerMark(secret, repository, lease);
    },
    secret: (name) => settings.env[name],
    ...identity ? { identity } : {},
    ...github ? { github } : {},
    async close() {
      await Promise.all([...channels.keys()].map((lease) => world.hangUp(lease)));
    }
  };
  return world;
}
function originOf(cwd) {
  try {
    const url = execFileSync("git", ["config", "--get", "remote.origin.url"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 1e4
    });
    const [, name] = /[/:]([^/:]+\/[^/:]+?)(?:\.git)?\/?\s*$/.exec(url) ?? [];
    return name ?? url.trim();
  } catch {
    return cwd;
  }
}
function once(known, key, make) {
  const had = known.get(key);
  if (had) return had;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
var platformContext = (settings, signal) => ({
  clock: settings.clock,
  localRoot: join(settings.stateDir, "local"),
  selfCommand: selfCommand(),
  secret: (name) => settings.env[name],
  signal
});
function selfCommand() {
  const main = fileURLToPath(new URL("./main.ts", import.meta.url));
  if (existsSync(main)) return [process.execPath, "--import", import.meta.resolve("tsx"), main];
  return [process.execPath, fileURLToPath(new URL("dist/gpu-lease.mjs", installedDir()))];
}
function loadProfile(platform) {
  const file = new URL(`profiles/${platform}.yml`, installedDir());
  if (!/^[a-z0-9-]{1,60}$/.test(platform) || !existsSync(file)) {
    throw new Problem({
      code: "no-profile",
      kind: "usage",
      what: `There is no profile for platform "${platform}".`,
      next: 'Use a platform that has one (see "gpu-lease plan"), or attach any box with the platform "generic-ssh".'
    });
  }
  return parseProfile(readFileSync(file, "utf8"), `profiles/${platform}.yml`);
}
async function connect(world, lease) {
  const { openSession } = await import("./ssh-session-BYX4TJEL.mjs");
  const driver = await world.driver(lease.intent);
  const endpoint = async () => {
    const { endpoint: where, state } = await driver.describe(lease.boxId ?? "");
    const { user } = lease.intent;
    if (where) return user === void 0 ? where : { ...where, user };
    const { TransportFailed } = await import("./channel-LMRSUMKX.mjs");
    throw new TransportFailed(
      `${lease.platform} gives no address for ${lease.name}: it is ${state}`,
      state === "gone" ? "gone" : "closed"
    );
  };
  const options = lease.intent.attach === void 0 ? await rentedOptions(world, lease) : await ownOptions(lease);
  return openSession({ ...options, endpoint, clock: world.clock, signal: world.signal });
}
async function rentedOptions(world, lease) {
  const run = lease.name.replace(/-\d+$/, "");
  const { privateOpenSsh } = await world.loginKey(run);
  const profile = await world.profile(lease.platform);
  const login = { keys: [{ text: privateOpenSsh, label: "the key derived for this run" }] };
  if (lease.pin) return { login, pin: { sha256: lease.pin.sha256, by: "first-contact" } };
  if (profile.ssh?.["host-key"] !== "installed-at-create") return { login, pin: "first-contact" };
  return { login, pin: { sha256: (await world.hostKey(lease.name)).sha256, by: "derived" } };
}
async function ownOptions(lease) {
  const { ownSshWorld, resolveSshTarget } = await import("./ssh-user-config-VQWB5OWH.mjs");
  const target = await resolveSshTarget(lease.intent.attach ?? "", ownSshWorld());
  const known = target.pin ? { ...target.pin, by: "user" } : "first-contact";
  const pin = lease.pin ? { sha256: lease.pin.sha256, by: "first-contact" } : known;
  return { login: target.login, pin, ...target.jump ? { jump: target.jump } : {} };
}
function ownSecret(stateDir) {
  const file = join(stateDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true, mode: 448 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
    writeFileSync(draft, newSecret(), { mode: 384 });
    publishOnce(draft, file);
  }
  return readFileSync(file, "utf8").trim();
}
function publishOnce(draft, file) {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    unlinkSync(draft);
  }
}

export {
  openWorld
};
