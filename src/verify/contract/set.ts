import type { Level } from '../../evidence-level.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import type { Region } from '../tensor/pass.ts';
import type { Matter, Subject } from './format.ts';
import type { Tree } from './tree.ts';
import type { FileVerdict } from './verdict.ts';

/**
 * Files that only together are an artifact: shards and their index, a trainer's checkpoint folder, a model and its weights
 * beside it. To add a kind: one file with one of these, one line in `engine/sets.ts`, its tests.
 */
export interface SetKind {
  readonly name: string;
  /** For docs/formats.md. */
  readonly proves: string;
  /** Every set of this kind in the tree, unfinished ones too. Goes by names and sizes; may read a few heads. */
  find(tree: Tree): FoundSet[] | Promise<FoundSet[]>;
}

export interface FoundSet {
  /** The folder, prefix or file by which a person would call it; a path below the tree's root. */
  root: string;
  /** Files whose bytes mean nothing alone: no format is asked about them, the set reads them itself. */
  parts: readonly string[];
  /** Files that were verified alone and whose results the set holds against each other. */
  members: readonly string[];
  /** Folders in which the same save goes on, as sharding back ends leave them: whatever sets are there belong to this one. */
  within?: readonly string[];
  /** Throws `Broken` or `Unsettled` like a format. */
  examine(subject: SetSubject): Promise<SetProof>;
}

/** A set and what examining it gave. */
export interface ExaminedSet {
  set: FoundSet;
  verdict: FileVerdict;
}

export interface SetProof {
  /** The highest level that could be proven of parts and set. */
  reaches: Level;
  /** Every byte of every part is under a checksum that was verified; true when there are no parts. */
  checksummed: boolean;
}

/** What `Subject` is for a file. `reader`, `head` and `sizeBytes` belong to files, so each part brings its own. */
export interface SetSubject extends Matter {
  readonly tree: Tree;
  /** What verifying this member alone gave, with its table; `undefined` when there is no such file. */
  verdictOf(path: string): FileVerdict | undefined;
  /** A small file as text (strict UTF-8). Throws `Broken` when it is absent, too long or no text. */
  text(path: string, mostBytes?: number): Promise<string>;
  /** A part as a subject: reasons entered there name the file. */
  part(path: string): Promise<Part>;
}

export interface Part extends Subject {
  readonly reader: BoundedReader;
  /** Reads the part once, front to back. @returns whether every region was taken to its end */
  pass(regions: Iterable<Region>): Promise<boolean>;
  /** For sets of more files than may be open at once; the others are closed when the set is done. */
  close(): Promise<void>;
}
