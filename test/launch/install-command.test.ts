import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

const IMAGE_TORCH = "__version__ = '2.6.0+cu124'\ncuda = '12.4'\n";

/** A python3 that does what a lock's tool does, and notes what it was asked. */
function installed(
  file: string,
  torch: 'keep-image' | 'as-pinned',
  {
    pushed = '',
    constraints,
    program,
    brings,
  }: { pushed?: string; constraints?: string; program?: string; brings?: string } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'gl-install-'));
  const at = (name: string) => join(dir, name);
  mkdirSync(at('bin'));
  mkdirSync(at(join('code', dirname(file))), { recursive: true });
  writeFileSync(at('locked'), LOCKED);
  mkdirSync(at('site/torch'), { recursive: true });
  writeFileSync(at('site/torch/__init__.py'), '');
  writeFileSync(at('site/torch/version.py'), IMAGE_TORCH);
  writeFileSync(
    at('bin/python3'),
    `#!/bin/sh
printf '%s|%s|%s\\n' "$PWD" "\${PYTHONPATH-}" "$*" >>"${at('asked')}"
for last; do :; done
case $* in
  *' export '*) cp "${at('locked')}" "$last" ;;
  *sys.prefix*) echo "${at('env')}" ;;
  *find_spec*) PYTHONPATH="${at('site')}" exec /usr/bin/python3 "$@" ;;
  *' pip list '*) printf 'numpy==2.0\\ntorch==2.6.0+cu124\\n' ;;
  *tomllib*) exec /usr/bin/python3 "$@" ;;
esac
`,
  );
  chmodSync(at('bin/python3'), 0o755);
  mkdirSync(at('env/conda-meta'), { recursive: true });
  writeFileSync(at('requirements.txt'), pushed);
  if (program !== undefined) {
    const brought = brings === undefined ? '' : `echo '${brings}' >"${at('site/torch/version.py')}"\n`;
    const noted = `#!/bin/sh\nprintf '%s %s|%s\\n' ${program} "$*" "$PIP_CONSTRAINT" >>"${at('conda-asked')}"\n${brought}`;
    writeFileSync(at(`bin/${program}`), noted, { mode: 0o755 });
  }
  execFileSync('sh', ['-c', installCommand(file, torch, constraints)], {
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
    assert.deepEqual(installed('requirements.txt', 'as-pinned').asked.length, 1);
    assert.match(
      installCommand('requirements.txt', 'keep-image'),
      /\npython3 -m pip install .*-r "\$GPU_LEASE_REQUIREMENTS"$/,
    );
  });

  it('of a list keeps the image’s PyTorch, whatever depends on another, by what is there and by its constraints [P0-10]', () => {
    const constraints = 'numpy<3\nit\'s==1 ; python_version > "3"\n$(touch no)\\\n';
    const { asked, text } = installed('requirements.txt', 'keep-image', { constraints });
    assert.match(asked.at(-1) ?? '', /-m pip install .*-c \/held\.txt -r \/requirements\.txt$/);
    assert.equal(text('held.txt'), 'torch==2.6.0+cu124\n');
    assert.equal(text('constraints.txt'), constraints);
  });

  it('is of a lock in whatever folder it lies', () => {
    const { asked } = installed('a "b; exit 3;" \'c/uv.lock', 'as-pinned');
    assert.match(asked[1] ?? '', /^\/code\/a "b; exit 3;" 'c\|/);
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

  for (const [torch, brings, outcome] of [
    ['keep-image', "__version__ = '2.6.0'", /conda put another PyTorch in the place of the image's own/],
    ['keep-image', undefined, undefined],
    ['as-pinned', "__version__ = '2.6.0'", undefined],
  ] as const)
    it(`${outcome ? 'fails' : 'is well'} with ${torch} where conda brings ${brings ?? 'no PyTorch'} [P0-10]`, {
      skip: missing('python3'),
    }, () => {
      const install = () =>
        installed('environment.yml', torch, {
          pushed: 'dependencies: []\n',
          program: 'conda',
          ...(brings && { brings: brings.replaceAll("'", '"') }),
        });
      if (outcome) assert.throws(install, outcome);
      else install();
    });
});

describe('an environment of conda', () => {
  const filtered = (dependencies: string, torch: 'keep-image' | 'as-pinned' = 'keep-image') => {
    const files: Record<string, string> = {
      'sub/more.txt': 'Torch==2.4\nscipy\n-e ../own\n-r deep/last.txt\n',
      'sub/deep/last.txt': 'sympy\n',
    };
    const from = { path: 'sub/environment.yml', read: (path: string) => files[path] };
    const { text, ...rest } = filterEnvironment(
      `name: train\nprefix: /home/ada/env\n${dependencies}`,
      torch,
      from,
    );
    return { ...rest, kept: parse(text) };
  };
  const code = (path: string) => `${'$'}{GPU_LEASE_CODE}/${path}`;

  it("is without what is the image's own, and where it would lie [P0-10]", () => {
    const text =
      'channels: [conda-forge]\ndependencies: [python=3.10, "conda-forge::pytorch>=2", einops, pytorch-cuda=12.4, {pip: [torch==2.4, rich]}]\n';
    const { kept, dropped } = filtered(text);
    assert.deepEqual(kept, { channels: ['conda-forge'], dependencies: ['einops', { pip: ['rich'] }] });
    assert.deepEqual(dropped, ['python=3.10', 'conda-forge::pytorch>=2', 'pytorch-cuda=12.4', 'torch==2.4']);
    assert.equal(filtered(text, 'as-pinned').kept.dependencies.length, 5);
  });

  it('has the files that its list for pip includes in their place, filtered too, and says which are not there', () => {
    const { kept, dropped, unread } = filtered(
      'dependencies:\n  - pip: [-r more.txt, rich]\n  - pip: [--requirement=gone.txt]\n',
    );
    assert.deepEqual(kept.dependencies, [
      { pip: ['scipy', `-e ${code('own')}`, 'sympy', 'rich', `-r ${code('sub/gone.txt')}`] },
    ]);
    assert.deepEqual([dropped, unread], [['Torch==2.4'], ['sub/gone.txt']]);
  });

  const paths: [written: string, pushed: string][] = [
    ['-e .', `-e ${code('sub')}`],
    ['-e .[dev]', `-e ${code('sub/.[dev]')}`],
    ['--editable=../own[x]', `--editable=${code('own[x]')}`],
    ['-e own', `-e ${code('sub/own')}`],
    ['.', code('sub')],
    ['./own ; python_version > "3"', `${code('sub/own')} ; python_version > "3"`],
    ['../own[train]', code('own[train]')],
    ['vendor/own', code('sub/vendor/own')],
    ['wheels/a-1-py3-none-any.whl', code('sub/wheels/a-1-py3-none-any.whl')],
    ['a-1-py3-none-any.whl', code('sub/a-1-py3-none-any.whl')],
    ['--find-links wheels', `--find-links ${code('sub/wheels')}`],
    ...[
      'rich',
      'rich>=1 # of docs/need.md',
      'own[a] @ https://x.example/y/own-1.tar.gz',
      '-e git+https://x.example/y.git#egg=y',
      'git+ssh://git@x.example/y.git',
      '/opt/own',
      '-e /opt/own',
      'https://x.example/own-1-py3-none-any.whl',
      '--find-links https://x.example/wheels',
      '--extra-index-url https://x.example/simple',
    ].map((same): [string, string] => [same, same]),
  ];
  it('tells the paths of its list for pip from the code, wherever conda starts pip', () => {
    for (const [written, pushed] of paths)
      for (const torch of ['keep-image', 'as-pinned'] as const)
        assert.deepEqual(
          filtered(`dependencies: [{pip: [${JSON.stringify(written)}]}]\n`, torch).kept.dependencies,
          [{ pip: [pushed] }],
          written,
        );
  });

  const needsTorch: [conda: string, pip: string][] = [
    ['torchmetrics', 'torchmetrics'],
    ['pytorch-lightning=2', 'pytorch-lightning==2.*'],
    ['conda-forge::accelerate=1.2.0=pyhd8ed1ab_0', 'accelerate==1.2.0'],
    ['timm ==1.0.3', 'timm==1.0.3'],
    ['timm=1.0.*', 'timm==1.0.*'],
    ['peft 0.10', 'peft==0.10'],
    ['Diffusers >=0.30, <1', 'diffusers>=0.30,<1'],
    ['Open-Clip-Torch', 'open-clip-torch'],
  ];
  it('has pip install what conda would bring a PyTorch of its own for, in the same versions [P0-10]', () => {
    for (const [conda, pip] of needsTorch) {
      const { kept, moved } = filtered(`dependencies: [${JSON.stringify(conda)}, {pip: [rich]}]\n`);
      assert.deepEqual(kept.dependencies, [{ pip: ['rich', pip] }], conda);
      assert.deepEqual(moved, [conda]);
      assert.deepEqual(
        filtered(`dependencies: [${JSON.stringify(conda)}]\n`, 'as-pinned').kept.dependencies,
        [conda],
      );
    }
    for (const none of ['torchmetrics[build=cpu]', 'timm 1.0|2.0', 'numpy=2', 'pytorch_geometric'])
      assert.deepEqual(filtered(`dependencies: [${JSON.stringify(none)}]\n`).kept.dependencies, [none]);
  });
});

describe('what installs requirements', () => {
  it('is known by the name of the file', () => {
    assert.deepEqual(['a/uv.lock', 'poetry.lock', 'requirements/gpu.txt'].map(installerOf), [
      'uv',
      'poetry',
      'pip',
    ]);
  });
});
