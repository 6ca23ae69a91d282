import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { warnOfLargeCheckpoint } from '../../src/course/large-checkpoint.ts';
import type { Job } from '../../src/job/job.ts';
import { emptyRun } from '../../src/lease/fold.ts';
import { parseProfile } from '../../src/profile/load.ts';
import { jobWith } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const LOCAL = join(import.meta.dirname, '..', '..', 'profiles', 'local.yml');

/** What is said before a box is rented for checkpoints of that size, as the smoke measured it. */
async function saidOf(bytes: number | undefined, over: Partial<Job> = {}): Promise<string[]> {
  const { world, face } = scriptedWorld({
    storeDir: join(tmpdir(), 'gpu-lease-not-there'),
    profile: async () => parseProfile(readFileSync(LOCAL, 'utf8'), 'profiles/local.yml'),
  });
  const checkpoint = bytes === undefined ? undefined : { bytes, files: 1 };
  const footprint = { ...(checkpoint && { checkpoint }), output: { bytes: 1, files: 1 } };
  const rule = { path: 'checkpoint-*', stepKey: 'step', resume: 'continues' as const };
  await warnOfLargeCheckpoint(
    world,
    { ...emptyRun('large'), footprint },
    jobWith({ checkpoint: rule, ...over }),
  );
  return face.warnings;
}

describe('before anything is rented, a checkpoint as large as its smoke measured', () => {
  it('is told with its bytes, the free ones and the remedies where no place would have room', async () => {
    const [said = '', ...more] = await saidOf(1e15);
    assert.deepEqual(more, []);
    assert.match(said, /PROBLEM: A checkpoint has 1000000000000000 bytes and would be kept nowhere/);
    assert.match(said, /\d+ bytes are free at .*Name an s3 store or a durable directory/);
  });

  it('is told where only a tier has room that ends with the box: it could be kept, and never be sealed', async () => {
    const [said = '', ...more] = await saidOf(1e15, { storage: { durable: '/mnt/fast' } });
    assert.deepEqual(more, []);
    assert.match(
      said,
      /at the end it could be sealed nowhere: \d+ bytes are free .*not known to outlive the box \(local\)/,
    );
    assert.match(said, /paid for until there is room\. Name an s3 store/);
  });

  it('is no matter where it fits, where a store takes it, or where nobody measured it', async () => {
    assert.deepEqual(await saidOf(1), []);
    assert.deepEqual(await saidOf(undefined), []);
    const s3 = {
      kind: 's3' as const,
      endpoint: 'https://s3.example.org',
      bucket: 'b',
      accessKey: 'A',
      secretKey: 'B',
    };
    assert.deepEqual(await saidOf(1e15, { store: [s3] }), []);
  });
});
