// Over ten seconds: the notebook runs a dozen times.
// In turn: a notebook or the trainer of an example, by itself
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { clientEnvironment, missing } from '../requirement.ts';
import type { JobFile } from '../scenarios/tiny-job.ts';
import {
  type ColabPlace,
  colabPlace,
  gpuLease,
  powerCut,
  resumedAt,
  savedIn,
  startNotebook,
  untilSaved,
} from './notebook-run.ts';

const STAND_IN = join(import.meta.dirname, 'stand-in');

async function exported(at: ColabPlace): Promise<string> {
  const outcome = await gpuLease(at, 'colab', 'export');
  assert.equal(outcome.exitCode, 0, outcome.output);
  return join(at.place.repository, 'tiny.colab.ipynb');
}

const quick = (job: JobFile): void => {
  job['vars'] = { TINY_STEPS: 30, TINY_STEP_MS: 5, TINY_CKPT_EVERY: 10 };
};

describe('the notebook that colab export writes', {
  skip: missing('git', 'python3'),
  timeout: 180_000,
}, () => {
  it('is one by the official validator, and the same bytes every time', {
    skip: missing('nbclient-client'),
  }, async (t) => {
    const at = colabPlace(t);
    const notebook = await exported(at);
    const first = readFileSync(notebook, 'utf8');
    const script =
      'import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], as_version=4)); print("valid")';
    const said = execFileSync('python3', ['-c', script, notebook], {
      env: clientEnvironment('nbclient'),
      encoding: 'utf8',
    });
    assert.equal(said.trim(), 'valid');
    rmSync(notebook);
    assert.equal(readFileSync(await exported(at), 'utf8'), first);
  });

  it('imports nothing but what Python brings, and google.colab where it is there', async (t) => {
    const notebook = await exported(colabPlace(t));
    const script = `
import ast, json, sys
found = set()
for cell in json.load(open(sys.argv[1]))["cells"]:
    if cell["cell_type"] == "code":
        for node in ast.walk(ast.parse("".join(cell["source"]))):
            if isinstance(node, ast.Import): found |= {each.name for each in node.names}
            if isinstance(node, ast.ImportFrom): found.add(node.module)
print(" ".join(sorted(name for name in found if name.split(".")[0] not in sys.stdlib_module_names)))`;
    assert.equal(
      execFileSync('python3', ['-c', script, notebook], { encoding: 'utf8' }).trim(),
      'google.colab',
    );
  });

  it('waits until Drive has what was written last, which is empty after a flush for a while, and says so [NB1] [F-D12]', async (t) => {
    const at = colabPlace(t, (job) => {
      quick(job);
      job['env'] = ['HUB_LOGIN'];
      job['run'] = 'echo "the login is $HUB_LOGIN" && node train.mjs';
      job['artifacts'].pop();
    });
    const notebook = await exported(at);
    const more = {
      PYTHONPATH: STAND_IN,
      STAND_IN_DRIVE: at.drive,
      STAND_IN_LATE_SECONDS: '1',
      STAND_IN_SECRET_HUB_LOGIN: 'a-value-that-nobody-prints',
      GPU_LEASE_DRIVE: '',
    };
    const changes = [`MOUNT=${JSON.stringify(join(at.place.dir, 'content', 'drive'))}`];
    const { exitCode, said } = await startNotebook(at, notebook, { more, changes }).ended;
    assert.equal(exitCode, 0, said);
    assert.match(
      said,
      /Mounted at [\s\S]*not on Drive: \S+ has 0 of \d+ bytes \(SYNC_FAILED[\s\S]*Drive has the 5 files of 1 of 1 cells/,
    );
    assert.match(said, /the login is \*\*\*/);
    assert.ok(!said.includes('a-value-that-nobody-prints'));
    assert.ok(!readFileSync(notebook, 'utf8').includes('a-value-that-nobody-prints'));
    const collected = await gpuLease(at, 'colab', 'collect', join(at.drive, 'gpu-lease'));
    assert.equal(collected.exitCode, 0, collected.output);
  });

  it('does not begin at the start where something was saved and none of it is whole, unless a person says so [F-D12]', async (t) => {
    const at = colabPlace(t);
    const notebook = await exported(at);
    const first = startNotebook(at, notebook);
    await untilSaved(first, at.drive, 2);
    await powerCut(at, first);
    // Of the same size, and one byte is another.
    for (const set of savedIn(at.drive).sets) {
      const path = join(set, 'files', 'checkpoints', 'last.safetensors');
      const content = readFileSync(path);
      content.writeUInt8(content.readUInt8(9000) ^ 1, 9000);
      writeFileSync(path, content);
    }
    const refused = await startNotebook(at, notebook).ended;
    assert.notEqual(refused.exitCode, 0);
    assert.match(
      refused.said,
      /something was saved, and none of it is whole on Drive now .* or set START_OVER = True/s,
    );
    assert.ok(!/starting at step 0/.test(refused.said), refused.said);
    const stubborn = await startNotebook(at, notebook, { how: 'stubborn' }).ended;
    assert.match(
      stubborn.said,
      /run failed: RuntimeError\('A cell above did not end well\. Run all cells again\.'\)/,
    );
    assert.ok(!/starting at step 0/.test(stubborn.said), stubborn.said);
    const over = await startNotebook(at, notebook, { changes: ['START_OVER=True'] }).ended;
    assert.equal(over.exitCode, 0, over.said);
    assert.match(over.said, /starting at step 0/);
  });

  it('ends when another session begins on the same folder, so that not both write there', async (t) => {
    const at = colabPlace(t);
    const notebook = await exported(at);
    const first = startNotebook(at, notebook);
    await untilSaved(first, at.drive, 2);
    const elsewhere = join(at.place.dir, 'another-machine');
    const second = startNotebook({ ...at, work: elsewhere }, notebook);
    const [one, other] = [await first.ended, await second.ended];
    assert.notEqual(one.exitCode, 0);
    assert.match(one.said, /another session has begun on this folder/);
    assert.equal(other.exitCode, 0, other.said);
    assert.ok(resumedAt(other.said) > 0, other.said);
    assert.equal((await gpuLease(at, 'colab', 'collect', at.drive)).exitCode, 0);
  });

  it('ends the command by a signal when a person stops it, and keeps what it saved then', async (t) => {
    const at = colabPlace(t);
    const notebook = await exported(at);
    const first = startNotebook(at, notebook);
    await untilSaved(first, at.drive, 2);
    first.child.kill('SIGINT');
    const stopped = await first.ended;
    assert.match(stopped.said, /stopped by you[\s\S]*Not done: exit codes \{'main': -1\}/);
    assert.equal((await gpuLease(at, 'colab', 'collect', at.drive)).exitCode, 1);
    const [, saved] =
      /stopped by SIGTERM after step (\d+), which is in the checkpoint/.exec(stopped.said) ?? [];
    const { exitCode, said } = await startNotebook(at, notebook).ended;
    assert.equal(exitCode, 0, said);
    assert.ok(resumedAt(said) > 0 && resumedAt(said) === Number(saved), `${stopped.said}${said}`);
  });

  it('runs a cell that ended well no second time, and tries one that failed again', async (t) => {
    const at = colabPlace(t, (job) => {
      quick(job);
      job['run'] =
        'echo "a run of $GPU_LEASE_CELL"; [ "$GPU_LEASE_CELL/$GPU_LEASE_ATTEMPT" != b/1 ] || exit 7; sh train.sh';
      job['cells'] = ['a', { name: 'b', vars: { TINY_SEED: 2 } }];
    });
    const notebook = await exported(at);
    const first = await startNotebook(at, notebook).ended;
    assert.notEqual(first.exitCode, 0);
    assert.match(first.said, /Not done: exit codes \{'a': 0, 'b': 7\}/);
    const early = await gpuLease(at, 'colab', 'collect', at.drive, '--json');
    assert.equal(early.exitCode, 1, early.output);
    assert.match(early.output, /cannot be sealed \(b ended with 7\)/);
    assert.deepEqual(JSON.parse(early.stdout).cells, [
      { cell: 'a', exitCode: 0 },
      { cell: 'b', exitCode: 7 },
    ]);
    const { exitCode, said } = await startNotebook(at, notebook).ended;
    assert.equal(exitCode, 0, said);
    assert.match(said, /a: ended in an earlier session, and is whole on Drive/);
    assert.deepEqual(said.match(/a run of \w/g), ['a run of b']);
    const collected = await gpuLease(at, 'colab', 'collect', at.drive, '--json');
    assert.equal(collected.exitCode, 0, collected.output);
    assert.equal(JSON.parse(collected.stdout).roster, 12);
  });

  it('asks for a GPU before anything is installed where the job does, and installs what the job requires [NB3]', async (t) => {
    const at = colabPlace(t, (job) => {
      quick(job);
      job['resources'] = { gpu: { name: 'A100', memory: '15GB+' } };
      job['budget'] = { usd: 1, hours: 1, usdPerHour: 1 };
      job['requirements'] = 'requirements.txt';
      job['setup'] = 'echo "set up in $PWD"';
    });
    const notebook = await exported(at);
    assert.equal(JSON.parse(readFileSync(notebook, 'utf8')).metadata.accelerator, 'GPU');
    const cards = ['exit 9', 'echo Tesla T4, 11264', 'echo Tesla T4, 15360'].map((says, index) => {
      const bin = join(at.place.dir, `card-${index}`);
      mkdirSync(bin);
      writeFileSync(join(bin, 'nvidia-smi'), `#!/bin/sh\n${says}\n`, { mode: 0o755 });
      return bin;
    });
    const refusals = [
      /has 0 GPUs of 1\. Choose another under Runtime/,
      /has a GPU of 11264 MiB, and the job asks for 15 GB/,
    ];
    for (const [index, refusal] of refusals.entries()) {
      const { exitCode, said } = await startNotebook(at, notebook, { bin: cards[index] ?? '' }).ended;
      assert.notEqual(exitCode, 0);
      assert.match(said, refusal);
      assert.ok(!said.includes('installing'), said);
    }
    // A PyTorch that was built without CUDA, and one that finds its card.
    const [without = '', site = ''] = [false, true].map((hasCuda) => {
      const dir = join(at.place.dir, `site-${hasCuda}`);
      mkdirSync(dir);
      const body = `class cuda:\n    is_available = staticmethod(lambda: ${hasCuda ? 'True' : 'False'})\n`;
      writeFileSync(join(dir, 'torch.py'), body);
      return dir;
    });
    const offline = { PIP_NO_INDEX: '1', PIP_NO_BUILD_ISOLATION: '1' };
    const run = (dir: string) =>
      startNotebook(at, notebook, {
        more: { ...offline, PIP_TARGET: dir, PYTHONPATH: dir },
        bin: cards[2] ?? '',
      }).ended;
    const blind = await run(without);
    assert.match(blind.said, /no CUDA\n[\s\S]*for CUDA ended with exit code 1; nothing was trained/);
    const { exitCode, said } = await run(site);
    assert.equal(exitCode, 0, said);
    assert.ok(existsSync(join(site, 'needed_by_the_job.py')), said);
    assert.match(said, /it has Tesla T4, and the job asks for A100/);
    assert.match(said, /set up in \S+\/code\/[0-9a-f]{40}$/m);
  });

  it('reads a private repository by a token that stands in no argument, no address and no file', async (t) => {
    const at = colabPlace(t, (job) => quick(job));
    const outcome = await gpuLease(
      at,
      'colab',
      'export',
      '--remote',
      'https://git.example.org/ada/private.git',
    );
    assert.equal(outcome.exitCode, 0, outcome.output);
    const bin = join(at.place.dir, 'bin');
    mkdirSync(bin);
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    // What the server would do: nothing without the header, and the repository with it.
    const git = [
      '#!/bin/sh',
      `echo "$*" >>"${at.place.dir}/arguments"`,
      `case " $* " in *" fetch "*) ;; *) exec ${real} "$@" ;; esac`,
      `[ "$GIT_CONFIG_KEY_0=$GIT_CONFIG_VALUE_0" = "http.https://git.example.org/.extraheader=Authorization: Basic $(printf x-access-token:a-token | base64)" ] || exit 128`,
      `unset GIT_CONFIG_COUNT; exec ${real} -c url.${join(at.place.dir, 'origin.git')}.insteadOf=https://git.example.org/ada/private.git "$@"`,
    ];
    writeFileSync(join(bin, 'git'), `${git.join('\n')}\n`, { mode: 0o755 });
    const notebook = join(at.place.repository, 'tiny.colab.ipynb');
    const refused = await startNotebook(at, notebook, { bin }).ended;
    assert.match(refused.said, /A private one needs the secret GH_TOKEN/);
    const { exitCode, said } = await startNotebook(at, notebook, { bin, more: { GH_TOKEN: 'a-token' } })
      .ended;
    assert.equal(exitCode, 0, said);
    assert.ok(!readFileSync(join(at.place.dir, 'arguments'), 'utf8').includes('a-token'));
    assert.equal(filesWith('a-token', at.work).length, 0);
  });
});

function filesWith(text: string, dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() && existsSync(path) && readFileSync(path, 'latin1').includes(text) ? [path] : [];
  });
}
