import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  signalNumber
} from "./box-signal-number.shared.mjs";
import {
  ChannelRefused,
  FramedChannel
} from "./box-armoured-range.shared.mjs";
import {
  authMethods
} from "./box-ssh-login.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import {
  HostKeyChanged,
  LoginRefused,
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  secondsBetween,
  systemClock
} from "./clock.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/box/ssh-dial.ts
var import_ssh2 = __toESM(require_lib(), 1);
import { createHash } from "node:crypto";
import net from "node:net";

// src/box/ssh-failure.ts
var BY_SOCKET_CODE = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "unresolved",
  EAI_AGAIN: "unresolved",
  EAI_NODATA: "unresolved",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ETIMEDOUT: "timeout",
  EHOSTUNREACH: "timeout",
  ENETUNREACH: "timeout"
};
function failureOf(error, stage, where) {
  const said = oneLine(error.message);
  if (error.level === "client-authentication" || stage === "login" && /authentication failures/i.test(said)) {
    return new LoginRefused(`${where} accepts none of the keys offered`, { cause: error });
  }
  const reason = typeof error.code === "string" ? BY_SOCKET_CODE[error.code] : void 0;
  if (reason) return new TransportFailed(`${where}: ${said}`, reason, { cause: error });
  if (/identification string|Header line too long/.test(said)) {
    return new TransportFailed(`${where} answers, but not as an SSH server: ${said}`, "banner", {
      cause: error
    });
  }
  if (/before handshake/.test(said)) {
    return new TransportFailed(`${where} took the connection and closed it before a word of SSH`, "closed", {
      cause: error
    });
  }
  return new TransportFailed(`${where}: ${said}`, stage === "open" ? "reset" : "closed", { cause: error });
}
function silenceOf(stage, seconds, where) {
  const what = {
    connecting: "no answer to a TCP connection",
    banner: "TCP connects, but no SSH banner came",
    handshake: "the SSH handshake did not end",
    login: "the login did not end",
    open: "not a byte came back"
  }[stage];
  return new TransportFailed(
    `${where}: ${what} within ${seconds} s`,
    stage === "banner" ? "banner" : "timeout"
  );
}

// src/box/ssh-dial.ts
async function dial(target, timing, signal) {
  signal?.throwIfAborted();
  const auth = authMethods(target.login, target.user);
  if (!target.jump) {
    const socket = net.connect({ host: target.host, port: target.port, noDelay: true });
    target.counted?.(socket);
    return logIn({ target, auth, timing, signal }, socket);
  }
  const jump = await dial(target.jump, timing, signal);
  try {
    const connection = await logIn({ target, auth, timing, signal }, await forward(jump, target));
    void connection.ended.then(() => jump.end());
    return connection;
  } catch (error) {
    await jump.end();
    throw error;
  }
}
function forward(jump, to) {
  return new Promise((resolve, reject) => {
    jump.client.forwardOut("127.0.0.1", 0, to.host, to.port, (error, stream) => {
      if (!error) return resolve(stream);
      reject(
        new TransportFailed(`${jump.where} cannot reach ${to.host}:${to.port}: ${error.message}`, "refused", {
          cause: error
        })
      );
    });
  });
}
function logIn({ target, auth, timing, signal }, transport) {
  const where = `${target.user}@${target.host}:${target.port}`;
  const client = new import_ssh2.default.Client();
  const key = hostKeyCheck(target.pin, where);
  let failure;
  let stage = "connecting";
  const ended = new Promise((resolve) => client.once("close", resolve));
  return new Promise((resolve, reject) => {
    const fail = (error) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      if (error instanceof TransportFailed) failure ??= error;
      reject(error);
      transport.destroy();
    };
    const onAbort = () => fail(signal?.reason);
    const onSilence = () => {
      const mute = transport instanceof net.Socket && transport.bytesRead === 0;
      fail(silenceOf(stage === "handshake" && mute ? "banner" : stage, timing.connectSeconds, where));
    };
    const timer = setTimeout(onSilence, timing.connectSeconds * 1e3);
    signal?.addEventListener("abort", onAbort, { once: true });
    client.on("error", (error) => {
      if ("level" in error && error.level === "agent") return;
      fail(key.changed() ?? asError(failureOf(error, stage, where)));
    });
    client.once("connect", () => {
      stage = "handshake";
    });
    client.once("handshake", () => {
      stage = "login";
    });
    client.once(
      "close",
      () => fail(failure ?? new TransportFailed(`${where} closed the connection`, "closed"))
    );
    client.once("ready", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      stage = "open";
      watchForSilence(
        client,
        transport,
        timing,
        () => fail(silenceOf("open", timing.keepaliveSeconds * timing.keepaliveMisses, where))
      );
      resolve({
        client,
        where,
        hostKeySha256: key.seen(),
        hostKey: key.whole(),
        failure: () => failure,
        ended,
        end: () => {
          failure ??= new TransportFailed(`the connection to ${where} was closed by us`, "closed");
          client.end();
          const patience = setTimeout(() => transport.destroy(), 2e3);
          return ended.then(() => clearTimeout(patience));
        }
      });
    });
    client.connect({
      sock: transport,
      username: target.user,
      // Named methods skip ssh2's opening "none" request, which is one round trip for a refusal.
      authHandler: auth,
      hostVerifier: key.verify,
      ...target.pin?.keyTypes ? { algorithms: { serverHostKey: algorithmsFor(target.pin.keyTypes) } } : {},
      readyTimeout: 0,
      // ssh2 only sends the probes; `watchForSilence` judges, because any byte is a sign of life, not only a reply.
      keepaliveInterval: timing.keepaliveSeconds * 1e3,
      keepaliveCountMax: Number.MAX_SAFE_INTEGER
    });
  });
}
var asError = (error) => error;
function hostKeyCheck(pin, where) {
  let allowed = pin && new Set(typeof pin.sha256 === "string" ? [pin.sha256] : pin.sha256);
  let seen = "";
  let whole = "";
  let changed;
  return {
    seen: () => seen,
    whole: () => whole,
    changed: () => changed,
    /** Called for every key exchange: what was accepted first holds for the whole connection. */
    verify: (hostKey) => {
      seen = createHash("sha256").update(hostKey).digest("base64").replace(/=+$/, "");
      whole = `${keyTypeOf(hostKey)} ${hostKey.toString("base64")}`;
      allowed ??= /* @__PURE__ */ new Set([seen]);
      if (allowed.has(seen)) return true;
      changed = new HostKeyChanged([...allowed].join(" or SHA256:"), seen, where);
      return false;
    }
  };
}
function keyTypeOf(key) {
  const type = key.length < 4 ? "" : key.subarray(4, 4 + Math.min(key.readUInt32BE(0), 64)).toString("latin1");
  return /^[a-z0-9@.-]+$/.test(type) ? type : "unknown";
}
function algorithmsFor(keyTypes) {
  return keyTypes.flatMap(
    (type) => type === "ssh-rsa" ? ["rsa-sha2-512", "rsa-sha2-256"] : [type]
  );
}
function watchForSilence(client, transport, timing, dead) {
  if (!(transport instanceof net.Socket)) return;
  let missed = 0;
  let bytes = transport.bytesRead;
  const timer = setInterval(() => {
    missed = transport.bytesRead === bytes ? missed + 1 : 0;
    bytes = transport.bytesRead;
    if (missed > timing.keepaliveMisses) dead();
  }, timing.keepaliveSeconds * 1e3);
  client.once("close", () => clearInterval(timer));
}

// src/box/ssh-exec.ts
var FREED_AFTER_SECONDS = 10;
async function runRemote(connection, command) {
  const stream = await openExec(connection, command);
  const written = writeStdin(stream, command.stdin, command.signal);
  try {
    const [exitCode] = await Promise.all([readToEnd(connection, stream, command), written]);
    return exitCode;
  } catch (error) {
    abandon(stream);
    setTimeout(command.onFreed, FREED_AFTER_SECONDS * 1e3).unref();
    throw error;
  }
}
function abandon(stream) {
  for (const each of [stream, stream.stderr]) {
    each.removeAllListeners("data");
    each.resume();
  }
  stream.close();
}
function openExec(connection, { line, signal, onFreed }) {
  return new Promise((resolve, reject) => {
    const refuse = (error) => {
      onFreed();
      reject(connection.failure() ?? error);
    };
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    const opened = (error, stream) => {
      signal.removeEventListener("abort", onAbort);
      if (error && "reason" in error) return reject(new ChannelRefused(error.message, { cause: error }));
      if (error) return refuse(noExec(connection.where, error));
      stream.on("error", () => {
      });
      stream.once("close", onFreed);
      if (signal.aborted) abandon(stream);
      resolve(stream);
    };
    try {
      connection.client.exec(line, opened);
    } catch (error) {
      refuse(
        new TransportFailed(`the connection to ${connection.where} is gone`, "closed", { cause: error })
      );
    }
  });
}
var noExec = (where, cause) => new TransportFailed(
  `${where} refuses to run commands: an interactive-only proxy? Use the box's direct TCP endpoint`,
  "closed",
  { cause }
);
function readToEnd(connection, stream, command) {
  const { onStdout, onStderr, onProgress, signal } = command;
  return new Promise((resolve, reject) => {
    let pending = Promise.resolve();
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    stream.on("data", (chunk) => {
      onProgress?.(false);
      try {
        const taken = onStdout(chunk);
        if (!taken) return;
        stream.pause();
        onProgress?.(true);
        pending = taken.then(() => {
          onProgress?.(false);
          stream.resume();
        });
        pending.catch(reject);
      } catch (error) {
        reject(error);
      }
    });
    stream.stderr.on("data", (chunk) => {
      onProgress?.(false);
      onStderr(chunk);
    });
    stream.once("close", (code, name) => {
      signal.removeEventListener("abort", onAbort);
      const outcome = typeof code === "number" ? code : code === null ? 128 + signalNumber(name ?? "") : void 0;
      if (outcome === void 0) reject(connection.failure() ?? cut(connection.where));
      else pending.then(() => resolve(outcome), reject);
    });
  });
}
var cut = (where) => new TransportFailed(`${where} ended a command without an exit code`, "short");
async function writeStdin(stream, stdin, signal) {
  if (stdin === void 0) return void stream.end();
  if (stdin instanceof Uint8Array) return void stream.end(stdin);
  for await (const chunk of stdin) {
    if (!stream.write(chunk)) await drained(stream, signal);
    if (!stream.writable) return;
  }
  stream.end();
}
function drained(stream, signal) {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done);
      stream.off("close", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    stream.once("drain", done);
    stream.once("close", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

// src/box/ssh-channel.ts
var FORWARD_SECONDS = 15;
var SshChannel = class extends FramedChannel {
  #connection;
  constructor(connection) {
    const { hostKeySha256, where } = connection;
    super({
      hostKeySha256,
      where,
      run: (command) => runRemote(connection, command),
      end: () => connection.end()
    });
    this.#connection = connection;
  }
  /** Why it can no longer be used; `undefined` while it can. */
  get failure() {
    return this.#connection.failure();
  }
  /** The key that was compared, as known_hosts has it. */
  get hostKey() {
    return this.#connection.hostKey;
  }
  /** A connection to a port of the far end's own loopback. @throws TransportFailed */
  async forward(port) {
    const { where, ended } = this.#connection;
    if (this.failure) throw this.failure;
    let patience;
    const inVain = new Promise((_resolve, reject) => {
      patience = setTimeout(
        () => reject(new TransportFailed(`${where} says nothing of its port ${port}`, "timeout")),
        FORWARD_SECONDS * 1e3
      );
      void ended.then(
        () => reject(this.failure ?? new TransportFailed(`${where} closed the connection`, "closed"))
      );
    });
    inVain.catch(() => void 0);
    const opening = forward(this.#connection, { host: "127.0.0.1", port });
    try {
      return await Promise.race([opening, inVain]);
    } catch (error) {
      void opening.then((late) => late.destroy()).catch(() => void 0);
      throw error;
    } finally {
      clearTimeout(patience);
    }
  }
};

// src/box/ssh-connect.ts
var PROBE = { connectSeconds: 15, keepaliveSeconds: 10, keepaliveMisses: 3 };
var GIVE_UP_SECONDS = 40;
var PAUSES = { first: 1, most: 10, jitter: 0.5 };
async function connectSsh(options) {
  const {
    attempts = 4,
    giveUpSeconds = GIVE_UP_SECONDS,
    clock = systemClock,
    random = Math.random,
    timing = PROBE,
    signal
  } = options;
  const started = clock.now();
  const secondsLeft = () => giveUpSeconds - secondsBetween(started, clock.now());
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connectOnce(options, {
        ...timing,
        connectSeconds: Math.min(timing.connectSeconds, secondsLeft())
      });
    } catch (error) {
      const pause = backoff(attempt, PAUSES, random());
      if (!(error instanceof TransportFailed) || error.reason === "gone") throw error;
      if (attempt >= attempts || secondsLeft() - pause < 1) throw error;
      await clock.sleep(pause, signal);
      signal?.throwIfAborted();
    }
  }
}
async function connectOnce(options, timing) {
  const { pin, login, jump, counted, signal } = options;
  const endpoint = await options.endpoint();
  const { host, port, user, hostKeySha256 } = endpoint;
  const vouched = hostKeySha256 === void 0 ? void 0 : { sha256: hostKeySha256 };
  const expected = pin === "first-contact" ? vouched : pin;
  const target = {
    host,
    port,
    user,
    login,
    pin: expected,
    ...jump ? { jump } : {},
    ...counted ? { counted } : {}
  };
  const channel = new SshChannel(await dial(target, timing, signal));
  return { channel, pinnedBy: pin !== "first-contact" ? pin.by : vouched ? "platform" : "first-contact" };
}

export {
  failureOf,
  silenceOf,
  dial,
  forward,
  keyTypeOf,
  algorithmsFor,
  PROBE,
  GIVE_UP_SECONDS,
  connectSsh
};
