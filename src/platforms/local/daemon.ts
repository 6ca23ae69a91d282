import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { type Clock, systemClock } from '../../clock.ts';
import { type BoxRecord, claimBoot, homeOf, hostKeyOf, lastBoot, readRecord } from './box-dir.ts';
import { endBox } from './end-box.ts';
import { BOX_DIR_VARIABLE, BOX_NAME_VARIABLE, bootId, processStat } from './marked-processes.ts';
import { serveBox } from './server.ts';

const LOOK_SECONDS = 1;

/**
 * The process behind one loopback box: serves SSH until the box's record says otherwise or its time is over. At most one
 * of these serves a box, however many were started: the others see that and return.
 *
 * @returns the exit code of that process
 */
export async function serveLocalBox(dir: string, clock: Clock = systemClock): Promise<number> {
  const record = await readRecord(dir);
  if (record?.state !== 'running') return 0;
  const previous = await lastBoot(dir);
  if (previous && isAlive(previous)) return 0;

  const server = await serveBox({
    hostKey: await readFile(hostKeyOf(dir), 'utf8'),
    authorizedKey: record.authorizedKey,
    home: homeOf(dir),
    env: { ...boxEnvironment(dir, record.name), TMUX_TMPDIR: makeTmuxDir(dir) },
  });
  const boot = {
    generation: (previous?.generation ?? 0) + 1,
    pid: process.pid,
    startTicks: processStat(process.pid)?.startTicks ?? '',
    bootId: bootId(),
    port: server.port,
  };
  if (await claimBoot(dir, boot)) await serveUntilEnded(dir, clock);
  server.close();
  return 0;
}

/** Whoever ends the box writes the record first and kills second: a server that started in between sees it here. */
async function serveUntilEnded(dir: string, clock: Clock): Promise<void> {
  for (;;) {
    const record = await recordOrGone(dir);
    if (record?.state !== 'running') return;
    if (clock.now() >= new Date(record.stopsAt)) return endBox(dir, 'stop', 'lifetime', clock);
    await clock.sleep(LOOK_SECONDS);
  }
}

const recordOrGone = (dir: string): Promise<BoxRecord | null> => readRecord(dir).catch(() => null);

/** The box's own world: nothing of ours is in it, our secrets least of all. */
export function boxEnvironment(dir: string, name: string): NodeJS.ProcessEnv {
  const { PATH = '/usr/local/bin:/usr/bin:/bin', LANG, LC_ALL, TZ, USER = 'box' } = process.env;
  return {
    // Where our own node is, last: a job may need one and a machine may have none in its path.
    PATH: `${PATH}${delimiter}${dirname(process.execPath)}`,
    HOME: homeOf(dir),
    USER,
    LOGNAME: USER,
    SHELL: '/bin/sh',
    ...(LANG ? { LANG } : {}),
    ...(LC_ALL ? { LC_ALL } : {}),
    ...(TZ ? { TZ } : {}),
    [BOX_NAME_VARIABLE]: name,
    [BOX_DIR_VARIABLE]: dir,
  };
}

export const isAlive = (boot: { pid: number; startTicks: string; bootId: string }): boolean =>
  boot.bootId === bootId() && processStat(boot.pid)?.startTicks === boot.startTicks;

/**
 * A tmux server of the box's own. The user's, if one runs, would start the box's processes as its children, without the
 * marker by which they are found again. Outside the box's directory, because a socket's path ends at 107 bytes.
 */
export const tmuxDirOf = (dir: string): string =>
  `/tmp/gpu-lease-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`;

function makeTmuxDir(dir: string): string {
  const path = tmuxDirOf(dir);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${path} belongs to somebody else`);
  return path;
}
