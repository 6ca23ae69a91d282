import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../../clock.ts';
import { processStat } from '../../host/process-identity.ts';

/** In the environment of every process of a box, and so of everything that it starts. */
export const BOX_NAME_VARIABLE = 'GPU_LEASE_LOCAL_BOX';
/** The box's directory: two boxes of one name below different roots are different boxes. */
export const BOX_DIR_VARIABLE = 'GPU_LEASE_LOCAL_DIR';

const GIVE_UP_SECONDS = 10;

export function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
}

/** Whether the process that wrote this still lives: not a later one with its number, nor one from before a restart. */
export const isAlive = (boot: { pid: number; startTicks: string; bootId: string }): boolean =>
  boot.bootId === bootId() && processStat(boot.pid)?.startTicks === boot.startTicks;

/** Every living process of the box except ourselves: those with the marker, and their children that dropped it. */
export function processesOf(dir: string): number[] {
  const entry = `${BOX_DIR_VARIABLE}=${dir}`;
  const parents = new Map<number, number>();
  const found = new Set<number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? processStat(pid) : null;
    if (!stat) continue;
    parents.set(pid, stat.parent);
    if (environmentOf(pid).includes(entry)) found.add(pid);
  }
  const belongs = (pid: number): boolean => {
    for (let each = pid; each > 1; each = parents.get(each) ?? 0) if (found.has(each)) return true;
    return false;
  };
  return [...parents.keys()].filter((pid) => pid !== process.pid && belongs(pid));
}

/** Kills until none is left: a process may fork between our look and our signal. Returns those that would not die. */
export async function killProcessesOf(dir: string, clock: Clock): Promise<number[]> {
  const started = clock.now().getTime();
  for (;;) {
    const left = processesOf(dir);
    if (left.length === 0 || clock.now().getTime() - started > GIVE_UP_SECONDS * 1000) return left;
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself in between.
      }
    }
    await clock.sleep(0.01);
  }
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // Another user's process, or one that ended.
  }
}
