import type { Clock, Heard } from '../../src/clock.ts';

/** Our process was killed here. Nothing that it began goes on. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** One process of ours that may be killed at any of its seams: before or after anything that leaves it. */
export class Mortal {
  dead = false;
  where = '';
  #left: number;

  /** @param left seams that it lives to see; `Infinity` for one that nobody kills */
  constructor(left: number) {
    this.#left = left;
  }

  point(where: string): void {
    if (!this.dead) {
      this.#left -= 1;
      if (this.#left > 0) return;
      this.dead = true;
      this.where = where;
    }
    throw new Killed(where);
  }

  /** The same for those who cannot be thrown through. @returns whether it is dead now */
  strikes(where: string): boolean {
    try {
      this.point(where);
      return false;
    } catch {
      return true;
    }
  }
}

/** The time of one life. Nobody waits for it. */
export class LifeClock implements Clock {
  #now: number;

  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  get ms(): number {
    return this.#now;
  }

  now(): Date {
    return new Date(this.#now);
  }

  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  async sleep(seconds: number): Promise<void> {
    this.pass(seconds);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The clock of one machine: it may be wrong, and it hears what time others have. */
export class MachineClock implements Clock {
  readonly #life: LifeClock;
  readonly #aheadSeconds: number;
  readonly #mortal: Mortal;
  readonly #heard = new Map<string, Heard>();
  #sleeps = 0;

  constructor(life: LifeClock, aheadSeconds: number, mortal: Mortal) {
    this.#life = life;
    this.#aheadSeconds = aheadSeconds;
    this.#mortal = mortal;
  }

  now(): Date {
    return new Date(this.#life.ms + this.#aheadSeconds * 1000);
  }

  async sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    this.#sleeps += 1;
    if (this.#sleeps > 20_000) throw new Error('this wait has no bound');
    await this.#life.sleep(seconds);
    this.#mortal.point('sleep');
  }

  heard(source: string, theirs: Date, by: Heard['by']): void {
    this.#heard.set(source, { source, by, aheadSeconds: (this.now().getTime() - theirs.getTime()) / 1000 });
  }

  others(): Heard[] {
    return [...this.#heard.values()];
  }
}
