import { createHash } from 'node:crypto';
import { createReadStream, writeSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
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

  /** Which of these lie here neither by content nor under their own names. */
  async missing(files: Iterable<KeptFile>): Promise<KeptFile[]> {
    const gone: KeptFile[] = [];
    for (const file of files) if (!(await this.#isHere(file))) gone.push(file);
    return gone;
  }

  async #isHere(file: KeptFile): Promise<boolean> {
    const held = await stat(join(this.#dir, file.sha256)).catch(() => undefined);
    if (held?.isFile() && held.size === file.bytes) return true;
    if (pathFault(file.path) !== undefined) return false;
    const pulled = join(this.#cell, file.path);
    const there = await lstat(pulled).catch(() => undefined);
    return there?.isFile() === true && there.size === file.bytes && (await sha256Of(pulled)) === file.sha256;
  }

  /**
   * Takes a file in that comes from elsewhere, held by its content from then on.
   *
   * @param read hands over its bytes in order; more of them than the file has, or others, are thrown away
   * @returns whether what came is that file
   */
  async takeIn(
    { bytes, sha256 }: Pick<KeptFile, 'bytes' | 'sha256'>,
    read: (sink: (piece: Uint8Array) => void) => Promise<void>,
  ): Promise<boolean> {
    await mkdir(this.#dir, { recursive: true });
    const part = join(this.#dir, `${sha256}+part`);
    const file = await open(part, 'w', 0o600);
    const hash = createHash('sha256');
    let got = 0;
    try {
      await read((piece) => {
        got += piece.length;
        if (got > bytes) throw new RangeError(`more than the ${bytes} bytes that were kept`);
        hash.update(piece);
        writeSync(file.fd, piece);
      });
      await file.sync();
      if (got !== bytes || hash.digest('hex') !== sha256) return false;
      await rename(part, join(this.#dir, sha256));
      return true;
    } finally {
      await file.close();
      await rm(part, { force: true });
    }
  }

  /**
   * A directory in which each file stands under its name as it was verified; where we hold no copy by content, as it was
   * pulled last. Whoever reads it compares hashes.
   *
   * @param view another directory than the one that `dropLayout` removes
   */
  async laidOut(files: Iterable<KeptFile>, view = `${this.#dir}+push`): Promise<string> {
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

/** In hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
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
