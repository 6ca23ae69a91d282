import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import { readRecord } from '../../src/platforms/local/box-dir.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';

/** The loopback boxes below one folder, which outlives every runner's disk and so stands for a cloud. */
export class LoopbackCloud {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /** Names of what it holds, by its own record of each box. */
  async boxes(): Promise<string[]> {
    const names = this.#all().filter((name) => !name.startsWith('.'));
    const records = await Promise.all(names.map((name) => readRecord(join(this.dir, name))));
    return records.flatMap((record) => (record && record.state !== 'destroyed' ? [record.name] : []));
  }

  /** SHA-256 of the file of that name on the one box that has it. */
  sha256Of(file: string): string {
    const found = readdirSync(this.dir, { recursive: true, encoding: 'utf8' }).find(
      (each) => basename(each) === file,
    );
    if (found === undefined) throw new Error(`no ${file} below ${this.dir}`);
    return createHash('sha256')
      .update(readFileSync(join(this.dir, found)))
      .digest('hex');
  }

  /** Takes every box away, whatever runs on it. */
  async destroy(): Promise<void> {
    for (const name of this.#all()) await destroyLocalBox(this.dir, name, systemClock);
  }

  #all(): string[] {
    return existsSync(this.dir) ? readdirSync(this.dir) : [];
  }
}
