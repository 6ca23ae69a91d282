// Over ten seconds: whole lives on a real Slurm, whose commands run where a container would.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { placeAt, placeJobOfCluster } from './slurm-cluster.ts';
import type { JobFile } from './tiny-job.ts';

const DIGEST = 'b'.repeat(64);

/** In the place of a container's program, which Debian has not: takes its options as documented and runs the command on the node. */
const APPTAINER = `#!/bin/sh
printf '%s ' "$@" >>"$HOME/called"; echo >>"$HOME/called"
[ "$1" = exec ] || exit 64
shift
while :; do case $1 in
  --pwd) cd "$2" || exit 65; shift 2 ;;
  --bind) [ -d "\${2%%:*}" ] || exit 66; shift 2 ;;
  --nv) shift ;;
  -*) exit 67 ;;
  *) break ;;
esac; done
IN_IMAGE=$1; export IN_IMAGE; shift
exec "$@"
`;
/** srun as it is, behind the options that pyxis would have taken off. */
const SRUN = `#!/bin/bash
[ "$1" != --help ] || { echo '      --container-image=[USER@][REGISTRY#]IMAGE[:TAG]|PATH'; exit; }
printf '%s ' "$@" >>"$HOME/called"; echo >>"$HOME/called"
own=()
for each; do case $each in
  --container-image=*) IN_IMAGE=\${each#*=}; export IN_IMAGE ;;
  --container-mounts=* | --container-workdir=*) ;;
  *) own+=("$each") ;;
esac; done
exec REAL "\${own[@]}"
`;

/** Its trainer says where it ran and with what. */
const saying = (job: JobFile): void => {
  const said = `"$IN_IMAGE $SLURM_CPUS_PER_TASK \${SLURM_STEP_ID:-none} $CUDA_VISIBLE_DEVICES"`;
  job['run'] = `echo ${said} >>"$GPU_LEASE_OUT/starts.txt"; exec node train.mjs`;
  job['resources'] = { gpu: { count: 1 } };
};

describe('a job in an image on a Slurm cluster', {
  skip: missing('slurm', 'sshd', 'testbed', 'ssh'),
  timeout: 400_000,
}, () => {
  let bed: SlurmTestbed;
  before(async () => {
    bed = await slurmTestbed({ acct: 'none' });
    mkdirSync(join(bed.home, 'images'));
    for (const name of ['torch.sif', 'torch.sqsh']) writeFileSync(join(bed.home, 'images', name), name);
  });
  after(() => bed?.down());

  const where = (id: string) =>
    readFileSync(join(bed.home, '.gpu-lease', id, 'cells', 'main', 'out', 'starts.txt'), 'utf8').trim();

  it('is refused where the cluster has nothing to run it, and nothing is submitted', async (t) => {
    const place = placeAt(t, bed);
    placeJobOfCluster(place, {
      slurm: { container: 'apptainer', gres: 'gpu:1' },
      change: (job) => {
        saying(job);
        job['image'] = `pytorch@sha256:${DIGEST}`;
      },
    });
    const refused = await place.run(['plan'], { timeoutSeconds: 60 });
    assert.match(refused.output, /there is no apptainer, and no module is named/);
    const done = await place.run(['run'], { timeoutSeconds: 60 });
    assert.notEqual(done.exitCode, 0);
    assert.equal(await bed.slurm('squeue', '-h', '-t', 'all'), '');
  });

  it('runs in it by apptainer, by its digest, and its keeper runs outside', async (t) => {
    const undo = await bed.shadow('apptainer', APPTAINER);
    const place = placeAt(t, bed);
    placeJobOfCluster(place, {
      slurm: { container: 'apptainer', gres: 'gpu:1' },
      change: (job) => {
        saying(job);
        job['image'] = `nvcr.io/nvidia/pytorch:24.05-py3@sha256:${DIGEST}`;
      },
    });
    const done = await place.run(['run'], { timeoutSeconds: 150 });
    await undo();
    assert.equal(done.exitCode, 0, done.output);
    const { run } = onlyStory(place);
    assert.ok(run.seal && run.closed, done.output);
    assert.match(
      where(run.id),
      new RegExp(`^docker://nvcr\\.io/nvidia/pytorch@sha256:${DIGEST} 1 none [01]$`),
    );
    assert.match(readFileSync(join(bed.home, 'called'), 'utf8'), /^exec --nv --pwd /);
    // The nodes of this test bed have cards in the words of Slurm alone.
    const [ofPlace, ofMachine] = ofType(onlyStory(place), 'audited');
    assert.deepEqual([ofPlace?.fit, ofMachine?.fit, ofMachine?.attempt], [true, false, 1]);
    assert.match(done.output, /NOT FIT, U31/);
  });

  it('runs as a step of srun by enroot, with its cores and cards, and its file is known by its sum [SLURM3]', async (t) => {
    const undo = await bed.shadow('srun', SRUN);
    const image = join(bed.home, 'images', 'torch.sqsh');
    const place = placeAt(t, bed);
    placeJobOfCluster(place, {
      slurm: { container: 'enroot', image, gres: 'gpu:1', cpus: 2 },
      change: saying,
    });
    const done = await place.run(['run'], { timeoutSeconds: 150 });
    await undo();
    assert.equal(done.exitCode, 0, done.output);
    const { run } = onlyStory(place);
    assert.ok(run.seal && run.closed, done.output);
    assert.match(where(run.id), new RegExp(`^${image} 2 0 [01]$`));
    const sum = readFileSync(join(bed.home, '.gpu-lease', run.id, 'image.sha256'), 'utf8');
    assert.match(sum, /^[0-9a-f]{64}\n10 \d+\n$/);
  });

  it('starts steps of its own with the cores and cards of the job, also without an image [SLURM3]', async (t) => {
    const place = placeAt(t, bed);
    placeJobOfCluster(place, {
      slurm: { gres: 'gpu:1', cpus: 3 },
      change: (job) => {
        saying(job);
        const nested = 'echo "$SLURM_CPUS_PER_TASK $SLURM_CPUS_ON_NODE $CUDA_VISIBLE_DEVICES"';
        job['run'] = `srun sh -c '${nested}' >>"$GPU_LEASE_OUT/starts.txt"; exec node train.mjs`;
      },
    });
    const done = await place.run(['run'], { timeoutSeconds: 150 });
    assert.equal(done.exitCode, 0, done.output);
    assert.match(where(onlyStory(place).run.id), /^3 [34] [01]$/);
  });
});
