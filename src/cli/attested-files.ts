import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isBeside } from '../attest/beside.ts';
import type { HeldFile } from '../attest/held-files.ts';
import { type Refusal, refusal } from '../attest/refusal.ts';

/** A path that was named, with the digests of what lies there. */
export interface Held {
  path: string;
  isFolder: boolean;
  files: HeldFile[];
  /** Links and the like, which nobody can attest. */
  strange: Refusal[];
}

/**
 * @param others absolute paths that are no part of what is attested, such as the bundle
 * @throws Error where a file cannot be read
 */
export async function held(path: string, others: ReadonlySet<string>, signal: AbortSignal): Promise<Held> {
  const isFolder = lstatSync(path).isDirectory();
  const found: Held = { path, isFolder, files: [], strange: [] };
  const entries = isFolder ? filesBelow(path) : [{ at: path, isPlain: lstatSync(path).isFile() }];
  for (const { at, isPlain } of entries) {
    if (others.has(at)) continue;
    const name = isFolder ? relative(path, at).split(sep).join('/') : basename(at);
    if (isPlain) found.files.push({ path: name, sha256: await digestOfFile(at, signal) });
    else found.strange.push(refusal('not-a-file', `${name} is a link or no plain file`));
  }
  return found;
}

/** Evidence and reports that lie beside the cells are about them, and are not attested. */
const filesBelow = (dir: string, depth = 0): { at: string; isPlain: boolean }[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => depth > 0 || !isBeside(name))
    .flatMap((entry) => {
      const at = join(dir, entry.name);
      return entry.isDirectory() ? filesBelow(at, depth + 1) : [{ at, isPlain: entry.isFile() }];
    });

async function digestOfFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}
