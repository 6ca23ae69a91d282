import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Candidate } from '../../src/job/job.ts';
import { meterEnds } from '../../src/storage/meter-ends.ts';
import { jobWith } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';

const endsOf = (platform: string, over: Partial<Candidate> = {}, storage?: { work: string }) =>
  meterEnds(jobWith({ ...(storage && { storage }) }), profileOf(platform), { platform, ...over });
const byOf = (platform: string, over?: Partial<Candidate>) => endsOf(platform, over).ends.map(({ by }) => by);
const boxOf = (platform: string, over?: Partial<Candidate>, storage?: { work: string }) =>
  endsOf(platform, over, storage).ends.find(({ by }) => by === 'box');

describe('what ends a meter though nobody comes, before anything is rented', () => {
  it('M3: names each layer that a platform has, and why there is none in the box', () => {
    assert.deepEqual(byOf('vastai'), ['keeper', 'box', 'looks']);
    assert.deepEqual(byOf('runpod'), ['keeper', 'box', 'looks']);
    assert.deepEqual(byOf('autodl'), ['keeper', 'box', 'looks']);
    for (const timed of ['paperspace-core', 'compshare'])
      assert.deepEqual(byOf(timed), ['platform', 'keeper', 'looks'], timed);
    for (const queue of ['slurm', 'kubernetes']) assert.deepEqual(byOf(queue), ['keeper', 'platform'], queue);
    for (const none of ['lambda', 'digitalocean', 'verda']) {
      assert.deepEqual(byOf(none), ['keeper', 'looks'], none);
      assert.match(endsOf(none).notByItself ?? '', /is not known to let a box end its own meter/);
    }
    assert.equal(endsOf('vastai').notByItself, null);
  });

  it('M3: says when each acts and what is left then', () => {
    const box = boxOf('vastai');
    assert.equal(box?.when, 'after 10 h (budget.hours) and 15 min, from the first login on');
    assert.match(box?.what ?? '', /the box does "stop" by itself/);
    assert.equal(box?.survives, 'all that lies on it; bills on: disk, bandwidth, volume');
    assert.match(boxOf('autodl')?.survives ?? '', /^all that lies on it for 15d/);
    const timer = endsOf('paperspace-core').ends[0];
    assert.doesNotMatch(timer?.what ?? '', /\.$/);
    const looks = endsOf('vastai').ends.at(-1);
    assert.doesNotMatch(looks?.what ?? '', /no stop that keeps the data/, 'the box itself does one');
    assert.match(timer?.when ?? '', /in steps of 1h, 168h at most/);
  });

  it('M3: says that a stop on RunPod would destroy the work, so that the box ends itself without any, or on a volume', () => {
    const plain = boxOf('runpod');
    assert.match(plain?.when ?? '', /until work is begun on it$/);
    assert.match(plain?.what ?? '', /not once it has work, because .*container-disk.* is lost/);
    assert.match(plain?.survives ?? '', /^all but container-disk/);
    const onVolume = boxOf('runpod', { volume: 'vol-1' }, { work: '/workspace/runs' });
    assert.match(onVolume?.when ?? '', /from the first login on$/);
  });

  it('M4: says of a box of one’s own how it may be asked to end itself', () => {
    const attach = 'ssh://root@box';
    const unasked = endsOf('autodl', { attach });
    assert.deepEqual(
      unasked.ends.map(({ by }) => by),
      ['keeper', 'looks'],
    );
    assert.match(unasked.notByItself ?? '', /`self-stop: true` of the candidate lets it "power-off" itself/);
    assert.equal(boxOf('autodl', { attach, selfStop: true })?.by, 'box');
    assert.match(
      endsOf('runpod', { attach, selfStop: true }).notByItself ?? '',
      /would destroy container-disk/,
    );
  });
});
