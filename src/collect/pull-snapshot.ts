import type { ManifestEntry } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import type { Collected } from './gathering.ts';
import { storeOf } from './places.ts';
import { pull } from './pull.ts';
import type { Snapshot } from './snapshot.ts';

/** @returns those that are here now, hash-equal */
export async function pullSnapshot(
  { world, run }: Collected,
  channel: Channel,
  cell: string,
  { dir, entries }: Snapshot,
): Promise<ManifestEntry[]> {
  const { files } = await pull(channel, {
    remoteDir: dir,
    entries,
    intoDir: storeOf(world.storeDir, run.id, cell),
    rehash: false,
    signal: world.signal,
    onProgress: ({ bytesDone: done, bytesTotal: total }) =>
      world.face.progress(`pull ${cell}`, { label: 'pull', done, total, unit: 'bytes' }),
  });
  world.face.settle(`pull ${cell}`);
  const here = new Set(
    files.flatMap(({ path, outcome }) => (outcome === 'pulled' || outcome === 'already' ? [path] : [])),
  );
  return entries.filter(({ path }) => here.has(path));
}
