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
  readonly #queue: Task[] = [];
  #width: number;
  #running = 0;
  #held = 0;
  #next: () => void = () => undefined;

  readonly widest: number;
  readonly stop: StopSwitch;

  /** Starts with `width` lanes; `widen` opens the others. */
  constructor(width: number, widest: number, stop: StopSwitch) {
    this.widest = widest;
    this.stop = stop;
    this.#width = Math.min(width, widest);
  }

  add(...tasks: Task[]): void {
    this.#queue.push(...tasks);
    this.#next();
  }

  /** Runs beside the lanes and may add tasks to them; `run` waits for it too. */
  beside(work: () => Promise<void>): void {
    this.#held++;
    work()
      .catch((error: unknown) => this.stop.trip(error))
      .finally(() => {
        this.#held--;
        this.#next();
      });
  }

  widen(): void {
    this.#width = this.widest;
    this.#next();
  }

  run(): Promise<void> {
    return new Promise((resolve) => {
      this.#next = () => {
        while (!this.stop.tripped && this.#running < this.#width) {
          const task = this.#queue.shift();
          if (task === undefined) break;
          this.#running++;
          task()
            .catch((error: unknown) => this.stop.trip(error))
            .finally(() => {
              this.#running--;
              this.#next();
            });
        }
        if (this.#running === 0 && this.#held === 0) resolve();
      };
      this.#next();
    });
  }
}
