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
  BOX_USER,
  bootId,
  boxEnvironment,
  claimBoot,
  endBox,
  homeOf,
  hostKeyOf,
  isAlive,
  lastBoot,
  makeTmuxDir,
  readRecord
} from "./platforms-local-box-dir.shared.mjs";
import "./record-mark-text.shared.mjs";
import {
  processStat
} from "./host-process-identity.shared.mjs";
import {
  require_lib
} from "./npm-asn1-lib-ber-errors.shared.mjs";
import "./host-own-environment.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";
import "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/platforms/local/daemon.ts
import { readFile } from "node:fs/promises";

// src/platforms/local/server.ts
var import_ssh2 = __toESM(require_lib(), 1);
import { timingSafeEqual } from "node:crypto";
import net from "node:net";
import { pipeline } from "node:stream";

// src/platforms/local/serve-command.ts
import { spawn } from "node:child_process";
async function serveCommand(channel, command, where, onStart) {
  const child = spawn("/bin/sh", ["-c", command], { ...where, detached: true });
  const ended = new Promise((resolve) => {
    child.once("error", () => resolve({ code: 127, signal: null }));
    child.once("close", (code, signal) => resolve({ code: code ?? 127, signal }));
  });
  onStart(child);
  channel.on("error", () => {
  });
  channel.once("close", () => {
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.destroy();
  });
  child.stdin.on("error", () => channel.resume());
  channel.pipe(child.stdin);
  const output = new ChannelOutput(channel);
  await Promise.all([output.copy(child.stdout, channel), output.copy(child.stderr, channel.stderr)]);
  finish(channel, await ended);
}
function finish(channel, { code, signal }) {
  try {
    if (signal) channel.exit(signal.slice("SIG".length), false, "");
    else channel.exit(code);
  } catch {
    channel.exit(128 + signalNumber(signal ?? ""));
  }
  channel.end();
}
var NOTHING_WAITS = {
  _chunk: void 0,
  _chunkcb: void 0,
  _chunkErr: void 0,
  _chunkcbErr: void 0
};
var ChannelOutput = class {
  #channel;
  #closed;
  #last = Promise.resolve();
  constructor(channel) {
    this.#channel = channel;
    this.#closed = new Promise((resolve) => channel.once("close", () => resolve()));
  }
  async copy(from, to) {
    try {
      for await (const chunk of from) {
        this.#last = this.#last.then(() => this.#write(to, chunk));
        await this.#last;
      }
    } catch {
    }
  }
  async #write(to, chunk) {
    const sent = new Promise((resolve) => to.write(chunk, () => resolve()));
    await Promise.race([sent, this.#closed]);
    Object.assign(this.#channel, NOTHING_WAITS);
  }
};

// src/platforms/local/server.ts
var LOGIN_GRACE_MS = 3e4;
async function serveBox(options) {
  const allowed = publicKey(options.authorizedKey);
  const clients = /* @__PURE__ */ new Set();
  const ssh = new import_ssh2.default.Server({ hostKeys: [options.hostKey] }, (client) => {
    clients.add(client);
    const grace = setTimeout(() => client.end(), LOGIN_GRACE_MS);
    client.on("error", () => {
    });
    client.on("close", () => {
      clearTimeout(grace);
      clients.delete(client);
    });
    client.on(
      "authentication",
      (context) => mayEnter(context, allowed) ? context.accept() : context.reject(["publickey"])
    );
    client.on("ready", () => clearTimeout(grace));
    client.on("session", (accept) => serveSession(accept(), options.home, options.env));
    client.on("tcpip", (accept, reject, { destIP, destPort }) => {
      if (destIP !== "127.0.0.1" && destIP !== "localhost") return reject();
      serveForward(accept, reject, destPort);
    });
  });
  const server = net.createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: server.address().port,
    close: () => {
      server.close();
      for (const client of clients) client.end();
    }
  };
}
function serveSession(session, home, env) {
  let kill = () => {
  };
  session.on("signal", (accept, _reject, { name }) => {
    kill(`SIG${name}`);
    accept?.();
  });
  session.on("exec", (accept, _reject, { command }) => {
    void serveCommand(accept(), command, { cwd: home, env }, (child) => {
      kill = (signal) => {
        try {
          process.kill(-(child.pid ?? 0), signal);
        } catch {
        }
      };
    });
  });
}
function serveForward(accept, reject, port) {
  const socket = net.connect({ host: "127.0.0.1", port, noDelay: true, allowHalfOpen: true });
  socket.once("error", reject);
  socket.once("connect", () => {
    socket.off("error", reject);
    const line = accept();
    pipeline(line, socket, () => {
    });
    pipeline(socket, line, () => {
    });
  });
}
function mayEnter(context, allowed) {
  if (context.method !== "publickey" || context.username !== BOX_USER) return false;
  const wanted = allowed.getPublicSSH();
  const shown = context.key.data;
  if (shown.length !== wanted.length || !timingSafeEqual(shown, wanted)) return false;
  if (!context.signature || !context.blob) return true;
  return allowed.verify(context.blob, context.signature, context.hashAlgo) === true;
}
function publicKey(text) {
  const parsed = import_ssh2.default.utils.parseKey(text);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === void 0 || key instanceof Error)
    throw new TypeError(`not a public key in OpenSSH form: ${text.slice(0, 40)}`);
  return key;
}

// src/platforms/local/daemon.ts
var LOOK_SECONDS = 1;
async function serveLocalBox(dir, clock = systemClock) {
  const record = await readRecord(dir);
  if (record?.state !== "running") return 0;
  const previous = await lastBoot(dir);
  if (previous && isAlive(previous)) return 0;
  const server = await serveBox({
    hostKey: await readFile(hostKeyOf(dir), "utf8"),
    authorizedKey: record.authorizedKey,
    home: homeOf(dir),
    env: { ...boxEnvironment(dir, record.name), TMUX_TMPDIR: makeTmuxDir(dir) }
  });
  const boot = {
    generation: (previous?.generation ?? 0) + 1,
    pid: process.pid,
    startTicks: processStat(process.pid)?.startTicks ?? "",
    bootId: bootId(),
    port: server.port
  };
  if (await claimBoot(dir, boot)) await serveUntilEnded(dir, clock);
  server.close();
  return 0;
}
async function serveUntilEnded(dir, clock) {
  for (; ; ) {
    const record = await recordOrGone(dir);
    if (record?.state !== "running") return;
    if (clock.now() >= new Date(record.stopsAt)) return endBox(dir, "stop", "lifetime", clock);
    await clock.sleep(LOOK_SECONDS);
  }
}
var recordOrGone = (dir) => readRecord(dir).catch(() => null);
export {
  serveLocalBox
};
