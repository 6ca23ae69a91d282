import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { DEFAULT_BUDGETS } from '../../src/verify/contract/budgets.ts';
import type { Subject } from '../../src/verify/contract/format.ts';
import { PickleImports } from '../../src/verify/pickle/imports.ts';
import { PickleMachine } from '../../src/verify/pickle/machine.ts';
import {
  PyBytes,
  PyDict,
  PyFloat,
  PyList,
  PyObject,
  PySet,
  PyTuple,
  type PyValue,
} from '../../src/verify/pickle/value.ts';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, type Options, verify, verifyWithDigest } from './memory-source.ts';
import { dict, global, int, pickle, STOP, text } from './pickle-writer.ts';

const look = (bytes: Uint8Array, over: Options = {}) =>
  verifyWithDigest(bytes, { role: 'dataset', table: true, ...over });

/** Python's repr of a float, as far as the fixture needs it. */
const floatOf = (repr: string): number =>
  repr === 'inf' ? Number.POSITIVE_INFINITY : repr === '-inf' ? Number.NEGATIVE_INFINITY : Number(repr);

for (const version of [1, 3])
  it(`[issue 16, 6] a table of pandas ${version} may miss values and hold a column of zeros`, async () => {
    const bytes = fixture(`pickle/table-pandas-${version}.pkl`);
    const verdict = await look(bytes, { role: 'archive', allowDegraded: true });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['unsafe-loader']]);
    assert.ok(verdict.reasons.some(({ code }) => code === 'non-finite'));
  });

/** The same notation as `tagged` in fixtures/pickle/make-pickle.py. */
function tagged(value: PyValue): unknown {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return { int: String(value) };
  if (value instanceof PyFloat) return { float: value.value };
  if (value instanceof PyBytes) return { bytes: Buffer.from(value.bytes).toString('hex') };
  if (value instanceof PyTuple) return { tuple: value.items.map(tagged) };
  if (value instanceof PyList) return value.items.map(tagged);
  if (value instanceof PySet) return { set: [...value.items.values()].map(tagged) };
  if (value instanceof PyDict)
    return { dict: [...value.entries.values()].map(([key, item]) => [tagged(key), tagged(item)]) };
  assert.ok(value instanceof PyObject && value.cls.name === 'builtins.complex');
  return { complex: value.args.map(tagged) };
}

const expected: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/pickle/data.json'), 'utf8'),
  (key, value: unknown) => (key === 'float' ? floatOf(String(value)) : value),
);

function unpickled(bytes: Uint8Array, window: number): PyValue {
  const imports = new PickleImports({ allowImports: [], imports: new Set() } as unknown as Subject);
  const world = { find: (module: string, name: string) => imports.find(module, name), note: () => {} };
  const machine = new PickleMachine(world, DEFAULT_BUDGETS, bytes.length);
  for (let at = 0; at < bytes.length; at += window) machine.feed(bytes.subarray(at, at + window));
  return machine.end();
}

describe('what Python pickled', () => {
  for (const protocol of [0, 1, 2, 3, 4, 5]) {
    it(`at protocol ${protocol} is read with the values that Python had`, () => {
      const bytes = fixture(`pickle/data-p${protocol}.pkl`);
      for (const window of [bytes.length, 7]) assert.deepEqual(tagged(unpickled(bytes, window)), expected);
    });

    it(`at protocol ${protocol} is accepted, inert objects as needing a loader that makes them`, async () => {
      const data = await look(fixture(`pickle/data-p${protocol}.pkl`));
      assert.equal(data.format, 'pickle');
      assert.equal(data.verdict, protocol < 4 ? 'pass-degraded' : 'pass', JSON.stringify(data.reasons));
      const inert = await look(fixture(`pickle/inert-p${protocol}.pkl`));
      assert.deepEqual([inert.verdict, codesOf(inert)], ['pass-degraded', ['unsafe-loader']]);
      assert.equal(
        (await look(fixture(`pickle/inert-p${protocol}.pkl`), { allowDegraded: false })).verdict,
        'fail',
      );
    });
  }
});

describe('a pickle of arrays', () => {
  const arrays = fixture('pickle/new-arrays-p5.pkl');

  it('is held against step, epoch and what it must contain', async () => {
    const over = { role: 'checkpoint', contains: ['params', 'params.w', 'step', 'epoch'] } as const;
    const verdict = await look(arrays, { ...over, expectation: { step: 12, epoch: 3 } });
    assert.deepEqual([verdict.verdict, verdict.facts.step, verdict.facts.epoch], ['pass-degraded', 12, 3]);
    assert.equal(verdict.facts.scalars['loss'], 0.25);
    assert.ok(
      codesOf(await look(arrays, { ...over, expectation: { step: 13 } })).includes('step-unexpected'),
    );
    assert.ok(codesOf(await look(arrays, { contains: ['scheduler'] })).includes('key-missing'));
  });

  it('sees what is not finite wherever an array lies, although the digest matches', async () => {
    for (const file of ['new-arrays-p4.pkl', 'new-arrays-p5.pkl', 'new-raw.joblib']) {
      const bytes = fixture(`pickle/${file}`).slice();
      const w = (await look(bytes)).table?.find(({ name }) => name === 'params.w');
      assert.deepEqual(w?.shape, [12, 20]);
      // One of four neighbours is where an element begins.
      const codes: string[] = [];
      for (const at of [0, 1, 2, 3]) {
        const broken = bytes.slice();
        broken.set([0, 0, 0xc0, 0x7f], (bytes.length >> 2) + at);
        codes.push(...codesOf(await look(broken)));
      }
      assert.ok(codes.includes('non-finite'), file);
    }
  });

  it('gives the same verdict whatever the chunks', async () => {
    for (const file of ['new-arrays-p2.pkl', 'new-raw.joblib', 'new-zlib.joblib.z', 'new-rng.pkl']) {
      const bytes = joined(fixture(`pickle/${file}`));
      const [whole, pieces] = [await look(bytes), await look(bytes, { chunkBytes: 512 })];
      assert.deepEqual({ ...pieces, requests: 0 }, { ...whole, requests: 0 });
    }
  });
});

describe('a joblib file', () => {
  const raw = fixture('pickle/new-raw.joblib');
  const zlib = fixture('pickle/new-zlib.joblib.z');

  it('names the version of scikit-learn that an estimator belongs to', async () => {
    const verdict = await look(fixture('pickle/new-pipeline.joblib'), { role: 'model' });
    assert.equal(verdict.facts.scalars['_sklearn_version'], '1.9.1');
    assert.ok(verdict.imports.includes('sklearn.pipeline.Pipeline'));
    assert.equal(
      (await look(fixture('pickle/new-pipeline.joblib'), { allowDegraded: false })).verdict,
      'fail',
    );
  });

  it('fails wherever it is cut', async () => {
    for (let length = 64; length < raw.length; length += 41)
      assert.equal((await look(raw.subarray(0, length))).counts, false, `${length}`);
    for (let length = 64; length < zlib.length; length += 41)
      assert.equal((await look(zlib.subarray(0, length))).counts, false, `${length}`);
  });

  it('fails without the checksum of its zlib stream, which joblib does not miss', async () => {
    for (const lost of [1, 2, 3, 4]) {
      const verdict = await look(zlib.subarray(0, -lost));
      assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', 'deflate-broken']);
    }
    assert.ok(codesOf(await look(flipped(zlib, zlib.length - 1))).includes('deflate-broken'));
    assert.ok(codesOf(await look(joined(zlib, new Uint8Array(100)))).includes('trailing-bytes'));
  });

  it('fails with padding that is longer than its alignment, or is no padding', async () => {
    const at = Buffer.from(raw).indexOf(new Uint8Array(6).fill(0xff));
    for (const broken of [flipped(raw, at), flipped(raw, at - 1, 7)]) {
      assert.equal((await look(broken)).verdict, 'fail');
    }
  });

  it('is proven by its own checksum when it is compressed', async () => {
    assert.deepEqual(codesOf(await verify(zlib)), ['unsafe-loader']);
    assert.deepEqual(codesOf(await verify(raw)), ['unsafe-loader', 'no-checksum']);
  });

  for (const [where, pad] of [
    ['of before 0.10', 19],
    ['of before 0.8.5 and Python 2', 20],
  ] as const)
    it(`${where} is read to its length and its checksum`, async () => {
      const content = pickle([0x80, 2], dict([text('a'), text('b')]), STOP);
      const old = (packed: Uint8Array, length = packed.length) =>
        joined(Buffer.from(`ZF${`0x${length.toString(16)}`.padEnd(pad)}`), deflateSync(packed));
      for (const chunkBytes of [1, 21, 4096]) {
        const verdict = await look(old(content), { role: 'archive', chunkBytes });
        assert.deepEqual([verdict.verdict, codesOf(verdict), verdict.format], ['pass', [], 'joblib']);
      }
      // The numbers of an array beside it: what they are only the pickle says.
      const numbers = await look(old(new Uint8Array(64).fill(7)), { role: 'archive' });
      assert.deepEqual([numbers.verdict, numbers.level], ['pass', 'L2']);
      for (const [broken, code] of [
        [old(content, content.length + 1), 'size-lies'],
        [flipped(old(content), old(content).length - 1), 'deflate-broken'],
        [old(content).subarray(0, -3), 'deflate-broken'],
        [joined(old(content), Uint8Array.of(0)), 'trailing-bytes'],
      ] as const) {
        const verdict = await look(broken, { role: 'archive' });
        assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', code]);
      }
      const evil = new TextEncoder().encode("cos\nsystem\n(S'id'\ntR.");
      assert.equal((await look(old(evil), { role: 'archive' })).verdict, 'fail');
    });

  it('of before 0.10 is inconclusive beside its siblings', async () => {
    const siblings = pickle(
      [0x80, 2],
      global('joblib.numpy_pickle', 'NDArrayWrapper'),
      ')',
      0x81,
      dict([text('filename'), text('m_01.npy')]),
      'b',
      STOP,
    );
    const verdict = await look(siblings);
    assert.equal(verdict.verdict, 'inconclusive');
    assert.ok(codesOf(verdict).includes('joblib-siblings'));
  });
});

describe('what is no pickle', () => {
  for (const [what, content, role] of [
    ['a column of a table', 'count\n3\n4\n', 'metrics'],
    ['a log that begins as an import would', 'config\nstart\n...\n', 'log'],
    ['a log of one word', 'N.', 'log'],
    ['a list', '(a, b)\n', 'log'],
    ['JSON', '{"a": 1}', 'config'],
    ['an empty list', '[]', 'config'],
    ['numbers', '1.0\n2.0\n', 'log'],
  ] as const) {
    it(`is not taken for one: ${what}`, async () => {
      assert.notEqual((await verify(content, { role })).format, 'pickle');
    });
  }

  it('is one when it runs to its end', async () => {
    const verdict = await look(pickle(dict([text('lr'), int(3)]), STOP));
    assert.deepEqual([verdict.verdict, verdict.format, verdict.facts.scalars['lr']], ['pass', 'pickle', 3]);
  });
});
