import { placeResumingJob } from './resuming-job.ts';
import type { Place } from './run-bundle.ts';
import type { JobFile } from './tiny-job.ts';

/** The step of the one checkpoint, and how many steps there are. */
export const SAVED_AT = 10;
export const STEPS = 20;

/**
 * Its first attempt saves once, and goes on until it is taken away; the next goes on from what it finds, which it hashes first. The
 * weights are one block of random numbers again and again: written as fast as the disk takes them, and zero nowhere.
 */
const TRAINER = `
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, createReadStream, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
const out = process.env.GPU_LEASE_OUT;
const folder = out + '/checkpoint-${SAVED_AT}';
const weights = folder + '/weights.safetensors';
const note = (step) => appendFileSync(out + '/metrics.jsonl', JSON.stringify({ step, loss: 1 / step }) + '\\n');
function save() {
  const block = Float32Array.from({ length: 1 << 20 }, () => Math.random() - 0.5);
  const bytes = Buffer.from(block.buffer);
  const count = Math.ceil(Number(process.env.HUGE_BYTES) / bytes.length);
  const head = JSON.stringify({ __metadata__: { step: '${SAVED_AT}' }, weight: { dtype: 'F32', shape: [count, 1 << 20], data_offsets: [0, count * bytes.length] } });
  const padded = Buffer.from(head.padEnd(Math.ceil(head.length / 8) * 8, ' '));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  mkdirSync(folder);
  const file = openSync(weights + '.tmp', 'w');
  for (const piece of [length, padded, ...Array(count).fill(bytes)]) writeSync(file, piece);
  closeSync(file);
  renameSync(weights + '.tmp', weights);
  writeFileSync(folder + '/state.json', JSON.stringify({ global_step: ${SAVED_AT}, log_history: [] }) + '\\n');
}
if (existsSync(folder + '/state.json')) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(weights, { highWaterMark: 1 << 20 })) hash.update(piece);
  writeFileSync(out + '/resumed.json', JSON.stringify({ step: ${SAVED_AT}, sha256: hash.digest('hex') }) + '\\n');
  for (let step = ${SAVED_AT + 1}; step <= ${STEPS}; step += 1) note(step);
} else {
  for (let step = 1; step <= ${SAVED_AT}; step += 1) note(step);
  save();
  for (;;) await pause(1000);
}
`;

/** A job with one checkpoint of that many bytes, as it loses its box after it. */
export function placeHugeJob(place: Place, bytes: number, change: (job: JobFile) => void): void {
  const artifacts = [{ path: 'resumed.json', role: 'config' }];
  const vars = { HUGE_BYTES: bytes };
  placeResumingJob(
    place,
    { name: 'huge', text: TRAINER, steps: STEPS, every: '5s', vars, artifacts },
    change,
  );
}
