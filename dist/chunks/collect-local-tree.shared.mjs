import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  forErrands
} from "./job-keys-of-others.shared.mjs";
import {
  lackOn
} from "./refused-here.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/collect/local-tree.ts
import { execFile } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync
} from "node:fs";
import { mkdir, open, realpath, statfs } from "node:fs/promises";
import { basename, dirname } from "node:path";
var LocalTree = class _LocalTree {
  root;
  #checked = /* @__PURE__ */ new Set();
  /** Directories that were not there, as long as we make none. */
  #absent = /* @__PURE__ */ new Set();
  #touched = /* @__PURE__ */ new Set();
  #unsynced = [];
  /** What stands in a directory, as long as we publish nothing. */
  #names = /* @__PURE__ */ new Map();
  constructor(root) {
    this.root = root;
  }
  /** The root itself may be reached through links: it is the user's own choice. */
  static async open(dir) {
    await mkdir(dir, { recursive: true });
    return new _LocalTree(await realpath(dir));
  }
  /** `path` has passed `pathFault`. */
  look(path) {
    const blocked = this.#blockedAbove(path, false);
    if (blocked !== void 0) return { kind: "in the way", why: blocked };
    const target = `${this.root}/${path}`;
    if (this.#absent.has(dirname(target))) return { kind: "absent" };
    if (!this.#namesIn(dirname(target)).has(basename(target))) return { kind: "absent" };
    const stats = lstatSync(target, { throwIfNoEntry: false });
    if (stats === void 0) return { kind: "absent" };
    if (stats.isFile()) return { kind: "file", stats };
    return { kind: "in the way", why: `${kindOf(stats)} stands here in its place` };
  }
  /** Makes the directories above `path`, and returns where a finished file may be moved to. */
  makeWay(path) {
    const blocked = this.#blockedAbove(path, true);
    if (blocked !== void 0) throw new Error(`${path}: ${blocked}`);
    return `${this.root}/${path}`;
  }
  /** A finished file was moved to its place. Unless `synced`, the next `settle` makes its content durable. */
  published(path, { synced }) {
    const target = `${this.root}/${path}`;
    this.#touched.add(dirname(target));
    if (!synced) this.#unsynced.push(target);
    this.#names.clear();
  }
  /** Returns when every file published so far would survive a power cut. */
  async settle() {
    const files = this.#unsynced.splice(0);
    const done = files.length > 16 && await syncFileSystem(this.root);
    if (!done) for (const file of files) await syncFile(file);
    for (const dir of this.#touched) syncDirectory(dir);
    this.#touched.clear();
  }
  #namesIn(dir) {
    let names = this.#names.get(dir);
    if (names === void 0) {
      names = new Set(existsSync(dir) ? readdirSync(dir) : []);
      this.#names.set(dir, names);
    }
    return names;
  }
  /** Walks down to the parent of `path`: everything on the way must be a real directory. */
  #blockedAbove(path, create) {
    const end = path.lastIndexOf("/");
    const parent = `${this.root}/${path.slice(0, end)}`;
    if (end < 0 || this.#checked.has(parent) || !create && this.#absent.has(parent)) return void 0;
    let dir = this.root;
    for (const name of path.slice(0, end).split("/")) {
      const above = dir;
      dir = `${dir}/${name}`;
      if (this.#checked.has(dir)) continue;
      const stats = lstatSync(dir, { throwIfNoEntry: false });
      if (stats === void 0) {
        if (!create) {
          this.#absent.add(parent);
          return void 0;
        }
        mkdirSync(dir);
        this.#absent.clear();
        this.#touched.add(above);
      } else if (!stats.isDirectory()) {
        return `${kindOf(stats)} stands here in the place of the directory ${name}`;
      }
      this.#checked.add(dir);
    }
    return void 0;
  }
};
async function requireSpace(dir, bytes, files) {
  const { bavail, bsize, ffree, files: inodes } = await statfs(dir);
  const freeBytes = bavail * bsize;
  if (freeBytes < bytes) {
    throw diskFull(dir, `${bytes} bytes are still to come and ${freeBytes} are free`);
  }
  if (inodes > 0 && ffree < files)
    throw diskFull(dir, `${files} files are still to come and ${ffree} inodes are free`);
}
var diskFull = (dir, what, cause) => new Problem(
  {
    code: "disk-full-here",
    kind: "failed",
    what: `No room for the artifacts below ${dir} on this machine: ${what}.`,
    next: "Free space or choose a larger directory, then run the same command again; what is here already is kept."
  },
  cause === void 0 ? void 0 : { cause }
);
async function refusedBelow(dir, error) {
  const { code } = error;
  if (code !== "ENOSPC" && code !== "EDQUOT") throw error;
  if (code === "EDQUOT")
    throw diskFull(dir, "a write was refused: this user's quota there is used up (EDQUOT)", error);
  throw diskFull(dir, `a write was refused (ENOSPC): ${lackOn(dir)}`, error);
}
var kindOf = (stats) => {
  if (stats.isSymbolicLink()) return "a symbolic link";
  return stats.isDirectory() ? "a directory" : stats.isFile() ? "a file" : "a special file";
};
var syncFileSystem = (dir) => new Promise((resolve) => {
  execFile(
    "sync",
    ["-f", dir],
    { env: forErrands(ownEnvironment()), timeout: 6e5 },
    (error) => resolve(error === null)
  );
});
async function syncFile(path) {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  await handle.sync().finally(() => handle.close());
}
function syncDirectory(dir) {
  const fd = openSync(dir, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export {
  LocalTree,
  requireSpace,
  refusedBelow,
  syncDirectory
};
