import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixtureFiles } from './fixtures.ts';
import { flipped } from './memory-source.ts';
import { verifyFiles } from './memory-tree.ts';

type Files = Map<string, Uint8Array>;

const one = fixtureFiles('trainers/one-rank');
const moved = (file: Uint8Array) => flipped(file, file.length - 4);

/** The checkpoint of the fixture under another name, of another step, with what else differs. */
function copyOf(
  folder: string,
  step: number,
  change: (name: string, bytes: Uint8Array) => Uint8Array,
): Files {
  return new Map(
    [...one].map(([path, bytes]) => {
      const name = path.slice('checkpoint-4/'.length);
      const text = name === 'trainer_state.json' ? Buffer.from(bytes).toString() : '';
      const told = text.replace(/"global_step": \d+/, `"global_step": ${step}`);
      return [`${folder}/${name}`, text === '' ? change(name, bytes) : new TextEncoder().encode(told)];
    }),
  );
}

const same = (_name: string, bytes: Uint8Array) => bytes;
const newWeights = (name: string, bytes: Uint8Array) => (name === 'model.safetensors' ? moved(bytes) : bytes);

async function look(...folders: Files[]) {
  const files = new Map(folders.flatMap((each) => [...each]));
  const found = await verifyFiles(files, { role: 'archive' });
  const all = [...found.files, ...found.sets];
  return all.flatMap(({ label, reasons }) =>
    reasons
      .filter(({ code }) => code.endsWith('-of-sibling'))
      .map(({ severity, code }) => `${label} ${severity} ${code}`),
  );
}

describe('checkpoints of one run that lie beside each other', () => {
  const first = copyOf('checkpoint-4', 4, same);
  /** The run of accelerate, whose rate is zero in the last two, with files of `checkpoint_0` in the place of another's. */
  const staleIn = (folder: string, ...names: string[]): Files => {
    const files = fixtureFiles('trainers/rate');
    for (const name of names)
      files.set(`${folder}/${name}`, files.get(`checkpoint_0/${name}`) ?? new Uint8Array());
    return files;
  };

  it('may not hold the same weights or the same optimizer after more steps', async () => {
    assert.deepEqual(await look(first, copyOf('checkpoint-8', 8, same)), [
      // Its rate is zero.
      'checkpoint-8/model.safetensors note weights-of-sibling',
      'checkpoint-8/optimizer.pt fail optimizer-of-sibling',
      'checkpoint-8 fail optimizer-of-sibling',
    ]);
    assert.deepEqual(await look(staleIn('checkpoint_1', 'model.safetensors')), [
      'checkpoint_1/model.safetensors fail weights-of-sibling',
      'checkpoint_1 fail weights-of-sibling',
    ]);
    assert.deepEqual(await look(first, copyOf('checkpoint-8', 8, newWeights)), [
      'checkpoint-8/optimizer.pt fail optimizer-of-sibling',
      'checkpoint-8 fail optimizer-of-sibling',
    ]);
  });

  it('are held against each that came before, not against the last alone', async () => {
    const found = await look(staleIn('checkpoint_2', 'model.safetensors'));
    assert.ok(found.includes('checkpoint_2/model.safetensors fail weights-of-sibling'), found.join());
  });

  it('may all be the same, for then nothing was trained and none is stale', async () => {
    const still = await look(first, copyOf('checkpoint-8', 8, same), copyOf('checkpoint-12', 12, same));
    assert.deepEqual([...new Set(still.map((line) => line.split(' ')[1]))], ['note']);
    assert.equal(still.length, 4);
  });

  it('may hold a second model that is trained while the first is frozen', async () => {
    const withSecond = (files: Files, change: (bytes: Uint8Array) => Uint8Array) => {
      const [path, bytes] = [...files].find(([name]) => name.endsWith('/model.safetensors')) ?? [];
      assert.ok(path !== undefined && bytes !== undefined);
      return new Map([...files, [path.replace('model.', 'model_1.'), change(bytes)]]);
    };
    const newOptimizer = (name: string, bytes: Uint8Array) =>
      name === 'optimizer.pt' ? moved(bytes) : bytes;
    const two = [
      withSecond(first, (bytes) => bytes),
      withSecond(copyOf('checkpoint-8', 8, newOptimizer), moved),
    ];
    const told = await look(...two);
    assert.deepEqual(
      told.filter((line) => line.includes('weights-of-sibling')),
      [],
    );
  });

  it('may be saved twice without a step between', async () => {
    const again = await look(first, copyOf('checkpoint-5', 4, same));
    assert.deepEqual(again, [
      'checkpoint-5/model.safetensors note weights-of-sibling',
      'checkpoint-5/optimizer.pt note optimizer-of-sibling',
    ]);
  });

  it('may hold the same weights where the rate had come to zero in both', async () => {
    assert.deepEqual(await look(staleIn('checkpoint_0')), [
      'checkpoint_2/model.safetensors note weights-of-sibling',
    ]);
  });

  it('may be copied under a name of another kind, or lie in the folder of another run', async () => {
    assert.deepEqual(await look(first, copyOf('best', 8, same), copyOf('last', 8, same)), []);
    assert.deepEqual(await look(first, copyOf('other/checkpoint-8', 8, same)), []);
  });
});
