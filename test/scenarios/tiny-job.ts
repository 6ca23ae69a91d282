import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type Place, repositoryRoot } from './run-bundle.ts';

/** The job file as YAML reads it; the program under test judges it. */
// biome-ignore lint/suspicious/noExplicitAny: a test may write any nonsense into it
export type JobFile = Record<string, any>;

const STEPS = 100;

/**
 * `examples/tiny` with few steps, as the commit of the place's repository. The command notes every start of the trainer
 * in `starts.txt`, which is an artifact: so it comes home with the checkpoints.
 */
export function placeTinyJob(place: Place, change: (job: JobFile) => void = () => {}): void {
  cpSync(join(repositoryRoot, 'examples', 'tiny'), place.repository, { recursive: true });
  writeFileSync(
    join(place.repository, 'train.sh'),
    'echo "$$" >>"$GPU_LEASE_OUT/starts.txt"\nexec node train.mjs\n',
  );
  const path = join(place.repository, 'gpu-lease.yml');
  const job: JobFile = parse(readFileSync(path, 'utf8'));
  job['run'] = 'sh train.sh';
  job['vars'] = { TINY_STEPS: STEPS, TINY_STEP_MS: 12, TINY_CKPT_EVERY: 10 };
  job['smoke'] = {
    run: 'TINY_STEPS=10 TINY_STEP_MS=0 node train.mjs',
    timeout: '60s',
    memory: '512MB',
    threads: 1,
    // More steps than any machine does before the kill, however busy it is.
    drill: { run: 'TINY_STEPS=4000 TINY_STEP_MS=15 TINY_CKPT_EVERY=5 node train.mjs', timeout: '60s' },
  };
  job['metrics']['total-steps'] = STEPS;
  job['artifacts'].push({ path: 'starts.txt', role: 'opaque' });
  delete job['watch']['expected'];
  change(job);
  writeFileSync(path, stringify(job));
  place.commit();
}
