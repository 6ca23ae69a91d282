// Over a minute: every command that looks is started beside a run that lives.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import { torchFile } from '../verify/torch-writer.ts';
import { onlyStory, stories } from './ledger-story.ts';
import { Place, placeFor, repositoryRoot } from './run-bundle.ts';
import { placeTinyJob } from './tiny-job.ts';

const USAGE = 2;

/** The keys that docs/json.md promises in the table of that name. */
function promisedKeys(table: string): string[] {
  const text = readFileSync(join(repositoryRoot, 'docs', 'json.md'), 'utf8');
  const [, rows = ''] = text.split(`<!-- ${table} -->`);
  const keys = [...(rows.split(`<!-- /${table} -->`)[0] ?? '').matchAll(/^\| `(\w+)`/gm)].map(
    (row) => row[1] ?? '',
  );
  assert.ok(keys.length > 0, `docs/json.md has a table "${table}"`);
  return keys;
}

describe('looking at a run', { timeout: 120_000 }, () => {
  let place: Place;
  let id: string;
  before(async () => {
    place = new Place();
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
    });
    const run = await place.run(['run', '--json']);
    assert.equal(run.exitCode, 0, run.output);
    const lines = run.stdout.trim().split('\n');
    assert.equal(lines.length, 1, 'stdout is one line of JSON, all else went to stderr');
    assert.deepEqual(Object.keys(JSON.parse(run.stdout)).sort(), promisedKeys('run').sort());
    id = JSON.parse(run.stdout).run;
  });
  after(() => place?.end());

  const json = async (...args: string[]) => {
    const outcome = await place.run([...args, '--json']);
    assert.equal(outcome.exitCode, 0, outcome.output);
    return JSON.parse(outcome.stdout);
  };

  it('status lists the open runs, and shows one in full with what it costs [P4-24]', async () => {
    const listed = await json('status');
    assert.deepEqual(
      listed.runs.map((run: { run: string; state: string }) => [run.run, run.state]),
      [[id, 'sealed']],
    );
    const full = await json('status', id);
    assert.deepEqual(Object.keys(full).sort(), promisedKeys('run').sort());
    assert.equal(full.metersRunning, 2);
    const shown = (await place.run(['status', id])).stdout;
    for (const text of [
      id,
      /sealed/,
      /local/,
      /verified 6\/6/,
      /WARNING: no smoke/,
      /still costing: .* USD\/h/,
    ])
      assert.match(shown, new RegExp(text));
  });

  it('board says what bills, how far each run is and whom it waits for; watched it ends at its bound', async () => {
    const facts = await json('board');
    assert.deepEqual(Object.keys(facts).sort(), promisedKeys('board').sort());
    const [row, ...more] = facts.runs;
    assert.deepEqual(more, []);
    assert.deepEqual([row.run, row.state, row.waits.for], [id, 'sealed', 'approval']);
    assert.equal(row.done, row.total);
    assert.ok(row.loss.curve.length > 1, 'drawn from what was pulled here');
    const page = join(place.dir, 'pages', 'board.html');
    const shown = await place.run(['board', '--html', page], { env: { LANG: 'C.UTF-8' } });
    assert.match(shown.stdout, /^1 box bills \S+ USD\/h; 0 debts; 1 open run/);
    assert.match(shown.stdout, new RegExp(`gpu-lease release ${id} --approve "${row.waits.phrase}"`));
    assert.match(readFileSync(page, 'utf8'), new RegExp(row.waits.phrase));
    const watched = await place.run(['status', '--watch', '--bound', '2s'], { timeoutSeconds: 20 });
    assert.equal(watched.exitCode, 0, watched.output);
    assert.match(watched.stdout, /^1 box bills/);
    assert.doesNotMatch(watched.stdout, /\u001b/, 'a pipe is no screen');
  });

  it('events are told in order, with who and when [XC-15]', async () => {
    const { events } = await json('events', id);
    assert.deepEqual(
      events,
      onlyStory(place).events.map(({ ...event }) => withoutNonce(event)),
    );
    const lines = (await place.run(['events', id])).stdout.trim().split('\n');
    assert.equal(lines.length, events.length);
    for (const [index, { at }] of onlyStory(place).events.entries())
      assert.ok(lines[index]?.startsWith(at), lines[index]);
  });

  it('log shows what the commands printed, from the box and from what was brought of it', async () => {
    const whole = (await place.run(['log', id])).stdout;
    assert.match(whole, /step/);
    const kept = join(place.repository, 'gpu-lease-out', id, '+evidence', 'main.1.log');
    assert.equal(readFileSync(kept, 'utf8'), whole);
    const { document } = JSON.parse(readFileSync(join(kept, '..', 'seal.json'), 'utf8'));
    assert.deepEqual(
      document.logs.map(({ file, bytes }: { file: string; bytes: number }) => [file, bytes]),
      [['main.1.log', Buffer.byteLength(whole)]],
    );
    const last = (await place.run(['log', id, '--lines', '2'])).stdout;
    assert.deepEqual(last.trimEnd().split('\n'), whole.trimEnd().split('\n').slice(-2));
    const { logs, notSeen } = await json('log', id, '--cell', 'main', '--attempt', '1');
    assert.deepEqual([logs[0].text, notSeen], [whole, null]);
    const none = await place.run(['log', id, '--cell', 'nain']);
    assert.equal(none.exitCode, USAGE);
    assert.match(none.stderr, /Nothing of \S+ is called nain\. There is: main, attempt 1\./);
    // Of a run that is over for this command, too: it ends by itself.
    assert.equal((await place.run(['log', id, '-f'], { timeoutSeconds: 30 })).stdout, whole);
  });

  it('exec runs a command in the code of the run, with its exit code and without its secrets', async () => {
    const listed = await place.run(['exec', id, '--', 'ls']);
    assert.equal(listed.exitCode, 0, listed.output);
    assert.match(listed.stdout, /^train\.mjs$/m);
    const failed = await place.run(['exec', id, '--', 'echo "out: $0" && echo err >&2 && exit 7']);
    assert.deepEqual([failed.exitCode, failed.stdout], [7, 'out: sh\nerr\n']);
    assert.equal((await place.run(['exec', id])).exitCode, USAGE);
  });

  it('cp brings a file from the box and takes one there, hash-equal or not at all', async () => {
    const copied = await place.run(['cp', `${id}:metrics.jsonl`, 'copied.jsonl']);
    assert.equal(copied.exitCode, 0, copied.output);
    const kept = readFileSync(join(place.repository, 'gpu-lease-out', id, 'main', 'metrics.jsonl'));
    assert.deepEqual(readFileSync(join(place.repository, 'copied.jsonl')), kept);
    const there = join(place.dir, 'there.bin');
    const sent = await place.run(['cp', 'copied.jsonl', `${id}:${there}`]);
    assert.equal(sent.exitCode, 0, sent.output);
    assert.deepEqual(readFileSync(there), kept);
    const none = await place.run(['cp', `${id}:nothing.bin`, '.']);
    assert.match(none.output, /There is no plain file \S+\/main\/out\/nothing\.bin on /);
    assert.equal(existsSync(join(place.repository, 'nothing.bin')), false);
    for (const words of [['a', 'b'], [`${id}:a`, `${id}:b`], [`${id}:a`]])
      assert.equal((await place.run(['cp', ...words])).exitCode, USAGE, words.join(' '));
    assert.deepEqual(
      readdirSync(place.repository).filter((name) => name.startsWith('.gpu-lease-cp')),
      [],
    );
    rmSync(join(place.repository, 'copied.jsonl'));
  });

  it('du shows what lies on the box by folder, what of it is kept, and what would be lost', async () => {
    const used = await json('du', id);
    assert.deepEqual(Object.keys(used).sort(), promisedKeys('du').sort());
    const [main] = used.cells;
    const checkpoints = main.folders.find(({ folder }: { folder: string }) => folder === 'checkpoints');
    assert.ok(checkpoints.bytes > 0 && checkpoints.keptBytes === checkpoints.bytes, JSON.stringify(main));
    assert.ok(
      used.others.some(({ folder }: { folder: string }) => folder === 'code'),
      JSON.stringify(used),
    );
    assert.ok(used.disk.freeBytes > 0);
    assert.match(
      (await place.run(['du', id])).stdout,
      /main\/checkpoints\/ +\d[\s\S]*Nothing of its output would be lost[\s\S]*are free on its disk[\s\S]*still costing/,
    );
    const made = await place.run([
      'exec',
      id,
      '--',
      'dd if=/dev/zero of=../../cells/main/out/more.bin bs=1k count=5',
    ]);
    assert.equal(made.exitCode, 0, made.output);
    assert.match(
      (await place.run(['du', id])).stdout,
      /lost with the box: \S+ \S+ in 1 file[\s\S]*main\/more\.bin/,
    );
    await place.run(['exec', id, '--', 'rm ../../cells/main/out/more.bin']);
  });

  it('exec shows each line when it comes, and not with the next one', async () => {
    const began = Date.now();
    const slow = place.start(['exec', id, '--', 'echo first; sleep 8; echo last']);
    await slow.says(/^first/m);
    assert.ok(Date.now() - began < 7000);
    assert.equal((await slow.ended).stdout, 'first\nlast\n');
  });

  it('ssh, ssh-config and tunnel get into the box by OpenSSH and by our own line, with the pinned key', {
    skip: missing('ssh'),
  }, async () => {
    const failed = await place.run(['ssh', id, '--', 'ls && exit 7']);
    assert.equal(failed.exitCode, 7, failed.output);
    assert.match(failed.stdout, /^train\.mjs$/m);
    assert.match(failed.stderr, /goes on costing: .* USD\/h/);
    const state = join(place.env['XDG_STATE_HOME'] ?? '', 'gpu-lease');
    assert.deepEqual(
      readdirSync(state).filter((name) => name.startsWith('ssh-')),
      [],
      'no key stays',
    );

    const written = await place.run(['ssh-config', id, '--include']);
    assert.equal(written.exitCode, 0, written.output);
    const config = join(place.home, '.ssh', 'config');
    const byName = (...words: string[]): string =>
      execFileSync('ssh', ['-F', config, id, ...words], { encoding: 'utf8', env: place.env });
    assert.equal(byName('echo there').trim(), 'there');
    // A box that shows another key is another box.
    const known = join(state, 'ssh', id, 'known_hosts');
    const own = readFileSync(known, 'utf8');
    writeFileSync(
      known,
      own.replace(/AAAA\S{20}/, (key) => key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))),
    );
    assert.throws(() => byName('echo there'));
    const again = await place.run(['ssh-config', id, '--include']);
    assert.equal(again.exitCode, 0, again.output);
    assert.equal(readFileSync(known, 'utf8'), own);
    assert.equal(readFileSync(config, 'utf8').match(/^Include /gm)?.length, 1);
    const removed = await place.run(['ssh-config', '--remove']);
    assert.match(removed.stdout, new RegExp(`taken out: ${id}, and the line`));
    assert.equal(readFileSync(config, 'utf8'), '');

    const there = createServer((_asked, answer) => answer.end('of the box')).listen(0, '127.0.0.1');
    const free = createServer().listen(0, '127.0.0.1');
    await Promise.all([once(there, 'listening'), once(free, 'listening')]);
    const [{ port: remote }, { port: local }] = [there, free].map(
      (each) => each.address() as AddressInfo,
    ) as [AddressInfo, AddressInfo];
    const taken = await place.run(['tunnel', id, `${local}:${remote}`]);
    assert.match(taken.output, new RegExp(`Another program listens at port ${local}`));
    free.close();
    const tunnel = place.start(['tunnel', id, `${local}:${remote}`]);
    await tunnel.says(new RegExp(`http://127\\.0\\.0\\.1:${local} is port ${remote} of ${id}-1`));
    const address = `http://127.0.0.1:${local}`;
    assert.equal(await (await fetch(address, { headers: { connection: 'close' } })).text(), 'of the box');
    there.close();
    await assert.rejects(fetch(address));
    await tunnel.says(new RegExp(`nothing answers at port ${remote}`));
    tunnel.child.kill('SIGINT');
    assert.equal((await tunnel.ended).exitCode, 0);
    for (const words of [
      ['tunnel', id],
      ['tunnel', id, '0'],
      ['tunnel', id, '8888:70000'],
    ])
      assert.equal((await place.run(words)).exitCode, USAGE, words.join(' '));
  });

  it('cost adds up its meters, says what waiting costs, and where the price is from [P4-24]', async () => {
    const cost = await json('cost', id);
    assert.deepEqual(Object.keys(cost).sort(), [
      'billed',
      'forecastUsd',
      'meters',
      'plannedUsd',
      'run',
      'runners',
      'usd',
      'usdPerHourNow',
      'waste',
      'wasteUsd',
    ]);
    assert.equal(cost.billed, null);
    assert.equal(cost.plannedUsd, null, 'the job does not say how long it takes');
    assert.ok(cost.wasteUsd <= cost.usd);
    const sum = cost.meters.reduce((usd: number, meter: { usd: number }) => usd + meter.usd, 0);
    assert.ok(Math.abs(sum - cost.usd) < 1e-9 && cost.usd > 0);
    assert.equal(cost.usdPerHourNow, 0.41);
    assert.ok(
      cost.meters.every((meter: { running: boolean; source: string }) => meter.running && meter.source),
    );
    const asked = await json('cost', id, '--billed');
    assert.equal(asked.billed.length, 1);
    assert.equal(asked.billed[0].usd, null, 'a loopback box has no bill');
    assert.match((await place.run(['cost', id])).stdout, /RUNNING[\s\S]*waiting costs 0\.41 USD per hour/);
  });

  it('cost --by adds up all runs by month, platform or job', async () => {
    const { usd } = await json('cost', id);
    const [platform] = (await json('cost', '--by', 'platform')).groups;
    assert.deepEqual([platform.platform, platform.runs, platform.usdPerHour], ['local', 1, 0.41]);
    assert.ok(platform.usd >= usd && platform.usd < usd + 0.05);
    const months = await json('cost', '--by', 'month');
    assert.deepEqual(Object.keys(months).sort(), ['by', 'groups', 'unread', 'usd']);
    assert.equal(months.groups.at(-1).month, new Date().toISOString().slice(0, 7));
    assert.match((await place.run(['cost', '--by', 'job'])).stdout, /^tiny .* 0\.41 USD\/h$/m);
    assert.equal((await place.run(['cost', '--by', 'week'])).exitCode, USAGE);
    assert.equal((await place.run(['cost', '--by', 'job', '--billed'])).exitCode, USAGE);
  });

  it('a dry run says what would be next and changes nothing', async () => {
    const before = place.git('for-each-ref', 'refs/gpu-lease/');
    const release = await json('release', id, '--dry-run');
    assert.deepEqual(Object.keys(release).sort(), promisedKeys('dry-run').sort());
    assert.equal(release.next[0].do, 'ask');
    assert.equal(place.git('for-each-ref', 'refs/gpu-lease/'), before);
  });

  it('nothing that only looks changes the ledger or asks the box', async () => {
    const before = place.git('for-each-ref', 'refs/gpu-lease/');
    const server = place.processes().map(({ pid }) => pid);
    for (const { pid } of place.processes()) process.kill(pid, 'SIGSTOP');
    for (const args of [['status'], ['status', id], ['board'], ['events', id], ['cost', id]])
      assert.equal((await place.run(args, { timeoutSeconds: 20 })).exitCode, 0, args.join(' '));
    for (const pid of server) process.kill(pid, 'SIGCONT');
    assert.equal(place.git('for-each-ref', 'refs/gpu-lease/'), before);
  });
});

const withoutNonce = (event: object): object =>
  Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'nonce' && key !== 'mac'));

describe('a run of uncommitted code', { timeout: 120_000 }, () => {
  it('stays the same run when its results lie beside the code, and is marked for ever [P2-01]', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
    });
    writeFileSync(join(place.repository, 'notes.txt'), 'not committed');
    writeFileSync(
      join(place.repository, 'train.sh'),
      'echo again >>"$GPU_LEASE_OUT/starts.txt"\nexec node train.mjs\n',
    );
    const first = await place.run(['run', '--allow-dirty', '--json']);
    const again = await place.run(['run', '--allow-dirty', '--json']);
    for (const run of [first, again]) {
      assert.notEqual(run.stdout, '', run.output);
      assert.match(run.stderr, /uncommitted changes/);
    }
    assert.equal(JSON.parse(again.stdout).run, JSON.parse(first.stdout).run);
    assert.equal(place.boxes().length, 1);
    assert.match((await place.run(['status', onlyStory(place).run.id])).stdout, /uncommitted code/);
  });
});

describe('setting up', { timeout: 120_000 }, () => {
  it('init writes a job file that plan can read; both rent nothing, and init overwrites nothing [FR-08] [XC-14]', async (t) => {
    const place = placeFor(t);
    const train = 'import torch\ntorch.manual_seed(0)\nprint("hello")\n';
    writeFileSync(join(place.repository, 'train.py'), train);
    writeFileSync(join(place.repository, 'requirements.txt'), 'torch==2.9.0\nnumpy\n');
    place.commit();
    const init = await place.run(['init']);
    assert.equal(init.exitCode, 0, init.output);
    const jobFile = readFileSync(join(place.repository, 'gpu-lease.yml'), 'utf8');
    assert.match(jobFile, /^# yaml-language-server: \$schema=/);
    assert.match(jobFile, /train\.py/);
    assert.match(init.stdout, /^next: gpu-lease plan; for GitHub Actions gpu-lease init --github$/m);

    const again = await place.run(['init']);
    assert.equal(again.exitCode, USAGE);
    assert.match(again.stderr, /exists already.*--force/s);
    assert.equal(readFileSync(join(place.repository, 'gpu-lease.yml'), 'utf8'), jobFile);
    const forced = await place.run(['init', '--force']);
    assert.equal(forced.exitCode, 0, forced.output);

    place.commit();
    const plan = await place.run(['plan', '--json']);
    assert.equal(plan.exitCode, 0, plan.output);
    assert.deepEqual(Object.keys(JSON.parse(plan.stdout)).sort(), promisedKeys('plan').sort());
    assert.deepEqual(place.boxes(), []);
    assert.deepEqual(stories(place), [], 'not even a run was opened');
  });

  it('plan shows cost, roster, tiers, clocks and teardown of the job in the repository [XC-14] [P0-02]', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place);
    const plan = await place.run(['plan']);
    assert.equal(plan.exitCode, 0, plan.output);
    for (const text of [/0\.41 USD\/h/, /checkpoints\/best\.safetensors/, /home/, /terminate/, /smoke/])
      assert.match(plan.stdout, text);
    assert.deepEqual(place.boxes(), []);
  });

  it('every command has its help, and the version is the package’s', async (t) => {
    const place = placeFor(t);
    const help = await place.run(['--help']);
    assert.equal(help.exitCode, 0);
    const commands = [...help.stdout.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1] ?? '');
    assert.ok(commands.length >= 14, commands.join());
    for (const name of commands) {
      const own = await place.run([name, '--help']);
      assert.equal(own.exitCode, 0, own.output);
      assert.match(own.stdout, new RegExp(name));
    }
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
    assert.match((await place.run(['--version'])).stdout, new RegExp(version.replaceAll('.', '\\.')));
  });

  it('completion bash is bash, and completes commands and their options', {
    skip: missing('bash'),
  }, async (t) => {
    const place = placeFor(t);
    const { stdout } = await place.run(['completion', 'bash']);
    const file = join(place.dir, 'completion.bash');
    writeFileSync(file, stdout);
    execFileSync('bash', ['-n', file]);
    const complete = (...words: string[]): string[] =>
      execFileSync(
        'bash',
        [
          '-c',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
          'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gpu_lease; printf "%s\\n" "${COMPREPLY[@]}"',
          'bash',
          file,
          'gpu-lease',
          ...words,
        ],
        { encoding: 'utf8' },
      )
        .trim()
        .split('\n');
    assert.deepEqual(complete('wat'), ['watch']);
    assert.deepEqual(complete('release', '--app'), ['--approve']);
    assert.deepEqual(complete('status', '--app'), ['']);
  });
});

describe('verify', { timeout: 120_000 }, () => {
  const SEVEN_ZIP = Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0x00, 0x04);
  for (const { name, files, exitCode } of [
    { name: 'whole files', files: ['whole.pt'], exitCode: 0 },
    {
      name: 'a truncated checkpoint beside a whole one',
      files: ['whole.pt', 'short.pt', 'log.json'],
      exitCode: 1,
    },
    { name: 'no such file', files: ['absent.pt'], exitCode: USAGE },
    {
      name: 'a format that cannot be proven',
      files: ['whole.pt', 'packed.pt', 'plain.safetensors'],
      exitCode: 3,
    },
    { name: 'a format without a checksum', files: ['whole.pt', 'plain.safetensors'], exitCode: 0 },
    {
      name: 'a format without a checksum where that is asked for',
      files: ['whole.pt', 'plain.safetensors', '--fail-on', 'degraded'],
      exitCode: 4,
    },
  ]) {
    it(`ends with ${exitCode} for ${name} [P5-04]`, async (t) => {
      const place = placeFor(t);
      const at = (file: string) => join(place.repository, file);
      writeFileSync(at('whole.pt'), torchFile());
      writeFileSync(at('short.pt'), torchFile());
      truncateSync(at('short.pt'), 400);
      writeFileSync(at('log.json'), '{"loss": 0.5}\n');
      writeFileSync(at('packed.pt'), SEVEN_ZIP);
      writeFileSync(at('plain.safetensors'), plainSafetensors());
      const verify = await place.run(['verify', ...files]);
      assert.equal(verify.exitCode, exitCode, verify.output);
      if (exitCode === USAGE) return;
      const { files: verdicts } = JSON.parse((await place.run(['verify', ...files, '--json'])).stdout);
      assert.deepEqual(
        verdicts.map((verdict: { label: string }) => verdict.label),
        files.filter((file) => existsSync(at(file))),
      );
      mkdirSync(at('folder'));
      assert.ok(!existsSync(place.boxesDir), 'it needs no run and no ledger');
    });
  }
});

function plainSafetensors(): Uint8Array {
  const header = Buffer.from(
    JSON.stringify({ w: { dtype: 'F32', shape: [4], data_offsets: [0, 16] } }).padEnd(64),
  );
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.from(Float32Array.of(0.5, -1, 2, 0.25).buffer)]);
}
