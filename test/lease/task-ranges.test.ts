import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attemptsIn, attemptsOf, othersThan, placesIn, rangesOf } from '../../src/lease/task-ranges.ts';

describe('places of tasks as ranges', () => {
  it('are read with single ones, steps and doubles, and written short', () => {
    assert.deepEqual(placesIn('5-7,1,0-4:2,6'), [0, 1, 2, 4, 5, 6, 7]);
    assert.equal(rangesOf([7, 5, 6, 1, 0, 3, 3]), '0-1,3,5-7');
    assert.equal(rangesOf(placesIn('0-999')), '0-999');
    assert.equal(rangesOf([]), '');
  });

  it('leave out what is none, and are no more than a submission can have', () => {
    assert.deepEqual(placesIn('x,3-,-2,4-2,1-9:0,,0x1'), []);
    assert.equal(placesIn('0-99999').length, 10_000);
  });

  it('say which ones are in none of them', () => {
    assert.deepEqual(othersThan(6, '4-5', '1'), [0, 2, 3]);
    assert.deepEqual(othersThan(3, '', ''), [0, 1, 2]);
  });

  it('say which attempt of which one, short for a thousand of them', () => {
    const all = new Map(Array.from({ length: 1000 }, (_, place) => [place, place === 39 ? 2 : 1]));
    assert.equal(attemptsOf(all), '1:0-38,40-999;2:39');
    assert.deepEqual(attemptsIn(attemptsOf(all)).get(39), 2);
    assert.deepEqual(
      [...attemptsIn('1:0-1;x:3;2:;4')],
      [
        [0, 1],
        [1, 1],
      ],
    );
    assert.deepEqual([...attemptsIn('')], []);
  });
});
