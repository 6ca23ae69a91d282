import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deadlines } from '../../src/profile/deadlines.ts';
import { parseProfile } from '../../src/profile/load.ts';
import { changed, profileOf } from './profiles.ts';

const since = new Date('2026-11-01T08:00:00Z');

describe('deadlines', () => {
  it('AutoDL: stopped on the 1st, released on the 16th, with the tiers that go', () => {
    const [only, ...rest] = deadlines(profileOf('autodl'), 'stopped', since);
    assert.deepEqual(rest, []);
    assert.equal(only?.at?.toISOString(), '2026-11-16T08:00:00.000Z');
    assert.deepEqual(
      [only?.clock, only?.effect, only?.tiers, only?.approximate],
      ['stopped-15d', 'release', ['system', 'data'], false],
    );
  });

  it('gpushare: the scratch wipe comes before the release', () => {
    const due = deadlines(profileOf('gpushare'), 'stopped', since);
    assert.deepEqual(
      due.map((each) => [each.clock, each.at?.toISOString()]),
      [
        ['hy-tmp-24h', '2026-11-02T08:00:00.000Z'],
        ['stopped-10d', '2026-11-11T08:00:00.000Z'],
      ],
    );
  });

  it('a tier that is kept only for a while is a deadline even when no clock says so', () => {
    const text = changed(
      'gpushare',
      'effect: wipe\n    tiers: [scratch]',
      'effect: wipe\n    tiers: [system]',
    );
    const due = deadlines(parseProfile(text, 'gpushare.yml'), 'stopped', since);
    assert.deepEqual(
      due.map((each) => each.clock),
      ['hy-tmp-24h', 'tier:scratch', 'stopped-10d'],
    );
    assert.equal(due[1]?.at?.toISOString(), '2026-11-02T08:00:00.000Z');
  });

  it('a clock of unknown length counts as due now and comes first', () => {
    const due = deadlines(profileOf('paperspace-gradient'), 'running', since);
    assert.deepEqual(
      due.map((each) => each.clock),
      ['free-6h', 'paid-12h'],
    );
    const unknown = deadlines(profileOf('vastai'), 'arrears', since);
    assert.deepEqual([unknown[0]?.at, unknown[0]?.approximate], [null, true]);
  });

  it('says when a platform does not promise the time exactly', () => {
    assert.equal(deadlines(profileOf('runpod'), 'stopped', since)[0]?.approximate, true);
  });

  it('has none for a box that nothing threatens', () => {
    assert.deepEqual(deadlines(profileOf('local'), 'stopped', since), []);
    assert.deepEqual(deadlines(profileOf('lambda'), 'running', since), []);
  });
});
