import { deepEqual, rejects, strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const { withCore } = await import(join(root, 'scripts/with-core.mjs'));
const CORE = 'src/verify/engine/verify-tree.ts';

const LAYERS = [
  ['src/verify/tensor/judge.ts', 'src/verify/tensor/region.ts'],
  ['src/verify/pickle/pickle-reading.ts'],
];

type Load = (file: { path: string }) => { contents: string } | undefined;

/** What the plugin makes of a module that is read first of all, as a busy machine may read it. */
async function readFirst(path: string): Promise<string | undefined> {
  let load: Load | undefined;
  const builder = {
    initialOptions: { entryPoints: [{ in: 'src/verify/index.ts', out: 'verify' }] },
    onLoad: (_: unknown, callback: Load) => {
      load = callback;
    },
    onResolve: () => undefined,
  };
  await withCore(root, [CORE], LAYERS).setup(builder);
  return load?.({ path: join(root, path) })?.contents;
}

test('a reader that is imported later reaches the core, in whatever order its files are read', async () => {
  for (const reader of ['src/verify/columnar/parquet-walk.ts', 'src/verify/hdf5/keras-walk.ts'])
    strictEqual((await readFirst(reader))?.includes(join(root, CORE)), true, reader);
});

test('a reader of tensors reaches the whole layer of which it needs a module, one of pictures none', async () => {
  const reached = async (reader: string) => {
    const contents = (await readFirst(reader)) ?? '';
    return LAYERS.flat().filter((each) => contents.includes(join(root, each)));
  };
  deepEqual(await reached('src/verify/safetensors/walk.ts'), LAYERS[0]);
  // What reads pickles judges tensors: the layer of the one is reached through the other.
  deepEqual(await reached('src/verify/pickle/joblib-stream.ts'), LAYERS.flat());
  deepEqual(await reached('src/verify/media/png-chunks.ts'), []);
});

test('a layer of a module that is no more is told', async () => {
  const builder = {
    initialOptions: { entryPoints: [{ in: 'src/verify/index.ts', out: 'verify' }] },
    onLoad() {},
  };
  await rejects(
    withCore(root, [CORE], [['src/verify/gone.ts']]).setup(builder),
    /gone\.ts is no module of the verifier/,
  );
});

test('a module that is never imported later stays as it is', async () => {
  strictEqual(await readFirst(CORE), undefined);
});

test('a module of the core that is imported later is told, as it would be read before itself', async () => {
  const reader = 'src/verify/columnar/parquet-walk.ts';
  const builder = {
    initialOptions: { entryPoints: [{ in: 'src/verify/index.ts', out: 'verify' }] },
    onLoad() {},
  };
  await rejects(withCore(root, [reader], []).setup(builder), /parquet-walk\.ts is of the core/);
});
