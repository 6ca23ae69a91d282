import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type SeenOnTier, tierNews } from '../../src/lease/on-tier.ts';
import { cellEnded, LEASE, opened, RUNNING, STARTED_AT, told } from './told-run.ts';

const seen = (at: number, failure?: SeenOnTier['failure']): SeenOnTier => ({
  cell: 'main',
  copy: { id: `${at}-1`, name: `checkpoint-${at}`, files: 2, bytes: 10 },
  failure,
});
/** What a look so many seconds after the run was opened adds to the record, which was told that of the box. */
const news = (known: SeenOnTier | undefined, now: SeenOnTier, seconds: number, lease = LEASE): number => {
  const story = known ? tierNews(told([opened()]), LEASE, [known], new Date(STARTED_AT)) : [];
  return tierNews(told([opened(), ...story]), lease, [now], new Date(STARTED_AT + seconds * 1000)).length;
};

it('a copy on the durable tier is news when it is the first, when one fails or fails no more, and else now and then', () => {
  assert.equal(news(undefined, { cell: 'main', copy: undefined, failure: undefined }, 10), 0);
  assert.equal(news(undefined, seen(1), 10), 1);
  assert.equal(news(undefined, { cell: 'main', copy: undefined, failure: 'not-there' }, 10), 1);
  assert.equal(news(seen(1), seen(1), 10_000), 0, 'the same copy');
  assert.equal(news(seen(1), seen(2), 60), 0, 'a record is no log');
  assert.equal(news(seen(1), seen(2), 700), 1);
  assert.equal(news(seen(1), seen(2, 'no-room'), 60), 1);
  assert.equal(news(seen(1, 'no-room'), seen(1, 'no-room'), 60), 0);
  assert.equal(news(seen(1, 'no-room'), seen(1), 60), 1);
  assert.equal(news(seen(1), seen(1), 60, 'tiny-7-2'), 1, 'of another box');
  const story = tierNews(told(RUNNING), LEASE, [seen(1)], new Date(STARTED_AT));
  const ended = told([...RUNNING, ...story, cellEnded()]);
  assert.equal(tierNews(ended, LEASE, [seen(2)], new Date(STARTED_AT)).length, 1, 'the last one');
});
