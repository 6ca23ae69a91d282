import { readFileSync } from 'node:fs';
import type { ManifestEntry } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { type Clock, systemClock } from '../clock.ts';
import { DiskWorker } from './disk-worker.ts';
import { KnownFiles } from './known-files.ts';
import { Lanes, StopSwitch } from './lanes.ts';
import { LocalTree, refusedBelow, requireSpace } from './local-tree.ts';
import { entryFault, readManifest } from './manifest.ts';
import { PartialDir, PartialFile } from './partial-file.ts';
import {
  inBatches,
  NOT_THERE,
  pullBatch,
  SMALL_BYTES,
  sha256Of,
  sizeChanged,
  stillOnBox,
} from './pull-batch.ts';
import { type PullOutcome, PullOutcomes, type PullProgress, type PullReport } from './pull-outcomes.ts';
import { RangedFile } from './pull-ranges.ts';
import type { Transfer } from './transfer.ts';

/** A manifest whose hashes the box is still computing. Large files that are not here at all are begun meanwhile. */
export interface LateManifest {
  listed: readonly { path: string; bytes: number }[];
  /** The same files with their hashes; those that have gone meanwhile are not in it. */
  hashed: Promise<readonly ManifestEntry[]>;
}

export interface PullRequest {
  /** Absolute path of the cell's output directory on the box. */
  remoteDir: string;
  /** As the box listed them; checked again here. */
  entries: readonly ManifestEntry[] | LateManifest;
  /** Made when absent. */
  intoDir: string;
  /** Where files grow until they are whole; on the file system of `intoDir`. Default: `<intoDir>+partial`; no cell has a `+` in its name. */
  partialDir?: string;
  onProgress?: (progress: PullProgress) => void;
  signal?: AbortSignal;
  /**
   * Default `true`: files that are here already are read and hashed. `false` trusts a record of size, time and inode,
   * for looks while a run goes on; never for what is then sealed.
   */
  rehash?: boolean;
  /** Operations at once on the channel, 1 to 8. Default 8. */
  lanes?: number;
  clock?: Clock;
}

/**
 * A channel moves 2 MiB a round trip. Where the first byte comes at once, four of them fill any line and need 50 MB less
 * memory than eight; where it does not, the others are opened as well.
 */
const NEAR_LANES = 4;
const NEAR_SECONDS = 0.03;

/**
 * Brings files from the box, each verified against its manifest hash before it appears under its name. Run it again after
 * a kill or a failure at any point: it continues, and what is here never shrinks. One pull at a time into a directory.
 *
 * @throws PullBroken, or the signal's reason, once everything that has arrived is durable
 * @throws Problem `disk-full-here` before anything is written when the rest does not fit, or when a write says so
 */
export async function pull(channel: Channel, request: PullRequest): Promise<PullReport> {
  const { entries, refused, hashed } = readRequest(request.entries);
  const stop = new StopSwitch(request.signal);
  const tree = await LocalTree.open(request.intoDir);
  const partials = await PartialDir.open(request.partialDir ?? `${tree.root}+partial`);
  const ended = new AbortController();
  const transfer: Transfer = {
    channel,
    remoteDir: request.remoteDir.replace(/(?<=.)\/+$/, ''),
    tree,
    partials,
    disk: new DiskWorker(),
    outcomes: new PullOutcomes(entries, refused, request.onProgress),
    lanes: new Lanes(NEAR_LANES, Math.min(8, Math.max(1, request.lanes ?? 8)), stop),
    signal: request.signal,
    unfinished: new Set(),
    clock: request.clock ?? systemClock,
    ended: ended.signal,
  };
  const known = request.rehash === false ? KnownFiles.load(partials.path) : undefined;
  let final: readonly ManifestEntry[] = [];
  try {
    const ahead = hashed === undefined ? new Map() : await beginAhead(transfer, entries);
    transfer.lanes.beside(async () => {
      final = hashed === undefined ? entries : await hashedOf(hashed, ahead);
      const others = hashed === undefined ? entries : await identified(transfer, entries, ahead, final);
      await begin(transfer, await whatLacks(transfer, others, known));
    });
    await run(transfer);
  } catch (error) {
    throw transfer.outcomes.brokenBy(error);
  } finally {
    ended.abort();
    stop.detach();
    await transfer.disk.close();
  }
  const report = transfer.outcomes.report();
  if (known) await remember(tree, final, report, known);
  await partials.tidy();
  return report;
}

/** Ends those that are here and whole, or that cannot be written here. Reads files; the hash alone proves one. */
async function whatLacks(
  { tree, disk, outcomes, lanes }: Transfer,
  entries: readonly ManifestEntry[],
  known: KnownFiles | undefined,
): Promise<ManifestEntry[]> {
  const lacking: ManifestEntry[] = [];
  for (const entry of entries) {
    lanes.stop.check();
    const here = tree.look(entry.path);
    if (here.kind === 'in the way') outcomes.end(entry.path, 'refused', here.why);
    else if (here.kind === 'absent' || here.stats.size !== entry.bytes) lacking.push(entry);
    else {
      const path = `${tree.root}/${entry.path}`;
      const sha256 =
        known?.sha256Of(entry.path, here.stats) ??
        (entry.bytes < SMALL_BYTES ? sha256Of(readFileSync(path)) : await disk.hash(path, entry.bytes));
      if (sha256 === entry.sha256) outcomes.end(entry.path, 'already');
      else lacking.push(entry);
    }
  }
  return lacking;
}

function readRequest(given: PullRequest['entries']) {
  if (!('listed' in given)) return { ...readManifest(given), hashed: undefined };
  // A rejection is met when it is awaited, which may be after the first ranges.
  given.hashed.catch(() => undefined);
  return {
    ...readManifest(given.listed.map((file) => ({ ...file, sha256: '0'.repeat(64) }))),
    hashed: given.hashed,
  };
}

/** Large files of which nothing is here: whatever their hash is, their bytes are needed. */
async function beginAhead(
  transfer: Transfer,
  listed: readonly { path: string; bytes: number }[],
): Promise<Map<string, RangedFile>> {
  const { tree, partials } = transfer;
  const wanted = listed.filter(
    ({ path, bytes }) =>
      bytes >= SMALL_BYTES && tree.look(path).kind === 'absent' && !PartialFile.isBegun(partials, path),
  );
  await requireSpace(
    tree.root,
    wanted.reduce((sum, { bytes }) => sum + bytes, 0),
    wanted.length,
  );
  const ahead = new Map(wanted.map((file) => [file.path, RangedFile.ahead(transfer, file)]));
  for (const file of ahead.values()) file.begin();
  if (ahead.size > 0) widenIfFar(transfer);
  return ahead;
}

async function hashedOf(
  hashed: Promise<readonly ManifestEntry[]>,
  ahead: ReadonlyMap<string, RangedFile>,
): Promise<readonly ManifestEntry[]> {
  try {
    return await hashed;
  } catch (error) {
    for (const file of ahead.values()) file.giveUp();
    throw error;
  }
}

/** Tells the files begun ahead who they are, and returns the others that are still as they were listed. */
async function identified(
  { outcomes }: Transfer,
  listed: readonly ManifestEntry[],
  ahead: ReadonlyMap<string, RangedFile>,
  hashed: readonly ManifestEntry[],
): Promise<ManifestEntry[]> {
  // Their names were judged when they were listed, and only those count.
  const sound = hashed.filter((entry) => entryFault(entry) === undefined);
  const byPath = new Map(sound.map((entry) => [entry.path, entry]));
  const others: ManifestEntry[] = [];
  for (const { path, bytes } of listed) {
    const entry = byPath.get(path);
    const begun = ahead.get(path);
    const end = (outcome: PullOutcome, why: string) =>
      begun ? begun.fail(outcome, why) : outcomes.end(path, outcome, why);
    if (entry === undefined) end('vanished', NOT_THERE);
    else if (entry.bytes !== bytes) end('changed', sizeChanged(bytes, entry.bytes));
    else if (begun) await begun.identify(entry.sha256);
    else others.push(entry);
  }
  return others;
}

async function begin(transfer: Transfer, lacking: readonly ManifestEntry[]): Promise<void> {
  const small = lacking.filter(({ bytes }) => bytes < SMALL_BYTES);
  const large = lacking
    .filter(({ bytes }) => bytes >= SMALL_BYTES)
    .map((entry) => RangedFile.plan(transfer, entry));
  const smallBytes = small.reduce((sum, { bytes }) => sum + bytes, 0);
  const largeBytes = large.reduce((sum, file) => sum + file.missingBytes, 0);
  await requireSpace(transfer.tree.root, smallBytes + largeBytes, lacking.length);

  for (const batch of inBatches(small)) transfer.lanes.add(() => pullSmall(transfer, batch));
  for (const file of large) file.begin();
  if (lacking.length > 0) widenIfFar(transfer);
}

function widenIfFar({ clock, ended, outcomes, lanes }: Transfer): void {
  const before = outcomes.movedBytes;
  void clock.sleep(NEAR_SECONDS, ended).then(() => {
    if (!ended.aborted && outcomes.movedBytes === before) lanes.widen();
  });
}

async function pullSmall(transfer: Transfer, batch: readonly ManifestEntry[]): Promise<void> {
  const unpulled = await pullBatch(transfer, batch);
  for (const { entry, mismatched } of await stillOnBox(transfer, unpulled)) {
    RangedFile.plan(transfer, entry, mismatched ? 2 : 1).begin();
  }
}

/** Runs the lanes to their end and makes what arrived durable, also when something stopped them. */
async function run({ lanes, unfinished, tree, partials }: Transfer): Promise<void> {
  await lanes.run();
  await Promise.allSettled([...unfinished].map((file) => file.suspend()));
  await tree.settle();
  try {
    lanes.stop.check();
  } catch (error) {
    await refusedBelow(partials.path, error);
  }
}

async function remember(
  tree: LocalTree,
  entries: readonly ManifestEntry[],
  { files }: PullReport,
  known: KnownFiles,
): Promise<void> {
  const proven = new Set(
    files.filter(({ outcome }) => outcome === 'pulled' || outcome === 'already').map(({ path }) => path),
  );
  for (const { path, sha256 } of entries) {
    const here = tree.look(path);
    if (proven.has(path) && here.kind === 'file') known.learn(path, here.stats, sha256);
  }
  await known.save();
}
