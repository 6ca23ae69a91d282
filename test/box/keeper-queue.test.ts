// Over ten seconds: what goes on on a box while nobody watches is this shell script, and only real shells and processes show what it does.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { alive, end, ended, onBox, started, text } from './keeper-run.ts';
import { eventually, SHELLS, type ShellBox } from './shell-channel.ts';

for (const shell of SHELLS) {
  describe(`keeper queue on ${shell}`, { skip: missing(shell), concurrency: 4 }, () => {
    it('runs the cells in order, each in its own output directory, and calls the run finished [P3-06]', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, {
          cells: ['a', 'b'].map((name) => ({
            name,
            command: 'echo "$COLOUR" >"$GPU_LEASE_OUT/colour"; pwd',
            vars: { COLOUR: name },
          })),
        });
        assert.deepEqual(
          seen.cells.map((cell) => [cell.name, cell.state, cell.exitCode, cell.syncExitCode]),
          [
            ['a', 'exited', 0, null],
            ['b', 'exited', 0, null],
          ],
        );
        assert.equal(seen.queueExitCode, 0);
        assert.equal(await text(box, 'cells/b/out/colour'), 'b\n');
        assert.match(seen.cells[0]?.logTail ?? '', /\/code\/[0-9a-f]{64}\n$/);
      });
    });

    it('goes on after a failed cell and ends with a failure that names it [SW-08]', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, {
          cells: [
            { name: 'bad', command: 'exit 7', vars: {} },
            { name: 'good', command: 'true', vars: {} },
          ],
        });
        assert.deepEqual(
          seen.cells.map((cell) => cell.exitCode),
          [7, 0],
        );
        assert.equal(seen.queueExitCode, 1);
        assert.match(seen.queueReason ?? '', /bad/);
      });
    });

    it("takes completion from the command's return and never from what it printed [XC-04] [F-C04]", async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, { command: 'echo "Training completed"; echo "exit 0"; exit 5' });
        assert.equal(seen.cells[0]?.exitCode, 5);
      });
    });

    it('gives a cell no stdin, so that it cannot eat the queue [D-04]', async () => {
      await onBox(shell, async (box) => {
        const cells = ['one', 'two', 'three'].map((name) => ({
          name,
          command: 'cat; head -n 5 <&3; true',
          vars: {},
        }));
        const seen = await ended(box, { cells });
        assert.deepEqual(
          seen.cells.map((cell) => cell.exitCode),
          [0, 0, 0],
        );
      });
    });

    it('runs the last cell of a list without final newline and with Windows line ends [D-04] [D-14] [P1-09]', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(
          box,
          { cells: ['a', 'b'].map((name) => ({ name, command: 'true', vars: {} })) },
          async (base) => {
            await writeFile(join(base, 'plans/1/cells'), 'a\r\nb');
            const settings = join(base, 'plans/1/settings');
            await writeFile(settings, (await readFile(settings, 'utf8')).trimEnd().replaceAll('\n', '\r\n'));
          },
        );
        assert.deepEqual(
          seen.cells.map((cell) => [cell.name, cell.exitCode]),
          [
            ['a', 0],
            ['b', 0],
          ],
        );
        assert.equal(seen.queueExitCode, 0);
      });
    });

    for (const [what, diskFloor] of [
      ['bytes', { bytes: 2 ** 60, inodes: 0 }],
      ['inodes', { bytes: 0, inodes: 2 ** 50 }],
    ] as const) {
      it(`starts no cell below the floor of ${what}, exits 3 and leaves the later ones alone [P2-10] [D-11]`, async () => {
        await onBox(shell, async (box) => {
          const cells = ['a', 'b'].map((name) => ({ name, command: 'touch "$HOME/started"', vars: {} }));
          const seen = await ended(box, { cells, diskFloor });
          assert.deepEqual(
            seen.cells.map((cell) => [cell.state, cell.exitCode, cell.reason]),
            [
              ['exited', 3, 'disk-gate'],
              ['waiting', null, undefined],
            ],
          );
          assert.match(
            seen.cells[0]?.logTail ?? '',
            /^DISK_GATE_ABORT .* needed: [\d.]+ (GB|inodes) missing$/m,
          );
          assert.equal(seen.queueExitCode, 3);
          assert.equal(existsSync(join(box.home, 'started')), false);
        });
      });
    }

    // The stat of busybox is built in: no fake is asked.
    const itAsksFakes = shell === 'busybox' ? undefined : it;
    itAsksFakes?.(
      'asks before a cell for the sets that it will keep, less what its output has of them [P2-10] [P0-05]',
      async () => {
        await onBox(shell, async (box) => {
          const statfs = join(box.bin, 'stat');
          await writeFile(
            statfs,
            `#!/bin/sh\n[ "$1" = -f ] && { echo 1000000 900 200 0 0; exit; }\nPATH=\${PATH#*:} exec stat "$@"\n`,
            { mode: 0o755 },
          );
          const floor = { diskFloor: { bytes: 150e6, inodes: 0 } };
          const short = await ended(box, { ...floor, setsBytes: 60e6 });
          assert.equal(short.cells[0]?.exitCode, 3);
          assert.match(
            short.cells[0]?.logTail ?? '',
            /^DISK_GATE_ABORT 200000000 bytes .* 2(?:10000000|099\d{5}) and 0 needed: 0\.01 GB missing$/m,
          );
          const out = join(box.home, '.gpu-lease', 'tiny-7', 'cells', 'main', 'out');
          await mkdir(out, { recursive: true });
          await writeFile(join(out, 'last.pt'), Buffer.alloc(20_000_000, 1));
          const enough = await ended(box, { ...floor, setsBytes: 60e6, attempt: 2 });
          assert.equal(enough.cells[0]?.exitCode, 0, enough.cells[0]?.logTail);
        });
      },
    );

    it('runs setup once per box, and no cell when it failed', async () => {
      await onBox(shell, async (box) => {
        const first = await ended(box, { setup: 'echo x >>"$HOME/setups"' });
        assert.equal(first.setup?.exitCode, 0);
        await ended(box, { setup: 'echo x >>"$HOME/setups"', attempt: 2 });
        assert.equal(await readFile(join(box.home, 'setups'), 'utf8'), 'x\n');

        const failed = await ended(box, { setup: 'echo no such index; false', attempt: 3 });
        assert.equal(failed.queueExitCode, 4);
        assert.match(failed.setup?.logTail ?? '', /no such index/);
        assert.equal(failed.cells[0]?.state, 'waiting');
      });
    });

    it('runs enter hooks in the shell of the command, leave hooks after it, and no command when an enter hook fails [P1-13]', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, {
          command: 'echo "proxy=$http_proxy"; exit 4',
          hooks: { enter: ['http_proxy=http://p:1; export http_proxy'], leave: ['echo left'] },
        });
        assert.equal(seen.cells[0]?.logTail, 'proxy=http://p:1\nleft\n');
        assert.equal(seen.cells[0]?.exitCode, 4);

        const broken = await ended(box, {
          attempt: 2,
          command: 'echo started',
          hooks: { enter: ['false'], leave: [] },
        });
        assert.equal(broken.cells[0]?.reason, 'hook');
        assert.doesNotMatch(broken.cells[0]?.logTail ?? '', /^started/m);
      });
    });

    it('keeps unset, empty and a value apart in variables [P2-19] [D-03]', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, {
          command: `echo "\${UNSET-unset} \${EMPTY-unset} \${VALUE-unset} [$ODD] $name"`,
          vars: {
            EMPTY: '',
            VALUE: 'v',
            ODD: `it's "$HOME" \`x\` \\ \n;`,
            name: 'mine',
            base: 'b',
            attempt: 'c',
          },
        });
        assert.equal(seen.cells[0]?.logTail, `unset  v [it's "$HOME" \`x\` \\ \n;] mine\n`);
      });
    });

    it('runs unbuffered and caps threads to the CPU quota of the slice unless told otherwise [P2-11] [P0-15] [U40]', async () => {
      await onBox(shell, async (box) => {
        await cgroup(box, { 'sys/fs/cgroup/cpu.max': '350000 100000\n' });
        const command = 'echo "$PYTHONUNBUFFERED $OMP_NUM_THREADS $MKL_NUM_THREADS"';
        assert.equal((await ended(box, { command })).cells[0]?.logTail, '1 3 3\n');
        const told = await ended(box, {
          command,
          attempt: 2,
          vars: { OMP_NUM_THREADS: '8', PYTHONUNBUFFERED: '' },
        });
        assert.equal(told.cells[0]?.logTail, ' 8 3\n');
      });
    });

    for (const [version, files, threads] of [
      [
        'v1',
        {
          'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '50000\n',
          'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
        },
        '1',
      ],
      [
        'v1 without limit',
        { 'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n', 'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' },
        '',
      ],
      [
        'v2, tighter above us',
        {
          'sys/fs/cgroup/cpu.max': 'max 100000\n',
          'sys/fs/cgroup/a/cpu.max': '200000 100000\n',
          'sys/fs/cgroup/a/b/cpu.max': '900000 100000\n',
        },
        '2',
      ],
    ] as const) {
      it(`reads the CPU quota of cgroup ${version} [P0-07]`, async () => {
        await onBox(shell, async (box) => {
          await cgroup(box, files);
          assert.equal(
            (await ended(box, { command: 'echo "$OMP_NUM_THREADS"' })).cells[0]?.logTail,
            `${threads}\n`,
          );
        });
      });
    }

    it('gives a command what the container was started with and a login lacks, when the profile asks for it [P1-08] [RP12]', async () => {
      await onBox(shell, async (box) => {
        const environ = [
          'CUDA_HOME=/usr/local/cuda',
          "ODD=it's\n$HOME",
          'HOME=/elsewhere',
          'PATH=/opt/conda/bin:/usr/bin',
          'bad-name=x',
          'base=b',
          'RUNPOD_API_KEY=k',
          'JUPYTER_PASSWORD=p',
        ];
        await cgroup(box, { 'proc/1/environ': `${environ.join('\0')}\0` });
        const command = `echo "[\${CUDA_HOME-unset}] [\${ODD-unset}] [\${base-unset}] [$HOME] [\${RUNPOD_API_KEY-unset}\${JUPYTER_PASSWORD-unset}]"; case $PATH in *:/usr/bin:*:/opt/conda/bin) echo path ;; esac`;
        const seen = await ended(box, { command, bootEnv: true });
        assert.equal(
          seen.cells[0]?.logTail,
          `[/usr/local/cuda] [it's\n$HOME] [b] [${box.home}] [unsetunset]\npath\n`,
        );
        const without = await ended(box, { command, attempt: 2 });
        assert.equal(without.cells[0]?.logTail, `[unset] [unset] [unset] [${box.home}] [unsetunset]\n`);
      });
    });

    it("lets commands find the box's directories and interpreter, the job's variables over them, and a viewer its output [AD6] [AD7]", async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, {
          command: 'echo "$HF_HOME|$GPU_LEASE_DATA|$HF_ENDPOINT"; python3; echo it >"$GPU_LEASE_OUT/events"',
          setup:
            'mkdir -p ~/py/bin; printf "#!/bin/sh\\necho own python\\n" >~/py/bin/python3; chmod +x ~/py/bin/python3',
          places: { HF_HOME: "~/it's", GPU_LEASE_DATA: '/sets', HF_ENDPOINT: 'https://profile' },
          vars: { HF_ENDPOINT: 'https://job' },
          pathDir: '~/py/bin',
          tensorboardDir: '~/tf logs',
        });
        assert.equal(seen.cells[0]?.logTail, `${box.home}/it's|/sets|https://job\nown python\n`);
        assert.equal(await readFile(join(box.home, 'tf logs/tiny-7-main/events'), 'utf8'), 'it\n');
      });
    });

    it('follows what a command leaves running, and ends it when it writes nothing any more [faults F1]', async () => {
      await onBox(shell, async (box) => {
        const command =
          '{ for i in 1 2 3 4 5 6; do sleep 1; echo $i >"$GPU_LEASE_OUT/step"; done; exec sleep 1000; } & echo $! >"$GPU_LEASE_OUT/pid"';
        const seen = await ended(box, { command, stillSeconds: 8 });
        assert.deepEqual([seen.cells[0]?.exitCode, seen.cells[0]?.reason], [0, 'background']);
        assert.equal(
          (await text(box, 'cells/main/out/step')).trim(),
          '6',
          'while it wrote it was left alone',
        );
        const pid = (await text(box, 'cells/main/out/pid')).trim();
        await eventually('the sleeper is gone', async () => ((await alive(pid)) ? undefined : true), 5);
      });
    });

    it('ends at once what a command leaves running that failed', async () => {
      await onBox(shell, async (box) => {
        const seen = await ended(box, { command: 'sleep 1000 & echo $! >"$GPU_LEASE_OUT/pid"; exit 3' });
        assert.equal(seen.cells[0]?.exitCode, 3);
        const pid = (await text(box, 'cells/main/out/pid')).trim();
        await eventually('the sleeper is gone', async () => ((await alive(pid)) ? undefined : true), 5);
      });
    });

    it('bounds the log of a cell and goes on counting its bytes', async () => {
      await onBox(shell, async (box) => {
        const command =
          'i=0; while [ ! -f "$GPU_LEASE_OUT/enough" ]; do echo 0123456789012345678901234567890123456789; i=$((i + 1)); [ $((i % 500)) != 0 ] || sleep 0.1; done';
        const dir = await started(box, { command, logMaxBytes: 10_000 });
        const cell = join(dir.base, 'attempts/1/cells/main');
        await eventually('the log is cut', async () =>
          existsSync(join(cell, 'log.gone')) ? true : undefined,
        );
        await writeFile(join(dir.base, 'cells/main/out/enough'), '');
        const seen = await end(box, dir);
        const kept = (await stat(join(cell, 'log'))).size;
        assert.ok((seen.cells[0]?.logBytes ?? 0) > kept, `${seen.cells[0]?.logBytes} against ${kept}`);
      });
    });
  });
}

/** A box whose cgroup files say what a test wants. */
async function cgroup(box: ShellBox, files: Record<string, string>): Promise<void> {
  const root = join(box.home, 'root');
  const own = {
    'proc/self/cgroup': '0::/a/b\n3:cpu,cpuacct:/\n',
    'proc/meminfo': 'MemTotal: 1000 kB\n',
    ...files,
  };
  for (const [path, content] of Object.entries(own)) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), content);
  }
  box.env['GPU_LEASE_ROOT'] = root;
}
