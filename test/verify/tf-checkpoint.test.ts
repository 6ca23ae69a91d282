import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unsnappy } from '../../src/verify/codec/snappy.ts';
import type { TreeVerdict } from '../../src/verify/index.ts';
import { fixtureFiles } from './fixtures.ts';
import { codesOf, flipped, joined, verifyWithDigest } from './memory-source.ts';
import { type TreeTestOptions, verifyFiles } from './memory-tree.ts';
import { delimited, number } from './protobuf-writer.ts';

type Files = Map<string, Uint8Array>;

const types = () => fixtureFiles('tensorflow/checkpoint-types');
const training = () => fixtureFiles('tensorflow/checkpoint-training');
const saved = () => fixtureFiles('tensorflow/saved-model');
const DATA = 'ckpt-2.data-00000-of-00001';
const text = (content: string) => new TextEncoder().encode(content);

const edited = (files: Files, path: string, edit: (bytes: Uint8Array) => Uint8Array | undefined): Files => {
  const bytes = edit(files.get(path) ?? new Uint8Array(0));
  if (bytes === undefined) files.delete(path);
  else files.set(path, bytes);
  return files;
};

const setOf = ({ sets }: TreeVerdict, kind: string) => {
  const set = sets.find(({ format }) => format === kind);
  assert.ok(set, JSON.stringify(sets));
  return set;
};
const checkpoint = async (files: Files, over?: TreeTestOptions) =>
  setOf(await verifyFiles(files, over), 'tf-checkpoint');

describe('a checkpoint of TensorFlow', () => {
  it('passes without a digest, because every tensor has a CRC', async () => {
    const set = await checkpoint(training());
    assert.equal(set.verdict, 'pass', JSON.stringify(set.reasons));
    assert.equal(set.level, 'L3');
  });

  it('gives the step of its optimizer, or the number of saves', async () => {
    assert.equal((await checkpoint(training(), { expectation: { step: 3 } })).facts.step, 3);
    assert.equal((await checkpoint(types())).facts.step, 2);
    assert.ok(codesOf(await checkpoint(training(), { expectation: { minStep: 4 } })).includes('step-behind'));
  });

  it('lets no flipped byte of its files pass', async () => {
    for (const path of [DATA, 'ckpt-2.index']) {
      const length = types().get(path)?.length ?? 0;
      for (let at = 0; at < length; at += 7) {
        const set = await checkpoint(edited(types(), path, (bytes) => flipped(bytes, at, at % 8)));
        assert.equal(set.verdict, 'fail', `${path} at ${at}: ${JSON.stringify(set.reasons)}`);
      }
    }
  });

  const wrong: [name: string, edit: (files: Files) => Files, code: string][] = [
    ['a tensor damaged', (files) => edited(files, DATA, (bytes) => flipped(bytes, 700)), 'crc-mismatch'],
    [
      'a block of the index damaged',
      (files) => edited(files, 'ckpt-2.index', (bytes) => flipped(bytes, 50)),
      'crc-mismatch',
    ],
    [
      'the end of the index lost',
      (files) => edited(files, 'ckpt-2.index', (bytes) => bytes.subarray(0, -1)),
      'table-magic',
    ],
    [
      'junk before the end of the index',
      (files) =>
        edited(
          files,
          'ckpt-2.index',
          (bytes) =>
            new Uint8Array(Buffer.concat([bytes.subarray(0, -48), new Uint8Array(4), bytes.subarray(-48)])),
        ),
      'table-extent',
    ],
    ['its data cut', (files) => edited(files, DATA, (bytes) => bytes.subarray(0, -1)), 'cut-short'],
    [
      'bytes after its data',
      (files) => edited(files, DATA, (bytes) => new Uint8Array([...bytes, 0])),
      'trailing-bytes',
    ],
    ['its data missing', (files) => edited(files, DATA, () => undefined), 'shard-missing'],
    ['its index missing', (files) => edited(files, 'ckpt-2.index', () => undefined), 'file-missing'],
    [
      'data of another save',
      (files) => files.set('ckpt-2.data-00000-of-00002', text('more')),
      'shards-mixed',
    ],
    [
      'an unfinished save beside it',
      (files) => files.set('ckpt-3_temp/part-00000-of-00001.data-00000-of-00001', text('x')),
      'unfinished-save',
    ],
    [
      'a temporary index beside it',
      (files) => files.set('ckpt-2.index.tempstate123', text('x')),
      'unfinished-save',
    ],
  ];
  for (const [name, edit, code] of wrong) {
    it(`with ${name} fails`, async () => {
      const verdict = await verifyFiles(edit(types()));
      const set = verdict.sets.find(({ label, format }) => label === 'ckpt-2' && format === 'tf-checkpoint');
      assert.equal(set?.verdict, 'fail', JSON.stringify(verdict.sets));
      assert.ok(codesOf(set).includes(code), JSON.stringify(set.reasons));
    });
  }

  it('is found by an index that has no data', async () => {
    const { sets } = await verifyFiles(edited(training(), 'training.data-00000-of-00001', () => undefined));
    assert.deepEqual(codesOf(sets[0] ?? assert.fail()), ['shard-missing']);
  });

  it('leaves alone what other programs call an index', async () => {
    assert.deepEqual((await verifyFiles(new Map([['words.index', text('an index of words')]]))).sets, []);
  });

  it('is inconclusive when its index is larger than we hold', async () => {
    const set = await checkpoint(types(), { budgets: { structureBytes: 100 } });
    assert.equal(set.verdict, 'inconclusive');
    assert.ok(codesOf(set).includes('over-budget'));
  });
});

describe('the file that names the latest checkpoint', () => {
  const state = async (content: string) => {
    const files = types().set('checkpoint', text(content));
    return setOf(await verifyFiles(files), 'tf-checkpoint-state');
  };

  it('names one that is there', async () => {
    assert.deepEqual(codesOf(await state('model_checkpoint_path: "ckpt-2"\n')), ['no-checksum']);
    assert.deepEqual(codesOf(await state('model_checkpoint_path: "/root/run/ckpt-2"\n')), ['no-checksum']);
  });

  for (const [name, content, code] of [
    ['names one that is not', 'model_checkpoint_path: "ckpt-7"\n', 'checkpoint-missing'],
    ['is cut', 'model_checkpoint_path: "ckp', 'state-malformed'],
    ['names two', 'model_checkpoint_path: "ckpt-2"\nmodel_checkpoint_path: "ckpt-2"\n', 'state-malformed'],
  ] as const) {
    it(`fails when it ${name}`, async () => {
      const set = await state(content);
      assert.equal(set.verdict, 'fail');
      assert.ok(codesOf(set).includes(code), JSON.stringify(set.reasons));
    });
  }
});

describe('a SavedModel', () => {
  it('passes with digests as far as it goes, and alone asks for its directory', async () => {
    const set = setOf(await verifyFiles(saved()), 'tf-saved-model');
    assert.deepEqual(codesOf(set), ['no-checksum']);
    const alone = await verifyWithDigest(saved().get('saved_model.pb') ?? assert.fail(), { role: 'model' });
    assert.equal(alone.format, 'tf-saved-model');
    assert.equal(alone.verdict, 'inconclusive');
    assert.match(alone.reasons.map(({ what }) => what).join(), /verify the directory/);
  });

  for (const op of ['PyFunc', 'ReadFile', 'WholeFileReader', 'TextLineDataset', 'SaveDatasetV2'])
    it(`whose graph or function uses ${op} is degraded`, async () => {
      const node = [delimited(1, 'n'), delimited(2, op)];
      for (const graph of [
        delimited(2, delimited(1, ...node)),
        delimited(2, delimited(2, delimited(1, delimited(3, ...node)))),
      ]) {
        // One more graph behind what TensorFlow wrote.
        const files = edited(saved(), 'saved_model.pb', (bytes) => joined(bytes, delimited(2, graph)));
        const set = setOf(await verifyFiles(files), 'tf-saved-model');
        assert.ok(codesOf(set).includes('reaching-out'), JSON.stringify(set.reasons));
      }
    });

  it('without variables is not read, unless it has some', async () => {
    const constant = delimited(2, delimited(1, delimited(1, 'n'), delimited(2, 'Const')));
    const files = new Map([['saved_model.pb', joined(number(1, 1), delimited(2, constant))]]);
    const set = setOf(await verifyFiles(files), 'tf-saved-model');
    assert.deepEqual([set.verdict, codesOf(set)[0]], ['inconclusive', 'weights-unread']);
    const lost = new Map([...saved()].filter(([path]) => !path.startsWith('variables/')));
    assert.ok(codesOf(setOf(await verifyFiles(lost), 'tf-saved-model')).includes('file-missing'));
  });

  for (const [name, path, edit, code] of [
    ['its variables missing', 'variables/variables.index', () => undefined, 'file-missing'],
    [
      'a variable damaged',
      'variables/variables.data-00000-of-00001',
      (bytes: Uint8Array) => flipped(bytes, 20),
      'crc-mismatch',
    ],
    ['an asset missing', 'assets/vocabulary.txt', () => undefined, 'file-missing'],
    ['an empty asset', 'assets/vocabulary.txt', () => new Uint8Array(0), 'empty'],
    ['its program cut', 'saved_model.pb', (bytes: Uint8Array) => bytes.subarray(0, -1), 'cut-short'],
    ['an empty fingerprint', 'fingerprint.pb', () => new Uint8Array(0), 'fingerprint-malformed'],
  ] as const) {
    it(`with ${name} fails`, async () => {
      const set = setOf(await verifyFiles(edited(saved(), path, edit)), 'tf-saved-model');
      assert.equal(set.verdict, 'fail');
      assert.ok(codesOf(set).includes(code), JSON.stringify(set.reasons));
    });
  }
});

describe('other programs of TensorFlow', () => {
  it('frozen are known and inconclusive', async () => {
    const node = Uint8Array.of(0x0a, 0x08, 0x0a, 0x01, 0x78, 0x12, 0x03, 0x41, 0x64, 0x64);
    const verdict = await verifyWithDigest(node, { role: 'model' });
    assert.equal(verdict.format, 'tf-frozen-graph', JSON.stringify(verdict.reasons));
    assert.deepEqual(codesOf(verdict), ['weights-unread']);
  });
});

describe('Snappy', () => {
  it('unpacks literals and copies, also such as overlap themselves', () => {
    // "ab" and a copy of ten from two back.
    const packed = Uint8Array.of(12, 0x04, 0x61, 0x62, ((10 - 4) << 2) | 1, 2);
    assert.equal(Buffer.from(unsnappy(packed, 0)).toString(), 'abababababab');
  });

  it('refuses what points outside itself or ends early', () => {
    for (const packed of [
      [12, 0x04, 0x61],
      [4, 0x01, 1],
      [4, 0x04, 0x61, 0x62],
      [1, 0x04, 0x61, 0x62],
      [],
      [255],
    ])
      assert.throws(() => unsnappy(Uint8Array.from(packed), 0), { code: 'snappy-broken' });
  });
});
