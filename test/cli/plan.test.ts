// Over ten seconds: each look ahead is a start of the program.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { parse, stringify } from 'yaml';
import type { EventBody } from '../../src/lease/events.ts';
import { firstContact } from '../../src/profile/first-contact.ts';
import { parseProfile } from '../../src/profile/load.ts';
import { livesInTurn } from '../in-turn.ts';
import { programCommand } from '../installation.ts';
import { opened as told } from '../lease/told-run.ts';
import { seedRuns } from '../ledger/seed-runs.ts';
import { missing } from '../requirement.ts';
import { deviations } from './json-docs.ts';

const root = join(import.meta.dirname, '..', '..');
const plans = livesInTurn('what a plan says', 2);

describe('plan and dry runs', { skip: missing('git') }, () => {
  let dir: string;
  let repository: string;

  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'gl-plan-'));
    repository = join(dir, 'repository');
    cpSync(join(root, 'examples', 'tiny'), repository, { recursive: true });
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'A job');
  });

  after(() => rmSync(dir, { recursive: true, force: true }));

  const env = () => ({
    PATH: process.env['PATH'],
    HOME: join(dir, 'home'),
    XDG_STATE_HOME: join(dir, 'state'),
    GIT_CONFIG_GLOBAL: '/dev/null',
  });

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: repository,
      env: env(),
      encoding: 'utf8',
      timeout: 30_000,
    });

  const program = (...args: string[]): Promise<{ exitCode: number | null; stdout: string; stderr: string }> =>
    new Promise((resolve, reject) => {
      const [node, main] = programCommand();
      const child = spawn(node, [main, ...args], {
        cwd: repository,
        env: env(),
        timeout: 60_000,
      });
      const out = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (chunk: string) => {
          out[name] += chunk;
        });
      child.once('error', reject);
      child.once('close', (exitCode) => resolve({ exitCode, ...out }));
    });

  const boxesDir = () => join(dir, 'state', 'gpu-lease', 'local');

  /** Everything that a command could have left behind. */
  const traces = () => ({
    refs: git('for-each-ref'),
    files: readdirSync(repository).sort(),
    boxes: existsSync(boxesDir()) ? readdirSync(boxesDir()).filter((name) => !name.startsWith('.')) : [],
  });

  plans.it(
    'says what would happen, cost, survive and end, and every danger of the platform [XC-14]',
    async () => {
      const { exitCode, stdout, stderr } = await program('plan');
      assert.equal(exitCode, 0, stderr);
      for (const part of [
        /plan for job tiny at commit [0-9a-f]{8}: nothing is rented by this command/,
        /what would happen\n {2}smoke: TINY_STEPS=30/,
        /rent: local, .* USD\/h/,
        /what it may cost\n {2}expected: /,
        /in a private one 24 h of this cost about\n +\d\d billed minutes \(0\.\d\d USD .*\) with 18 looks: .*wait timers/,
        /checkpoints\/best\.safetensors +checkpoint +best/,
        /platform local: what survives what/,
        /terminate: stops gpu, disk; destroys home/,
      ])
        assert.match(stdout, part);
      const profile = parseProfile(
        readFileSync(join(root, 'profiles', 'local.yml'), 'utf8'),
        'profiles/local.yml',
      );
      const { dangers, conveniences } = firstContact(profile);
      for (const line of [...dangers, ...conveniences, ...profile.clocks.map((clock) => clock.says)])
        assert.ok(stdout.includes(line), line);
    },
  );

  plans.it('gives the same as JSON in the documented shape, and nothing else on stdout', async () => {
    const { exitCode, stdout, stderr } = await program('plan', '--json');
    assert.equal(exitCode, 0, stderr);
    assert.equal(stdout.split('\n').length, 2);
    const plan = JSON.parse(stdout);
    assert.deepEqual(deviations('plan', plan), []);
    assert.equal(plan.choice.platform, 'local');
    assert.deepEqual(deviations('ranked-offer', plan.ranking[0]), []);
    assert.deepEqual(
      plan.roster.map((row: { path: string }) => row.path),
      [
        'checkpoints/best.safetensors',
        'checkpoints/last.safetensors',
        'metrics.jsonl',
        'config.json',
        'summary.json',
      ],
    );
    assert.ok(plan.cost.atMostUsd <= 1);
  });

  plans.it('says with --why nothing but why this offer, and the same in its JSON', async () => {
    const { exitCode, stdout, stderr } = await program('plan', '--why');
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^local \S+ would be taken: .*; no other offer meets the job\n$/);
    const { why } = JSON.parse((await program('plan', '--json')).stdout);
    assert.equal(`${why.join('\n')}\n`, stdout);
  });

  plans.it(
    'says where a checkpoint is kept by its size, and that a large one is kept nowhere where that is so',
    async () => {
      const { stdout } = await program('plan');
      assert.match(
        stdout,
        /checkpoints while it trains\n {2}up to [0-9.]+ .?B: pulled to \S+, with [0-9.]+ .?B free/,
      );
      assert.match(stdout, /WARNING: larger: kept nowhere but on the box \(local\)/);
      const { keeping } = JSON.parse((await program('plan', '--json')).stdout);
      assert.deepEqual([keeping.stores, keeping.withoutTier], [[], ['local']]);
      assert.ok(keeping.mostBytes < keeping.freeBytes);
      assert.equal(keeping.problem, null);
      const path = join(repository, 'gpu-lease.yml');
      const text = readFileSync(path, 'utf8');
      try {
        const s3 = { endpoint: 'https://s3.example.org', bucket: 'results' };
        writeFileSync(path, stringify({ ...parse(text), store: [{ s3 }] }));
        const named = await program('plan', '--allow-dirty');
        assert.equal(named.exitCode, 0, named.stderr);
        const job = parse(text);
        job.checkpoint.size = '90000GB';
        writeFileSync(path, stringify(job));
        const large = (await program('plan', '--allow-dirty')).stdout;
        assert.match(
          large,
          /PROBLEM: A checkpoint has 90000000000000 bytes and would be kept nowhere .*Name an s3 store/,
        );
        assert.match(named.stdout, /larger: from the box straight to s3:\/\/results\n/);
      } finally {
        writeFileSync(path, text);
      }
    },
  );

  plans.it(
    'says where the run and its copies lie, and what has each artifact after what may happen [P0-02]',
    async () => {
      const { stdout } = await program('plan', '--json');
      const [local] = JSON.parse(stdout).storage;
      const { platform, work, workTiers, durable, notParked } = local;
      assert.deepEqual(
        [platform, work, workTiers, durable, notParked],
        ['local', '~/.gpu-lease', ['home'], null, null],
      );
      const [checkpoint] = local.classes;
      assert.equal(checkpoint.class, 'checkpoint');
      assert.deepEqual(
        checkpoint.fates.map(
          (fate: { happening: string; saved: string }) => `${fate.happening}: ${fate.saved}`,
        ),
        [
          'stop: there',
          'reboot: there',
          'reset: there',
          'destroy: sealed',
          'eviction: pulled',
          'zero balance: pulled',
        ],
      );
      const text = (await program('plan')).stdout;
      assert.match(
        text,
        /platform local: where it lies, and what has it after what\n +the run: ~\/\.gpu-lease, on home/,
      );
      assert.match(text, /checkpoint +\(the box\) +the box +the box +the seal +\(the pull\)/);
    },
  );

  plans.it(
    'refuses a disk that cannot hold the sets, with the line to paste, before any platform is asked [P0-05]',
    async () => {
      const planned = async (more: Record<string, unknown>) => {
        const job = {
          name: 'large',
          run: 'sh train.sh',
          smoke: 'none',
          candidates: ['runpod'],
          checkpoint: { path: 'c-*', size: '30GB' },
          artifacts: [{ path: 'm.bin', role: 'opaque', keep: 'last' }],
          budget: { usd: 1, hours: 1, usdPerHour: 1 },
          ...more,
        };
        writeFileSync(join(repository, 'large.yml'), stringify(job));
        const args = ['plan', '--allow-dirty', '--job', 'large.yml'];
        const [text, json] = [await program(...args), await program(...args, '--json')];
        rmSync(join(repository, 'large.yml'));
        return { text, exitCode: json.exitCode, plan: JSON.parse(json.stdout) };
      };
      const small = await planned({ resources: { disk: '50GB+' } });
      assert.deepEqual([small.exitCode, small.text.exitCode], [10, 10]);
      assert.match(
        small.plan.refused,
        /asks for 50 GB: 41 GB are missing\. Write `disk: 91GB\+` under `resources`/,
      );
      assert.match(small.text.stdout, /REFUSED[^\n]*\n[^\n]*41 GB are missing/);
      assert.match(
        small.text.stdout,
        /platform runpod: the disk budget\n[\s\S]*checkpoints +with the run +60/,
      );
      const roomy = await planned({ resources: { disk: '91GB+' } });
      assert.deepEqual([roomy.exitCode, roomy.plan.refused], [0, null]);
      const [disk] = roomy.plan.disk;
      assert.deepEqual([disk.platform, disk.needGb, disk.isKnown], ['runpod', 91, true]);
    },
  );

  plans.it(
    'refuses what an eviction would lose, with the fix, before any platform is asked [P0-02]',
    async () => {
      const planned = async (candidate: string, more: Record<string, unknown> = {}) => {
        const job = {
          name: 'lossy',
          run: 'sh train.sh',
          smoke: 'none',
          candidates: [parse(candidate)],
          artifacts: [{ path: 'm.bin', role: 'opaque' }],
          budget: { usd: 1, hours: 1, usdPerHour: 1 },
          ...more,
        };
        writeFileSync(join(repository, 'lossy.yml'), stringify(job));
        const { exitCode, stdout, stderr } = await program(
          'plan',
          '--json',
          '--allow-dirty',
          '--job',
          'lossy.yml',
        );
        rmSync(join(repository, 'lossy.yml'));
        assert.notEqual(stdout, '', stderr);
        return {
          exitCode,
          refused: JSON.parse(stdout).refused,
          parked: JSON.parse(stdout).storage[0].notParked,
        };
      };
      const spot = await planned('{platform: compshare, market: spot}');
      assert.equal(spot.exitCode, 10);
      assert.match(
        spot.refused,
        /An eviction of a spot box on compshare would lose m\.bin: .* Declare the checkpoint .*`market: on-demand`/,
      );
      const fixes: [string, Record<string, unknown>][] = [
        ['{platform: compshare, market: on-demand}', {}],
        ['{platform: compshare, market: spot}', { checkpoint: { path: 'c/*.bin' } }],
        [
          '{platform: compshare, market: spot}',
          { artifacts: [{ path: 'm.bin', role: 'opaque', keep: 'last' }] },
        ],
        ['{platform: verda, market: spot}', {}],
      ];
      for (const [candidate, more] of fixes) {
        const { exitCode, refused } = await planned(candidate, more);
        assert.deepEqual([exitCode, refused], [0, null], `${candidate} ${JSON.stringify(more)}`);
      }
      const held = await planned('{platform: gpushare, attach: "ssh://me@127.0.0.1:9", usdPerHour: 0.5}', {
        'on-finish': 'park',
      });
      assert.equal(held.refused, null, 'it is held, and nothing is lost');
      assert.match(held.parked, /"power-off" destroys system/);
    },
  );

  plans.it(
    'compares the life of a box with the work: refused before anything is rented, or told how many it takes [P0-16]',
    async () => {
      const job = {
        name: 'long',
        run: 'sh train.sh',
        smoke: 'none',
        candidates: ['local'],
        watch: { expected: '30h' },
        artifacts: [{ path: 'm.bin', role: 'opaque' }],
        budget: { usd: 50, hours: 48, usdPerHour: 1.1 },
      };
      const given = async (command: string, more: Record<string, unknown>, ...flags: string[]) => {
        writeFileSync(join(repository, 'long.yml'), stringify({ ...job, ...more }));
        const outcome = await program(command, '--allow-dirty', '--job', 'long.yml', ...flags);
        rmSync(join(repository, 'long.yml'));
        return outcome;
      };
      const short = await given('plan', {}, '--json');
      assert.equal(short.exitCode, 10, short.stderr);
      const plan = JSON.parse(short.stdout);
      assert.deepEqual(deviations('plan', plan), []);
      assert.match(
        plan.refused,
        /No box there lives as long.*lives 24h, and 30 h of work do not fit.*`watch\.expected`/,
      );
      assert.deepEqual([plan.lifetimes[0].lifeSeconds, plan.lifetimes[0].boxes], [86_400, null]);
      const goesOn = { checkpoint: { path: 'c/*.bin', resume: 'continues' } };
      const text = await given('plan', goesOn);
      assert.equal(text.exitCode, 0, text.stderr);
      assert.match(text.stdout, /how long a box lives\n.*30 h of work take 2 of them, one after the other/);
    },
  );

  plans.it(
    'names the line of a configuration whose epochs an argument for all cells overrides [P2-14]',
    async () => {
      const job = {
        name: 'tasks',
        run: 'python3 train.py --config "$CONFIG" --epochs 20',
        smoke: 'none',
        candidates: ['local'],
        cells: ['configs/near.yml', 'configs/far.yml'],
        artifacts: [{ path: 'm.bin', role: 'opaque' }],
        budget: { usd: 1, hours: 1, usdPerHour: 1 },
      };
      mkdirSync(join(repository, 'configs'));
      writeFileSync(join(repository, 'configs', 'near.yml'), 'lr: 0.1\nepochs: 20\n');
      writeFileSync(join(repository, 'configs', 'far.yml'), 'lr: 0.1\ntrainer:\n  max_epochs: 80\n');
      writeFileSync(join(repository, 'tasks.yml'), stringify(job));
      const { exitCode, stdout, stderr } = await program('plan', '--allow-dirty', '--job', 'tasks.yml');
      rmSync(join(repository, 'tasks.yml'));
      rmSync(join(repository, 'configs'), { recursive: true });
      assert.equal(exitCode, 0, stderr);
      assert.match(
        stdout,
        /configs\/far\.yml:3:3: .*line 3, says max_epochs: 80, and `--epochs 20` of `run` is given to the cell "far"/,
      );
      assert.doesNotMatch(stdout, /near\.yml/);
    },
  );

  for (const { platform, setup, says } of [
    { platform: 'local', setup: 'python3 -m venv ~/env', says: /is the one that works.*\(python3 -m venv\)/ },
    { platform: 'local', setup: 'conda env create -f x.yml', says: /\(conda env create\)/ },
    { platform: 'local', setup: 'pip install -r r.txt', says: undefined },
    { platform: 'generic-ssh', setup: 'pip install -r r.txt', says: /into the base environment.*venv/ },
    { platform: 'generic-ssh', setup: 'uv venv .env && uv pip install torch', says: undefined },
    { platform: 'generic-ssh', setup: 'make data', says: undefined },
  ])
    plans.it(`holds the setup "${setup}" against the environment of ${platform} [P1-16]`, async () => {
      const box = platform === 'local' ? platform : { platform, attach: 'my-box', usdPerHour: 0 };
      const job = {
        name: 'installed',
        run: 'sh train.sh',
        setup,
        smoke: 'none',
        candidates: [box],
        artifacts: [{ path: 'm.bin', role: 'opaque' }],
        budget: { usd: 1, hours: 1, usdPerHour: 1 },
      };
      writeFileSync(join(repository, 'installed.yml'), stringify(job));
      const asked = ['plan', '--allow-dirty', '--job', 'installed.yml'];
      const outcome = await program(...asked, '--json');
      const text = await program(...asked);
      rmSync(join(repository, 'installed.yml'));
      assert.equal(outcome.exitCode, 0, outcome.stderr);
      const { environment, ...rest } = JSON.parse(outcome.stdout);
      assert.deepEqual(deviations('plan', { environment, ...rest }), []);
      assert.equal(environment.length, says ? 1 : 0, JSON.stringify(environment));
      assert.equal(/what the job is installed into\n.*WARNING/.test(text.stdout), says !== undefined);
      if (says) assert.match(environment[0].says, says);
    });

  plans.it('ranks what is offered, without repository, run or key, in the documented shape', async () => {
    const { exitCode, stdout, stderr } = await program('offers', '--json');
    assert.equal(exitCode, 0, stderr);
    const offers = JSON.parse(stdout);
    assert.deepEqual(deviations('offers', offers), []);
    assert.equal(offers.ranked.length, 1);
    assert.deepEqual(deviations('ranked-offer', offers.ranked[0]), []);
    assert.equal(offers.ranked[0].platform, 'local');
    const text = (await program('offers')).stdout;
    assert.match(text, /offers for job tiny, by expected cost:\n\nrank +platform/);
    const other = await program('offers', '--platform', 'nowhere');
    assert.equal(other.exitCode, 2);
    assert.match(other.stderr, /no profile for the platform "nowhere"/);
  });

  plans.it(
    'M5: says in offers what another run of the ledger holds back, where there is a ledger',
    async () => {
      const [offered] = JSON.parse((await program('offers', '--json')).stdout).ranked;
      const at = new Date(Date.now() - 60_000).toISOString();
      const lease = 'run-0-1';
      const story: EventBody[] = [
        told(),
        {
          type: 'intended',
          lease,
          platform: 'local',
          offer: offered.offer,
          summary: '',
          usdPerHour: 1,
          market: 'on-demand',
        },
        { type: 'rented', lease, boxId: 'b', meters: [], adopted: false },
        { type: 'boot-failed', lease, why: 'no login within 15 min' },
      ];
      await seedRuns(join(repository, '.git'), 1, () => story.map((event) => ({ ...event, at, by: 'test' })));
      const { heldBack } = JSON.parse((await program('offers', '--json')).stdout);
      const text = (await program('offers')).stdout;
      git('update-ref', '-d', 'refs/gpu-lease/runs/run-0');
      assert.deepEqual(
        heldBack.map(({ offer, isLast, why }: Record<string, unknown>) => [offer, isLast, why]),
        [[offered.offer, true, `run-0-1 of it failed (${at}): no login within 15 min`]],
      );
      assert.match(text, /^held back behind every other until /m);
    },
  );

  plans.it('ends with the code of no capacity when every offer is too dear', async () => {
    const job = readFileSync(join(repository, 'gpu-lease.yml'), 'utf8');
    const dear = job.replace(/^budget:.*$/m, 'budget: { usd: 1, hours: 1, usdPerHour: 0.01 }');
    writeFileSync(join(dir, 'dear.yml'), dear);
    const { exitCode, stdout } = await program('offers', '--job', join(dir, 'dear.yml'));
    assert.equal(exitCode, 12);
    assert.match(
      stdout,
      /no offer meets job tiny now\n+declined: local: 0\.\d+ USD\/h is over budget\.usdPerHour 0\.01/,
    );
  });

  plans.it('leaves no trace: no ref, no file, no box', async () => {
    const had = traces();
    assert.equal((await program('plan')).exitCode, 0);
    assert.equal((await program('run', '--dry-run')).exitCode, 0);
    assert.equal((await program('launch', '--dry-run', '--json')).exitCode, 0);
    const has = traces();
    assert.deepEqual(has, had);
    assert.deepEqual(has.boxes, []);
    assert.equal(has.refs.includes('refs/gpu-lease'), false);
  });

  plans.it('shows for a run that is not there what would be opened', async () => {
    const { exitCode, stdout, stderr } = await program('run', '--dry-run', '--json');
    assert.equal(exitCode, 0, stderr);
    const shown = JSON.parse(stdout);
    assert.deepEqual(deviations('dry-run', shown), []);
    assert.match(shown.run, /^tiny-[0-9a-f]{8}$/);
    assert.equal(shown.state, 'empty');
    assert.deepEqual(deviations('plan', shown.plan), []);
  });

  plans.it('shows for a run that is there what the stage would do next, and does not do it', async () => {
    assert.equal((await program('launch')).exitCode, 10, 'opened, and refused without a smoke');
    const refs = traces().refs;
    const { exitCode, stdout, stderr } = await program('launch', '--dry-run', '--json');
    assert.equal(exitCode, 0, stderr);
    const shown = JSON.parse(stdout);
    assert.deepEqual(deviations('dry-run', shown), []);
    assert.deepEqual(shown.next, [{ do: 'smoke', byThisStage: false }]);
    assert.match((await program('run', '--dry-run')).stdout, /next: smoke\n/);
    assert.equal(traces().refs, refs);
  });

  plans.it('documents what status says of a run', async () => {
    assert.equal((await program('launch')).exitCode, 10, 'opened, and refused without a smoke');
    const { stdout } = await program('status', '--json');
    const [summary] = JSON.parse(stdout).runs;
    const one = JSON.parse((await program('status', summary.run, '--json')).stdout);
    assert.deepEqual(deviations('run', one), []);
    assert.equal(one.state, 'opened');
  });

  plans.it('refuses a job file that is not there or not right, before anything else', async () => {
    const absent = await program('plan', '--job', 'nothing.yml');
    assert.equal(absent.exitCode, 2);
    assert.match(absent.stderr, /no readable job file.*\nNext: .*gpu-lease init/);
    writeFileSync(join(repository, 'bad.yml'), 'name: bad\nruns: echo\nbudget: { usd: -1 }\n');
    const bad = await program('plan', '--job', 'bad.yml');
    assert.equal(bad.exitCode, 2);
    assert.match(bad.stderr, /bad\.yml:2:1: .*runs/);
  });
});
