// Over ten seconds: what a queue runs, and runs again, is this shell script; only real shells and processes show what it does.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { EngineWord, Probe } from '../../src/box/box-plan.ts';
import { install, probe } from '../../src/box/keeper.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { sbatch } from '../../src/launch/sbatch.ts';
import { missing } from '../requirement.ts';
import { onBox } from './keeper-run.ts';
import { eventually, kill, processesOf, SHELLS, type ShellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

type Over = Parameters<typeof planOf>[0];

/** Slurm's two commands that the keeper calls, as far as it does: the state is a file, and a requeue is written down and ends the job. */
async function withEngine({ bin, home }: ShellBox): Promise<void> {
  await writeFile(join(home, 'state'), 'RUNNING\n');
  await writeFile(join(bin, 'squeue'), `#!/bin/sh\ncat '${home}/state'\n`, { mode: 0o755 });
  const requeue = `#!/bin/sh\necho "$@" >>'${home}/asked'\nkill -KILL "$(cat '${home}/batch.pid')"\n`;
  await writeFile(join(bin, 'scontrol'), requeue, { mode: 0o755 });
}

/** Lays an attempt down and hands it over; `begun` counts how often it was let go. */
async function handed(
  box: ShellBox,
  over: Over,
  keep?: (secrets: string) => Promise<string>,
): Promise<{ dir: RunDir; begun: () => number }> {
  const plan = planOf({ isElsewhere: true, ...over });
  const { dir } = await install(box.channel, plan, keep);
  let count = 0;
  const begin = async () => {
    count += 1;
  };
  const outcome = await sbatch.start(box.channel, dir, plan.attempt, {
    name: 'tiny-7-1',
    earlier: 'over',
    begin,
  });
  assert.equal(outcome.outcome, 'started');
  return { dir, begun: () => count };
}

/** What the engine runs: the lines of the submission's script. */
function batch(box: ShellBox, restarts: number, engine = 'slurm'): ChildProcess {
  const script = `echo $$ >"$HOME/batch.pid"; { read -r keeper; read -r base; } <"$HOME/.gpu-lease/.queue/tiny-7-1"; exec sh "$keeper" batch "$base" ${engine}`;
  return spawn(join(box.bin, 'sh'), ['-c', script], {
    env: { ...box.env, SLURM_JOB_ID: '42', ...(restarts > 0 && { SLURM_RESTART_COUNT: String(restarts) }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function over(child: ChildProcess): Promise<number | string> {
  const { exitCode, signalCode } = child;
  if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode ?? 'gone';
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 'gone')));
}

const seenWhen = (
  box: ShellBox,
  dir: RunDir,
  word: EngineWord,
  is: (seen: Probe) => boolean,
): Promise<Probe> =>
  eventually('it is seen', async () => {
    const seen = await probe(box.channel, dir, word);
    return is(seen) ? seen : undefined;
  });

const STEPS =
  'i=$(cat "$GPU_LEASE_OUT/step" 2>/dev/null || echo 0); while [ $i -lt 40 ]; do i=$((i + 1)); echo $i >"$GPU_LEASE_OUT/step"; sleep 0.1; done';

for (const shell of SHELLS) {
  describe(`what a queue runs, on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('is what was handed over, which runs nothing by itself', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir, begun } = await handed(box, {
          command: 'echo "$SECRET" >"$GPU_LEASE_OUT/said"',
          secrets: { SECRET: 's3' },
        });
        assert.equal(begun(), 1);
        assert.equal((await probe(box.channel, dir, 'waiting')).queue, 'absent');
        assert.equal(await over(batch(box, 0)), 0);
        const seen = await probe(box.channel, dir, 'over');
        assert.deepEqual([seen.queue, seen.queueExitCode, seen.attempt], ['ended', 0, 1]);
        assert.equal(await readFile(join(dir.base, 'cells/main/out/said'), 'utf8'), 's3\n');
        assert.equal(existsSync(join(dir.base, 'gpu-lease.shared')), false, 'its secrets end with it');
      });
    });

    it('reads its secrets where its engine keeps them, and ends at once where they are not', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const kept = join(box.home, 'kept');
        const keep = async (secrets: string) => {
          await writeFile(kept, secrets);
          return kept;
        };
        const command = 'echo "$SECRET" | tr 0-9 a-z >"$GPU_LEASE_OUT/said"';
        const { dir } = await handed(box, { command, secrets: { SECRET: 's3cr3t' } }, keep);
        assert.equal(spawnSync('grep', ['-rlF', 's3cr3t', dir.base], { encoding: 'utf8' }).stdout, '');
        assert.equal(await over(batch(box, 0, 'kubernetes')), 0);
        assert.equal(await readFile(join(dir.base, 'cells/main/out/said'), 'utf8'), 'sdcrdt\n');
        assert.equal(existsSync(kept), true, "they are the engine's to take away");
      });
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(
          box,
          { command: 'true', secrets: { SECRET: 's3' } },
          async () => '/nowhere/kept',
        );
        assert.equal(await over(batch(box, 0, 'kubernetes')), 5);
        assert.match(
          await readFile(join(dir.base, 'attempts/1/queue.exit'), 'utf8'),
          /^5 \d+ no secrets can be read at/,
        );
        assert.equal(existsSync(join(dir.base, 'cells/main/out/said')), false);
      });
    });

    it('is the same attempt for whoever hands it over again, and is let go again', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(box, { command: 'true' });
        let times = 0;
        const again = {
          name: 'tiny-7-1',
          earlier: 'over',
          begin: async () => {
            times += 1;
          },
        } as const;
        assert.equal((await sbatch.start(box.channel, dir, 1, again)).outcome, 'started');
        assert.equal(await over(batch(box, 0)), 0);
        assert.equal((await sbatch.start(box.channel, dir, 1, again)).outcome, 'already');
        assert.equal(times, 2);
      });
    });

    it('is told that its time is nearly over, saves, asks for its place again and goes on where it was', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(box, { command: STEPS, secrets: { SECRET: 's3' } });
        const first = batch(box, 0);
        await seenWhen(box, dir, 'running', ({ cells }) => cells[0]?.state === 'running');
        await eventually('a few steps', () =>
          readFile(join(dir.base, 'cells/main/out/step'), 'utf8').catch(() => undefined),
        );
        first.kill('SIGTERM');
        assert.equal(await over(first), 'SIGKILL');
        assert.equal(await readFile(join(box.home, 'asked'), 'utf8'), 'requeue 42\n');
        const between = await probe(box.channel, dir, 'waiting');
        assert.deepEqual([between.queue, between.attempt], ['ended', 1]);
        assert.ok((between.takenAwayAt ?? 0) > 0);
        const step = Number(await readFile(join(dir.base, 'cells/main/out/step'), 'utf8'));
        assert.ok(step > 0 && step < 40, `${step}`);
        const second = batch(box, 1);
        await seenWhen(box, dir, 'running', ({ attempt }) => attempt === 2);
        assert.equal(await over(second), 0);
        const seen = await probe(box.channel, dir, 'over');
        assert.deepEqual([seen.queue, seen.queueExitCode, seen.attempt], ['ended', 0, 2]);
        assert.equal(await readFile(join(dir.base, 'cells/main/out/step'), 'utf8'), '40\n');
      });
    });

    it('ends for Kubernetes with 143 where it was told to, and otherwise where its own time was over', async () => {
      await onBox(shell, async (box) => {
        const { dir } = await handed(box, { command: 'exec sleep 100', deadManSeconds: 2 });
        assert.equal(await over(batch(box, 0, 'kubernetes')), 124);
        const seen = await probe(box.channel, dir, 'over');
        assert.deepEqual([seen.queue, seen.queueExitCode, seen.takenAwayAt], ['ended', 143, undefined]);
      });
      await onBox(shell, async (box) => {
        const { dir } = await handed(box, { command: 'exec sleep 100' });
        const told = batch(box, 0, 'kubernetes');
        await seenWhen(box, dir, 'running', ({ cells }) => cells[0]?.state === 'running');
        told.kill('SIGTERM');
        assert.equal(await over(told), 143);
      });
    });

    it('runs what is left of several cells when its machine is lost, and not what has finished', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const cells = ['a', 'b', 'c'].map((name) => ({
          name,
          command: `echo run >>"$GPU_LEASE_OUT/runs"; [ ${name} != b ] || [ -e "$HOME/second" ] || exec sleep 100`,
          vars: { NAME: name },
        }));
        const { dir } = await handed(box, { cells });
        const first = batch(box, 0);
        await seenWhen(box, dir, 'running', (seen) => seen.cells[1]?.state === 'running');
        await lose(box, first, dir);
        await writeFile(join(box.home, 'second'), '');
        assert.equal(await over(batch(box, 1)), 0);
        const seen = await probe(box.channel, dir, 'over');
        assert.deepEqual(
          seen.cells.map(({ name, exitCode }) => [name, exitCode]),
          [
            ['b', 0],
            ['c', 0],
          ],
        );
        const runs = (name: string) => readFile(join(dir.base, `cells/${name}/out/runs`), 'utf8');
        assert.deepEqual(
          [await runs('a'), await runs('b'), await runs('c')],
          ['run\n', 'run\nrun\n', 'run\n'],
        );
      });
    });

    it('has as much time in all as its budget says, however often it is begun again', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(box, { command: 'exec sleep 100', deadManSeconds: 600 });
        const first = batch(box, 0);
        await seenWhen(box, dir, 'running', ({ cells }) => cells[0]?.state === 'running');
        await lose(box, first, dir);
        const begun = (await stat(join(dir.base, 'attempts/1/elsewhere'))).mtimeMs / 1000;
        await utimes(join(dir.base, 'attempts/1/heartbeat'), begun + 597, begun + 597);
        assert.equal(await over(batch(box, 1)), 143);
        const seen = await probe(box.channel, dir, 'over');
        assert.deepEqual([seen.attempt, seen.cells[0]?.reason], [2, 'dead-man']);
        assert.equal(
          existsSync(join(box.home, 'asked')),
          false,
          'what its own timer ended is not asked for again',
        );
      });
    });

    it('starts nothing on a machine whose durable directory is another one of that name [SLURM5]', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const durableDir = join(box.home, 'durable');
        await mkdir(durableDir);
        const command = 'echo ran >"$GPU_LEASE_OUT/ran"';
        const { dir } = await handed(box, { command, durableDir });
        await rm(durableDir, { recursive: true });
        await mkdir(durableDir);
        assert.equal(await over(batch(box, 0)), 5);
        const seen = await probe(box.channel, dir, 'over');
        assert.match(
          seen.queueReason ?? '',
          /durable of \S+ is not the one that its files were laid down beside/,
        );
        assert.equal(existsSync(join(dir.base, 'cells/main/out/ran')), false);
        const again = await handed(box, { command, durableDir, attempt: 2 });
        assert.equal(await over(batch(box, 0)), 0);
        assert.ok(existsSync(join(again.dir.base, 'cells/main/out/ran')));
        assert.deepEqual(await readdir(durableDir), ['tiny-7'], 'nothing but the copies is left there');
      });
    });

    it('has each machine look at itself before anything runs there', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        await writeFile(join(box.bin, 'nvidia-smi'), '#!/bin/sh\necho no devices were found; exit 6\n', {
          mode: 0o755,
        });
        const { dir } = await handed(box, { command: 'true', auditThere: { withCards: true } });
        assert.equal((await probe(box.channel, dir, 'waiting')).audited, undefined);
        assert.equal(await over(batch(box, 0)), 0);
        assert.equal((await probe(box.channel, dir, 'over')).audited, true);
        const text = await readFile(join(dir.base, 'attempts/1/audit'), 'utf8');
        assert.match(text, /^K gpu\.exit 6$/m);
        assert.match(text, /GPU-LEASE audited\n$/);
      });
    });

    it('is not begun again where it ended by itself', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(box, { command: 'echo run >>"$GPU_LEASE_OUT/runs"; exit 7' });
        assert.equal(await over(batch(box, 0)), 1);
        assert.equal(
          await over(batch(box, 1)),
          0,
          'an engine that begins it again for its code does so once',
        );
        assert.equal(await readFile(join(dir.base, 'cells/main/out/runs'), 'utf8'), 'run\n');
        assert.equal((await probe(box.channel, dir, 'over')).cells[0]?.exitCode, 7);
      });
    });

    it('asks for no place again where somebody cancelled it', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(box, { command: STEPS });
        const first = batch(box, 0);
        await seenWhen(box, dir, 'running', ({ cells }) => cells[0]?.state === 'running');
        await writeFile(join(box.home, 'state'), 'COMPLETING\n');
        first.kill('SIGTERM');
        assert.equal(await over(first), 143);
        assert.equal(existsSync(join(box.home, 'asked')), false);
      });
    });

    it('ends by our order, which only its own keeper can carry out', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(box, {
          command: 'trap "echo saved >$GPU_LEASE_OUT/saved; exit 0" TERM; while :; do sleep 0.1; done',
        });
        const first = batch(box, 0);
        await seenWhen(box, dir, 'running', ({ cells }) => cells[0]?.state === 'running');
        await sbatch.signal(box.channel, dir, 10);
        assert.equal(await over(first), 143);
        assert.equal(await readFile(join(dir.base, 'cells/main/out/saved'), 'utf8'), 'saved\n');
        assert.equal(existsSync(join(box.home, 'asked')), false, 'what we ended is not asked for again');
      });
    });

    it('is alive by the word of its engine, and without one by the age of its heartbeat', async () => {
      await onBox(shell, async (box) => {
        await withEngine(box);
        const { dir } = await handed(box, { command: 'exec sleep 100' });
        const first = batch(box, 0);
        await seenWhen(box, dir, 'running', ({ cells }) => cells[0]?.state === 'running');
        const states = async (word: EngineWord) => {
          const seen = await probe(box.channel, dir, word);
          return [seen.queue, seen.cells[0]?.state];
        };
        assert.deepEqual(await states('running'), ['running', 'running']);
        assert.deepEqual(await states('unknown'), ['running', 'running']);
        assert.deepEqual(await states('over'), ['lost', 'lost']);
        await lose(box, first, dir);
        const heartbeat = join(dir.base, 'attempts/1/heartbeat');
        const { mtimeMs } = await stat(heartbeat);
        await utimes(heartbeat, mtimeMs / 1000 - 400, mtimeMs / 1000 - 400);
        assert.deepEqual(await states('unknown'), ['lost', 'lost']);
        // An attempt that may live somewhere is never started beside.
        await utimes(heartbeat, new Date(), new Date());
        await install(box.channel, planOf({ isElsewhere: true, attempt: 2 }));
        const next = { name: 'tiny-7-2', begin: async () => {} };
        await assert.rejects(sbatch.start(box.channel, dir, 2, { ...next, earlier: 'unknown' }), {
          code: 'still-running',
        });
        assert.equal(
          (await sbatch.start(box.channel, dir, 2, { ...next, earlier: 'over' })).outcome,
          'started',
        );
      });
    });
  });
}

/** A machine that is gone takes everything on it along. */
async function lose(box: ShellBox, first: ChildProcess, dir: RunDir): Promise<void> {
  const queue = (await readFile(join(dir.base, 'attempts/1/queue'), 'utf8')).split(' ')[0];
  first.kill('SIGKILL');
  kill(Number(queue));
  await over(first).catch(() => undefined);
  for (const pid of await processesOf(box.home)) kill(pid);
}
