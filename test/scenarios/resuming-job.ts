import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Place } from './run-bundle.ts';
import type { JobFile } from './tiny-job.ts';

/** A trainer of a test, and what is its own in a job that goes on from folders whose marker is written last. */
interface Trainer {
  name: string;
  text: string;
  steps: number;
  /** How often it saves. */
  every: string;
  vars: Record<string, string | number>;
  artifacts?: JobFile[];
}

/** Commits a trainer with a job of this machine for it, without a smoke. */
export function placeResumingJob(
  place: Place,
  { name, text, steps, every, vars, artifacts = [] }: Trainer,
  change: (job: JobFile) => void,
): void {
  const job: JobFile = {
    name,
    run: `node ${name}.mjs`,
    vars,
    candidates: ['local'],
    smoke: 'none',
    checkpoint: { path: 'checkpoint-*', complete: 'state.json', resume: 'continues', every },
    metrics: { path: 'metrics.jsonl', 'total-steps': steps },
    artifacts: [...artifacts, { path: 'metrics.jsonl', role: 'metrics' }],
    budget: { usd: 1, hours: 1, usdPerHour: 1 },
  };
  change(job);
  writeFileSync(join(place.repository, `${name}.mjs`), text);
  writeFileSync(join(place.repository, 'gpu-lease.yml'), stringify(job));
  place.commit();
}
