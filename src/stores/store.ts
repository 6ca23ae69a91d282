import { createHash } from 'node:crypto';
import type { StoreRung } from '../job/job.ts';
import type { Stored } from '../lease/events.ts';

export type StoreKind = StoreRung['kind'];

/** A sealed file, or one of the evidence, on its way into a store. */
export interface ParcelFile {
  /** In the store: `<cell>/<path>`, or `+evidence/<name>`. */
  path: string;
  /** On this machine; absent when the box sent it to where the parcel lies. */
  from?: string;
  bytes: number;
  sha256: string;
}

/** What a store gets whole or not at all: everything that one seal speaks of with its evidence, or kept copies. */
export interface Parcel {
  run: string;
  /** What it is to those who look for it. */
  means: 'sealed' | 'kept';
  /** The seal, or the mark of kept copies: SHA-256 over what is in it. */
  seal: string;
  /** Directories on this machine that hold exactly these files and nothing else. */
  directories: readonly string[];
  /** Its files went from the box straight to this place of a store (`Placed.id`); only that one can take the evidence. */
  lies?: string;
  files: readonly ParcelFile[];
}

export interface Placed {
  /** What the store's own interface finds it by. */
  id: string;
  /** By an address that a person can use. */
  place: string;
}

/** What a later step of the workflow must upload, because a run step may not: only an action is given the token for it. */
export interface UploadWish {
  upload: { name: string; paths: readonly string[]; retentionDays: number | undefined };
}

/** One parcel as the store has it. */
export interface StoredSet {
  /** `sha256:<hex>`: of the whole, or of the list of its objects with the store's own digests. Equal while nothing changed. */
  digest: string;
  /** When the store throws it away by itself. */
  keptUntil?: string;
  /** Every object of it, by the store's names. */
  names(): Promise<{ name: string; bytes: number }[]>;
  /** In order and in bounded memory; a piece is valid only during the call. What `sink` throws ends the reading. */
  read(name: string, sink: (piece: Uint8Array) => void): Promise<void>;
  /** Removes what reading left on this machine. */
  close(): Promise<void>;
}

/**
 * A place that outlives this machine. Nothing here overwrites: what is there under a parcel's names is either the same or
 * a reason to stop. All calls are bounded in time and memory, and throw Problems: `unreachable` where trying again may
 * help, `refused` where it will not.
 */
export interface ArtifactStore {
  readonly kind: StoreKind;
  /** By a name that a person knows: the bucket, the repository. Never a key. */
  describe(): string;
  /** Names of the variables that it needs here and that are not set; empty where keys are lent instead. Absent: it needs none. */
  unset?(): string[];
  /** Asks it something with the keys that are set here, and writes nothing. Absent: it needs none. @throws Problem as all calls do */
  probe?(): Promise<void>;
  /** Why this parcel cannot go there, looked at before anything is sent. */
  refusal(parcel: Parcel): Promise<string | undefined>;
  /** Safe to be killed in and to be called again: what is there already is left as it is. */
  put(parcel: Parcel): Promise<Placed | UploadWish>;
  /** @returns `undefined` when it is not there any more, or cannot be downloaded any more */
  open(id: string): Promise<StoredSet | undefined>;
  /** The store's name of a parcel's path. */
  nameOf(path: string): string;
  /**
   * Removes what lies there under that id: kept copies that the ledger calls needless, and nothing else ever. What is gone
   * already is no failure. Absent where removing frees nothing.
   */
  drop?(id: string): Promise<void>;
}

/** "sealed as 2b4aa7cf" */
export const meaningOf = ({ means, seal }: Pick<Parcel, 'means' | 'seal'>): string =>
  `${means} as ${seal.slice(0, 8)}`;

/** Where a file is read from, for stores that take only what lies on this machine. */
export function sentFrom({ path, from }: ParcelFile): string {
  if (from === undefined)
    throw new Error(`${path} is not on this machine, and its store took it all the same`);
  return from;
}

export const bytesOf = (parcel: Parcel): number => parcel.files.reduce((sum, file) => sum + file.bytes, 0);

/** Of objects with the digests by which their store knows them. Order does not matter. */
export function listDigest(objects: readonly { name: string; bytes: number; digest: string }[]): string {
  const lines = objects.map(({ name, bytes, digest }) => JSON.stringify([name, bytes, digest])).sort();
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
}

/** `<run>/<first 16 of the seal>`: another content has another name, so nothing is ever written over. */
export const folderOf = ({ run, seal }: Pick<Parcel, 'run' | 'seal'>): string =>
  `${run}/${seal.slice(0, 16)}`;

export type StoredFacts = Omit<Stored, 'type'>;
