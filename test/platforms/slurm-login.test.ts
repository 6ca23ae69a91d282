import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Clock } from '../../src/clock.ts';
import { RentFailed, type RentIntent } from '../../src/platforms/driver.ts';
import { type LoginNode, toldBy } from '../../src/platforms/slurm/api.ts';
import { forget, inventory, running } from '../../src/platforms/slurm/box.ts';
import { create } from '../../src/platforms/slurm/rent.ts';

const QUEUE = 'ssh://me@login.lab';
const atOnce: Clock = { now: () => new Date(), sleep: async () => {} };
const NOTHING = 'exit 0';

/** What runs on a login node, run here: each program of Slurm is the lines of `sh` that a test gives it. */
function loginNode(t: TestContext, programs: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), 'gl-login-'));
  t.after(() => rmSync(home, { recursive: true }));
  const notes = join(home, '.gpu-lease', '.queue');
  mkdirSync(notes, { recursive: true });
  mkdirSync(join(home, 'bin'));
  const put = (name: string, text: string) =>
    writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  for (const [name, text] of Object.entries(programs)) put(name, text);
  const env = { HOME: home, PATH: `${join(home, 'bin')}:${process.env['PATH']}` };
  const node: LoginNode = {
    target: QUEUE,
    ask: async (program, words, stdin = '') =>
      toldBy(execFileSync('sh', ['-c', program, 'sh', ...words], { env, encoding: 'utf8', input: stdin })),
  };
  return { node, notes, home, put };
}

const intent: RentIntent = {
  name: 'train-17-1',
  owner: 'aaaaaaaaaa',
  offer: { id: `${QUEUE}/main`, platform: 'slurm', summary: 'test', usdPerHour: 0, market: 'on-demand' },
  want: {},
  candidate: { platform: 'slurm', queue: QUEUE },
  authorizedKey: 'ssh-ed25519 AAAA',
  lifetimeSeconds: 3600,
  queue: QUEUE,
};

// As Slurm 22.05.8 says it while its slurmdbd is away, and where there is none.
const AWAY =
  'echo "sacct: error: slurm_persist_conn_open_without_init: failed to open persistent connection to host:localhost:6819: Connection refused" >&2; exit 1';
const DISABLED = 'echo "Slurm accounting storage is disabled" >&2; exit 1';
/** It takes the job, and its answer is lost. */
const TAKES = 'cat >/dev/null; echo x >>"$HOME/submitted"';
const LOSES = `${TAKES}; echo "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation" >&2; exit 1`;

describe('a submit to Slurm whose answer was lost, and whose job squeue has forgotten', () => {
  const submitted = (home: string): number =>
    existsSync(join(home, 'submitted')) ? readFileSync(join(home, 'submitted'), 'utf8').length / 2 : 0;

  it('is not made again while accounting cannot say what became of it', async (t) => {
    const { node, home, notes, put } = loginNode(t, { squeue: NOTHING, sacct: AWAY, sbatch: LOSES });
    await assert.rejects(
      create(node, intent, { clock: atOnce }),
      (error) =>
        error instanceof RentFailed &&
        error.reason === 'unclear' &&
        /sacct on ssh:\/\/me@login\.lab does not say: .*Connection refused/.test(error.message),
    );
    assert.equal(submitted(home), 1);
    put('sacct', 'echo "4711|train-17-1"');
    assert.equal((await create(node, intent, { clock: atOnce })).boxId, '4711');
    assert.equal(submitted(home), 1);
    assert.equal(existsSync(join(notes, 'train-17-1.tried')), false, 'nothing is open any more');
  });

  for (const [where, sacct] of [
    ['accounting says that there is none', NOTHING],
    ['there is no accounting that could know', DISABLED],
    ['sacct is not there', 'exit 127'],
  ] as const)
    it(`is made again where ${where}`, async (t) => {
      const { node, home, put } = loginNode(t, { squeue: NOTHING, sacct: AWAY, sbatch: LOSES });
      await assert.rejects(create(node, intent, { clock: atOnce }), RentFailed);
      put('sacct', sacct);
      put('sbatch', `${TAKES}; echo 4712`);
      assert.equal((await create(node, intent, { clock: atOnce })).boxId, '4712');
      assert.equal(submitted(home), 2);
    });

  it('keeps no first submit of a name from being made', async (t) => {
    const sbatch = `${TAKES}; echo 4711`;
    const { node, home } = loginNode(t, { squeue: NOTHING, sacct: AWAY, sbatch });
    assert.equal((await create(node, intent, { clock: atOnce })).boxId, '4711');
    assert.equal(submitted(home), 1);
  });
});

describe('a job of a site with several clusters', () => {
  it('is called in every list as it was called at its submit', async (t) => {
    const row = (id: number, name: string) => `${id}|RUNNING|None|N/A|gpu-lease ab12|${name}`;
    const { node, notes } = loginNode(t, {
      squeue: `echo "${row(4711, 'tiny-7-1')}"; echo "${row(4712, 'tiny-8-1')}"; echo "${row(9, 'tiny-9-1')}"`,
    });
    for (const [name, id] of [
      ['tiny-7-1', '4711;east'],
      ['tiny-8-1', '4712'],
      // Of another cluster, where the same number is another job.
      ['other-1-1', '9;west'],
    ])
      writeFileSync(join(notes, `${name}.job`), `${id}\n0\n`);
    const ids = ['4711;east', '4712', '9'];
    assert.deepEqual(
      (await inventory(node)).map(({ id }) => id),
      ids,
    );
    const endpoint = { host: 'login.lab', port: 22, user: 'me' };
    assert.deepEqual([...(await running(node, endpoint)).keys()], ids);
  });
});

describe('notes of jobs whose runs are closed', () => {
  const NOTES = ['', '.job', '.begun', '.job.4242'];
  const notesOf = (notes: string, name: string, id: string, ...logs: string[]) => {
    for (const end of [...NOTES, ...logs])
      writeFileSync(join(notes, `${name}${end}`), end === '.job' ? `${id}\n0\n` : 'x\n');
  };
  const left = (notes: string) => readdirSync(notes).filter((name) => !name.startsWith('.'));

  it('go after thirty days, and those of every other run stay', async (t) => {
    const { node, notes } = loginNode(t, { squeue: NOTHING });
    notesOf(notes, 'old-1-1', '4711;east', '-4711.log');
    notesOf(notes, 'wide-1-1', '4712', '-4712_0.log', '-4712_1.log');
    notesOf(notes, 'young-1-1', '4713', '-4713.log');
    notesOf(notes, 'open-1-1', '4714', '-4714.log');
    // A name that another one begins with.
    notesOf(notes, 'old-1-10', '471', '-471.log');
    for (const boxId of ['4711;east', '4712', '4713']) await forget(node, boxId);
    const all = left(notes).length;
    await forget(node, '99');
    assert.equal(left(notes).length, all, 'nothing is old yet, and nothing is noted of what was never there');
    const past = new Date(Date.now() - 32 * 86_400_000);
    for (const name of ['old-1-1', 'wide-1-1']) utimesSync(join(notes, `${name}.closed`), past, past);
    // Whatever its own age: its run is open.
    utimesSync(join(notes, 'open-1-1.job'), past, past);
    await forget(node, '4713');
    assert.deepEqual(
      left(notes).filter((name) => /^(?:old-1-1(?!0)|wide)/.test(name)),
      [],
    );
    assert.deepEqual(
      left(notes).sort(),
      [
        ...[...NOTES, '-471.log'].map((end) => `old-1-10${end}`),
        ...[...NOTES, '-4714.log'].map((end) => `open-1-1${end}`),
        ...[...NOTES, '-4713.log', '.closed'].map((end) => `young-1-1${end}`),
      ].sort(),
    );
  });
});
