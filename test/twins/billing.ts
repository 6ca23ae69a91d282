import type { Clock } from '../../src/clock.ts';

export interface BillLine {
  resource: string;
  what: string;
  usdPerHour: number;
  from: number;
  to: number | undefined;
  /** Of what is charged by amount and not by time: USD as they stand at this moment. */
  usd?: () => number;
}

/** What a twin charges: one line per resource, thing and price, from its first millisecond to its last. */
export class Billing {
  readonly #lines: BillLine[] = [];
  constructor(readonly clock: Clock) {}

  /** From now on; a line of the same thing that runs is closed first, so a price can change. */
  start(resource: string, what: string, usdPerHour: number): void {
    this.stop(resource, what);
    this.#lines.push({ resource, what, usdPerHour, from: this.#now(), to: undefined });
  }

  /** By amount from now on, whatever that comes to; it is on the bill and never runs. */
  measure(resource: string, what: string, usd: () => number): void {
    this.#lines.push({ resource, what, usdPerHour: 0, from: this.#now(), to: this.#now(), usd });
  }

  /** Everything of the resource, or one thing of it. */
  stop(resource: string, what?: string): void {
    for (const line of this.#open())
      if (line.resource === resource && (what === undefined || line.what === what)) line.to = this.#now();
  }

  /** What bills at this moment: `<resource> <what>`. */
  running(): string[] {
    return this.#open().map((line) => `${line.resource} ${line.what}`);
  }

  /** Everything that was ever charged for, in the order in which it began. */
  lines(): readonly Readonly<BillLine>[] {
    return this.#lines;
  }

  /** USD so far, unrounded. */
  invoice(resource?: string): number {
    return this.#lines
      .filter((line) => resource === undefined || line.resource === resource)
      .reduce(
        (sum, { from, to, usdPerHour, usd }) =>
          sum + (usd?.() ?? (usdPerHour * ((to ?? this.#now()) - from)) / 3.6e6),
        0,
      );
  }

  #open = (): BillLine[] => this.#lines.filter((line) => line.to === undefined);
  #now = (): number => this.clock.now().getTime();
}
