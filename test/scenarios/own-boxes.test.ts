// Over ten seconds: torchrun trains on two machines behind real SSH servers, loses a rank, loses a machine, and goes on.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { letReach, withVariables } from '../box/own-machines.ts';
import { eventually } from '../box/shell-channel.ts';
import { missing } from '../requirement.ts';
import { type SshdTestbed, sshdTestbed } from '../testbed.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { sshReadsThisHome, writeSshConfig } from './own-ssh-box.ts';
import { type Place, placeFor, repositoryRoot } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const UNFIT = 16;
/** As `docs/nodes.md` has it; torch 1.13 on Python 3.11 stumbles over its own default of the last two. */
const TORCHRUN = [
  '/usr/bin/python3 -m torch.distributed.run --nnodes=$GPU_LEASE_NODES --nproc_per_node=1 --max_restarts=3',
  '--rdzv_backend=c10d --rdzv_id=$GPU_LEASE_RUN --rdzv_endpoint=$MASTER_ADDR:$MASTER_PORT',
  '--redirects=1 --tee=1 train.py',
].join(' ');

/** `my-box` of the place is the first of two machines, and the second is `peer1` for the first alone. */
async function twoMachines(t: TestContext, place: Place): Promise<{ bed: SshdTestbed; home: string }> {
  const bed = await sshdTestbed(2);
  t.after(() => bed.down());
  const [first] = bed.boxes;
  if (!first) throw new Error('the testbed has no box');
  const dir = join(place.home, '.ssh');
  mkdirSync(dir, { mode: 0o700 });
  writeFileSync(join(dir, 'id_box'), bed.clientKey, { mode: 0o600 });
  writeFileSync(join(dir, 'known_hosts'), readFileSync(bed.knownHosts));
  writeSshConfig(place, { port: first.port, user: bed.user, key: join(dir, 'id_box') });
  sshReadsThisHome(place);
  await letReach(first.home, bed, 1);
  return { bed, home: first.home };
}

const onBoth = (job: JobFile): void => {
  job['smoke'] = 'none';
  job['resources'] = { nodes: 2 };
  job['candidates'] = [{ platform: 'generic-ssh', attach: 'my-box', peers: ['peer1'], usdPerHour: 0 }];
};

function placeTorchJob(place: Place): void {
  cpSync(join(repositoryRoot, 'examples', 'torchrun', 'train.py'), join(place.repository, 'train.py'));
  placeTinyJob(place, (job) => {
    onBoth(job);
    job['run'] = `echo "$GPU_LEASE_NODE_RANK" >>"$GPU_LEASE_OUT/starts.txt"; exec ${TORCHRUN}`;
    job['vars'] = { STEPS: 240, CKPT_EVERY: 20, STEP_MS: 60, OMP_NUM_THREADS: 1 };
    job['metrics'] = { path: 'metrics.jsonl', 'total-steps': 240 };
    job['artifacts'] = [
      { path: 'checkpoints/last.pt', role: 'checkpoint', keep: 'last', contains: ['model', 'step'] },
      { path: 'metrics.jsonl', role: 'metrics' },
      { path: 'starts.txt', role: 'opaque' },
    ];
    job['checkpoint'] = { path: 'checkpoints/last.pt', resume: 'continues' };
    job['retry'] = { max: 3 };
  });
}

describe('a job on several machines of one’s own', {
  skip: missing('sshd', 'testbed', 'ssh'),
  timeout: 400_000,
}, () => {
  it('trains by torchrun, which brings back a lost rank, and begins again as one when a machine is lost [MN5]', {
    skip: missing('torch'),
  }, async (t) => {
    const place = placeFor(t);
    const { bed, home } = await twoMachines(t, place);
    placeTorchJob(place);
    const running = place.start(['run'], { timeoutSeconds: 300 });
    await running.says(/checkpoint of step \d+ pulled, hash-equal and loaded/);
    const { id } = onlyStory(place).run;
    const base = join(home, '.gpu-lease', id);
    const logOf = (attempt: number): string => {
      const path = join(base, 'attempts', String(attempt), 'cells', 'main', 'log');
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    };
    assert.match(logOf(1), /PREFLIGHT ok - 2 nodes.*all-reduce by gloo/);
    const [rank] = await withVariables(`GPU_LEASE_BASE=${base}`, 'GPU_LEASE_NODE_RANK=1', 'LOCAL_RANK=0');
    process.kill(rank ?? assert.fail('no process of the second machine'), 'SIGKILL');
    await eventually('torchrun begins again', async () =>
      /resumed at step \d+ of 240/.test(logOf(1)) ? true : undefined,
    );
    const lastStep = () =>
      Number(
        /"step": (\d+)[^\n]*\n$/.exec(readFileSync(join(base, 'cells/main/out/metrics.jsonl'), 'utf8'))?.[1],
      );
    const begunAgain = lastStep();
    await eventually('it gets further', async () => (lastStep() > begunAgain + 20 ? true : undefined));
    await bed.fault('drop', 'box1');
    const done = await running.ended;
    assert.equal(done.exitCode, 0, `${done.output}\n${logOf(1)}\n${logOf(2)}`);
    assert.match(logOf(1), /NODES_LOST of 2 nodes the connection to these ended without a word: 1/);
    assert.match(done.output, /the connection to one of its nodes ended without a word/);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, 'sealed and closed');
    assert.equal(ofType(story, 'intended').length, 1, 'the same lease all along');
    assert.equal(ofType(story, 'started').length, 2);
    const resumed = ofType(story, 'resumed');
    assert.ok(resumed.length > 0 && resumed.every(({ firstStep }) => firstStep > 0));
    assert.match(logOf(2), /last\.pt is read alike by all/);
    const starts = readFileSync(join(story.run.seal.place, 'main', 'starts.txt'), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(starts.sort(), ['0', '0', '1', '1']);
    assert.deepEqual(await withVariables(`GPU_LEASE_BASE=${base}`), [], 'nothing runs on any of them');
  });

  it('is not begun where the first cannot log in to the second: 16, with whom, where and what to do [ND-04]', async (t) => {
    const place = placeFor(t);
    const { bed, home } = await twoMachines(t, place);
    placeTinyJob(place, onBoth);
    await bed.configure('box1', /^AuthorizedKeysFile .*$/m, 'AuthorizedKeysFile none');
    const run = await place.run(['run']);
    assert.equal(run.exitCode, UNFIT, run.output);
    const at = `${bed.user}@127\\.0\\.0\\.1:${bed.boxes[1]?.port}`;
    assert.match(
      run.output,
      new RegExp(
        `NOT FIT, ND-04: Node 1 \\(${at}\\) does not let the first machine log in .*Permission denied`,
      ),
    );
    assert.match(run.output, /Put the public key of the first machine's user into ~\/\.ssh\/authorized_keys/);
    assert.deepEqual(ofType(onlyStory(place), 'started'), []);
    assert.ok(!existsSync(join(home, '.gpu-lease')), 'nothing was laid down');
  });
});
