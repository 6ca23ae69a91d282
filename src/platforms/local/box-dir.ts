import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMark } from '../../record-mark-text.ts';
import type { Meter } from '../driver.ts';

/**
 * What the loopback platform knows of a box; one directory each. `closing`: told to stop or to destroy, and not done
 * yet. Names are free of surprises: they become a directory.
 */
export interface BoxRecord {
  name: string;
  /** The mark of whoever made it; absent in records of before there were marks. */
  owner?: string;
  offer: string;
  usdPerHour: number;
  authorizedKey: string;
  hostKeySha256: string;
  createdAt: string;
  /** The platform stops the box by itself then, so that a forgotten one does not run for ever. */
  stopsAt: string;
  state: 'running' | 'closing' | 'stopped' | 'destroyed';
  endedBy?: 'stop' | 'terminate' | 'preemption' | 'lifetime';
}

export interface LocalMeter extends Meter {
  usdPerHour: number;
  startedAt: string;
  stoppedAt: string | null;
}

/** One start of a box's server; a box that died and came back has several. */
export interface Boot {
  generation: number;
  pid: number;
  /** Field 22 of /proc/PID/stat: tells a process from a later one with the same number. */
  startTicks: string;
  bootId: string;
  port: number;
}

/** The only login name of a loopback box. */
export const BOX_USER = 'box';

export const isBoxName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name);

export const homeOf = (dir: string): string => join(dir, 'home');
export const hostKeyOf = (dir: string): string => join(dir, 'host_key');
export const logOf = (dir: string): string => join(dir, 'server.log');

/** A directory of boxes, and the id by which a box says later whether it was here. */
export interface BoxRoot {
  /** The real path, so that the marker in a process's environment and our search for it agree. */
  path: string;
  id: string;
}

/** Makes the directory on first use. Its id is drawn once: a box held on one machine is not "gone" on another. */
export async function openRoot(path: string): Promise<BoxRoot> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const real = await realpath(path);
  await writeOnce(real, '.root-id', randomBytes(6).toString('hex'));
  return { path: real, id: await readFile(join(real, '.root-id'), 'utf8') };
}

/** `null`: no such box. Throws what the file system says, or SyntaxError for a record that is not JSON. */
export async function readRecord(dir: string): Promise<BoxRecord | null> {
  return readJson(join(dir, 'box.json'));
}

export const writeRecord = (dir: string, record: BoxRecord): Promise<void> =>
  writeJson(join(dir, 'box.json'), record);

export async function readMeters(dir: string): Promise<LocalMeter[]> {
  return (await readJson<LocalMeter[]>(join(dir, 'meter.json'))) ?? [];
}

export async function stopMeters(dir: string, kinds: readonly string[], at: Date): Promise<void> {
  const meters = await readMeters(dir);
  const stopped = meters.map((meter) =>
    kinds.includes(meter.kind) && meter.stoppedAt === null
      ? { ...meter, stoppedAt: at.toISOString() }
      : meter,
  );
  await writeJson(join(dir, 'meter.json'), stopped);
}

/**
 * Makes the box's directory, whole, in one step: a crash leaves either no box or one with its record, key and meters.
 *
 * @returns false when the name is taken; nothing was changed then
 */
export async function createBoxDir(
  root: string,
  record: BoxRecord,
  meters: LocalMeter[],
  hostKey: string,
): Promise<boolean> {
  const draft = join(root, `.new-${record.name}-${nonce()}`);
  await mkdir(homeOf(draft), { recursive: true, mode: 0o700 });
  await writeFile(hostKeyOf(draft), hostKey, { mode: 0o600 });
  await writeJson(join(draft, 'meter.json'), meters);
  await writeRecord(draft, record);
  try {
    await rename(draft, join(root, record.name));
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (isCode(error, 'ENOTEMPTY') || isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** The box's label, apart from its record: that one says whether it lives, and is written by whoever ends it. */
export async function writeMark(dir: string, word: string): Promise<void> {
  const draft = join(dir, `.mark-${nonce()}`);
  await writeFile(draft, word, { mode: 0o600 });
  await rename(draft, join(dir, 'mark'));
}

export const readMarkOf = async (dir: string): Promise<string | undefined> =>
  readMark(await readFile(join(dir, 'mark'), 'utf8').catch(() => undefined));

/** Newest start of the box's server, or `null` before the first. */
export async function lastBoot(dir: string): Promise<Boot | null> {
  const generations = (await readdir(dir)).map((file) => Number(/^boot-(\d+)\.json$/.exec(file)?.[1] ?? 0));
  const newest = Math.max(0, ...generations);
  return newest === 0 ? null : readJson(join(dir, `boot-${newest}.json`));
}

/** @returns false when another process claimed the same generation first: the caller must not serve */
export const claimBoot = (dir: string, boot: Boot): Promise<boolean> =>
  writeOnce(dir, `boot-${boot.generation}.json`, JSON.stringify(boot));

/** Writes a file whole or not at all, and only if its name is free. `link`, unlike `rename`, refuses a name that exists. */
async function writeOnce(dir: string, name: string, text: string): Promise<boolean> {
  const draft = join(dir, `.${name}-${nonce()}`);
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, join(dir, name));
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const nonce = (): string => randomBytes(6).toString('hex');

async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${nonce()}.tmp`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
