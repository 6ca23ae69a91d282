import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { installerOf, requirementsFault } from '../../src/job/requirements-file.ts';
import { filterEnvironment } from '../../src/launch/conda-environment.ts';
import { installCommand } from '../../src/launch/install-command.ts';
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
function installed(
  file: string,
  torch: 'keep-image' | 'as-pinned',
  { pushed = '', program }: { pushed?: string; program?: string } = {},
) {
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
case $* in
  *' export '*) cp "${at('locked')}" "$last" ;;
  *sys.prefix*) echo "${at('env')}" ;;
  *' pip list '*) printf 'numpy==2.0\\ntorch==2.6.0+cu124\\n' ;;
  *tomllib*) exec /usr/bin/python3 "$@" ;;
esac
`,
  );
  chmodSync(at('bin/python3'), 0o755);
  mkdirSync(at('env/conda-meta'), { recursive: true });
  writeFileSync(at('requirements.txt'), pushed);
  if (program !== undefined) {
    const noted = `#!/bin/sh\nprintf '%s %s|%s\\n' ${program} "$*" "$PIP_CONSTRAINT" >>"${at('conda-asked')}"\n`;
    writeFileSync(at(`bin/${program}`), noted, { mode: 0o755 });
  }
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

  it('is of a project without lock its dependencies, the image keeping its PyTorch by a constraint [P0-10]', {
    skip: missing('python3'),
  }, () => {
    const project =
      '[project]\nname = "p"\ndependencies = [\n  "einops>=0.8",\n  "Torch>=2 ; python_version > \'3.8\'",\n  "torchmetrics[x]==1",\n]\n';
    for (const [torch, listed] of [
      ['keep-image', 'einops>=0.8\ntorchmetrics[x]==1\n'],
      ['as-pinned', "einops>=0.8\nTorch>=2 ; python_version > '3.8'\ntorchmetrics[x]==1\n"],
    ] as const) {
      const { asked, text } = installed('pyproject.toml', torch, { pushed: project });
      assert.equal(text('project.txt'), listed);
      assert.match(asked.at(-1) ?? '', /-m pip install .*-r \/project\.txt -c \/held\.txt$/);
      assert.equal(text('held.txt'), torch === 'keep-image' ? 'torch==2.6.0+cu124\n' : '');
    }
  });

  for (const program of ['micromamba', 'mamba', 'conda'])
    it(`is of an environment.yml into the environment that trains, by ${program} where the box has that`, () => {
      const { text, asked } = installed('environment.yml', 'keep-image', {
        pushed: 'dependencies: []\n',
        program,
      });
      assert.match(
        text('conda-asked'),
        program === 'micromamba'
          ? /^micromamba install --yes --prefix .*\/env --file .*\/environment\.yml\|.*held\.txt$/m
          : new RegExp(
              `^${program} env update --prefix .*/env --file .*/environment\\.yml\\|.*held\\.txt$`,
              'm',
            ),
      );
      assert.ok(asked.every((line) => !line.includes('pip install')));
    });

  it('stops with words where a box has none of them', () => {
    assert.throws(
      () => installed('environment.yml', 'keep-image', { pushed: 'dependencies: []\n' }),
      /neither conda, mamba nor micromamba/,
    );
  });

  it('cannot be by a file that lists nothing, which is known before anything is rented', () => {
    const faults: [string, string, RegExp | undefined][] = [
      ['pyproject.toml', '[project]\nname = "p"\ndependencies = [\n "a[b]",\n]\n[build-system]\n', undefined],
      ['pyproject.toml', '[project]\nname = "p"\ndynamic = ["version", "dependencies"]\n', /dynamic/],
      ['pyproject.toml', '[project]\nname = "p"\n[tool.x]\ndependencies = []\n', /lists no `dependencies`/],
      ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3"\n', /poetry\.lock/],
      ['pyproject.toml', '[tool.black]\n', /no \[project\] table/],
      ['environment.yml', 'name: x\ndependencies: [numpy]\n', undefined],
      ['environment.yml', 'name: x\n', /lists no `dependencies`/],
      ['environment.yml', 'dependencies: [\n', /no YAML/],
      ['requirements.txt', '', undefined],
    ];
    for (const [file, text, words] of faults) {
      const fault = requirementsFault(file, text);
      if (words === undefined) assert.equal(fault, undefined, text);
      else assert.match(fault ?? 'none', words, text);
    }
  });

  it("leaves out of an environment what is the image's own, and where it would lie [P0-10]", () => {
    const text = `name: train
prefix: /home/ada/env
channels: [conda-forge]
dependencies:
  - python=3.10
  - conda-forge::pytorch>=2
  - pytorch-lightning=2
  - pytorch-cuda=12.4
  - pip:
      - torch==2.4
      - einops
      - -r more.txt
`;
    const { text: kept, dropped } = filterEnvironment(text, 'keep-image', 'sub/environment.yml');
    assert.deepEqual(parse(kept), {
      channels: ['conda-forge'],
      dependencies: ['pytorch-lightning=2', { pip: ['einops', `-r ${'$'}{GPU_LEASE_CODE}/sub/more.txt`] }],
    });
    assert.deepEqual(dropped, ['python=3.10', 'conda-forge::pytorch>=2', 'pytorch-cuda=12.4', 'torch==2.4']);
    assert.equal(parse(filterEnvironment(text, 'as-pinned', 'environment.yml').text).dependencies.length, 5);
  });

  it('is known by the name of the file', () => {
    assert.deepEqual(['a/uv.lock', 'poetry.lock', 'requirements/gpu.txt'].map(installerOf), [
      'uv',
      'poetry',
      'pip',
    ]);
  });
});
