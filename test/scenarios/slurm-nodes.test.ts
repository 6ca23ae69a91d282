// Over a minute: torchrun trains on two nodes of a real Slurm, loses a rank, loses a node, and goes on.
// In turn: what befalls work in a queue or on several nodes
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isLong, leftOut } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type SlurmTestbed, slurmTestbed } from '../slurm-testbed.ts';
import { ofType, onlyStory } from './ledger-story.ts';
import { type Place, repositoryRoot } from './run-bundle.ts';
import { jobsOf, placeAt, placeJobOfCluster } from './slurm-cluster.ts';
import type { JobFile } from './tiny-job.ts';

/** As `docs/nodes.md` has it; torch 1.13 on Python 3.11 stumbles over its own default of the last two. */
const TORCHRUN = [
  '/usr/bin/python3 -m torch.distributed.run --nnodes=$GPU_LEASE_NODES --nproc_per_node=1 --max_restarts=3',
  '--rdzv_backend=c10d --rdzv_id=$GPU_LEASE_RUN --rdzv_endpoint=$MASTER_ADDR:$MASTER_PORT',
  '--redirects=1 --tee=1 train.py',
].join(' ');
const PULLED = /checkpoint of step \d+ pulled, hash-equal and loaded/;

function placeTwoNodes(place: Place, change: (job: JobFile) => void = () => {}): void {
  cpSync(join(repositoryRoot, 'examples', 'torchrun', 'train.py'), join(place.repository, 'train.py'));
  placeJobOfCluster(place, {
    slurm: { memoryGb: 1.5 },
    change: (job) => {
      job['resources'] = { nodes: 2 };
      job['run'] = `echo "$GPU_LEASE_NODE_RANK" >>"$GPU_LEASE_OUT/starts.txt"; exec ${TORCHRUN}`;
      job['vars'] = { STEPS: 240, CKPT_EVERY: 20, STEP_MS: 60, OMP_NUM_THREADS: 1 };
      job['metrics'] = { path: 'metrics.jsonl', 'total-steps': 240 };
      job['artifacts'] = [
        { path: 'checkpoints/last.pt', role: 'checkpoint', keep: 'last', contains: ['model', 'step'] },
        { path: 'metrics.jsonl', role: 'metrics' },
        { path: 'starts.txt', role: 'opaque' },
      ];
      job['checkpoint'] = { path: 'checkpoints/last.pt', resume: 'continues' };
      change(job);
    },
  });
}

/** Processes that Slurm started for a node of a run, by the environment that it gave them. */
function processesOf(run: string, ...variables: string[]): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const words = readFileSync(`/proc/${entry}/environ`, 'utf8').split('\0');
      const isOurs = words.some((word) => word.startsWith(`GPU_LEASE_MARK=${run}/`));
      return isOurs && variables.every((each) => words.includes(each)) ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}

/** The second node as the job sees it. Some of its processes end of themselves when the ones that they hang on are gone. */
function killNode(run: string): void {
  const pids = processesOf(run, 'SLURM_PROCID=1');
  assert.ok(pids.length > 0, 'no process of the second node');
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
    }
  }
}

const logOf = (bed: SlurmTestbed, run: string, attempt: number): string => {
  const path = join(bed.home, '.gpu-lease', run, 'attempts', String(attempt), 'cells', 'main', 'log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Which rank lies on which node is torchrun's choice; the metrics are on the file system of all. */
const lastStep = (bed: SlurmTestbed, run: string): number => {
  const path = join(bed.home, '.gpu-lease', run, 'cells', 'main', 'out', 'metrics.jsonl');
  return Number(/"step": (\d+)[^\n]*\n$/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0);
};

async function until(what: string, is: () => boolean, show: () => string): Promise<void> {
  const giveUpAt = Date.now() + 90_000;
  while (!is()) {
    assert.ok(Date.now() < giveUpAt, `${what} within 90 s: ${show()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('a job of two nodes on a Slurm cluster', {
  skip: missing('slurm', 'sshd', 'testbed', 'ssh', 'torch'),
  timeout: 600_000,
}, () => {
  let bed: SlurmTestbed;
  before(async () => {
    bed = await slurmTestbed({ acct: 'none' });
  });
  after(() => bed?.down());

  it('trains by torchrun, which brings back a lost rank, and is begun again as one when a node is lost [ND-06] [MN5]', async (t) => {
    const place = placeAt(t, bed);
    placeTwoNodes(place);
    const running = place.start(['run'], { timeoutSeconds: 400 });
    await running.says(PULLED);
    const { id } = onlyStory(place).run;
    const first = () => logOf(bed, id, 1);
    assert.match(first(), /PREFLIGHT ok - 2 nodes.*all-reduce by gloo/);

    const [rank] = processesOf(id, 'RANK=1');
    process.kill(rank ?? assert.fail('no process of rank 1'), 'SIGKILL');
    await until('torchrun begins again', () => /resumed at step \d+ of 240/.test(first()), first);
    assert.equal(onlyStory(place).run.leases.length, 1);

    const begunAgain = lastStep(bed, id);
    await until('it gets further', () => lastStep(bed, id) > begunAgain + 20, first);
    killNode(id);
    const done = await running.ended;
    assert.equal(done.exitCode, 0, `${done.output}\n${first()}`);
    assert.match(first(), /NODES_LOST of 2 nodes these ended without a word: .*1/);
    const story = onlyStory(place);
    assert.ok(story.run.seal && story.run.closed, 'sealed and closed');
    assert.equal((await jobsOf(bed, id)).length, 1, 'the same submission all along');
    assert.ok(ofType(story, 'started').length >= 2);
    const resumed = ofType(story, 'resumed');
    assert.ok(
      resumed.length > 0 &&
        resumed.every(({ firstStep, verifiedStep }) => firstStep > verifiedStep - 1 && firstStep > 0),
    );
    assert.match(logOf(bed, id, 2), /last\.pt is read alike by all/);
    const starts = readFileSync(join(story.run.seal.place, 'main', 'starts.txt'), 'utf8')
      .trim()
      .split('\n');
    assert.deepEqual(starts.sort(), ['0', '0', '1', '1']);
  });

  if (!isLong) leftOut('torchrun goes on with fewer nodes of a Slurm cluster');
  else
    it('goes on with the rest of its nodes where fewer are enough, in the same attempt [ND-07] [MN6]', async (t) => {
      const place = placeAt(t, bed);
      placeTwoNodes(place, (job) => {
        job['resources'] = { nodes: 2, 'least-nodes': 1 };
        const floor = '--nnodes=$GPU_LEASE_LEAST_NODES:$GPU_LEASE_NODES --rdzv_conf=last_call_timeout=3';
        job['run'] = `exec ${TORCHRUN.replace('--nnodes=$GPU_LEASE_NODES', floor)}`;
        job['artifacts'] = job['artifacts'].filter(({ path }: JobFile) => path !== 'starts.txt');
      });
      const running = place.start(['run'], { timeoutSeconds: 300 });
      await running.says(PULLED);
      const { id } = onlyStory(place).run;
      killNode(id);
      const done = await running.ended;
      const log = logOf(bed, id, 1);
      assert.equal(done.exitCode, 0, `${done.output}\n${log}`);
      assert.match(log, /NODES_FEWER 1 of 2 nodes came to the end; the job needs 1/);
      const story = onlyStory(place);
      assert.equal(ofType(story, 'started').length, 1, 'no other attempt');
      const metrics = readFileSync(join(story.run.seal?.place ?? '', 'main', 'metrics.jsonl'), 'utf8');
      assert.match(metrics, /"step": 1, .*"world": 2\}\n/);
      assert.match(metrics, /"step": 240, .*"world": 1\}\n$/);
    });

  it('names the node that failed first, with its last lines and its exit code [ND-05] [MN3]', async (t) => {
    const place = placeAt(t, bed);
    placeTwoNodes(place, (job) => {
      job['run'] =
        'if [ "$GPU_LEASE_NODE_RANK" = 1 ]; then sleep 1; echo "RuntimeError: no such layer" >&2; exit 7; fi; sleep 60';
      job['preflight'] = 'none';
    });
    const done = await place.run(['run'], { timeoutSeconds: 100 });
    assert.equal(done.exitCode, 1, done.output);
    const story = onlyStory(place);
    assert.equal(story.run.halted?.code, 'cells-dead');
    const log = logOf(bed, story.run.id, 1);
    assert.match(
      log,
      /RuntimeError: no such layer\nNODES_FAILED node 1 \(.+\) of 2 was the first to fail, with exit code 7/,
    );
    assert.match(done.output, /main is dead: node 1 \(.+\) of 2 was the first to fail, with exit code 7/);
    assert.equal(ofType(story, 'cell-ended').at(-1)?.exitCode, 7);
  });

  it('is not started where the look at its nodes finds a fault, and the run says which [MN2] [ND-02]', async (t) => {
    const place = placeAt(t, bed);
    placeTwoNodes(place, (job) => {
      job['vars'].GLOO_SOCKET_IFNAME = 'ib9';
      job['preflight'] = { timeout: '20s' };
    });
    const done = await place.run(['run'], { timeoutSeconds: 150 });
    assert.equal(done.exitCode, 1, done.output);
    assert.match(
      done.output,
      /the command was not started, MN2: node 0 \(.*\): GLOO_SOCKET_IFNAME=ib9 names no interface there/,
    );
    const story = onlyStory(place);
    assert.equal(story.run.halted?.code, 'cells-dead');
    const starts = join(bed.home, '.gpu-lease', story.run.id, 'cells', 'main', 'out', 'starts.txt');
    assert.equal(existsSync(starts), false, 'no node began');
  });

  it('is told on every node that its time is over, and saves [P2-06]', async (t) => {
    const place = placeAt(t, bed);
    placeTwoNodes(place);
    const running = place.start(['run'], { timeoutSeconds: 300 });
    await running.says(PULLED);
    const { id, leases } = onlyStory(place).run;
    await bed.slurm('scancel', '--batch', '--signal=TERM', leases[0]?.boxId ?? '');
    const done = await running.ended;
    assert.equal(done.exitCode, 0, done.output);
    const node = readFileSync(
      join(bed.home, '.gpu-lease', id, 'attempts', '1', 'cells', 'main', 'nodes', '1.log'),
      'utf8',
    );
    for (const log of [logOf(bed, id, 1), node]) assert.match(log, /stopped by SIGTERM after step \d+/);
    assert.match(logOf(bed, id, 2), /resumed at step \d+ of 240/);
  });
});
