import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/report/whole-file.ts
import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs";
import { basename, dirname, join } from "node:path";
function writeWhole(path, text) {
  placed(path, typeof text === "string" ? [text] : text, () => {
  });
}
function rewriteWhole(path, { had, text }) {
  const target = refusing(path, () => realpathSync(path));
  const { mode, uid, gid } = refusing(path, () => statSync(target));
  placed(target, [text], (draft, file) => {
    fchmodSync(file, mode & 4095);
    const own = statSync(draft);
    if (own.uid !== uid || own.gid !== gid) chownSync(draft, uid, gid);
    if (readFileSync(target, "utf8") !== had) throw changedMeanwhile(path);
  });
}
function placed(path, parts, ready) {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  refusing(path, () => {
    try {
      rmSync(draft, { force: true });
      const file = openSync(draft, "wx", 420);
      try {
        for (const part of parts) {
          const bytes = Buffer.from(part, "utf8");
          for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        }
        ready(draft, file);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}
function refusing(path, work) {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem(
      {
        code: "not-written",
        kind: "failed",
        what: `${path} could not be written: ${cause.message}.`,
        next: "Free space or name another place, then run the same command again."
      },
      { cause }
    );
  }
}
var changedMeanwhile = (path) => new Problem({
  code: "changed-meanwhile",
  kind: "usage",
  what: `${path} was changed while this command looked at it, and is left as it is now.`,
  next: "Save and commit what you have of it, then run the same command again."
});

export {
  writeWhole,
  rewriteWhole
};
