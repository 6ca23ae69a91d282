import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { publishFile, receiveFile, SIZE_DIFFERS, sendRange } from '../../src/box/file-transfer.ts';
import { missing } from '../requirement.ts';

for (const shell of [['dash'], ['bash'], ['bash', '--posix'], ['busybox', 'sh']] as const) {
  describe(`file transfer under ${shell.join(' ')}`, { skip: missing(shell[0]) }, () => {
    let dir: string;
    before(() => {
      dir = mkdtempSync(join(tmpdir(), 'gl-transfer-'));
    });
    after(() => rmSync(dir, { recursive: true, force: true }));

    const run = ([, ...words]: readonly string[], input = '', path = process.env['PATH']) => {
      const [program, ...flags] = shell;
      const result = spawnSync(program, [...flags, ...words], {
        input,
        cwd: dir,
        env: { PATH: path, HOME: dir },
      });
      return { code: result.status, out: result.stdout.toString(), err: result.stderr.toString() };
    };
    const at = (...names: string[]) => join(dir, ...names);

    /** A PATH in which `dd` knows no flags, as on BSD. */
    const oldTools = () => {
      mkdirSync(at('bin'), { recursive: true });
      writeFileSync(at('bin', 'dd'), '#!/bin/sh\necho "dd: unknown operand iflag" >&2\nexit 1\n');
      chmodSync(at('bin', 'dd'), 0o755);
      return `${at('bin')}:${process.env['PATH']}`;
    };

    for (const { tools, path } of [
      { tools: 'the dd of this machine', path: () => process.env['PATH'] },
      { tools: 'a dd without flags', path: oldTools },
    ]) {
      it(`sends ranges with ${tools}`, () => {
        writeFileSync(at('- odd $name'), '0123456789');
        for (const [offset, length, expected] of [
          [0, 10, '0123456789'],
          [0, 1, '0'],
          [3, 4, '3456'],
          [9, 1, '9'],
          [8, 5, '89'],
          [20, 1, ''],
        ] as const) {
          assert.deepEqual(run(sendRange(at('- odd $name'), offset, length), '', path()), {
            code: 0,
            out: expected,
            err: '',
          });
        }
        assert.equal(run(sendRange('absent', 0, 1), '', path()).code, 44);
        assert.match(run(sendRange(dir, 0, 1), '', path()).err, /is not a file/);
      });
    }

    it('publishes a whole file with its mode, and makes its directories', () => {
      assert.deepEqual(run(receiveFile('a/b c/d', 'a/b c/d.part', 0o640, 5), 'hello'), {
        code: 0,
        out: '',
        err: '',
      });
      assert.equal(readFileSync(at('a/b c/d'), 'utf8'), 'hello');
      assert.equal(statSync(at('a/b c/d')).mode & 0o777, 0o640);
      assert.deepEqual(readdirSync(at('a/b c')), ['d']);
      assert.equal(run(receiveFile('bare', 'bare.part', 0o600, 2), 'hi').code, 0);
      assert.equal(readFileSync(at('bare'), 'utf8'), 'hi');
    });

    it('keeps the old file, and leaves nothing behind, when less or more arrives than was sent', () => {
      writeFileSync(at('old'), 'old');
      for (const input of ['', 'hell', 'hello!']) {
        assert.equal(run(receiveFile('old', 'old.part', 0o644, 5), input).code, SIZE_DIFFERS, input);
        assert.equal(readFileSync(at('old'), 'utf8'), 'old');
      }
      assert.equal(readdirSync(dir).includes('old.part'), false);
    });

    it('publishes a stream only when asked with the right size', () => {
      assert.equal(run(receiveFile('s', 's.part', 0o644, undefined), 'stream').code, 0);
      assert.equal(readdirSync(dir).includes('s'), false);
      assert.equal(run(publishFile('s', 's.part', 6)).code, 0);
      assert.equal(readFileSync(at('s'), 'utf8'), 'stream');
      run(receiveFile('s', 's.part', 0o644, undefined), 'cut');
      assert.equal(run(publishFile('s', 's.part', 6)).code, SIZE_DIFFERS);
      assert.equal(readFileSync(at('s'), 'utf8'), 'stream');
    });

    it('never moves a file into a directory of the same name', () => {
      mkdirSync(at('folder'));
      assert.equal(run(receiveFile('folder', 'folder.part', 0o644, 1), 'x').code, 21);
      assert.deepEqual(readdirSync(at('folder')), []);
    });
  });
}
