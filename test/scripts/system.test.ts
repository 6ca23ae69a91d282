import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { installation } from '../installation.ts';

describe('gpu-lease on another system than Linux', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gl-system-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  function on(system: string, ...words: string[]): { code: number | null; stdout: string; stderr: string } {
    const disguise = join(dir, `${system}.cjs`);
    writeFileSync(disguise, `Object.defineProperty(process, 'platform', { value: '${system}' });`);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['-r', disguise, join(installation(), 'dist', 'start.cjs'), ...words],
      { encoding: 'utf8', cwd: dir, env: { PATH: process.env['PATH'], HOME: dir }, timeout: 60_000 },
    );
    return { code: status, stdout, stderr };
  }

  for (const system of ['win32', 'darwin']) {
    it(`refuses on ${system} before it does anything, and says what to use instead`, () => {
      for (const words of [['demo'], ['run', '--dry-run'], ['release', 'x']]) {
        const { code, stdout, stderr } = on(system, ...words);
        assert.equal(code, 2);
        assert.equal(stdout, '');
        assert.match(stderr, new RegExp(`^gpu-lease: this is ${system}, and all but "verify" needs Linux`));
        assert.match(stderr, /Nothing was done\.\nNext: use WSL 2, a Linux container, or a workflow/);
      }
    });

    it(`verifies on ${system}, says its version and helps`, () => {
      writeFileSync(join(dir, 'm.json'), '{"lr": 0.1}');
      assert.match(on(system, 'verify', 'm.json').stdout, /m\.json/);
      assert.match(on(system, '--version').stdout, /^gpu-lease \d/);
      assert.match(on(system).stdout + on(system, '--help').stdout, /gpu-lease <command>/);
    });
  }
});
