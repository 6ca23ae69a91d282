import type { ManifestEntry } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import type { RefusedEntry } from './manifest.ts';

/**
 * - `pulled`: here now, hash equal to the manifest's.
 * - `already`: was here before, hash equal.
 * - `changed`: the box no longer holds what the manifest says (it was written meanwhile): make a new manifest.
 * - `damaged`: pulled twice in full, the box's file is still right, and ours was wrong both times.
 * - `vanished`: no longer a readable plain file on the box.
 * - `refused`: its name, or what stands in its place here, does not allow it.
 *
 * Whatever stood here before under the name is only ever replaced by the verified file.
 */
export type PullOutcome = 'pulled' | 'already' | 'changed' | 'damaged' | 'vanished' | 'refused';

export interface PulledFile {
  path: string;
  outcome: PullOutcome;
  bytes: number;
  /** Bytes of it that crossed the line in this call, second attempts included. */
  movedBytes: number;
  /** Set unless `pulled` or `already`. */
  why?: string;
}

export interface PullReport {
  /** One per entry, refused ones last. */
  files: PulledFile[];
  movedBytes: number;
  /** Every entry is here and verified. */
  complete: boolean;
}

export interface PullProgress {
  filesDone: number;
  filesTotal: number;
  /** Of the whole: what was here already counts. */
  bytesDone: number;
  bytesTotal: number;
  movedBytes: number;
}

/** The line failed in the middle of a pull. What had arrived is durable, and the next pull goes on from there. */
export class PullBroken extends TransportFailed {
  constructor(
    cause: TransportFailed,
    readonly progress: Readonly<PullProgress>,
  ) {
    const { bytesDone, bytesTotal } = progress;
    super(`${cause.message}; ${bytesDone} of ${bytesTotal} bytes are here and stay`, cause.reason, { cause });
  }
}

interface OpenFile extends Omit<PulledFile, 'outcome'> {
  outcome: PullOutcome | undefined;
  /** Bytes of it in `bytesDone`. */
  countedBytes: number;
}

/** Who ended how, and how far the whole is. */
export class PullOutcomes {
  readonly #files: Map<string, OpenFile>;
  readonly #refused: RefusedEntry[];
  readonly #onProgress: ((progress: PullProgress) => void) | undefined;
  readonly #progress: PullProgress;

  constructor(
    entries: readonly ManifestEntry[],
    refused: RefusedEntry[],
    onProgress?: (progress: PullProgress) => void,
  ) {
    this.#files = new Map();
    for (const { path, bytes } of entries) {
      this.#files.set(path, { path, bytes, movedBytes: 0, outcome: undefined, countedBytes: 0 });
    }
    this.#refused = refused;
    this.#onProgress = onProgress;
    this.#progress = {
      filesDone: 0,
      filesTotal: entries.length,
      bytesDone: 0,
      bytesTotal: entries.reduce((sum, entry) => sum + entry.bytes, 0),
      movedBytes: 0,
    };
  }

  get movedBytes(): number {
    return this.#progress.movedBytes;
  }

  /** How far the whole was when `error` ended it. Of bytes that were mixed with others none count. */
  brokenBy(error: unknown): unknown {
    const isLine = error instanceof TransportFailed && error.reason !== 'noise';
    return isLine ? new PullBroken(error, { ...this.#progress }) : error;
  }

  moved(path: string, bytes: number): void {
    const file = this.#file(path);
    file.movedBytes += bytes;
    this.#progress.movedBytes += bytes;
    this.present(path, bytes);
  }

  /** `bytes` of it are here, moved now or before. A second attempt never counts beyond the file's size. */
  present(path: string, bytes: number): void {
    const file = this.#file(path);
    const more = Math.min(bytes, file.bytes - file.countedBytes);
    file.countedBytes += more;
    this.#progress.bytesDone += more;
    this.#onProgress?.({ ...this.#progress });
  }

  end(path: string, outcome: PullOutcome, why?: string): void {
    const file = this.#file(path);
    file.outcome = outcome;
    if (why !== undefined) file.why = why;
    this.#progress.filesDone++;
    this.present(path, outcome === 'pulled' || outcome === 'already' ? file.bytes : 0);
  }

  report(): PullReport {
    const files: PulledFile[] = [];
    for (const { path, outcome, bytes, movedBytes, why } of this.#files.values()) {
      if (outcome === undefined) throw new Error(`${path} has no outcome: a bug in the pull`);
      files.push({ path, outcome, bytes, movedBytes, ...(why === undefined ? {} : { why }) });
    }
    for (const { path, why } of this.#refused) {
      files.push({ path, outcome: 'refused', bytes: 0, movedBytes: 0, why });
    }
    return {
      files,
      movedBytes: this.#progress.movedBytes,
      complete: files.every(({ outcome }) => outcome === 'pulled' || outcome === 'already'),
    };
  }

  #file(path: string): OpenFile {
    const file = this.#files.get(path);
    if (file === undefined) throw new Error(`${path} is not part of this pull: a bug`);
    return file;
  }
}
