import { renameSync } from 'node:fs';
import type { ManifestEntry } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import { hashOnBox, sizesOnBox, unmixed } from './box-questions.ts';
import type { FollowingDigest } from './disk-worker.ts';
import { PartialFile } from './partial-file.ts';
import { NOT_THERE, sizeChanged } from './pull-batch.ts';
import type { PullOutcome } from './pull-outcomes.ts';
import type { Span } from './spans.ts';
import type { Transfer } from './transfer.ts';

const MIB = 1024 * 1024;
/** One write per megabyte: with ssh2's 32 KiB packets written singly a pull was a third slower. */
const WRITE_BYTES = MIB;
const DIGEST_STEP_BYTES = 4 * MIB;

/**
 * A range costs two round trips to open and then moves 2 MiB a round trip, so 32 MiB spend a ninth of their time on
 * opening. Larger ones would leave the hash, which runs in order, further behind.
 */
function pieceBytes(fileBytes: number, lanes: number): number {
  const share = Math.ceil(fileBytes / lanes / MIB) * MIB;
  return Math.min(32 * MIB, Math.max(4 * MIB, share));
}

const TRIES_WHEN_SHORT = 3;
const ALTERED =
  'something on the way takes bytes out (a terminal, a filter or a wrapper of the login), or its disk cannot be read';

/** One file that arrives by ranges over several lanes at once, is verified and published. */
export class RangedFile {
  readonly #transfer: Transfer;
  #entry: ManifestEntry;
  readonly #attempt: 1 | 2;
  readonly #part: PartialFile;
  readonly #digest: FollowingDigest;
  #hashedTo = 0;
  #pending = 0;
  /** Known before every range came to its end. */
  #failed: { outcome: PullOutcome; why: string } | undefined;

  /** Resolves once the hash is known, or that there is none. */
  #identified: Promise<void> = Promise.resolve();
  #identify: () => void = () => undefined;

  private constructor(transfer: Transfer, entry: ManifestEntry, attempt: 1 | 2) {
    this.#transfer = transfer;
    this.#entry = entry;
    this.#attempt = attempt;
    this.#part = PartialFile.resume(transfer.partials, entry);
    this.#digest = transfer.disk.follow(this.#part.partPath);
  }

  /** What an earlier, killed pull left counts. */
  static plan(transfer: Transfer, entry: ManifestEntry, attempt: 1 | 2 = 1): RangedFile {
    const file = new RangedFile(transfer, entry, attempt);
    transfer.outcomes.present(entry.path, file.#part.done.bytes);
    return file;
  }

  /** Begins a file whose hash the box is still computing; `identify` or `fail` must follow. */
  static ahead(transfer: Transfer, { path, bytes }: { path: string; bytes: number }): RangedFile {
    const file = new RangedFile(transfer, { path, bytes, sha256: '' }, 1);
    file.#identified = new Promise((resolve) => {
      file.#identify = resolve;
    });
    return file;
  }

  async identify(sha256: string): Promise<void> {
    this.#entry = { ...this.#entry, sha256 };
    await this.#part.identify(sha256);
    this.#identify();
  }

  fail(outcome: PullOutcome, why: string): void {
    this.#failed ??= { outcome, why };
    this.#identify();
  }

  /** The hash will never be known: what has arrived is kept as far as it can be. */
  giveUp(): void {
    this.#identify();
  }

  /** Adds the ranges that lack to the lanes. */
  begin(): void {
    const { lanes, unfinished } = this.#transfer;
    unfinished.add(this);
    const { bytes } = this.#entry;
    // While the box hashes, one of the channel's places is taken.
    const width = this.#entry.sha256 === '' ? Math.max(1, lanes.widest - 1) : lanes.widest;
    const pieces = this.#part.done.missing(bytes, pieceBytes(bytes, width));
    this.#pending = pieces.length;
    if (pieces.length === 0) lanes.add(() => this.#conclude());
    lanes.add(...pieces.map((piece) => () => this.#run(piece)));
  }

  get missingBytes(): number {
    return this.#entry.bytes - this.#part.done.bytes;
  }

  /** Everything is stopping: keeps what has arrived for the next pull. */
  async suspend(): Promise<void> {
    this.#digest.drop();
    await this.#part.record().finally(() => this.#part.close());
  }

  async #run(piece: Span): Promise<void> {
    for (let tries = 1, isHere = false; this.#failed === undefined && !isHere; tries += 1) {
      try {
        await unmixed(() => this.#fetch(piece));
        isHere = true;
      } catch (error) {
        this.#failed ??= await this.#explainShort(error, tries);
      }
    }
    this.#pending--;
    if (this.#pending === 0) await this.#conclude();
  }

  /** Writes what arrives, a megabyte at a time, one write behind. What came before a failure is kept. */
  async #fetch({ start, end }: Span): Promise<void> {
    const { channel, remoteDir, lanes, outcomes } = this.#transfer;
    let offset = start;
    let chunks: Uint8Array[] = [];
    let held = 0;
    let writing: Promise<void> = Promise.resolve();
    const flush = (): Promise<void> => {
      const before = writing;
      const at = offset;
      const batch = chunks;
      const bytes = held;
      offset += held;
      chunks = [];
      held = 0;
      writing = before.then(() => this.#write(at, batch, bytes));
      writing.catch(() => undefined);
      return before;
    };
    const sink = (chunk: Uint8Array): Promise<void> | undefined => {
      lanes.stop.check();
      if (offset + held + chunk.length > end)
        throw new Error(`${this.#entry.path}: the channel gave more than asked`);
      chunks.push(chunk);
      held += chunk.length;
      outcomes.moved(this.#entry.path, chunk.length);
      return held >= WRITE_BYTES ? flush() : undefined;
    };
    try {
      await channel.get(`${remoteDir}/${this.#entry.path}`, start, end - start, (chunk) => sink(chunk));
    } finally {
      if (held > 0) void flush();
      await writing;
    }
    if (offset !== end)
      throw new TransportFailed(`${offset - start} of ${end - start} bytes arrived`, 'short');
  }

  async #write(offset: number, chunks: Uint8Array[], bytes: number): Promise<void> {
    if (bytes === 0) return;
    await this.#part.write(offset, chunks);
    const prefix = this.#part.done.prefix;
    if (prefix - this.#hashedTo < DIGEST_STEP_BYTES) return;
    this.#hashedTo = prefix;
    this.#digest.advance(prefix);
  }

  /** Fewer bytes than asked: the file is another one now, the line failed, or something takes bytes out of what it carries. */
  async #explainShort(
    error: unknown,
    tries: number,
  ): Promise<{ outcome: PullOutcome; why: string } | undefined> {
    const { channel, remoteDir, lanes } = this.#transfer;
    if (lanes.stop.tripped || !(error instanceof TransportFailed) || error.reason !== 'short') throw error;
    const { path, bytes } = this.#entry;
    const now = (await sizesOnBox(channel, remoteDir, [path])).get(path);
    if (now === undefined) return { outcome: 'vanished', why: NOT_THERE };
    if (now !== bytes) return { outcome: 'changed', why: sizeChanged(bytes, now) };
    if (tries < TRIES_WHEN_SHORT) return;
    return {
      outcome: 'damaged',
      why: `${error.message}, ${tries} times, while the box has all of it: ${ALTERED}`,
    };
  }

  async #conclude(): Promise<void> {
    const { outcomes, tree, unfinished } = this.#transfer;
    await this.#identified;
    this.#transfer.lanes.stop.check();
    const { path, bytes, sha256 } = this.#entry;
    if (this.#failed) {
      unfinished.delete(this);
      this.#digest.drop();
      await this.#part.forget();
      outcomes.end(path, this.#failed.outcome, this.#failed.why);
      return;
    }
    await this.#part.seal();
    const seen = await this.#digest.finish(bytes);
    unfinished.delete(this);
    if (seen !== sha256) return this.#retryOrGiveUp(seen);
    renameSync(this.#part.partPath, tree.makeWay(path));
    tree.published(path, { synced: true });
    await this.#part.forget();
    outcomes.end(path, 'pulled');
  }

  async #retryOrGiveUp(seen: string): Promise<void> {
    const { channel, remoteDir, outcomes } = this.#transfer;
    const { path, bytes, sha256 } = this.#entry;
    await this.#part.forget();
    const now = (await hashOnBox(channel, remoteDir, [path], { bytes })).files.get(path);
    if (now === undefined) return outcomes.end(path, 'vanished', NOT_THERE);
    if (now.sha256 !== sha256) {
      return outcomes.end(
        path,
        'changed',
        `was written on the box after the manifest was made: now ${now.sha256}`,
      );
    }
    if (this.#attempt === 1) {
      RangedFile.plan(this.#transfer, this.#entry, 2).begin();
      return;
    }
    outcomes.end(
      path,
      'damaged',
      `arrived as ${seen} twice while the box holds ${sha256}: this machine's disk or memory, or the line, alters it`,
    );
  }
}
