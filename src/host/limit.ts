/** At most so many at once; the rest wait in the order they came. */
export class Limit {
  #most: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];

  constructor(most: number) {
    this.#most = Math.max(1, most);
  }

  get taken(): number {
    return this.#taken;
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const free = await this.take(signal);
    try {
      return await work();
    } finally {
      free();
    }
  }

  /** Resolves with the function that gives the place back (calling it twice is harmless); rejects when `signal` aborts first. */
  async take(signal?: AbortSignal): Promise<() => void> {
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
  shrink(): void {
    this.#most = Math.max(1, Math.min(this.#most, this.#taken - 1));
  }

  grow(most: number): void {
    this.#most = Math.max(this.#most, most);
    while (this.#taken < this.#most && this.#waiting.length > 0) {
      this.#taken += 1;
      this.#waiting.shift()?.();
    }
  }

  /** Resolves once nothing is taken and nobody waits. */
  whenIdle(): Promise<void> {
    return this.#taken === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve));
  }

  /** A place is handed on without being given back in between, so nobody can slip in front of the queue. */
  #giveBack(): void {
    const next = this.#taken <= this.#most ? this.#waiting.shift() : undefined;
    if (next) next();
    else this.#taken -= 1;
    if (this.#taken === 0) for (const tell of this.#idle.splice(0)) tell();
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

/**
 * Does `work` for every item, at most `most` at a time, in their order. After a failure nothing more is begun; what runs is
 * waited for, and then the first failure is thrown.
 */
export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const limit = new Limit(most);
  const results: R[] = [];
  let failure: { error: unknown } | undefined;
  const one = async (item: T, index: number): Promise<void> => {
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
