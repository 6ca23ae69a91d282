import { copyFile, link, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KeptFile } from '../lease/events.ts';
import { syncDirectory } from './local-tree.ts';
import { pathFault } from './manifest.ts';

/**
 * Our verified copies, by content: `<run>/+kept/<cell>/<sha256>`. A pull puts a file under its name before it is known to
 * load, and a stage can be killed before the ledger knows of what it pulled; what the ledger calls verified must outlive
 * both. Hard links, so a copy costs room only once another one has taken its name.
 */
export class KeptCopies {
  readonly #cell: string;
  readonly #dir: string;

  /** @param cellDir where the cell's files are pulled to: `<run>/<cell>` */
  constructor(cellDir: string) {
    this.#cell = cellDir;
    this.#dir = join(dirname(cellDir), '+kept', cellDir.slice(dirname(cellDir).length + 1));
  }

  /** Holds what was verified just now; nothing is held twice. */
  async hold(files: readonly KeptFile[]): Promise<void> {
    await mkdir(this.#dir, { recursive: true });
    for (const { path, sha256 } of files) await linked(join(this.#cell, path), join(this.#dir, sha256));
    syncDirectory(this.#dir);
  }

  /**
   * These files lie under their own names now, byte for byte: one name each is enough, and what is sealed may have only one.
   */
  async giveUp(files: Iterable<Pick<KeptFile, 'sha256'>>): Promise<void> {
    for (const { sha256 } of files) await rm(join(this.#dir, sha256), { force: true });
    await this.dropLayout();
  }

  /** Lets go of everything but these: what the ledger names, and what it is about to be told. */
  async letGoExcept(files: Iterable<KeptFile>): Promise<void> {
    const wanted = new Set([...files].map((file) => file.sha256));
    for (const name of await readdir(this.#dir).catch(() => []))
      if (!wanted.has(name)) await rm(join(this.#dir, name), { force: true });
  }

  /**
   * A directory in which each file stands under its name as it was verified; where we hold no copy by content, as it was
   * pulled last. Whoever reads it compares hashes.
   */
  async laidOut(files: Iterable<KeptFile>): Promise<string> {
    const view = `${this.#dir}+push`;
    await rm(view, { recursive: true, force: true });
    await mkdir(view, { recursive: true });
    for (const { path, sha256 } of files) {
      if (pathFault(path) !== undefined) continue;
      const to = join(view, path);
      await mkdir(dirname(to), { recursive: true });
      if (!(await linked(join(this.#dir, sha256), to))) await linked(join(this.#cell, path), to);
    }
    return view;
  }

  async dropLayout(): Promise<void> {
    await rm(`${this.#dir}+push`, { recursive: true, force: true });
  }
}

/** Whether the file is there under the second name now. Copies where the file system knows no hard links. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT') return false;
    await copyFile(from, to);
    return true;
  }
}
