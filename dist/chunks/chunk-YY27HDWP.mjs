import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/verify/http-source.ts
import { setTimeout as pause } from "node:timers/promises";
async function openHttpSource(url, options = {}) {
  const { origin, pathname } = new URL(url);
  const label = `${origin}${pathname}`;
  const asker = new Asker(url, label, options);
  const { validators, bytes } = await asker.ask(0, 1);
  if (bytes.length > 1)
    throw asker.refused("answers with everything instead of the range that was asked for");
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
    const { tries = 4, pauseMs = 500, signal } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(offset, length);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof Problem || error instanceof RangeError) throw error;
        if (attempt >= tries) throw this.refused(`could not be read: ${reasonOf(error)}`);
        await pause(pauseMs * 2 ** (attempt - 1), void 0, signal === void 0 ? {} : { signal });
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
  async #once(offset, length) {
    const { headers = {}, signal, fetch = globalThis.fetch } = this.#options;
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await fetch(this.#url, {
      // With a range fetch asks for no compression by itself: compressed bytes would be bytes of something else.
      headers: { ...headers, range },
      ...signal === void 0 ? {} : { signal }
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
    if (Number(from) !== offset || size === void 0)
      throw this.refused(`answers ${range} with "${response.headers.get("content-range")}"`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length !== Number(to) - offset + 1)
      throw new Error(`the answer ended after ${bytes.length} bytes`);
    const validators = {
      etag: response.headers.get("etag") ?? void 0,
      modified: response.headers.get("last-modified") ?? void 0,
      sizeBytes: Number(size)
    };
    return { validators, bytes };
  }
  #notARange(status, offset) {
    if (status === 416 && offset > 0) return new RangeError(`${this.#label} ended before ${offset}`);
    if (status === 416) return this.refused("is empty");
    if (status === 200) return this.refused("gives no ranges");
    return this.refused(`answers HTTP ${status}`);
  }
};
function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

export {
  openHttpSource
};
