import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ClientTarget, hostBlock, leaseOfBlock } from '../box/openssh-client.ts';
import { fold } from '../lease/fold.ts';
import { lookable } from '../lease/lookable.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { ledgerOf, type Settings } from './settings.ts';

type Here = Pick<Settings, 'stateDir'>;

/** A folder for each run: its Host block, its key and the key of its box. */
const hostsDir = ({ stateDir }: Here): string => join(stateDir, 'ssh');
export const hostDir = (here: Here, run: string): string => join(hostsDir(here), run);

const HEAD = '# Boxes of gpu-lease runs; "gpu-lease ssh-config --remove" takes this out again.';
/** OpenSSH reads every one that is there, and misses none that is not. */
export const includeLine = (here: Here): string => `Include "${join(hostsDir(here), '*', 'config')}"`;

export async function writeHost(here: Here, run: string, target: ClientTarget): Promise<void> {
  const text = `# Taken away when the run is released, or by "gpu-lease ssh-config ${run} --remove".\n${hostBlock(run, target)}`;
  await replace(join(hostDir(here, run), 'config'), text, 0o600);
}

/** Runs that have a block here. */
export const writtenHosts = (here: Here): string[] =>
  existsSync(hostsDir(here))
    ? readdirSync(hostsDir(here)).filter((name) => /^[A-Za-z0-9][\w.-]*$/.test(name))
    : [];

export const removeHost = (here: Here, run: string): Promise<void> =>
  rm(hostDir(here, run), { recursive: true, force: true });

/**
 * Takes out the runs whose boxes are not held any more by their own record, and those that have another box now. One that the record
 * does not show stays: it may be another ledger's.
 *
 * @returns what was taken out
 */
export async function removeReleased(here: Here, ledger: Pick<Ledger, 'read'>): Promise<string[]> {
  const removed: string[] = [];
  for (const run of writtenHosts(here)) {
    const { events } = await ledger.read(run);
    if (events.length === 0) continue;
    const held = lookable(fold(run, events));
    if (held && (await leaseWritten(here, run)) === held.lease.name) continue;
    await removeHost(here, run);
    removed.push(run);
  }
  return removed;
}

/** For which lease the block of a run was written. */
async function leaseWritten(here: Here, run: string): Promise<string | undefined> {
  const text = await readFile(join(hostDir(here, run), 'config'), 'utf8').catch(() => '');
  return leaseOfBlock(text);
}

/** The same at the end of a command that may have released or replaced one. What keeps it from that is no failure of the command. */
export async function forgetReleased(settings: Settings): Promise<void> {
  if (writtenHosts(settings).length === 0) return;
  await ledgerOf(settings)
    .then((ledger) => removeReleased(settings, ledger))
    .catch(() => []);
}

/** What cannot be read is not empty: it would be replaced by what we add. */
function whereNone(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw new Problem(
    {
      code: 'ssh-config-unread',
      kind: 'usage',
      what: `${ownConfig()} cannot be read (${error.code ?? error.message}); nothing was changed.`,
      next: 'Make it a file that this user may read, then the same command again.',
    },
    { cause: error },
  );
}

const ownConfig = (): string => join(homedir(), '.ssh', 'config');

/** @returns whether it was not there yet */
export async function addInclude(here: Here): Promise<boolean> {
  const path = ownConfig();
  const text = await readFile(path, 'utf8').catch(whereNone);
  if (text.split('\n').includes(includeLine(here))) return false;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Behind a Host line it would count for that host alone.
  await replace(path, `${HEAD}\n${includeLine(here)}\n\n${text}`, 0o600);
  return true;
}

/** @returns whether it was there */
export async function removeInclude(here: Here): Promise<boolean> {
  const text = await readFile(ownConfig(), 'utf8').catch(whereNone);
  const lines = text.split('\n');
  const at = lines.indexOf(includeLine(here));
  if (at === -1) return false;
  const from = lines[at - 1] === HEAD ? at - 1 : at;
  const to = lines[at + 1] === '' ? at + 2 : at + 1;
  await replace(ownConfig(), [...lines.slice(0, from), ...lines.slice(to)].join('\n'), 0o600);
  return true;
}

/** Whole or not at all; a link leads where it led, and what is there keeps its mode. */
async function replace(path: string, text: string, mode: number): Promise<void> {
  const target = existsSync(path) ? realpathSync(path) : path;
  const had = await stat(target).catch(() => undefined);
  const draft = `${target}.gpu-lease-${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode: had ? had.mode & 0o777 : mode, flag: 'wx' });
  await rename(draft, target);
}
