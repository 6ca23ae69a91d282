import { readFileSync } from 'node:fs';

/** `pid-start`: tells a process from a later one with the same number. Without `/proc` the number must do. */
export function processIdentity(pid: number): string {
  return `${pid}-${processStat(pid)?.startTicks ?? 'unknown'}`;
}

/** Whether the process that was named so is still there. */
export function isRunning(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  if (processIdentity(pid) !== identity) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, and somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Fields of /proc/PID/stat that we use; `null` when the process is gone or only waits to be reaped. */
export function processStat(pid: number): { parent: number; startTicks: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may itself hold blanks and parentheses.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? null : { parent: Number(parent), startTicks: rest[17] ?? '' };
  } catch {
    return null;
  }
}
