import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeTar } from '../../src/box/tar-writer.ts';
import { pushedRequirements } from '../../src/launch/pushed-requirements.ts';
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
    assert.deepEqual(filtered, {
      text: 'torch==2.4.0\n',
      constraints: '',
      dropped: [],
      unread: [],
    });
    assert.equal(describeDropped(filtered.dropped), undefined);
  });

  it('writes included files in their place, filtered too, once each, and says which are not there', () => {
    const files: Record<string, string> = {
      'env/base.txt': 'torch==2\nscipy\n-r more/deep.txt\n-r ../requirements.txt\n',
      'env/more/deep.txt': 'einops\n',
      'env/limits.txt': 'numpy<3\n',
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
      constraints: '',
      dropped: ['torch==2'],
      unread: ['gone.txt'],
    });
  });

  const PINNING: Record<string, string> = {
    'limits.txt': 'numpy<3\r\nTorch==2.4.0 \\\r\n  --hash=sha256:aa\r\n-r env/more.txt\r\n-c limits.txt\r\n',
    'env/more.txt': "it's==1\ntorchvision<0.20\n-c gone.txt\n-r more.txt\n",
    'audio.txt': 'torchaudio==2.4\nsoxr<1\n',
  };
  const read = (path: string) => PINNING[path];

  it('leaves the image’s own out of constraints, too: pip would take theirs for what depends on it [P0-10] [U28]', () => {
    const filtered = filterRequirements('-c limits.txt\ntorchmetrics\n', 'keep-image', { read });
    assert.deepEqual(filtered, {
      text: `-c \${GPU_LEASE_BASE}/constraints.txt\ntorchmetrics\n`,
      constraints: `numpy<3\nit's==1\n-c \${GPU_LEASE_CODE}/env/gone.txt\n`,
      dropped: ['Torch==2.4.0    --hash=sha256:aa', 'torchvision<0.20'],
      unread: ['env/gone.txt'],
    });
    const both = filterRequirements('-c limits.txt\n-c audio.txt\n', 'keep-image', { read });
    assert.equal(both.constraints, `${filtered.constraints}soxr<1\n`);
    const asPinned = filterRequirements('-c limits.txt\n', 'as-pinned', { read });
    assert.deepEqual(
      [asPinned.text, asPinned.constraints, asPinned.dropped],
      [`-c \${GPU_LEASE_CODE}/limits.txt\n`, '', []],
    );
  });

  it('finds what lies deeper in the code than a tar writes into one name', () => {
    const file = `${'deep/'.repeat(30)}requirements.txt`;
    const tar = writeTar([{ path: file, content: Buffer.from('einops\n') }]);
    const pushed = pushedRequirements(
      { file: 'requirements.txt', torch: 'keep-image' },
      `-r ${file}\nnumpy\n`,
      { tar },
    );
    assert.deepEqual([pushed.text, pushed.unread], ['einops\nnumpy\n', []]);
  });

  it('gives LF line ends for a file from Windows [U26]', () => {
    assert.equal(filterRequirements('\ufeffnumpy\r\ntorch\r\npandas', 'keep-image').text, 'numpy\npandas\n');
  });
});
