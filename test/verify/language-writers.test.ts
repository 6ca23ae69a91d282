import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture, fixtureFiles } from './fixtures.ts';
import { codesOf, type Options, sha256Of, verify } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';

const bytesOf = (content: string) => new TextEncoder().encode(content);
const look = (bytes: Uint8Array, label: string, over: Options = {}) =>
  verify(bytes, { role: 'archive', roleFrom: 'guessed', label, ...over });

// What libraries for JavaScript, Go, Rust, R and C write by default, and was failed (`fixtures/languages/make.mjs`).
describe('what libraries for other languages write', () => {
  for (const [file, rows] of [
    ['json.arrow', 3],
    ['dictionary.arrow', 4],
    ['no-rows.arrow', 0],
  ] as const)
    it(`[issue 16] a schema that only the footer of ${file} holds is one (apache-arrow)`, async () => {
      const bytes = fixture(`languages/${file}`);
      const verdict = await look(bytes, file, { role: 'dataset' });
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
      assert.equal(verdict.facts.rows, rows);
      const cut = new Uint8Array(Buffer.concat([bytes.subarray(0, 8), bytes.subarray(16)]));
      assert.equal((await look(cut, file, { role: 'dataset' })).verdict, 'fail');
    });

  // octave --eval "b = zeros(4, 3); a = rand(4, 3); s = 'text'; save -hdf5 octave-zeros.h5 b a s"
  it('a workspace of Octave may hold zeros, unless it is said to be a model', async () => {
    const bytes = fixture('languages/octave-zeros.h5');
    const options = { role: 'checkpoint', roleFrom: 'guessed' } as const;
    const guessed = await look(bytes, 'w.h5', options);
    assert.equal(guessed.verdict, 'pass-degraded');
    assert.deepEqual(codesOf(guessed).slice(0, 2), ['all-zero', 'no-checksum']);
    const known = await look(bytes, 'w.h5', { ...options, sha256: sha256Of(bytes) });
    assert.deepEqual([known.verdict, known.reasons[0]?.severity], ['pass', 'note']);
    assert.equal((await look(bytes, 'w.h5', { ...options, roleFrom: 'declared' })).verdict, 'fail');
    const another = Buffer.from(bytes);
    for (let at = another.indexOf('OCTAVE_NEW'); at >= 0; at = another.indexOf('OCTAVE_NEW'))
      another[at] = 0x6f;
    assert.equal((await look(new Uint8Array(another), 'w.h5', options)).verdict, 'fail');
  });

  it('[issue 16] a header of an array may be padded to its end with blanks (tfjs-npy)', async () => {
    const bytes = fixture('languages/blanks.npy');
    const verdict = await look(bytes, 'w.npy');
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
    const [from, to] = [Buffer.from(bytes).indexOf('}'), 80];
    assert.equal((await look(bytes.slice().fill(0x20, from, to), 'w.npy')).verdict, 'fail');
    assert.equal((await look(bytes.slice().fill(0x21, to - 1, to), 'w.npy')).verdict, 'fail');
  });

  it('[issue 16] a header of a page that takes what lists hold for rows is a doubt (parquetjs)', async () => {
    const verdict = await look(fixture('languages/nested.parquet'), 'n.parquet', { role: 'dataset' });
    assert.equal(verdict.verdict, 'pass-degraded');
    assert.deepEqual([...new Set(codesOf(verdict))], ['parquet-rows', 'no-checksum']);
    const bytes = Buffer.from(fixture('languages/nested.parquet'));
    // Of the first column, which holds no lists: its header counts rows by the same field.
    const rowsAt = bytes.indexOf(Buffer.from([0x15, 4, 0x15, 0, 0x15, 4])) + 5;
    bytes[rowsAt] = 6;
    const wrong = await look(new Uint8Array(bytes), 'n.parquet', { role: 'dataset' });
    assert.ok(codesOf(wrong).includes('parquet-values'));
  });

  it('[issue 16] a column index may count the dictionary, and no other page that is not there (xitongsys/parquet-go)', async () => {
    const bytes = fixture('languages/dictionary.parquet');
    const codes = async (file: Uint8Array) =>
      codesOf(await look(file, 'd.parquet', { role: 'dataset' })).filter((code) => code !== 'parquet-gap');
    assert.deepEqual([...new Set(await codes(bytes))], ['parquet-index', 'no-checksum']);
    assert.equal((await look(bytes, 'd.parquet', { role: 'dataset' })).verdict, 'pass-degraded');
    const index = Buffer.from([0x19, 0x21, 2, 2, 0x19, 0x28]);
    const at = Buffer.from(bytes).indexOf(index);
    // Said to be of no page: what follows is then another field.
    const wrong = bytes.slice();
    wrong[at + 1] = 0x31;
    assert.equal((await look(wrong, 'd.parquet', { role: 'dataset' })).verdict, 'fail');
  });

  it("[issue 16] a time in msgpack's own way is a value, and of no other length (@msgpack/msgpack)", async () => {
    const bytes = fixture('languages/time.msgpack');
    const verdict = await look(bytes, 'x.msgpack');
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
    const other = Buffer.from(bytes);
    other[other.lastIndexOf(0xff)] = 0x7f;
    assert.equal((await look(new Uint8Array(other), 'x.msgpack')).verdict, 'inconclusive');
  });

  it('[issue 16] numbers in Zarr whose codecs make no bytes of them are a doubt, and hold (zarrita)', async () => {
    const files = fixtureFiles('languages/zarrita');
    const look = async (tree: Map<string, Uint8Array>) => {
      const { sets } = await verifyFiles(tree, { role: 'dataset', digests: digestsOf(tree) });
      return sets[0];
    };
    const whole = await look(files);
    assert.deepEqual([whole?.verdict, whole?.reasons[0]?.code], ['pass-degraded', 'zarr-codecs']);
    const cut = new Map(files).set('w/c/1/0', new Uint8Array(22));
    assert.equal((await look(cut))?.verdict, 'fail');
    const text = Buffer.from(files.get('w/zarr.json') ?? []).toString();
    const packed = new Map(files).set('w/zarr.json', bytesOf(text.replace('"transpose"', '"gzip"')));
    assert.equal((await look(packed))?.verdict, 'fail');
  });

  it('[issue 16] an error that is a measured number is no page of a server (brain.js)', async () => {
    const codes = async (text: string) => codesOf(await look(bytesOf(text), 'x.json', { role: 'config' }));
    for (const trained of ['{"error":0.17,"iterations":2000}', '{ "error": 4 }'])
      assert.deepEqual(await codes(trained), ['no-checksum'], trained);
    for (const page of ['{"error":404}', '{"error": 503, "a":1}', '{"error":"no"}', '{"errors":[]}'])
      assert.ok((await codes(page)).includes('error-page'), page);
  });

  for (const first of ['%YAML:1.0', '%YAML 1.2'])
    it(`[issue 16] what OpenCV stores behind ${first} is YAML, and its matrices are data`, async () => {
      const matrix = 'K: !!opencv-matrix\n   rows: 1\n   cols: 2\n   dt: d\n   data: [ 1., 0. ]\n';
      const codes = async (text: string) => {
        const verdict = await look(bytesOf(text), 'camera.yml', { role: 'config' });
        return [verdict.format, verdict.verdict, ...codesOf(verdict)];
      };
      assert.deepEqual(await codes(`${first}\n---\n${matrix}`), ['yaml', 'pass-degraded', 'no-checksum']);
      const [format, verdict] = await codes(`${first}\n---\n${matrix}K: 1\n`);
      assert.deepEqual([format, verdict], ['yaml', 'fail']);
      assert.ok((await codes(`${first}\n---\nK: !!mine-matrix\n  a: 1\n`)).includes('other-tags'));
    });

  for (const [file, type] of [
    ['burn.mpk', 'f32'],
    ['burn-half.mpk', 'f16'],
  ] as const)
    it(`[issue 16] tensors of ${file} are read where bytes come before their type (burn)`, async () => {
      const bytes = fixture(`languages/${file}`);
      const model = { role: 'model', roleFrom: 'declared', table: true } as const;
      const whole = await look(bytes, file, model);
      assert.deepEqual(
        [whole.verdict, whole.level, codesOf(whole)],
        ['pass-degraded', 'L3', ['no-checksum']],
      );
      assert.deepEqual(whole.tensors, { count: 8, elements: 259, nonFinite: 0 });
      assert.deepEqual(
        whole.table?.slice(0, 2).map(({ name, dtype, shape }) => [name, dtype, shape]),
        [
          ['a/weight', type, [8, 16]],
          ['a/bias', type, [16]],
        ],
      );
      const at = Buffer.from(bytes).indexOf('bytes') + 'bytes'.length + 3;
      const spoilt = bytes.slice().fill(0xff, at, at + 4);
      assert.ok(codesOf(await look(spoilt, file, model)).includes('non-finite'));
      const lost = bytes.slice().fill(0, at, at + 8 * 16 * (type === 'f32' ? 4 : 2));
      assert.ok(codesOf(await look(lost, file, model)).includes('all-zero'));
      const other = Buffer.from(bytes);
      other.write(type === 'f32' ? 'F64' : 'F32', other.indexOf(type.toUpperCase()));
      assert.ok(codesOf(await look(new Uint8Array(other), file, model)).includes('size-lies'));
      other.write('I32', other.indexOf(type === 'f32' ? 'F64' : 'F32'));
      const whole32 = codesOf(await look(new Uint8Array(other), file, model));
      assert.equal(whole32.includes('size-lies'), type === 'f16');
    });

  describe('a model of TensorFlow.js', () => {
    const sets = async (tree: Map<string, Uint8Array>, role: 'model' | 'archive' = 'model') =>
      (await verifyFiles(tree, { role })).sets[0];
    const files = fixtureFiles('languages/tfjs');
    const changed = (path: string, change: (bytes: Uint8Array) => Uint8Array) =>
      new Map(files).set(path, change((files.get(path) ?? new Uint8Array()).slice()));
    const first = 'group1-shard1of5.bin';

    it('[issue 16] is whole with all of its shards, over whose edges weights go', async () => {
      const set = await sets(files);
      assert.deepEqual([set?.format, set?.verdict, set?.level], ['tfjs-model', 'pass-degraded', 'L3']);
      assert.deepEqual(set?.tensors, { count: 8, elements: 259, nonFinite: 0 });
      const texts = await sets(fixtureFiles('languages/tfjs-strings'), 'archive');
      assert.deepEqual([texts?.verdict, texts?.reasons[0]?.code], ['pass-degraded', 'no-checksum']);
    });

    for (const [what, code, tree] of [
      ['a shard less', 'shard-missing', new Map([...files].filter(([path]) => path !== first))],
      ['a shard that was cut', 'size-lies', changed(first, (bytes) => bytes.subarray(4))],
      ['NaN', 'non-finite', changed(first, (bytes) => bytes.fill(0xff, 8, 12))],
      [
        'a matrix of zeros',
        'all-zero',
        changed(first, (bytes) => bytes.fill(0)).set('group1-shard2of5.bin', new Uint8Array(256)),
      ],
    ] as const)
      it(`fails with ${what}`, async () => {
        const set = await sets(new Map(tree));
        assert.equal(set?.verdict, 'fail');
        assert.ok(
          set.reasons.some((reason) => reason.code === code),
          JSON.stringify(set.reasons),
        );
      });

    it('reads quantized weights as they lie, and leaves what it does not know', async () => {
      const json = (dtype: string, quantization?: object) =>
        bytesOf(
          JSON.stringify({
            weightsManifest: [
              { paths: ['w.bin'], weights: [{ name: 'w/kernel', shape: [2, 2], dtype, quantization }] },
            ],
          }),
        );
      const look = (manifest: Uint8Array, bytes: number) =>
        sets(
          new Map([
            ['model.json', manifest],
            ['w.bin', new Uint8Array(bytes).fill(0x21)],
          ]),
        );
      assert.equal(
        (await look(json('float32', { dtype: 'uint8', scale: 0.1, min: -1 }), 4))?.verdict,
        'pass-degraded',
      );
      assert.equal((await look(json('float32', { dtype: 'float16' }), 8))?.verdict, 'pass-degraded');
      assert.equal(
        (await look(json('float32', { dtype: 'uint8', scale: 0.1, min: -1 }), 16))?.verdict,
        'fail',
      );
      assert.equal((await look(json('bfloat16'), 8))?.verdict, 'inconclusive');
    });

    it('leaves JSON that leads elsewhere alone', async () => {
      const away = bytesOf(JSON.stringify({ weightsManifest: [{ paths: ['../w.bin'], weights: [] }] }));
      assert.equal(
        await sets(
          new Map([
            ['model.json', away],
            ['w.bin', new Uint8Array(4)],
          ]),
        ),
        undefined,
      );
    });
  });
});
