/**
 * At most so many operations at once; the rest wait in order. sshd's default MaxSessions is 10, and a server that allows
 * fewer is met by `shrink`.
 */
export class ChannelSlots {
  #limit: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Resolves with the function that gives the slot back (calling it twice is harmless); rejects when `signal` aborts first. */
  async take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#taken >= this.#limit) await this.#turn(signal);
    else this.#taken += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#giveBack();
    };
  }

  /** The server refused one more channel than it had open: never ask for that many again. */
  shrink(): void {
    this.#limit = Math.max(1, Math.min(this.#limit, this.#taken - 1));
  }

  /** A slot is handed on without being given back in between, so nobody can slip in front of the queue. */
  #giveBack(): void {
    const next = this.#taken <= this.#limit ? this.#waiting.shift() : undefined;
    if (next) next();
    else this.#taken -= 1;
    if (this.#taken === 0) for (const tell of this.#idle.splice(0)) tell();
  }

  /** Resolves once nothing is open and nobody waits. */
  whenIdle(): Promise<void> {
    return this.#taken === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  #turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(granted), 1);
        reject(signal?.reason);
      };
      const granted = () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(granted);
    });
  }
}
