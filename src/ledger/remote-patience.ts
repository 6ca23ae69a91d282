import { type Clock, secondsBetween } from '../clock.ts';

/** Of one call where no bound is near: a large record over a slow line takes its time. */
const CALL_SECONDS = 90;
/** A call that begins when the bound is over, or nearly: what was done has still to be written down. */
const LAST_WORDS_SECONDS = 10;
/** Of a remote that let such a call pass in silence already. */
const KNOWN_SILENT_SECONDS = 2;

/**
 * How long the next call of the ledger's remote may take. A remote that takes the connection and says nothing, or lets bytes drip,
 * looks like a slow one for ever: only the bound of the command tells when to stop.
 */
export class RemotePatience {
  readonly #endsAt: Date | undefined;
  readonly #clock: Clock;
  #isSilent = false;

  /** @param endsAt the bound of the command; none: every call has its full time */
  constructor(endsAt: Date | undefined, clock: Clock) {
    this.#endsAt = endsAt;
    this.#clock = clock;
  }

  /**
   * Whether the remote let the last call pass in silence: nothing is asked of it again for the sake of a try. Whoever has the
   * patience waits where it can be told, and not inside of one call after the other.
   */
  get isOver(): boolean {
    return this.#isSilent;
  }

  callSeconds(): number {
    if (this.#endsAt === undefined) return CALL_SECONDS;
    const left = secondsBetween(this.#clock.now(), this.#endsAt);
    const least = this.#isSilent ? KNOWN_SILENT_SECONDS : LAST_WORDS_SECONDS;
    return Math.min(CALL_SECONDS, Math.max(left, least));
  }

  note({ timedOut }: { timedOut: boolean }): void {
    this.#isSilent = timedOut;
  }
}
