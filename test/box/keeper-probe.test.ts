// Over ten seconds: what a probe says of a box is all that a watcher knows, and only real shells show it.
import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Probe } from '../../src/box/box-plan.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import { install, probe } from '../../src/box/keeper.ts';
import { readProbe } from '../../src/box/keeper-probe.ts';
import { growthOf } from '../../src/metrics/reader.ts';
import type { MetricsRule } from '../../src/metrics/rule.ts';
import { sightingOf } from '../../src/metrics/sighting.ts';
import { missing } from '../requirement.ts';
import { end, ended, onBox, started, text } from './keeper-run.ts';
import { eventually, SHELLS, type ShellBox } from './shell-channel.ts';
import { planOf } from './small-plan.ts';

const EVENTS = new URL(
  '../metrics/fixtures/tensorboard/events.out.tfevents.1.summary-writer',
  import.meta.url,
);
const WANDB = new URL('../metrics/fixtures/wandb/run-fixture.wandb', import.meta.url);
const TRACKIO = new URL('../metrics/fixtures/trackio/', import.meta.url);
const LINES = [{ path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss' }];

/** The first and the last step that the look shows of the one cell. */
function stepsIn({ cells }: Probe, sources: MetricsRule[] = LINES): (number | undefined)[] {
  const seen = sightingOf(cells[0]?.metrics ?? [], sources);
  return [seen?.firstAfter(0), seen?.last.step];
}

const HOSTILE = Buffer.concat([
  Buffer.from('a"b\\c\t\u001b[31mred\n::set-output name=x::y\r\n%0A`$(id)` {"gpuLease":1,\n'),
  Buffer.from([0x00, 0x01, 0x7f, 0xff, 0xfe, 0xc3, 0x28, 0x0a]),
  Buffer.from('ünï\u2028'),
]);

for (const shell of SHELLS) {
  describe(`keeper probe on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('brings any bytes of a log across in one line of JSON [P4-02]', async () => {
      await onBox(shell, async (box) => {
        await writeFile(join(box.home, 'noise'), HOSTILE);
        const dir = await started(box, { command: 'cat "$HOME/noise"' });
        const seen = await end(box, dir);
        assert.equal(seen.cells[0]?.logTail, new TextDecoder().decode(HOSTILE));
        const raw = await box.channel.exec(['sh', dir.keeper, 'probe', dir.base]);
        assert.equal(raw.stdout.split('\n').length, 2);
        assert.match(raw.stdout, /^[ -~]+\n$/);
        assert.doesNotMatch(raw.stdout, /set-output/);
      });
    });

    it('sends the last 4 KiB of a long log and how long it is', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, {
          command: 'i=0; while [ $i -lt 1000 ]; do echo "line $i 0123456789"; i=$((i + 1)); done',
        });
        assert.equal(seen.cells[0]?.logBytes, 19_890);
        assert.equal(seen.cells[0]?.logTail.length, 4096);
        assert.match(seen.cells[0]?.logTail ?? '', /line 999 0123456789\n$/);
      });
    });

    it('reads only what this attempt wrote into the metrics file, complete lines alone [P4-04] [D-10]', async () => {
      await onBox(shell, async (box) => {
        const metrics = [{ path: 'metrics.jsonl', growth: 'lines' as const }];
        const write = (lines: string) => `cd "$GPU_LEASE_OUT"; printf '${lines}' >>metrics.jsonl`;
        const first = await ended(box, { metrics, command: write('{"step":1}\\n{"step":2}\\n{"st') });
        assert.deepEqual(stepsIn(first), [1, 2]);
        const second = await ended(box, {
          metrics,
          attempt: 2,
          command: write('{"step":3}\\n{"step":4}\\n{"step":5'),
        });
        assert.deepEqual(stepsIn(second), [3, 4]);
        const third = await ended(box, { metrics, attempt: 3, command: 'true' });
        assert.deepEqual(stepsIn(third), [undefined, undefined]);
      });
    });

    it('finds the first line of an attempt that cut the file back and wrote past its old end', async () => {
      await onBox(shell, async (box) => {
        const metrics = [{ path: 'metrics.jsonl', growth: 'lines' as const }];
        const lines = (from: number, to: number) =>
          Array.from({ length: to - from }, (_, i) => `{"step":${from + i},"loss":0.5}\\n`).join('');
        await ended(box, { metrics, command: `printf '${lines(0, 7)}' >"$GPU_LEASE_OUT/metrics.jsonl"` });
        // From the checkpoint of step 4 on; the lines are longer now, so the old end lies inside one.
        const again = lines(4, 12).replaceAll('0.5', '0.4375');
        const command = `cd "$GPU_LEASE_OUT"; head -n 4 metrics.jsonl >m; printf '${again}' >>m; mv m metrics.jsonl`;
        const seen = await ended(box, { metrics, attempt: 2, command });
        const [first, last] = stepsIn(seen);
        assert.ok(first !== undefined && first > 4 && first < 8, String(first));
        assert.equal(last, 11);
      });
    });

    it('tells with what a file ends that an attempt left shorter than it was', async () => {
      await onBox(shell, async (box) => {
        const metrics = [{ path: 'metrics.jsonl', growth: 'lines' as const }];
        const steps = (to: number) => Array.from({ length: to }, (_, i) => `{"step":${i + 1}}\\n`).join('');
        await ended(box, { metrics, command: `printf '${steps(9)}' >"$GPU_LEASE_OUT/metrics.jsonl"` });
        const command = `printf '${steps(3)}{"st' >"$GPU_LEASE_OUT/metrics.jsonl"`;
        // The keeper may look between the write and the end, and then takes the shorter file for its new start: again.
        let seen = await ended(box, { metrics, attempt: 2, command });
        for (let attempt = 3; attempt < 30 && stepsIn(seen)[1] === undefined; attempt += 1) {
          await writeFile(
            join(box.home, '.gpu-lease/tiny-7/cells/main/out/metrics.jsonl'),
            steps(9).replaceAll('\\n', '\n'),
          );
          seen = await ended(box, { metrics, attempt, command });
        }
        assert.deepEqual(stepsIn(seen), [undefined, 3]);
      });
    });

    for (const { name, rewrite, firstStep } of [
      { name: 'started over', rewrite: ': >metrics.jsonl', firstStep: 0 },
      {
        name: 'cut back to the checkpoint',
        rewrite: 'head -n 2 metrics.jsonl >m; cat m >metrics.jsonl',
        firstStep: 0,
      },
    ]) {
      it(`notices a metrics file that was ${name}`, async () => {
        await onBox(shell, async (box) => {
          const metrics = [{ path: 'metrics.jsonl', growth: 'lines' as const }];
          const out = join(box.home, '.gpu-lease/tiny-7/cells/main/out');
          await mkdir(out, { recursive: true });
          await writeFile(join(out, 'metrics.jsonl'), '{"old":1}\n{"old":2}\n{"old":3}\n{"old":4}\n');
          const command = `cd "$GPU_LEASE_OUT"; ${rewrite}; while [ ! -f go ]; do sleep 0.1; done; i=0; while [ $i -lt 9 ]; do echo "{\\"step\\":$i}" >>metrics.jsonl; i=$((i + 1)); done`;
          const dir = await started(box, { command, metrics });
          await eventually('the keeper saw the shorter file', async () =>
            (await text(box, 'attempts/1/cells/main/metrics.0').catch(() => '40 ')).startsWith('40 ')
              ? undefined
              : true,
          );
          await writeFile(join(out, 'go'), '');
          const seen = await end(box, dir);
          assert.deepEqual(stepsIn(seen), [firstStep, 8]);
        });
      });
    }

    it('follows the newest file of a pattern, and shows nothing that lay there before the attempt', async () => {
      await onBox(shell, async (box) => {
        const csv: MetricsRule = {
          path: 'logs/version_*/metrics.csv',
          format: 'csv',
          stepKey: 'step',
          lossKey: 'loss',
        };
        const state: MetricsRule = {
          ...csv,
          path: 'checkpoint-*/trainer_state.json',
          format: 'trainer-state',
        };
        const metrics = [csv, state].map((rule) => ({ path: rule.path, growth: growthOf(rule) }));
        const version = (n: number, rows: string) =>
          `mkdir -p logs/version_${n}; printf 'epoch,step,train_loss,val_loss\\n${rows}' >logs/version_${n}/metrics.csv`;
        const saved = (step: number) =>
          `mkdir -p checkpoint-${step}; printf '{"global_step": ${step}, "log_history": [{"loss": 0.5, "step": ${step}}]}' >checkpoint-${step}/trainer_state.json`;
        const first = await ended(box, {
          metrics,
          command: `cd "$GPU_LEASE_OUT"; ${version(0, '0,1,0.5,\\n0,1,,0.7\\n0,2,0.25,\\n0,3,0.')}; ${saved(2)}`,
        });
        assert.deepEqual(stepsIn(first, [csv]), [1, 2]);
        assert.deepEqual(sightingOf(first.cells[0]?.metrics ?? [], [csv])?.last, { step: 2, loss: 0.25 });
        const savedOnly = (seen: Probe) =>
          sightingOf(seen.cells[0]?.metrics.filter(({ source }) => source === 1) ?? [], [csv, state]);
        assert.deepEqual(savedOnly(first)?.last, { step: 2, loss: 0.5 });
        const idle = await ended(box, { metrics, attempt: 2, command: 'true' });
        assert.deepEqual(idle.cells[0]?.metrics, []);
        const third = await ended(box, {
          metrics,
          attempt: 3,
          command: `cd "$GPU_LEASE_OUT"; ${version(1, '1,3,0.2,\\n1,4,0.1,\\n')}; ${saved(4)}`,
        });
        assert.deepEqual(stepsIn(third, [csv]), [3, 4]);
        assert.equal(third.cells[0]?.metrics[0]?.path, 'logs/version_1/metrics.csv');
        assert.equal(savedOnly(third)?.firstAfter(2), 4);
        const appended = `cd "$GPU_LEASE_OUT"; printf '1,5,0.05,\\n' >>logs/version_1/metrics.csv`;
        const fourth = await ended(box, { metrics, attempt: 4, command: appended });
        assert.deepEqual(stepsIn(fourth, [csv]), [5, 5], 'by the header at the start of the file');
      });
    });

    it('sends the start of a log of events and its last blocks, found again by their sums [P4-20] [U39]', async () => {
      await onBox(shell, async (box) => {
        const events: MetricsRule = {
          path: 'runs/**/*tfevents*',
          format: 'tensorboard',
          stepKey: 'step',
          lossKey: 'loss',
        };
        const metrics = [{ path: events.path, growth: growthOf(events) }];
        await copyFile(EVENTS, join(box.home, 'events'));
        const command =
          'mkdir -p "$GPU_LEASE_OUT/runs/a"; f=$GPU_LEASE_OUT/runs/a/events.out.tfevents.1.h; for i in 1 2 3 4 5; do cat "$HOME/events"; done >"$f"';
        const seen = await ended(box, { metrics, command });
        assert.deepEqual(stepsIn(seen, [events]), [1, 40]);
        const [sent] = seen.cells[0]?.metrics ?? [];
        assert.equal(sent?.tail.at, 98_304);
        const again = await ended(box, { metrics, attempt: 2, command: 'true' });
        assert.deepEqual(again.cells[0]?.metrics, [], 'nothing of it is of this attempt');
      });
    });

    it('sends of a run of Weights & Biases the start and the last blocks [U35]', async () => {
      await onBox(shell, async (box) => {
        const run: MetricsRule = {
          path: 'wandb/*run-*/run-*.wandb',
          format: 'wandb',
          stepKey: '_step',
          lossKey: 'loss',
        };
        await copyFile(WANDB, join(box.home, 'run'));
        const command =
          'd=$GPU_LEASE_OUT/wandb/offline-run-1-x; mkdir -p "$d"; cat "$HOME/run" >"$d/run-x.wandb"';
        const seen = await ended(box, { metrics: [{ path: run.path, growth: growthOf(run) }], command });
        assert.deepEqual(stepsIn(seen, [run]), [1, 150]);
        assert.equal(seen.cells[0]?.metrics[0]?.tail.at, 32_768);
      });
    });

    it('sends of a database what was written to it last, beside it', async () => {
      await onBox(shell, async (box) => {
        const rule: MetricsRule = {
          path: 'trackio/*.d*[bl]',
          format: 'trackio',
          stepKey: '_step',
          lossKey: 'loss',
        };
        for (const name of ['amid.db', 'amid.db-wal'])
          await writeFile(join(box.home, name), gunzipSync(await readFile(new URL(`${name}.gz`, TRACKIO))));
        const command =
          'd=$GPU_LEASE_OUT/trackio; mkdir -p "$d"; cat "$HOME/amid.db" >"$d/p.db"; cat "$HOME/amid.db-wal" >"$d/p.db-wal"; : >"$d/p.db-shm"; : >"$d/p.lock"';
        const seen = await ended(box, { metrics: [{ path: rule.path, growth: growthOf(rule) }], command });
        assert.equal(seen.cells[0]?.metrics[0]?.path, 'trackio/p.db-wal');
        assert.deepEqual(sightingOf(seen.cells[0]?.metrics ?? [], [rule])?.last, { step: 60, loss: 2 / 60 });
      });
    });

    it('sends what the command printed, its start and its end [P4-04]', async () => {
      await onBox(shell, async (box) => {
        const printed: MetricsRule = {
          path: '',
          format: 'log',
          pattern: 'iter {step}: loss {loss},',
          stepKey: 'step',
          lossKey: 'loss',
        };
        const metrics = [{ path: printed.path, growth: growthOf(printed) }];
        const command =
          'i=0; while [ $i -lt 900 ]; do i=$((i + 1)); echo "iter $i: loss 0.$i, time 1.0ms"; done';
        const seen = await ended(box, { metrics, command });
        assert.deepEqual(stepsIn(seen, [printed]), [1, 900]);
        const again = await ended(box, { metrics, attempt: 2, command: 'echo "iter 901: loss 0.5, time"' });
        assert.deepEqual(stepsIn(again, [printed]), [901, 901], 'of this attempt alone');
      });
    });

    it('lists watched files newest first, and is as quiet as the newest byte anywhere [P4-05] [U43]', async () => {
      await onBox(shell, async (box) => {
        const watched = ['ckpt/*.pt', 'best[0-9].bin'];
        const command = `cd "$GPU_LEASE_OUT"; mkdir -p ckpt/deep; for f in ckpt/a.pt ckpt/b.pt ckpt/deep/c.pt best1.bin bestx.bin other; do echo $f >$f; done
          touch -d @${hoursAgo(2)} ckpt/* best1.bin; touch -d @${hoursAgo(1)} ckpt/b.pt; touch -d @${hoursAgo(2)} "$HOME/.gpu-lease/tiny-7/attempts/1/cells/main/log"; echo ready >"$HOME/ready"; exec sleep 1000`;
        const dir = await started(box, { command, watched });
        await eventually('it is ready', () => readFile(join(box.home, 'ready')).catch(() => undefined));
        const [cell] = (await probe(box.channel, dir)).cells;
        assert.deepEqual(cell?.watched.map((file) => file.path).sort(), [
          'best1.bin',
          'ckpt/a.pt',
          'ckpt/b.pt',
        ]);
        assert.equal(cell?.watched[0]?.path, 'ckpt/b.pt');
        // The log is empty, so only its start speaks for the command.
        assert.ok((cell?.quietSeconds ?? 0) < 60);
        await writeFile(join(dir.base, 'attempts/1/cells/main/started'), `${hoursAgo(2)}\n`);
        const later = (await probe(box.channel, dir)).cells[0]?.quietSeconds ?? 0;
        assert.ok(later > 3500 && later < 3700, `${later}`);
      });
    });

    it('shows the line of the GPU tool that the keeper last read, and a hung tool holds nothing up [F-K08]', async () => {
      await onBox(shell, async (box) => {
        await writeFile(
          join(box.bin, 'nvidia-smi'),
          '#!/bin/sh\nprintf "0, NVIDIA H200, 97, 1, 2\\n1, NVIDIA H200, 5, 1, 2\\n"\n',
          { mode: 0o755 },
        );
        const dir = await started(box, { command: 'exec sleep 1000' });
        const seen = await eventually(
          'a GPU line',
          async () => (await probe(box.channel, dir)).gpu ?? undefined,
        );
        assert.equal(seen, '0, NVIDIA H200, 97, 1, 2;1, NVIDIA H200, 5, 1, 2');
      });
      await onBox(shell, async (box) => {
        await writeFile(join(box.bin, 'nvidia-smi'), '#!/bin/sh\nexec sleep 1000\n', { mode: 0o755 });
        const dir = await started(box, { command: 'exec sleep 1000' });
        const first = await text(box, 'attempts/1/heartbeat');
        await eventually('another beat', async () =>
          (await text(box, 'attempts/1/heartbeat')) === first ? undefined : true,
        );
        assert.equal((await probe(box.channel, dir)).gpu, null);
      });
    });

    for (const { version, files, memory } of [
      {
        version: 'v2',
        files: {
          'sys/fs/cgroup/memory.max': 'max\n',
          'sys/fs/cgroup/a/memory.max': '4000\n',
          'sys/fs/cgroup/a/memory.current': '1000\n',
          'sys/fs/cgroup/a/memory.events': 'low 0\noom 3\noom_kill 2\n',
        },
        memory: { usedBytes: 1000, maxBytes: 4000, oomKills: 2 },
      },
      {
        version: 'v1',
        files: {
          'sys/fs/cgroup/memory/memory.limit_in_bytes': '8000\n',
          'sys/fs/cgroup/memory/memory.usage_in_bytes': '5000\n',
          'sys/fs/cgroup/memory/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 1\n',
        },
        memory: { usedBytes: 5000, maxBytes: 8000, oomKills: 1 },
      },
      {
        version: 'v1 without limit',
        files: {
          'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
          'sys/fs/cgroup/memory/memory.usage_in_bytes': '5000\n',
        },
        memory: { usedBytes: 5000, maxBytes: 1_024_000, oomKills: null },
      },
    ]) {
      it(`reads memory from cgroup ${version}, never from the host [P0-07] [P4-13] [U41]`, async () => {
        await onBox(shell, async (box) => {
          const { dir } = await install(box.channel, planOf());
          await slice(box, files);
          assert.deepEqual((await probe(box.channel, dir)).memory, memory);
        });
      });
    }

    it('looks at a sweep of 300 cells in one exec that does not grow with the cells that wait', async () => {
      await onBox(shell, async (box) => {
        const cells = Array.from({ length: 300 }, (_, i) => ({
          name: `cell-${i}`,
          command: i === 12 ? 'exec sleep 1000' : 'true',
          vars: {},
        }));
        const dir = await started(box, { cells });
        const seen = await eventually('cell 12 runs', async () => {
          const now = await probe(box.channel, dir);
          return now.cells[12]?.state === 'running' ? now : undefined;
        });
        assert.equal(seen.cells.length, 300);
        assert.deepEqual(
          seen.cells.slice(0, 12).map((cell) => cell.exitCode),
          Array(12).fill(0),
        );
        assert.equal(seen.cells[13]?.state, 'waiting');
      });
    });

    it('answers through a login that prints before it', async () => {
      await onBox(shell, async (box) => {
        const dir = await started(box, {});
        await end(box, dir);
        const noisy = { ...box.channel };
        noisy.exec = async (argv, options) => {
          const result = await box.channel.exec(argv, options);
          return { ...result, stdout: `conda activated\n{"gpuLease":\n${result.stdout}` };
        };
        assert.equal((await probe(noisy, dir)).queue, 'ended');
      });
    });
  });
}

describe("a probe's answer", () => {
  it('is bounded and typed, whatever the box says', () => {
    const seen = readProbe(
      JSON.stringify({
        gpuLease: 1,
        boxTime: '12',
        bootId: 'x\n::error::',
        attempt: -1,
        queue: '__proto__',
        cells: [
          { name: '../../etc', state: 'exited' },
          {
            name: '__proto__',
            state: 'constructor',
            exitCode: 1e99,
            logTailHex: 'zz',
            watchedHex: Buffer.from('1 2 ./a\nx y ./b\n3 4 ./c\n').toString('hex'),
          },
          null,
          7,
        ],
        disk: { freeBytes: Number.MAX_VALUE, totalBytes: 5.5 },
        memory: null,
      }),
    );
    assert.equal(seen.queue, 'lost');
    assert.equal(seen.bootId, '');
    assert.deepEqual([seen.boxTime, seen.attempt, seen.disk.freeBytes, seen.disk.totalBytes], [0, 0, 0, 0]);
    assert.equal(seen.cells.length, 1);
    assert.deepEqual(
      seen.cells[0]?.watched.map((file) => file.path),
      ['a', 'c'],
    );
    assert.equal(seen.cells[0]?.state, 'lost');
    assert.equal(seen.cells[0]?.exitCode, null);
  });

  it('shows a copy on the durable tier only under an id that is a time', () => {
    const told = (id: unknown) =>
      readProbe(
        JSON.stringify({
          gpuLease: 1,
          cells: [{ name: 'main', state: 'running', durable: { id, nameHex: '61', files: 1, bytes: 2 } }],
        }),
      ).cells[0]?.durable;
    assert.deepEqual(told('1790000000-1'), { id: '1790000000-1', name: 'a', files: 1, bytes: 2 });
    for (const id of ['999999999999-1', `${'9'.repeat(38)}-1`, '1-', '../1-1', 7, null])
      assert.equal(told(id), undefined, String(id));
  });

  it('that is no JSON says nothing about the run [P1-05]', () => {
    assert.throws(() => readProbe('{"gpuLease":1,'), TransportFailed);
  });

  it('that was cut says nothing about the run [P1-05]', async () => {
    await onBox('dash', async (box) => {
      const { dir } = await install(box.channel, planOf());
      const cut = {
        ...box.channel,
        exec: async () => ({ exitCode: 0, stdout: '', stderr: '', truncated: false }),
      };
      await assert.rejects(probe(cut, dir), TransportFailed);
    });
  });
});

const hoursAgo = (hours: number): number => Math.floor(Date.now() / 1000) - hours * 3600;

async function slice(box: ShellBox, files: Record<string, string>): Promise<void> {
  const root = join(box.home, 'root');
  for (const [path, content] of Object.entries({
    'proc/self/cgroup': '0::/a\n4:memory:/docker/b\n',
    'proc/meminfo': 'MemFree: 1 kB\nMemTotal: 1000 kB\n',
    ...files,
  })) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), content);
  }
  box.env['GPU_LEASE_ROOT'] = root;
}
