import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, joined, type Options, verify } from './memory-source.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'model', ...over });
const floats = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);

describe('vectors of words', () => {
  it('[issue 16] are as many as the first line says', async () => {
    const binary = fixture('vectors/word2vec.bin');
    const counted = (words: string) => joined(bytesOf(`${words} 8\n`), binary.subarray(5));
    assert.ok(codesOf(await look(counted('39'))).includes('trailing-bytes'));
    assert.ok(codesOf(await look(counted('41'))).includes('cut-short'));
    const text = Buffer.from(fixture('vectors/word2vec.txt')).toString();
    assert.ok(codesOf(await look(bytesOf(text.replace('40 8', '39 8')))).includes('trailing-bytes'));
    assert.ok(codesOf(await look(bytesOf(text.replace('40 8', '41 8')))).includes('cut-short'));
    const shorter = await look(bytesOf(text.replace(/ \S+\nw3 /, '\nw3 ')));
    assert.deepEqual([shorter.verdict, codesOf(shorter)[0]], ['fail', 'word-vectors']);
  });

  it('[issue 16] may have a line end behind each row, as the first tool writes it', async () => {
    const rows = ['one', 'two', 'three'].map((word, i) =>
      joined(bytesOf(`${word} `), floats(i + 0.25, -i - 1), bytesOf('\n')),
    );
    const whole = await look(joined(bytesOf('3 2\n'), ...rows));
    assert.deepEqual(
      [whole.format, whole.verdict, codesOf(whole)],
      ['word2vec', 'pass-degraded', ['no-checksum']],
    );
    assert.deepEqual(whole.tensors, { count: 1, elements: 6, nonFinite: 0 });
    const more = await look(joined(bytesOf('3 2\n'), ...rows, bytesOf('\n')));
    assert.ok(codesOf(more).includes('trailing-bytes'));
  });

  it('[issue 16] are finite, in binary as in text', async () => {
    const binary = joined(bytesOf('1 2\na '), floats(1.5, Number.NaN));
    assert.ok(codesOf(await look(binary)).includes('non-finite'));
    for (const odd of ['nan', 'inf', '1e39'])
      assert.ok(codesOf(await look(bytesOf(`2 2\na 1 2\nb 0.5 ${odd}\n`))).includes('non-finite'), odd);
    assert.equal(codesOf(await look(bytesOf('2 2\na 1 2\nb 0.5 x\n')))[0], 'word-vectors');
  });

  it('[issue 16] without a first line may have blanks in a word, and are no table of numbers', async () => {
    const row = (word: string) => `${word} 1 2 3 4 5 6 7 8.5\n`;
    const spaced = await look(bytesOf(row('the') + row('. .') + row('of').repeat(20)));
    assert.deepEqual([spaced.format, codesOf(spaced)], ['glove', ['word-with-blank', 'no-checksum']]);
    const twice = await look(bytesOf((row('the') + row('of')).repeat(2)));
    assert.equal(twice.verdict, 'fail');
    assert.notEqual((await look(bytesOf(row('1') + row('2')))).format, 'glove');
    assert.notEqual((await look(bytesOf(row('a') + row('b')), { role: 'dataset' })).format, 'glove');
  });

  it('[issue 16] of words that are not UTF-8 load only where the reader is told so', async () => {
    const row = joined(Uint8Array.of(0x67, 0xfc), bytesOf(' 1 2\n'));
    const text = await look(joined(bytesOf('1 2\n'), row));
    assert.deepEqual(codesOf(text), ['not-utf8', 'no-checksum']);
  });
});
