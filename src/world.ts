import type { Channel } from './box/channel.ts';
import type { Clock } from './clock.ts';
import type { GitHub } from './github/github.ts';
import type { Lease } from './lease/run.ts';
import type { Moved } from './lease/traffic.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { PlatformDriver } from './platforms/driver.ts';
import type { Profile } from './profile/schema.ts';

/** Everything a stage may touch, passed in; a test gives it a script instead. */
export interface World {
  clock: Clock;
  ledger: Ledger;
  /** One word made up by this process: whose intent it is to carry out. */
  claim: string;
  /** Who writes events: `github:<run id>.<attempt>` or `user@host`. */
  who: string;
  face: Face;
  /** What this machine is called, for people: where copies lie that only it has. */
  machine: string;
  /** Where pulled artifacts live: `<store>/<run>/<cell>/...`. */
  storeDir: string;
  /** The repository that the job's code is bundled from. */
  repoDir: string;
  /**
   * Who speaks for that candidate or lease: the platform's own driver, or, for a box that a person made and named
   * (`attach`), the one that only attaches, whatever the platform's API could do.
   */
  driver(of: Driven): Promise<PlatformDriver>;
  profile(platform: string): Promise<Profile>;
  /** The open connection to that lease's box, made on first use, reused by the whole stage. */
  channel(lease: Lease): Promise<Channel>;
  /**
   * Fetches a commit that the clone does not hold, into a directory of objects that git may look into. Absent outside of a
   * workflow, where nobody says which server and with whose leave.
   */
  bringCommit?(commit: string): Promise<string>;
  /**
   * Counts what this process moves to and from boxes, by lease: what its own lines carry, and what it tells of. Absent where no line
   * is counted.
   */
  traffic?: {
    /** Sums since this process began. */
    of(lease: string): Moved;
    /** What a box was told to send elsewhere, and did. */
    add(lease: string, moved: Partial<Moved>): void;
  };
  /** Closes and forgets the lease's connection. */
  hangUp(lease: string): Promise<void>;
  /** Whether this machine was never told of that box before; from then on it was. Absent where nothing outlives the command. */
  isFirstContact?(box: string): boolean;
  /** The login key of a run, derived from the one secret. OpenSSH forms. */
  loginKey(run: string): Promise<{ publicOpenSsh: string; privateOpenSsh: string }>;
  /** The host key to install where a platform allows it. */
  hostKey(lease: string): Promise<{ privateOpenSsh: string; sha256: string }>;
  /** The signed mark that a lease's resources carry at the platform (`ownerMark` of keys.ts). */
  ownerMark(lease: string): string;
  /** Text without the secrets that this process knows: for what a stranger wrote and we store. */
  withoutSecrets(text: string): string;
  /** Value of a secret named by the job; `undefined` is unset, '' is set and empty. */
  secret(name: string): string | undefined;
  /** Absent where nobody vouches for this job: outside a workflow, or without `id-token: write`. */
  identity?: Identity;
  /**
   * Copies of a run's record that lie outside of the ledger's refs, as far as they can be had here, each with what it is called:
   * they vouch for the record, or know more than it. Absent where there is no such place.
   *
   * @param among `shared`: only where copies of several runs lie together, so that many are asked for at the price of one
   */
  copiesElsewhere?(run: string, among?: 'all' | 'shared'): Promise<CopyElsewhere[]>;
  /** What the latest looks of a schedule kept of all runs that were open then, for as much as one run alone would cost. */
  copiesOfAll?(): Promise<CopiesOfAll>;
  /** The repository at GitHub; absent outside a workflow and where no token was given. */
  github?: GitHub;
  /** Address of the workflow run that this is, for people. Absent outside of one. */
  page?: string | undefined;
  /** Aborted by Ctrl-C or a cancelled job: stop waiting, start nothing, tear down nothing. */
  signal: AbortSignal;
}

export interface CopiesOfAll {
  /** Runs that the last of these looks knew. */
  newest: ReadonlySet<string>;
  /** Newest first. */
  copies: ReadonlyMap<string, readonly CopyElsewhere[]>;
}

export interface CopyElsewhere {
  /** What it is called, for people. */
  source: string;
  text: string;
  /** Others, which may be newer, could not be read: it speaks against a record, not for one. */
  amongUnread?: true;
}

/** Who vouches for this job before a service that lends keys by it. */
export interface Identity {
  /** A signed word for that service alone, good for some minutes. A secret. */
  token(audience: string): Promise<string>;
  /** Keeps a secret that came to be only now out of everything that is shown from here on. */
  hide(secret: string): Promise<void>;
}

/** As a candidate of a job and the intent of a lease have it. */
interface Driven {
  platform: string;
  attach?: string | undefined;
  queue?: string | undefined;
  /** Of a place whose host the record knows since it was first reached: another one is another machine, and proves nothing. */
  pin?: { sha256: string } | undefined;
}

/** What the person sees while a stage works. Two implementations: a terminal and an Actions log. */
export interface Face {
  /** A stage or a named part of one begins. */
  heading(text: string): void;
  /** One plain line. Text from a box is neutralised by the face, never by callers. */
  line(text: string): void;
  warn(text: string, at?: { file: string; line: number; column: number }): void;
  /** One live line or bar per id; `done`/`total` in `unit`. Redrawn in place where that is possible. */
  progress(id: string, state: Progress): void;
  /** No more updates for that id; of all where none is named. `is`: what became of it, in the place of its last state. */
  settle(id?: string, is?: string): void;
  /** Of the terminal, for what is laid out in columns; absent or `undefined` where a line may be of any length. */
  columns?(): number | undefined;
}

export interface Progress {
  label: string;
  done: number;
  total: number | undefined;
  unit: 'bytes' | 'steps' | 'files';
  /** Free text after the bar, such as the name of a file. */
  note?: string;
  /** What is known of it beside, in the order in which it is shown. */
  facts?: readonly Fact[];
}

/** Where room is short some are left out (`report/progress-bar.ts`), and what it costs never is. */
export interface Fact {
  is: 'state' | 'rate' | 'loss' | 'left' | 'cards' | 'tier' | 'cost';
  text: string;
  /** The same in fewer words. */
  brief?: string;
}

export const silentFace: Face = { heading() {}, line() {}, warn() {}, progress() {}, settle() {} };
