import { realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { Problem } from '../../problem.ts';
import { type BoxRecord, homeOf, isBoxName, readRecord, stopMeters, writeRecord } from './box-dir.ts';
import { tmuxDirOf } from './box-environment.ts';
import { killProcessesOf } from './marked-processes.ts';

/**
 * Stops a box (its home stays, its disk goes on costing) or destroys it. Killed anywhere, a second call carries on; on a
 * box that is so far already it does nothing. Meters stop only after the last process is dead.
 */
export async function endBox(
  dir: string,
  how: 'stop' | 'destroy',
  by: NonNullable<BoxRecord['endedBy']>,
  clock: Clock,
): Promise<void> {
  const record = await readRecord(dir);
  if (!record || record.state === 'destroyed' || (record.state === 'stopped' && how === 'stop')) return;
  await writeRecord(dir, { ...record, state: 'closing', endedBy: by });
  const left = await killProcessesOf(dir, clock);
  if (left.length > 0) throw undying(record.name, left);
  if (how === 'destroy') await rm(homeOf(dir), { recursive: true, force: true });
  await rm(tmuxDirOf(dir), { recursive: true, force: true });
  await stopMeters(dir, how === 'stop' ? ['gpu'] : ['gpu', 'disk'], clock.now());
  await writeRecord(dir, { ...record, state: how === 'stop' ? 'stopped' : 'destroyed', endedBy: by });
}

/** The platform takes the box away, as a spot market does: processes, home and meters end at once. */
export async function destroyLocalBox(root: string, name: string, clock: Clock): Promise<void> {
  if (isBoxName(name)) await endBox(join(await realpath(root), name), 'destroy', 'preemption', clock);
}

function undying(name: string, pids: number[]): Problem {
  return new Problem({
    code: 'processes-left',
    kind: 'billing',
    what: `${basename(name)}: processes ${pids.slice(0, 10).join(', ')} were killed and are still there.`,
    next: 'Look what they wait for (a hung file system, as a rule), then run the same command again.',
    costing: [name],
  });
}
