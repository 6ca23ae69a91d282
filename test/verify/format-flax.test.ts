import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, joined, verify, verifyWithDigest } from './memory-source.ts';
import { bin, ext, int, list, map, ndarray, str, triple } from './msgpack-writer.ts';
import { f32, weights } from './safetensors-writer.ts';

const kernel = ndarray([4, 8], 'float32', f32(weights(32)));
const state = (...entries: [string | Uint8Array, Uint8Array][]) =>
  map(['params', map(['kernel', kernel], ...entries)], ['step', int(40)]);

const chunked = (shape: number[], pieces: Uint8Array[], marker: Uint8Array = Uint8Array.of(0xc3)) =>
  map(
    ['__msgpack_chunked_array__', marker],
    ['shape', map(...shape.map((size, i): [string, Uint8Array] => [String(i), int(size)]))],
    ['chunks', map(...pieces.map((piece, i): [string, Uint8Array] => [String(i), piece]))],
  );
const piece = (count: number, seed = 1, dtype = 'float32') =>
  ndarray([count], dtype, f32(weights(count, seed)));

describe('a whole Flax checkpoint', () => {
  it('passes with its digest, and shows arrays, names and step [P5-04]', async () => {
    const verdict = await verifyWithDigest(state(), {
      contains: ['model', 'step'],
      expectation: { step: 40 },
    });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []]);
    assert.deepEqual(
      [verdict.tensors?.count, verdict.facts.step, verdict.keys.top],
      [1, 40, ['params', 'step']],
    );
  });

  it('is read once, in pieces of any size', async () => {
    const large = map(['w', ndarray([300, 1000], 'float32', f32(weights(300_000)))], ['step', int(3)]);
    const verdict = await verifyWithDigest(large, { chunkBytes: 4096 });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.ok(verdict.bytesRead <= 65_536 + large.length, `${verdict.bytesRead}`);
    for (const name of ['train-state', 'kinds', 'chunked']) {
      const bytes = fixture(`flax/${name}.msgpack`);
      const whole = await verify(bytes, { table: true });
      for (const chunkBytes of [1, 7, 64])
        assert.deepEqual((await verify(bytes, { table: true, chunkBytes })).table, whole.table);
    }
  });

  it('joins the pieces of a chunked array', async () => {
    const together = await verify(
      map(['w', ndarray([6, 5], 'float32', f32([...weights(20), ...weights(10, 2)]))]),
      { table: true },
    );
    const apart = await verify(map(['w', chunked([6, 5], [piece(20), piece(10, 2)])]), { table: true });
    assert.equal(apart.tensorsDigest, together.tensorsDigest);
    assert.deepEqual(apart.table, together.table);
  });

  it('may be a bare array', async () => {
    const verdict = await verifyWithDigest(kernel);
    assert.deepEqual([verdict.format, verdict.verdict], ['flax-msgpack', 'pass']);
  });

  it('reads the step from an array of no dimension', async () => {
    const step = ndarray([], 'int32', new Uint8Array(Int32Array.of(77).buffer));
    assert.equal((await verifyWithDigest(map(['step', step], ['w', kernel]))).facts.step, 77);
  });
});

describe('records of msgpack in a row', () => {
  const role = 'dataset';
  for (const name of ['records', 'rows'])
    it(`are read as msgpack's Unpacker reads them: ${name}`, async () => {
      const bytes = fixture(`flax/${name}.msgpack`);
      const whole = await verify(bytes, { role });
      assert.deepEqual([whole.verdict, codesOf(whole)], ['pass-degraded', ['no-checksum']]);
      assert.equal(whole.facts.rows, 9);
      for (let length = 1; length < bytes.length; length += 1) {
        const cut = await verify(bytes.subarray(0, length), { role });
        if (cut.verdict === 'pass-degraded') assert.ok(Number(cut.facts.rows ?? 1) < 9);
        else assert.ok(['fail', 'inconclusive'].includes(cut.verdict));
      }
      for (const behind of [Uint8Array.of(0), new Uint8Array(4096), str('more'), bin(Uint8Array.of(1, 2))])
        assert.notEqual((await verify(joined(bytes, behind), { role })).verdict, 'pass-degraded');
    });

  it('are not one value twice, nor tensors behind a value', async () => {
    const record = map(['step', int(1)], ['loss', int(2)]);
    const codes = async (...values: Uint8Array[]) =>
      codesOf(await verifyWithDigest(joined(...values), { role }));
    assert.deepEqual(await codes(record, record, record), []);
    assert.deepEqual(await codes(record, record), ['trailing-bytes']);
    assert.deepEqual(await codes(record, state()), ['trailing-bytes']);
    assert.deepEqual(await codes(state(), record), ['trailing-bytes']);
  });
});

describe('a Flax checkpoint that lies', () => {
  const data = f32(weights(32));
  for (const { what, bytes, code } of [
    { what: 'bytes behind its end', bytes: joined(state(), Uint8Array.of(0)), code: 'trailing-bytes' },
    { what: 'itself behind its end', bytes: joined(state(), state()), code: 'trailing-bytes' },
    { what: 'a key twice', bytes: state(['kernel', kernel]), code: 'duplicate-key' },
    {
      what: 'more entries than bytes',
      bytes: joined(Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff), str('a'), int(1)),
      code: 'cut-short',
    },
    {
      what: 'a list longer than the file',
      bytes: state(['x', Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff)]),
      code: 'cut-short',
    },
    {
      what: 'a text longer than the file',
      bytes: state(['x', Uint8Array.of(0xdb, 0x7f, 0xff, 0xff, 0xff)]),
      code: 'cut-short',
    },
    {
      what: 'binary longer than the file',
      bytes: state(['x', Uint8Array.of(0xc6, 0x7f, 0xff, 0xff, 0xff)]),
      code: 'cut-short',
    },
    {
      what: 'an array longer than the file',
      bytes: state(['x', Uint8Array.of(0xc9, 0x7f, 0xff, 0xff, 0xff, 1)]),
      code: 'cut-short',
    },
    { what: 'a byte that begins nothing', bytes: state(['x', Uint8Array.of(0xc1)]), code: 'msgpack-type' },
    {
      what: 'a text that is not UTF-8',
      bytes: state(['x', Uint8Array.of(0xa2, 0xff, 0xfe)]),
      code: 'not-utf8',
    },
    {
      what: 'a key that is not UTF-8',
      bytes: state([Uint8Array.of(0xa2, 0xff, 0xfe), int(1)]),
      code: 'not-utf8',
    },
    {
      what: 'a larger shape than bytes',
      bytes: state(['x', ndarray([5, 8], 'float32', data)]),
      code: 'size-lies',
    },
    {
      what: 'a type of another size',
      bytes: state(['x', ndarray([4, 8], 'float16', data)]),
      code: 'size-lies',
    },
    {
      what: 'a shape that overflows',
      bytes: state(['x', ndarray([2 ** 31, 2 ** 31, 2 ** 31], 'float32', data)]),
      code: 'size-lies',
    },
    {
      what: 'an array that is no triple',
      bytes: state(['x', ext(1, list(int(1), int(2)))]),
      code: 'array-malformed',
    },
    {
      what: 'an array without bytes',
      bytes: state(['x', ext(1, list(list(int(1)), str('float32'), int(4)))]),
      code: 'array-malformed',
    },
    {
      what: 'an array with bytes behind its triple',
      bytes: state(['x', ext(1, joined(triple([1], 'float32', f32([1])), int(1)))]),
      code: 'array-malformed',
    },
    {
      what: 'an array with a negative size',
      bytes: state(['x', ext(1, list(list(Uint8Array.of(0xff)), str('float32'), bin(f32([1]))))]),
      code: 'array-malformed',
    },
    {
      what: 'a head of an array without end',
      bytes: state(['x', ext(1, joined(Uint8Array.of(0x93, 0xdc, 0xff, 0xff), new Uint8Array(70_000)))]),
      code: 'array-malformed',
    },
    {
      what: 'a complex number of another size',
      bytes: state(['x', ext(2, list(int(1), int(2)))]),
      code: 'array-malformed',
    },
    {
      what: 'pieces that are less than the shape',
      bytes: map(['w', chunked([6, 5], [piece(20), piece(9)])]),
      code: 'chunks-lie',
    },
    {
      what: 'pieces of two types',
      bytes: map(['w', chunked([4, 5], [piece(10), piece(10, 1, 'int32')])]),
      code: 'chunks-lie',
    },
    { what: 'no pieces', bytes: map(['w', chunked([4, 5], [])]), code: 'chunks-lie' },
    { what: 'a piece that is not flat', bytes: map(['w', chunked([4, 8], [kernel])]), code: 'chunks-lie' },
    {
      what: 'a mark of pieces that is no truth',
      bytes: map(['w', chunked([4], [piece(4)], int(1))]),
      code: 'chunks-lie',
    },
    {
      what: 'pieces within pieces',
      bytes: map(['w', chunked([4], [chunked([4], [piece(4)])])]),
      code: 'chunks-lie',
    },
    { what: 'no array at all', bytes: map(['step', int(1)]), code: 'no-tensors' },
    {
      what: 'an array of zeros',
      bytes: map(['w', ndarray([4, 8], 'float32', f32(Array(32).fill(0)))]),
      code: 'all-zero',
    },
    { what: 'a NaN', bytes: map(['w', ndarray([2], 'float32', f32([1, Number.NaN]))]), code: 'non-finite' },
    {
      what: 'a NaN in a later piece',
      bytes: map(['w', chunked([22], [piece(20), ndarray([2], 'float32', f32([1, Number.NaN]))])]),
      code: 'non-finite',
    },
    {
      what: 'a bfloat16 infinity',
      bytes: map(['w', ndarray([2], 'bfloat16', Uint8Array.of(0x80, 0x3f, 0x80, 0x7f))]),
      code: 'non-finite',
    },
    {
      what: 'a negative second moment',
      bytes: map(['w', kernel], ['opt_state', map(['exp_avg_sq', ndarray([2], 'float32', f32([1, -1]))])]),
      code: 'negative-square',
    },
  ]) {
    it(`fails with ${what}`, async () => {
      const verdict = await verifyWithDigest(bytes);
      assert.equal(verdict.format, 'flax-msgpack');
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  let nested: Uint8Array = int(1);
  for (let depth = 0; depth < 101; depth += 1) nested = list(nested);
  for (const { what, bytes, code, budgets } of [
    {
      what: 'a type that Flax does not write',
      bytes: state(['x', ext(9, new Uint8Array(4))]),
      code: 'unknown-extension',
    },
    { what: "another's type", bytes: state(['x', ext(-2, new Uint8Array(4))]), code: 'unknown-extension' },
    {
      what: 'an element type that we do not know',
      bytes: state(['x', ndarray([4], 'float32x', f32([1]))]),
      code: 'unknown-dtype',
    },
    { what: 'a key that is a number', bytes: state([int(3), kernel]), code: 'key-not-text' },
    { what: 'values nested too deep', bytes: state(['x', nested]), code: 'over-budget' },
    { what: 'more keys than the budget', bytes: state(), code: 'over-budget', budgets: { objects: 2 } },
    {
      what: 'a key of a mebibyte',
      bytes: state([joined(Uint8Array.of(0xdb, 0, 16, 0, 0), new Uint8Array(2 ** 20)), int(1)]),
      code: 'over-budget',
    },
  ]) {
    it(`is inconclusive for ${what}`, async () => {
      const verdict = await verifyWithDigest(bytes, budgets === undefined ? {} : { budgets });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', [code]]);
    });
  }

  it('does not count at any length it can be cut to', async () => {
    const whole = fixture('flax/train-state.msgpack');
    for (let length = 0; length < whole.length; length += 1)
      assert.equal((await verify(whole.subarray(0, length))).counts, false, `cut to ${length}`);
  });
});
