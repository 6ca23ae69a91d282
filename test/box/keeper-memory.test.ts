// Over ten seconds: memory over time takes time, and only real shells show what they note down.
import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { memoryText, readMemory } from '../../src/box/memory-series.ts';
import { memoryUses } from '../../src/box/memory-use.ts';
import { missing } from '../requirement.ts';
import { end, onBox, started } from './keeper-run.ts';
import { eventually, SHELLS, type ShellBox } from './shell-channel.ts';

/** A control group of 64 GB, or a machine without one, and what of it is held. */
async function machine(box: ShellBox, files: Record<string, string>): Promise<void> {
  const root = join(box.home, 'root');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  box.env['GPU_LEASE_ROOT'] = root;
}

const GROUP = {
  'proc/self/cgroup': '0::/a\n',
  'proc/meminfo': 'MemTotal: 500000000 kB\nMemAvailable: 1 kB\n',
  'sys/fs/cgroup/a/memory.max': '64000000000\n',
  // With what the cache holds, which is not what a process holds.
  'sys/fs/cgroup/a/memory.current': '60000000000\n',
  'sys/fs/cgroup/a/memory.stat': 'anon 7000000000\nfile 50000000000\nshmem 1000000000\n',
  'sys/fs/cgroup/a/memory.events': 'oom 0\noom_kill 0\n',
};

const CARDS = `#!/bin/sh
printf '0, NVIDIA A100, 0, 3, 40960, 30, 1, 50\\n1, NVIDIA A100, 97, %s, 40960, 60, 1400, 300\\n' "$(cat "$HOME/in-use")"
`;

const TRAINS_AND_VALIDATES = `
hold() { printf 'anon %s\\nshmem 1000000000\\n' "$1" >"$HOME/root/sys/fs/cgroup/a/memory.stat"; echo "$2" >"$HOME/in-use"; }
sleep 8
hold 31000000000 39000
sleep 2.5
hold 7000000000 9000
sleep 2
printf 'oom 1\\noom_kill 1\\n' >"$HOME/root/sys/fs/cgroup/a/memory.events"
sleep 2
exit 137`;

for (const shell of SHELLS) {
  describe(`keeper memory on ${shell}`, { skip: missing(shell), concurrency: 3 }, () => {
    it('notes down what box and card hold, by which the spike of a validation is named [P4-18] [AD8]', async () => {
      await onBox(shell, async (box) => {
        await machine(box, GROUP);
        await writeFile(join(box.home, 'in-use'), '9000');
        await writeFile(join(box.bin, 'nvidia-smi'), CARDS, { mode: 0o755 });
        const dir = await started(box, { command: TRAINS_AND_VALIDATES });
        await end(box, dir);
        const text = await memoryText(box.channel, dir);
        assert.match(text, /^time\tcell\theld\t[^\n]*\n(?:\d+\t[^\n]*\n)+$/);
        const [ofBox, ofCard] = memoryUses(readMemory(text), 'main');
        assert.deepEqual(
          [ofBox?.of, ofBox?.peak, ofBox?.usual, ofBox?.most, ofBox?.shape, ofBox?.kills],
          ['box', 32e9, 8e9, 64e9, 'spike', 1],
          text,
        );
        const mib = 1024 * 1024;
        assert.deepEqual(
          [ofCard?.of, ofCard?.peak, ofCard?.usual, ofCard?.most],
          ['card', 39000 * mib, 9000 * mib, 40960 * mib],
          text,
        );
        assert.ok(ofBox && ofBox.afterSeconds >= 6 && ofBox.afterSeconds <= 16, text);
      });
    });

    it('has what the machine holds where there is neither control group nor card [P4-18]', async () => {
      await onBox(shell, async (box) => {
        await machine(box, { 'proc/meminfo': 'MemTotal: 1000 kB\nMemAvailable: 400 kB\nShmem: 7 kB\n' });
        await writeFile(join(box.bin, 'nvidia-smi'), '#!/bin/sh\necho "no devices were found"\nexit 9\n', {
          mode: 0o755,
        });
        const dir = await started(box, { command: 'sleep 2.5' });
        await end(box, dir);
        const [first] = readMemory(await memoryText(box.channel, dir));
        assert.ok(first && first.at > 1e9);
        const { at: _, cell: __, ...held } = first;
        assert.deepEqual(held, {
          held: 600 * 1024,
          max: 1000 * 1024,
          oomKills: null,
          cardUsed: null,
          cardTotal: null,
        });
      });
    });

    it('keeps its file short by joining neighbours, and every peak in it [P4-18]', async () => {
      await onBox(shell, async (box) => {
        await machine(box, GROUP);
        const dir = await started(box, { command: 'exec sleep 1000' });
        const path = join(dir.base, 'attempts/1/memory.tsv');
        const length = async (): Promise<number> => (await stat(path).catch(() => ({ size: 0 }))).size;
        await eventually('a first row', async () => ((await length()) > 100 ? true : undefined));
        const row = (at: number): string =>
          `${1_700_000_000 + at}\tmain\t${at === 1234 ? 9e10 : 8e9 + at}\t-\t6e10\t64000000000\t0\t${at === 77 ? 40000 : 9000}\t40960\t1\t97`;
        const rows = Array.from({ length: 5000 }, (_, at) => row(at).replace('6e10', '60000000000'));
        const header = (await readFile(path, 'utf8')).split('\n')[0];
        await writeFile(path, `${[header, ...rows].join('\n')}\n`);
        const had = await length();
        assert.ok(had > 262_144);
        await eventually('a shorter file', async () => ((await length()) < 0.6 * had ? true : undefined));
        const text = await memoryText(box.channel, dir);
        const samples = readMemory(text);
        assert.ok(samples.length > 2400 && samples.length < 2700, String(samples.length));
        const [ofBox, ofCard] = memoryUses(samples, 'main');
        assert.deepEqual([ofBox?.peak, ofCard?.peak], [9e10, 40_000 * 1024 * 1024]);
        assert.equal(samples[0]?.at, 1_700_000_000);
      });
    });
  });
}
