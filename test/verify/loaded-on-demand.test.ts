import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { shipped } from '../installation.ts';
import { allCases } from './cases.ts';
import { memorySource } from './memory-source.ts';

/** What a thread loads before it is told what to do, and nothing else: each of these is a kind of file that few folders hold. */
const LATER = [
  'archive/packed-walk',
  'archive/tar-archive',
  'archive/xz-streams',
  'checkpoint/meaning',
  'classical/word-vectors',
  'engine/sets',
  'engine/zip-walk',
  'hdf5/hdf5-walk',
  'hdf5/keras-walk',
  'columnar/arrow-walk',
  'columnar/parquet-walk',
  'gguf/walk',
  'safetensors/walk',
  'jax/flax-walk',
  'jax/orbax-checkpoint',
  'jax/zarr-array',
  'onnx/graph',
  'pickle/imports',
  'pickle/pickle-walk',
  'tensorflow/graph',
  'tensorflow/tfrecord-walk',
  'text/yaml-documents',
  'torch/archive',
  'torch/legacy-file',
  'trainers/sets',
];
/** A thread waits for each file. */
const MOST_FILES = 8;

/** Files that a module of the bundle loads with it, itself among them. */
function loadedWith(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const [, path = ''] of readFileSync(entry, 'utf8').matchAll(
    /^(?:\} from|import) "(\.{1,2}\/[^"]+)";$/gm,
  ))
    loadedWith(join(dirname(entry), path), seen);
  return seen;
}

const modulesIn = (files: Iterable<string>): Set<string> =>
  new Set(
    [...files].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\/\/ (src\/.+|node_modules\/.+)$/gm)].map(
        ([, name = '']) => name,
      ),
    ),
  );

describe('what a thread that verifies loads', () => {
  const dist = () => join(shipped(), 'dist');

  for (const thread of ['apart-work', 'crew-worker']) {
    it(`the ${thread} starts with what all files need, in few files`, () => {
      const files = loadedWith(join(dist(), 'chunks', `${thread}.mjs`));
      const modules = modulesIn(files);
      assert.ok(modules.has('src/verify/engine/verify-file.ts'), 'the core must have been seen');
      assert.deepEqual(
        LATER.filter((name) => modules.has(`src/verify/${name}.ts`)),
        [],
      );
      assert.deepEqual(
        [...modules].filter((name) => name.startsWith('node_modules/')),
        [],
      );
      assert.ok(files.size <= MOST_FILES, [...files].map((file) => relative(dist(), file)).join('\n'));
    });
  }

  it('is asked for before the command is read, by what is small', () => {
    const start = readFileSync(join(dist(), 'start.cjs'), 'utf8');
    assert.match(
      start,
      /require\('\.\/chunks\/verify-ready-thread\.cjs'\)\.startAhead\(\);\s+return require\('\.\/verify-alone\.cjs'\)/,
    );
    const modules = modulesIn([join(dist(), 'chunks', 'verify-ready-thread.cjs')]);
    assert.ok(modules.has('src/verify/apart/ready-thread.ts'));
    assert.ok(modules.size <= 4, [...modules].join('\n'));
  });

  it('changes no verdict: the bundle and its sources say the same of every kind', async () => {
    const bundled = await import(pathToFileURL(join(dist(), 'verify.mjs')).href);
    const kinds = new Set<string>();
    for (const { name, bytes, options } of (await allCases()).formats) {
      const asked = { role: 'model', contains: [], allowDegraded: true, table: true, ...options } as const;
      const expected = await verifyFile(memorySource(bytes(), name), asked);
      assert.deepEqual(await bundled.verifyFile(memorySource(bytes(), name), asked), expected, name);
      kinds.add(expected.format);
    }
    for (const kind of ['hdf5', 'keras', 'parquet', 'arrow-file', 'gguf', 'onnx', 'tfrecord', 'flax-msgpack'])
      assert.ok(kinds.has(kind), `${kind} is not among ${[...kinds].join(', ')}`);
  });
});
