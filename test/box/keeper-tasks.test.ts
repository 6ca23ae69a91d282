// Over ten seconds: each task is a keeper of its own; only real shells and processes show that they keep out of each other's way.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { install, probe } from '../../src/box/keeper.ts';
import { listLogs } from '../../src/box/run-logs.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { sbatch } from '../../src/launch/sbatch.ts';
import { missing } from '../requirement.ts';
import { onBox } from './keeper-run.ts';
import { eventually, kill, processesOf, SHELLS, type ShellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

type Over = Parameters<typeof planOf>[0];

const NAME = 'tiny-7-1';

async function handed(box: ShellBox, over: Over): Promise<RunDir> {
  await writeFile(join(box.bin, 'squeue'), `#!/bin/sh\necho "$@" >>'${box.home}/asked'\necho RUNNING\n`, {
    mode: 0o755,
  });
  await writeFile(join(box.bin, 'scontrol'), `#!/bin/sh\necho "$@" >>'${box.home}/asked'\nexit 1\n`, {
    mode: 0o755,
  });
  const plan = planOf({ isElsewhere: true, isTasks: true, ...over });
  const { dir } = await install(box.channel, plan);
  const begin = async () => {};
  const { outcome } = await sbatch.start(box.channel, dir, plan.attempt, {
    name: NAME,
    earlier: 'over',
    begin,
  });
  assert.equal(outcome, 'started');
  return dir;
}

/** What the engine runs for one task. */
function task(
  box: ShellBox,
  place: number,
  env: Record<string, string> = {},
  engine = 'slurm',
): ChildProcess {
  const script = `{ read -r keeper; read -r base; } <"$HOME/.gpu-lease/.queue/${NAME}"; exec sh "$keeper" batch "$base" ${engine} "$1"`;
  return spawn(join(box.bin, 'sh'), ['-c', script, 'sh', String(place)], {
    env: { ...box.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const over = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => {
    const { exitCode, signalCode } = child;
    if (exitCode !== null || signalCode !== null) resolve(exitCode ?? signalCode ?? 'gone');
    else child.once('exit', (code, signal) => resolve(code ?? signal ?? 'gone'));
  });

const cellsOf = (names: readonly string[], command: string) =>
  names.map((name) => ({ name, command, vars: { NAME: name } }));

const here = (dir: RunDir, ...parts: string[]) => join(dir.base, 'attempts/1', ...parts);
const NOTHING = { over: '', ended: [] };

for (const shell of SHELLS) {
  describe(`tasks of one submission, on ${shell}`, { skip: missing(shell), concurrency: 3 }, () => {
    it('run one cell each at the same time, with one setup for all of them', async () => {
      await onBox(shell, async (box) => {
        const names = ['a', 'b', 'c', 'd', 'e', 'f'];
        const dir = await handed(box, {
          cells: cellsOf(names, 'echo "$NAME $GPU_LEASE_ATTEMPT" >>"$GPU_LEASE_OUT/said"; [ "$NAME" != c ]'),
          setup: 'echo once >>"$HOME/setups"; sleep 1',
          secrets: { SECRET: 's3' },
        });
        assert.equal((await probe(box.channel, dir, 'waiting', NOTHING)).queue, 'running');
        const codes = await Promise.all(names.map((_, place) => over(task(box, place))));
        assert.deepEqual(codes, [0, 0, 1, 0, 0, 0]);
        assert.equal(await readFile(join(box.home, 'setups'), 'utf8'), 'once\n');
        for (const name of names)
          assert.equal(await readFile(join(dir.base, `cells/${name}/out/said`), 'utf8'), `${name} 1\n`);
        const seen = await probe(box.channel, dir, 'over', NOTHING);
        assert.deepEqual([seen.queue, seen.queueExitCode, seen.attempt], ['ended', 1, 1]);
        assert.deepEqual(seen.tasks, { planned: 6, over: 6 });
        assert.deepEqual(
          seen.cells.map(({ name, state, exitCode }) => [name, state, exitCode]),
          names.map((name) => [name, 'exited', name === 'c' ? 1 : 0]),
        );
        assert.equal(seen.setup?.exitCode, 0);
        assert.equal(existsSync(join(dir.base, 'gpu-lease.shared')), false, 'secrets end with the last one');
        const log = (await listLogs(box.channel, dir)).find(({ cell }) => cell === 'c');
        assert.deepEqual([log?.attempt, log?.part, existsSync(log?.path ?? '')], [1, 'begun 1', true]);
        const left = await readdir(here(dir, 'looks'));
        assert.deepEqual(left.sort(), names, 'nothing half-written stays');
      });
    });

    it('tell nothing of cells whose end is known, and of those that the engine lost', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          cells: cellsOf(['a', 'b', 'c', 'd'], 'echo out of "$NAME"; [ "$NAME" = a ]'),
        });
        await Promise.all([0, 1].map((place) => over(task(box, place))));
        const seen = await probe(box.channel, dir, 'running', { over: '0-2', ended: ['a'] });
        assert.deepEqual(
          seen.cells.map(({ name, state, exitCode, task: place }) => [name, state, exitCode, place]),
          [
            ['b', 'exited', 1, undefined],
            ['c', 'lost', null, 2],
          ],
        );
        assert.match(seen.cells[0]?.logTail ?? '', /out of b/);
        assert.deepEqual([seen.queue, seen.tasks], ['running', { planned: 4, over: 2 }]);
      });
    });

    it('are begun again one by one, go on where they were, and leave the others alone', async () => {
      await onBox(shell, async (box) => {
        const steps =
          'i=$(cat "$GPU_LEASE_OUT/step" 2>/dev/null || echo 0); while [ $i -lt 30 ]; do i=$((i + 1)); echo $i >"$GPU_LEASE_OUT/step"; sleep 0.1; done; echo $GPU_LEASE_ATTEMPT >"$GPU_LEASE_OUT/attempt"';
        const dir = await handed(box, { cells: cellsOf(['a', 'b'], steps), deadManSeconds: 500 });
        const [first, other] = [task(box, 0), task(box, 1)];
        await eventually('a few steps', () =>
          readFile(join(dir.base, 'cells/a/out/step'), 'utf8').catch(() => undefined),
        );
        await lose(box, first, here(dir, 'tasks/a/1'));
        const lost = await probe(box.channel, dir, 'running', NOTHING);
        assert.equal(lost.queue, 'running');
        const again = task(box, 0);
        assert.deepEqual([await over(again), await over(other)], [0, 0]);
        const seen = await probe(box.channel, dir, 'over', NOTHING);
        assert.deepEqual(
          seen.cells.map(({ name, attempt, exitCode }) => [name, attempt, exitCode]),
          [
            ['a', 2, 0],
            ['b', 1, 0],
          ],
        );
        assert.equal(await readFile(join(dir.base, 'cells/a/out/attempt'), 'utf8'), '2\n');
        assert.ok(Number(await readFile(here(dir, 'tasks/a/2/dead-man'), 'utf8')) <= 500);
        assert.equal(await over(task(box, 0)), 0, 'what ended by itself is not begun again');
        assert.equal(existsSync(here(dir, 'tasks/a/3')), false);
      });
    });

    it('ask for their own place again, and never for that of the whole', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          cells: cellsOf(['a', 'b'], 'trap "exit 0" TERM; while :; do sleep 0.1; done'),
        });
        const first = task(box, 1, {
          SLURM_JOB_ID: '42',
          SLURM_ARRAY_JOB_ID: '42',
          SLURM_ARRAY_TASK_ID: '1',
        });
        await eventually(
          'it runs',
          async () => existsSync(here(dir, 'tasks/b/1/cells/b/entered')) || undefined,
        );
        first.kill('SIGTERM');
        await over(first);
        assert.match(await readFile(join(box.home, 'asked'), 'utf8'), /-j 42_1 .*\nrequeue 42_1\n/);
        assert.equal(existsSync(here(dir, 'over/b')), false, 'the engine may begin it again');
      });
    });

    it('have each machine look at itself before anything of its task runs there', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          cells: cellsOf(['a', 'b'], 'true'),
          auditThere: { withCards: false },
        });
        assert.equal(await over(task(box, 1)), 0);
        const seen = await probe(box.channel, dir, 'running', NOTHING);
        assert.deepEqual(
          seen.cells.map(({ name, audited }) => [name, audited]),
          [['b', 1]],
        );
        assert.match(await readFile(here(dir, 'tasks/b/1/audit'), 'utf8'), /GPU-LEASE audited\n$/);
      });
    });

    it('that share a node have each a port of its own', async () => {
      await onBox(shell, async (box) => {
        const said = 'echo "$MASTER_PORT $PET_MASTER_PORT" >"$GPU_LEASE_OUT/port"';
        const dir = await handed(box, { cells: cellsOf(['a', 'b'], said) });
        const portOf = (cell: string) => readFile(join(dir.base, `cells/${cell}/out/port`), 'utf8');
        await over(task(box, 0, { SLURM_JOB_ID: '4711' }));
        await over(task(box, 1, { SLURM_JOB_ID: '4712' }));
        assert.deepEqual([await portOf('a'), await portOf('b')], ['23376 23376\n', '23392 23392\n']);
      });
    });

    it('have one setup though the one that did it is lost', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          cells: cellsOf(['a', 'b'], 'true'),
          setup:
            'echo begun >>"$HOME/setups"; [ -e "$HOME/second" ] || exec sleep 100; echo done >>"$HOME/setups"',
        });
        const first = task(box, 0);
        await eventually('setup', () => readFile(join(box.home, 'setups'), 'utf8').catch(() => undefined));
        const second = task(box, 1);
        await writeFile(join(box.home, 'second'), '');
        await lose(box, first, here(dir, 'tasks/a/1'), second);
        const again = task(box, 0);
        assert.deepEqual([await over(second), await over(again)], [0, 0]);
        assert.equal(await readFile(join(box.home, 'setups'), 'utf8'), 'begun\nbegun\ndone\n');
      });
    });

    it('that find no setup end as a box does whose setup failed', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          cells: cellsOf(['a', 'b'], 'true'),
          setup: 'echo no such thing; exit 7',
        });
        assert.deepEqual(await Promise.all([0, 1].map((place) => over(task(box, place)))), [4, 4]);
        const seen = await probe(box.channel, dir, 'over', NOTHING);
        assert.deepEqual([seen.queue, seen.queueExitCode, seen.setup?.exitCode], ['ended', 4, 7]);
        assert.deepEqual(
          seen.cells.map(({ state }) => state),
          ['waiting', 'waiting'],
        );
      });
    });

    it('end on Kubernetes with no code by which it begins one of them again', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          cells: [...cellsOf(['a'], 'exit 78'), ...cellsOf(['b'], 'exit 143'), ...cellsOf(['c'], 'true')],
        });
        const codes = () => Promise.all([0, 1, 2].map((place) => over(task(box, place, {}, 'kubernetes'))));
        assert.deepEqual(await codes(), [1, 1, 0]);
        assert.deepEqual(await codes(), [1, 1, 0], 'where their ends were lost and they are begun again');
        assert.equal(existsSync(here(dir, 'tasks/a/2')), false);
      });
    });

    it('end by our order, those too that begin after it', async () => {
      await onBox(shell, async (box) => {
        const dir = await handed(box, {
          cells: cellsOf(['a', 'b'], 'trap "exit 0" TERM; while :; do sleep 0.1; done'),
        });
        const first = task(box, 0);
        await eventually(
          'it runs',
          async () => existsSync(here(dir, 'tasks/a/1/cells/a/entered')) || undefined,
        );
        await sbatch.signal(box.channel, dir, 10);
        assert.equal(await over(first), 143);
        assert.equal(await over(task(box, 1)), 143);
      });
    });
  });
}

/** A machine that is gone takes everything of that task along. */
async function lose(
  box: ShellBox,
  first: ChildProcess,
  at: string,
  ...others: ChildProcess[]
): Promise<void> {
  const queue = (await readFile(join(at, 'queue'), 'utf8')).split(' ')[0];
  first.kill('SIGKILL');
  kill(Number(queue));
  await over(first);
  const mark = at.split('/').slice(-3).join('/');
  const spared = new Set(others.map(({ pid }) => pid));
  for (const pid of await processesOf(box.home)) {
    const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!spared.has(Number(pid)) && (environ.includes(mark) || words.includes(mark))) kill(Number(pid));
  }
}
