import { readFileSync } from 'node:fs';

/** Ticks since boot, counted from the state that follows the name in /proc/PID/stat. */
const START_FIELD = 19;

/** `pid-start`: tells a process from a later one with the same number. Without `/proc` the number must do. */
export function processIdentity(pid: number): string {
  return `${pid}-${startOf(pid) ?? 'unknown'}`;
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

/** `undefined` for one that is gone, and for a zombie, which only waits to be reaped. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may itself hold blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[START_FIELD];
  } catch {
    return;
  }
}
