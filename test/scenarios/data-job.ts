import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type HubTwin, startHubTwin } from '../twins/hub-twin.ts';
import type { Place } from './run-bundle.ts';
import type { JobFile } from './tiny-job.ts';

export const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Trains only on what was fetched, and leaves its digest behind. */
export const training =
  (data: unknown[], steps = 20) =>
  (job: JobFile) => {
    job['smoke'] = 'none';
    job['data'] = data;
    job['vars'].TINY_STEPS = steps;
    job['metrics']['total-steps'] = steps;
    job['run'] = 'sha256sum "$GPU_LEASE_DATA"/corpus/* >"$GPU_LEASE_OUT/read.txt" && sh train.sh';
    job['artifacts'].push({ path: 'read.txt', role: 'opaque' });
  };

/** A repository of its own for one test, whose branch moves with every commit. */
export async function hubFor(t: TestContext, place: Place) {
  const hub = await startHubTwin('ada/corpus');
  t.after(() => hub.close());
  Object.assign(place.env, { HF_ENDPOINT: hub.url, HF_TOKEN: hub.token });
  return { hub, pushed: (files: Record<string, Buffer>): string => pushTo(hub, files) };
}

export function pushTo(hub: HubTwin, files: Record<string, Buffer>): string {
  const oid = sha256(`commit ${hub.commits.length}`).slice(0, 40);
  hub.commits.push({ oid, files: new Map(Object.entries(files)) });
  return oid;
}

/** Of the repository of `hubFor`. */
export const corpusAt = (revision: string) => ({
  from: `hf://datasets/ada/corpus/train@${revision}`,
  to: 'corpus',
  token: 'HF_TOKEN',
});
