import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  GIVEN,
  knownKeys,
  ownSshWorld,
  resolveSshTarget
} from "./box-known-hosts.shared.mjs";
import {
  formatSshTarget,
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  PROBE,
  algorithmsFor,
  dial,
  failureOf,
  forward,
  silenceOf
} from "./box-armoured-range.shared.mjs";
import "./box-signal-number.shared.mjs";
import "./box-shell-quote.shared.mjs";
import {
  refuseWithoutKey
} from "./box-ssh-login.shared.mjs";
import "./box-stranger-text.shared.mjs";
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import {
  HostKeyChanged,
  LoginRefused,
  TransportFailed
} from "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./host-backoff.shared.mjs";
import "./wildcard.shared.mjs";
import "./host-limit.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./clock.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

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

// src/box/ssh-shown-key.ts
var import_ssh2 = __toESM(require_lib(), 1);
import { createHash } from "node:crypto";
import net2 from "node:net";
async function shownHostKey(asked) {
  const jump = asked.jump && await reached(asked.jump);
  if (asked.jump && !jump) return;
  try {
    const shown = await askOnce(asked, jump, asked.keyTypes);
    return shown === "none-of-these" ? keyOf(await askOnce(asked, jump)) : keyOf(shown);
  } finally {
    await jump?.end();
  }
}
var keyOf = (answer) => answer === "none-of-these" ? void 0 : answer;
async function askOnce({ host, port }, jump, keyTypes) {
  if (!jump) return keyOver(net2.connect({ host, port, noDelay: true }), keyTypes);
  const line = await forward(jump, { host, port }).catch(() => void 0);
  return line && keyOver(line, keyTypes);
}
async function reached(jump) {
  try {
    return await dial(jump, PROBE);
  } catch (error) {
    if (error instanceof TransportFailed || error instanceof LoginRefused) return;
    throw error;
  }
}
function keyOver(line, keyTypes) {
  const client = new import_ssh2.default.Client();
  let shown;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      client.end();
      line.destroy();
      resolve(shown);
    };
    const timer = setTimeout(end, PROBE.connectSeconds * 1e3);
    client.on("error", (error) => {
      if (/no matching host key/.test(error.message)) shown ??= "none-of-these";
      end();
    });
    client.on("close", end);
    client.connect({
      sock: line,
      // Never sent: the exchange of keys ends before a login begins.
      username: "nobody",
      hostVerifier: (key) => {
        shown = { type: typeIn(key), sha256: fingerprint(key) };
        return false;
      },
      ...keyTypes ? { algorithms: { serverHostKey: algorithmsFor(keyTypes) } } : {},
      readyTimeout: 0
    });
  });
}
var fingerprint = (key) => createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
function typeIn(key) {
  const type = key.length < 4 ? "" : key.subarray(4, 4 + Math.min(key.readUInt32BE(0), 64)).toString("latin1");
  return /^[a-z0-9@.-]+$/.test(type) ? type : "unknown";
}

// src/box/known-hosts-faults.ts
var MARKERS = ["@revoked", "@cert-authority"];
var KEY_TYPE = /^(?:ssh-|ecdsa-sha2-|sk-)[a-z0-9@.-]+$/;
var HASH_BYTES = 20;
var ED25519_BYTES = 32;
function knownHostsFaults(text) {
  return text.split("\n").flatMap((line, at) => {
    const why = faultOf(line.trim());
    return why === void 0 ? [] : [{ line: at + 1, why }];
  });
}
function faultOf(line) {
  if (line === "" || line.startsWith("#")) return;
  if (/^-----|PRIVATE KEY/.test(line))
    return "it is of a private key or certificate, which is no line of known_hosts";
  const fields = line.split(/\s+/);
  const marker = fields[0]?.startsWith("@") ? fields.shift() : void 0;
  if (marker !== void 0 && !MARKERS.includes(marker))
    return `its marker is neither ${MARKERS.join(" nor ")}`;
  const [names = "", type, key] = fields;
  if (KEY_TYPE.test(names)) return "it begins with the type of a key: the name of the host is missing";
  if (type === void 0 || key === void 0)
    return "it has less than a name, the type of a key and the key";
  if (!KEY_TYPE.test(type)) return "its second word is no type of a key, such as ssh-ed25519";
  return nameFault(names) ?? keyFault(type, key);
}
function nameFault(names) {
  if (names.startsWith("|")) {
    const [, form, salt = "", hash = "", ...more] = names.split("|");
    const isWhole = [salt, hash].every((each2) => bytesOf(each2)?.length === HASH_BYTES);
    return form === "1" && isWhole && more.length === 0 ? void 0 : "its hashed name is not whole";
  }
  const each = names.split(",").map((name) => name.replace(/^!/, ""));
  if (each.includes("")) return "a name in it is empty";
  if (each.some((name) => name.startsWith("[") && !isBracketed(name)))
    return "a name with a port is written [host]:port";
  if (each.some((name) => /^[^:[\]]+:\d+$/.test(name))) return "a name with a port is written [host]:port";
  return;
}
function isBracketed(name) {
  const port = /^\[[^[\]]+\](?::(\d{1,5}|\*))?$/.exec(name);
  return port !== null && (port[1] === void 0 || port[1] === "*" || Number(port[1]) <= 65535);
}
function keyFault(type, key) {
  const parts = partsOf(bytesOf(key));
  if (parts === void 0 || parts.length < 2) return "its key is not whole";
  if (parts[0]?.toString("latin1") !== type) return "its key is of another type than it says";
  if (type === "ssh-ed25519" && parts[1]?.length !== ED25519_BYTES) return "its key is not whole";
  return;
}
function bytesOf(text) {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 ? Buffer.from(text, "base64") : void 0;
}
function partsOf(blob) {
  const parts = [];
  for (let at = 0; blob && at < blob.length; ) {
    if (at + 4 > blob.length) return;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return;
    parts.push(blob.subarray(at + 4, end));
    at = end;
  }
  return blob && parts;
}

// src/box/vouched-host.ts
var MAX_FAULTS = 20;
async function refuseUnvouched(target, ask) {
  const { given, pin, host, port, jump } = target;
  if (given !== void 0) refuseMalformed(given.text);
  if (pin === void 0 && given === void 0) return;
  const shown = await shownBy(target, ask, {
    ...{ host, port },
    ...pin?.keyTypes ? { keyTypes: pin.keyTypes } : {},
    ...jump ? { jump } : {}
  });
  if (pin === void 0) {
    if (given) throw notVouched(target, given, shown);
    return;
  }
  const expected = typeof pin.sha256 === "string" ? [pin.sha256] : pin.sha256;
  if (shown && !expected.includes(shown.sha256)) throw differs(target, shown, expected);
}
function refuseMalformed(text) {
  const faults = knownHostsFaults(text);
  if (faults.length === 0) return;
  const lines = faults.slice(0, MAX_FAULTS).map(({ line, why }) => `line ${line}: ${why}`);
  const more = faults.length - lines.length;
  throw new Problem({
    code: "known-hosts-malformed",
    kind: "usage",
    what: `${GIVEN.knownHosts} has ${faults.length} line${faults.length === 1 ? "" : "s"} that no host can be known by: ${lines.join("; ")}${more > 0 ? `; and ${more} more` : ""}. Nothing was begun.`,
    next: 'Store it anew: each line as "ssh-keyscan" or ~/.ssh/known_hosts has it, names, type and key, on a line of its own.'
  });
}
async function shownBy({ jump }, ask, asked) {
  try {
    return await ask(asked);
  } catch (error) {
    if (!(error instanceof HostKeyChanged)) throw error;
    throw new Problem(
      {
        code: "host-key-differs",
        kind: "identity",
        what: `The jump host ${jump?.host} is another one: ${error.message}. Nothing was sent, and nothing was begun.`,
        next: REPLACE
      },
      { cause: error }
    );
  }
}
var REPLACE = 'Compare the key on the box ("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub") or in the console of its provider; where it is right, put it into known_hosts in place of the old one.';
function differs({ host, port, given }, { type, sha256 }, expected) {
  const whose = given ? `${GIVEN.knownHosts} and the files of known_hosts expect` : "known_hosts expects";
  return new Problem({
    code: "host-key-differs",
    kind: "identity",
    what: `${host}:${port} shows host key SHA256:${sha256} (${type}), and ${whose} ${expected.map((each) => `SHA256:${each}`).join(" or ")}. Either the box was rebuilt or somebody is in between; nothing was sent, and nothing was begun.`,
    next: REPLACE
  });
}
function notVouched({ host, port }, { text, name, namePort }, shown) {
  const written = namePort === 22 ? name : `[${name}]:${namePort}`;
  const found = knownKeys(text, name, namePort);
  const withoutPort = namePort !== 22 && knownKeys(text, name, 22).keys.length > 0;
  const why = found.keys.length > 0 ? `names ${written} by a type of key that cannot be compared here (${found.keys.map(({ type }) => type).join(", ")})` : found.authorities > 0 ? `vouches for ${written} by a certificate authority alone, and gpu-lease compares keys and no certificates` : withoutPort ? `names ${name} without its port; with it the name is ${written}` : `does not name ${written}`;
  const seen = shown ? `${host}:${port} shows SHA256:${shown.sha256} (${shown.type})` : `${host}:${port} does not answer now`;
  return new Problem({
    code: "host-not-vouched",
    kind: "identity",
    what: `${GIVEN.knownHosts} ${why}, so nobody vouches for its key; ${seen}. Nothing was begun.`,
    next: `Compare that key on the box ("ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub"), then add its line ("ssh-keyscan${port === 22 ? "" : ` -p ${port}`} ${host}") to ${GIVEN.knownHosts}. Without that secret the key is pinned at first contact.`
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
      refuseWithoutKey(target.login, target.user);
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
