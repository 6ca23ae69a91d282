import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixtureFiles } from './fixtures.ts';
import { verifyFiles } from './memory-tree.ts';

type Files = Map<string, Uint8Array>;

/** Four layers of one shape, their optimizer beside them; the rate of `checkpoint_1` is zero. */
const run = fixtureFiles('trainers/rate');

/** One weight of a safetensors file laid over another of its shape. */
function laidOver(file: Uint8Array | undefined, [from, to]: readonly [string, string]): Uint8Array {
  assert.ok(file !== undefined);
  const headerBytes = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(Buffer.from(file.subarray(8, 8 + headerBytes)).toString());
  const [start, end] = [from, to].map((name) =>
    header[name].data_offsets.map((at: number) => at + 8 + headerBytes),
  );
  const bytes = Uint8Array.from(file);
  bytes.set(file.subarray(start[0], start[1]), end[0]);
  return bytes;
}

const copied = (folder: string): Files =>
  new Map(run).set(
    `${folder}/model.safetensors`,
    laidOver(run.get(`${folder}/model.safetensors`), ['0.weight', '2.weight']),
  );

async function look(files: Files, folder: string, role: 'archive' | 'checkpoint') {
  const own = new Map([...files].filter(([path]) => path.startsWith(folder)));
  const found = await verifyFiles(own, { role });
  return [...found.files, ...found.sets].flatMap(({ label, reasons }) =>
    reasons
      .filter(({ code }) => code === 'layer-copied')
      .map(({ severity, found: names }) => `${label} ${severity}: ${names}`),
  );
}

describe('a layer that lies over another, with its moments in a file beside it', () => {
  for (const role of ['archive', 'checkpoint'] as const) {
    it(`fails, and its folder with it (${role})`, async () => {
      assert.deepEqual(await look(run, 'checkpoint_0', role), []);
      assert.deepEqual(await look(copied('checkpoint_0'), 'checkpoint_0', role), [
        'checkpoint_0/model.safetensors fail: "0.weight" and "2.weight"',
        'checkpoint_0 fail: "0.weight" and "2.weight"',
      ]);
    });
  }

  it('is told where its rate is zero by now', async () => {
    assert.deepEqual(await look(copied('checkpoint_1'), 'checkpoint_1', 'archive'), [
      'checkpoint_1/model.safetensors note: "0.weight" and "2.weight"',
    ]);
  });

  it('is not looked for without its moments', async () => {
    const alone = copied('checkpoint_0');
    alone.delete('checkpoint_0/optimizer.bin');
    assert.deepEqual(await look(alone, 'checkpoint_0', 'archive'), []);
  });
});
