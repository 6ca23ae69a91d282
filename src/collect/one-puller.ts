import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning, processIdentity } from '../process-identity.ts';

/** Another process that pulls into the same directory now. */
export interface OtherPuller {
  pid: number;
}

/**
 * One process of this machine at a time pulls below a run's directory: two that pull one file would write into each
 * other's half. A holder that was killed holds nothing.
 *
 * @param root `<store>/<run>`
 * @returns what gives the place back, or who has it
 */
export function becomeOnlyPuller(root: string): (() => void) | OtherPuller {
  mkdirSync(root, { recursive: true });
  // `+` is in no cell's name.
  const file = join(root, '+puller');
  const mine = `${processIdentity(process.pid)} ${hostname()} ${randomBytes(4).toString('hex')}`;
  for (;;) {
    if (publish(file, mine)) return () => removeIf(file, mine);
    const holder = read(file);
    if (holder === undefined) continue;
    const [identity = '', host] = holder.split(' ');
    // On a shared disk another host's process cannot be looked at; it counts as alive.
    if (host !== hostname() || isRunning(identity)) return { pid: Number.parseInt(identity, 10) };
    removeIf(file, holder);
  }
}

/** Whole and only when the name is free: `link`, unlike `rename`, refuses a name that exists. */
function publish(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Of two that find the same dead holder one moves it away; what the other moved by mistake it puts back. */
function removeIf(file: string, text: string): void {
  const aside = `${file}.${process.pid}.gone`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file);
  } catch {
    // Somebody was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return;
  }
}
