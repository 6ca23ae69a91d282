import { readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './partial-file.ts';

interface Known {
  path: string;
  bytes: number;
  modifiedMs: number;
  inode: number;
  sha256: string;
}

/**
 * Hashes of files that this machine computed before, good while size, time and inode are the same. Saves the repeated
 * reading of large checkpoints while a run is watched; it cannot see bit rot, so nothing is sealed on its word.
 */
export class KnownFiles {
  readonly #path: string;
  readonly #known = new Map<string, Known>();

  private constructor(path: string) {
    this.#path = path;
  }

  static load(dir: string): KnownFiles {
    const known = new KnownFiles(join(dir, 'known.json'));
    try {
      for (const each of JSON.parse(readFileSync(known.#path, 'utf8')) as Known[])
        known.#known.set(each.path, each);
    } catch {
      known.#known.clear();
    }
    return known;
  }

  sha256Of(path: string, stats: Stats): string | undefined {
    const known = this.#known.get(path);
    const same =
      known?.bytes === stats.size && known.modifiedMs === stats.mtimeMs && known.inode === stats.ino;
    return same ? known.sha256 : undefined;
  }

  learn(path: string, stats: Stats, sha256: string): void {
    this.#known.set(path, { path, bytes: stats.size, modifiedMs: stats.mtimeMs, inode: stats.ino, sha256 });
  }

  save(): Promise<void> {
    return writeDurably(this.#path, JSON.stringify([...this.#known.values()]));
  }
}
