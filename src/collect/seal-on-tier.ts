import { rm } from 'node:fs/promises';
import { oneLine } from '../box/stranger-text.ts';
import type { SealedIn } from '../lease/events.ts';
import type { Sent } from './afar.ts';
import { patienceSeconds } from './box-questions.ts';
import { boxSource } from './box-source.ts';
import { storeDiffers } from './collect-problems.ts';
import type { Gathering } from './gathering.ts';
import { type ManifestRow, manifestSha256 } from './manifest.ts';
import { cellOutDir } from './places.ts';
import { hashedThere, nameOfTier, type TierForSeal } from './tier-place.ts';

/**
 * The keeper copied what a cell left when that ended well: another name of the same bytes costs no room, where the file system
 * has such names. A name that is there is compared by whoever called.
 */
const LAY_SCRIPT = `
umask 077
out=$1 kept=$2 to=$3 part=$3/.gpu-lease-part
mkdir -p -- "$to" || exit 5
while IFS= read -r path; do
  [ ! -e "$to/$path" ] || continue
  case $path in */*) mkdir -p -- "$to/\${path%/*}" || exit 5 ;; esac
  rm -f -- "$part"
  if [ -n "$kept" ] && [ -f "$kept/$path" ] && [ ! -L "$kept/$path" ] && ln -- "$kept/$path" "$to/$path" 2>/dev/null; then continue; fi
  cp -- "$out/$path" "$part" && mv -f -- "$part" "$to/$path" || exit 6
done
sync -f "$to" 2>/dev/null || sync
`;
const TAKE_AWAY_SCRIPT = `
cd -- "$1" || exit 5
while IFS= read -r path; do rm -f -- "./$path" || exit 6; done
`;

/**
 * Lays everything down on the durable tier, in a directory that nothing else writes to, and proves there that it has the hashes
 * of the manifest. Safe to be killed in and to be called again: what is there and right stays.
 *
 * @returns why it was not laid down there, where that is the tier's doing
 * @throws TransportFailed when the line failed
 */
export async function laidOnTier(
  gathering: Gathering,
  files: ManifestRow[],
  { durable, tier }: Extract<TierForSeal, { durable: string }>,
): Promise<Sent | string> {
  const { world, run, lease, box, store, job } = gathering;
  const root = `${durable}/${run.id}`;
  const dir = `${root}/.sealed/${manifestSha256(run.id, files).slice(0, 16)}`;
  const place: SealedIn = { durable: dir, platform: lease.platform, tier };
  world.face.line(`it has no room here: to ${nameOfTier(place)}, which outlives the box`);
  const laying: Laying = { gathering, dir, root };
  const failed =
    (await lay(laying, files, 'links')) ?? (await layAgain(laying, await differing(laying, files)));
  if (failed !== undefined) return failed;
  const other = await differing(laying, files);
  if (other.length > 0)
    throw storeDiffers(
      run,
      nameOfTier(place),
      other.map(({ cell, path }) => `${cell}/${path}`),
    );
  // Pieces of what was to be pulled prove nothing, and the evidence needs room.
  for (const { name } of job.cells)
    await rm(`${store.cellDir(name)}+partial`, { recursive: true, force: true });
  const sizes = new Map(files.map(({ cell, path, bytes }) => [`${cell}/${path}`, bytes]));
  return {
    files,
    place: nameOfTier(place),
    in: place,
    open: async (cell, path) =>
      boxSource(box.channel, `${dir}/${cell}/${path}`, sizes.get(`${cell}/${path}`) ?? 0),
    // All of them were hashed there just now.
    compareOthers: async () => {},
  };
}

interface Laying {
  gathering: Gathering;
  /** Where it is to lie, and the run's own directory on the tier. */
  dir: string;
  root: string;
}

async function differing({ gathering, dir }: Laying, files: readonly ManifestRow[]): Promise<ManifestRow[]> {
  const there = await hashedThere(gathering.box.channel, dir, files);
  return files.filter(({ cell, path, sha256 }) => there.get(`${cell}/${path}`)?.sha256 !== sha256);
}

/** What stands there and is something else goes first; nothing of the keeper's is taken for it a second time. */
async function layAgain(laying: Laying, files: readonly ManifestRow[]): Promise<string | undefined> {
  if (files.length === 0) return;
  const { box } = laying.gathering;
  const { exitCode, stderr } = await box.channel.exec(['sh', '-c', TAKE_AWAY_SCRIPT, 'sh', laying.dir], {
    stdin: linesOf(files.map(({ cell, path }) => `${cell}/${path}`)),
    timeoutSeconds: patienceSeconds(0),
  });
  return exitCode === 0 ? lay(laying, files, 'copies') : `${laying.dir}: ${oneLine(stderr, 200)}`;
}

async function lay(
  { gathering, dir, root }: Laying,
  files: readonly ManifestRow[],
  by: 'links' | 'copies',
): Promise<string | undefined> {
  const { box, world } = gathering;
  for (const cell of new Set(files.map((file) => file.cell))) {
    const own = files.filter((file) => file.cell === cell);
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    const kept = by === 'links' ? `${root}/${cell}` : '';
    const out = cellOutDir(box.dir.base, cell);
    const words = ['sh', '-c', LAY_SCRIPT, 'sh', out, kept, `${dir}/${cell}`] as const;
    const { exitCode, stderr } = await box.channel.exec(words, {
      stdin: linesOf(own.map(({ path }) => path)),
      timeoutSeconds: patienceSeconds(bytes),
    });
    world.signal.throwIfAborted();
    if (exitCode !== 0) return `${dir}: ${oneLine(stderr, 200) || `the copy ended with ${exitCode}`}`;
  }
  return undefined;
}

const linesOf = (paths: readonly string[]): Buffer => Buffer.from(paths.map((path) => `${path}\n`).join(''));
