import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  codesOf,
  flipped,
  joined,
  notesOf,
  sha256Of,
  verify,
  verifyWithDigest,
  zeroed,
} from './memory-source.ts';
import { f32, safetensorsFile, weights, wholeCheckpoint, withHeader } from './safetensors-writer.ts';

const whole = wholeCheckpoint();
const digest = sha256Of(whole);
const dataStart = 8 + Number(new DataView(whole.buffer).getBigUint64(0, true));
const CONTAINS = ['model', 'optimizer', 'step', '*.bias'];

describe('a whole safetensors checkpoint', () => {
  it('passes at L3 with its digest, and shows tensors, step and names [P5-04] [P5-07]', async () => {
    const verdict = await verify(whole, { sha256: digest, contains: CONTAINS, allowDegraded: false });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.equal(verdict.level, 'L3');
    assert.equal(verdict.format, 'safetensors');
    assert.equal(verdict.sha256, digest);
    assert.deepEqual(verdict.tensors, { count: 3, elements: 1032, nonFinite: 0 });
    assert.equal(verdict.facts.step, 40);
    assert.equal(verdict.counts, true);
  });

  it('is read once, plus its header', async () => {
    const large = safetensorsFile({ w: { shape: [300, 1000], data: weights(300_000) } });
    const verdict = await verifyWithDigest(large);
    assert.equal(verdict.verdict, 'pass');
    assert.deepEqual([verdict.requests, verdict.bytesRead], [1 + 2, 65_536 + large.length]);
  });

  it('is only degraded without a digest, and then counts only where the row allows it', async () => {
    const refused = await verify(whole, { allowDegraded: false });
    assert.deepEqual([refused.verdict, refused.counts], ['pass-degraded', false]);
    assert.deepEqual(codesOf(refused), ['no-checksum']);
    assert.equal((await verify(whole)).counts, true);
  });

  it('is not hashed again when the caller hashed it as it came [XC-10]', async () => {
    const known = await verify(whole, { sha256: digest, alreadyHashed: digest });
    assert.deepEqual([known.verdict, known.sha256], ['pass', digest]);
    const other = await verify(whole, { sha256: digest, alreadyHashed: sha256Of(f32([1])) });
    assert.deepEqual(codesOf(other), ['digest-mismatch']);
  });

  it('reads the step from a scalar tensor too, and refuses when both disagree', async () => {
    const step = (value: number, metadata?: Record<string, string>) =>
      verify(
        safetensorsFile(
          { step: { dtype: 'I64', shape: [], data: int64(value) }, w: { data: weights(4) } },
          metadata === undefined ? {} : { metadata },
        ),
      );
    assert.equal((await step(77)).facts.step, 77);
    assert.deepEqual(codesOf(await step(77, { step: '78' })), ['step-disagrees', 'no-checksum']);
  });
});

describe('a file without tensors', () => {
  it('is no checkpoint where one was promised, and only odd where nobody said what it is', async () => {
    const none = safetensorsFile({});
    assert.deepEqual(codesOf(await verifyWithDigest(none)), ['no-tensors']);
    const guessed = await verifyWithDigest(none, { roleFrom: 'guessed' });
    assert.deepEqual([guessed.verdict, codesOf(guessed)], ['pass-degraded', ['no-tensors']]);
  });
});

describe('a damaged safetensors checkpoint', () => {
  it('fails at every flipped bit of every byte when the digest is known', async () => {
    for (let at = 0; at < whole.length; at += 1) {
      const verdict = await verify(flipped(whole, at, at % 8), { sha256: digest });
      assert.equal(verdict.verdict, 'fail', `byte ${at}`);
      assert.ok(verdict.level < 'L2', `byte ${at}: ${verdict.level}`);
    }
  });

  it('is at best degraded for a flipped bit in the data when no digest is known', async () => {
    for (let at = dataStart; at < whole.length; at += 7) {
      assert.notEqual((await verify(flipped(whole, at, at % 8))).verdict, 'pass');
    }
  });

  it('fails at every length it can be cut to', async () => {
    for (let length = 0; length < whole.length; length += 1) {
      assert.equal((await verify(whole.subarray(0, length))).counts, false, `cut to ${length}`);
    }
  });

  for (const { what, bytes, code } of [
    { what: 'bytes appended', bytes: joined(whole, new Uint8Array(100)), code: 'trailing-bytes' },
    { what: 'itself appended', bytes: joined(whole, whole), code: 'trailing-bytes' },
    { what: 'a header length past its end', bytes: withLength(whole, 1n << 40n), code: 'header-cut' },
    { what: 'a header length of 2^63', bytes: withLength(whole, 1n << 63n), code: 'header-cut' },
  ]) {
    it(`fails with ${what}`, async () => {
      const verdict = await verifyWithDigest(bytes);
      assert.equal(verdict.verdict, 'fail');
      assert.deepEqual(codesOf(verdict), [code]);
    });
  }

  it('fails for a page of zeros between numbers when nothing vouches for it', async () => {
    const big = safetensorsFile({ w: { shape: [64, 300], data: weights(19_200) } }, { padTo: 4096 });
    assert.deepEqual(codesOf(await verify(big)), ['no-checksum']);
    assert.deepEqual(codesOf(await verify(zeroed(big, 16_384, 24_576))), ['zero-hole', 'no-checksum']);
    // Zeros that begin and end anywhere were written so: nothing is lost in such pieces.
    assert.deepEqual(codesOf(await verify(zeroed(big, 16_020, 24_020))), ['no-checksum']);
    const proven = await verifyWithDigest(zeroed(big, 16_384, 24_576));
    assert.deepEqual([proven.verdict, notesOf(proven)], ['pass', ['zero-hole']]);
  });

  it('takes an unused row of an embedding for what it is', async () => {
    const rows = Array.from({ length: 8 }, (_none, row) =>
      row === 3 ? Array(2048).fill(0) : weights(2048, row + 1),
    );
    const verdict = await verify(
      safetensorsFile({ embed: { shape: [8, 2048], data: rows.flat() } }, { padTo: 4096 }),
    );
    assert.deepEqual(codesOf(verdict), ['no-checksum']);
  });
});

describe('a safetensors header that lies', () => {
  const two = () => ({ a: { data: weights(4) }, b: { data: weights(4, 2) } });
  const edited = (edit: (header: Record<string, Entry>) => void) =>
    safetensorsFile(two(), {
      editHeader: (header) => {
        edit(header as Record<string, Entry>);
        return header;
      },
    });
  type Entry = { dtype: string; shape: unknown; data_offsets: unknown; [more: string]: unknown };
  const of = (header: Record<string, Entry>, name: string): Entry => header[name] as Entry;
  const data = Buffer.concat([f32(weights(4)), f32(weights(4, 2))]);

  for (const { what, bytes, code } of [
    {
      what: 'tensors that overlap',
      bytes: edited((h) => Object.assign(of(h, 'b'), { data_offsets: [12, 28] })),
      code: 'tensors-overlap',
    },
    {
      what: 'a hole between tensors',
      bytes: edited((h) => Object.assign(of(h, 'b'), { data_offsets: [20, 36] })),
      code: 'hole-between-tensors',
    },
    {
      what: 'a dtype of another size',
      bytes: edited((h) => Object.assign(of(h, 'a'), { dtype: 'F64' })),
      code: 'size-lies',
    },
    {
      what: 'a larger shape',
      bytes: edited((h) => Object.assign(of(h, 'a'), { shape: [5] })),
      code: 'size-lies',
    },
    {
      what: 'a shape whose product overflows',
      bytes: edited((h) => Object.assign(of(h, 'a'), { shape: [2 ** 40, 2 ** 40] })),
      code: 'size-lies',
    },
    {
      what: 'a negative shape',
      bytes: edited((h) => Object.assign(of(h, 'a'), { shape: [-4] })),
      code: 'header-malformed',
    },
    {
      what: 'offsets that are not whole',
      bytes: edited((h) => Object.assign(of(h, 'a'), { data_offsets: [0.5, 16] })),
      code: 'header-malformed',
    },
    {
      what: 'three offsets',
      bytes: edited((h) => Object.assign(of(h, 'a'), { data_offsets: [0, 16, 16] })),
      code: 'header-malformed',
    },
    {
      what: 'an extra field',
      bytes: edited((h) => Object.assign(of(h, 'a'), { stride: 1 })),
      code: 'header-malformed',
    },
    { what: 'a missing field', bytes: edited((h) => delete of(h, 'a')['shape']), code: 'header-malformed' },
    {
      what: 'metadata that is no text',
      bytes: withHeader('{"__metadata__":{"step":4}}', new Uint8Array(0)),
      code: 'header-malformed',
    },
    {
      what: 'a tensor listed twice',
      bytes: withHeader(
        '{"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]},"a":{"dtype":"F32","shape":[4],"data_offsets":[16,32]}}',
        data,
      ),
      code: 'duplicate-key',
    },
    {
      what: 'a dtype given twice',
      bytes: withHeader('{"a":{"dtype":"F32","dtype":"I32","shape":[8],"data_offsets":[0,32]}}', data),
      code: 'duplicate-key',
    },
    {
      what: 'a shape whose product overflows before its zero',
      bytes: withHeader(
        '{"a":{"dtype":"F32","shape":[8],"data_offsets":[0,32]},"b":{"dtype":"F32","shape":[1099511627776,1099511627776,0],"data_offsets":[32,32]}}',
        data,
      ),
      code: 'header-malformed',
    },
    ...['"\\ud800"', '"__metadata__":{"x":"\\udc00"},"a"'].map((start) => ({
      what: `half a character: ${start}`,
      bytes: withHeader(`{${start}:{"dtype":"F32","shape":[8],"data_offsets":[0,32]}}`, data),
      code: 'header-malformed',
    })),
    { what: 'an array for a header entry', bytes: withHeader('{"a":[1,2]}', data), code: 'header-malformed' },
    { what: 'text after the header', bytes: withHeader('{}x', new Uint8Array(0)), code: 'json-syntax' },
  ]) {
    it(`fails with ${what}`, async () => {
      const verdict = await verifyWithDigest(bytes);
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  it('is inconclusive for an element type it does not know, and for a header above its budget', async () => {
    const unknown = await verifyWithDigest(edited((h) => Object.assign(of(h, 'a'), { dtype: 'F5' })));
    assert.deepEqual([unknown.verdict, codesOf(unknown)], ['inconclusive', ['unknown-dtype']]);
    const large = await verifyWithDigest(whole, { budgets: { safetensorsHeaderBytes: 64 } });
    assert.deepEqual([large.verdict, codesOf(large)], ['inconclusive', ['over-budget']]);
  });

  it('keeps a tensor called __proto__ as a tensor', async () => {
    const entry = '{"dtype":"F32","shape":[4],"data_offsets":[0,16]}';
    const verdict = await verifyWithDigest(withHeader(`{"__proto__":${entry}}`, f32(weights(4))));
    assert.deepEqual([verdict.verdict, verdict.keys.top], ['pass', ['__proto__']]);
  });
});

describe('values of a safetensors checkpoint', () => {
  for (const { dtype, bytes } of [
    { dtype: 'F32', bytes: f32([1, 2, Number.NaN, 3]) },
    { dtype: 'F32', bytes: f32([1, 2, 3, Number.NEGATIVE_INFINITY]) },
    { dtype: 'F64', bytes: new Uint8Array(Float64Array.of(1, Number.NaN, 2).buffer) },
    { dtype: 'F64', bytes: new Uint8Array(Float64Array.of(1, 2, Number.POSITIVE_INFINITY).buffer) },
    { dtype: 'F16', bytes: halves(0x3c00, 0x7c01, 0x3c01) },
    { dtype: 'F16', bytes: halves(0x3c00, 0x3c01, 0xfc00) },
    { dtype: 'BF16', bytes: halves(0x3f80, 0x7fc0, 0x3f81) },
    { dtype: 'BF16', bytes: halves(0xff80, 0x3f80, 0x3f81) },
    { dtype: 'F8_E4M3', bytes: Uint8Array.of(0x38, 0xff, 0x39) },
    { dtype: 'F8_E5M2', bytes: Uint8Array.of(0x38, 0x39, 0x7c) },
    { dtype: 'F8_E4M3FNUZ', bytes: Uint8Array.of(0x38, 0x80, 0x39) },
    { dtype: 'F8_E8M0', bytes: Uint8Array.of(0x38, 0x39, 0xff) },
    { dtype: 'C64', bytes: f32([1, 2, 3, Number.NaN]) },
  ]) {
    it(`finds the one ${dtype} element of ${Buffer.from(bytes).toString('hex')} that is not finite [P5-07]`, async () => {
      const elements =
        bytes.length / (dtype === 'C64' ? 8 : ({ F32: 4, F64: 8, F16: 2, BF16: 2 }[dtype] ?? 1));
      const verdict = await verifyWithDigest(
        safetensorsFile({ w: { dtype, shape: [elements], data: bytes } }),
      );
      assert.deepEqual(codesOf(verdict), ['non-finite']);
      assert.equal(verdict.level, 'L2');
      assert.equal(verdict.tensors?.nonFinite, 1);
    });
  }

  it('accepts the largest finite element of each type', async () => {
    const verdict = await verifyWithDigest(
      safetensorsFile({
        a: {
          dtype: 'F64',
          shape: [2],
          data: new Uint8Array(Float64Array.of(Number.MAX_VALUE, -Number.MAX_VALUE).buffer),
        },
        b: { dtype: 'F32', shape: [2], data: new Uint8Array(Uint32Array.of(0x7f7fffff, 0xff7fffff).buffer) },
        c: { dtype: 'F16', shape: [2], data: halves(0x7bff, 0xfbff) },
        d: { dtype: 'BF16', shape: [2], data: halves(0x7f7f, 0xff7f) },
        e: { dtype: 'F8_E4M3', shape: [2], data: Uint8Array.of(0x7e, 0xfe) },
        f: { dtype: 'F8_E5M2', shape: [2], data: Uint8Array.of(0x7b, 0xfb) },
        g: { dtype: 'I32', shape: [2], data: new Uint8Array(Uint32Array.of(0x7fffffff, 0xffffffff).buffer) },
      }),
    );
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass', []]);
  });

  it('names the first bad element and where it lies, in the middle of many chunks', async () => {
    const values = weights(9000);
    values[7777] = Number.NaN;
    const bytes = safetensorsFile({
      pad: { dtype: 'U8', shape: [3], data: Uint8Array.of(1, 2, 3) },
      w: { data: values },
    });
    const verdict = await verifyWithDigest(bytes, { chunkBytes: 4096 });
    const [reason] = verdict.reasons;
    assert.equal(reason?.code, 'non-finite');
    assert.match(reason?.found ?? '', /^1 NaN or infinite, the first at element 7777$/);
    assert.equal(reason?.offset, bytes.length - (9000 - 7777) * 4);
  });

  for (const { what, tensors, code } of [
    {
      what: 'a weight matrix of zeros',
      tensors: { a: { shape: [2, 2], data: [0, 0, 0, 0] }, b: { data: [1] } },
      code: 'all-zero',
    },
    {
      what: 'nothing but zero biases',
      tensors: { a: { data: [0, 0] }, b: { data: [0, -0] } },
      code: 'part-all-zero',
    },
    {
      what: 'a negative second moment',
      tensors: { w: { data: [1] }, 'optimizer.w.exp_avg_sq': { data: [1, -1e-30] } },
      code: 'negative-square',
    },
    {
      what: 'a negative running variance',
      tensors: { 'bn.running_var': { data: [-1, 1] } },
      code: 'negative-square',
    },
    {
      what: 'lora_B still zero',
      tensors: {
        'x.lora_A.weight': { shape: [1, 2], data: [1, 2] },
        'x.lora_B.weight': { shape: [2, 1], data: [0, 0] },
      },
      code: 'never-trained',
    },
    {
      what: 'a bool that is 2',
      tensors: { w: { data: [1] }, m: { dtype: 'BOOL', shape: [3], data: Uint8Array.of(0, 1, 2) } },
      code: 'not-a-bool',
    },
    { what: 'no tensor at all', tensors: {}, code: 'no-tensors' },
  ]) {
    it(`fails for ${what}`, async () => {
      assert.ok(codesOf(await verifyWithDigest(safetensorsFile(tensors))).includes(code));
    });
  }

  it('accepts minus zero as a second moment, a zero bias beside weights, and a mask of infinities', async () => {
    const verdict = await verifyWithDigest(
      safetensorsFile({
        w: { shape: [2, 2], data: weights(4) },
        bias: { data: [0, 0] },
        'optimizer.w.exp_avg_sq': { data: [-0, 1] },
        'attn.causal_mask': { data: [0, Number.NEGATIVE_INFINITY] },
      }),
    );
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.ok(notesOf(verdict).includes('infinite-mask'));
  });
});

describe('what the roster and the run demand of a checkpoint', () => {
  for (const { what, over, code } of [
    { what: 'a part that is not there', over: { contains: ['scheduler'] }, code: 'key-missing' },
    { what: 'a name that is not there', over: { contains: ['model.9.*'] }, code: 'key-missing' },
    { what: 'another step', over: { expectation: { step: 41 } }, code: 'step-unexpected' },
    { what: 'a later step', over: { expectation: { minStep: 41 } }, code: 'step-behind' },
    {
      what: 'a step under another name',
      over: { expectation: { step: 40, stepKey: 'it' } },
      code: 'step-missing',
    },
    { what: 'another epoch', over: { expectation: { epoch: 1 } }, code: 'epoch-unexpected' },
    {
      what: 'another number of parameters',
      over: { expectation: { parameters: 521 } },
      code: 'parameter-count',
    },
  ]) {
    it(`fails for ${what}`, async () => {
      assert.deepEqual(codesOf(await verifyWithDigest(whole, over)), [code]);
    });
  }

  it('is satisfied by the step and count that are there', async () => {
    const expectation = { step: 40, minStep: 40, parameters: 520, stepKey: 'step' };
    assert.equal((await verifyWithDigest(whole, { expectation })).verdict, 'pass');
  });
});

function halves(...values: number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}

function int64(value: number): Uint8Array {
  return new Uint8Array(BigInt64Array.of(BigInt(value)).buffer);
}

function withLength(bytes: Uint8Array, length: bigint): Uint8Array {
  const copy = bytes.slice();
  new DataView(copy.buffer).setBigUint64(0, length, true);
  return copy;
}
