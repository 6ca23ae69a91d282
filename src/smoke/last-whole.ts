import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SeenFile } from '../job/checkpoint-sets.ts';
import { objectOf, sight } from './bounded-file.ts';
import type { Whole } from './checkpoint-watch.ts';
import { copyWithTime } from './fresh-folder.ts';

/**
 * A copy of the newest whole checkpoint of an attempt, taken while the attempt goes on: as copies of a run are kept, so that a
 * write which a kill cuts short does not take the version before with it.
 */
export class LastWhole {
  readonly #outDir: string;
  readonly #dir: string;
  #kept: Whole | undefined;

  /** @param dir ours alone; made when there is something to keep */
  constructor(outDir: string, dir: string) {
    this.#outDir = outDir;
    this.#dir = dir;
  }

  get kept(): Whole | undefined {
    return this.#kept;
  }

  /** Keeps nothing of a set that was written to since it was listed and loaded: a later look brings it again. */
  take(seen: Whole): void {
    if (this.#kept && this.#kept.step > seen.step) return;
    const { files } = seen.set;
    const draft = `${this.#dir}.part`;
    try {
      for (const { path } of files) copyWithTime(path, this.#outDir, draft);
    } catch {
      // Replaced or rotated away while it was copied.
    }
    if (files.every(this.#isAsListed)) {
      rmSync(this.#dir, { recursive: true, force: true });
      renameSync(draft, this.#dir);
      this.#kept = seen;
    }
    rmSync(draft, { recursive: true, force: true });
  }

  /** In place of whatever the kill left under the names of its files. */
  putBack(): void {
    for (const { path } of this.#kept?.set.files ?? []) {
      rmSync(join(this.#outDir, path), { force: true });
      copyWithTime(path, this.#dir, this.#outDir);
    }
  }

  forget(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  readonly #isAsListed = ({ path, object }: SeenFile): boolean => {
    const now = sight(this.#outDir, path);
    return now !== undefined && objectOf(now) === object;
  };
}
