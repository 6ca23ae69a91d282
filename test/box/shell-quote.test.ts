import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { quoteArgv } from '../../src/box/shell-quote.ts';
import { runSeed } from '../in-turn.ts';
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
      // All in one script: to start a shell for each takes a hundred times as long.
      const lines = fc.sample(fc.array(word, { minLength: 1, maxLength: 20 }), {
        numRuns: 300,
        seed: runSeed,
      });
      const script = lines
        .map((words) => `${quoteArgv(['printf', '%s\\0', ...words])}\nprintf '\\0\\0'\n`)
        .join('');
      const out = execFileSync(shell, ['-s'], { input: script, encoding: 'utf8' });
      const said = lines.map((words) => `${words.join('\0')}\0\0\0`);
      assert.equal(out, said.join(''), `seed ${runSeed}`);
    });
  }
});
