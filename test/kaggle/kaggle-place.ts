import type { TestContext } from 'node:test';
import { installation } from '../installation.ts';
import { type Outcome, type Place, placeFor } from '../scenarios/run-bundle.ts';
import { type JobFile, placeTinyJob } from '../scenarios/tiny-job.ts';
import { type KaggleTwin, type KaggleTwinOptions, startKaggleTwin } from '../twins/kaggle-twin.ts';

/** What a session would otherwise do at the pace of hours. */
export const FASTER = { BEAT_SECONDS: '0.1', STILL_SECONDS: '2' };

export interface KagglePlace {
  place: Place;
  twin: KaggleTwin;
  gpuLease(...args: string[]): Promise<Outcome>;
  /** The last line of JSON that it printed. */
  told(outcome: Outcome): ReturnType<typeof JSON.parse>;
}

/** The tiny trainer with its job, and an account at a Kaggle of its own. */
export async function kagglePlace(
  t: TestContext,
  change: (job: JobFile) => void = () => {},
  options: KaggleTwinOptions = {},
): Promise<KagglePlace> {
  const place = placeFor(t);
  placeTinyJob(place, (job) => {
    job['vars'] = { TINY_STEPS: 100, TINY_STEP_MS: 1, TINY_CKPT_EVERY: 10 };
    job['candidates'] = [{ platform: 'kaggle', kaggle: {} }];
    change(job);
  });
  const twin = await startKaggleTwin({ faster: FASTER, env: place.env, ...options });
  t.after(() => twin.close());
  return {
    place,
    twin,
    gpuLease: (...args) => place.run(args, { from: installation(), env: twin.env }),
    told: ({ stdout }) => JSON.parse(stdout.trim().split('\n').at(-1) ?? ''),
  };
}
