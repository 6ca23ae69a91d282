import { basename } from 'node:path';
import type { Channel } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { RunDir } from '../launch/launcher.ts';
import type { Cell } from '../lease/run.ts';
import { patienceSeconds } from './box-questions.ts';
import { type DurableSet, durableSets } from './durable-sets.ts';
import { holdsNewest } from './kept-news.ts';
import { cellOutDir } from './places.ts';
import { type PushedFile, type PushReport, publish } from './push.ts';
import type { Restoring } from './restore-kept.ts';

/** What was brought to a new box from the durable tier that it has mounted. */
export interface BroughtFromTier {
  report: PushReport;
  step: number | undefined;
}

/** Owners and modes are nothing that every mount keeps. */
const COPY = `
umask 077
rm -rf -- "$2" && mkdir -p -- "$2" && cd -- "$1" || exit 5
while IFS= read -r path; do
  case $path in */*) mkdir -p -- "$2/\${path%/*}" || exit 5 ;; esac
  cp -- "./$path" "$2/$path" && chmod 644 "$2/$path" || exit 6
done
`;

/**
 * Copies the newest checkpoint of a cell from the durable tier into its output on a new box: the one that the record speaks of,
 * by its hashes. Nothing of it passes through this machine.
 *
 * @returns `undefined` where the box has no tier, or that has no such copy
 */
export async function bringFromTier(
  of: Restoring,
  channel: Channel,
  { cell, only }: { cell: Cell; only: (path: string) => boolean },
  dir: RunDir,
): Promise<BroughtFromTier | undefined> {
  const { lease, world } = of;
  const durable = lease?.placed?.durable;
  if (!lease || durable === undefined) return undefined;
  const sets = await durableSets(channel, durable, basename(dir.base));
  for (const copy of sets.filter((each) => each.cell === cell.name)) {
    if (!holdsNewest(cell, copy.files)) continue;
    const report = await copied(
      channel,
      { ...copy, files: copy.files.filter(({ path }) => only(path)) },
      cellOutDir(dir.base, cell.name),
    );
    if (report.complete) return { report, step: cell.verifiedStep };
    const bad = report.files.find(({ outcome }) => outcome === 'damaged');
    world.face.warn(
      `${cell.name}: ${copy.dir} is not what its keeper laid down there: ${bad?.path} ${bad?.why}`,
    );
  }
  return undefined;
}

async function copied(channel: Channel, { dir, files }: DurableSet, remoteDir: string): Promise<PushReport> {
  const staging = `${remoteDir}/.gpu-lease-fetch`;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { exitCode, stderr } = await channel.exec(['sh', '-c', COPY, 'sh', dir, staging], {
    stdin: Buffer.from(files.map(({ path }) => `${path}\n`).join('')),
    timeoutSeconds: patienceSeconds(bytes),
  });
  const proven = exitCode === 0 ? await publish(channel, remoteDir, staging, files) : new Set<string>();
  const why = exitCode === 0 ? 'has another hash than its manifest says' : oneLine(stderr, 200);
  const ends = files.map(({ path, bytes: size }): PushedFile => {
    if (proven.has(path)) return { path, bytes: size, outcome: 'pushed' };
    return { path, bytes: size, outcome: 'damaged', why };
  });
  return { files: ends, complete: ends.every(({ outcome }) => outcome === 'pushed') };
}
