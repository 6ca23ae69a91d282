import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Clock } from '../../src/clock.ts';
import { type Git, systemGit } from '../../src/ledger/git-process.ts';

export function tempDir(t: Pick<TestContext, 'after'>): string {
  const dir = mkdtempSync(join(tmpdir(), 'ledger-'));
  t.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 3 }));
  return dir;
}

/** Git as a person would use it, for looking at what the ledger left behind. */
export const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

export function repository(t: Pick<TestContext, 'after'>, ...options: string[]): string {
  const dir = tempDir(t);
  git(dir, 'init', '--quiet', '--initial-branch=main', ...options);
  return dir;
}

/** A clock that sleeps by moving itself: no test waits for a back-off. */
export function quickClock(): Clock & { sleptSeconds: number } {
  const clock = {
    sleptSeconds: 0,
    now: () => new Date(Date.parse('2026-11-21T09:00:00Z') + clock.sleptSeconds * 1000),
    async sleep(seconds: number) {
      clock.sleptSeconds += seconds;
    },
  };
  return clock;
}

/** The real git, with a record of every process started. */
export function watchedGit(
  inner: Git = systemGit(process.env),
): Git & { calls: string[][]; commands(): string[] } {
  const calls: string[][] = [];
  const seen = <T extends { args: readonly string[] }>(call: T): T => {
    calls.push([...call.args]);
    return call;
  };
  return {
    calls,
    commands: () => calls.map(commandOf),
    run: (call) => inner.run(seen(call)),
    open: (call) => inner.open(seen(call)),
  };
}

/** The subcommand: the first word that is neither an option nor the value of `-c`. */
function commandOf(args: readonly string[]): string {
  const at = args.findIndex((word, index) => !word.startsWith('-') && args[index - 1] !== '-c');
  return args[at] ?? '';
}

/** A tree object of these blobs, made with git's own porcelain-free means. */
function treeFrom(dir: string, files: Record<string, string>): string {
  const entries = Object.entries(files).map(([name, blob]) => `100644 blob ${blob}\t${name}\n`);
  return execFileSync('git', ['-C', dir, 'mktree'], { input: entries.join(''), encoding: 'utf8' }).trim();
}

/** Puts a commit with these files on top of a ref, as somebody with push rights and no secret would. */
export function commitFiles(
  dir: string,
  ref: string,
  files: Record<string, string>,
  parent: string | null,
): string {
  const blob = (text: string) =>
    execFileSync('git', ['-C', dir, 'hash-object', '-w', '--stdin'], {
      input: text,
      encoding: 'utf8',
    }).trim();
  const blobs = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, blob(text)]));
  const commit = git(
    dir,
    'commit-tree',
    ...(parent ? ['-p', parent] : []),
    '-m',
    'by hand',
    treeFrom(dir, blobs),
  );
  git(dir, 'update-ref', ref, commit);
  return commit;
}
