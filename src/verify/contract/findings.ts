import type { Level } from '../../evidence-level.ts';
import { KEPT_PER_SEVERITY, type Reason, type Severity, type Verdict } from './verdict.ts';

export type Extra = { file?: string; offset?: number; expected?: string; found?: string };

/** Stops the walk of one file or one member: what follows it cannot be understood. */
export class Broken extends Error {
  override readonly name = 'Broken';
  constructor(
    readonly level: Level,
    readonly code: string,
    what: string,
    readonly extra: Extra = {},
  ) {
    super(what);
  }
}

/** Stops the walk because we cannot or may not read on; says nothing against the file. */
export class Unsettled extends Error {
  override readonly name = 'Unsettled';
  constructor(
    readonly level: Level,
    readonly code: string,
    what: string,
    readonly extra: Extra = {},
  ) {
    super(what);
  }
}

/** Nothing that we could read of such a file would prove more than its digest. @param what goes on after "is" */
export const notRead = (what: string): Unsettled =>
  new Unsettled(
    'L2',
    'not-read',
    `is ${what}, which is not read: only its digest proves it, in a row of the role opaque`,
  );

/** A bound on what one file may make us do was hit. */
export class OverBudget extends Unsettled {
  constructor(
    /** As in `Budgets`. */
    readonly budget: string,
    extra: Extra,
  ) {
    super('L2', 'over-budget', `more than the budget ${budget} allows`, extra);
  }
}

export const overBudget = (
  budget: string,
  limit: number,
  found: number | bigint,
  offset?: number,
): OverBudget =>
  new OverBudget(budget, {
    expected: `<= ${limit}`,
    found: String(found),
    ...(offset === undefined ? {} : { offset }),
  });

/** Enters a reason. */
type Add = (reason: Reason) => void;

const WORST_FIRST: Severity[] = ['fail', 'inconclusive', 'degraded', 'note'];

/** Collects reasons while a file, or a set of files, is walked. */
export class Findings {
  readonly #kept = new Map<Severity, Reason[]>(WORST_FIRST.map((severity) => [severity, []]));
  readonly #blocked = new Set<Level>();
  #leftOut = 0;
  #parent: Add | undefined;

  fail(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add({ severity: 'fail', level, code, what, ...extra });
  }

  inconclusive(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add({ severity: 'inconclusive', level, code, what, ...extra });
  }

  degraded(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add({ severity: 'degraded', level, code, what, ...extra });
  }

  note(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add({ severity: 'note', level, code, what, ...extra });
  }

  /** Turns what a walk threw into a reason. Returns false for anything that is not ours to judge. */
  caught(error: unknown): boolean {
    if (error instanceof Broken) this.fail(error.level, error.code, error.message, error.extra);
    else if (error instanceof Unsettled)
      this.inconclusive(error.level, error.code, error.message, error.extra);
    else return false;
    return true;
  }

  /** Does work of which every fault becomes a reason. @returns whether it came to its end */
  async guard(work: () => void | Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.caught(error)) throw error;
      return false;
    }
  }

  /** Takes over what was found in a file inside this one, or in one file of a set. */
  absorb(reasons: readonly Reason[], place: (reason: Reason) => Reason): void {
    for (const reason of reasons.map(place)) this.#add(reason);
  }

  /** The same collection, for the part of a set that is being read: its reasons name the file. */
  in(file: string): Findings {
    const scoped = new Findings();
    scoped.#parent = (reason) => this.#add({ file, ...reason });
    return scoped;
  }

  has(severity: Severity): boolean {
    return this.#list(severity).length > 0;
  }

  /** Whether something stands in the way of this level or one below it. */
  blocks(level: Level): boolean {
    return [...this.#blocked].some((blocked) => blocked <= level);
  }

  /** The highest level, up to `reaches`, that nothing stands in the way of. */
  level(reaches: Level): Level {
    const ladder: Level[] = ['L1', 'L2', 'L3'];
    return ladder.filter((level) => level <= reaches && !this.blocks(level)).at(-1) ?? 'L0';
  }

  verdict(): Verdict {
    if (this.has('fail')) return 'fail';
    if (this.has('inconclusive')) return 'inconclusive';
    return this.has('degraded') ? 'pass-degraded' : 'pass';
  }

  get reasons(): Reason[] {
    return WORST_FIRST.flatMap((severity) => this.#list(severity));
  }

  get leftOut(): number {
    return this.#leftOut;
  }

  #list(severity: Severity): Reason[] {
    return this.#kept.get(severity) ?? [];
  }

  #add({ code, severity, level, what, ...extra }: Reason): void {
    const reason = { code, severity, level, what, ...extra };
    this.#parent?.(reason);
    if (severity === 'fail' || severity === 'inconclusive') this.#blocked.add(level);
    const list = this.#list(severity);
    if (list.length >= KEPT_PER_SEVERITY) this.#leftOut += 1;
    else list.push(reason);
  }
}
