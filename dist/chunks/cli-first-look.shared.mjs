import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  keysOfCandidate
} from "./cli-platform-keys.shared.mjs";
import {
  copyIdWords
} from "./box-ssh-target.shared.mjs";
import {
  hostMeant
} from "./box-ssh-config-hosts.shared.mjs";
import {
  HostKeyChanged,
  LoginRefused,
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";

// src/cli/first-look.ts
var ATTEMPTS = 2;
var GIVE_UP_SECONDS = 15;
async function refuseUnreachable(world, settings, job) {
  const found = await Promise.all(job.candidates.map((each) => whyNot(world, settings, each)));
  const [first, ...more] = found.flatMap((each) => each ?? []);
  if (!first || found.some((each) => each === void 0)) return;
  const known = /* @__PURE__ */ new Set([first.what]);
  const others = more.filter(({ what }) => !known.has(what) && known.add(what));
  throw others.length === 0 ? first : new Problems([first, ...others]);
}
async function whyNot(world, settings, candidate) {
  try {
    if (candidate.attach !== void 0) return await closed(world, settings, candidate);
    return candidate.queue === void 0 ? keyless(settings, candidate) : void 0;
  } catch (error) {
    if (error instanceof Problem && error.kind !== "interrupted") return error;
    throw error;
  }
}
function keyless({ env }, { platform, ...candidate }) {
  const names = keysOfCandidate({ platform, ...candidate }).find(
    (each) => each.every((name2) => !env[name2]?.trim())
  );
  if (!names) return;
  const [name = ""] = names;
  const like = nearestOf(
    name,
    Object.keys(env).filter((each) => each !== name && /KEY|TOKEN|SECRET/.test(each) && env[each]?.trim())
  );
  const meant = like === void 0 ? "" : `Did you mean ${like}? \`export ${name}="$${like}"\`. Else make`;
  return new Problem({
    code: "api-key-missing",
    kind: "usage",
    what: `${platform} needs ${names.join(" or ")}, which is ${env[name] === void 0 ? "not set" : "empty"} here; nothing was asked, and nothing was begun.`,
    next: `${meant || "Make"} a key in the platform's console and set ${name}; in a workflow store it as a secret of the environment that holds the keys, and hand it on by that name.`
  });
}
async function closed(world, settings, candidate) {
  const driver = await world.driver(candidate);
  await driver.offers({}, candidate);
  try {
    const channel = await loginAt(world, settings, candidate.attach ?? "");
    await channel.close();
    return;
  } catch (error) {
    const told = closedWords(candidate.attach ?? "", error);
    if (!told) throw error;
    return new Problem(told, { cause: error });
  }
}
async function loginAt({ clock, signal }, { env }, attach) {
  const { connectSsh } = await import("./box-ssh-connect.mjs");
  const { ownSshWorld, resolveSshTarget } = await import("./box-ssh-user-config.mjs");
  const own = await resolveSshTarget(attach, ownSshWorld(env));
  const { channel } = await connectSsh({
    endpoint: async () => own,
    clock,
    signal,
    login: own.login,
    pin: own.pin ? { ...own.pin, by: "user" } : "first-contact",
    attempts: ATTEMPTS,
    giveUpSeconds: GIVE_UP_SECONDS,
    ...own.jump ? { jump: own.jump } : {}
  });
  return channel;
}
function closedWords(attach, error) {
  const hint = hostMeant(attach);
  const meant = hint === void 0 ? "" : `${hint} Else: `;
  const what = error instanceof Error ? error.message : String(error);
  if (error instanceof LoginRefused)
    return {
      code: "login-refused",
      kind: "unreachable",
      what: `${attach} does not accept our key: ${what}. Nothing was rented.`,
      next: `${meant}Put your public key into its authorized_keys (\`ssh-copy-id ${copyIdWords(attach)}\`), correct the user of \`attach\`, or name the right IdentityFile in ~/.ssh/config; "ssh -v" to the same target shows the same.`
    };
  if (error instanceof HostKeyChanged)
    return {
      code: "host-key-changed",
      kind: "identity",
      what: `${attach}: ${what}. Nothing was sent.`,
      next: "Compare the key with that of the machine itself, and correct known_hosts if it was set up anew."
    };
  if (!(error instanceof TransportFailed)) return;
  return {
    code: "box-never-answered",
    kind: "unreachable",
    what: `${attach} cannot be reached: ${what}. Nothing was rented.`,
    next: `${meant}Correct host and port of \`attach\`, or start the machine; then the same command again.`
  };
}

export {
  refuseUnreachable,
  loginAt,
  closedWords
};
