import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeDropped, filterRequirements } from '../../src/launch/requirements.ts';

describe('requirements that keep the image’s own torch', () => {
  for (const line of [
    'torch',
    'torch==2.4.0',
    'Torch >= 2.1 , < 3',
    'torch[opt-einsum]~=2.3',
    "torch==2.4.0 ; python_version < '3.13' and sys_platform == 'linux'",
    'torchvision==0.19.0  # with torch',
    'torchaudio',
    'torch @ https://download.example/torch-2.4.0%2Bcu121-cp311-cp311-linux_x86_64.whl',
    'https://download.example/whl/torch-2.4.0+cu121-cp311-cp311-linux_x86_64.whl',
    'git+https://github.com/pytorch/vision.git@v0.19#egg=torchvision',
    '-e git+https://github.com/pytorch/audio#egg=torchaudio',
    './wheels/torch-2.4.0-cp311-none-any.whl',
    'torch==2.4.0 \\\n    --hash=sha256:abcdef',
    '  TORCH==2',
  ]) {
    it(`leaves out ${JSON.stringify(line)} and says so [P0-10] [U28]`, () => {
      const filtered = filterRequirements(`numpy\n${line}\npandas`, 'keep-image');
      assert.equal(filtered.text, 'numpy\npandas\n');
      assert.equal(filtered.dropped.length, 1);
      assert.match(describeDropped(filtered.dropped) ?? '', /kept/);
    });
  }

  for (const line of [
    'torch-geometric==2.5',
    'torchmetrics',
    'pytorch-lightning==2.4',
    'torchtext',
    '# torch==2.4.0',
    'transformers[torch]==4.44',
    '--extra-index-url https://download.pytorch.org/whl/cu121',
    '--find-links https://x/torch-1.0.html',
    './torch-project',
    'mytorch @ https://x/y/torch/mytorch-1.0.tar.gz',
    '',
  ]) {
    it(`keeps ${JSON.stringify(line)} [P0-10]`, () => {
      const filtered = filterRequirements(`numpy\n${line}\npandas\n`, 'keep-image');
      assert.equal(filtered.text, `numpy\n${line}\npandas\n`);
      assert.deepEqual(filtered.dropped, []);
    });
  }

  it('changes nothing when told to install as pinned', () => {
    const filtered = filterRequirements('torch==2.4.0\n', 'as-pinned');
    assert.deepEqual(filtered, { text: 'torch==2.4.0\n', dropped: [], unread: [] });
    assert.equal(describeDropped(filtered.dropped), undefined);
  });

  it('writes included files in their place, filtered too, once each, and says which are not there', () => {
    const files: Record<string, string> = {
      'env/base.txt': 'torch==2\nscipy\n-r more/deep.txt\n-r ../requirements.txt\n',
      'env/more/deep.txt': 'einops\n',
    };
    const filtered = filterRequirements(
      '-r env/base.txt\n--requirement=gone.txt\n-renv/base.txt\n-c env/limits.txt\npandas\n',
      'keep-image',
      {
        read: (path) => files[path],
      },
    );
    assert.deepEqual(filtered, {
      text: `scipy\neinops\n-r \${GPU_LEASE_CODE}/gone.txt\n-c \${GPU_LEASE_CODE}/env/limits.txt\npandas\n`,
      dropped: ['torch==2'],
      unread: ['gone.txt'],
    });
  });

  it('gives LF line ends for a file from Windows [U26]', () => {
    assert.equal(filterRequirements('\ufeffnumpy\r\ntorch\r\npandas', 'keep-image').text, 'numpy\npandas\n');
  });
});
