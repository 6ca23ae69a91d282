import assert from 'node:assert/strict';
import { it } from 'node:test';
import { timeBound } from '../../src/box/time-bound.ts';

const expired = () => new Error('too long');
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('a time bound that was cleared keeps no timer, whoever restarts it later', () => {
  const before = timers();
  const bound = timeBound(60, expired);
  assert.equal(timers(), before + 1);
  bound.clear();
  bound.restart();
  assert.equal(timers(), before);
});

it("a time bound aborts with its own error at its end, and with the caller's reason before that", async () => {
  const bound = timeBound(0.01, expired);
  await new Promise((resolve) => bound.signal.addEventListener('abort', resolve));
  assert.match(String(bound.signal.reason), /too long/);

  const outer = new AbortController();
  const inner = timeBound(60, expired, outer.signal);
  outer.abort(new Error('no longer wanted'));
  assert.match(String(inner.signal.reason), /no longer wanted/);
  inner.clear();
  assert.match(String(timeBound(60, expired, outer.signal).signal.reason), /no longer wanted/);
});

it('a bound that is held does not run out until it is restarted', () => {
  const before = timers();
  const bound = timeBound(60, expired);
  bound.restart(true);
  assert.equal(timers(), before);
  bound.restart();
  assert.equal(timers(), before + 1);
  bound.clear();
});
