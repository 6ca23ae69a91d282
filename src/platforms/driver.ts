import type { Constraint } from '../job/constraint.ts';
import type { OfferedGpu } from '../job/gpus.ts';
import type { Candidate } from '../job/job.ts';
import type { TrafficPrice } from '../lease/traffic.ts';
import type { Warrant } from '../lease/warrant.ts';

/** One thing that a platform says it would rent out now. Prices are USD, before tax. */
export interface Offer {
  /** The platform's own name of what is offered; opaque to everything but the driver. */
  id: string;
  platform: string;
  /** For a person: `1x RTX 4090 24 GB, US-KS-2, secure`. */
  summary: string;
  /** Everything that bills while the box runs, the asked-for disk included. For spot: the bid or the spot price now. */
  usdPerHour: number;
  /** What of it is a bid, where the platform takes bids. */
  bidUsdPerHour?: number;
  market: 'on-demand' | 'spot';
  /** What the platform says about it. Absent: not said, so the audit on the box decides. */
  gpu?: OfferedGpu;
  cpus?: number;
  memoryGb?: number;
  /** The largest disk that can be had with it. */
  diskGb?: number;
  /** In the platform's words. */
  region?: string;
  /** The physical machine, where the platform names it: a bad one is not taken again in the same run. */
  hostId?: string;
  /** The platform's own name of this kind of machine, where it has one. */
  type?: string;
  /** CUDA of the image that is rented where the job names none, `12.4`. */
  imageCuda?: string;
  /** Share of the time that the host is up, 0 to 1, by the platform's own figures. */
  reliability?: number;
  /** For what the box sends; a GB is 2^30 bytes. */
  egressUsdPerGb?: number;
  /** So much of it costs nothing, for each hour that the box is held. */
  freeEgressGbPerHour?: number;
  /** For what the box downloads, its image too. */
  ingressUsdPerGb?: number;
  /** Of the host's download, as the platform measured it. */
  downMbps?: number;
}

/** Everything `create` needs. The intent stands in the ledger before the call leaves. */
export interface RentIntent {
  /** The lease's name: deterministic, unique per intent, the idempotency key by which a box is found again. */
  name: string;
  /** Our signature under the name (`ownerMark`), carried by name, label or tag: how the stray hunt knows its own. */
  owner: string;
  offer: Offer;
  want: Constraint;
  /** The job's candidate that the offer answers: volume, image, bid, login name. */
  candidate: Candidate;
  /** `name@sha256:...` when the job pins one; else the driver takes the profile's. */
  image?: string;
  /** By which the image is pulled; only for a platform that takes one. Secret: in no error, log or record. */
  login?: { user: string; password: string };
  /** OpenSSH form, `ssh-ed25519 AAAA...`. */
  authorizedKey: string;
  /** Private host key in OpenSSH form to install where the platform allows it, so that the pin exists before first contact. */
  hostKey?: string;
  /** From now, after which a platform that has a timer of its own may stop the box. More than nothing. */
  lifetimeSeconds: number;
  /** Attach only: where the box already is. */
  attach?: string;
  /** A queue only: how it is reached, as the job names it. */
  queue?: string;
  /** A queue only: it is one submission of so many tasks. Absent: of one, which runs the cells one after another. */
  tasks?: Tasks;
}

/** Of one submission. A task is known by its place in the plan, from 0, and runs the cell that stands there. */
export interface Tasks {
  count: number;
  /** That may hold an allocation at the same time, at most. */
  atOnce: number;
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

/** One thing that costs money while it exists. Ids are those of the profile's meters, `id:resource` for a further one. */
export interface Meter {
  id: string;
  kind: 'gpu' | 'cpu' | 'disk' | 'volume' | 'ip' | 'snapshot' | 'none';
  /** `undefined` where the platform tells no price (yet). 0 is a price: the platform says that it costs nothing. */
  usdPerHour: number | undefined;
  /** Where the price comes from: the offer, the profile, the user's word; or why there is none. */
  source: string;
}

export interface Held {
  boxId: string;
  name: string;
  meters: Meter[];
  hostId?: string;
  /** When the platform began to bill, ISO 8601, where it says so. */
  since?: string;
  /** When the platform's own timer ends the box, ISO 8601, where it has one and it was set. */
  endsAt?: string;
  /** The platform has such a timer and it is not set on this box: why. */
  untimed?: string;
  /** What bytes cost, where the platform says it of the box itself; else the offer's prices count. */
  traffic?: TrafficPrice;
}

/** An answer we do not understand is `unknown`; never `gone`, never `running`. */
export interface Description {
  state: 'starting' | 'running' | 'stopped' | 'gone' | 'unknown';
  endpoint?: Endpoint;
  /** The platform's own word for the state. */
  native?: string;
  /**
   * It was stopped by the platform: outbid, reclaimed; or the platform cannot say by whom. Only with `stopped` or `gone`. Whether we
   * stopped it the record says (`src/lease/loss.ts`), never the memory of a driver.
   */
  evicted?: boolean;
  /** What `mark` wrote on it. Only where there is a `mark`; absent: nothing was. */
  mark?: string;
  /** It will never come up, and why: an image that cannot be pulled, a host that is offline. */
  hopeless?: string;
  /** Of a submission to a queue. Then `state` is `starting` until it runs, and `gone` when it is over. */
  queue?: QueueWord;
}

/** What the engine of a queue says of a submission at this moment. */
export interface QueueWord {
  /** `held`: by us, and not let go yet. `waiting`: for its first allocation, or for the next one. `over`: it will never run again. */
  phase: 'held' | 'waiting' | 'running' | 'over';
  /** In words, with what to do about it where somebody can: why it waits, or how it ended. */
  why?: string;
  /** When the engine expects it to start, ISO 8601. */
  startsAt?: string;
  /** It waits, and does not start by itself. `held`: somebody holds it, and may let it go. `never`: whatever becomes free. */
  stuck?: 'held' | 'never';
  /** What the engine wrote into the log of the submission as it ended. */
  said?: string;
  /** Of a submission of several tasks. Then `running` is the phase while any of them runs, and `over` when each is. */
  tasks?: TaskWords;
}

/** Places are ranges, `0-3,7`; empty for none. */
export interface TaskWords {
  waiting: string;
  running: string;
  /** Those that are over for the engine and did not end well, a group for each reason. Every other task that is in no range is over, too. */
  ended: { places: string; native: string; why: string }[];
}

export interface MeterReading {
  id: string;
  state: 'running' | 'gone' | 'unknown';
}

/** Anything in the account that bills or could: the stray hunt starts from here and not from the ledger. */
export interface Resource {
  /** `login`: of a registry, which costs nothing and opens one. */
  kind: 'instance' | 'disk' | 'volume' | 'filesystem' | 'ip' | 'snapshot' | 'login';
  /** What `carryOut` and `describe` call it. */
  id: string;
  /** Without our mark, where the name carries it. */
  name: string;
  /** The owner mark as found, unchecked; absent on what is not ours. */
  owner?: string;
  /** The platform's own word. */
  native: string;
  billing: 'yes' | 'no' | 'unknown';
  usdPerHour?: number;
  createdAt?: string;
}

/**
 * One platform's API. One file each in this folder. Every verb may be called again after any crash.
 * Errors: `RentFailed` from `create`; `Problem` of kind `unreachable` when the platform did not answer and of kind `usage`
 * (`api-key-missing`, `api-key-refused`, `api-key-may-not`) when it does not let us in.
 */
export interface PlatformDriver {
  readonly platform: string;

  /** `create` names `candidate.registry` to the platform. Absent: it pulls public images alone. */
  readonly takesRegistry?: boolean;

  /** `create` hands `intent.login` to the platform, which pulls the image by it. Absent: it takes none. */
  readonly takesLogin?: boolean;

  /** A queue only: `create` submits so many tasks at once (`RentIntent.tasks`). Absent: one, that runs the cells one after another. */
  readonly takesTasks?: boolean;

  /** Of two creates of one name at once the second finds what the first made, though the platform would take both. */
  readonly createsOnce?: boolean;

  /**
   * What is offered now and may meet the constraint, in any order; whoever asked checks again (`whyUnmet`). Empty means no
   * capacity, which is an answer and not an error. Attach drivers answer with the one box that `candidate.attach` names,
   * at the price the user stated.
   *
   * @param tasks a queue only: what is wanted is one submission of so many; prices are of one of them
   */
  offers(want: Constraint, candidate: Candidate, tasks?: Tasks): Promise<Offer[]>;

  /**
   * Every card in every number that the platform rents out at all, free now or not: where none of them is what is wanted, nobody
   * need wait. Asked where no offer has the wanted card. Empty, or absent: it names none.
   */
  cards?(want: Constraint, candidate: Candidate): Promise<OfferedGpu[]>;

  /**
   * Rents exactly one box named `intent.name` and returns before ssh answers. If the call fails half-way the box may
   * exist: the caller must `find(intent.name)` before it may try again. Creating a name that exists adopts it.
   * @throws RentFailed
   */
  create(intent: RentIntent): Promise<Held>;

  /**
   * Every box of that name that the account may be charged for, whatever the ledger says, the oldest first. More than one
   * is a twin of the same intent: a create whose answer was lost.
   */
  find(name: string): Promise<Held[]>;

  /** Everything in the account, ours or not. Throws rather than leave something out. */
  inventory(): Promise<Resource[]>;

  /** State and present endpoint. Endpoints are re-read on every reconnect and never stored. */
  describe(boxId: string): Promise<Description>;

  /**
   * What `describe` would say of every box that runs, by its id, in as few calls as there are pages: for who looks at many at
   * once. A list may lag, so what is not in it is not known to be gone.
   */
  running?(): Promise<Map<string, Description>>;

  /**
   * Writes a word on the box that its platform shows from then on (`recordMark`): work is about to be begun on it, and the record
   * had come so far. Only where the platform keeps labels that may be changed without touching the box.
   */
  mark?(boxId: string, word: string): Promise<void>;

  /**
   * Carries out the one verb of the teardown plan that the warrant names, on that box. Returns when the platform has
   * accepted it, quietly if there is nothing left to do; proof is `meters`' business. Throws when it was not accepted.
   */
  carryOut(warrant: Warrant, boxId: string, verb: string): Promise<void>;

  /**
   * Starts a box again that stands stopped, with its cards and with what lies on it; it is paid for from then. Returns when the
   * platform has accepted it, quietly where it runs. Absent: there is no call for it.
   *
   * @throws RentFailed `no-capacity` where its cards are taken, `refused` where the platform says no for another reason
   */
  startAgain?(boxId: string): Promise<void>;

  /** What the platform shows of every meter of the box at this moment. */
  meters(held: Held): Promise<MeterReading[]>;

  /**
   * Attach only, where there is nobody to ask: whether anything still takes a connection at the box's address. `no` is
   * refused or not answered; `unclear` whatever can have another reason, such as a name that does not resolve here. `what`
   * says it in words.
   */
  answers?(boxId: string): Promise<{ answers: 'yes' | 'no' | 'unclear'; what: string }>;

  /**
   * A queue only: keeps the secrets of a run for this submission alone and as long as it is there, before it is let go. May be called
   * again with another text, which then counts. Absent: they lie beside the other files of the run.
   *
   * @returns the file in which its commands will find the text
   */
  keepSecrets?(boxId: string, text: string): Promise<string>;

  /**
   * A queue only: the run is closed, so what is over need not be shown any longer; it may go by itself, with all that hangs on it and is
   * no file of the run. Quiet about what is gone.
   */
  forget?(boxId: string): Promise<void>;

  /**
   * A queue only: lets a held submission go, once everything that it will need lies in its place. Quiet when it was let go before,
   * whatever became of it since.
   */
  begin?(boxId: string): Promise<void>;

  /**
   * A queue only: what a submission that waits stands behind, in sentences for the person who asks: the priorities of others, what its
   * account has used and has left. Never asked by a poll.
   */
  whyBehind?(boxId: string): Promise<string[]>;

  /** What the platform says it has charged for the box so far; `null` where it tells nothing (yet). */
  billed?(held: Held): Promise<{ usd: number; source: string } | null>;
}

/** The platform refused or failed to rent. The box may exist all the same: `find` decides. */
export class RentFailed extends Error {
  override readonly name = 'RentFailed';
  /**
   * @param reason `no-capacity`: nothing there now, or the offer is gone: take the next one. `refused`: the request itself
   * (quota, balance, a wrong parameter): the same again will fail again. `unclear`: the answer was lost.
   */
  constructor(
    message: string,
    readonly reason: 'no-capacity' | 'refused' | 'unclear',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * The verbs of the profile that the platform has a call for, by their name. One that takes a name after it (`delete-volume v1`)
 * ends with ` *`. Carries out, like `carryOut`; the warrant was looked at before.
 */
export type Verbs = Readonly<Record<string, (boxId: string, told: Told) => Promise<void>>>;

export interface Told {
  warrant: Warrant;
  verb: string;
  /** What stands in the place of the `*`. */
  on?: string;
}

/** A driver as its folder makes it. Only `guarded` makes a `carryOut` of its verbs, so that none can forget the warrant. */
export type Driver = Omit<PlatformDriver, 'carryOut'> & { verbs: Verbs };
