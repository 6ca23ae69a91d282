import { spawn } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRunning, processIdentity } from '../host/process-identity.ts';
import { type GroupMemory, groupMembers, groupMemory, groupsWithEnvironment } from './proc-table.ts';

export type Exit = { code: number } | { signal: NodeJS.Signals };

/** A command and everything it started, as one process group. */
export interface ProcessGroup {
  /** Resolves when the group's first process has ended; others may live on. */
  readonly exited: Promise<Exit>;
  /** Resolves when the output is at its end: nobody holds the pipe any more. */
  readonly drained: Promise<void>;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Whether any process of the group is alive. */
  alive(): boolean;
  /** `undefined` where it cannot be measured. Exact only near `limitBytes`. */
  memory(limitBytes: number): GroupMemory | undefined;
  /** Resolves when all that was written before the call has been handed out. */
  caughtUp(): Promise<void>;
  /** Stops reading the output, whoever still holds the other end. */
  closeOutput(): void;
}

/** The operating system's side of a smoke, passed in. */
export interface ProcessGroups {
  start(
    command: string,
    place: { cwd: string; env: Record<string, string> },
    onData: (chunk: Buffer) => void,
  ): ProcessGroup;
  /** SIGKILL to every group with a process started with such a value of `name`. Returns how many groups that were. */
  killMarked(name: string, matches: (value: string) => boolean): number;
  /** Names this very process, also against a later one with its number. */
  self(): string;
  /** Whether the process that was named so by `self` is still there. */
  lives(self: string): boolean;
}

/**
 * Runs before the command, in its own shell: no core dumps; first to go when the machine runs out of memory; one pipe
 * for both outputs, so that a traceback stays in order.
 */
const PRELUDE =
  'ulimit -c 0; { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null; exec 2>&1; exec sh -c "$1"';

export const systemProcessGroups: ProcessGroups = {
  start(command, { cwd, env }, onData) {
    const child = spawn('/bin/sh', ['-c', PRELUDE, 'sh', command], {
      cwd,
      env,
      // A session of its own: no terminal, and a process group whose id is the child's pid.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = new Promise<Exit>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(signal ? { signal } : { code: code ?? 0 }));
    });
    const drained = new Promise<void>((resolve) => child.stdout.once('close', resolve));
    child.stdout.on('data', onData);
    child.stdout.on('error', () => {});
    const group = child.pid;
    return {
      exited,
      drained,
      signal: (signal) => signalGroup(group, signal),
      alive: () => group !== undefined && isAlive(group),
      memory: (limitBytes) => (group === undefined ? undefined : groupMemory(group, limitBytes)),
      caughtUp,
      closeOutput: () => child.stdout.destroy(),
    };
  },

  killMarked(name, matches) {
    const groups = groupsWithEnvironment(name, matches);
    for (const group of groups) signalGroup(group, 'SIGKILL');
    return groups.length;
  },

  self: () => processIdentity(process.pid),
  lives: isRunning,
};

/**
 * A pipe is read once in each turn of the event loop, and in one turn all that a pipe holds. The turn that goes on may have asked for it
 * before this call, so there is one more.
 */
async function caughtUp(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function signalGroup(group: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (group === undefined) return;
  try {
    process.kill(-group, signal);
  } catch (error) {
    // ESRCH: all gone already. EPERM: macOS says so when only zombies are left.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  // The signal also reaches zombies, which in a container without an init may stay for ever.
  return process.platform !== 'linux' || groupMembers(group).length > 0;
}
