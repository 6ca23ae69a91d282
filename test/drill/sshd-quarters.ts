import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onMyBox, sshReadsThisHome, writeSshConfig } from '../scenarios/own-ssh-box.ts';
import type { Place } from '../scenarios/run-bundle.ts';
import type { JobFile } from '../scenarios/tiny-job.ts';
import { type FaultProxy, faultProxy, type SshdBox, type SshdTestbed, sshdTestbed } from '../testbed.ts';
import type { Finding } from './books.ts';
import type { Chance } from './chance.ts';
import { type BoxProcess, fullDisk, killed, type Quarters, type Strike } from './quarters.ts';
import { SmallDisk } from './small-disk.ts';

const STEP_MS = 40;

/** A machine of one's own: a real sshd with a home on a small disk, and a wire to it that misbehaves. */
export class SshdQuarters implements Quarters {
  readonly words = 'generic-ssh';
  readonly isOwn = true;
  readonly commandSeconds = 12;
  readonly #place: Place;
  readonly #bed: SshdTestbed;
  readonly #box: SshdBox;
  readonly #wire: FaultProxy;
  readonly #here: SmallDisk;
  readonly #there: SmallDisk;
  #wiped = false;

  private constructor(place: Place, bed: SshdTestbed, box: SshdBox, wire: FaultProxy) {
    this.#place = place;
    this.#bed = bed;
    this.#box = box;
    this.#wire = wire;
    this.#here = new SmallDisk(join(place.dir, 'state'));
    place.disks.push(this.#here);
    this.#there = new SmallDisk(box.home);
    mkdirSync(join(box.home, 'bin'), { recursive: true });
    this.#introduce();
  }

  static async open(place: Place): Promise<SshdQuarters> {
    const bed = await sshdTestbed(1);
    const [box] = bed.boxes;
    if (!box) throw new Error('the testbed has no box');
    return new SshdQuarters(place, bed, box, await faultProxy(box.port));
  }

  /** The laptop's own `~/.ssh`, with the wire's port for the box's. */
  #introduce(): void {
    const dir = join(this.#place.home, '.ssh');
    const key = join(dir, 'id_box');
    mkdirSync(dir, { mode: 0o700 });
    writeFileSync(key, this.#bed.clientKey, { mode: 0o600 });
    const known = readFileSync(this.#bed.knownHosts, 'utf8');
    writeFileSync(join(dir, 'known_hosts'), known.replace(`:${this.#box.port} `, `:${this.#wire.port} `));
    writeSshConfig(this.#place, { port: this.#wire.port, user: this.#bed.user, key });
    sshReadsThisHome(this.#place);
  }

  furnish(job: JobFile): void {
    onMyBox(job);
    job['vars'].TINY_STEP_MS = STEP_MS;
  }

  processes(): BoxProcess[] {
    return this.#place.processes(`TESTBED_BOX=${join(this.#bed.dir, this.#box.name)}\0`);
  }

  strike(chance: Chance): Strike {
    const afterSeconds = chance.between(0.5, 12);
    const calm = (how: () => Promise<void> | void) => ({ afterSeconds, how });
    const wire = this.#wire;
    const strikes: readonly (() => Strike)[] = [
      () => killed(chance.of(['keeper', 'trainer'] as const), () => this.processes()),
      () => this.#outage('reboot', afterSeconds),
      () => this.#outage('wipe', afterSeconds),
      () => ({ what: 'RST', now: () => wire.reset() }),
      () => ({ what: 'FIN', now: () => wire.cut() }),
      () => ({ what: 'the wire is silent', now: () => wire.halt(), over: calm(() => wire.resume()) }),
      () => ({ what: 'nobody listens', now: () => wire.refuse(), over: calm(() => listening(wire)) }),
      () => ({
        what: 'RST after 9 kB, each time',
        now: () => wire.set({ cutAfterBytes: 9000 }),
        over: calm(() => wire.set({ cutAfterBytes: 0 })),
      }),
      () => ({
        what: 'a bit flips after 5 kB, each time',
        now: () => wire.set({ corruptAfterBytes: 5000 }),
        over: calm(() => wire.set({ corruptAfterBytes: 0 })),
      }),
      () => ({
        what: 'a slow line',
        now: () => wire.set({ bytesPerSec: 40_000, latencyMs: 150 }),
        over: calm(() => wire.set({ bytesPerSec: 0, latencyMs: 0 })),
      }),
      () => fullDisk(this.#here, 'the disk here', chance),
      () => fullDisk(this.#there, 'the disk there', chance),
    ];
    return chance.of(strikes)();
  }

  /** Every process ends; the disk stays, or is a new one. */
  #outage(what: 'reboot' | 'wipe', afterSeconds: number): Strike {
    return {
      what,
      now: async () => {
        await this.#bed.fault('crash', this.#box.name);
        if (what === 'wipe') this.#wipe();
      },
      over: { afterSeconds, how: () => this.#bed.fault('start', this.#box.name) },
    };
  }

  #wipe(): void {
    this.#wiped = true;
    for (const name of readdirSync(this.#box.home))
      rmSync(join(this.#box.home, name), { recursive: true, force: true });
    mkdirSync(join(this.#box.home, 'bin'));
  }

  async judge(): Promise<Finding[]> {
    return [];
  }

  async judgeEnd(): Promise<Finding[]> {
    const left = this.processes().filter(({ command }) => /train\.mjs|keeper-/.test(command));
    return [
      ...left.map(({ command }) => ({
        kind: 'wrong' as const,
        what: `closed, and on the box still runs ${command}`,
      })),
      ...(this.#wiped || existsSync(join(this.#box.home, '.gpu-lease'))
        ? []
        : [{ kind: 'unwarranted' as const, what: 'what was on a machine of somebody’s own was removed' }]),
    ];
  }

  async end(): Promise<void> {
    await this.#wire.close();
    this.#there.end();
    await this.#bed.down();
  }
}

/** Of two strikes after which nobody listened the one that is over first opens the door again. */
const listening = (wire: FaultProxy): Promise<void> =>
  wire.accept().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_SERVER_ALREADY_LISTEN') throw error;
  });
