import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { unpinnedRequirements } from '../../src/job/init/reading/declared.ts';
import { proposeJob } from '../../src/job/init.ts';
import { missing } from '../requirement.ts';
import { load } from './job-text.ts';

const propose = (files: Record<string, string>, name = 'demo') => {
  const contents = new Map(Object.entries(files));
  const proposal = proposeJob({ files: [...contents.keys()], read: (path) => contents.get(path) }, name);
  return { ...proposal, ...load(proposal.yaml) };
};

/** A runner's Python has had a reader of TOML since 3.11. */
const withoutToml = (): string | false =>
  spawnSync('python3', ['-c', 'import tomllib']).status === 0 ? false : 'python3 is older than 3.11';

const TORCH = `import argparse
import torch
import wandb
parser = argparse.ArgumentParser()
parser.add_argument("--output-dir", default="out")
parser.add_argument('--max-steps', type=int)
def main():
    log = open("metrics.jsonl", "a")
    last = os.path.join(args.output_dir, "last.pt")
    if os.path.exists(last): model.load_state_dict(torch.load(last)["model"]); first = torch.load(last)["step"] + 1
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, last)
if __name__ == "__main__":
    main()
`;

describe('gpu-lease init', () => {
  it('proposes a whole job for a PyTorch script', () => {
    const { job, warnings, yaml } = propose({
      'train.py': TORCH,
      'requirements.txt': 'torch==2.6.0\n',
      'README.md': '',
    });
    assert.equal(job.name, 'demo');
    assert.equal(job.run, 'python3 train.py --output-dir "$GPU_LEASE_OUT"');
    assert.equal(
      job.smoke !== 'none' && job.smoke.run,
      'python3 train.py --output-dir "$GPU_LEASE_OUT" --max-steps 20',
    );
    assert.ok(job.smoke !== 'none' && job.smoke.drill !== 'none');
    assert.deepEqual(job.requirements, { file: 'requirements.txt', torch: 'keep-image' });
    assert.deepEqual(job.secrets, ['WANDB_API_KEY']);
    assert.deepEqual(job.resources, {
      gpu: { names: [], count: 1, memoryGb: { min: 16 } },
      diskGb: { min: 20 },
    });
    assert.deepEqual(
      job.artifacts.map(({ path, role, keep }) => [path, role, keep]),
      [
        ['last.pt', 'checkpoint', 'last'],
        ['metrics.jsonl', 'metrics', 'evidence'],
      ],
    );
    assert.equal(job.checkpoint?.resume, 'continues');
    assert.equal(job.metrics?.path, 'metrics.jsonl');
    assert.equal(job.onFinish, 'hold');
    assert.deepEqual(warnings, []);
    assert.match(yaml, /^# yaml-language-server: \$schema=https:\/\//);
    assert.ok(!yaml.includes('CHECK'));
  });

  const cases: {
    it: string;
    files: Record<string, string>;
    run: string;
    smoke?: string;
    artifact: string;
    gpu: boolean;
  }[] = [
    {
      it: 'the Hugging Face parser',
      files: {
        'src/train.py':
          'from transformers import HfArgumentParser, TrainingArguments\nparser = HfArgumentParser(TrainingArguments)\nif __name__ == "__main__": main()\n',
      },
      run: 'python3 src/train.py --output_dir "$GPU_LEASE_OUT"',
      smoke:
        'python3 src/train.py --output_dir "$GPU_LEASE_OUT" --max_steps 20 --save_steps 5 --logging_steps 1 --use_cpu --save_strategy steps --report_to none',
      artifact: 'checkpoint-*/*.safetensors',
      gpu: true,
    },
    {
      it: 'hydra and Lightning',
      files: {
        'scripts/train.py':
          'import hydra\nimport lightning as L\n@hydra.main()\ndef main(cfg): L.Trainer()\n',
      },
      run: 'python3 scripts/train.py',
      smoke: 'MAX_STEPS=20 python3 scripts/train.py',
      artifact: '**/*.ckpt',
      gpu: true,
    },
    {
      it: 'click and JAX',
      files: {
        'main.py':
          'import click\nimport jax\n@click.command()\n@click.option("--out", "-o")\n@click.option("--epochs")\ndef main(): pass\n',
      },
      run: 'python3 main.py --out "$GPU_LEASE_OUT"',
      smoke: 'python3 main.py --out "$GPU_LEASE_OUT" --epochs 1',
      artifact: '**/*.msgpack',
      gpu: true,
    },
    {
      it: 'Keras',
      files: { 'train.py': 'from tensorflow import keras\nmodel.fit(x)\n' },
      run: 'cd "$GPU_LEASE_OUT" && python3 "$OLDPWD/train.py"',
      smoke: 'cd "$GPU_LEASE_OUT" && EPOCHS=1 python3 "$OLDPWD/train.py"',
      artifact: '**/*.keras',
      gpu: true,
    },
    {
      it: 'scikit-learn, without a GPU',
      files: { 'train.py': 'from sklearn import svm\nif __name__ == "__main__": pass\n' },
      run: 'python3 train.py',
      artifact: '**/*.joblib',
      gpu: false,
    },
    {
      it: 'a script that writes safetensors itself',
      files: {
        'train.py':
          'import numpy\nfrom safetensors.numpy import save_file\nif __name__ == "__main__": pass\n',
      },
      run: 'python3 train.py',
      artifact: '**/*.safetensors',
      gpu: false,
    },
    {
      it: 'a train script of package.json',
      files: { 'package.json': '{"scripts": {"train": "node train.mjs"}}', 'train.mjs': '' },
      run: 'npm run train',
      artifact: '**',
      gpu: false,
    },
    { it: 'a shell script', files: { 'train.sh': 'echo' }, run: 'sh train.sh', artifact: '**', gpu: false },
    { it: 'a script of Node', files: { 'train.mjs': '' }, run: 'node train.mjs', artifact: '**', gpu: false },
    {
      it: 'a framework that only the requirements name',
      files: {
        'train.py': 'from mine import go\nif __name__ == "__main__": go()\n',
        'requirements.txt': 'numpy==2.0.0\ntorch>=2\n',
      },
      run: 'python3 train.py',
      artifact: '**/*.pt',
      gpu: true,
    },
  ];
  for (const each of cases) {
    it(`recognises ${each.it}`, () => {
      const { job } = propose(each.files);
      assert.equal(job.run, each.run);
      assert.equal(job.smoke !== 'none' && job.smoke.run, each.smoke ?? each.run);
      assert.equal(job.artifacts[0]?.path, each.artifact);
      assert.equal(job.resources.gpu !== undefined, each.gpu);
    });
  }

  it('starts a script whose name could be an option of its interpreter', () => {
    const run = (path: string) =>
      load(proposeJob({ files: [path], read: () => TORCH }, 'demo', path).yaml).job.run;
    assert.match(run('-train.py'), /^python3 \.\/-train\.py --output-dir/);
    assert.equal(run('-train.sh'), 'sh ./-train.sh');
    assert.match(run('--lora.yml'), /^axolotl train \.\/--lora\.yml /);
  });

  it('prefers a script that can be started over a module of that name', () => {
    const { job } = propose({
      'pkg/train.py': 'def train(): pass\n',
      'tests/train.py': TORCH,
      'tools/run_train.py': TORCH,
    });
    assert.match(job.run, /tools\/run_train\.py/);
  });

  it('says what it could not find', () => {
    const { yaml, notes, job } = propose({ 'README.md': 'x' });
    assert.match(yaml, /CHECK: no training script was found/);
    assert.match(notes.join('\n'), /No training script was found/);
    assert.equal(job.artifacts[0]?.role, 'opaque');
  });

  for (const [writes, key] of [
    ['{"step": 1, "epoch": e, "loss": l}', 'step'],
    ['{"epoch": e, "loss": l}', 'epoch'],
    ['dict(iteration=i, loss=l)', 'iteration'],
  ] as const)
    it(`counts by the key of the rows that ${writes} makes, whatever other string is called "step"`, () => {
      const { job } = propose({
        'train.py': `${TORCH}\nlr_scheduler(interval="step")\nlog.write(json.dumps(${writes}))\n`.replaceAll(
          '"step": step',
          'n: step',
        ),
      });
      assert.equal(job.metrics?.stepKey, key);
    });

  it('says where a resume is not in sight, and claims none', () => {
    const { yaml, job } = propose({
      'train.py': 'import torch\nif __name__ == "__main__": torch.save(x, "a.pt")\n',
    });
    assert.match(yaml, /CHECK: nothing in the script loads a checkpoint/);
    assert.equal(job.checkpoint?.resume, 'none');
  });

  const project = '[project]\nname = "p"\nversion = "1"\ndependencies = [\n  "einops>=0.8",\n  "torch",\n]\n';
  const poetry = '[tool.poetry]\nname = "p"\n';
  const ofPoetry = '[tool.poetry.dependencies]\npython = "^3.11"\ntorch = "^2"\n';
  const built = (backend: string) => `[build-system]\nrequires = []\nbuild-backend = "${backend}"\n`;
  const setuptools = built('setuptools.build_meta');
  const two = { 'p/__init__.py': '', 'data/a.csv': '' };

  /** On the box, and the runner's: what is proposed there to be installed. */
  const installs: [string, Record<string, string>, file: string | undefined, own: boolean, runner: RegExp][] =
    [
      [
        'a project that says nothing of its build',
        { 'pyproject.toml': project },
        'pyproject.toml',
        false,
        /tomllib/,
      ],
      [
        'a lock of such a project',
        { 'pyproject.toml': project, 'uv.lock': '' },
        'uv.lock',
        false,
        /uv export --frozen .* && python3 -m pip install --no-deps -r \/tmp\/locked\.txt$/,
      ],
      [
        'a package that its builder finds',
        { 'pyproject.toml': `${project}${built('hatchling.build')}`, 'p/__init__.py': '' },
        'pyproject.toml',
        true,
        /^python3 -m pip install \.$/,
      ],
      [
        'a package with a lock',
        { 'pyproject.toml': `${project}${setuptools}`, 'poetry.lock': '' },
        'poetry.lock',
        true,
        /poetry export .* -r \/tmp\/locked\.txt && python3 -m pip install --no-deps \.$/,
      ],
      [
        'a project that hatchling finds nothing of',
        { 'pyproject.toml': `${project}${built('hatchling.build')}`, 'model.py': '' },
        'pyproject.toml',
        false,
        /tomllib/,
      ],
      [
        'several folders at the top, of which setuptools chooses none',
        { 'pyproject.toml': `${project}${setuptools}`, ...two },
        'pyproject.toml',
        false,
        /tomllib/,
      ],
      [
        'several modules at the top, likewise',
        { 'pyproject.toml': `${project}${setuptools}`, 'model.py': '' },
        'pyproject.toml',
        false,
        /tomllib/,
      ],
      [
        'several folders of which the project names one',
        { 'pyproject.toml': `${project}${setuptools}[tool.setuptools]\npackages = ["p"]\n`, ...two },
        'pyproject.toml',
        true,
        /^python3 -m pip install \.$/,
      ],
      [
        'a project of poetry that is no package',
        {
          'pyproject.toml': `${poetry}package-mode = false\n${ofPoetry}${built('poetry.core.masonry.api')}`,
          'poetry.lock': '',
          ...two,
        },
        'poetry.lock',
        false,
        /poetry export .* -r \/tmp\/locked\.txt$/,
      ],
      [
        'a project of uv that is no package',
        { 'pyproject.toml': `${project}${setuptools}[tool.uv]\npackage = false\n`, 'uv.lock': '' },
        'uv.lock',
        false,
        /uv export .* -r \/tmp\/locked\.txt$/,
      ],
      [
        'a package of poetry without its lock',
        { 'pyproject.toml': `${poetry}${ofPoetry}${built('poetry.core.masonry.api')}`, 'p/__init__.py': '' },
        undefined,
        true,
        /^python3 -m pip install \.$/,
      ],
      [
        'an environment of conda',
        { 'environment.yml': 'dependencies: [numpy]\n' },
        'environment.yml',
        false,
        /^conda env update/,
      ],
    ];
  for (const [what, files, file, own, runner] of installs)
    it(`proposes what can be installed, on the box as on a runner: ${what}`, () => {
      const { job, yaml } = propose({ 'train.py': TORCH, ...files });
      assert.equal(job.requirements?.file, file);
      const itself = file === undefined ? 'python3 -m pip install .' : 'python3 -m pip install --no-deps .';
      assert.equal(job.setup, own ? itself : undefined);
      const { smoke } = load(yaml.replace('  # setup: ', '  setup: ')).job;
      assert.match((smoke !== 'none' && smoke.setup) || '', runner);
    });

  it('proposes nothing to install where only its own tool reads the list, and says what to commit', () => {
    const cases: [string, RegExp | undefined][] = [
      [
        `${poetry}package-mode = false\n${ofPoetry}`,
        /CHECK: pyproject\.toml has its dependencies in \[tool\.poetry\.dependencies\]: commit\s+(# )?poetry\.lock/,
      ],
      [
        '[project]\nname = "p"\ndynamic = ["dependencies"]\n',
        /CHECK: pyproject\.toml computes its dependencies/,
      ],
      ['[tool.black]\n', undefined],
    ];
    for (const [text, words] of cases) {
      const { job, yaml } = propose({ 'train.py': TORCH, 'pyproject.toml': text });
      assert.deepEqual([job.requirements, job.setup], [undefined, undefined]);
      assert.doesNotMatch(yaml, /pip install/);
      if (words) assert.match(yaml, words);
      else assert.doesNotMatch(yaml, /pyproject/);
    }
  });

  it('proposes a command for a runner that installs the very list of the project', {
    skip: missing('python3') || withoutToml(),
  }, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'gl-init-'));
    t.after(() => rmSync(dir, { recursive: true }));
    const { yaml } = propose({ 'train.py': TORCH, 'pyproject.toml': project });
    const { smoke } = load(yaml.replace('  # setup: ', '  setup: ')).job;
    writeFileSync(join(dir, 'pyproject.toml'), project);
    // Everything but pip itself is real.
    writeFileSync(
      join(dir, 'python3'),
      `#!/bin/sh\ncase $2 in pip) cat "$5" >${dir}/installed ;; *) exec /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin python3 "$@" ;; esac\n`,
      { mode: 0o755 },
    );
    const setup = ((smoke !== 'none' && smoke.setup) || '').replaceAll('/tmp/', `${dir}/`);
    execFileSync('sh', ['-c', setup], { cwd: dir, env: { PATH: `${dir}:/usr/bin:/bin` } });
    assert.equal(readFileSync(join(dir, 'installed'), 'utf8'), 'einops>=0.8\ntorch\n');
  });

  it('tells which requirements are not pinned, and what the script itself risks [P1-12] [P2-17]', () => {
    const { notes } = propose({
      'train.py': 'import torch\nDataLoader(d, num_workers=4)\nx.fit()\n',
      'requirements.txt': 'numpy\ntorch==2.6.0\n',
    });
    assert.match(notes.join('\n'), /requirements\.txt does not pin every version \(numpy\)/);
    assert.match(notes.join('\n'), /train\.py:2: Worker processes start without/);
  });

  it('writes a file that loads, whatever the repository holds', () => {
    const name = fc.oneof(
      fc.constantFrom(
        'train.py',
        'main.py',
        'src/train.py',
        'train.sh',
        'train.mjs',
        'package.json',
        'requirements.txt',
        'pyproject.toml',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `${text}/train.py`),
    );
    const line = fc.constantFrom(
      'import torch',
      'import wandb',
      'import jax',
      '"a: b #.pt"',
      "'x\\'.jsonl'",
      'parser.add_argument("--out")',
      'parser.add_argument("--steps")',
      '{"scripts": {"train": 1}}',
      'null',
      '@hydra.main',
      'resume',
      '__main__',
      '\r\n',
    );
    const content = fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => lines.join('\n')),
    );
    fc.assert(
      fc.property(fc.dictionary(name, content, { maxKeys: 6 }), fc.string(), (files, job) => {
        assert.match(propose(files, job).job.name, /^[a-z0-9-]{1,40}$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a requirement is pinned', () => {
  it('only by one exact version or commit [P1-12]', () => {
    const text = `# comment
-r base.txt
numpy==2.0.0 ; python_version > "3.8"
torch===2.6.0+cu124
scipy == 1.0  # why
pandas
requests>=2
flask==1.*
mine @ git+https://host/x@${'a'.repeat(40)}
theirs @ git+https://host/x@main
locked==1.0 \\
    --hash=sha256:abc
`;
    assert.deepEqual(unpinnedRequirements(text), [
      'pandas',
      'requests>=2',
      'flask==1.*',
      'theirs @ git+https://host/x@main',
    ]);
  });
});
