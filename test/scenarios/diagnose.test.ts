// Over ten seconds: 48 MB of a log are read in little memory, and whole runs are looked into.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'node:test';
import { gzipSync } from 'node:zlib';
import { livesInTurn } from '../in-turn.ts';
import { onlyStory } from './ledger-story.ts';
import { placeFor, repositoryRoot } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('a diagnosis', 3);

const FAILED = 1;
const WRONG_CALL = 2;

const MEMORY_OF_THE_CARD = [
  'epoch 1',
  'Traceback (most recent call last):',
  '  File "train.py", line 7, in <module>',
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
  '',
].join('\n');

describe('gpu-lease diagnose', { timeout: 300_000 }, () => {
  lives.it(
    'says of any log what happened, how sure that is and what to do, before what followed from it',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place);
      writeFileSync(join(place.repository, 'train.log'), MEMORY_OF_THE_CARD);
      const { exitCode, stdout } = await place.run(['diagnose', 'train.log']);
      assert.equal(exitCode, 0);
      assert.match(
        stdout,
        /^VRAM_OOM \(F-M05\), very likely: the GPU ran out of memory\n {2}line 4: torch\./,
      );
      assert.match(stdout, /What to do: check for another holder .*\n.*fails the same way again/);
      assert.match(stdout, /Seen, too:\n {2}CODE_BUG \(F-E22\), line 2/);
      const { stdout: json } = await place.run(['diagnose', 'train.log', '--json']);
      assert.deepEqual(
        JSON.parse(json).findings.map(({ signature }: { signature: string }) => signature),
        ['F-M05', 'F-E22'],
      );
    },
  );

  lives.it('reads what comes on stdin, and says of a log that is none where it looked', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const piped = spawnSync(join(repositoryRoot, 'bin', 'gpu-lease'), ['diagnose', '-'], {
      input: 'step 1 loss 0.5\n',
      cwd: place.repository,
      env: place.env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(piped.stdout, 'Nothing in this text is known to end a run.\n');
    const { exitCode, stderr } = await place.run(['diagnose', './none.log']);
    assert.equal(exitCode, WRONG_CALL);
    assert.match(stderr, /There is no file .*none\.log\.\n.*Next: Name a log/);
  });

  lives.it(
    'reads a log as strangers have it: packed, cut off, of Windows, and with bytes that are no text',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place);
      const logs: Record<string, Buffer> = {
        'whole.log.gz': gzipSync(MEMORY_OF_THE_CARD),
        'cut.log.gz': gzipSync(`${MEMORY_OF_THE_CARD}${randomBytes(90_000).toString('hex')}`).subarray(
          0,
          60_000,
        ),
        'windows.log': Buffer.from(`\ufeff${MEMORY_OF_THE_CARD}`, 'utf16le'),
        'bytes.log': Buffer.concat([Buffer.from([0xff, 0x00, 0xc3, 0x0a]), Buffer.from(MEMORY_OF_THE_CARD)]),
      };
      for (const [name, bytes] of Object.entries(logs)) {
        writeFileSync(join(place.repository, name), bytes);
        const { exitCode, stdout } = await place.run(['diagnose', name, '--json']);
        assert.equal(exitCode, 0, 'that something is known is an answer, and no failure of this command');
        assert.equal(JSON.parse(stdout).findings[0]?.signature, 'F-M05', name);
      }
      const cut = await place.run(['diagnose', 'cut.log.gz']);
      assert.match(
        cut.stdout,
        /\ncut\.log\.gz is cut off or damaged in line [56]: what came after could not be read\.\n$/,
      );
      assert.doesNotMatch((await place.run(['diagnose', 'whole.log.gz'])).stdout, /damaged/);
      writeFileSync(
        join(place.repository, 'ruined.gz'),
        Buffer.concat([gzipSync(MEMORY_OF_THE_CARD).subarray(0, 10), randomBytes(40)]),
      );
      const ruined = await place.run(['diagnose', 'ruined.gz']);
      assert.equal(
        ruined.exitCode,
        WRONG_CALL,
        'of what shows nothing nobody can say that nothing is known to end a run',
      );
      assert.match(ruined.stderr, /damaged before its first byte of text/);
      const folder = await place.run(['diagnose', './']);
      assert.equal(folder.exitCode, WRONG_CALL);
      assert.match(folder.stderr, /cannot be read as a log: it is a directory\.\n.*Next: Name a log/);
    },
  );

  lives.it('reads 48 MB in little memory, and names the line at its end', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const steps = Array.from(
      { length: 4000 },
      (_, i) => `\r ${i}%|█  | ${i}/4000 [00:01<00:09,  9.80it/s, loss=0.51]`,
    ).join('');
    const lines = `${steps}\n`.repeat(Math.ceil(48e6 / (steps.length + 1)));
    const path = join(place.repository, 'long.log');
    writeFileSync(path, `${lines}${MEMORY_OF_THE_CARD}`);
    place.env['NODE_OPTIONS'] = '--max-old-space-size=64';
    const { exitCode, stdout } = await place.run(['diagnose', 'long.log', '--json']);
    assert.equal(exitCode, 0);
    const [found] = JSON.parse(stdout).findings;
    assert.deepEqual([found.signature, found.at.line], ['F-M05', lines.split('\n').length - 1 + 4]);
  });

  lives.it('says of a run what its box shows now, and what that costs meanwhile', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['run'] = `printf '%s' "OSError: [Errno 28] No space left on device: 'last.pt'" && exit 1`;
    });
    assert.equal((await place.run(['run', '--yes'])).exitCode, FAILED);
    const { run } = onlyStory(place);
    const { exitCode, stdout } = await place.run(['diagnose', run.id]);
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /main: dead \(exit 1, DISK_FULL\)\nDISK_FULL \(F-D02\), very likely: a write failed/,
    );
    assert.match(stdout, /Meanwhile it costs 0\.41 USD per hour: tiny-\S+ on local/);
    const { stdout: json } = await place.run(['diagnose', run.id, '--json']);
    const { cells, held, usdPerHour } = JSON.parse(json);
    assert.deepEqual([cells[0].findings[0].signature, usdPerHour], ['F-D02', 0.41]);
    assert.equal(held.length, 1);
  });

  lives.it(
    'tells how much memory of box and card a cell held, of the box and in what is sealed [P4-18]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['run'] = 'sh train.sh && sleep 8';
      });
      const tools = join(place.dir, 'tools');
      mkdirSync(tools);
      // Answers what the heartbeat asks, and says otherwise what the tool says on a box without a driver.
      const card = `#!/bin/sh\ncase "$*" in *clocks.sm,power.draw*) echo '0, NVIDIA A100, 97, 39000, 40960, 60, 1400, 300' ;; *) exit 9 ;; esac\n`;
      writeFileSync(join(tools, 'nvidia-smi'), card, { mode: 0o755 });
      place.env['PATH'] = `${tools}${delimiter}${place.env['PATH']}`;
      const { exitCode, output } = await place.run(['run']);
      assert.equal(exitCode, 0, output);
      const { run } = onlyStory(place);
      const told = await place.run(['diagnose', run.id]);
      assert.match(
        told.stdout,
        /\nmemory of the box: at most [\d.]+ GB of [\d.]+ GB[^\n]*, \d+ s after its start/,
      );
      assert.match(told.stdout, /\nmemory of the card: at most 40\.9 GB of 42\.9 GB, which is all there is/);
      const dir = run.seal?.place ?? '';
      assert.match(readFileSync(join(dir, '+evidence', 'memory.tsv'), 'utf8'), /^time\tcell\theld\t/);
      assert.match(
        readFileSync(join(dir, 'report.html'), 'utf8'),
        /main: memory of the card: at most 40\.9 GB/,
      );
    },
  );

  lives.it(
    'lists what a run left alive on its box, and ends nothing that is young or of others [P5-18] [D-05]',
    async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        job['smoke'] = 'none';
        job['run'] = 'exit 1';
      });
      assert.equal((await place.run(['run', '--yes'])).exitCode, FAILED);
      const { run } = onlyStory(place);
      const base = run.leases[0]?.started?.dir.base ?? '';
      const sleeping = (variables: Record<string, string>) => {
        const child = spawn('sleep', ['300'], { env: { ...place.env, ...variables }, stdio: 'ignore' });
        t.after(() => child.kill('SIGKILL'));
        return child;
      };
      const ours = sleeping({ GPU_LEASE_MARK: `${run.id}/1/main`, GPU_LEASE_BASE: base });
      const others = sleeping({ GPU_LEASE_MARK: `${run.id}/1/main`, GPU_LEASE_BASE: `${base}-other` });
      const { stdout } = await place.run(['diagnose', run.id, '--json']);
      assert.deepEqual(JSON.parse(stdout).left, { processes: [], young: 1, ended: [] });
      const asked = await place.run(['diagnose', run.id, '--end-left']);
      assert.equal(asked.exitCode, 0, asked.output);
      assert.match(asked.stdout, /A process of this run on the box may be about to end: .* left alone/);
      for (const { exitCode, signalCode } of [ours, others])
        assert.deepEqual([exitCode, signalCode], [null, null]);
    },
  );
});
