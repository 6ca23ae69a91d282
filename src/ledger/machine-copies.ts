import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A record as this machine last saw it. */
export interface MachineCopy {
  /** `events.jsonl`, byte for byte. */
  text: string;
  /** How many events it had when this machine met it; 0 where the run was opened here. */
  metAt: number;
}

/**
 * What this machine has seen of each record, outside of the ledger's refs: whoever can push may put a record back to an earlier
 * state, and not what others remember of it. From here it can also be put right again (`gpu-lease restore`).
 */
export interface MachineCopies {
  read(run: string): MachineCopy | undefined;
  /** Of which runs there is a copy. */
  runs(): string[];
  /** Never throws: a copy that cannot be written stays as old as it is. */
  write(run: string, copy: MachineCopy): void;
  /** Commits of archived records that this machine has read and found closed. */
  closed(): Set<string>;
  /** All that `closed` gives from now on. Never throws: what is not written is read once more. */
  rememberClosed(commits: readonly string[]): void;
}

interface Head {
  gpuLease: 'copy';
  metAt: number;
}

/** @param dir of one ledger; made when needed, readable by nobody else */
export function machineCopies(dir: string): MachineCopies {
  const fileOf = (run: string): string => join(dir, `${run}.jsonl`);
  const closedFile = join(dir, 'closed');
  return {
    read(run) {
      try {
        return parseCopy(readFileSync(fileOf(run), 'utf8'));
      } catch {
        return undefined;
      }
    },
    runs() {
      if (!existsSync(dir)) return [];
      const names = readdirSync(dir, { encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
      return names.map((name) => name.slice(0, -'.jsonl'.length));
    },
    write(run, copy) {
      const head: Head = { gpuLease: 'copy', metAt: copy.metAt };
      const text = `${JSON.stringify(head)}\n${copy.text}`;
      // Another process of this machine may know more by now.
      if (sizeOf(fileOf(run)) < Buffer.byteLength(text)) replace(fileOf(run), text);
    },
    closed() {
      try {
        return new Set(readFileSync(closedFile, 'utf8').split('\n').filter(Boolean));
      } catch {
        return new Set();
      }
    },
    rememberClosed: (commits) => replace(closedFile, commits.map((commit) => `${commit}\n`).join('')),
  };
}

/** A full or read-only disk throws nothing: the older file still says what it says. */
function replace(file: string, text: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(draft, text, { mode: 0o600 });
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch {}
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? -1;
}

/** `undefined` for what is no copy of ours. */
function parseCopy(content: string): MachineCopy | undefined {
  const end = content.indexOf('\n');
  const head: Partial<Head> = Object(JSON.parse(content.slice(0, end)));
  if (head.gpuLease !== 'copy' || !Number.isSafeInteger(head.metAt)) return;
  return { text: content.slice(end + 1), metAt: head.metAt as number };
}
