import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  shownHostKey
} from "./box-ssh-shown-key.shared.mjs";
import {
  refuseUnvouched
} from "./box-known-hosts-faults.shared.mjs";
import {
  ownSshWorld,
  resolveSshTarget
} from "./box-known-hosts.shared.mjs";
import {
  formatSshTarget,
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  failureOf,
  silenceOf
} from "./box-ssh-channel.shared.mjs";
import "./box-signal-number.shared.mjs";
import "./box-armoured-range.shared.mjs";
import "./box-shell-quote.shared.mjs";
import {
  refuseWithoutKey
} from "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/box/ssh-greeting.ts
import net from "node:net";
function sshGreeting(host, port, seconds) {
  const where = `${host}:${port}`;
  let stage = "connecting";
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port });
    let greeting = "";
    const timer = setTimeout(() => end(silenceOf(stage, seconds, where)), seconds * 1e3);
    const end = (failure) => {
      clearTimeout(timer);
      socket.destroy();
      if (failure) reject(failure);
      else resolve();
    };
    socket.on("connect", () => {
      stage = "banner";
    });
    socket.on("data", (chunk) => {
      greeting += chunk.toString("latin1");
      if (/^SSH-2\.0-/m.test(greeting)) end();
      else if (greeting.length > 8192) end(failureOf(new Error("Header line too long"), stage, where));
    });
    socket.on("error", (error) => end(failureOf(error, stage, where)));
    socket.on(
      "close",
      () => end(new TransportFailed(`${where} closed the connection before an SSH banner`, "closed"))
    );
  });
}

// src/platforms/generic-ssh/box.ts
var GREETING_SECONDS = 15;
async function describe({ resolve }, boxId) {
  const { host, port, user, alias } = await resolve(boxId);
  const endpoint = { host, port, user, ...alias === void 0 ? {} : { alias } };
  return { state: "running", endpoint, native: "attached" };
}
async function answers({ resolve, greet }, boxId) {
  const { host, port, jump } = await resolve(boxId);
  return jump ? answersBehind(jump, { host, port }) : answersAt(host, port, greet);
}
async function answersAt(host, port, greet) {
  try {
    await greet(host, port, GREETING_SECONDS);
    return { answers: "yes", what: `SSH still answers at ${host}:${port}` };
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
    if (isSilence(error)) return { answers: "no", what: `SSH no longer answers (${error.message})` };
    return { answers: "unclear", what: `whether it still runs cannot be told from here: ${error.message}` };
  }
}
var isSilence = ({ reason, cause }) => reason === "refused" || reason === "timeout" && cause?.code !== "ENETUNREACH";
async function answersBehind(jump, to) {
  const { reachableThrough } = await import("./box-ssh-through.mjs");
  const answers2 = await reachableThrough(jump, to);
  const where = `${to.host}:${to.port} behind ${jump.host}`;
  const what = {
    yes: `something still answers at ${where}`,
    no: `nothing answers any more at ${where}`,
    unclear: `whether it still runs cannot be told: ${jump.host} was not reached, or forwards nothing`
  }[answers2];
  return { answers: answers2, what };
}

// src/platforms/generic-ssh/offers.ts
function offerOf(platform, { attach: attach2, usdPerHour = 0 }) {
  const id = formatSshTarget(parseSshTarget(attach2 ?? noTarget(platform)));
  const price = usdPerHour === 0 ? "your own" : `${usdPerHour} USD/h by your word`;
  return { id, platform, summary: `${id}, ${price}`, usdPerHour, market: "on-demand" };
}
function noTarget(platform) {
  throw new Problem({
    code: "attach-missing",
    kind: "usage",
    what: `The candidate "${platform}" does not say where the box is.`,
    next: 'Add "attach: ssh://user@host:port" (or a Host name from your ~/.ssh/config) to that candidate.'
  });
}

// src/platforms/generic-ssh/rent.ts
async function attach({ resolve, greet }, intent) {
  const held = heldFrom(intent);
  const { host, port, jump } = await resolve(held.boxId);
  if (!jump)
    await greet(host, port, GREETING_SECONDS).catch(
      (error) => Promise.reject(unreachable(held.boxId, error))
    );
  return held;
}
function heldFrom(intent) {
  const boxId = formatSshTarget(parseSshTarget(intent.attach ?? intent.offer.id));
  const { usdPerHour } = intent.offer;
  const meter = usdPerHour === 0 ? { id: "none", kind: "none", usdPerHour: 0, source: "own machine" } : { id: "gpu", kind: "gpu", usdPerHour, source: "the job's usdPerHour" };
  return { boxId, name: intent.name, meters: [meter] };
}
function unreachable(boxId, error) {
  if (!(error instanceof TransportFailed)) return error;
  const next = {
    refused: "Start the SSH server there, or correct the port.",
    unresolved: "Correct the host name.",
    banner: "Something answers on that port that is not an SSH server (a proxy or VPN, as a rule); correct the port.",
    timeout: "Start the box, or open the port in its firewall."
  }[error.reason];
  return new Problem(
    {
      code: "host-unreachable",
      kind: "unreachable",
      what: `${boxId} cannot be reached: ${error.message}. Nothing was rented.`,
      next: next ?? 'Try "ssh" to the same target; then run the same command again.'
    },
    { cause: error }
  );
}

// src/platforms/generic-ssh/driver.ts
var ownReach = (env) => ({
  resolve: (target) => resolveSshTarget(target, ownSshWorld(env)),
  greet: sshGreeting,
  askHostKey: shownHostKey
});
function genericSsh({ platform = "generic-ssh", sshEnv, ...reach } = {}) {
  const how = { ...ownReach(sshEnv), ...reach };
  return {
    platform,
    async offers(_want, candidate) {
      const offer = offerOf(platform, candidate);
      const target = await how.resolve(offer.id);
      refuseWithoutKey(target.login, target.user, target);
      await refuseUnvouched(target, how.askHostKey);
      return [offer];
    },
    create: (intent) => attach(how, intent),
    // Nothing here has our name, and nothing is charged for it: attaching again is the same attachment.
    find: async () => [],
    inventory: async () => [],
    answers: (boxId) => answers(how, boxId),
    describe: (boxId) => describe(how, boxId),
    // The box was attached, and its provider is not known here.
    verbs: {},
    meters: async (held) => held.meters.map(({ id, kind }) => ({ id, state: kind === "none" ? "gone" : "unknown" }))
  };
}
export {
  genericSsh
};
