import { Limit } from '../host/limit.ts';

/** The first reason to stop, shared by everything that runs at once; later ones are its echoes. */
export class StopSwitch {
  #reason: { error: unknown } | undefined;
  readonly #detach: () => void;

  constructor(signal?: AbortSignal) {
    const onAbort = () => this.trip(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#detach = () => signal?.removeEventListener('abort', onAbort);
  }

  get tripped(): boolean {
    return this.#reason !== undefined;
  }

  trip(error: unknown): void {
    this.#reason ??= { error };
  }

  /** @throws what tripped it */
  check(): void {
    if (this.#reason) throw this.#reason.error;
  }

  detach(): void {
    this.#detach();
  }
}

export type Task = () => Promise<void>;

/**
 * Runs tasks in order, so many at a time, until none is left; tasks may add more while they run. The first failure stops
 * the others from starting, those that run are waited for, and it is thrown by `check` of `stop`.
 */
export class Lanes {
  readonly #limit: Limit;
  readonly widest: number;
  readonly #pending = new Set<Promise<void>>();
  readonly stop: StopSwitch;

  /** Starts with `width` lanes; `widen` opens the others. */
  constructor(width: number, widest: number, stop: StopSwitch) {
    this.#limit = new Limit(Math.min(width, widest));
    this.widest = widest;
    this.stop = stop;
  }

  add(...tasks: Task[]): void {
    for (const task of tasks)
      this.beside(() => this.#limit.run(async () => (this.stop.tripped ? undefined : task())));
  }

  /** Runs beside the lanes and may add tasks to them; `run` waits for it too. */
  beside(work: Task): void {
    const pending = work()
      .catch((error: unknown) => this.stop.trip(error))
      .finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
  }

  widen(): void {
    this.#limit.grow(this.widest);
  }

  async run(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }
}
