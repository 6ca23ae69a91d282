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
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
function writeWhole(path, text) {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    rmSync(draft, { force: true });
    const file = openSync(draft, "wx", 420);
    try {
      const bytes = Buffer.from(text, "utf8");
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
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

export {
  writeWhole
};
