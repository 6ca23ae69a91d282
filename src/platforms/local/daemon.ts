import { readFile } from 'node:fs/promises';
import { type Clock, systemClock } from '../../clock.ts';
import { processStat } from '../../host/process-identity.ts';
import { type BoxRecord, claimBoot, homeOf, hostKeyOf, lastBoot, readRecord } from './box-dir.ts';
import { boxEnvironment, makeTmuxDir } from './box-environment.ts';
import { endBox } from './end-box.ts';
import { bootId, isAlive } from './marked-processes.ts';
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
