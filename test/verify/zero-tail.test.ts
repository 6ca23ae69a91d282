import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { architecture, ggufFile } from './gguf-writer.ts';
import { codesOf, notesOf, type Options, verify, verifyWithDigest, zeroed } from './memory-source.ts';
import { safetensorsFile, type TensorSpec, weights } from './safetensors-writer.ts';

const ROWS = 64;
const COLUMNS = 300;
const ROW_BYTES = 4 * COLUMNS;
const matrix: TensorSpec = { shape: [ROWS, COLUMNS], data: weights(ROWS * COLUMNS) };
const vector = (count: number): TensorSpec => ({ data: weights(count, 3) });

const alone = safetensorsFile({ 'head.weight': matrix });
const followed = safetensorsFile({
  'head.weight': matrix,
  'norm.bias': vector(COLUMNS),
  'norm.weight': vector(COLUMNS),
});

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'model', ...over });

/** The last so many bytes are zero. */
const withTail = (bytes: Uint8Array, length: number) => zeroed(bytes, bytes.length - length, bytes.length);

describe('a file without checksums that ends in zeros', () => {
  it('[issue 16] fails wherever they begin in the last matrix, but at the edge of a row', async () => {
    for (let length = ROW_BYTES + 4; length < 40 * ROW_BYTES; length += 211) {
      const verdict = await look(withTail(alone, length));
      const isOnRow = length % ROW_BYTES < 8 || ROW_BYTES - (length % ROW_BYTES) < 8;
      if (isOnRow) continue;
      assert.deepEqual(codesOf(verdict), ['zero-tail', 'no-checksum'], `${length} bytes`);
      assert.equal(verdict.verdict, 'fail');
    }
  });

  it('[issue 16] fails when they go on through all that follows', async () => {
    for (const length of [2 * ROW_BYTES + 90, 2 * ROW_BYTES + 333, 5 * ROW_BYTES + 10]) {
      const verdict = await look(withTail(followed, length));
      assert.deepEqual(codesOf(verdict), ['zero-tail', 'no-checksum'], `${length} bytes`);
      const [reason] = verdict.reasons;
      assert.match(reason?.found ?? '', /^\d+ zero bytes, all of the 2 tensors behind it among them$/);
    }
  });

  it('[issue 16] fails when they begin in the middle of a vector, but not where a part of it may', async () => {
    const long = safetensorsFile({ 'head.weight': matrix, 'norm.weight': vector(2000) });
    assert.deepEqual(codesOf(await look(withTail(long, 2410))), ['zero-tail', 'no-checksum']);
    const padded = await look(withTail(long, 4 * 400));
    assert.deepEqual([codesOf(padded), notesOf(padded)], [['no-checksum'], ['zero-tail']]);
  });

  for (const { what, bytes, notes } of [
    { what: 'rows that nobody uses', bytes: withTail(alone, 7 * ROW_BYTES), notes: ['zero-tail'] },
    { what: 'columns in the last row', bytes: withTail(alone, 400), notes: [] },
    {
      what: 'biases that were never trained',
      bytes: withTail(followed, 2 * ROW_BYTES),
      notes: ['all-zero', 'all-zero'],
    },
    {
      what: 'sums of squares of an optimizer',
      bytes: withTail(safetensorsFile({ 'optimizer.exp_avg': matrix, 'a.weight': matrix }), 0),
      notes: [],
    },
    {
      what: 'an optimizer whose last units are dead',
      bytes: withTail(
        safetensorsFile({ 'a.weight': matrix, 'optimizer.exp_avg': matrix }),
        3 * ROW_BYTES + 90,
      ),
      notes: ['zero-tail'],
    },
  ])
    it(`[issue 16] does not fail where a writer means it: ${what}`, async () => {
      const verdict = await look(bytes);
      assert.deepEqual([codesOf(verdict), notesOf(verdict)], [['no-checksum'], notes]);
    });

  it('[issue 16] does not fail when something vouches for it, or as rows of a data set', async () => {
    const bytes = withTail(alone, 5 * ROW_BYTES + 90);
    const known = await verifyWithDigest(bytes, { role: 'model' });
    assert.deepEqual([known.verdict, notesOf(known)], ['pass', []]);
    const rows = await look(bytes, { role: 'dataset' });
    assert.deepEqual([codesOf(rows), notesOf(rows)], [['no-checksum'], ['zero-tail']]);
  });
});

describe('a hole in a file without checksums', () => {
  const big = safetensorsFile({ w: matrix }, { padTo: 4096 });

  it('[issue 16] fails when a segment was cut: zeros from anywhere to the edge of a page', async () => {
    assert.deepEqual(codesOf(await look(zeroed(big, 16_020, 24_576))), ['zero-hole', 'no-checksum']);
    // A diagonal, a triangle.
    assert.deepEqual(codesOf(await look(zeroed(big, 24_576 - 2000, 24_576))), ['no-checksum']);
  });

  it('[issue 16] fails in packed blocks, wherever it lies, but for whole rows', async () => {
    const blocks = 16 * 40;
    const data = Uint8Array.from({ length: blocks * 144 }, (_none, i) =>
      i % 144 < 4 ? 0x11 : 1 + (i % 250),
    );
    const packed = ggufFile({
      keys: [architecture],
      tensors: [{ name: 'w', sizes: [4096, 40], type: 12, data }],
    });
    const rowBytes = 16 * 144;
    const start = packed.length - data.length;
    assert.deepEqual(codesOf(await look(packed)), ['no-checksum']);
    for (const [from, length] of [
      [5 * rowBytes + 777, 6000],
      [5 * rowBytes + 1000, 20_001],
    ] as const)
      assert.deepEqual(
        codesOf(await look(zeroed(packed, start + from, start + from + length))),
        ['zero-hole', 'no-checksum'],
        `${from} and ${length} more`,
      );
    const tail = await look(withTail(packed, 3 * rowBytes + 700));
    assert.deepEqual(codesOf(tail), ['zero-tail', 'no-checksum']);
    const rows = await look(zeroed(packed, start + 5 * rowBytes, start + 9 * rowBytes));
    assert.deepEqual(codesOf(rows), ['no-checksum']);
  });
});
