import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Problem } from './problem.ts';

const NEXT = 'then run the same command again; it goes on where this one stopped.';

const REFUSALS: Record<string, { why: (dir: string) => string; next: string }> = {
  ENOSPC: { why: lackOn, next: `Free space there, ${NEXT}` },
  EDQUOT: { why: () => "this user's quota there is used up", next: `Free space or ask for more, ${NEXT}` },
  EROFS: {
    why: () => 'the file system is mounted read-only, which kernels do after an error of the disk',
    next: `See what the kernel says of it ("dmesg") and mount it for writing, ${NEXT}`,
  },
  EIO: {
    why: () => 'the disk itself failed',
    next: `Look at the disk ("dmesg"), and go on from another machine if it is failing; ${NEXT.replace('then ', '')}`,
  },
  EMFILE: {
    why: () => 'this process may open no more files ("ulimit -n")',
    next: `Raise the limit of open files, ${NEXT}`,
  },
  ENFILE: {
    why: () => 'this machine has no more open files to give',
    next: `End what holds so many files open, ${NEXT}`,
  },
  EACCES: { why: () => 'this user may not', next: `Give the path to this user ("ls -l"), ${NEXT}` },
};

/**
 * What this machine's own file system refused, said as what it is: no bug of ours, and nothing about the run.
 *
 * @returns a Problem `refused-here` for an error of the system that names a path; anything else as it came
 */
export function refusedHere(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error;
  const { path, syscall = 'write' } = error as NodeJS.ErrnoException;
  const code = isLackInDisguise(error) ? 'ENOSPC' : ((error as NodeJS.ErrnoException).code ?? '');
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  // A write to an open file names no path, and is refused all the same.
  if (!refusal || (path === undefined && code === 'EACCES')) return error;
  const where = path === undefined ? 'a file of this command' : path;
  const what = `This machine refused to ${syscall} ${where} (${code}): ${refusal.why(path ?? '')}. This says nothing about the run.`;
  return new Problem({ code: 'refused-here', kind: 'failed', what, next: refusal.next }, { cause: error });
}

/** Node's recursive `mkdir` of promises says ENOENT of a file system without space (seen with Node 20 on a tmpfs without inodes). */
function isLackInDisguise({ code, syscall, path }: NodeJS.ErrnoException): boolean {
  const there = code === 'ENOENT' && syscall === 'mkdir' ? nearest(path ?? '') : undefined;
  if (there === undefined) return false;
  const { bavail, ffree, files } = statfsSync(there);
  return bavail === 0 || (files > 0 && ffree === 0);
}

/** What is missing where a write below `dir` was refused for want of space: bytes, or inodes. */
export function lackOn(dir: string): string {
  const there = nearest(dir);
  if (there === undefined) return 'no bytes or no inodes are left';
  const { bavail, bsize, ffree, files } = statfsSync(there);
  // File systems without a fixed number of inodes say 0 of 0.
  if (files > 0 && ffree === 0) return `none of ${files} inodes is free`;
  return `${bavail * bsize} bytes are free`;
}

/** The directory that would have held it, or one above that is there. */
function nearest(path: string): string | undefined {
  if (path === '') return undefined;
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at)) return at;
    if (at === dirname(at)) return undefined;
  }
}
