import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, joined, verify, zeroed } from './memory-source.ts';
import { verifyFiles } from './memory-tree.ts';

const card = join(import.meta.dirname, 'fixtures', 'card');

/** What is said of each beyond that some formats have no checksum. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'amp.pt': [],
  'capturable.pt': [],
  'channels-last.pt': [],
  // Loads with classes that PyTorch's own loader does not take.
  'cupy.pkl': ['unsafe-loader'],
  'dtensor.pt': ['unsafe-loader'],
  'exported.pt2': ['executable-content'],
  'fp8.pt': [],
  'graph.pt': ['unsafe-loader'],
  'legacy.pth': [],
  'model.eqx': [],
  'nested.pt': ['unsafe-loader'],
  'rng_state.pth': [],
  'scaler.pt': ['no-tensors'],
  'whole-module.pt': ['unsafe-loader'],
  'with-rng.pt': [],
};

describe('what frameworks write on a machine with a card', () => {
  for (const [name, told] of Object.entries(TOLD))
    it(`[issue 16] is neither refused nor unread: ${name}`, async () => {
      const verdict = await verify(fixture(`card/${name}`), {
        label: name,
        role: 'model',
        roleFrom: 'guessed',
      });
      const codes = codesOf(verdict).filter((code) => code !== 'no-checksum');
      assert.deepEqual(codes, told, JSON.stringify(verdict.reasons));
      assert.notEqual(verdict.verdict, 'fail');
      assert.notEqual(verdict.verdict, 'inconclusive');
    });

  it('[issue 16] is looked at as a whole: every file here has its row', () => {
    const files = readdirSync(card, { withFileTypes: true }).filter((each) => each.isFile());
    const names = files.map(({ name }) => name).filter((name) => name !== 'README.md');
    assert.deepEqual(names.sort(), Object.keys(TOLD).sort());
  });

  it('[issue 16] holds what was sharded through NCCL', async () => {
    const parts = ['.metadata', '__0_0.distcp'].map(
      (name) => [`dcp/${name}`, fixture(`card/dcp/${name}`)] as const,
    );
    const { sets } = await verifyFiles(new Map(parts), { role: 'model', roleFrom: 'guessed' });
    assert.equal(sets.length, 1);
    assert.deepEqual(
      sets.flatMap((each) => codesOf(each)),
      ['unsafe-loader', 'no-checksum'],
    );
    assert.ok((sets[0]?.tensors?.count ?? 0) >= 8, JSON.stringify(sets[0]?.tensors));
  });
});

describe('arrays one after the other in one file', () => {
  const bytes = fixture('card/model.eqx');
  const look = (content: Uint8Array, label = 'model.eqx', chunkBytes?: number) =>
    verify(content, { label, role: 'model', table: true, ...(chunkBytes && { chunkBytes }) });

  it('[issue 16] are each read, whatever the chunks', async () => {
    const whole = await look(bytes);
    assert.deepEqual(
      whole.table?.map(({ name, shape }) => `${name} ${shape.join('x')}`),
      ['(root) 16x8', '[1] 16', '[2] 16x16', '[3] 16', '[4] 4x16', '[5] 4'],
    );
    for (const chunk of [1, 7, 130, 1000])
      assert.deepEqual((await look(bytes, 'model.eqx', chunk)).table, whole.table, `${chunk}`);
  });

  it('[issue 16] are broken where they are cut, also where that is between two bytes of a magic, and where something else follows', async () => {
    for (const [content, code] of [
      [bytes.subarray(0, 645), 'npy-header'],
      [bytes.subarray(0, 700), 'cut-short'],
      [bytes.subarray(0, bytes.length - 1), 'cut-short'],
      [Buffer.concat([bytes, Uint8Array.of(0)]), 'trailing-bytes'],
      [Buffer.concat([bytes, new Uint8Array(4096)]), 'trailing-bytes'],
    ] as const)
      assert.deepEqual(codesOf(await look(content)).slice(0, 1), [code]);
  });

  it('[issue 16] are none under a name of which numpy.load would read the first alone', async () => {
    assert.ok(codesOf(await look(bytes, 'model.npy')).includes('trailing-bytes'));
  });

  describe("behind a line of JSON, as Equinox's guide writes what the model is built with", () => {
    const line = new TextEncoder().encode('{"in_size": 8, "width": 16, "depth": 2}\n');
    const withLine = joined(line, bytes);

    it('are read as without it, under any name and whatever the chunks', async () => {
      const { table } = await look(bytes);
      for (const [label, chunk] of [['model.eqx'], ['run-3'], ['model.eqx', 7]] as const) {
        const verdict = await look(withLine, label, chunk);
        assert.deepEqual(codesOf(verdict), ['no-checksum'], JSON.stringify(verdict.reasons));
        assert.deepEqual(verdict.table, table);
      }
    });

    it('are broken where they are cut, where something follows, and where the line is no JSON', async () => {
      for (const [content, code] of [
        [withLine.subarray(0, withLine.length - 1), 'cut-short'],
        [joined(withLine, Uint8Array.of(0)), 'trailing-bytes'],
        [zeroed(withLine, 5, 9), 'json-syntax'],
      ] as const)
        assert.deepEqual(codesOf(await look(content)).slice(0, 1), [code]);
    });

    it('say at which byte of the file it breaks', async () => {
      const verdict = await look(withLine.subarray(0, withLine.length - 1));
      assert.equal(verdict.reasons[0]?.offset, withLine.length - 1);
    });

    it('do not hide that the line has its loader call Python', async () => {
      const calls = new TextEncoder().encode('{"_target_": "os.system"}\n');
      assert.equal((await look(joined(calls, bytes))).verdict, 'fail');
    });
  });
});
