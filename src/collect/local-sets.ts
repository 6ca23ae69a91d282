import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkpointSets, type SeenFile, type SetShape } from '../job/checkpoint-sets.ts';

/**
 * Gives the room back that superseded checkpoints take below a directory of ours into which they were pulled. What the record
 * speaks of is held by its content beside it, whatever becomes of these names.
 *
 * @param isWanted by the name of a set
 * @returns the names of those that went
 */
export async function dropLocalSets(
  dir: string,
  rule: SetShape,
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  const gone: string[] = [];
  for (const set of checkpointSets(await listed(dir), rule)) {
    if (set.form === 'files' || isWanted(set.name)) continue;
    for (const { path } of set.files) {
      await rm(join(dir, path), { force: true });
      await rmdir(join(dir, dirname(path))).catch(() => {});
    }
    gone.push(set.name);
  }
  return gone;
}

async function listed(dir: string, below = ''): Promise<SeenFile[]> {
  const files: SeenFile[] = [];
  for (const entry of await readdir(join(dir, below), { withFileTypes: true }).catch(() => [])) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) files.push(...(await listed(dir, path)));
    if (!entry.isFile()) continue;
    const { size, mtimeMs } = await lstat(join(dir, path));
    files.push({ path, bytes: size, modifiedAt: mtimeMs / 1000 });
  }
  return files;
}
