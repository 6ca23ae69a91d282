import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lifetimeFits, outlivesEveryBox } from '../../src/profile/lifetime.ts';
import { jobWith } from '../lease/told-run.ts';
import { profileOf } from './profiles.ts';

const HOUR = 3600;
const watch = (hours: number | undefined) => ({
  watch: { stallSeconds: 900, ...(hours !== undefined && { expectedSeconds: hours * HOUR }) },
});
const checkpoint = { path: 'last.pt', stepKey: 'step', resume: 'continues' as const };
const ANEW = { checkpoint: { ...checkpoint, resume: 'none' as const } };
const kaggle = profileOf('kaggle');

describe('how long a box lives, and how long a job works [P0-16]', () => {
  for (const { hours, boxes, says } of [
    { hours: 8, boxes: 1, says: /enough for 8 h of work/ },
    { hours: 9, boxes: 1, says: /enough/ },
    { hours: 9.5, boxes: 2, says: /9\.5 h of work take 2 of them, one after the other/ },
    { hours: 40, boxes: 5, says: /take 5 of them/ },
  ])
    it(`${hours} h of a job that goes on take ${boxes} boxes of 9 h`, () => {
      const [fit] = lifetimeFits(jobWith({ ...watch(hours), checkpoint }), kaggle);
      assert.deepEqual([fit?.clock, fit?.boxes], ['session-9h', boxes]);
      assert.match(fit?.says ?? '', says);
      assert.equal(outlivesEveryBox(jobWith({ ...watch(hours), checkpoint }), kaggle), undefined);
    });

  it('is too short for a job that begins anew on every box, and by its own word works longer', () => {
    assert.match(
      outlivesEveryBox(jobWith({ ...watch(10), ...ANEW }), kaggle) ?? '',
      /10 h of work do not fit: nothing leads/,
    );
    assert.equal(outlivesEveryBox(jobWith({ ...watch(8), ...ANEW }), kaggle), undefined);
  });

  it('refuses nothing by the hours of a budget, which no job must use', () => {
    const job = jobWith({ ...ANEW, ...watch(undefined), budget: { usd: 10, hours: 40, usdPerHour: 1 } });
    const [fit] = lifetimeFits(job, kaggle);
    assert.deepEqual([fit?.isExpected, fit?.boxes, fit?.workSeconds], [false, null, 40 * HOUR]);
    assert.equal(outlivesEveryBox(job, kaggle), undefined);
  });

  it('is not known where nobody said how long: told, and never refused', () => {
    const slurm = profileOf('slurm');
    const [fit] = lifetimeFits(jobWith({ ...watch(100), ...ANEW }), slurm);
    assert.deepEqual([fit?.lifeSeconds, fit?.boxes], [null, null]);
    assert.match(fit?.says ?? '', /not known/);
    assert.equal(outlivesEveryBox(jobWith({ ...watch(100), ...ANEW }), slurm), undefined);
  });
});
