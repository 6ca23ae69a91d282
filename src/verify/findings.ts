import type { Level, Reason, Severity } from './verdict.ts';

export type Extra = { offset?: number; expected?: string; found?: string };

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

export const overBudget = (name: string, limit: number, found: number | bigint, offset?: number): Unsettled =>
  new Unsettled('L2', 'over-budget', `more than the budget ${name} allows`, {
    expected: `<= ${limit}`,
    found: String(found),
    ...(offset === undefined ? {} : { offset }),
  });

const WORST_FIRST: Severity[] = ['fail', 'inconclusive', 'degraded', 'note'];

/** A hostile file can hold a million faults of one kind; the first hundred tell the story. */
const KEPT_PER_SEVERITY = 100;

/** Collects reasons while a file is walked. */
export class Findings {
  readonly #kept = new Map<Severity, Reason[]>(WORST_FIRST.map((severity) => [severity, []]));
  readonly #blocked = new Set<Level>();
  #leftOut = 0;

  fail(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add('fail', level, code, what, extra);
  }

  inconclusive(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add('inconclusive', level, code, what, extra);
  }

  degraded(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add('degraded', level, code, what, extra);
  }

  note(level: Level, code: string, what: string, extra?: Extra): void {
    this.#add('note', level, code, what, extra);
  }

  /** Turns what a walk threw into a reason. Returns false for anything that is not ours to judge. */
  caught(error: unknown): boolean {
    if (error instanceof Broken) this.fail(error.level, error.code, error.message, error.extra);
    else if (error instanceof Unsettled)
      this.inconclusive(error.level, error.code, error.message, error.extra);
    else return false;
    return true;
  }

  has(severity: Severity): boolean {
    return this.#list(severity).length > 0;
  }

  /** Whether something stands in the way of this level or one below it. */
  blocks(level: Level): boolean {
    return [...this.#blocked].some((blocked) => blocked <= level);
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

  #add(severity: Severity, level: Level, code: string, what: string, extra: Extra = {}): void {
    if (severity === 'fail' || severity === 'inconclusive') this.#blocked.add(level);
    const list = this.#list(severity);
    if (list.length >= KEPT_PER_SEVERITY) this.#leftOut += 1;
    else list.push({ code, severity, level, what, ...extra });
  }
}
