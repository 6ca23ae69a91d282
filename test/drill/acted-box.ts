import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { KEEPER_GONE } from '../../src/box/keeper-call.ts';
import { ActedJob, type JobKind, stepIn } from './acted-job.ts';
import { answeredAtOnce } from './acted-shell.ts';

export interface Answer {
  exitCode: number;
  stdout: Buffer;
  stderr: string;
}

/** One start of a trainer, as the box itself knows it. */
export interface TrueStart {
  lease: string;
  attempt: number;
  /** The step that it went on from. */
  from: number;
  at: number;
}

interface Attempt {
  n: number;
  job: ActedJob;
  metricsOffset: number;
  keeper: 'alive' | 'dead';
  /** Nobody knows how it ended. */
  lost: boolean;
  stopped: boolean;
  bootId: string;
}

/**
 * A rented box whose disk and shell are real (a directory, `sh`, the keeper's own program) and whose time is that of the drill:
 * hours of training pass without anybody waiting for them. Only what lasts is acted: the queue, the trainer, a boot.
 */
export class ActedBox {
  readonly home: string;
  readonly starts: TrueStart[] = [];
  readonly lease: string;
  up = true;
  takesKey = true;
  fullDisk = false;
  noInodes = false;
  /** How far its clock is ahead, seconds. */
  ahead = 0;
  boots = 1;
  isDestroyed = false;
  /** Switched off in the console, whatever it is charged for. */
  offByHand = false;
  readonly #kind: JobKind;
  readonly #stepMs: number;
  readonly #now: () => number;
  #attempts: Attempt[] = [];

  constructor(of: { dir: string; lease: string; kind: JobKind; stepMs: number; now: () => number }) {
    this.home = mkdtempSync(join(of.dir, 'box-'));
    this.lease = of.lease;
    this.#kind = of.kind;
    this.#stepMs = of.stepMs;
    this.#now = of.now;
  }

  get #last(): Attempt | undefined {
    return this.#attempts.at(-1);
  }

  get bootId(): string {
    return `boot-${this.boots}-${this.lease}`;
  }

  /** A trainer computes on it at this moment, whoever knows of it. */
  get isTraining(): boolean {
    this.#goOn();
    return this.up && this.#last !== undefined && !this.#last.job.isOver;
  }

  get hasWorked(): boolean {
    return this.starts.length > 0;
  }

  /** The step of the checkpoint on its disk. */
  get step(): number {
    this.#goOn();
    return stepIn(join(this.#out, 'checkpoints/last.safetensors')) ?? 0;
  }

  get lastJob(): ActedJob | undefined {
    return this.#last?.job;
  }

  // --- what happens to it ---

  killTrainer(): void {
    this.#last?.job.kill(this.#now(), 137);
  }

  killKeeper(): void {
    this.#goOn();
    if (this.#last && !this.#last.job.isOver) this.#last.keeper = 'dead';
  }

  reboot(): void {
    this.#endAll();
    this.boots += 1;
  }

  /** Reset to its image: it answers, and nothing is on it. */
  reset(): void {
    this.reboot();
    this.#attempts = [];
    rmSync(this.home, { recursive: true, force: true });
    mkdirSync(this.home, { recursive: true });
  }

  /** Begins anew beside what it had: as a start after which nothing was brought back. */
  forgetWork(): void {
    const last = this.#last;
    if (!last) return;
    rmSync(this.#out, { recursive: true, force: true });
    last.job = new ActedJob(this.#out, this.#kind, this.#stepMs, this.#now());
    this.starts.push({ lease: this.lease, attempt: last.n, from: 0, at: this.#now() });
  }

  halt(): void {
    if (this.up) this.#endAll();
    this.up = false;
  }

  boot(): void {
    if (this.up) return;
    this.up = true;
    this.boots += 1;
  }

  fill(): void {
    this.fullDisk = true;
    this.#last?.job.noRoom(this.#now());
  }

  destroy(): void {
    if (this.isDestroyed) return;
    this.isDestroyed = true;
    this.halt();
    rmSync(this.home, { recursive: true, force: true });
  }

  #endAll(): void {
    this.#goOn();
    const last = this.#last;
    if (!last || last.job.isOver) return;
    last.job.kill(this.#now(), -1);
    last.lost = true;
  }

  #goOn(): void {
    if (this.up) this.#last?.job.goOn(this.#now());
  }

  // --- what it answers ---

  async exec(argv: readonly string[], stdin: Buffer): Promise<Answer> {
    this.#goOn();
    const at = argv.findIndex((word) => /\/keeper-[0-9a-f]{12}\.sh$/.test(word));
    if (at < 0) return this.#shell(argv, stdin);
    if (!existsSync(argv[at] as string)) return said('', KEEPER_GONE);
    const [command = '', base = '', word = ''] = argv.slice(at + 1);
    if (command === 'probe') return said(this.#probe(base));
    if (command === 'start') return said(this.#start(base, Number(word)));
    if (command === 'signal') return said(this.#signal());
    return this.#shell(argv, stdin);
  }

  get #out(): string {
    const runs = join(this.home, '.gpu-lease');
    const run = existsSync(runs) ? readdirSync(runs).find((name) => !name.startsWith('.')) : undefined;
    return join(runs, run ?? 'none', 'cells/main/out');
  }

  async #shell(argv: readonly string[], stdin: Buffer): Promise<Answer> {
    // What is laid down needs room; what only reads does not.
    if ((this.fullDisk || this.noInodes) && argv[2]?.includes('install "$base"'))
      return said('', 5, 'keeper: cannot write: No space left on device');
    const known = answeredAtOnce(argv, stdin, this.#now() + this.ahead * 1000);
    return known ? { exitCode: 0, stdout: known, stderr: '' } : run(argv, stdin, this.home);
  }

  #start(base: string, n: number): string {
    const here = join(base, 'attempts', String(n));
    if (existsSync(here)) return 'GPU-LEASE already true\n';
    if (!existsSync(join(base, 'plans', String(n)))) return 'GPU-LEASE no-plan\n';
    const last = this.#last;
    if (last && this.#queueOf(last) === 'running') return `GPU-LEASE busy ${last.n}\n`;
    mkdirSync(join(base, 'attempts'), { recursive: true });
    mkdirSync(here);
    renameSync(join(base, 'plans', String(n)), join(here, 'plan'));
    const metrics = statSync(join(this.#out, 'metrics.jsonl'), { throwIfNoEntry: false });
    const job = new ActedJob(this.#out, this.#kind, this.#stepMs, this.#now());
    const metricsOffset = metrics?.size ?? 0;
    if (this.fullDisk || this.noInodes) job.noRoom(this.#now());
    this.#attempts.push({
      n,
      job,
      metricsOffset,
      keeper: 'alive',
      lost: false,
      stopped: false,
      bootId: this.bootId,
    });
    this.starts.push({ lease: this.lease, attempt: n, from: job.from, at: this.#now() });
    return 'GPU-LEASE started true\n';
  }

  #signal(): string {
    const last = this.#last;
    if (last && !last.job.isOver) {
      last.job.kill(this.#now(), 143);
      last.stopped = true;
    }
    return 'GPU-LEASE signalled\n';
  }

  #queueOf({ job, lost, keeper }: Attempt): 'running' | 'ended' | 'lost' {
    if (!job.isOver) return 'running';
    return lost || keeper === 'dead' ? 'lost' : 'ended';
  }

  #probe(base: string): string {
    const attempts = existsSync(join(base, 'attempts')) ? this.#attempts : [];
    const last = attempts.at(-1);
    const now = Math.floor(this.#now() / 1000) + this.ahead;
    const free = this.fullDisk ? 0 : 500e9;
    return `${JSON.stringify({
      gpuLease: 1,
      boxTime: now,
      bootId: this.bootId,
      uptimeSeconds: 1000,
      attempt: last?.n ?? 0,
      queue: last ? this.#queueOf(last) : 'absent',
      ...(last &&
        this.#queueOf(last) === 'ended' && {
          queueExitCode: last.job.exitCode === 0 ? 0 : 1,
          queueReasonHex: '',
        }),
      disk: { freeBytes: free, totalBytes: 600e9, freeInodes: this.noInodes ? 0 : 1e7, totalInodes: 2e7 },
      memory: { usedBytes: 1e9, maxBytes: 64e9, oomKills: 0 },
      gpuHex: '',
      cells: last ? [this.#cell(last, now)] : [],
    })}\n`;
  }

  #cell(attempt: Attempt, now: number): object {
    const { job, lost, keeper, stopped, metricsOffset, n } = attempt;
    const seconds = (ms: number | undefined) =>
      ms === undefined ? null : Math.floor(ms / 1000) + this.ahead;
    const isOver = job.isOver;
    // Without its keeper nobody notes how a command ended; one that was put into the background had ended long before.
    const unknown = isOver && (lost || (keeper === 'dead' && !job.detaches));
    const state = !isOver
      ? job.detaches && keeper === 'dead'
        ? 'exited'
        : 'running'
      : unknown
        ? 'lost'
        : 'exited';
    const background = job.detaches && !isOver ? 2 : 0;
    const metrics = readOr(join(this.#out, 'metrics.jsonl'));
    const isCut = metrics.length < metricsOffset;
    const mine = isCut ? metrics : metrics.subarray(metricsOffset);
    const wrote = seconds(job.wroteAt) ?? now;
    return {
      name: 'main',
      state,
      attempt: n,
      exitCode: state === 'exited' ? (isOver ? job.exitCode : 0) : null,
      syncExitCode: null,
      startedAt: seconds(job.startedAt),
      endedAt: state === 'exited' ? (isOver ? seconds(job.endedAt) : seconds(job.startedAt)) : null,
      reason: state !== 'exited' ? '' : stopped ? 'signal' : job.detaches ? 'background' : 'exited',
      heartbeatAgeSeconds: isOver ? null : 3,
      background,
      changedAfterEnd: state === 'exited' && !isOver ? 1 : 0,
      ...(state === 'exited' && !isOver && { changedAgoSeconds: Math.max(0, now - wrote) }),
      logBytes: job.log.length,
      logTailHex: Buffer.from(job.log.slice(-4096)).toString('hex'),
      ...(!isCut && mine.length > 0 && { metricsHeadHex: mine.subarray(0, 8192).toString('hex') }),
      ...(metrics.length > 0 && mine.length > 0 && { metricsTailHex: mine.subarray(-8192).toString('hex') }),
      watchedHex: Buffer.from(this.#watched(wrote)).toString('hex'),
      quietSeconds: Math.max(0, now - wrote),
    };
  }

  #watched(wrote: number): string {
    const path = 'checkpoints/last.safetensors';
    const file = statSync(join(this.#out, path), { throwIfNoEntry: false });
    const metrics = statSync(join(this.#out, 'metrics.jsonl'), { throwIfNoEntry: false });
    // The step is in the time, as it would be with a clock of its own.
    return [
      ...(file ? [`${wrote} ${file.size} ./${path}`] : []),
      ...(metrics ? [`${wrote} ${metrics.size} ./metrics.jsonl`] : []),
    ].join('\n');
  }
}

const said = (text: string, exitCode = 0, stderr = ''): Answer => ({
  exitCode,
  stdout: Buffer.from(text),
  stderr,
});

function readOr(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** One command of the box's shell, in its home. */
function run(argv: readonly string[], stdin: Buffer, home: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const [program = 'sh', ...words] = argv;
    const child = spawn(program, words, {
      cwd: home,
      env: { PATH: `${home}/bin:${process.env['PATH']}`, HOME: home, TMPDIR: home, LANG: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.stdin.on('error', () => {});
    child.once('error', reject);
    child.once('close', (exitCode) =>
      resolve({
        exitCode: exitCode ?? -1,
        stdout: Buffer.concat(out),
        stderr: Buffer.concat(err).toString('utf8'),
      }),
    );
    child.stdin.end(stdin);
  });
}
