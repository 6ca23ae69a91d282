import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Job, SlurmRequest } from '../../src/job/job.ts';
import { ASKED_NOTHING } from '../../src/job/slurm-schema.ts';
import { containerText } from '../../src/launch/container.ts';

const DIGEST = 'a'.repeat(64);
const IMAGE = `nvcr.io/nvidia/pytorch:24.05-py3@sha256:${DIGEST}`;
const withCards: Pick<Job, 'image' | 'resources'> = {
  image: IMAGE,
  resources: { gpu: { names: [], count: 2 } },
};

/** A node that has these programs, each of which prints what it was called with, a word a line. */
function nodeWith(t: TestContext, ...programs: string[]) {
  const dir = mkdtempSync(join(tmpdir(), 'gl-container-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const name of ['bin', 'base', 'code', 'tmp']) mkdirSync(join(dir, name));
  for (const program of programs) {
    const path = join(dir, 'bin', program);
    writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' ${program} "$@"\n`);
    chmodSync(path, 0o755);
  }
  const run = (request: Partial<SlurmRequest>, job = withCards, env: Record<string, string> = {}) => {
    const text = containerText(job, { ...ASKED_NOTHING, ...request }) ?? assert.fail('no script');
    writeFileSync(join(dir, 'container.sh'), text);
    try {
      const said = execFileSync('/bin/sh', [join(dir, 'container.sh'), '/plan/cell-1.sh'], {
        cwd: join(dir, 'code'),
        env: { PATH: `${join(dir, 'bin')}:/usr/bin:/bin`, GPU_LEASE_BASE: join(dir, 'base'), ...env },
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return { code: 0, words: said.trim().split('\n') };
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: string };
      return { code: status, words: stderr.trim().split('\n') };
    }
  };
  return { dir, run };
}

describe('a command in the image of its job', () => {
  it('runs where no program of containers is named without one', () => {
    assert.equal(containerText(withCards, ASKED_NOTHING), undefined);
    assert.equal(containerText(withCards), undefined);
  });

  it('is run by apptainer as its synopsis says: options, image, command', (t) => {
    const { dir, run } = nodeWith(t, 'apptainer', 'singularity');
    const tmp = join(dir, 'tmp');
    const { words } = run({ container: 'apptainer' }, withCards, {
      TMPDIR: tmp,
      GPU_LEASE_DATA: join(dir, 'none'),
    });
    assert.deepEqual(words, [
      ...[
        'apptainer',
        'exec',
        '--nv',
        '--pwd',
        join(dir, 'code'),
        '--bind',
        join(dir, 'base'),
        '--bind',
        tmp,
      ],
      // What pulls it takes a tag or a digest, and the digest counts.
      ...[`docker://nvcr.io/nvidia/pytorch@sha256:${DIGEST}`, 'sh', '/plan/cell-1.sh'],
    ]);
    const bare = run({ container: 'apptainer' }, { image: IMAGE, resources: {} });
    assert.ok(!bare.words.includes('--nv'), 'no cards are asked for');
  });

  it('is run by singularity where that is what the site has, and says so where it has neither', (t) => {
    const { run } = nodeWith(t, 'singularity');
    assert.equal(run({ container: 'apptainer' }).words[0], 'singularity');
    const none = nodeWith(t).run({ container: 'apptainer' });
    assert.equal(none.code, 97);
    assert.match(none.words.join(), /there is no apptainer on/);
  });

  it('is a step of srun where it is run by enroot, with the cores and cards that a step does not inherit [SLURM3]', (t) => {
    const { dir, run } = nodeWith(t, 'srun');
    const image = join(dir, 'torch.sqsh');
    writeFileSync(image, 'squashed');
    const env = { SLURM_CPUS_PER_TASK: '8', SLURM_GPUS_ON_NODE: '2' };
    const { words } = run({ container: 'enroot', image }, withCards, env);
    const [said = '', ...argv] = words;
    assert.match(said, /torch\.sqsh, SHA-256 [0-9a-f]{64}$/);
    const base = join(dir, 'base');
    assert.deepEqual(argv, [
      ...['srun', '--ntasks=1', '--cpus-per-task=8', '--gres=gpu:2'],
      ...[`--container-image=${image}`, `--container-mounts=${base}:${base}`],
      ...[`--container-workdir=${join(dir, 'code')}`, 'sh', '/plan/cell-1.sh'],
    ]);
  });

  it('keeps the sum of an image file, and runs in no other one of that name', (t) => {
    const { dir, run } = nodeWith(t, 'apptainer');
    const image = join(dir, 'torch.sif');
    writeFileSync(image, 'one');
    const request = { container: 'apptainer', image } as const;
    assert.equal(run(request).code, 0);
    const [sum = ''] = readFileSync(join(dir, 'base', 'image.sha256'), 'utf8').split('\n');
    assert.equal(sum, '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed');
    assert.equal(run(request).code, 0);
    writeFileSync(image, 'another');
    const other = run(request);
    assert.equal(other.code, 97);
    assert.match(other.words.join(), /has the SHA-256 [0-9a-f]{64}, and had 7692c3ad/);
    rmSync(image);
    assert.match(run(request).words.join(), /there is no image .*torch\.sif on /);
  });
});
