import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/verify/read/redirects.ts
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
var MOST_REDIRECTS = 5;
var INSIDE = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16]
])
  INSIDE.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10]
])
  INSIDE.addSubnet(net, bits, "ipv6");
async function followed(url, following) {
  const { fetch, headers, range, signal, refused, addressesOf = resolved } = following;
  const first = new URL(url);
  let at = first;
  let isOutside;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(at.href, {
      // With a range fetch asks for no compression by itself: compressed bytes would be bytes of something else.
      headers: { ...at.origin === first.origin && headers, range },
      redirect: "manual",
      signal
    });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    if (hops >= MOST_REDIRECTS) throw refused(`sends from one address to another, more than ${hops} times`);
    const to = URL.canParse(location, at.href) ? new URL(location, at) : void 0;
    if (to?.protocol !== "https:" && to?.protocol !== "http:")
      throw refused("sends to an address that is none of HTTP");
    isOutside ??= !await isInside(first.hostname, addressesOf);
    if (isOutside && await isInside(to.hostname, addressesOf))
      throw refused(`sends to ${to.host}, which is an address of this machine or its network`);
    at = to;
  }
}
var resolved = async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);
async function isInside(hostname, addressesOf) {
  const name = hostname.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return isInsideAddress(name);
  if (/(?:^|\.)(?:localhost|internal|local)\.?$/i.test(name)) return true;
  return (await addressesOf(name).catch(() => [])).some(isInsideAddress);
}
var isInsideAddress = (address) => {
  const [, mapped] = /^::ffff:(?:0:)?(.+)$/i.exec(address) ?? [];
  if (mapped !== void 0) return isIP(mapped) === 4 ? INSIDE.check(mapped, "ipv4") : true;
  return INSIDE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
};

// src/verify/read/http-source.ts
var RANGE_SECONDS = 60;
async function openHttpSource(url, options = {}) {
  const { origin, pathname } = new URL(url);
  const label = `${origin}${pathname}`;
  const asker = new Asker(url, label, options);
  const { validators } = await asker.ask(0, 1);
  return {
    label,
    sizeBytes: validators.sizeBytes,
    async read(offset, length) {
      if (offset < 0 || length < 0 || offset + length > validators.sizeBytes)
        throw new RangeError(
          `${length} bytes from ${offset} lie outside ${label} (${validators.sizeBytes} bytes)`
        );
      if (length === 0) return new Uint8Array(0);
      const answer = await asker.ask(offset, length);
      const difference = differenceOf(validators, answer.validators);
      if (difference !== void 0) throw new RangeError(difference);
      if (answer.bytes.length !== length)
        throw new RangeError(`${label} gave ${answer.bytes.length} bytes of ${length} from ${offset}`);
      return answer.bytes;
    },
    async changed() {
      return differenceOf(validators, (await asker.ask(0, 1)).validators);
    },
    close: async () => {
    }
  };
}
function differenceOf(before, now) {
  if (before.sizeBytes !== now.sizeBytes) return `its size went from ${before.sizeBytes} to ${now.sizeBytes}`;
  if (before.etag !== now.etag) return `its entity tag went from ${before.etag} to ${now.etag}`;
  return before.modified === now.modified ? void 0 : "its modification time moved";
}
var Asker = class {
  #url;
  #label;
  #options;
  constructor(url, label, options) {
    this.#url = url;
    this.#label = label;
    this.#options = options;
  }
  /** Tries again after a lost connection or a 429 or 5xx; a range can be asked for as often as one likes. */
  async ask(offset, length) {
    const { tries = 4, pauseMs = 500, clock = systemClock, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(offset, length);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        if (isTimeout(error)) throw this.refused(`sent no whole answer within ${this.#rangeSeconds} s`);
        if (attempt >= tries) throw this.refused(`could not be read: ${reasonOf(error)}`);
        await clock.sleep(backoff(attempt, { first: pauseMs / 1e3 }), signal);
        signal?.throwIfAborted();
      }
    }
  }
  refused(what) {
    return new Problem({
      code: "not-readable",
      kind: "failed",
      what: `${this.#label} ${what}.`,
      next: "Check the address and its expiry; the server must answer requests for ranges."
    });
  }
  get #rangeSeconds() {
    return this.#options.rangeSeconds ?? RANGE_SECONDS;
  }
  async #once(offset, length) {
    const { headers = {}, fetch = globalThis.fetch, addressesOf } = this.#options;
    const patience = AbortSignal.timeout(this.#rangeSeconds * 1e3);
    const signal = this.#options.signal ? AbortSignal.any([this.#options.signal, patience]) : patience;
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await followed(this.#url, {
      fetch,
      headers,
      range,
      signal,
      ...addressesOf && { addressesOf },
      refused: (what) => this.refused(what)
    });
    if (response.status === 429 || response.status >= 500) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    if (response.status !== 206) {
      await response.body?.cancel();
      throw this.#notARange(response.status, offset);
    }
    const [, from, to, size] = /^bytes ([0-9]+)-([0-9]+)\/([0-9]+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
    const announced = Number(to) - offset + 1;
    if (Number(from) !== offset || size === void 0 || announced > length) {
      await response.body?.cancel();
      throw this.refused(`answers ${range} with "${response.headers.get("content-range")}"`);
    }
    const bytes = await this.#bytesOf(response, announced, range);
    const validators = {
      etag: response.headers.get("etag") ?? void 0,
      modified: response.headers.get("last-modified") ?? void 0,
      sizeBytes: Number(size)
    };
    return { validators, bytes };
  }
  /** What comes beyond the range is nobody's: at the first byte of it the connection is given up. */
  async #bytesOf({ body }, announced, range) {
    const bytes = new Uint8Array(Math.max(announced, 0));
    let filled = 0;
    for await (const piece of body ?? []) {
      if (filled + piece.length > announced)
        throw this.refused(`sends more than ${range}, which was asked for`);
      bytes.set(piece, filled);
      filled += piece.length;
    }
    if (filled !== announced) throw new Error(`the answer ended after ${filled} bytes`);
    return bytes;
  }
  #notARange(status, offset) {
    if (status === 416 && offset > 0) return new RangeError(`${this.#label} ended before ${offset}`);
    if (status === 416) return this.refused("is empty");
    if (status === 200) return this.refused("gives no ranges");
    return this.refused(`answers HTTP ${status}`);
  }
};
var isTimeout = (error) => error instanceof Error && error.name === "TimeoutError";
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

export {
  openHttpSource
};
