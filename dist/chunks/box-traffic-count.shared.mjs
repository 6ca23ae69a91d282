import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  openToLoopback
} from "./cli-beside-secrets.shared.mjs";
import {
  RECORDS_OF_A_LOOK,
  RecordArtifacts,
  recordArtifactOf
} from "./github-record-artifacts.shared.mjs";
import {
  bringing
} from "./cli-bringing.shared.mjs";
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import {
  repositoryOf
} from "./ledger-repository-name.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  isKubeTarget
} from "./job-kube-target.shared.mjs";
import {
  parseProfile
} from "./profile-facts.shared.mjs";
import {
  installedDir
} from "./host-installed.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import {
  HostKeyChanged
} from "./box-channel.shared.mjs";
import {
  hostKey,
  loginKey,
  newSecret,
  ownerMark
} from "./secret-keys.shared.mjs";
import {
  partOfId
} from "./sweep-division.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/world.ts
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync as mkdirSync2, readFileSync, unlinkSync, writeFileSync as writeFileSync2 } from "node:fs";
import { hostname } from "node:os";
import { join as join2 } from "node:path";
import { fileURLToPath } from "node:url";

// src/box/traffic-count.ts
var TrafficCount = class {
  #leases = /* @__PURE__ */ new Map();
  /** Since this process began; only ever more. Bytes of the connections, without the headers of IP and TCP. */
  of(lease) {
    const { ended, open } = this.#tally(lease);
    const sum = { ...ended };
    for (const { bytesWritten, bytesRead } of open) {
      sum.toBoxBytes += bytesWritten;
      sum.fromBoxBytes += bytesRead;
    }
    return sum;
  }
  /** What no line of ours shows: a box was told to send it to a store, and did. */
  add(lease, { toBoxBytes = 0, fromBoxBytes = 0 }) {
    const { ended } = this.#tally(lease);
    ended.toBoxBytes += toBoxBytes;
    ended.fromBoxBytes += fromBoxBytes;
  }
  /** Counts everything that goes over it, from its first byte to its last. */
  watch(lease, socket) {
    const { open } = this.#tally(lease);
    open.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      this.add(lease, { toBoxBytes: socket.bytesWritten, fromBoxBytes: socket.bytesRead });
    });
  }
  #tally(lease) {
    const known = this.#leases.get(lease) ?? { ended: { toBoxBytes: 0, fromBoxBytes: 0 }, open: /* @__PURE__ */ new Set() };
    this.#leases.set(lease, known);
    return known;
  }
};

// src/github/identity.ts
function identityOf(env, redactor) {
  if (!env["ACTIONS_ID_TOKEN_REQUEST_URL"] || !env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]) return;
  const hide = async (secret) => {
    const { maskSecret } = await import("./github-runner.mjs");
    redactor.learn(secret);
    maskSecret(secret);
  };
  return {
    hide,
    async token(audience) {
      const { identityToken } = await import("./github-runner.mjs");
      const token = await identityToken(audience);
      await hide(token);
      return token;
    }
  };
}

// src/platforms/guarded.ts
function guarded({ verbs, ...looks }) {
  const whole = {
    ...looks,
    async carryOut(warrant, boxId, verb) {
      refuseWithout(warrant, boxId, verb);
      await callOf(verbs, looks.platform, boxId, { warrant, verb });
    }
  };
  return new Proxy(whole, {
    get(target, key, receiver) {
      const member = Reflect.get(target, key, receiver);
      if (typeof member !== "function") return member;
      return (...words) => {
        const outcome = member.apply(target, words);
        return outcome instanceof Promise ? outcome.catch((error) => Promise.reject(named(target.platform, String(key), error))) : outcome;
      };
    }
  });
}
function refuseWithout(warrant, boxId, verb) {
  if (warrant.permits(boxId, verb)) return;
  throw new Problem({
    code: "not-warranted",
    kind: "refused",
    what: `The warrant of ${warrant.lease} is not for "${verb}" of ${boxId}; it allows ${warrant.verbs.join(", ") || "nothing"}.`,
    next: "Approve exactly this release; a warrant cannot be used for another box or verb."
  });
}
async function callOf(verbs, platform, boxId, told) {
  const { verb } = told;
  const [, name, on] = /^(\S+) (.+)$/s.exec(verb) ?? [];
  const key = on === void 0 ? verb : `${name} *`;
  const act = Object.hasOwn(verbs, key) ? verbs[key] : void 0;
  if (act) return act(boxId, on === void 0 ? told : { ...told, on });
  throw new Problem({
    code: "release-by-hand",
    kind: "billing",
    what: `"${verb}" of ${boxId} is nothing that gpu-lease can do: there is no call for it at ${platform}.`,
    next: "Do it in the console of its provider, as the profile describes it, and look there that nothing bills on.",
    costing: [boxId]
  });
}
function named(platform, verb, error) {
  if (error instanceof RentFailed || error instanceof Problem) return error;
  if (!(error instanceof PlatformAnswer)) return error;
  if (verb === "create") return new RentFailed(error.message, "unclear", { cause: error });
  const nothing = verb === "carryOut" ? "It was not accepted" : "That says nothing about boxes";
  return new Problem(
    {
      code: "platform-answer",
      kind: "unreachable",
      what: `${platform} answered otherwise than its driver knows: ${error.message}. ${nothing}.`,
      next: "Run the same command again in a few minutes. Where it stays so, look into the console of the platform and report the answer with the version of gpu-lease: its API may have changed."
    },
    { cause: error }
  );
}

// src/platforms/registry.ts
var DRIVERS = {
  local: async (_platform, { clock, localRoot, selfCommand: selfCommand2, laidOpen = [] }) => (await import("./platforms-local-driver.mjs")).local({
    clock,
    root: localRoot,
    daemon: [...selfCommand2, "__local-box"],
    laidOpen
  }),
  ssh: async (platform, { sshEnv }) => (await import("./platforms-generic-ssh-driver.mjs")).genericSsh({ platform, sshEnv }),
  runpod: async (_platform, context) => (await import("./platforms-runpod-driver.mjs")).runpod(context),
  vastai: async (_platform, context) => (await import("./platforms-vastai-driver.mjs")).vastai(context),
  lambda: async (_platform, context) => (await import("./platforms-lambda-driver.mjs")).lambda(context),
  digitalocean: async (_platform, context) => (await import("./platforms-digitalocean-driver.mjs")).digitalocean(context),
  verda: async (_platform, context) => (await import("./platforms-verda-driver.mjs")).verda(context),
  paperspace: async (platform, context) => (await import("./platforms-paperspace-driver.mjs")).paperspace(context, platform),
  autodl: async (_platform, context) => (await import("./platforms-autodl-driver.mjs")).autodl(context),
  compshare: async (_platform, context) => (await import("./platforms-compshare-driver.mjs")).compshare(context),
  slurm: async (_platform, context) => (await import("./platforms-slurm-driver.mjs")).slurm(context),
  kubernetes: async (_platform, context) => (await import("./platforms-kubernetes-driver.mjs")).kubernetes(context)
};
async function openPlace(context) {
  const place = await import("./platforms-kubernetes-place.mjs");
  return place.openPlace(context);
}
var COMMAND_OF = { kaggle: "gpu-lease kaggle push" };
async function kubernetesRights(context, nodes) {
  const { rightsAt } = await import("./platforms-kubernetes-rights.mjs");
  return rightsAt(context, nodes);
}
var DRIVER_OF = { local: "local", "generic-ssh": "ssh" };
async function driverFor(platform, context, driver = Object.hasOwn(DRIVER_OF, platform) ? DRIVER_OF[platform] : void 0) {
  const make = driver !== void 0 && Object.hasOwn(DRIVERS, driver) ? DRIVERS[driver] : void 0;
  if (make) return guarded(await make(platform, context));
  const command = driver !== void 0 && Object.hasOwn(COMMAND_OF, driver) ? COMMAND_OF[driver] : void 0;
  if (command !== void 0)
    throw new Problem({
      code: "not-rented",
      kind: "usage",
      what: `Nothing of ${platform} can be rented and reached, so no run of gpu-lease works there.`,
      next: `Use "${command}" for it, or take the candidate out of the job file.`
    });
  throw new Problem({
    code: "unknown-platform",
    kind: "usage",
    what: `There is no driver for the platform ${JSON.stringify(platform.slice(0, 80))}.`,
    next: `Use one of ${Object.keys(DRIVER_OF).join(", ")}; a box of any other provider can be attached with "generic-ssh".`
  });
}

// src/cli/contacts.ts
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
function isFirstContact(stateDir, box) {
  const dir = join(stateDir, "contacts");
  const name = createHash("sha256").update(box).digest("hex").slice(0, 32);
  try {
    mkdirSync(dir, { recursive: true, mode: 448 });
    writeFileSync(join(dir, name), "", { flag: "wx", mode: 384 });
    return true;
  } catch (error) {
    return error.code !== "EEXIST";
  }
}

// src/cli/copies-in-artifacts.ts
function copiesInArtifacts(settings, github, face, signal) {
  const { clock, env } = settings;
  if (!github && !env["GH_TOKEN"] && !env["GITHUB_TOKEN"]) return {};
  let opening;
  const open = () => {
    opening ??= reach();
    return opening;
  };
  async function reach() {
    const reached = github ?? await atOrigin(settings, signal);
    return reached && new RecordArtifacts({ github: reached, clock, warn: (text) => face.warn(text) });
  }
  return {
    copiesElsewhere: async (run, among = "all") => (await open())?.copiesOf(
      run,
      among === "all" ? [recordArtifactOf(run), ...shared(run)] : shared(run)
    ) ?? [],
    async copiesOfAll() {
      const artifacts = await open();
      if (!artifacts) return { newest: /* @__PURE__ */ new Set(), copies: /* @__PURE__ */ new Map() };
      const copies = await artifacts.allIn(RECORDS_OF_A_LOOK);
      return { newest: await artifacts.newestOf(RECORDS_OF_A_LOOK), copies };
    }
  };
}
async function atOrigin({ cwd, env, clock }, signal) {
  const { originOf } = await import("./cli-git-remotes.mjs");
  return openGitHub({ ...env, GITHUB_REPOSITORY: originOf(cwd, env) ?? "" }, clock, signal);
}
function shared(run) {
  const part = partOfId(run);
  return [RECORDS_OF_A_LOOK, ...part ? [recordArtifactOf(part.sweep)] : []];
}

// src/cli/own-login.ts
async function openLogin({ clock, signal }, target, env) {
  const { openSession } = await import("./box-ssh-session.mjs");
  const { ownSshWorld, resolveSshTarget } = await import("./box-ssh-user-config.mjs");
  const { refuseWithoutKey } = await import("./box-ssh-login.mjs");
  const { refuseUnvouched } = await import("./box-vouched-host.mjs");
  const { shownHostKey } = await import("./box-ssh-shown-key.mjs");
  const endpoint = () => resolveSshTarget(target, ownSshWorld(env));
  const own = await endpoint();
  refuseWithoutKey(own.login, own.user, own);
  await refuseUnvouched(own, shownHostKey);
  return openSession({
    endpoint,
    clock,
    signal,
    login: own.login,
    pin: own.pin ? { ...own.pin, by: "user" } : "first-contact",
    ...own.jump ? { jump: own.jump } : {}
  });
}
async function pinned(name, pin, opened) {
  const channel = await opened;
  if (pin === void 0 || pin.sha256 === channel.hostKeySha256) return channel;
  throw new HostKeyChanged(pin.sha256, channel.hostKeySha256, name);
}

// src/cli/world.ts
var ATTACH_DRIVER = "ssh";
function openWorld({ settings, face, signal }, ledger, around = (driver) => driver) {
  const profiles = /* @__PURE__ */ new Map();
  const drivers = /* @__PURE__ */ new Map();
  const channels = /* @__PURE__ */ new Map();
  const traffic = new TrafficCount();
  const secret = settings.secret ?? ownSecret(settings.stateDir);
  const github = openGitHub(settings.env, settings.clock, signal);
  const identity = identityOf(settings.env, settings.redactor);
  const logins = /* @__PURE__ */ new Map();
  const contextOf = (queue, pin) => ({
    ...platformContext(settings, signal),
    ...queue === void 0 ? {} : { queue },
    login: (target) => pinned(target, pin, login(target)),
    ...identity ? { identity } : {}
  });
  const login = (target) => once(
    logins,
    target,
    () => isKubeTarget(target) ? openPlace(contextOf(target)) : openLogin(world, target, settings.env)
  );
  let repository;
  const world = {
    clock: settings.clock,
    claim: randomBytes(9).toString("base64url"),
    ledger,
    who: settings.who,
    machine: hostname(),
    face,
    storeDir: settings.storeDir,
    repoDir: settings.cwd,
    signal,
    profile: (platform) => once(profiles, platform, async () => loadProfile(platform)),
    driver: ({ platform, attach, queue, pin }) => {
      const where = attach === void 0 ? `${queue ?? ""} ${pin?.sha256 ?? ""}` : "attached";
      return once(drivers, `${platform} ${where}`, async () => {
        const { drive } = await world.profile(platform);
        const name = attach === void 0 ? drive.driver : ATTACH_DRIVER;
        return around(await driverFor(platform, contextOf(queue, pin), name));
      });
    },
    channel: (lease) => {
      const { queue } = lease.intent;
      if (queue === void 0)
        return once(channels, lease.name, () => connect(world, lease, { env: settings.env, traffic }));
      return pinned(lease.name, lease.pin, login(queue));
    },
    traffic,
    // A login to a queue is one for all leases there and for what its engine says of them: it ends with the world.
    async hangUp(lease) {
      const channel = channels.get(lease);
      channels.delete(lease);
      await channel?.then((open) => open.close()).catch(() => {
      });
    },
    isFirstContact: (box) => isFirstContact(settings.stateDir, box),
    loginKey: async (run) => loginKey(secret, run),
    hostKey: async (lease) => hostKey(secret, lease),
    ownerMark: (lease) => {
      repository ??= settings.repository || (repositoryOf(settings.cwd) ?? settings.cwd);
      return ownerMark(secret, repository, lease, settings.secret === void 0 ? "own" : "shared");
    },
    withoutSecrets: settings.redactor.text,
    secret: secretIn(settings.env),
    ...identity ? { identity } : {},
    ...github ? { github } : {},
    page: pageOf(settings.env),
    ...bringing(settings),
    ...copiesInArtifacts(settings, github, face, signal),
    async close() {
      await Promise.all([...channels.keys()].map((lease) => world.hangUp(lease)));
      await Promise.all(
        [...logins.values()].map((open) => open.then((each) => each.close()).catch(() => {
        }))
      );
    }
  };
  return world;
}
function pageOf(env) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  const isWhole = server && /^https?:\/\/[^\s<>|]+$/.test(server) && repository && run;
  return isWhole ? `${server}/${repository}/actions/runs/${run}` : void 0;
}
function once(known, key, make) {
  const had = known.get(key);
  if (had) return had;
  const made = make();
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}
var secretIn = (env) => (name) => env["GITHUB_ACTIONS"] === "true" ? env[name] || void 0 : env[name];
var platformContext = (settings, signal) => ({
  clock: settings.clock,
  localRoot: join2(settings.stateDir, "local"),
  selfCommand: selfCommand(),
  secret: secretIn(settings.env),
  sshEnv: settings.env,
  laidOpen: openToLoopback(settings.env),
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
async function connect(world, lease, { env, traffic }) {
  const { openSession } = await import("./box-ssh-session.mjs");
  const driver = await world.driver(drivenBy(lease));
  const endpoint = async () => {
    const { endpoint: where, state } = await driver.describe(lease.boxId ?? "");
    const { user } = lease.intent;
    if (where) return user === void 0 ? where : { ...where, user };
    const { TransportFailed } = await import("./box-channel.mjs");
    throw new TransportFailed(
      `${lease.platform} gives no address for ${lease.name}: it is ${state}`,
      state === "gone" ? "gone" : "closed"
    );
  };
  const options = lease.intent.attach === void 0 ? await rentedOptions(world, lease) : await ownOptions(lease, env);
  const counted = (socket) => traffic.watch(lease.name, socket);
  return openSession({ ...options, endpoint, counted, clock: world.clock, signal: world.signal });
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
async function ownOptions(lease, env) {
  const { ownSshWorld, resolveSshTarget } = await import("./box-ssh-user-config.mjs");
  const target = await resolveSshTarget(lease.intent.attach ?? "", ownSshWorld(env));
  const known = target.pin ? { ...target.pin, by: "user" } : "first-contact";
  const pin = lease.pin ? { sha256: lease.pin.sha256, by: "first-contact" } : known;
  return { login: target.login, pin, ...target.jump ? { jump: target.jump } : {} };
}
function ownSecret(stateDir) {
  const file = join2(stateDir, "secret");
  if (!existsSync(file)) {
    mkdirSync2(stateDir, { recursive: true, mode: 448 });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
    writeFileSync2(draft, newSecret(), { mode: 384 });
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
  identityOf,
  kubernetesRights,
  openWorld,
  pageOf,
  secretIn,
  platformContext
};
