import { randomBytes } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { isRunning, processIdentity } from './process-identity.ts';

/** Another process that has the place now. */
export interface Holder {
  pid: number;
  /** What its machine is called there; `undefined` when it is one of ours, whom we can look at. */
  host?: string;
  /** What holds the place. It goes by itself when its holder is dead. */
  file: string;
}

/** A holder says so often that it is alive. */
const BEAT_SECONDS = 10;

/**
 * One process at a time has a file. A holder that was killed holds nothing: at once where its process would be visible here, else
 * after some time without a sign of life.
 *
 * @param deadAfterSeconds of one that we cannot look at; it gives a sign every ten seconds
 * @returns what gives the place back, or who has it
 * @throws what the file system says where nothing can be written
 */
export function holdFile(file: string, deadAfterSeconds: number): (() => void) | Holder {
  const mine = `${processIdentity(process.pid)} ${hostname()} ${randomBytes(4).toString('hex')} ${processesSeen()}`;
  let left: string | undefined;
  for (;;) {
    const heldFor = publish(file, mine);
    if (heldFor === 'mine') return holding(file, mine);
    const holder = read(file);
    if (holder === undefined) continue;
    const [identity = '', host = '', , where = ''] = holder.split(' ');
    const isVisible = where === '' ? host === hostname() : where === processesSeen();
    const isAlive = isVisible ? isRunning(identity) : heldFor < deadAfterSeconds;
    // One that is dead and whose file stays (somebody else's, say) is no reason to try for ever.
    if (isAlive || holder === left)
      return { pid: Number.parseInt(identity, 10), ...(isVisible ? {} : { host }), file };
    removeIf(file, holder);
    left = holder;
  }
}

/**
 * Names the processes that can be looked at from here: this boot, this namespace. Not the host's name, which changes while
 * processes live (a laptop gets another by DHCP) and stays while they die (the next container of the same name).
 */
function processesSeen(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function holding(file: string, mine: string): () => void {
  const beat = setInterval(() => {
    try {
      if (read(file) === mine) utimesSync(file, new Date(), new Date());
    } catch {
      // Without the sign it is at worst taken for dead.
    }
  }, BEAT_SECONDS * 1000);
  beat.unref();
  return () => {
    clearInterval(beat);
    removeIf(file, mine);
  };
}

/**
 * Whole and only when the name is free: `link`, unlike `rename`, refuses a name that exists.
 *
 * @returns the seconds since its holder's last sign where it is not free, both times by the clock of the file system
 */
function publish(file: string, text: string): 'mine' | number {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return 'mine';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const held = statSync(file, { throwIfNoEntry: false });
    return held === undefined ? 0 : (statSync(draft).mtimeMs - held.mtimeMs) / 1000;
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

/** @returns `undefined` where it is gone meanwhile */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
}
