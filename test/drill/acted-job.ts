import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How a job of the drill behaves, whatever its exit code says. */
export const JOB_KINDS = [
  'plain',
  'early',
  'background',
  'stall',
  'flood',
  'nan',
  'non-atomic',
  'code-bug',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

export const STEPS = 100;
export const EVERY = 10;
/** Where an early one ends, a stalled one stands still, a broken one breaks. */
export const TURNS_AT = 40;

const CHECKPOINT = 'checkpoints/last.safetensors';

/** The one trainer of an acted box: what it has on its disk is what a real one would have at that moment. */
export class ActedJob {
  readonly from: number;
  readonly startedAt: number;
  /** Set once it is over; ms since the epoch. */
  endedAt: number | undefined;
  exitCode: number | undefined;
  /** It was put into the background and the command came back at once. */
  readonly detaches: boolean;
  log = '';
  #written: number;
  #halfWritten = false;
  readonly #out: string;
  readonly #kind: JobKind;
  readonly #stepMs: number;

  constructor(out: string, kind: JobKind, stepMs: number, now: number) {
    this.#out = out;
    this.#kind = kind;
    this.#stepMs = stepMs;
    this.startedAt = now;
    this.detaches = kind === 'background';
    this.from = stepIn(join(out, CHECKPOINT)) ?? 0;
    this.#written = this.from;
    this.log = this.from > 0 ? `resumed at step ${this.from}\n` : 'starting at step 0\n';
    this.#cutMetricsTo(this.from);
  }

  get isOver(): boolean {
    return this.endedAt !== undefined;
  }

  /** When it last wrote anything. */
  get wroteAt(): number {
    return this.startedAt + (this.#written - this.from) * this.#stepMs;
  }

  get step(): number {
    return this.#written;
  }

  /** Writes everything that was due by then. */
  goOn(now: number): void {
    if (this.isOver) return;
    const due = this.from + Math.floor((now - this.startedAt) / this.#stepMs);
    const until = Math.min(due, this.#lastStep());
    if (until > this.#written) this.#write(until);
    if (due >= this.#lastStep() && this.#kind !== 'stall') this.#end(now);
    if (this.#kind === 'stall' && this.from >= TURNS_AT && due >= STEPS) this.#end(now);
  }

  /** SIGKILL, a reboot: what it had written stays, half of a file too. */
  kill(now: number, exitCode: number): void {
    if (this.isOver) return;
    this.goOn(now);
    if (this.isOver) return;
    this.endedAt = now;
    this.exitCode = exitCode;
  }

  /** Its next write finds no room. */
  noRoom(now: number): void {
    this.kill(now, 1);
    this.log += 'OSError: [Errno 28] No space left on device\n';
  }

  #lastStep(): number {
    if (this.#kind === 'early' || this.#kind === 'code-bug') return Math.max(this.from, TURNS_AT);
    if (this.#kind === 'stall') return this.from >= TURNS_AT ? STEPS : TURNS_AT;
    return STEPS;
  }

  #end(now: number): void {
    this.endedAt = Math.min(now, this.startedAt + (this.#lastStep() - this.from) * this.#stepMs);
    this.exitCode = this.#kind === 'code-bug' ? 1 : 0;
    if (this.#halfWritten) this.#checkpoint(this.#written - (this.#written % EVERY), false);
    if (this.exitCode !== 0)
      this.log += 'Traceback (most recent call last):\n  File "train.py", line 7\nKeyError: \'lr\'\n';
    else writeFileSync(join(this.#out, 'summary.json'), `{"steps": ${this.#written}}\n`);
  }

  #write(until: number): void {
    mkdirSync(this.#out, { recursive: true });
    let lines = '';
    for (let step = this.#written + 1; step <= until; step += 1) {
      const loss = this.#kind === 'nan' && step === TURNS_AT + 1 ? 'NaN' : (2 / (1 + step / 10)).toFixed(6);
      lines += `{"step": ${step}, "loss": ${loss}, "lr": 0.001}\n`;
    }
    writeFileSync(join(this.#out, 'metrics.jsonl'), lines, { flag: 'a' });
    this.#written = until;
    this.log += this.#kind === 'flood' ? 'y\n'.repeat(3000) : `step ${until}/${STEPS}\n`;
    const newest = until - (until % EVERY);
    if (newest > this.from || !existsSync(join(this.#out, CHECKPOINT))) {
      // Whoever looks at such a writer in the wrong moment finds half of a file.
      const half = this.#kind === 'non-atomic' && until % 3 === 0 && until < STEPS;
      if (newest > 0) this.#checkpoint(newest, half);
    }
  }

  #checkpoint(step: number, half: boolean): void {
    const file = join(this.#out, CHECKPOINT);
    if (stepIn(file) === step) return;
    mkdirSync(dirname(file), { recursive: true });
    const bytes = checkpointBytes(step);
    this.#halfWritten = half;
    if (half) {
      writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2)));
      return;
    }
    writeFileSync(`${file}.tmp`, bytes);
    renameSync(`${file}.tmp`, file);
  }

  /** As a trainer does that goes on from a checkpoint: no row of a step that it will do again. */
  #cutMetricsTo(step: number): void {
    const file = join(this.#out, 'metrics.jsonl');
    if (!existsSync(file)) return;
    const rows = readFileSync(file, 'utf8').split('\n').slice(0, step);
    if (step === 0) {
      rmSync(file);
      return;
    }
    writeFileSync(file, `${rows.join('\n')}\n`);
  }
}

/** A small checkpoint whose every number follows from its step. */
export function checkpointBytes(step: number): Buffer {
  const values = new Float32Array(16);
  for (let i = 0; i < values.length; i += 1) values[i] = Math.sin(step * 31 + i) + 0.001 * i;
  const tensors = Buffer.from(values.buffer);
  const half = tensors.length / 2;
  const header = {
    __metadata__: { format: 'pt', step: String(step) },
    'model.weight': { dtype: 'F32', shape: [8], data_offsets: [0, half] },
    'optimizer.exp_avg': { dtype: 'F32', shape: [8], data_offsets: [half, 2 * half] },
  };
  const text = JSON.stringify(header).padEnd(256, ' ');
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, Buffer.from(text), tensors]);
}

/** The step of a whole checkpoint; `undefined` for one that is missing, half written or not what was written. */
export function stepIn(file: string): number | undefined {
  try {
    const bytes: Buffer = readFileSync(file);
    const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString('utf8'));
    const step = Number(header.__metadata__.step);
    return bytes.equals(checkpointBytes(step)) ? step : undefined;
  } catch {
    return;
  }
}
