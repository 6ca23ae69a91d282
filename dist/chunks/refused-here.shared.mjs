import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Problem
} from "./problem.shared.mjs";

// src/refused-here.ts
import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
var NEXT = "then run the same command again; it goes on where this one stopped.";
var REFUSALS = {
  ENOSPC: { why: lackOn, next: `Free space there, ${NEXT}` },
  EDQUOT: { why: () => "this user's quota there is used up", next: `Free space or ask for more, ${NEXT}` },
  EROFS: {
    why: () => "the file system is mounted read-only, which kernels do after an error of the disk",
    next: `See what the kernel says of it ("dmesg") and mount it for writing, ${NEXT}`
  },
  EIO: {
    why: () => "the disk itself failed",
    next: `Look at the disk ("dmesg"), and go on from another machine if it is failing; ${NEXT.replace("then ", "")}`
  },
  EMFILE: {
    why: () => 'this process may open no more files ("ulimit -n")',
    next: `Raise the limit of open files, ${NEXT}`
  },
  ENFILE: {
    why: () => "this machine has no more open files to give",
    next: `End what holds so many files open, ${NEXT}`
  },
  EACCES: { why: () => "this user may not", next: `Give the path to this user ("ls -l"), ${NEXT}` }
};
function refusedHere(error) {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const { path, syscall = "write" } = error;
  const code = isLackInDisguise(error) ? "ENOSPC" : error.code ?? "";
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : void 0;
  if (!refusal || path === void 0 && code === "EACCES") return error;
  const where = path === void 0 ? "a file of this command" : path;
  const what = `This machine refused to ${syscall} ${where} (${code}): ${refusal.why(path ?? "")}. This says nothing about the run.`;
  return new Problem({ code: "refused-here", kind: "failed", what, next: refusal.next }, { cause: error });
}
function isLackInDisguise({ code, syscall, path }) {
  const there = code === "ENOENT" && syscall === "mkdir" ? nearest(path ?? "") : void 0;
  if (there === void 0) return false;
  const { bavail, ffree, files } = statfsSync(there);
  return bavail === 0 || files > 0 && ffree === 0;
}
function lackOn(dir) {
  const there = nearest(dir);
  if (there === void 0) return "no bytes or no inodes are left";
  const { bavail, bsize, ffree, files } = statfsSync(there);
  if (files > 0 && ffree === 0) return `none of ${files} inodes is free`;
  return `${bavail * bsize} bytes are free`;
}
function nearest(path) {
  if (path === "") return void 0;
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at)) return at;
    if (at === dirname(at)) return void 0;
  }
}

export {
  refusedHere,
  lackOn
};
