// Over ten seconds: what two pods run together is this shell script; only real shells in process namespaces of their own show what it does.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { install, probe } from '../../src/box/keeper.ts';
import { kubeJob } from '../../src/launch/kube-job.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { missing } from '../requirement.ts';
import { onBox } from './keeper-run.ts';
import { eventually, SHELLS, type ShellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

/** A process namespace of its own, as a pod has. */
const UNSHARE = 'unshare';

type Over = Parameters<typeof planOf>[0];

async function handed(box: ShellBox, over: Over): Promise<RunDir> {
  const nodes = { count: 2, preflight: 'none' as const, resumes: [] };
  const { dir } = await install(box.channel, planOf({ isElsewhere: true, nodes, ...over }));
  await kubeJob.start(box.channel, dir, 1, { name: 'tiny-7-1', earlier: 'over', begin: async () => {} });
  return dir;
}

/** One pod: the lines of the manifest, in a process namespace of its own. */
function pod(box: ShellBox, index: number, env: Record<string, string> = {}): ChildProcess {
  const what = index === 0 ? 'batch "$base" kubernetes' : 'join "$base"';
  const script = `{ read -r keeper; read -r base; } <"$HOME/.gpu-lease/.queue/tiny-7-1"; exec sh "$keeper" ${what}`;
  const words = ['--pid', '--fork', '--mount-proc', '--kill-child', join(box.bin, 'sh'), '-c', script];
  const own = {
    JOB_COMPLETION_INDEX: String(index),
    GPU_LEASE_PODS: '2',
    GPU_LEASE_POD_IP: '127.0.0.1',
    GPU_LEASE_LOST_SECONDS: '5',
  };
  return spawn(UNSHARE, words, { env: { ...box.env, ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

interface End {
  code: number | null;
  said: string;
}

async function over(child: ChildProcess): Promise<End> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

/** As the kubelet does it: to the first process of the container. */
function tell(child: ChildProcess, signal: NodeJS.Signals): void {
  const pid = child.pid ?? assert.fail('no pod');
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  process.kill(Number(first), signal);
}

const said = (dir: RunDir, name: string): Promise<string> =>
  readFile(join(dir.base, 'cells/main/out', name), 'utf8').catch(() => '');
const log = (dir: RunDir, attempt = 1): string => {
  const path = join(dir.base, 'attempts', String(attempt), 'cells/main/log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Saves when it is told to, and says how it began. */
const SAVES = [
  'echo "$GPU_LEASE_NODE_RANK $GPU_LEASE_ATTEMPT" >>"$GPU_LEASE_OUT/begun"',
  'trap \'echo "$GPU_LEASE_NODE_RANK" >>"$GPU_LEASE_OUT/saved"; exit 0\' TERM',
  'i=0; while [ $i -lt 300 ] && [ "$GPU_LEASE_ATTEMPT" = 1 ]; do i=$((i + 1)); sleep 0.1; done',
].join('\n');

for (const shell of SHELLS) {
  describe(`two pods as one, on ${shell}`, {
    skip: missing(shell, 'netns'),
    concurrency: 4,
    timeout: 120_000,
  }, () => {
    it('run the command each with its own rank, what it needs and no more secrets, and end together', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          command:
            'echo "$GPU_LEASE_NODE_RANK of $GPU_LEASE_NODES at $MASTER_ADDR, $SECRET, $VAR" >>"$GPU_LEASE_OUT/said"; echo "from $GPU_LEASE_NODE_RANK"',
          secrets: { SECRET: "s'3" },
          vars: { VAR: 'a b' },
        });
        const ends = await Promise.all([0, 1].map((index) => over(pod(box, index))));
        assert.deepEqual(
          ends.map(({ code }) => code),
          [0, 0],
          JSON.stringify(ends),
        );
        const lines = (await said(dir, 'said')).trim().split('\n').sort();
        assert.deepEqual(
          lines,
          [0, 1].map((rank) => `${rank} of 2 at 127.0.0.1, s'3, a b`),
        );
        assert.match(log(dir), /^from 0$/m);
        assert.equal(readFileSync(join(dir.base, 'attempts/1/cells/main/nodes/1.log'), 'utf8'), 'from 1\n');
        const seen = await probe(box.channel, dir, 'over');
        assert.deepEqual([seen.queue, seen.queueExitCode], ['ended', 0]);
      });
    });

    it('end with the exit code of the one that failed first, which is named, and nothing begins them again [ND-05]', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          command: '[ "$GPU_LEASE_NODE_RANK" = 1 ] || exec sleep 60; echo "no such layer"; exit 7',
        });
        const [first, second] = await Promise.all([0, 1].map((index) => over(pod(box, index))));
        assert.deepEqual([first?.code, second?.code], [1, 0], JSON.stringify([first, second]));
        assert.match(
          log(dir),
          /no such layer\nNODES_FAILED node 1 \(.+\) of 2 was the first to fail, with exit code 7/,
        );
        const { cells } = await probe(box.channel, dir, 'over');
        assert.equal(cells[0]?.exitCode, 7);
      });
    });

    it('save all where one is told to end, and begin again as the next attempt', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, { command: SAVES });
        const pods = [0, 1].map((index) => pod(box, index));
        const ends = Promise.all(pods.map(over));
        await eventually('both have begun', async () =>
          (await said(dir, 'begun')).split('\n').length === 3 ? true : undefined,
        );
        const [, second] = pods;
        if (second) tell(second, 'SIGTERM');
        assert.deepEqual(
          (await ends).map(({ code }) => code),
          [143, 143],
        );
        assert.deepEqual((await said(dir, 'saved')).trim().split('\n').sort(), ['0', '1']);
        const between = await probe(box.channel, dir, 'waiting');
        assert.ok((between.takenAwayAt ?? 0) > 0);
        const again = await Promise.all([0, 1].map((index) => over(pod(box, index))));
        assert.deepEqual(
          again.map(({ code }) => code),
          [0, 0],
          JSON.stringify(again),
        );
        assert.deepEqual((await said(dir, 'begun')).trim().split('\n').sort(), ['0 1', '0 2', '1 1', '1 2']);
      });
    });

    it('are begun again where one is lost without a word', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, { command: SAVES });
        const pods = [0, 1].map((index) => pod(box, index));
        const ends = Promise.all(pods.map(over));
        await eventually('both have begun', async () =>
          (await said(dir, 'begun')).split('\n').length === 3 ? true : undefined,
        );
        const [, second] = pods;
        if (second) tell(second, 'SIGKILL');
        assert.equal((await ends)[0]?.code, 143);
        assert.match(
          log(dir),
          /NODES_LOST of 2 nodes these ended without a word: 1; all of them begin again/,
        );
      });
    });

    it('are begun again where the first one is not heard of any more', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, { command: SAVES });
        const pods = [0, 1].map((index) => pod(box, index));
        const ends = Promise.all(pods.map(over));
        await eventually('both have begun', async () =>
          (await said(dir, 'begun')).split('\n').length === 3 ? true : undefined,
        );
        const [first] = pods;
        if (first) tell(first, 'SIGKILL');
        const [, second] = await ends;
        assert.equal(second?.code, 143);
        assert.match(second?.said ?? '', /the first node has not been heard of for 5 s/);
        assert.equal((await said(dir, 'saved')).trim(), '1');
      });
    });

    it('wait for each other no longer than they may, and say which one did not come [ND-04]', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, { command: 'true' });
        const alone = await over(pod(box, 1, { GPU_LEASE_GATHER_SECONDS: '2' }));
        assert.equal(alone.code, 75);
        assert.match(alone.said, /the first of 2 nodes had not come after 2 s/);
        const first = await over(pod(box, 0, { GPU_LEASE_GATHER_SECONDS: '2' }));
        assert.equal(first.code, 1, first.said);
        assert.match(log(dir), /^PREFLIGHT fail ND-04 of 2 nodes these had not come after 2 s: 1;/m);
        const { cells } = await probe(box.channel, dir, 'over');
        assert.equal(cells[0]?.exitCode, 95);
      });
    });
  });
}
