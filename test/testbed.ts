import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sharedDir } from './requirement.ts';

const run = promisify(execFile);

/** A real OpenSSH server with its own port, host key and home. */
export interface SshdBox {
  name: string;
  host: string;
  port: number;
  home: string;
  /** Base64 without padding. */
  hostKeySha256: string;
}

export interface SshdTestbed {
  dir: string;
  user: string;
  /** Private key in OpenSSH form that every box accepts. */
  clientKey: string;
  clientKeyPath: string;
  knownHosts: string;
  sshConfig: string;
  boxes: SshdBox[];
  /** What `sshd-up.sh` can do to a box. */
  fault(verb: 'drop' | 'hang' | 'resume' | 'crash' | 'wipe' | 'start' | 'rekey', box: string): Promise<void>;
  /** The boxes as they are now: a `rekey` changes host keys. */
  now(): Promise<SshdBox[]>;
  /** Replaces a line of a box's sshd_config and restarts its server. */
  configure(box: string, from: RegExp, to: string): Promise<void>;
  down(): Promise<void>;
}

const PORTS_EACH = 45;
let portsTaken = 0;

/**
 * The script walks up from here to free ports. Far apart, so that parallel test files rarely race for one; and another for each
 * bed of a file, for a box that crashed must not be met by one that took its port.
 */
function nextPort(count: number): number {
  const at = portsTaken % PORTS_EACH;
  portsTaken += count;
  return 23_000 + (process.pid % 200) * PORTS_EACH + at;
}

/** Callers skip with `missing('sshd', 'testbed')` and always call `down`. */
export async function sshdTestbed(count = 1): Promise<SshdTestbed> {
  const dir = await mkdtemp(join(tmpdir(), 'gl-sshd-'));
  const script = join(sharedDir, 'testbed', 'sshd-up.sh');
  const call = async (...args: string[]) => (await run(script, args, { timeout: 60_000 })).stdout;
  // A server that was just killed may still hold its port for a moment, and what was started while all was killed still writes.
  const inTheEnd: readonly string[] = ['start', 'wipe'];
  const fault = async (verb: string, box: string): Promise<void> => {
    const once = () => call(verb, '-d', dir, box);
    await (inTheEnd.includes(verb) ? inTime(once) : once());
  };
  const firstPort = nextPort(count);
  const up = () => call('up', '-d', dir, '-n', String(count), '-p', String(firstPort));
  const parsed = JSON.parse(await up());
  await Promise.all(boxesOf(parsed).map((box) => giveOwnTmux(join(dir, box.name))));
  return {
    dir,
    user: parsed.user,
    clientKey: await readFile(parsed.clientKey, 'utf8'),
    clientKeyPath: parsed.clientKey,
    knownHosts: parsed.knownHosts,
    sshConfig: parsed.sshConfig,
    boxes: boxesOf(parsed),
    fault,
    now: async () => boxesOf(JSON.parse(await call('status', '-d', dir))),
    configure: async (box, from, to) => {
      const path = join(dir, box, 'sshd_config');
      await call('crash', '-d', dir, box);
      await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
      await fault('start', box);
    },
    down: async () => {
      await call('down', '-d', dir);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const TRIES = 50;

async function inTime<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === TRIES) throw error;
      await pause(100);
    }
  }
}

/**
 * Machines do not share a tmux server, and boxes on one machine would: that of whichever box was first, so that its crash ended
 * the sessions of all the others.
 */
async function giveOwnTmux(box: string): Promise<void> {
  const enter = join(box, 'enter');
  const script = await readFile(enter, 'utf8');
  await writeFile(enter, script.replace(/^export HOME=/m, `export TMUX_TMPDIR=${box} HOME=`));
}

function boxesOf(status: { boxes: SshdBox[] }): SshdBox[] {
  return status.boxes.map((box) => ({ ...box, hostKeySha256: box.hostKeySha256.replace('SHA256:', '') }));
}

export interface FaultProxy {
  port: number;
  set(faults: {
    latencyMs?: number;
    bytesPerSec?: number;
    cutAfterBytes?: number;
    corruptAfterBytes?: number;
  }): void;
  halt(): void;
  resume(): void;
  /** RST on every connection. */
  reset(): void;
  /** FIN on every connection. */
  cut(): void;
  refuse(): Promise<void>;
  accept(): Promise<void>;
  stats(): { open: number; total: number; up: number; down: number };
  close(): Promise<void>;
}

/** A TCP proxy on loopback that delays, cuts, stalls and corrupts. */
export async function faultProxy(targetPort: number, faults: object = {}): Promise<FaultProxy> {
  const { startFaultProxy } = await import(join(sharedDir, 'testbed', 'faultproxy.mjs'));
  return startFaultProxy({ targetPort, ...faults });
}
