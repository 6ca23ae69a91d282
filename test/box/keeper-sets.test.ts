import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { BoxPlan, ProbeCell } from '../../src/box/box-plan.ts';
import { probe } from '../../src/box/keeper.ts';
import { durableSets, holdOnTier } from '../../src/collect/durable-sets.ts';
import { sha256Of } from '../../src/collect/kept-copies.ts';
import type { RunDir } from '../../src/launch/launcher.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { missing } from '../requirement.ts';
import { alive, end, onBox, started, text } from './keeper-run.ts';
import { eventually, kill, SHELLS, type Shell, type ShellBox } from './shell-channel.ts';

const FOLDERS = { path: 'checkpoint-*' };
/** A trainer that has written and goes on. */
const writes = (script: string): string => `cd "$GPU_LEASE_OUT"; ${script}; sleep 1000`;
const folder = (step: number): string =>
  `mkdir checkpoint-${step}; echo w${step} >checkpoint-${step}/model.bin; echo o${step} >"checkpoint-${step}/op t.bin"`;

interface Training {
  box: ShellBox;
  dir: RunDir;
  durable: string;
  /** Of the run, whole and as a new box would list them. */
  sets(): ReturnType<typeof durableSets>;
}

async function emptyTier(box: ShellBox): Promise<string> {
  const durable = join(box.home, 'durable');
  await mkdir(durable);
  return durable;
}

const notCopied = (box: ShellBox, dir: RunDir, why: NonNullable<ProbeCell['durableFailure']>) =>
  eventually(`it is said: ${why}`, async () =>
    (await probe(box.channel, dir)).cells[0]?.durableFailure === why ? true : undefined,
  );

async function training(
  shell: Shell,
  over: Partial<BoxPlan> & { command: string },
  use: (of: Training) => Promise<void>,
): Promise<void> {
  await onBox(shell, async (box) => {
    const durable = await emptyTier(box);
    const dir = await started(box, { durableDir: durable, sets: FOLDERS, ...over });
    await use({ box, dir, durable, sets: () => durableSets(box.channel, durable, 'tiny-7') });
    await setsid.signal(box.channel, dir, 0);
  });
}

const namesOf = (sets: Awaited<ReturnType<Training['sets']>>): string[] =>
  sets.map(({ files }) => files[0]?.path.split('/')[0] ?? '');

const until = (of: Training, names: readonly string[]) =>
  eventually(
    `there is ${names}`,
    async () => {
      const sets = await of.sets();
      return namesOf(sets).join() === names.join() ? sets : undefined;
    },
    120,
  );

const logOf = ({ box }: Training): Promise<string> => text(box, 'attempts/1/keeper.log');

for (const shell of SHELLS) {
  describe(`checkpoints on the durable tier on ${shell}`, { skip: missing(shell), concurrency: 3 }, () => {
    it('are passed over where a rank has not written its part, however still they lie [MN5]', async () => {
      const ranks = (step: number, ...numbers: number[]) =>
        [
          `mkdir -p checkpoint-${step}`,
          ...numbers.map((rank) => `echo ${step} >checkpoint-${step}/model_rank${rank}.pt`),
        ].join('; ');
      await training(shell, { command: writes(ranks(10, 0, 1, 2)) }, async (of) => {
        await until(of, ['checkpoint-10']);
        const out = join(of.dir.base, 'cells/main/out');
        const place = async (name: string, text = 'x\n') => {
          await mkdir(join(out, name, '..'), { recursive: true });
          await writeFile(join(out, name), text);
        };
        await place('checkpoint-20/model_rank0.pt');
        await place('checkpoint-20/model_rank2.pt');
        await place('checkpoint-21/__0_0.distcp');
        await place('checkpoint-22/__0_0.distcp');
        await place('checkpoint-22/.metadata', 'names \0__0_0.distcp\0 and \0__1_0.distcp\0');
        await place('checkpoint-19/__0_0.distcp');
        await place('checkpoint-19/__1_0.distcp');
        await place('checkpoint-19/.metadata', 'names \0__0_0.distcp\0 and \0__1_0.distcp\0');
        await until(of, ['checkpoint-19', 'checkpoint-10']);
      });
    });

    it('are copied while the cell trains, whole and by hash, and the newest two stay [P2-05] [AD6]', async () => {
      await training(shell, { command: writes(folder(10)) }, async (of) => {
        const [first] = await until(of, ['checkpoint-10']);
        assert.deepEqual(
          first?.files.map(({ path, bytes }) => [path, bytes]),
          [
            ['checkpoint-10/model.bin', 4],
            ['checkpoint-10/op t.bin', 4],
          ],
        );
        for (const { path, sha256 } of first?.files ?? [])
          assert.equal(await sha256Of(join(first?.dir ?? '', path)), sha256);
        const out = join(of.dir.base, 'cells/main/out');
        for (const step of [20, 30]) {
          await mkdir(join(out, `checkpoint-${step}`));
          await writeFile(join(out, `checkpoint-${step}/model.bin`), `w${step}\n`);
          await until(of, [`checkpoint-${step}`, `checkpoint-${step - 10}`]);
        }
        await eventually('nothing else is left', async () =>
          readdirSync(join(of.durable, 'tiny-7/.sets/main')).length === 2 ? true : undefined,
        );
        const [newest] = await of.sets();
        const cell = await eventually('the probe tells of the newest', async () => {
          const [seen] = (await probe(of.box.channel, of.dir)).cells;
          return seen?.durable?.id === newest?.id ? seen : undefined;
        });
        assert.deepEqual(cell.durable, { id: newest?.id, name: 'checkpoint-30', files: 1, bytes: 4 });
        assert.equal(cell.durableFailure, undefined);
      });
    });

    it('that the record counts stay beside newer ones that nobody has loaded', async () => {
      await training(shell, { command: writes(folder(10)) }, async (of) => {
        const [counted] = await until(of, ['checkpoint-10']);
        assert.ok(counted && (await holdOnTier(of.box.channel, counted)));
        const out = join(of.dir.base, 'cells/main/out');
        for (const [step, there] of [
          [20, [20, 10]],
          [30, [30, 20, 10]],
          [40, [40, 30, 10]],
        ] as const) {
          await mkdir(join(out, `checkpoint-${step}`));
          await writeFile(join(out, `checkpoint-${step}/model.bin`), `w${step}\n`);
          await until(
            of,
            there.map((each) => `checkpoint-${each}`),
          );
        }
        const gone = { ...counted, id: '1-1', dir: counted.dir.replace(counted.id, '1-1') };
        assert.equal(await holdOnTier(of.box.channel, gone), false, 'of one that went there is no word');
      });
    });

    it('wait for the marker of the job, and for the files of a list', async () => {
      const sets = { path: ['model.pt', 'opt.pt'], complete: 'DONE' };
      await training(shell, { sets, command: writes('echo m >model.pt; echo o >opt.pt') }, async (of) => {
        const out = join(of.dir.base, 'cells/main/out');
        await eventually('it was looked at twice', async () =>
          existsSync(join(of.dir.base, 'cells/main/sets/before')) ? true : undefined,
        );
        assert.deepEqual(await of.sets(), []);
        await writeFile(join(out, 'DONE'), '');
        const [set] = await eventually('it is there', async () => {
          const found = await of.sets();
          return found.length > 0 ? found : undefined;
        });
        assert.deepEqual(
          set?.files.map(({ path }) => path),
          ['DONE', 'model.pt', 'opt.pt'],
        );
      });
    });

    it('are copied also where the trainer replaces its one file at every step', async () => {
      const command =
        'cd "$GPU_LEASE_OUT"; n=1; while :; do n=$((n+1)); echo $n >last.new; echo $n >>last.new; mv last.new last.pt; sleep 0.1; done';
      await training(shell, { sets: { path: 'last.pt' }, command }, async (of) => {
        const [set] = await eventually('one is there', async () => {
          const found = await of.sets();
          return found.length > 0 ? found : undefined;
        });
        const [one, two] = readFileSync(join(set?.dir ?? '', 'last.pt'), 'utf8').split('\n');
        assert.equal(one, two, 'of one step');
      });
    });

    // busybox takes its own cp before any in PATH, so there no copy can be held up from outside.
    const itAsksFakes = shell === 'busybox' ? undefined : it;
    itAsksFakes?.('that are written to while they are copied are thrown away [P2-05]', async () => {
      await onBox(shell, async (box) => {
        const durable = await emptyTier(box);
        const out = join(box.home, '.gpu-lease/tiny-7/cells/main/out');
        // The copying program itself stands in for a trainer that writes its next step over the one that is copied.
        await fake(
          box,
          'cp',
          `/usr/bin/cp "$@"; case $2 in *model.bin) echo next >>${out}/checkpoint-10/optim.bin ;; esac`,
        );
        const command = writes(
          'mkdir checkpoint-10; echo w >checkpoint-10/model.bin; echo o >checkpoint-10/optim.bin',
        );
        const dir = await started(box, { durableDir: durable, sets: FOLDERS, command });
        await notCopied(box, dir, 'changed');
        assert.deepEqual(await durableSets(box.channel, durable, 'tiny-7'), []);
        assert.match(
          await text(box, 'attempts/1/keeper.log'),
          /checkpoint-10 was written to while it was copied/,
        );
        await setsid.signal(box.channel, dir, 0);
      });
    });

    itAsksFakes?.(
      'that are half there when the keeper is killed are nobody’s, and the next attempt copies them anew [P2-05] [F-D10]',
      async () => {
        for (const at of ['model.bin', 'op t.bin', 'manifest.tmp']) {
          await onBox(shell, async (box) => {
            const durable = await emptyTier(box);
            await fake(
              box,
              'cp',
              `case $2 in *"${at}") : >"$HOME/reached"; exec sleep 1000 ;; esac; exec /usr/bin/cp "$@"`,
            );
            const over = {
              durableDir: durable,
              sets: FOLDERS,
              command: writes(`[ -d checkpoint-10 ] || { ${folder(10)}; }`),
            };
            await started(box, over);
            await eventually(`the copy is at ${at}`, async () =>
              existsSync(join(box.home, 'reached')) ? true : undefined,
            );
            const [copier = ''] = (await text(box, 'attempts/1/sets.pid')).split(' ');
            for (const name of ['queue', 'sets.pid', 'cells/main/pid']) {
              const [pid = '', , , group = ''] = (await text(box, `attempts/1/${name}`)).trim().split(' ');
              kill(group === '0' ? Number(pid) : -Number(pid));
            }
            await eventually('the copier is gone', async () => ((await alive(copier)) ? undefined : true));
            assert.deepEqual(await durableSets(box.channel, durable, 'tiny-7'), [], at);
            await rm(join(box.bin, 'cp'));
            const again = await started(box, { ...over, attempt: 2 });
            await eventually('it is there', async () =>
              (await durableSets(box.channel, durable, 'tiny-7')).length === 1 ? true : undefined,
            );
            assert.equal(readdirSync(join(durable, 'tiny-7/.sets/main')).length, 1);
            await setsid.signal(box.channel, again, 0);
          });
        }
      },
    );

    it('are not copied to a mount that is gone, and nothing is written in its place [P0-13]', async () => {
      await training(shell, { command: writes(folder(10)) }, async (of) => {
        await until(of, ['checkpoint-10']);
        await rename(of.durable, `${of.durable}-away`);
        await rename(
          join(of.dir.base, 'cells/main/out/checkpoint-10'),
          join(of.dir.base, 'cells/main/out/checkpoint-20'),
        );
        await writeFile(join(of.dir.base, 'cells/main/out/checkpoint-20/more'), '');
        await notCopied(of.box, of.dir, 'not-there');
        assert.equal(existsSync(of.durable), false);
        assert.equal((await logOf(of)).match(/is not the directory that it was/g)?.length, 1, 'said once');
        assert.equal((await probe(of.box.channel, of.dir)).cells[0]?.state, 'running');
      });
    });

    itAsksFakes?.(
      'whose files cannot all be hashed are no copy, and take the place of none [P2-05]',
      async () => {
        await training(shell, { command: writes(folder(10)) }, async (of) => {
          const [good] = await until(of, ['checkpoint-10']);
          // Where temporary files go there is no room any more, as on a disk that a trainer has filled.
          const { bin, home } = of.box;
          await fake(
            of.box,
            'xargs',
            `case "$*" in *"$HOME"/gpu-lease*) : >${home}/lost; exit 1 ;; esac; exec /usr/bin/xargs "$@"`,
          );
          const out = join(of.dir.base, 'cells/main/out');
          await mkdir(join(out, 'checkpoint-20'));
          await writeFile(join(out, 'checkpoint-20/model.bin'), 'w20\n');
          await eventually('it is said', async () =>
            (await probe(of.box.channel, of.dir)).cells[0]?.durableFailure === 'copy-failed'
              ? true
              : undefined,
          );
          assert.deepEqual(readdirSync(join(of.durable, 'tiny-7/.sets/main')), [good?.id]);
          await rm(join(bin, 'xargs'));
          await until(of, ['checkpoint-20', 'checkpoint-10']);
        });
      },
    );

    it('are copied although an earlier one was written while the clock was ahead', async () => {
      const command = writes(`${folder(10)}; touch -d '2100-01-01' checkpoint-10/*`);
      await training(shell, { command }, async (of) => {
        await until(of, ['checkpoint-10']);
        const out = join(of.dir.base, 'cells/main/out');
        await mkdir(join(out, 'checkpoint-20'));
        await writeFile(join(out, 'checkpoint-20/model.bin'), 'w20\n');
        await until(of, ['checkpoint-20', 'checkpoint-10']);
        await rm(join(out, 'checkpoint-10'), { recursive: true });
        await mkdir(join(out, 'checkpoint-30'));
        await writeFile(join(out, 'checkpoint-30/model.bin'), 'w30\n');
        await until(of, ['checkpoint-30', 'checkpoint-20']);
      });
    });

    itAsksFakes?.(
      'stay although an older one cannot be removed, or not before the attempt ends',
      async () => {
        await training(shell, { command: writes(folder(10)) }, async (of) => {
          const out = join(of.dir.base, 'cells/main/out');
          const next = async (step: number) => {
            await mkdir(join(out, `checkpoint-${step}`));
            await writeFile(join(out, `checkpoint-${step}/model.bin`), `w${step}\n`);
            return until(of, [`checkpoint-${step}`, `checkpoint-${step - 10}`]);
          };
          const [first] = await until(of, ['checkpoint-10']);
          const [second] = await next(20);
          // As a mount over a network does it with a file that somebody reads, and as it does it while it hangs.
          const script = `case "$*" in *.sets/main/${first?.id}) exit 1 ;; *.sets/main/${second?.id}) exec sleep 1000 ;; esac`;
          await fake(of.box, 'rm', `${script}; exec /usr/bin/rm "$@"`);
          await next(30);
          await eventually('it is noted', async () =>
            (await probe(of.box.channel, of.dir)).cells[0]?.durable?.name === 'checkpoint-30'
              ? true
              : undefined,
          );
          await next(40);
          await setsid.signal(of.box.channel, of.dir, 0);
          await end(of.box, of.dir);
          assert.deepEqual(namesOf(await of.sets()), ['checkpoint-40', 'checkpoint-30']);
        });
      },
    );

    itAsksFakes?.('end with the attempt, whatever the copy waits for', async () => {
      await onBox(shell, async (box) => {
        const durable = join(box.home, 'durable');
        await mkdir(durable);
        await fake(
          box,
          'cp',
          `case $2 in *.bin) : >"$HOME/reached"; exec sleep 1000 ;; esac; exec /usr/bin/cp "$@"`,
        );
        const command = `cd "$GPU_LEASE_OUT"; ${folder(10)}; while [ ! -f "$HOME/reached" ]; do sleep 0.1; done; exit 3`;
        const dir = await started(box, { durableDir: durable, sets: FOLDERS, command });
        const seen = await end(box, dir);
        assert.equal(seen.cells[0]?.exitCode, 3);
        const [copier = ''] = (await text(box, 'attempts/1/sets.pid')).split(' ');
        await eventually('the copier is gone', async () => ((await alive(copier)) ? undefined : true));
        assert.deepEqual(await durableSets(box.channel, durable, 'tiny-7'), []);
      });
    });

    it('are copied once more when the box is taken away: what the trainer wrote then [P4-17]', async () => {
      const command = `cd "$GPU_LEASE_OUT"; trap '${folder(50).replaceAll('"', '\\"')}; exit 143' TERM; while :; do sleep 0.1; done`;
      await training(shell, { command: command.replaceAll('\\"', '"') }, async (of) => {
        const [queue = ''] = (await text(of.box, 'attempts/1/queue')).split(' ');
        await eventually('it runs', async () =>
          existsSync(join(of.dir.base, 'attempts/1/cells/main/entered')) ? true : undefined,
        );
        process.kill(Number(queue), 'SIGTERM');
        await until(of, ['checkpoint-50']);
      });
    });
  });
}

async function fake(box: ShellBox, name: string, script: string): Promise<void> {
  await writeFile(join(box.bin, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(box.bin, name), 0o755);
}
