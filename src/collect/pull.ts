import { readFileSync } from 'node:fs';
import type { ManifestEntry } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { type Clock, systemClock } from '../clock.ts';
import { DiskWorker } from './disk-worker.ts';
import { KnownFiles } from './known-files.ts';
import { Lanes, StopSwitch } from './lanes.ts';
import { diskFull, LocalTree, requireSpace } from './local-tree.ts';
import { readManifest } from './manifest.ts';
import { PartialDir } from './partial-file.ts';
import { inBatches, pullBatch, SMALL_BYTES, sha256Of, stillOnBox } from './pull-batch.ts';
import { PullOutcomes, type PullProgress, type PullReport } from './pull-outcomes.ts';
import { RangedFile } from './pull-ranges.ts';
import type { Transfer } from './transfer.ts';

export interface PullRequest {
  /** Absolute path of the cell's output directory on the box. */
  remoteDir: string;
  /** As the box listed them; checked again here. */
  entries: readonly ManifestEntry[];
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
 * @throws TransportFailed, or the signal's reason, once everything that has arrived is durable
 * @throws Problem `disk-full-here` before anything is written when the rest does not fit, or when a write says so
 */
export async function pull(channel: Channel, request: PullRequest): Promise<PullReport> {
  const { entries, refused } = readManifest(request.entries);
  const stop = new StopSwitch(request.signal);
  const tree = await LocalTree.open(request.intoDir);
  const partials = await PartialDir.open(request.partialDir ?? `${tree.root}+partial`);
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
  };
  const known = request.rehash === false ? KnownFiles.load(partials.path) : undefined;
  try {
    const lacking = await whatLacks(transfer, entries, known);
    await fetchAll(transfer, lacking, request.clock ?? systemClock);
  } finally {
    stop.detach();
    await transfer.disk.close();
  }
  const report = transfer.outcomes.report();
  if (known) await remember(tree, entries, report, known);
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

async function fetchAll(transfer: Transfer, lacking: readonly ManifestEntry[], clock: Clock): Promise<void> {
  const { lanes, tree, partials, outcomes } = transfer;
  const small = lacking.filter(({ bytes }) => bytes < SMALL_BYTES);
  for (const batch of inBatches(small)) {
    lanes.add(async () => {
      const unpulled = await pullBatch(transfer, batch);
      for (const { entry, mismatched } of await stillOnBox(transfer, unpulled)) {
        RangedFile.plan(transfer, entry, mismatched ? 2 : 1).begin();
      }
    });
  }
  const large = lacking
    .filter(({ bytes }) => bytes >= SMALL_BYTES)
    .map((entry) => RangedFile.plan(transfer, entry));
  const smallBytes = small.reduce((sum, { bytes }) => sum + bytes, 0);
  const largeBytes = large.reduce((sum, file) => sum + file.missingBytes, 0);
  await requireSpace(tree.root, smallBytes + largeBytes, lacking.length);

  for (const file of large) file.begin();
  const before = outcomes.movedBytes;
  const arrived = new AbortController();
  void clock.sleep(NEAR_SECONDS, arrived.signal).then(() => {
    if (outcomes.movedBytes === before) lanes.widen();
  });
  await lanes.run();
  arrived.abort();
  await Promise.allSettled([...transfer.unfinished].map((file) => file.suspend()));
  await tree.settle();
  try {
    lanes.stop.check();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw diskFull(partials.path, `a write was refused (${code})`, error);
    throw error;
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
