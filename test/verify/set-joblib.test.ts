import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joblibSiblings } from '../../src/verify/numpy/set-joblib.ts';
import { fixtureFiles } from './fixtures.ts';
import { codesOf, flipped, joined, notesOf, verify } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';
import { dict, global, pickle, STOP, text } from './pickle-writer.ts';

type Files = Map<string, Uint8Array>;

const ROOT = 'model.pkl';
const plain = (): Files => new Map(fixtureFiles('joblib-old/plain'));
const packed = (): Files => new Map(fixtureFiles('joblib-old/packed'));
const bytesOf = (files: Files, path: string): Uint8Array => files.get(path) ?? assert.fail(path);

const setOf = async (files: Files, over = {}) => {
  const { sets } = await verifyFiles(files, { role: 'model', table: true, ...over });
  assert.equal(sets[0]?.format, 'joblib-siblings');
  return sets[0];
};
const codes = async (files: Files): Promise<string[]> => {
  const { sets } = await verifyFiles(files, { role: 'model', digests: digestsOf(files) });
  return sets.flatMap(codesOf).filter((code) => code !== 'unsafe-loader');
};

/** A pickle of joblib before 0.10 that is nothing but one array in another file. */
const naming = (file: string): Uint8Array =>
  pickle(
    [0x80, 2],
    global('joblib.numpy_pickle', 'NDArrayWrapper'),
    ')',
    0x81,
    dict([text('filename'), text(file)]),
    'b',
    STOP,
  );

describe('what joblib wrote before 0.10', () => {
  for (const [name, files] of [
    ['arrays beside it', plain()],
    ['packed arrays beside it', packed()],
  ] as const) {
    it(`is one with ${name}: names, values and step`, async () => {
      const set = await setOf(files, { contains: ['coef', 'intercept', 'step'] });
      const isPacked = name.startsWith('packed');
      assert.deepEqual(
        [set.verdict, set.level, codesOf(set)],
        ['pass-degraded', 'L3', isPacked ? ['unsafe-loader'] : ['unsafe-loader', 'no-checksum']],
      );
      assert.equal(set.facts.step, 12);
      assert.deepEqual(
        set.table?.map((row) => `${row.name} ${row.dtype} ${row.shape}`),
        [
          'coef f32 24,16',
          'again f32 24,16',
          'intercept f64 16',
          'transposed f64 6,5',
          'classes U1 3',
          'matrix f64 2,2',
        ],
      );
    });

    it(`fails where one of ${name} is missing, cut, emptied or exchanged`, async () => {
      const [first = '', second = ''] = [...files.keys()].filter((path) => path !== ROOT);
      const missing = new Map(files);
      missing.delete(second);
      assert.deepEqual(await codes(missing), ['file-missing']);
      missing.delete(ROOT);
      assert.deepEqual(await codes(missing), ['file-missing']);
      for (const [path, bytes] of files) {
        for (const cut of [
          bytes.subarray(0, -1),
          bytes.subarray(0, bytes.length / 2),
          joined(bytes, Uint8Array.of(0)),
        ])
          assert.notDeepEqual(await codes(new Map(files).set(path, cut)), [], path);
      }
      assert.notDeepEqual(await codes(new Map(files).set(first, bytesOf(files, ROOT))), []);
    });
  }

  it('holds both in one table: the values of the two ways are the same', async () => {
    const [a, b] = [await setOf(plain()), await setOf(packed())];
    assert.equal(a.tensorsDigest, b.tensorsDigest);
  });

  it('sees each bit of a packed array', async () => {
    const files = packed();
    const path = 'model.pkl_03.npy.z';
    const bytes = bytesOf(files, path);
    for (let at = 24; at < bytes.length; at += 5)
      assert.notDeepEqual(
        await codes(new Map(files).set(path, flipped(bytes, at, at % 8))),
        [],
        `byte ${at}`,
      );
  });

  it('names no file elsewhere, and none that is something else', async () => {
    const array = bytesOf(plain(), 'model.pkl_01.npy');
    const of = (file: string) =>
      new Map([
        [ROOT, naming(file)],
        ['model.pkl_01.npy', array],
      ]);
    assert.deepEqual(await codes(of('model.pkl_01.npy')), []);
    assert.deepEqual(await codes(of('../model.pkl_01.npy')), ['external-escape']);
    assert.deepEqual(await codes(of('/etc/passwd')), ['external-escape']);
    assert.deepEqual(await codes(of(ROOT)), ['external-escape']);
    const evil = new TextEncoder().encode("cos\nsystem\n(S'id'\ntR.");
    assert.notDeepEqual(await codes(of('model.pkl_01.npy').set('model.pkl_01.npy', evil)), []);
  });

  it('has a note for an array that it does not name, which is judged by itself', async () => {
    const files = plain().set('model.pkl_07.npy', bytesOf(plain(), 'model.pkl_01.npy'));
    assert.ok(notesOf(await setOf(files)).includes('file-unnamed'));
    const evil = new TextEncoder().encode("cos\nsystem\n(S'id'\ntR.");
    assert.deepEqual(await codes(files.set('model.pkl_07.npy', evil)), ['import-refused']);
  });

  it('stays inconclusive alone', async () => {
    const verdict = await verify(bytesOf(plain(), ROOT));
    assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['inconclusive', 'joblib-siblings']);
  });
});

describe('a pickle that may have arrays beside it', () => {
  it('is searched for their mark, and not read to its end, before anything is verified', async () => {
    let bytesRead = 0;
    // A protocol, and opcodes that push nothing but None.
    const read = async (_offset: number, length: number) => {
      bytesRead += length;
      return new Uint8Array(length).fill(0x4e).fill(0x80, 0, 1).fill(2, 1, 2);
    };
    const sizeBytes = 1024 ** 3;
    const files = ['a.pkl', 'a.pkl_01.npy'].map((path) => ({ path, sizeBytes }));
    const open = async (path: string) => ({ label: path, sizeBytes, read, close: async () => {} });
    assert.deepEqual(await joblibSiblings.find({ label: 'tree', files, open }), []);
    assert.ok(bytesRead > 1024 ** 2 && bytesRead < 32 * 1024 ** 2, `${bytesRead} bytes`);
  });
});
