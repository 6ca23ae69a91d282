import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { columnsOf } from '../../src/report/columns.ts';
import { wrapped } from '../../src/report/wrapped.ts';

describe('a text that is broken into lines', () => {
  it('loses and gains no word, and takes no more columns than its longest word', () => {
    const word = fc.stringMatching(/^[a-zé日]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.integer({ min: 24, max: 90 }), (words, columns) => {
        const rows = wrapped(words.join(' '), columns);
        assert.deepEqual(rows.flatMap((row) => row.split(' ')).filter(Boolean), words);
        for (const row of rows) assert.ok(columnsOf(row) <= columns, row);
      }),
    );
  });

  it('is as it was where it fits, blanks included', () => {
    const text = 'a   b\n  - c\n\nlease   state  ';
    assert.equal(wrapped(text, 40).join('\n'), text);
  });

  it('goes on further in than the line that it is of', () => {
    assert.deepEqual(wrapped('  tiny-1: gone at the platform two times', 24), [
      '  tiny-1: gone at the',
      '    platform two times',
    ]);
  });

  it('keeps a quoted command and a long address whole, so that they can be copied', () => {
    assert.deepEqual(wrapped('Next: run "gpu-lease collect tiny-1" or look at it.', 30), [
      'Next: run',
      '"gpu-lease collect tiny-1" or',
      'look at it.',
    ]);
    const address = `https://example.org/${'a'.repeat(40)}`;
    assert.deepEqual(wrapped(`see ${address} there`, 30), ['see', address, 'there']);
  });

  it('breaks a command so that a shell takes it as one', () => {
    const rows = wrapped("  git -C /tmp/demo/repository log --format='%ad %s' --date=iso", 40);
    assert.deepEqual(rows, ['  git -C /tmp/demo/repository log \\', "    --format='%ad %s' --date=iso"]);
  });
});
