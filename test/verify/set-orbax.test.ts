import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32c } from '../../src/verify/codec/crc32c.ts';
import { fixtureFiles } from './fixtures.ts';
import { codesOf, flipped, notesOf } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';

type Files = Map<string, Uint8Array>;

const plain = () => fixtureFiles('orbax/ocdbt-plain');
const zarr2 = () => fixtureFiles('orbax/zarr2');
const bytes = (text: string) => new TextEncoder().encode(text);

const setOf = async (files: Files) => {
  const { sets } = await verifyFiles(files, { role: 'checkpoint', digests: digestsOf(files) });
  assert.deepEqual(
    sets.map(({ format }) => format),
    ['orbax'],
  );
  return sets[0] as (typeof sets)[number];
};

function edit(files: Files, path: string, change: (text: string) => string): Files {
  const before = files.get(path);
  assert.ok(before, path);
  const after = change(new TextDecoder().decode(before));
  assert.notEqual(after, new TextDecoder().decode(before), 'the edit changes nothing');
  return files.set(path, bytes(after));
}

/** With its CRC made right again, as a hostile hand would. */
function editNode(files: Files, path: string, change: (node: Uint8Array) => void): Files {
  const node = files.get(path)?.slice();
  assert.ok(node);
  change(node);
  new DataView(node.buffer).setUint32(node.length - 4, crc32c(node.subarray(0, -4), 0), true);
  return files.set(path, node);
}

describe('a database that TensorStore wrote without Orbax', () => {
  const bare = () => fixtureFiles('orbax/bare');

  it('is read without a tree, and its arrays by their names', async () => {
    const set = await setOf(bare());
    assert.deepEqual([set.verdict, codesOf(set)], ['pass', []], JSON.stringify(set.reasons));
    assert.deepEqual(notesOf(set), ['tree-unlisted']);
    assert.equal(set.tensors?.count, 2);
  });

  it('fails where one of its files is cut, and where its index differs by a bit', async () => {
    for (const [path, content] of bare()) {
      const cut = await setOf(bare().set(path, content.subarray(0, 50)));
      assert.equal(cut.verdict, 'fail', path);
    }
    const files = bare();
    files.set('manifest.ocdbt', flipped(files.get('manifest.ocdbt') as Uint8Array, 40));
    assert.equal((await setOf(files)).verdict, 'fail');
  });

  it('is an Orbax checkpoint that lost its tree where anything of Orbax is left', async () => {
    for (const rest of [
      '_sharding',
      'array_metadatas/process_0',
      'ocdbt.process_0/manifest.ocdbt',
      'commit_success.txt',
    ]) {
      const set = await setOf(bare().set(rest, bytes('{}')));
      assert.ok(codesOf(set).includes('tree-missing'), `${rest}: ${codesOf(set)}`);
    }
  });
});

describe('an Orbax checkpoint', () => {
  it('passes with its digests and shows its step and arrays [P5-04]', async () => {
    for (const files of [plain(), zarr2(), fixtureFiles('orbax/zarr3')]) {
      const set = await setOf(files);
      assert.deepEqual([set.verdict, codesOf(set)], ['pass', []]);
      assert.deepEqual([set.facts.step, set.tensors?.count], [7, 5]);
    }
  });

  it('passes with a compressed index on every Node', async () => {
    const set = await setOf(fixtureFiles('orbax/ocdbt'));
    assert.equal(set.verdict, 'pass', JSON.stringify(set.reasons));
  });

  it('may lie below a folder of steps, with its tree in an item', async () => {
    const files = new Map(
      [...plain()].map(([path, content]) => [path.replace(/^7\/(?!_CHECK|commit)/, '7/default/'), content]),
    );
    const set = await setOf(new Map([...files].map(([path, content]) => [`run/${path}`, content])));
    assert.deepEqual([set.label, set.verdict], ['run/7', 'pass'], JSON.stringify(set.reasons));
  });

  const manifest = '7/manifest.ocdbt';
  for (const { what, files, code } of [
    {
      what: 'the name of one that is being written',
      files: new Map(
        [...plain()].map(([path, content]) => [path.replace(/^7\//, '7.orbax-checkpoint-tmp-17/'), content]),
      ),
      code: 'unfinished',
    },
    {
      what: 'no commit time',
      files: edit(plain(), '7/_CHECKPOINT_METADATA', (text) =>
        text.replace(/"commit_timestamp_nsecs": [0-9]+/, '"commit_timestamp_nsecs": null'),
      ),
      code: 'unfinished',
    },
    {
      what: 'a commit before its begin',
      files: edit(plain(), '7/_CHECKPOINT_METADATA', (text) =>
        text.replace(/"commit_timestamp_nsecs": [0-9]+/, '"commit_timestamp_nsecs": 5'),
      ),
      code: 'commit-before-begin',
    },
    {
      what: 'a leaf that is not there',
      files: edit(plain(), '7/_METADATA', (text) => text.replace('"key": "kernel"', '"key": "kernal"')),
      code: 'leaf-missing',
    },
    {
      what: 'an array that no tree lists',
      files: edit(zarr2(), '7/_METADATA', (text) => text.replace('"key": "kernel"', '"key": "kernal"')),
      code: 'leaf-unlisted',
    },
    {
      what: 'another shape than the tree says',
      files: edit(plain(), '7/_METADATA', (text) => text.replace('[16, 24]', '[24, 16]')),
      code: 'shape-differs',
    },
    {
      what: 'a sharding of arrays that the tree does not know',
      files: edit(plain(), '7/_sharding', (text) => text.replace('c3RlcA==', 'c3RlcHM=')),
      code: 'sharding-differs',
    },
    {
      what: 'a tree that is no JSON',
      files: edit(plain(), '7/_METADATA', (text) => text.slice(0, -1)),
      code: 'zarr-malformed',
    },
    {
      what: 'no tree',
      files: new Map([...plain()].filter(([path]) => path !== '7/_METADATA')),
      code: 'tree-missing',
    },
    {
      what: 'no manifest of a process',
      files: new Map([...plain()].filter(([path]) => path !== '7/ocdbt.process_0/manifest.ocdbt')),
      code: 'manifest-missing',
    },
    {
      what: 'a manifest whose CRC differs',
      files: plain().set(
        manifest,
        Uint8Array.from(plain().get(manifest) ?? [], (byte, i) => (i === 20 ? byte ^ 1 : byte)),
      ),
      code: 'crc-mismatch',
    },
    {
      what: 'a manifest that is cut',
      files: plain().set(manifest, (plain().get(manifest) ?? new Uint8Array(0)).slice(0, -1)),
      code: 'cut-short',
    },
    {
      what: 'another magic',
      files: editNode(plain(), manifest, (node) => node.set([0x0d], 0)),
      code: 'ocdbt-magic',
    },
    {
      what: 'a file that its index names and nobody has',
      files: editNode(plain(), manifest, (node) => node.set([0x65], Buffer.from(node).indexOf('d/') + 5)),
      code: 'file-missing',
    },
    {
      what: 'a chunk that is not there',
      files: new Map([...zarr2()].filter(([path]) => path !== '7/params.dense.kernel/0.0')),
      code: 'chunk-missing',
    },
    {
      what: 'a file that belongs to no array',
      files: zarr2().set('7/params.dense.kernel/0.1', new Uint8Array(1536)),
      code: 'chunk-unexpected',
    },
    { what: 'a chunk that is cut', files: zarr2().set('7/step/0', new Uint8Array(3)), code: 'size-lies' },
    {
      what: 'an array of zeros',
      files: zarr2().set('7/params.dense.kernel/0.0', new Uint8Array(1536)),
      code: 'all-zero',
    },
    {
      what: 'a number that is not finite',
      files: zarr2().set('7/lr/0', new Uint8Array(Float64Array.of(Number.NaN).buffer)),
      code: 'non-finite',
    },
  ]) {
    it(`fails with ${what}`, async () => {
      const set = await setOf(files);
      assert.equal(set.verdict, 'fail', JSON.stringify(set.reasons));
      assert.ok(codesOf(set).includes(code), codesOf(set).join());
    });
  }

  it('gives a verdict for any byte of its index that is changed, its CRC made right', async () => {
    const whole = plain();
    const length = whole.get(manifest)?.length ?? 0;
    for (let at = 4; at < length - 4; at += 3) {
      for (const value of [0, 0x7f, 0xff]) {
        const set = await setOf(editNode(new Map(whole), manifest, (node) => node.set([value], at)));
        assert.ok(!codesOf(set).includes('read-failed'), JSON.stringify(set.reasons));
      }
    }
  });

  it('is inconclusive above a budget, and for versions in numbered files', async () => {
    const files = plain();
    const small = await verifyFiles(files, { role: 'checkpoint', budgets: { objects: 3 } });
    assert.ok(small.sets[0] && codesOf(small.sets[0]).includes('over-budget'));
    const numbered = await setOf(editNode(plain(), manifest, (node) => node.set([1], 30)));
    assert.ok(codesOf(numbered).includes('ocdbt-numbered'), JSON.stringify(numbered.reasons));
    assert.equal(numbered.verdict, 'inconclusive');
  });
});
