import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { flipped, verify } from './memory-source.ts';

const codes = async (bytes: Uint8Array) => {
  const { reasons } = await verify(bytes, { role: 'dataset' });
  return reasons.filter(({ severity }) => severity === 'fail').map(({ code }) => code);
};

describe('the schema that Arrow keeps in the footer of a Parquet file', () => {
  const whole = fixture('tables/nested.parquet');
  const from = Buffer.from(whole).indexOf('/////', Buffer.from(whole).indexOf('ARROW:schema'));

  it('fails where it is no base64, no message, or none that holds together', async () => {
    const seen = new Map<string, number>();
    for (let at = from; at < from + 700; at += 1)
      for (const bit of [0, 2, 6]) {
        for (const code of await codes(flipped(whole, at, bit))) seen.set(code, (seen.get(code) ?? 0) + 1);
      }
    for (const [code, least] of [
      ['parquet-arrow-schema', 100],
      ['flatbuffer-malformed', 300],
      ['arrow-schema', 1],
    ] as const)
      assert.ok((seen.get(code) ?? 0) >= least, JSON.stringify([...seen]));
  });
});

describe('what a schema of Arrow tells of maps', () => {
  for (const { what, at, bit } of [
    { what: 'a map whose pairs may be left out', at: 2995, bit: 1 },
    { what: 'a map whose keys may be left out', at: 2998, bit: 4 },
  ])
    it(`[issue 16] fails with ${what}, as pyarrow reads none`, async () =>
      assert.deepEqual(await codes(flipped(fixture('tables/nested.parquet'), at, bit)), ['arrow-schema']));
});

describe('the messages of an Arrow file', () => {
  it('fail where a text has no end mark', async () => {
    const whole = fixture('tables/file.arrow');
    const at = Buffer.from(whole).indexOf('step\0') + 4;
    assert.deepEqual(await codes(flipped(whole, at, 0)), ['flatbuffer-malformed']);
  });

  it('[issue 16] fail where the name of a column is no UTF-8', async () => {
    const whole = fixture('tables/stream.arrow');
    const at = Buffer.from(whole).indexOf('note');
    assert.deepEqual(await codes(flipped(whole, at + 2, 7)), ['flatbuffer-malformed']);
  });

  it('[issue 16] fail where the places of the fields lie on the table itself, or are none', async () => {
    const whole = fixture('tables/file-lz4.arrow');
    for (const [at, bit] of [
      [380, 5],
      [4948, 1],
    ] as const)
      assert.deepEqual(await codes(flipped(whole, at, bit)), ['flatbuffer-malformed'], String(at));
  });
});
