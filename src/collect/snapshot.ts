import type { ManifestEntry } from '../box/box-plan.ts';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { hashOnBox } from './box-questions.ts';
import { pathFault } from './manifest.ts';

/**
 * `l path` is linked, `c path` is copied; one a line. A checkpoint that is published by a rename keeps its bytes under a
 * second name however often the first is replaced; a log that grows in place would not, so it is copied.
 */
const TAKE = `
umask 077
cd -- "$1/out" 2>/dev/null || exit 0
rm -rf "$1/snapshot" && mkdir "$1/snapshot" || exit 5
while IFS= read -r line; do
  how=\${line%% *}
  path=\${line#? }
  [ -f "./$path" ] && [ ! -L "./$path" ] || continue
  case $path in */*) mkdir -p "$1/snapshot/\${path%/*}" || exit 5 ;; esac
  [ "$how" = l ] && ln -- "./$path" "$1/snapshot/$path" 2>/dev/null && continue
  cp -p -- "./$path" "$1/snapshot/$path" || exit 5
done
du -sk "$1/snapshot"
exit 0
`;

const NO_ROOM = /No space left|Disk quota exceeded/i;

/** The box answers, and its disk has no room for as much as a second name. */
export class NoRoomToHold extends TransportFailed {}

export interface Snapshot {
  /** Absolute, on the box; holds exactly the entries. */
  dir: string;
  entries: ManifestEntry[];
}

/**
 * Holds a cell's newest files still while they are pulled. A run that checkpoints more often than a pull takes would
 * otherwise never have one whole copy on our side. Costs no disk beyond the one checkpoint that is being pulled.
 *
 * @param cellDir absolute directory of the cell on the box
 * @throws NoRoomToHold; TransportFailed
 * @param linked files that are published by a rename; `copied`: files that grow in place
 */
export async function takeSnapshot(
  channel: Channel,
  cellDir: string,
  linked: readonly string[],
  copied: readonly string[],
): Promise<Snapshot> {
  const dir = `${cellDir}/snapshot`;
  const safe = (path: string) => pathFault(path) === undefined;
  const lines = [
    ...linked.filter(safe).map((path) => `l ${path}\n`),
    ...copied.filter(safe).map((path) => `c ${path}\n`),
  ];
  const taken = await channel.exec(['sh', '-c', TAKE, 'sh', cellDir], {
    stdin: Buffer.from(lines.join('')),
    timeoutSeconds: 300,
  });
  if (taken.exitCode !== 0) {
    const what = `the box could not hold its files still: ${taken.stderr.slice(0, 200)}`;
    throw NO_ROOM.test(taken.stderr) ? new NoRoomToHold(what, 'short') : new TransportFailed(what, 'short');
  }
  const bytes = 1024 * (Number.parseInt(taken.stdout, 10) || 0);
  const paths = lines.map((line) => line.slice(2, -1));
  const { files } = await hashOnBox(channel, dir, paths, { bytes });
  return {
    dir,
    entries: [...files].map(([path, file]) => ({ path, bytes: file.bytes, sha256: file.sha256 })),
  };
}

/** Gives the disk back. */
export async function dropSnapshot(channel: Channel, { dir }: Snapshot): Promise<void> {
  await channel.exec(['sh', '-c', 'case $1 in */snapshot) rm -rf -- "$1" ;; esac', 'sh', dir]);
}
