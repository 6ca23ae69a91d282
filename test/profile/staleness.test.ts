import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseProfile } from '../../src/profile/load.ts';
import { ageInMonths, retirements } from '../../src/profile/staleness.ts';
import { factAges } from './fact-ages.ts';
import { changed, profileOf, textOf } from './profiles.ts';

describe('staleness', () => {
  for (const { verified, now, age } of [
    { verified: '2026-06', now: '2026-06-30T23:59:59Z', age: 0 },
    { verified: '2026-06', now: '2026-12-31T23:59:59Z', age: 6 },
    { verified: '2026-06', now: '2027-01-01T00:00:00Z', age: 7 },
    { verified: '2026-12', now: '2026-11-21T00:00:00Z', age: -1 },
  ]) {
    it(`${verified} is ${age} months old on ${now.slice(0, 10)} [FR-01]`, () => {
      assert.equal(ageInMonths(verified, new Date(now)), age);
    });
  }

  it('calls six months fresh and seven stale [FR-01]', () => {
    const states = (now: string) =>
      new Set(
        factAges(profileOf('lambda'), new Date(now), { months: 6, monthsMoney: 6 })
          .filter((fact) => fact.stamp.verified === '2026-06')
          .map((fact) => fact.state),
      );
    assert.deepEqual([...states('2026-12-31T00:00:00Z')], ['fresh']);
    assert.deepEqual([...states('2027-01-01T00:00:00Z')], ['stale']);
  });

  it('asks for what costs money or data after three months, and for the rest after six [FR-01]', () => {
    const stateOf = (name: string, now: string) =>
      factAges(profileOf('lambda'), new Date(now)).find((fact) => fact.name === name)?.state;
    assert.deepEqual(
      ['2026-09-30', '2026-10-01'].map((day) => stateOf('verbs.terminate', `${day}T00:00:00Z`)),
      ['fresh', 'stale'],
    );
    assert.equal(stateOf('gotchas.LAM14', '2026-10-01T00:00:00Z'), 'fresh');
  });

  it('lists the worst first: a month to come, then never verified, then stale, money and data leading [FR-02]', () => {
    const text = textOf('lambda');
    const future = text.replace(/(id: LAM14[\s\S]*?verified: )2026-06/, '$12027-09');
    const ages = factAges(parseProfile(future, 'lambda.yml'), new Date('2027-03-01T00:00:00Z'));
    assert.deepEqual([ages[0]?.state, ages[0]?.name], ['future', 'gotchas.LAM14']);
    const order = ages.map((fact) => fact.state).filter((state, index, all) => state !== all[index - 1]);
    assert.deepEqual(
      order,
      ['future', 'never', 'stale', 'fresh'].filter((state) => order.includes(state as never)),
    );
    const stale = ages.filter((fact) => fact.state === 'stale').map((fact) => fact.risk);
    assert.deepEqual(
      stale,
      [...stale].sort((a, b) => Number(a === 'other') - Number(b === 'other')),
    );
  });

  it('names each fact so that a person finds it', () => {
    const names = factAges(profileOf('runpod'), new Date('2026-11-21T00:00:00Z')).map((fact) => fact.name);
    for (const name of [
      'verbs.terminate',
      'clocks.stale-30d',
      'meters.volume-disk.prices.1',
      'gotchas.RP14',
      'spot',
    ]) {
      assert.ok(names.includes(name), name);
    }
  });

  it('tells what costs money or data when it is believed wrongly from the rest', () => {
    const ages = factAges(profileOf('runpod'), new Date('2026-11-21T00:00:00Z'));
    const riskOf = (name: string) => ages.find((fact) => fact.name === name)?.risk;
    assert.deepEqual(['verbs.stop', 'tiers.volume-disk', 'clocks.low-balance'].map(riskOf), [
      'money-or-data',
      'money-or-data',
      'money-or-data',
    ]);
    assert.deepEqual(['gotchas.RP14', 'ssh', 'detach'].map(riskOf), ['other', 'other', 'other']);
  });

  it('counts the days until a way in is retired', () => {
    const text = changed('runpod', 'type: graphql', "type: graphql\n      retires-on: '2027-01-31'");
    const [only] = retirements(parseProfile(text, 'runpod.yml'), new Date('2026-11-21T12:00:00Z'));
    assert.deepEqual(only, {
      entry: 'graphql',
      on: '2027-01-31',
      daysLeft: 70,
      path: ['rent', 'entries', 1, 'retires-on'],
    });
  });
});

describe('a month to come', () => {
  const text = textOf('lambda').replace(/(id: LAM14[\s\S]*?verified: )2026-06/, '$12026-12');

  it('is refused while a profile is written, with its place [FR-02]', () => {
    assert.throws(
      () => parseProfile(text, 'lambda.yml', new Date('2026-11-22T00:00:00Z')),
      /gotchas\.LAM14 says verified 2026-12, which is a month to come/,
    );
    assert.equal(parseProfile(text, 'lambda.yml', new Date('2026-12-01T00:00:00Z')).id, 'lambda');
  });

  it('does not keep a user with a wrong clock from a run', () => {
    assert.equal(parseProfile(text, 'lambda.yml').id, 'lambda');
  });
});
