import { createHash } from 'node:crypto';
import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { HeldFile } from '../attest/held-files.ts';
import { type Refusal, refusal } from '../attest/refusal.ts';

/** Something that lies where one was asked to look. */
export interface Lying {
  at: string;
  /** Below what was named. */
  path: string;
  /** Neither a link nor the like, which nobody can attest. */
  isPlain: boolean;
}

/** A path that was named, with all that lies there. */
export interface Held {
  path: string;
  isFolder: boolean;
  entries: Lying[];
}

/** @throws Error where a folder cannot be read */
export function heldAt(path: string): Held {
  const stats = lstatSync(path);
  if (!stats.isDirectory())
    return { path, isFolder: false, entries: [{ at: path, path: basename(path), isPlain: stats.isFile() }] };
  const entries = below(path).map(({ at, isPlain }) => ({
    at,
    path: relative(path, at).split(sep).join('/'),
    isPlain,
  }));
  return { path, isFolder: true, entries };
}

const below = (dir: string): Omit<Lying, 'path'>[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const at = join(dir, entry.name);
    return entry.isDirectory() ? below(at) : [{ at, isPlain: entry.isFile() }];
  });

export const strangeIn = (entries: readonly Lying[]): Refusal[] =>
  entries
    .filter(({ isPlain }) => !isPlain)
    .map(({ path }) => refusal('not-a-file', `${path} is a link or no plain file`));

/** Digests of files, of each once however often it is asked for. */
export class Digests {
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, string>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @throws Error where a file cannot be read */
  async of(entries: readonly Lying[]): Promise<HeldFile[]> {
    const files: HeldFile[] = [];
    for (const { at, path, isPlain } of entries)
      if (isPlain) files.push({ path, sha256: await this.#digest(at) });
    return files;
  }

  async #digest(at: string): Promise<string> {
    const sha256 = this.#known.get(at) ?? (await digestOfFile(at, this.#signal));
    this.#known.set(at, sha256);
    return sha256;
  }
}

async function digestOfFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}
