import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

export const CHECKPOINT = 'checkpoints/last.safetensors';

/** Random numbers, so that no two pieces of the file are alike and nothing compresses. */
const TRAINER = `
import { appendFileSync, mkdirSync, renameSync, writeFileSync, existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
const out = process.env.GPU_LEASE_OUT;
const count = Number(process.env.LARGE_BYTES) / 4;
mkdirSync(out + '/checkpoints', { recursive: true });
const head = JSON.stringify({
  step: { dtype: 'I64', shape: [1], data_offsets: [0, 8] },
  weight: { dtype: 'F32', shape: [count], data_offsets: [8, 8 + 4 * count] },
});
const padded = Buffer.from(head.padEnd(Math.ceil(head.length / 8) * 8, ' '));
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(padded.length));
for (let step = 1; step <= Number(process.env.LARGE_STEPS); step += 1) {
  const weight = Float32Array.from({ length: count }, () => Math.random() - 0.5);
  const at = Buffer.alloc(8);
  at.writeBigInt64LE(BigInt(step));
  const whole = Buffer.concat([length, padded, at, Buffer.from(weight.buffer)]);
  writeFileSync(out + '/checkpoints/part', whole);
  renameSync(out + '/checkpoints/part', out + '/checkpoints/last.safetensors');
  appendFileSync(out + '/metrics.jsonl', JSON.stringify({ step, loss: 1 / step }) + '\\n');
  while (process.env.LARGE_HOLD && step === 1 && !existsSync(process.env.LARGE_HOLD)) await pause(100);
}
`;

/**
 * A job whose only checkpoint is of megabytes, so that a line can break in the middle of it.
 *
 * @param holdUntil a path: the trainer goes on behind its first step once it is there
 */
export function placeLargeJob(
  place: Place,
  { bytes, steps = 1, holdUntil = '' }: { bytes: number; steps?: number; holdUntil?: string },
  change: (job: JobFile) => void = () => {},
): void {
  writeFileSync(join(place.repository, 'large.mjs'), TRAINER);
  placeTinyJob(place, (job) => {
    job['run'] = 'node large.mjs';
    job['smoke'] = 'none';
    job['vars'] = { LARGE_BYTES: bytes, LARGE_STEPS: steps, LARGE_HOLD: holdUntil };
    job['metrics'] = { path: 'metrics.jsonl', 'total-steps': steps };
    job['artifacts'] = [
      { path: CHECKPOINT, role: 'checkpoint', keep: 'last', contains: ['weight', 'step'] },
      { path: 'metrics.jsonl', role: 'metrics' },
    ];
    job['checkpoint'] = { path: CHECKPOINT, resume: 'none', every: '1s' };
    change(job);
  });
}

export const sha256Of = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex');
