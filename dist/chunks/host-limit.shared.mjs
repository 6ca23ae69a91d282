import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/limit.ts
var Limit = class {
  #most;
  #taken = 0;
  #waiting = [];
  #idle = [];
  constructor(most) {
    this.#most = Math.max(1, most);
  }
  get taken() {
    return this.#taken;
  }
  async run(work, signal) {
    const free = await this.take(signal);
    try {
      return await work();
    } finally {
      free();
    }
  }
  /** Resolves with the function that gives the place back (calling it twice is harmless); rejects when `signal` aborts first. */
  async take(signal) {
    signal?.throwIfAborted();
    if (this.#taken >= this.#most) await this.#turn(signal);
    else this.#taken += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#giveBack();
    };
  }
  /** Whoever serves refused one more than it had: never ask for that many again. */
  shrink() {
    this.#most = Math.max(1, Math.min(this.#most, this.#taken - 1));
  }
  grow(most) {
    this.#most = Math.max(this.#most, most);
    while (this.#taken < this.#most && this.#waiting.length > 0) {
      this.#taken += 1;
      this.#waiting.shift()?.();
    }
  }
  /** Resolves once nothing is taken and nobody waits. */
  whenIdle() {
    return this.#taken === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }
  /** A place is handed on without being given back in between, so nobody can slip in front of the queue. */
  #giveBack() {
    const next = this.#taken <= this.#most ? this.#waiting.shift() : void 0;
    if (next) next();
    else this.#taken -= 1;
    if (this.#taken === 0) for (const tell of this.#idle.splice(0)) tell();
  }
  #turn(signal) {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(granted), 1);
        reject(signal?.reason);
      };
      const granted = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(granted);
    });
  }
};
async function inParallel(items, most, work) {
  const limit = new Limit(most);
  const results = [];
  let failure;
  const one = async (item, index) => {
    if (failure) return;
    try {
      results[index] = await work(item);
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(items.map((item, index) => limit.run(() => one(item, index))));
  if (failure) throw failure.error;
  return results;
}

export {
  Limit,
  inParallel
};
