import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sink } from './finder.ts';

/** What the program and its boxes call by name. */
const PROGRAMS = [
  'git',
  'tar',
  'tmux',
  'setsid',
  'ssh',
  'ssh-keygen',
  'curl',
  'sync',
  'rsync',
  'uname',
  'df',
  'nvidia-smi',
];

/** What our own process calls for itself, and what a git starts in turn. */
export const ERRANDS = /^environment of (?:\S*\/)?(?:git|tar|sync)\b/;

/** Of the arguments of a call; git has its subcommand behind many settings. */
const MOST_NAMED = 800;

/**
 * Stands in the path before the programs that are called, and writes down the arguments and the environment of every single call,
 * however short.
 */
export class WatchedPrograms {
  readonly path: string;
  readonly #notes: string;

  constructor(dir: string) {
    this.path = join(dir, 'bin');
    this.#notes = join(dir, 'calls');
    for (const each of [this.path, this.#notes]) mkdirSync(each, { recursive: true });
    for (const name of PROGRAMS) {
      const real = realPath(name);
      if (real === '') continue;
      const note = `${this.#notes}/${name}.$$`;
      const script = `#!/bin/sh\n{ printf '%s\\0' ${name} "$@"; printf '\\0'; /bin/cat /proc/self/environ; printf '\\0\\0\\0'; } >>"${note}"\nexec ${real} "$@"\n`;
      writeFileSync(join(this.path, name), script, { mode: 0o755 });
    }
  }

  /** One for the arguments and one for the environment of each call. */
  calls(): Sink[] {
    return readdirSync(this.#notes).flatMap((file) =>
      readFileSync(join(this.#notes, file), 'latin1')
        .split('\0\0\0')
        .flatMap((call): Sink[] => {
          const [args = '', env = ''] = call.split('\0\0');
          const where = args.replaceAll('\0', ' ').slice(0, MOST_NAMED);
          return [
            { where: `arguments of ${where}`, bytes: Buffer.from(args, 'latin1') },
            { where: `environment of ${where}`, bytes: Buffer.from(env, 'latin1') },
          ];
        }),
    );
  }
}

function realPath(name: string): string {
  try {
    return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Of looks at one process: by then it is what it will be, most likely, and is looked at more rarely. */
const YOUNG_LOOKS = 25;
const OLD_EVERY = 25;

/** Arguments and environments of every process that carries a directory in its environment, looked at again and again. */
export class SampledProcesses {
  readonly #seen = new Map<string, Sink>();
  /** By process id: how often it was there. The machine may have hundreds that are nothing to us. */
  #looks = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #dir: string;

  constructor(dir: string, everyMs = 20) {
    this.#dir = dir;
    this.#timer = setInterval(() => this.#look(), everyMs);
  }

  #look(): void {
    const before = this.#looks;
    this.#looks = new Map();
    for (const pid of readdirSync('/proc')) {
      if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
      const looks = (before.get(pid) ?? 0) + 1;
      this.#looks.set(pid, looks);
      if (looks > YOUNG_LOOKS && looks % OLD_EVERY !== 0) continue;
      try {
        const first = readFileSync(`/proc/${pid}/cmdline`);
        const env = readFileSync(`/proc/${pid}/environ`);
        if (!env.includes(this.#dir)) continue;
        const args = readFileSync(`/proc/${pid}/cmdline`);
        // Between its fork and its exec a process still has the environment of whoever starts it.
        if (!args.equals(first)) continue;
        const where = args.toString().replaceAll('\0', ' ').slice(0, MOST_NAMED);
        this.#seen.set(`a ${pid} ${where}`, { where: `arguments of ${where}`, bytes: args });
        this.#seen.set(`e ${pid} ${where}`, { where: `environment of ${where}`, bytes: env });
      } catch {
        // It ended.
      }
    }
  }

  end(): Sink[] {
    clearInterval(this.#timer);
    return [...this.#seen.values()];
  }
}
