import type { Channel } from '../box/channel.ts';
import { oneLine } from '../box/stranger-text.ts';
import type { SeenFile } from '../job/checkpoint-sets.ts';
import { compileGlob } from '../job/glob.ts';
import type { ArtifactRule } from '../job/job.ts';

/** What lies in one folder of a cell's output, or in its top. */
export interface FolderUse {
  /** Relative to the output; `.` for what lies in its top. */
  folder: string;
  files: number;
  bytes: number;
  /** Of these, in files of which a verified copy of the same size is kept elsewhere. */
  keptBytes: number;
}

export interface CellUse {
  cell: string;
  folders: FolderUse[];
  /** What would be gone with the box, the largest first: no verified copy of that name and size is known. */
  onlyThere: { path: string; bytes: number; isPromised: boolean }[];
}

/**
 * By name and size alone: what was written over with as many bytes counts as kept, and the next look that pulls it finds it by its hash.
 *
 * @param copies verified ones, kept or sealed
 * @param seen as the box lists them
 */
export function cellUse(
  cell: string,
  copies: readonly { path: string; bytes: number }[],
  seen: readonly SeenFile[],
  artifacts: readonly Pick<ArtifactRule, 'path'>[],
): CellUse {
  const kept = new Set(copies.map(({ path, bytes }) => `${bytes} ${path}`));
  const isKept = ({ path, bytes }: SeenFile): boolean => kept.has(`${bytes} ${path}`);
  const promised = artifacts.map(({ path }) => compileGlob(path));
  const folders = new Map<string, FolderUse>();
  for (const file of seen) {
    const slash = file.path.indexOf('/');
    const folder = slash === -1 ? '.' : file.path.slice(0, slash);
    const use = folders.get(folder) ?? { folder, files: 0, bytes: 0, keptBytes: 0 };
    use.files += 1;
    use.bytes += file.bytes;
    use.keptBytes += isKept(file) ? file.bytes : 0;
    folders.set(folder, use);
  }
  return {
    cell,
    folders: [...folders.values()].sort((a, b) => b.bytes - a.bytes || (a.folder < b.folder ? -1 : 1)),
    onlyThere: seen
      .filter((file) => !isKept(file))
      .map(({ path, bytes }) => ({ path, bytes, isPromised: promised.some((matches) => matches(path)) }))
      .sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1)),
  };
}

/** What else a run has on its box, and the room that is left. */
export interface BoxUse {
  /** Folders of the run beside the output of its cells, in whole KiB. */
  others: { folder: string; bytes: number }[];
  /** Of the disk that the run lies on; `undefined` where the box did not say. */
  disk: { freeBytes: number; bytes: number } | undefined;
  /** Counting took longer than anybody waits: there is more than this. */
  isPartial: boolean;
}

const SECONDS = 60;

/** `$1` where the run lies. Without `timeout` the bound of the command is the only one. */
const USE = `
cd -- "$1" 2>/dev/null || exit 0
bound=
! command -v timeout >/dev/null 2>&1 || bound='timeout ${SECONDS}'
for folder in */; do
  [ "$folder" != '*/' ] && [ "$folder" != cells/ ] && [ ! -L "\${folder%/}" ] || continue
  $bound du -xsk -- "./$folder" 2>/dev/null || echo PARTIAL
done
df -kP . 2>/dev/null | awk 'NR == 2 { print "DISK", $2, $4 }'
exit 0
`;

/** @throws TransportFailed */
export async function boxUse(channel: Channel, base: string): Promise<BoxUse> {
  const { stdout } = await channel.exec(['sh', '-c', USE, 'sh', base], { timeoutSeconds: 10 * SECONDS });
  return readUse(stdout);
}

/** A stranger's word: what is not as it was asked for is left out. */
export function readUse(text: string): BoxUse {
  const use: BoxUse = { others: [], disk: undefined, isPartial: false };
  for (const line of text.split('\n')) {
    if (line === 'PARTIAL') use.isPartial = true;
    const [, kib, folder] = /^(\d{1,13})\t\.\/(.{1,200})\/$/.exec(line) ?? [];
    if (folder !== undefined) use.others.push({ folder: oneLine(folder, 100), bytes: Number(kib) * 1024 });
    const [, all, free] = /^DISK (\d{1,13}) (\d{1,13})$/.exec(line) ?? [];
    if (free !== undefined) use.disk = { bytes: Number(all) * 1024, freeBytes: Number(free) * 1024 };
  }
  use.others.sort((a, b) => b.bytes - a.bytes);
  return use;
}
