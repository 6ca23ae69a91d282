import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  syncDirectory
} from "./collect-local-tree.shared.mjs";
import {
  pathFault
} from "./collect-manifest.shared.mjs";

// src/collect/kept-copies.ts
import { createHash } from "node:crypto";
import { createReadStream, writeSync } from "node:fs";
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
var KeptCopies = class {
  #cell;
  #dir;
  /** @param cellDir where the cell's files are pulled to: `<run>/<cell>` */
  constructor(cellDir) {
    this.#cell = cellDir;
    this.#dir = join(dirname(cellDir), "+kept", cellDir.slice(dirname(cellDir).length + 1));
  }
  /** Holds what was verified just now; nothing is held twice. */
  async hold(files) {
    await mkdir(this.#dir, { recursive: true });
    for (const { path, sha256 } of files) await linked(join(this.#cell, path), join(this.#dir, sha256));
    syncDirectory(this.#dir);
  }
  /**
   * These files lie under their own names now, byte for byte: one name each is enough, and what is sealed may have only one.
   */
  async giveUp(files) {
    for (const { sha256 } of files) await rm(join(this.#dir, sha256), { force: true });
    await this.dropLayout();
  }
  /** Lets go of everything but these: what the ledger names, and what it is about to be told. */
  async letGoExcept(files) {
    const wanted = new Set([...files].map((file) => file.sha256));
    for (const name of await readdir(this.#dir).catch(() => []))
      if (!wanted.has(name)) await rm(join(this.#dir, name), { force: true });
  }
  /** Which of these lie here neither by content nor under their own names. */
  async missing(files) {
    const gone = [];
    for (const file of files) if (!await this.#isHere(file)) gone.push(file);
    return gone;
  }
  async #isHere(file) {
    const held = await stat(join(this.#dir, file.sha256)).catch(() => void 0);
    if (held?.isFile() && held.size === file.bytes) return true;
    if (pathFault(file.path) !== void 0) return false;
    const pulled = join(this.#cell, file.path);
    const there = await lstat(pulled).catch(() => void 0);
    return there?.isFile() === true && there.size === file.bytes && await sha256Of(pulled) === file.sha256;
  }
  /**
   * Takes a file in that comes from elsewhere, held by its content from then on.
   *
   * @param read hands over its bytes in order; more of them than the file has, or others, are thrown away
   * @returns whether what came is that file
   */
  async takeIn({ bytes, sha256 }, read) {
    await mkdir(this.#dir, { recursive: true });
    const part = join(this.#dir, `${sha256}+part`);
    const file = await open(part, "w", 384);
    const hash = createHash("sha256");
    let got = 0;
    try {
      await read((piece) => {
        got += piece.length;
        if (got > bytes) throw new RangeError(`more than the ${bytes} bytes that were kept`);
        hash.update(piece);
        writeSync(file.fd, piece);
      });
      await file.sync();
      if (got !== bytes || hash.digest("hex") !== sha256) return false;
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
  async laidOut(files, view = `${this.#dir}+push`) {
    await rm(view, { recursive: true, force: true });
    await mkdir(view, { recursive: true });
    for (const { path, sha256 } of files) {
      if (pathFault(path) !== void 0) continue;
      const to = join(view, path);
      await mkdir(dirname(to), { recursive: true });
      if (!await linked(join(this.#dir, sha256), to)) await linked(join(this.#cell, path), to);
    }
    return view;
  }
  async dropLayout() {
    await rm(`${this.#dir}+push`, { recursive: true, force: true });
  }
};
async function sha256Of(path) {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest("hex");
}
async function linked(from, to) {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error;
    if (code === "EEXIST") return true;
    if (code === "ENOENT") return false;
    await copyFile(from, to);
    return true;
  }
}

export {
  KeptCopies,
  sha256Of
};
