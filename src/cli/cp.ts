import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { oneLine } from '../box/stranger-text.ts';
import { hashOnBox } from '../collect/box-questions.ts';
import { DiskWorker } from '../collect/disk-worker.ts';
import { cellOutDir } from '../collect/places.ts';
import { pull } from '../collect/pull.ts';
import { readRun } from '../course/find-run.ts';
import { type HeldBox, heldBox } from '../course/held-box.ts';
import type { Run } from '../lease/run.ts';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import { formatBytes } from '../report/progress-bar.ts';
import type { Face } from '../world.ts';
import type { Request } from './command.ts';
import { faceOf, ledgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** Of a file whose size nobody knows: its hash is waited for as long as for so many. */
const UNKNOWN_BYTES = 5e9;

/** What one side of a copy says: `RUN:PATH` on a box, or a file here. */
interface Side {
  run?: string;
  path: string;
}

/** One file between this machine and the box of a run, whole and hash-equal or not there. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const [from, to] = sidesOf(request.words);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, from.run ?? to.run ?? '');
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const box = await heldBox(world, run);
    const there = placeOn(box, run, settings, from.run === undefined ? to.path : from.path);
    if (from.run === undefined) await send({ box, face }, resolve(settings.cwd, from.path), there);
    else await bring({ box, face, signal }, there, resolve(settings.cwd, to.path));
    return 0;
  } finally {
    await world.close();
  }
}

/** A path that looks like one is written as `./a:b`: a run has no slash in its name, and begins with none of its marks. */
const sideOf = (word: string): Side => {
  const [, run, path = ''] = /^([A-Za-z0-9][\w.-]{0,199}):(.*)$/s.exec(word) ?? [];
  return run === undefined ? { path: word } : { run, path };
};

function sidesOf(words: readonly string[]): [Side, Side] {
  const [from, to] = words.map(sideOf);
  const isOne = (from?.run === undefined) !== (to?.run === undefined);
  if (words.length === 2 && from && to && isOne && (from.run === undefined ? from : from).path !== '')
    return [from, to];
  throw new Problem({
    code: 'copy-what',
    kind: 'usage',
    what: `${words.length === 2 ? 'One of the two has to lie on a box, and one here' : 'A copy has two sides'}: ${words.join(' ') || 'none was given'}.`,
    next: 'Write RUN:PATH for the side on the box: gpu-lease cp tiny-1a2b3c4d:checkpoints/last.pt .',
  });
}

/** A path that is not absolute lies below the output of a cell, of the only one where none is named. */
function placeOn({ base }: HeldBox, run: Run, settings: Settings, path: string): string {
  if (posix.isAbsolute(path)) return posix.normalize(path);
  const cells = [...run.cells.keys()];
  const cell = settings.value('cell') ?? (cells.length === 1 ? cells[0] : undefined);
  if (cell !== undefined && run.cells.has(cell)) return posix.join(cellOutDir(base, cell), path);
  throw new Problem({
    code: 'which-cell',
    kind: 'usage',
    what: cell === undefined ? `${run.id} has ${cells.length} cells.` : `${run.id} has no cell "${cell}".`,
    next: `Name the one whose output is meant with --cell: ${cells.slice(0, 20).join(', ')}; or give an absolute path.`,
  });
}

interface Copying {
  box: HeldBox;
  face: Face;
}

async function bring(
  { box, face, signal }: Copying & { signal: AbortSignal },
  there: string,
  here: string,
): Promise<void> {
  const name = posix.basename(there);
  const dir = posix.dirname(there);
  const found = await fileOn(box, dir, name);
  if (!found) throw await notThere(box, there);
  const target = existsSync(here) && statSync(here).isDirectory() ? join(here, name) : here;
  const draft = await mkdtemp(join(dirname(target), '.gpu-lease-cp-'));
  try {
    const { complete, files } = await pull(box.channel, {
      remoteDir: dir,
      entries: [{ path: name, ...found }],
      intoDir: draft,
      signal,
      onProgress: ({ bytesDone: done, bytesTotal: total }) =>
        face.progress('cp', { label: name, done, total, unit: 'bytes' }),
    });
    face.settle('cp');
    if (!complete) throw changedMeanwhile(there, files[0]?.why);
    await rename(join(draft, name), target);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(`${draft}+partial`, { recursive: true, force: true });
  }
  face.line(`${target}: ${formatBytes(found.bytes)}, hash-equal`);
}

async function send({ box, face }: Copying, here: string, there: string): Promise<void> {
  const bytes = statSync(here).size;
  const target = there.endsWith('/') ? posix.join(there, basename(here)) : there;
  await box.channel.put(target, createReadStream(here));
  const found = await fileOn(box, posix.dirname(target), posix.basename(target), bytes);
  const disk = new DiskWorker();
  const sha256 = await disk.hash(here, bytes).finally(() => disk.close());
  if (found?.sha256 !== sha256) throw changedMeanwhile(target, undefined);
  face.line(`${box.lease.name}:${target}: ${formatBytes(bytes)}, hash-equal`);
}

/** @param bytes about */
const fileOn = async ({ channel }: HeldBox, dir: string, name: string, bytes = UNKNOWN_BYTES) =>
  (await hashOnBox(channel, dir, [name], { bytes })).files.get(name);

async function notThere({ lease, channel }: HeldBox, path: string): Promise<Problem> {
  const dir = posix.dirname(path);
  const { stdout } = await channel.exec(['ls', '-1', '--', dir]);
  const near = nearestOf(posix.basename(path), stdout.split('\n').slice(0, MOST_NAMES));
  return new Problem({
    code: 'not-on-box',
    kind: 'usage',
    what: `There is no plain file ${path} on ${lease.name}.`,
    next: `${near ? `Did you mean "${oneLine(posix.join(dir, near), 300)}"? ` : ''}Look for it: gpu-lease exec ${lease.name.replace(/-\d+$/, '')} -- ls -la ${dir}`,
  });
}

const MOST_NAMES = 10_000;

const changedMeanwhile = (path: string, why: string | undefined): Problem =>
  new Problem({
    code: 'changed-meanwhile',
    kind: 'failed',
    what: `${path} was written to while it was copied${why === undefined ? '' : `: ${why}`}. Nothing half stands under its name here.`,
    next: 'Copy it again when it is still; a checkpoint that is being saved is pulled whole by "gpu-lease watch".',
  });
