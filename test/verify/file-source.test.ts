import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { openFileSource } from '../../src/verify/read/file-source.ts';
import { codesOf, sha256Of } from './memory-source.ts';
import { safetensorsFile, weights } from './safetensors-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-source-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const bytes = safetensorsFile({ w: { shape: [700, 1000], data: weights(700_000) } });
const write = (name: string): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const options = { role: 'checkpoint', contains: [], allowDegraded: true } as const;

describe('a local file as a source', () => {
  it('is verified from disk, chunk by chunk, and then closed', async () => {
    const source = await openFileSource(write('whole.safetensors'));
    const verdict = await verifyFile(source, { ...options, sha256: sha256Of(bytes) });
    await source.close();
    assert.deepEqual([verdict.verdict, verdict.bytes], ['pass', bytes.length]);
    await assert.rejects(source.read(0, 1));
  });

  it('gives exactly the bytes asked for and refuses what lies outside', async () => {
    const source = await openFileSource(write('ranges.bin'));
    assert.deepEqual(await source.read(100, 50), bytes.slice(100, 150));
    assert.deepEqual(await source.read(bytes.length, 0), new Uint8Array(0));
    await assert.rejects(source.read(bytes.length - 1, 2), RangeError);
    await assert.rejects(source.read(-1, 2), RangeError);
    await assert.rejects(source.read(0, 2 ** 50), RangeError);
    await source.close();
  });

  for (const { what, make, code } of [
    {
      what: 'a symbolic link',
      make: (path: string) => symlinkSync(write('target'), path),
      code: 'not-a-file',
    },
    { what: 'a directory', make: (path: string) => mkdirSync(path), code: 'not-a-file' },
    { what: 'a named pipe', make: (path: string) => execFileSync('mkfifo', [path]), code: 'not-a-file' },
    {
      what: 'a file with a second name',
      make: (path: string) => linkSync(write('first-name'), path),
      code: 'hard-linked',
    },
    { what: 'nothing', make: () => {}, code: 'not-readable' },
  ]) {
    it(`refuses ${what} [P5-02] [D-08]`, async () => {
      const path = join(folder, what.replaceAll(' ', '-'));
      make(path);
      await assert.rejects(openFileSource(path), { name: 'Problem', code });
    });
  }

  it('takes a file with a second name when told to', async () => {
    const path = join(folder, 'allowed');
    linkSync(write('other-name'), path);
    await (await openFileSource(path, { allowHardLinks: true })).close();
  });

  for (const { what, change } of [
    { what: 'is cut', change: (path: string) => truncateSync(path, 1_500_000) },
    { what: 'is deleted', change: (path: string) => rmSync(path) },
    {
      what: 'is replaced by another',
      change: (path: string) => {
        writeFileSync(`${path}.new`, bytes);
        renameSync(`${path}.new`, path);
      },
    },
    { what: 'grows', change: (path: string) => writeFileSync(path, 'more', { flag: 'a' }) },
    { what: 'is written over', change: (path: string) => utimesSync(path, new Date(1), new Date(1)) },
  ]) {
    it(`fails the verdict when the file ${what} while it is read`, async () => {
      const path = write(`changing-${what.replaceAll(' ', '-')}`);
      const source = await openFileSource(path);
      let changed = false;
      const verdict = await verifyFile(source, {
        ...options,
        onProgress: () => {
          if (!changed) change(path);
          changed = true;
        },
      });
      await source.close();
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).includes('changed-while-reading'), JSON.stringify(verdict.reasons));
    });
  }
});
