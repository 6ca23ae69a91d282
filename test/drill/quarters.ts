import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../scenarios/run-bundle.ts';
import type { JobFile } from '../scenarios/tiny-job.ts';
import type { Finding } from './books.ts';
import type { Chance } from './chance.ts';
import { SmallDisk } from './small-disk.ts';

export interface BoxProcess {
  pid: number;
  command: string;
}

/** Something that befalls a life, and how it is over; without that it is over at once. */
export interface Strike {
  what: string;
  now(): Promise<void> | void;
  over?: { afterSeconds: number; how(): Promise<void> | void };
}

/** Where the job of a life in processes works, and what can happen there. */
export interface Quarters {
  readonly words: string;
  /** Nothing of it is destroyed, so nobody is asked. */
  readonly isOwn: boolean;
  /** So long about a command takes there that nobody strikes. */
  readonly commandSeconds: number;
  furnish(job: JobFile): void;
  processes(): BoxProcess[];
  strike(chance: Chance): Strike;
  /** What its own books say now. */
  judge(approved: ReadonlySet<string>): Promise<Finding[]>;
  /** What they must say of a run that is closed. */
  judgeEnd(intents: number): Promise<Finding[]>;
  end(): Promise<void> | void;
}

/** The embedded box, with the store of this machine and its boxes on one small disk. */
export class EmbeddedQuarters implements Quarters {
  readonly words = 'local';
  readonly isOwn = false;
  readonly commandSeconds = 5;
  readonly #place: Place;
  readonly #disk: SmallDisk;

  constructor(place: Place) {
    this.#place = place;
    this.#disk = new SmallDisk(join(place.dir, 'state'));
    place.disks.push(this.#disk);
  }

  furnish(): void {
    // The job's own candidate is this machine.
  }

  processes(): BoxProcess[] {
    return this.#place.processes(this.#place.boxesDir);
  }

  strike(chance: Chance): Strike {
    if (chance.strikes(20)) return fullDisk(this.#disk, 'the disk here', chance);
    return killed(chance.of(['keeper', 'trainer', 'box'] as const), () => this.processes());
  }

  async judge(approved: ReadonlySet<string>): Promise<Finding[]> {
    const findings: Finding[] = [];
    for (const name of this.#place.boxes()) {
      const box = await this.#place.boxRecord(name).catch(() => undefined);
      const worked = existsSync(join(this.#place.boxesDir, name, 'home', '.gpu-lease'));
      if (box?.state === 'destroyed' && worked && !approved.has(name))
        findings.push({ kind: 'unwarranted', what: `${name} was destroyed, and nobody had said so` });
    }
    return findings;
  }

  async judgeEnd(intents: number): Promise<Finding[]> {
    const findings: Finding[] = [];
    const boxes = this.#place.boxes();
    for (const name of boxes) {
      const { meters } = await this.#place.boxRecord(name);
      if (meters.some(({ stoppedAt }) => stoppedAt === null))
        findings.push({ kind: 'wrong', what: `closed, and ${name} is still charged for` });
    }
    if (boxes.length > intents)
      findings.push({ kind: 'doubled', what: `${boxes.length} boxes for ${intents} intents` });
    return findings;
  }

  end(): void {
    // All of it is the place's.
  }
}

export function fullDisk(disk: SmallDisk, where: string, chance: Chance): Strike {
  const what = chance.of(['bytes', 'inodes'] as const);
  return {
    what: `${where} has no ${what} left`,
    now: () => disk.fill(what),
    over: { afterSeconds: chance.between(2, 10), how: () => disk.free() },
  };
}

const MATCHES = { keeper: /keeper-[0-9a-f]+\.sh run /, trainer: /node train\.mjs/, box: /serve|box/ };

export function killed(whom: keyof typeof MATCHES, processes: () => BoxProcess[]): Strike {
  return {
    what: `SIGKILL ${whom}`,
    now() {
      for (const { pid, command } of processes()) if (MATCHES[whom].test(command)) end(pid);
    },
  };
}

export function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
