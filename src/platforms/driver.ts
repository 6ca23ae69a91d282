import type { Constraint } from '../job/constraint.ts';
import type { Candidate } from '../job/job.ts';
import type { Warrant } from '../lease/warrant.ts';

export interface Offer {
  /** The platform's own name of what is offered; opaque to everything but the driver. */
  id: string;
  platform: string;
  summary: string;
  usdPerHour: number;
  market: 'on-demand' | 'spot';
}

/** Everything `create` needs, written to the ledger before the call leaves. */
export interface RentIntent {
  /** Deterministic and unique per intent: the idempotency key by which a box is found again. */
  name: string;
  offer: Offer;
  /** OpenSSH form, `ssh-ed25519 AAAA...`. */
  authorizedKey: string;
  /** PEM private host key to install where the platform allows it, so that the pin exists before first contact. */
  hostKey?: string;
  /** Attach only: where the box already is. */
  attach?: string;
}

export interface Endpoint {
  host: string;
  port: number;
  user: string;
  /** SHA-256 of the host key, OpenSSH form without prefix (base64, no padding), where the platform vouches for it. */
  hostKeySha256?: string;
  /** A name in `~/.ssh/config`, when the user gave one. */
  alias?: string;
}

/** One thing that costs money while it exists. */
export interface Meter {
  id: string;
  kind: 'gpu' | 'cpu' | 'disk' | 'volume' | 'ip' | 'snapshot' | 'none';
  usdPerHour: number;
  /** Where the price comes from: the offer, the profile, the user's word. */
  source: string;
}

export interface Held {
  boxId: string;
  name: string;
  meters: Meter[];
}

/** An answer we do not understand is `unknown`; never `gone`, never `running`. */
export interface Description {
  state: 'starting' | 'running' | 'stopped' | 'gone' | 'unknown';
  endpoint?: Endpoint;
  /** The platform's own word for the state. */
  native?: string;
}

export interface MeterReading {
  id: string;
  state: 'running' | 'gone' | 'unknown';
}

/**
 * One platform's API. One file each in this folder. Every verb may be called again after any crash.
 * Errors: `RentFailed` from `create`, `Problem` of kind `unreachable` when the platform did not answer.
 */
export interface PlatformDriver {
  readonly platform: string;

  /**
   * Offers that meet the constraint, cheapest first. Empty means no capacity now; that is an answer, not an error.
   * Attach drivers answer with the one box that `candidate.attach` names, at the price the user stated.
   */
  offers(want: Constraint, candidate: Candidate): Promise<Offer[]>;

  /**
   * Rents exactly one box named `intent.name` and returns before ssh answers. If the call fails half-way the box may
   * exist: the caller must `find(intent.name)` before it may try again. Creating a name that exists adopts it.
   */
  create(intent: RentIntent): Promise<Held>;

  /** The box of that name that the account may be charged for, whatever the ledger says; `null` when there is none. */
  find(name: string): Promise<Held | null>;

  /** Everything at the platform that carries our naming, known to a ledger or not. */
  list(): Promise<Held[]>;

  /** State and present endpoint. Endpoints are re-read on every reconnect and never stored. */
  describe(boxId: string): Promise<Description>;

  /**
   * Carries out the one verb of the teardown plan that the warrant names, on that box. Returns when the platform has
   * accepted it, quietly if there is nothing left to do; proof is `meters`' business. Throws when it was not accepted.
   */
  carryOut(warrant: Warrant, boxId: string, verb: string): Promise<void>;

  /** What the platform shows of every meter of the box at this moment. */
  meters(held: Held): Promise<MeterReading[]>;
}

/** The platform refused or failed to rent. The box may exist all the same: `find` decides. */
export class RentFailed extends Error {
  override readonly name = 'RentFailed';
  constructor(
    message: string,
    readonly reason: 'no-capacity' | 'refused' | 'unclear',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
