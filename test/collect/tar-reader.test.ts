import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { writeTar } from '../../src/box/tar-writer.ts';
import { MalformedTar, TarReader } from '../../src/collect/tar-reader.ts';
import { missing } from '../requirement.ts';
import { fill, folders } from './box-folder.ts';

function read(tar: Uint8Array, wanted: Record<string, number>, chunkBytes = tar.length || 1) {
  const files: Record<string, string> = {};
  const refused: string[] = [];
  const reader = new TarReader({
    wanted: new Map(Object.entries(wanted)),
    onFile: (path, content) => {
      assert.ok(!(path in files));
      files[path] = Buffer.from(content).toString();
    },
    onRefused: (path, why) => refused.push(`${path} ${why}`),
  });
  for (let at = 0; at < tar.length; at += chunkBytes) reader.push(tar.subarray(at, at + chunkBytes));
  return { files, refused };
}

const text = (path: string, content: string) => ({ path, content: Buffer.from(content) });

/** A header of our own making: what a stranger may send. */
function member(path: string, type: string, size: number, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const tar = Buffer.from(writeTar([{ path, content: Buffer.alloc(0) }])).subarray(0, 512);
  tar.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  tar.write(type, 156, 'latin1');
  tar.fill(0x20, 148, 156);
  tar.write(
    `${tar
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
    'latin1',
  );
  return Buffer.concat([tar, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

describe('tar from a box', () => {
  it('is read alike in pieces of any size', () => {
    const long = `${'d/'.repeat(70)}file`;
    const tar = writeTar([
      text('a', 'one'),
      text('b', ''),
      text(long, 'x'.repeat(1500)),
      text('c', 'y'.repeat(512)),
    ]);
    const wanted = { a: 3, b: 0, [long]: 1500, c: 512 };
    const whole = read(tar, wanted);
    assert.deepEqual(Object.keys(whole.files), ['a', 'b', long, 'c']);
    for (const size of [1, 7, 511, 512, 513, 1000]) assert.deepEqual(read(tar, wanted, size), whole);
  });

  for (const [format, flags] of [
    ['gnu', []],
    ['ustar', []],
    ['pax', []],
    ['busybox', undefined],
  ] as const) {
    it(`of ${format} form is understood`, { skip: format === 'busybox' && missing('busybox') }, () => {
      const { remoteDir } = folders();
      const files = { 'a.txt': 'a', [`${'long/'.repeat(30)}ü.txt`]: 'long', empty: '' };
      const entries = fill(remoteDir, files);
      const names = entries.map(({ path }) => `./${path}`);
      const tar = flags
        ? execFileSync('tar', [`--format=${format}`, '-C', remoteDir, '-cf', '-', ...names])
        : execFileSync('busybox', ['tar', '-C', remoteDir, '-cf', '-', ...names]);
      assert.deepEqual(read(tar, Object.fromEntries(entries.map(({ path, bytes }) => [path, bytes]))), {
        files,
        refused: [],
      });
    });
  }

  it('delivers no link, directory or device, whatever it is called', () => {
    const { remoteDir } = folders();
    fill(remoteDir, { real: 'content' });
    symlinkSync('/etc/passwd', join(remoteDir, 'soft'));
    linkSync(join(remoteDir, 'real'), join(remoteDir, 'hard'));
    mkdirSync(join(remoteDir, 'dir'));
    const tar = execFileSync('tar', ['-C', remoteDir, '-cf', '-', 'real', 'hard', 'soft', 'dir']);
    const devices = Buffer.concat(
      ['3', '4', '6', 'S', 'V', 'Z'].map((type) => member(`odd-${type}`, type, 0)),
    );
    const { files, refused } = read(Buffer.concat([devices, tar]), {
      real: 7,
      hard: 7,
      soft: 0,
      dir: 0,
      'dir/': 0,
      'odd-3': 0,
      'odd-4': 0,
      'odd-6': 0,
      'odd-S': 0,
      'odd-V': 0,
      'odd-Z': 0,
    });
    assert.deepEqual(files, { real: 'content' });
    assert.equal(refused.length, 9);
  });

  it('delivers only what was asked for, with the size it was asked with, once', () => {
    const tar = writeTar([
      text('../evil', 'x'),
      text('extra', 'x'),
      text('a', 'one'),
      text('a', 'two'),
      text('b', 'long'),
    ]);
    const { files, refused } = read(tar, { a: 3, b: 3 });
    assert.deepEqual(files, { a: 'one' });
    assert.deepEqual(refused, [
      '../evil was not asked for',
      'extra was not asked for',
      'a was sent twice',
      'b has 4 bytes, the manifest says 3',
    ]);
  });

  it('takes a name said by a long-name member only for the next one', () => {
    const tar = Buffer.concat([
      member('x', 'L', 2, Buffer.from('a\0')),
      writeTar([text('zzz', '1'), text('b', '2')]),
    ]);
    assert.deepEqual(read(tar, { a: 1, b: 1 }).files, { a: '1', b: '2' });
  });

  for (const [what, tar] of [
    ['text in the place of a header', Buffer.alloc(512, 65)],
    [
      'a wrong checksum',
      Buffer.concat([Buffer.from('b'), Buffer.from(writeTar([text('a', '1')])).subarray(1)]),
    ],
    ['a name of gigabytes', member('x', 'L', 2 ** 31)],
    ['a broken pax record', member('x', 'x', 9, Buffer.from('99 path=a'))],
    ['a negative pax size', member('x', 'x', 11, Buffer.from('11 size=-5\n'))],
  ] as const) {
    it(`is given up at ${what}`, () => assert.throws(() => read(tar, { a: 1 }), MalformedTar));
  }

  it('of any bytes ends in delivery of the wanted or in MalformedTar, never in more', () => {
    const good = writeTar([text('a', 'one'), text('b', 'two')]);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const tar = Buffer.from(good);
        for (const [at, byte] of changes) tar[at] = byte;
        try {
          const { files } = read(tar, { a: 3, b: 3 }, 100);
          for (const [path, content] of Object.entries(files))
            assert.ok(['a', 'b'].includes(path) && Buffer.byteLength(content, 'latin1') >= 3);
        } catch (error) {
          assert.ok(error instanceof MalformedTar, String(error));
        }
      }),
    );
  });
});
