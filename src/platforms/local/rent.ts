import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { checked, hold, type LocalBoxes, type LocalOptions } from './box.ts';
import { type BoxRecord, createBoxDir, type LocalMeter, lastBoot, logOf } from './box-dir.ts';
import { boxEnvironment } from './box-environment.ts';
import { isAlive } from './marked-processes.ts';
import { USD_PER_HOUR } from './offers.ts';

/** What the disk costs while the box exists, stopped or not; the rest of the price is the GPU meter (profiles/local.yml). */
const DISK_USD_PER_HOUR = 0.01;
const MAX_LIFETIME_SECONDS = 24 * 3600;

export async function create(boxes: LocalBoxes, intent: RentIntent): Promise<Held> {
  const { options, root } = boxes;
  const fault = options.faults?.create;
  if (fault === 'no-capacity') throw new RentFailed('every loopback box is taken', 'no-capacity');
  checked(intent.name);
  await openBox((await root()).path, intent, options);
  if (fault === 'dies-before-boot') throw new RentFailed('the platform broke off', 'unclear');
  const held = await hold(boxes, intent.name);
  if (!held)
    throw new RentFailed(
      `${intent.name} was a box once; the name of a destroyed box is not used again`,
      'refused',
    );
  if (fault === 'answer-lost') throw new RentFailed('no answer from the platform', 'unclear');
  return held;
}

async function openBox(root: string, intent: RentIntent, options: LocalOptions): Promise<void> {
  const { clock, usdPerHour = USD_PER_HOUR, maxLifetimeSeconds = MAX_LIFETIME_SECONDS } = options;
  const now = clock.now();
  // Only here, because it loads ssh2, which looking at a box does not need.
  const { hostKeyFrom } = await import('./host-key.ts');
  const { privateKey, sha256 } = hostKeyFrom(intent.hostKey);
  const record: BoxRecord = {
    name: intent.name,
    owner: intent.owner,
    offer: intent.offer.id,
    usdPerHour,
    authorizedKey: intent.authorizedKey,
    hostKeySha256: sha256,
    createdAt: now.toISOString(),
    stopsAt: new Date(now.getTime() + maxLifetimeSeconds * 1000).toISOString(),
    state: 'running',
  };
  await createBoxDir(root, record, metersFor(usdPerHour, now), privateKey);
}

function metersFor(usdPerHour: number, now: Date): LocalMeter[] {
  const disk = Math.min(DISK_USD_PER_HOUR, usdPerHour);
  const started = { source: 'offer', startedAt: now.toISOString(), stoppedAt: null };
  return [
    // Rounded, because 0.41 - 0.01 is 0.39999999999999997 and a price is not.
    { id: 'gpu', kind: 'gpu', usdPerHour: Number((usdPerHour - disk).toFixed(6)), ...started },
    { id: 'disk', kind: 'disk', usdPerHour: disk, ...started },
  ];
}

/** Starts a box's server unless one runs; two started at once by two programs are sorted out by the servers themselves. */
export function booter(daemon: LocalOptions['daemon']): LocalBoxes['boot'] {
  const starting = new Map<string, ChildProcess>();
  return async (dir, record) => {
    const last = await lastBoot(dir);
    const child = starting.get(dir);
    if ((last && isAlive(last)) || (child && child.exitCode === null && child.signalCode === null)) return;
    const log = await open(logOf(dir), 'a', 0o600);
    try {
      starting.set(dir, await spawnDetached([...daemon, dir], boxEnvironment(dir, record.name), log));
    } finally {
      await log.close();
    }
  };
}

function spawnDetached(argv: string[], env: NodeJS.ProcessEnv, log: FileHandle): Promise<ChildProcess> {
  const [program = '', ...args] = argv;
  const child = spawn(program, args, { cwd: '/', env, detached: true, stdio: ['ignore', log.fd, log.fd] });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => reject(new RentFailed(`cannot start ${program}`, 'unclear', { cause })));
  });
}
