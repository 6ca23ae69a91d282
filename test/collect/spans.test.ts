import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Spans } from '../../src/collect/spans.ts';

const LENGTH = 40;
const span = fc
  .tuple(fc.nat(LENGTH), fc.nat(12))
  .map(([start, n]) => ({ start, end: Math.min(LENGTH, start + n) }));

describe('spans', () => {
  it('hold exactly the positions that were added, and lack the others', () => {
    fc.assert(
      fc.property(fc.array(span), fc.integer({ min: 1, max: 9 }), (added, piece) => {
        const spans = new Spans(added);
        const covered = Array.from({ length: LENGTH }, (_, at) =>
          added.some(({ start, end }) => start <= at && at < end),
        );
        const missing = spans.missing(LENGTH, piece);
        const lacking = Array.from({ length: LENGTH }, (_, at) =>
          missing.some(({ start, end }) => start <= at && at < end),
        );
        assert.deepEqual(
          lacking,
          covered.map((each) => !each),
        );
        assert.equal(spans.bytes, covered.filter(Boolean).length);
        assert.equal(spans.prefix, (covered.indexOf(false) + LENGTH + 1) % (LENGTH + 1));
        assert.ok(missing.every(({ start, end }) => end > start && end - start <= piece));
        const written = spans.toJSON().map(([start, end]) => ({ start, end }));
        assert.deepEqual(new Spans(written).toJSON(), spans.toJSON());
      }),
    );
  });
});
