import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { roleByContent } from '../../src/verify/engine/role-by-content.ts';
import { joined, verify } from './memory-source.ts';

const ascii = (text: string) => new TextEncoder().encode(text);
const look = async (bytes: Uint8Array) => {
  const { format, verdict, level, reasons } = await verify(bytes, {
    role: roleByContent(bytes, bytes.length),
    roleFrom: 'guessed',
  });
  const [first] = reasons.filter(({ severity }) => severity !== 'note');
  return { format, verdict, level, code: first?.code };
};

/** Length as XGBoost writes it: the type `L` and eight bytes. */
const long = (count: number) => {
  const bytes = new Uint8Array(9);
  bytes[0] = 0x4c;
  new DataView(bytes.buffer).setBigInt64(1, BigInt(count));
  return bytes;
};
const key = (name: string) => joined(long(name.length), ascii(name));
const floats = (...values: number[]) => {
  const bytes = new Uint8Array(4 * values.length);
  values.forEach((value, i) => void new DataView(bytes.buffer).setFloat32(4 * i, value));
  return joined(ascii('[$d#'), long(values.length), bytes);
};
const booster = (weights = floats(0.5, -1.25, 3)) =>
  joined(
    ...[ascii('{'), key('learner'), ascii('{'), key('name'), ascii('S'), long(6), ascii('gbtree')],
    ...[key('base_weights'), weights, key('ids'), ascii('[i\x01i\x02T]'), ascii('}')],
    ...[key('version'), ascii('['), ascii('i\x03i\x02'), ascii(']}')],
  );

const field = (number: number, bytes: Uint8Array) =>
  joined(Uint8Array.of((number << 3) | 2, bytes.length), bytes);
const piece = (text: string, score: number) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, score, true);
  return field(1, joined(field(1, ascii(text)), Uint8Array.of(0x15), bytes));
};
const trainer = (size: number) => field(2, Uint8Array.of(0x20, size));
const tokenizer = (...pieces: Uint8Array[]) => joined(...pieces, trainer(pieces.length));
const words = () => tokenizer(piece('<unk>', 0), piece('the', -1), piece('cat', -2.5));

/** `{"weights": {0: b"ab", 1: None}}`, and a table of numbers. */
const layer = Uint8Array.of(0x81, 0xa7, ...ascii('weights'), 0x82, 0, 0xc4, 2, 0x61, 0x62, 1, 0xc0);
const table = Uint8Array.of(0x83, 1, 2, 3, 0xcd, 1, 0, 0xcf, 1, 2, 3, 4, 5, 6, 7, 8, 9);

describe('models of trees, and what tokenizers and spaCy keep', () => {
  for (const [what, bytes, format] of [
    ['a model of XGBoost', booster(), 'ubjson'],
    ['a model of SentencePiece', words(), 'sentencepiece'],
    ["a layer of spaCy's", layer, 'flax-msgpack'],
    ["a table of spaCy's", table, 'flax-msgpack'],
    ['a table with nothing in it', Uint8Array.of(0x80), 'flax-msgpack'],
  ] as const)
    it(`is whole as far as it can be told: ${what}`, async () => {
      const found = await look(bytes);
      assert.deepEqual([found.format, found.verdict, found.code], [format, 'pass-degraded', 'no-checksum']);
    });

  for (const [what, bytes, code] of [
    ['a NaN among the weights', booster(floats(0.5, Number.NaN)), 'non-finite'],
    ['a key twice', joined(ascii('{'), key('a'), ascii('T'), key('a'), ascii('T}')), 'duplicate-key'],
    ['a value of no type', joined(ascii('{'), key('a'), ascii('?}')), 'ubjson-type'],
    ['a list longer than the file', joined(ascii('{'), key('a'), ascii('[$d#'), long(1e6)), 'cut-short'],
    ['something behind it', joined(booster(), ascii('x')), 'trailing-bytes'],
    [
      'a score that is no number',
      tokenizer(piece('<unk>', 0), piece('the', Number.NaN)),
      'sentencepiece-malformed',
    ],
    ['a piece twice', tokenizer(piece('a', 0), piece('a', -1)), 'sentencepiece-malformed'],
    ['a piece too few', joined(piece('<unk>', 0), piece('a', -1), trainer(3)), 'piece-count'],
    ['no trainer', joined(piece('<unk>', 0), piece('a', -1)), 'trainer-missing'],
  ] as const)
    it(`fails with ${what}`, async () => {
      const found = await look(bytes);
      assert.deepEqual([found.verdict, found.code], ['fail', code]);
    });

  it('is seen in every cut, and in zeros where the second half should be', async () => {
    for (const whole of [booster(), words(), layer, table])
      for (let to = 12; to < whole.length; to += 1) {
        const { verdict } = await look(whole.subarray(0, to));
        assert.ok(verdict === 'fail' || verdict === 'inconclusive', `${to} of ${whole.length}: ${verdict}`);
      }
    for (const whole of [booster(), words()]) {
      const half = whole.slice().fill(0, Math.floor(whole.length / 2));
      assert.equal((await look(half)).verdict, 'fail');
    }
  });

  it('is a model of CatBoost by its magic, its length and its trees', async () => {
    const cut = joined(ascii('CBM1'), Uint8Array.of(0xff, 0xff, 0, 0), new Uint8Array(40));
    assert.deepEqual((await look(cut)).code, 'cut-short');
    const none = joined(ascii('CBM1'), Uint8Array.of(16, 0, 0, 0), new Uint8Array(16));
    assert.equal((await look(none)).verdict, 'fail');
  });
});
