import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { processStat } from '../../src/host/process-identity.ts';
import {
  type BoxRecord,
  type LocalMeter,
  readMeters,
  readRecord,
} from '../../src/platforms/local/box-dir.ts';

export const repositoryRoot = join(import.meta.dirname, '..', '..');
/** The bundle as committed; in a short run that of these sources, which starts faster (test/installation.ts). */
const INSTALLED = process.env['GPU_LEASE_TEST_INSTALLATION'] || repositoryRoot;

/** What a person or a workflow sees of one finished command. */
export interface Outcome {
  /** `null` when a signal ended it. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Both, as a terminal shows them. */
  output: string;
  seconds: number;
}

export interface Options {
  cwd?: string;
  /** Over the place's own; `undefined` takes a variable out. */
  env?: Record<string, string | undefined>;
  timeoutSeconds?: number;
  /** Root of an installation to start from. */
  from?: string;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Outcome>;
  /** Resolves when the output so far matches; rejects when the command ends before. */
  says(text: RegExp): Promise<void>;
}

/**
 * A machine of its own for one scenario: home, state, temporary directory and boxes below one directory. Every process
 * that is started from here carries the directory in its environment, and so does everything that it starts in turn.
 */
export class Place {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'gl-scenario-')));
  readonly repository: string;
  readonly home = join(this.dir, 'home');
  readonly temporary = join(this.dir, 'tmp');
  readonly boxesDir: string;
  readonly env: Record<string, string>;
  /** Mounted below `dir`, in this order; until they end nothing can be removed. */
  readonly disks: { end(): void }[] = [];

  /** @param inside a directory below `dir` that the command makes itself, with repository and state in it */
  constructor(inside?: string) {
    requireBundle();
    const own = join(this.dir, inside ?? '');
    this.repository = join(own, 'repository');
    this.boxesDir = join(own, 'state', 'gpu-lease', 'local');
    for (const dir of [this.home, this.temporary]) mkdirSync(dir);
    if (inside === undefined) mkdirSync(this.repository);
    this.env = {
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: this.home,
      USER: process.env['USER'] ?? 'somebody',
      LANG: 'C.UTF-8',
      TMPDIR: this.temporary,
      XDG_STATE_HOME: join(own, 'state'),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    };
  }

  /** Starts `bin/gpu-lease` in a process group of its own, in the repository, without a terminal. */
  start(args: readonly string[], options: Options = {}): Running {
    const merged = { ...this.env, ...options.env };
    const env = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
    const began = performance.now();
    const program = join(options.from ?? INSTALLED, 'bin', 'gpu-lease');
    const child = spawn(program, args, {
      cwd: options.cwd ?? this.repository,
      env: env as Record<string, string>,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const seen = { stdout: '', stderr: '', output: '' };
    const waiting = new Set<() => void>();
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        seen[name] += chunk;
        seen.output += chunk;
        for (const look of waiting) look();
      });
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), (options.timeoutSeconds ?? 120) * 1000);
    const ended = new Promise<Outcome>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => {
        clearTimeout(timer);
        resolve({ exitCode, signal, ...seen, seconds: (performance.now() - began) / 1000 });
      });
    });
    const says = (text: RegExp): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = () => text.test(seen.output) && resolve();
        waiting.add(look);
        look();
        ended.then(() => reject(new Error(`ended without saying ${text}:\n${seen.output}`)), reject);
      });
    return { child, ended, says };
  }

  run(args: readonly string[], options: Options = {}): Promise<Outcome> {
    return this.start(args, options).ended;
  }

  git(...args: string[]): string {
    return this.gitWithInput('', ...args);
  }

  gitWithInput(input: string, ...args: string[]): string {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    return execFileSync('git', [...identity, ...args], {
      cwd: this.repository,
      env: this.env,
      encoding: 'utf8',
      timeout: 30_000,
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 64 << 20,
    });
  }

  /** Makes what lies in the repository's directory its one commit. */
  commit(): void {
    if (!existsSync(join(this.repository, '.git'))) this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', 'The job');
  }

  /** Directories at the loopback platform, whatever became of the box: one for each that was ever rented. */
  boxes(): string[] {
    if (!existsSync(this.boxesDir)) return [];
    return readdirSync(this.boxesDir).filter((name) => !name.startsWith('.'));
  }

  async boxRecord(name: string): Promise<BoxRecord & { meters: LocalMeter[] }> {
    const dir = join(this.boxesDir, name);
    const record = await readRecord(dir);
    if (!record) throw new Error(`no box ${name}`);
    return { ...record, meters: await readMeters(dir) };
  }

  /** Living processes that were started from this place, boxes' included; or from another directory. */
  processes(from = this.dir): { pid: number; command: string }[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && processStat(Number(name)))
      .filter((pid) => textOf(`/proc/${pid}/environ`).includes(from))
      .map((pid) => ({
        pid: Number(pid),
        command: textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
      }));
  }

  /** Ends everything that was started from here and removes it. */
  async end(): Promise<void> {
    for (let left = this.processes(); left.length > 0; left = this.processes()) {
      for (const { pid } of left) kill(pid);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const name of this.boxes()) {
      const short = createHash('sha256').update(join(this.boxesDir, name)).digest('hex').slice(0, 12);
      rmSync(`/tmp/gpu-lease-${short}`, { recursive: true, force: true });
    }
    for (const disk of this.disks.reverse()) disk.end();
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A place that ends with the test, however it ends. */
export function placeFor(t: TestContext, inside?: string): Place {
  const place = new Place(inside);
  t.after(() => place.end());
  return place;
}

function requireBundle(): void {
  if (existsSync(join(repositoryRoot, 'dist', 'gpu-lease.mjs'))) return;
  throw new Error('dist/gpu-lease.mjs is missing: these tests run what users run. Next: npm run build');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It ended, or is somebody else's.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}
