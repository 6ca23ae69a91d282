import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  connectSsh
} from "./box-ssh-channel.shared.mjs";
import "./box-signal-number.shared.mjs";
import "./box-armoured-range.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import "./nearest.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/box/ssh-session.ts
var CARRY_ON = 3;
var WORTH_IT_BYTES = 64 << 10;
async function openSession(options) {
  return new SshSession(options, await connectSsh(options));
}
var SshSession = class {
  hostKeySha256;
  pinnedBy;
  line;
  #options;
  #current;
  /** What `#current` was last seen to be. */
  #channel;
  #closed = false;
  constructor(options, { channel, pinnedBy }) {
    this.hostKeySha256 = channel.hostKeySha256;
    this.pinnedBy = pinnedBy;
    this.#options = {
      ...options,
      pin: { sha256: channel.hostKeySha256, by: pinnedBy, ...keyTypesOf(options) }
    };
    this.#current = Promise.resolve(channel);
    this.line = {
      hostKey: channel.hostKey,
      forward: (port) => this.#try(false, void 0, (each) => each.forward(port))
    };
  }
  async exec(argv, options = {}) {
    const replayable = options.stdin === void 0 || options.stdin instanceof Uint8Array;
    return this.#try(
      options.retry === true && replayable,
      options.signal,
      (channel) => channel.exec(argv, options)
    );
  }
  async stream(argv, sink, options = {}) {
    return this.#try(false, options.signal, (channel) => channel.stream(argv, sink, options));
  }
  async put(path, data, mode) {
    await this.#try(data instanceof Uint8Array, void 0, (channel) => channel.put(path, data, mode));
  }
  async get(path, offset, length, sink) {
    let delivered = 0;
    let begunAt = 0;
    const counted = async (chunk) => {
      await sink(chunk);
      delivered += chunk.length;
    };
    const work = (channel) => {
      begunAt = delivered;
      return channel.get(path, offset + delivered, length - delivered, counted);
    };
    await this.#try(true, void 0, work, () => delivered - begunAt >= WORTH_IT_BYTES);
  }
  async close() {
    this.#closed = true;
    const channel = await this.#current.catch(() => void 0);
    await channel?.close();
  }
  async #try(repeatable, signal, work, gotAhead = () => false) {
    for (let attempt = 1; ; attempt = gotAhead() ? 1 : attempt + 1) {
      const channel = await this.#open();
      try {
        return await work(channel);
      } catch (error) {
        if (error instanceof TransportFailed && error.reason === "no-channel" && attempt < CARRY_ON) {
          this.#replace(channel);
          continue;
        }
        const again = repeatable && error instanceof TransportFailed && (attempt < CARRY_ON || gotAhead()) && !signal?.aborted;
        if (!again || channel.failure === void 0 && error.reason !== "timeout") throw error;
      }
    }
  }
  /** A server counts by connection: where one carries no more commands, nothing was started, and the next one carries some. */
  #replace(channel) {
    if (this.#channel !== channel) return;
    void channel.retire().catch(() => void 0);
    this.#channel = void 0;
    this.#current = connectSsh(this.#options).then((connected) => connected.channel);
    this.#current.catch(() => void 0);
  }
  /** The open connection, or a new one; callers that find it dead at the same time share one attempt. */
  async #open() {
    if (this.#closed) throw new TransportFailed("the session was closed by us", "closed");
    const opening = this.#current;
    const channel = await opening.catch(() => void 0);
    if (channel && channel.failure === void 0) {
      if (this.#current === opening) this.#channel = channel;
      return channel;
    }
    if (this.#current === opening)
      this.#current = connectSsh(this.#options).then((connected) => connected.channel);
    return this.#current;
  }
};
var keyTypesOf = ({ pin }) => pin !== "first-contact" && pin.keyTypes ? { keyTypes: pin.keyTypes } : {};
export {
  SshSession,
  openSession
};
