import { type Clock, secondsBetween } from '../clock.ts';
import { Problem } from '../problem.ts';
import type { Identity } from '../world.ts';

/** What a service lends to a job for a while, because it trusts the identity of its workflow. */
export interface Lent {
  until: Date;
}

/** Keeps what was lent, and lends anew before it ends. */
export class Lending<T extends Lent> {
  readonly #clock: Clock;
  #lent: Promise<T> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param seconds for which it must be good from now, where the service lends for that long */
  async current(seconds: number, borrow: () => Promise<T>): Promise<T> {
    const seen = this.#lent;
    const known = await seen?.catch(() => undefined);
    if (known && secondsBetween(this.#clock.now(), known.until) >= seconds) return known;
    // Of several who need a new one at once the first asks.
    if (this.#lent === seen) this.#lent = borrow();
    return this.#lent as Promise<T>;
  }
}

/** @throws Problem `no-identity-token` where the runner gives none */
export const identityTokenFor = (identity: Identity, audience: string): Promise<string> =>
  identity.token(audience).catch((cause: unknown) => {
    throw new Problem(
      {
        code: 'no-identity-token',
        kind: 'refused',
        what: `The runner gave no identity token for the audience "${audience}".`,
        next: 'Give the job "permissions: id-token: write"; a called workflow gets no more than its caller grants.',
      },
      { cause },
    );
  });
