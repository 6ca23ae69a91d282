import assert from 'node:assert/strict';
import { link, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openFileSource } from '../../../src/verify/index.ts';
import { resolveLocation } from '../../../src/verify/onnx/location.ts';
import { codesOf } from '../memory-source.ts';
import { verifyFiles } from '../memory-tree.ts';
import { float32s, onnxExternal, onnxModel } from '../protobuf-writer.ts';

const data = float32s(1, 2, 3, 4);
const modelAt = (location: string) =>
  onnxModel([onnxExternal('w', [4], { location, offset: '0', length: '16' })]);

describe('external data of an ONNX model', () => {
  it('in its folder is taken', async () => {
    for (const location of ['w.bin', './w.bin']) {
      const { sets } = await verifyFiles(
        new Map([
          ['m/a.onnx', modelAt(location)],
          ['m/w.bin', data],
        ]),
      );
      assert.equal(sets[0]?.verdict, 'pass-degraded', JSON.stringify(sets[0]?.reasons));
    }
  });

  for (const location of [
    '../w.bin',
    'sub/../../w.bin',
    '/w.bin',
    '/etc/passwd',
    'C:w.bin',
    'C:/w.bin',
    '..\\w.bin',
    'file:///w.bin',
    'http://example.com/w.bin',
    'w.bin\0.txt',
    '',
    '.',
    'sub//w.bin',
    'sub/',
    'a.onnx',
  ]) {
    it(`at ${JSON.stringify(location)} is refused, whatever lies there`, async () => {
      const files = new Map([
        ['m/a.onnx', modelAt(location)],
        ['w.bin', data],
        ['m/w.bin', data],
      ]);
      const { sets } = await verifyFiles(files);
      assert.equal(sets[0]?.verdict, 'fail');
      assert.deepEqual(
        codesOf(sets[0]),
        ['external-escape', ...codesOf(sets[0]).slice(1)],
        JSON.stringify(sets[0].reasons),
      );
    });
  }

  it('is never looked for outside the folder', () => {
    assert.deepEqual(resolveLocation('m/a.onnx', 'sub/./w.bin'), { path: 'm/sub/w.bin' });
    assert.ok('wrong' in resolveLocation('m/a.onnx', '../m/w.bin'));
  });

  it('behind a symbolic link or under a second name is not opened', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'onnx-paths-'));
    try {
      await writeFile(join(folder, 'secret'), data);
      await symlink(join(folder, 'secret'), join(folder, 'w.bin'));
      await assert.rejects(openFileSource(join(folder, 'w.bin')));
      await link(join(folder, 'secret'), join(folder, 'hard.bin'));
      await assert.rejects(openFileSource(join(folder, 'hard.bin')));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
