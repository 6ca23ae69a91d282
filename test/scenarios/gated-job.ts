import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeResumingJob } from './resuming-job.ts';
import type { Place } from './run-bundle.ts';
import type { JobFile } from './tiny-job.ts';

const EVERY = 10;
const STEPS = 50;

/** Saves a folder at every tenth step, its marker last, and goes on behind it once the test says so. */
const TRAINER = `
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
const out = process.env.GPU_LEASE_OUT;
function save(step) {
  const folder = out + '/checkpoint-' + step;
  const head = JSON.stringify({ __metadata__: { step: String(step) }, weight: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } });
  const padded = Buffer.from(head.padEnd(Math.ceil(head.length / 8) * 8, ' '));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  mkdirSync(folder);
  writeFileSync(folder + '/weights.safetensors', Buffer.concat([length, padded, Buffer.from(Float32Array.of(step, 1 / step).buffer)]));
  writeFileSync(folder + '/state.json', JSON.stringify({ global_step: step, log_history: [] }) + '\\n');
}
const saved = readdirSync(out).flatMap((name) => (existsSync(out + '/' + name + '/state.json') ? Number(name.split('-')[1]) : []));
for (let step = Math.max(0, ...saved) + 1; step <= ${STEPS}; step += 1) {
  appendFileSync(out + '/metrics.jsonl', JSON.stringify({ step, loss: 1 / step }) + '\\n');
  if (step % ${EVERY} === 0) save(step);
  while (step % ${EVERY} === 0 && step < ${STEPS} && !existsSync(process.env.GATES + '/' + step)) await pause(50);
}
`;

/** @returns lets the trainer go on behind the checkpoint of that step */
export function placeGatedJob(place: Place, change: (job: JobFile) => void): (step: number) => void {
  const gates = join(place.dir, 'gates');
  mkdirSync(gates);
  const trainer = { name: 'gated', text: TRAINER, steps: STEPS, every: '1s', vars: { GATES: gates } };
  placeResumingJob(place, trainer, change);
  return (step) => writeFileSync(join(gates, String(step)), '');
}
