import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Bytes that are free on the disk that a directory lies on, or will once it is made; nothing is made for it. */
export async function freeBytesBelow(dir: string): Promise<number> {
  let at = dir;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  const { bavail, bsize } = await statfs(at);
  return bavail * bsize;
}
