import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { installCommand, installerOf } from '../../src/launch/install-command.ts';
import { missing } from '../requirement.ts';

const LOCKED = `einops==0.8.0 \\
    --hash=sha256:aaaa
nvidia-cublas-cu12==12.4.5.8 ; sys_platform == 'linux' \\
    --hash=sha256:bbbb
torch==2.6.0 \\
    --hash=sha256:cccc \\
    --hash=sha256:dddd
torchmetrics==1.4.0 \\
    --hash=sha256:eeee
`;

/** A python3 that does what a lock's tool does, and notes what it was asked. */
function installed(file: string, torch: 'keep-image' | 'as-pinned') {
  const dir = mkdtempSync(join(tmpdir(), 'gl-install-'));
  const at = (name: string) => join(dir, name);
  mkdirSync(at('bin'));
  mkdirSync(at('code/sub'), { recursive: true });
  writeFileSync(at('locked'), LOCKED);
  writeFileSync(
    at('bin/python3'),
    `#!/bin/sh
printf '%s|%s|%s\\n' "$PWD" "\${PYTHONPATH-}" "$*" >>"${at('asked')}"
for last; do :; done
case $* in *' export '*) cp "${at('locked')}" "$last" ;; esac
`,
  );
  chmodSync(at('bin/python3'), 0o755);
  execFileSync('sh', ['-c', installCommand(file, torch)], {
    env: {
      PATH: `${at('bin')}:/usr/bin:/bin`,
      GPU_LEASE_BASE: dir,
      GPU_LEASE_CODE: at('code'),
      GPU_LEASE_REQUIREMENTS: at('requirements.txt'),
    },
  });
  const text = (name: string) => readFileSync(at(name), 'utf8');
  return { dir, asked: text('asked').replaceAll(dir, '').trim().split('\n'), text };
}

describe('how requirements are installed', { skip: missing('dash') }, () => {
  it('is by the interpreter that trains, named [P1-14] [P1-12]', () => {
    assert.deepEqual(installed('requirements.txt', 'keep-image').asked.length, 1);
    assert.match(
      installCommand('requirements.txt', 'keep-image'),
      /\npython3 -m pip install .*-r "\$GPU_LEASE_REQUIREMENTS"$/,
    );
  });

  for (const [file, tool] of [
    ['sub/uv.lock', 'uv'],
    ['sub/poetry.lock', 'poetry'],
  ] as const)
    it(`is exactly what ${file} holds, without what the image has of PyTorch and CUDA [P0-10]`, () => {
      const { asked, text } = installed(file, 'keep-image');
      assert.match(asked[0] ?? '', new RegExp(`pip install .*--target /tools ${tool}`));
      assert.match(asked[1] ?? '', new RegExp(`^/code/sub\\|/tools\\|-m ${tool} export .* /locked\\.all$`));
      assert.match(asked[2] ?? '', /-m pip install .*--no-deps -r \/locked\.txt$/);
      assert.equal(
        text('locked.txt'),
        'einops==0.8.0 \\\n    --hash=sha256:aaaa\ntorchmetrics==1.4.0 \\\n    --hash=sha256:eeee\n',
      );
    });

  it('is all of a lock where the job says so', () => {
    assert.equal(installed('sub/uv.lock', 'as-pinned').text('locked.txt'), LOCKED);
  });

  it('is known by the name of the file', () => {
    assert.deepEqual(['a/uv.lock', 'poetry.lock', 'requirements/gpu.txt'].map(installerOf), [
      'uv',
      'poetry',
      'pip',
    ]);
  });
});
