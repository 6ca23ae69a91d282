import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { quoteArgv } from '../../src/box/shell-quote.ts';
import { missing } from '../requirement.ts';

describe('quoteArgv', () => {
  it('leaves plain words readable', () => {
    assert.equal(quoteArgv(['cat', '/a/b-c_d.e', 'x=1']), "'cat' /a/b-c_d.e 'x=1'");
  });

  it('keeps quotes and backslashes outside quotes, where every shell agrees', () => {
    assert.equal(quoteArgv(['a', "it's", 'b\\c', '']), "'a' 'it'\\''s' 'b'\\\\'c' ''");
  });

  it('refuses what no command line can hold', () => {
    assert.throws(() => quoteArgv(['echo', 'a\0b']), RangeError);
    assert.throws(() => quoteArgv(['echo', 'x'.repeat(130_000)]), /use stdin/);
  });

  for (const shell of ['dash', 'bash'] as const) {
    it(`is undone by ${shell}, for any words`, { skip: missing(shell) }, () => {
      const word = fc
        .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }))
        .map((s) => s.replaceAll('\0', ''));
      const property = fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        const out = execFileSync(shell, ['-c', quoteArgv(['printf', '%s\\0', ...words])], {
          encoding: 'utf8',
        });
        assert.deepEqual(out.split('\0').slice(0, -1), words);
      });
      fc.assert(property, { numRuns: 60 });
    });
  }
});
