import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GGML_TYPES } from '../../src/verify/gguf/ggml-types.ts';
import { fixture } from './fixtures.ts';
import {
  architecture,
  type GgufSpec,
  type GgufTensorSpec,
  ggufFile,
  key,
  order,
  text,
  u32,
  u64,
} from './gguf-writer.ts';
import { codesOf, joined, notesOf, sha256Of, verify, verifyWithDigest } from './memory-source.ts';
import { f32, weights } from './safetensors-writer.ts';

const tensor = (over: Partial<GgufTensorSpec> = {}): GgufTensorSpec => ({
  name: 'a.weight',
  sizes: [8, 4],
  type: 0,
  data: f32(weights(32)),
  ...over,
});
const file = (over: GgufSpec = {}) => ggufFile({ tensors: [tensor()], ...over });
const check = (over: GgufSpec) => verifyWithDigest(file(over), { role: 'model' });

describe('a whole GGUF file', () => {
  it('passes with its digest in versions 2 and 3, padded at its end or not [P5-04]', async () => {
    for (const over of [
      {},
      { version: 2 },
      { padLast: false },
      { alignment: 64, keys: [architecture, key('general.alignment', 4, u32(64))] },
    ]) {
      const three = { ...over, tensors: [tensor({ name: 'x', sizes: [3], data: f32([1, 2, 3]) }), tensor()] };
      const verdict = await check(three);
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []], JSON.stringify(over));
      assert.deepEqual(verdict.tensors, { count: 2, elements: 35, nonFinite: 0 });
    }
  });

  it('shows its keys, and shapes with the row length last', async () => {
    const keys = [
      architecture,
      key('general.name', 8, text('tiny')),
      key('x.rate', 6, f32([0.5])),
      key('x.on', 7, Uint8Array.of(1)),
    ];
    const verdict = await verifyWithDigest(file({ keys }), { role: 'model', table: true });
    assert.deepEqual(verdict.facts.scalars, {
      'general.architecture': 'llama',
      'general.name': 'tiny',
      'x.rate': 0.5,
      'x.on': true,
    });
    assert.deepEqual(verdict.table?.[0]?.shape, [4, 8]);
  });

  it('names a chat template by length and digest and does not show it', async () => {
    const template = '{{ secret }}'.repeat(10_000);
    const keys = [architecture, key('tokenizer.chat_template', 8, text(template))];
    const verdict = await check({ keys });
    const shown = `${template.length} bytes, SHA-256 ${sha256Of(new TextEncoder().encode(template))}`;
    assert.equal(verdict.facts.scalars['tokenizer.chat_template'], shown);
    assert.deepEqual(notesOf(verdict), ['template']);
    assert.doesNotMatch(JSON.stringify(verdict), /secret/);
  });

  it('fails for a chat template that reaches for the inside of Python, wherever in it', async () => {
    const template = `${'{{ message }} '.repeat(6000)}{{ x.__class__.__base__ }}`;
    const keys = [architecture, key('tokenizer.chat_template', 8, text(template))];
    assert.deepEqual(codesOf(await check({ keys })).slice(0, 1), ['template-escape']);
  });

  it('is read once, plus a header that may be longer than the window', async () => {
    const tokens = Array.from({ length: 60_000 }, (_none, i) => text(`token number ${i} `.repeat(2)));
    const keys = [architecture, key('tokenizer.ggml.tokens', 9, u32(8), u64(tokens.length), ...tokens)];
    const bytes = file({ keys });
    assert.ok(bytes.length > 2 ** 21);
    const verdict = await verifyWithDigest(bytes, { role: 'model' });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.ok(verdict.bytesRead < 2.2 * bytes.length, `${verdict.bytesRead} of ${bytes.length}`);
  });

  it('skips long arrays of numbers without reading them', async () => {
    const keys = [architecture, key('x.table', 9, u32(4), u64(2 ** 20), new Uint8Array(2 ** 22))];
    const bytes = file({ keys });
    const verdict = await verifyWithDigest(bytes, { role: 'model' });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.ok(verdict.bytesRead < bytes.length + 2 ** 18, `${verdict.bytesRead} of ${bytes.length}`);
  });

  it('is read in big-endian order where its version says so, but not its packed blocks', async () => {
    const out = order(false);
    const keys = [out.key('general.architecture', 8, out.text('llama'))];
    const values = Float32Array.from(weights(32)).map((value) => value);
    const data = new Uint8Array(Buffer.from(values.buffer).swap32());
    const big = { littleEndian: false, keys };
    assert.equal((await check({ ...big, tensors: [tensor({ data })] })).verdict, 'pass');
    const packed = await check({
      ...big,
      tensors: [tensor({ type: 8, sizes: [32], data: new Uint8Array(34).fill(1) })],
    });
    assert.deepEqual([packed.verdict, codesOf(packed)], ['inconclusive', ['big-endian-blocks']]);
  });

  it('may hold 50 000 tensors', async () => {
    const data = f32([0.5]);
    const tensors = Array.from({ length: 50_000 }, (_none, i) =>
      tensor({ name: `t.${i}`, sizes: [1], data }),
    );
    const verdict = await check({ tensors });
    assert.deepEqual([verdict.verdict, verdict.tensors?.count], ['pass', 50_000]);
  });
});

describe('a GGUF header that lies', () => {
  const two = (over: Partial<GgufTensorSpec>) => [tensor(), tensor({ name: 'b.weight', ...over })];
  const cases: { what: string; over: GgufSpec; code: string }[] = [
    { what: 'more tensors than it can hold', over: { tensorCount: 1n << 62n }, code: 'count-lies' },
    { what: 'more keys than it can hold', over: { keyCount: 1n << 63n }, code: 'count-lies' },
    { what: 'a key without a name', over: { keys: [architecture, key('', 4, u32(1))] }, code: 'key-empty' },
    { what: 'one key twice', over: { keys: [architecture, architecture] }, code: 'duplicate-key' },
    {
      what: 'a key longer than allowed',
      over: { keys: [architecture, key('k'.repeat(65_536), 4, u32(1))] },
      code: 'name-too-long',
    },
    {
      what: 'a key that is no text',
      over: { keys: [architecture, key(Uint8Array.of(0xff, 0xfe), 4, u32(1))] },
      code: 'not-utf8',
    },
    {
      what: 'a value of an unknown type',
      over: { keys: [architecture, key('x', 13, u32(1))] },
      code: 'value-type',
    },
    {
      what: 'a bool of 2',
      over: { keys: [architecture, key('x', 7, Uint8Array.of(2))] },
      code: 'not-a-bool',
    },
    {
      what: 'an array with a bool of 3',
      over: { keys: [architecture, key('x', 9, u32(7), u64(2), Uint8Array.of(0, 3))] },
      code: 'not-a-bool',
    },
    {
      what: 'a text longer than the file',
      over: { keys: [architecture, key('x', 8, u64(1n << 40n))] },
      code: 'length-lies',
    },
    {
      what: 'an array longer than the file',
      over: { keys: [architecture, key('x', 9, u32(4), u64(1n << 61n))] },
      code: 'count-lies',
    },
    {
      what: 'a text in an array longer than the file',
      over: { keys: [architecture, key('x', 9, u32(8), u64(1), u64(1n << 50n))] },
      code: 'length-lies',
    },
    {
      what: 'an array of an unknown type',
      over: { keys: [architecture, key('x', 9, u32(99), u64(0))] },
      code: 'value-type',
    },
    {
      what: 'an alignment that is no power of two',
      over: { keys: [architecture, key('general.alignment', 4, u32(48))] },
      code: 'alignment',
    },
    {
      what: 'an alignment of 0',
      over: { keys: [architecture, key('general.alignment', 4, u32(0))] },
      code: 'alignment',
    },
    {
      what: 'an alignment of another type',
      over: { keys: [architecture, key('general.alignment', 10, u64(32))] },
      code: 'alignment',
    },
    {
      what: 'a key that is not a number',
      over: { keys: [architecture, key('x', 6, f32([Number.NaN]))] },
      code: 'non-finite',
    },
    { what: 'one tensor twice', over: { tensors: two({ name: 'a.weight' }) }, code: 'duplicate-key' },
    {
      what: 'a name longer than allowed',
      over: { tensors: [tensor({ name: 'n'.repeat(65) })] },
      code: 'name-too-long',
    },
    { what: 'five dimensions', over: { tensors: [tensor({ sizes: [8, 4, 1, 1, 1] })] }, code: 'dimensions' },
    { what: 'a dimension of 2^63', over: { tensors: [tensor({ sizes: [1n << 63n] })] }, code: 'size-lies' },
    {
      what: 'dimensions whose product overflows',
      over: { tensors: [tensor({ sizes: [4096, 4096, 4096, 4096] })] },
      code: 'cut-short',
    },
    {
      what: 'a row that is no whole block',
      over: { tensors: [tensor({ type: 8, sizes: [33] })] },
      code: 'row-not-whole',
    },
    { what: 'tensors that overlap', over: { tensors: two({ offset: 64n }) }, code: 'offset-lies' },
    { what: 'a hole between tensors', over: { tensors: two({ offset: 160n }) }, code: 'offset-lies' },
    { what: 'a larger shape than data', over: { tensors: [tensor({ sizes: [8, 5] })] }, code: 'cut-short' },
    {
      what: 'a smaller shape than data',
      over: { tensors: [tensor({ sizes: [8, 2] })] },
      code: 'trailing-bytes',
    },
    {
      what: 'padding that is not zero',
      over: { tensors: [tensor({ sizes: [3], data: f32([1, 2, 3]) }), tensor({ name: 'b' })], padByte: 7 },
      code: 'padding-not-zero',
    },
  ];
  for (const { what, over, code } of cases) {
    it(`fails with ${what}`, async () => {
      const verdict = await check(over);
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  let nested = joined(u32(4), u64(0));
  for (let depth = 0; depth < 9; depth += 1) nested = joined(u32(9), u64(1), nested);
  const unsettled: { what: string; over: GgufSpec; code: string; budgets?: object }[] = [
    { what: 'version 1', over: { version: 1 }, code: 'gguf-version' },
    { what: 'a version from the future', over: { version: 4 }, code: 'gguf-version' },
    {
      what: 'version 2 in the other byte order',
      over: { version: 2, littleEndian: false },
      code: 'gguf-version',
    },
    { what: 'a withdrawn type', over: { tensors: [tensor({ type: 4 })] }, code: 'unknown-dtype' },
    {
      what: 'arrays nested too deep',
      over: { keys: [architecture, key('x', 9, nested)] },
      code: 'over-budget',
    },
    { what: 'more tensors than the budget', over: {}, code: 'over-budget', budgets: { objects: 0 } },
  ];
  for (const { what, over, code, budgets } of unsettled) {
    it(`is inconclusive for ${what}`, async () => {
      const verdict = await verifyWithDigest(file(over), { role: 'model', ...(budgets ? { budgets } : {}) });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', [code]]);
    });
  }

  it('notes an alignment below what the format asks', async () => {
    const keys = [architecture, key('general.alignment', 4, u32(4))];
    const verdict = await check({ keys, alignment: 4 });
    assert.deepEqual([verdict.verdict, notesOf(verdict)], ['pass', ['alignment']]);
  });
});

describe('a damaged GGUF file', () => {
  const whole = fixture('gguf/plain.gguf');

  it('fails at every length it can be cut to, even inside its last padding', async () => {
    for (let length = 0; length < whole.length; length += length < 1000 || length > 4900 ? 1 : 37) {
      const verdict = await verify(whole.subarray(0, length), { role: 'model' });
      // Without its last padding it is as whole as other writers leave it.
      if (length !== 4928 + 44) assert.equal(verdict.counts, false, `cut to ${length}`);
    }
  });

  it('fails with bytes behind its end', async () => {
    for (const tail of [new Uint8Array(1), new Uint8Array(32), whole])
      assert.deepEqual(codesOf(await verifyWithDigest(joined(whole, tail))), ['trailing-bytes']);
  });
});

describe('values of a GGUF file', () => {
  for (const { type, data, sizes } of [
    { type: 0, sizes: [2], data: f32([1, Number.NaN]) },
    { type: 1, sizes: [2], data: Uint8Array.of(0, 0x3c, 0, 0x7c) },
    { type: 30, sizes: [2], data: Uint8Array.of(0x80, 0x3f, 0xc0, 0x7f) },
    { type: 28, sizes: [2], data: new Uint8Array(Float64Array.of(1, Number.POSITIVE_INFINITY).buffer) },
  ]) {
    it(`finds a number of type ${type} that is not finite [P5-07]`, async () => {
      const verdict = await check({ tensors: [tensor({ type, data, sizes })] });
      assert.deepEqual([codesOf(verdict), verdict.tensors?.nonFinite], [['non-finite'], 1]);
    });
  }

  for (const { name, blockElements, blockBytes, dtype, scales } of GGML_TYPES.values()) {
    if (dtype !== undefined || scales.length === 0) continue;
    const type = [...GGML_TYPES].find(([, each]) => each.name === name)?.[0] ?? -1;
    // Ones and small exponents everywhere: no scale is odd, none is zero.
    const blocks = (edit: (bytes: Uint8Array) => void) => {
      const data = new Uint8Array(blockBytes * 5).fill(0x11);
      edit(data);
      return [tensor({ type, sizes: [blockElements, 5], data })];
    };
    it(`finds a scale of ${name} that is not finite, and one block in its place`, async () => {
      assert.equal((await check({ tensors: blocks(() => {}) })).verdict, 'pass');
      for (const { exponent } of scales) {
        const tensors = blocks((data) => {
          for (const [at, mask] of exponent)
            data[3 * blockBytes + at] = (data[3 * blockBytes + at] ?? 0) | mask;
        });
        const bytes = ggufFile({ tensors });
        for (const chunkBytes of [4096, 1024 ** 2]) {
          const verdict = await verifyWithDigest(bytes, { role: 'model', chunkBytes });
          assert.deepEqual(codesOf(verdict), ['non-finite']);
          const dataStart = Math.ceil((bytes.length - 5 * blockBytes - 31) / 32) * 32;
          assert.equal(verdict.reasons[0]?.offset, dataStart + 3 * blockBytes);
        }
        // All but one bit of the exponent is a large number, nothing more.
        const [at, mask] = exponent[0] ?? [0, 0];
        const large = blocks((data) => {
          data[at] = (mask & (mask - 1)) | ((data[at] ?? 0) & ~mask);
        });
        assert.equal((await check({ tensors: large })).verdict, 'pass');
      }
    });

    const magnitudes = scales.flatMap(({ magnitude }) => magnitude);
    if (magnitudes.length === 0) continue;
    it(`takes ${name} for zero when all its scales are, whatever else the blocks hold`, async () => {
      const zero = (data: Uint8Array, except = -1) => {
        for (let block = 0; block < 5; block += 1)
          for (const [at, mask] of magnitudes)
            if (block !== except)
              data[block * blockBytes + at] = (data[block * blockBytes + at] ?? 0) & ~mask;
      };
      const verdict = await check({ tensors: blocks((data) => zero(data)) });
      assert.ok(codesOf(verdict).includes('all-zero'), JSON.stringify(verdict.reasons));
      assert.equal((await check({ tensors: blocks((data) => zero(data, 4)) })).verdict, 'pass');
    });
  }

  it('tests the scales of blocks that lie across two chunks', async () => {
    const blocks = 3000;
    const data = new Uint8Array(34 * blocks).fill(0x11);
    for (const bad of [0, 120, 121, 122, 1234, blocks - 1]) {
      const damaged = data.slice();
      damaged[34 * bad + 1] = 0x7e;
      const bytes = ggufFile({ tensors: [tensor({ type: 8, sizes: [32, blocks], data: damaged })] });
      const verdict = await verifyWithDigest(bytes, { role: 'model', chunkBytes: 4096 });
      assert.match(
        verdict.reasons[0]?.found ?? '',
        new RegExp(`^1 NaN or infinite, the first at element ${bad}$`),
      );
    }
  });

  it('finds pages of zeros between packed blocks when nothing vouches for them', async () => {
    const data = new Uint8Array(34 * 1024).fill(0x11);
    const keys = [architecture, key('general.alignment', 4, u32(4096))];
    const bytes = ggufFile({
      keys,
      alignment: 4096,
      tensors: [tensor({ type: 8, sizes: [32 * 1024], data })],
    });
    assert.deepEqual(codesOf(await verify(bytes, { role: 'model' })), ['no-checksum']);
    bytes.fill(0, 8192, 16_384);
    assert.deepEqual(codesOf(await verify(bytes, { role: 'model' })), ['zero-hole', 'no-checksum']);
  });

  it('fails for a model without a tensor, but not for the keys of a split one', async () => {
    assert.deepEqual(codesOf(await check({ tensors: [] })), ['no-tensors']);
    const split = [
      key('split.no', 2, Uint8Array.of(0, 0)),
      key('split.count', 2, Uint8Array.of(2, 0)),
      key('split.tensors.count', 5, u32(4)),
    ];
    const verdict = await check({ tensors: [], keys: [architecture, ...split] });
    assert.deepEqual([verdict.verdict, notesOf(verdict)], ['pass', ['part-of-split']]);
  });
});
