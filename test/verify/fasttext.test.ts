import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, joined, type Options, verify, verifyWithDigest } from './memory-source.ts';

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'model', ...over });
const WHOLE = fixture('vectors/fasttext.bin');
/** Of the settings: magic and version go before. */
const settingAt = (index: number) => 8 + 4 * index;
const WORDS_AT = settingAt(12) + 8;
/** The size of the input matrix, behind the words and a byte that says whether it is quantized. */
const OUTPUT_AT = WHOLE.length - 2 * 4 * 4 - 16;

function changed(at: number, value: number): Uint8Array {
  const copy = WHOLE.slice();
  new DataView(copy.buffer).setInt32(at, value, true);
  return copy;
}

describe('a model of fastText', () => {
  for (const [name, tensors] of [
    ['fasttext.bin', 2],
    ['fasttext.ftz', 3],
    ['fasttext-out.ftz', 2],
  ] as const)
    it(`passes as it was saved: ${name}`, async () => {
      const verdict = await verifyWithDigest(fixture(`vectors/${name}`), { role: 'model' });
      assert.deepEqual(
        [verdict.format, verdict.verdict, verdict.level, verdict.tensors?.count],
        ['fasttext', 'pass', 'L3', tensors],
        JSON.stringify(verdict.reasons),
      );
      assert.equal(verdict.facts.scalars['model'], 'supervised');
    });

  it('ends where its matrices do', async () => {
    for (const name of ['fasttext.bin', 'fasttext.ftz', 'fasttext-out.ftz']) {
      const bytes = fixture(`vectors/${name}`);
      assert.ok(codesOf(await look(joined(bytes, Uint8Array.of(0)))).includes('trailing-bytes'), name);
      for (const length of [20, 70, 200, bytes.length - 1]) {
        const verdict = await look(bytes.subarray(0, length));
        assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', 'cut-short'], `${name} ${length}`);
      }
    }
  });

  for (const [what, bytes, verdict, code] of [
    ['another version', changed(4, 13), 'inconclusive', 'not-read'],
    ['vectors of no length', changed(settingAt(0), 0), 'fail', 'fasttext'],
    ['vectors of another length', changed(settingAt(0), 5), 'fail', 'fasttext-size'],
    ['a loss that is none', changed(settingAt(6), 5), 'fail', 'fasttext'],
    ['another model, whose outputs are words', changed(settingAt(7), 2), 'fail', 'fasttext-size'],
    ['more buckets', changed(settingAt(8), 31), 'fail', 'fasttext-size'],
    ['fewer than no words', changed(WORDS_AT + 4, -1), 'fail', 'fasttext'],
    ['more words than entries', changed(WORDS_AT + 4, 22), 'fail', 'fasttext'],
    ['two billion entries', changed(WORDS_AT, 0x7fffffff), 'fail', 'fasttext'],
    ['an output of 2^31 rows', changed(OUTPUT_AT, 0x7fffffff), 'fail', 'fasttext-size'],
    ['a number that is none', changed(WHOLE.length - 4, 0x7fc00000), 'fail', 'non-finite'],
  ] as const)
    it(`does not pass with ${what}`, async () => {
      const found = await look(bytes);
      assert.equal(found.verdict, verdict, JSON.stringify(found.reasons));
      assert.ok(codesOf(found).includes(code), JSON.stringify(found.reasons));
    });
});
