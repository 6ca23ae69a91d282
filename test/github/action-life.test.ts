// Over a minute: the actions are run as a runner does, step by step, through a whole life.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { repositoryRoot } from './action-file.ts';
import { fakeGitHub, permissionAnswer } from './fake-github.ts';
import { FakeRunner, type StepOutcome } from './fake-runner.ts';

const SECRET = newSecret();
const OUTPUTS = ['cost-usd', 'run', 'seal', 'state', 'verdict'];

describe('the actions, run as a workflow runs them', { skip: missing('git') }, () => {
  let runner: FakeRunner;
  let ledger: string;
  let given: Record<string, string>;
  let sealed: StepOutcome;
  let smoke: StepOutcome;
  let nobody: Awaited<ReturnType<typeof fakeGitHub>>;

  before(async () => {
    nobody = await fakeGitHub();
    // As the runner downloads it.
    runner = new FakeRunner(installation(), { GITHUB_API_URL: nobody.url });
    ledger = join(runner.dir, 'ledger.git');
    git('init', '--quiet', '--bare', ledger);
    given = { ledger: `file://${ledger}`, secret: SECRET };
    placeJob();
  });

  after(async () => {
    const boxes = join(runner.env['HOME'] ?? '', '.local', 'state', 'gpu-lease', 'local');
    if (existsSync(boxes))
      for (const name of readdirSync(boxes)) await destroyLocalBox(boxes, name, systemClock);
    runner.remove();
    await nobody.close();
  });

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: runner.workspace,
      env: runner.env,
      encoding: 'utf8',
      timeout: 30_000,
    });

  const endNow = () => join(runner.dir, 'end-now');

  /** The tiny trainer, which goes on until the file `endNow` is there. */
  function placeJob(): void {
    cpSync(join(repositoryRoot, 'examples', 'tiny'), runner.workspace, { recursive: true });
    const file = join(runner.workspace, 'gpu-lease.yml');
    const job = parse(readFileSync(file, 'utf8'));
    job.vars = { TINY_STEPS: 120, TINY_STEP_MS: 60, TINY_CKPT_EVERY: 20 };
    job.smoke = { run: 'TINY_STEPS=20 TINY_STEP_MS=0 node train.mjs', timeout: '60s', memory: '512MB' };
    // Long enough that the kill finds steps left to do on the slowest machine.
    job.smoke.drill = {
      run: 'TINY_STEPS=400 TINY_STEP_MS=20 TINY_CKPT_EVERY=5 node train.mjs',
      timeout: '60s',
    };
    // It does not end before the test says so, however slow this machine is.
    job.run = `node train.mjs && while [ ! -e '${endNow()}' ]; do sleep 0.2; done`;
    job.metrics['total-steps'] = 120;
    job.env = ['TRACKER_KEY'];
    // Its runner keeps its disk from step to step; what a store does is in action-store.test.ts.
    job.store = 'none';
    delete job.watch.expected;
    writeFileSync(file, stringify(job));
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'A job');
  }

  const env = { TRACKER_KEY: 'a-key-for-the-tracker' };

  it('refuses to rent without the repository secret, and says so in outputs and summary', async () => {
    const step = await runner.step({ stage: 'launch', with: { ...given, secret: '' } });
    assert.equal(step.exitCode, 2, step.log);
    assert.equal(step.outputs['state'], 'unknown');
    assert.match(step.log, /^::error title=gpu-lease::GPU_LEASE_SECRET is not set/m);
    assert.match(step.summary, /## launch failed/);
  });

  it('refuses to rent before the smoke, and names the run all the same [P2-02]', async () => {
    const step = await runner.step({ stage: 'launch', with: given, env });
    assert.equal(step.exitCode, 10, step.log);
    assert.deepEqual(Object.keys(step.outputs).sort(), OUTPUTS);
    assert.equal(step.outputs['run'], 'tiny-4242');
    assert.equal(step.outputs['state'], 'opened');
    assert.match(step.summary, /no smoke evidence/);
  });

  it('refuses to smoke beside a secret, before anything of the job is run [security 2]', async () => {
    for (const [name, value] of [
      ['GPU_LEASE_SECRET', SECRET],
      ['GPU_LEASE_LEDGER_TOKEN', 'github_pat_ledger'],
      ['RUNPOD_API_KEY', 'rpa_0123'],
      ['GH_TOKEN', 'ghs_0123'],
      ['GITHUB_TOKEN', 'ghs_0123'],
      ['ACTIONS_ID_TOKEN_REQUEST_TOKEN', 'ey0123'],
      ['TRACKER_KEY', env.TRACKER_KEY],
    ] as const) {
      const step = await runner.step({ stage: 'smoke', env: { [name]: value } });
      assert.equal(step.exitCode, 10, `${name}: ${step.log}`);
      assert.match(step.log, new RegExp(`could read ${name} from the environment of this step`));
      assert.match(step.log, /Smoke in a job of its own, with "permissions: \{ contents: read \}"/);
      assert.doesNotMatch(step.log, /starting at step/);
      assert.equal(step.outputs['evidence'], '');
    }
  });

  it('refuses it as well in a script that calls the program, whatever command would smoke [security 2]', () => {
    const elsewhere = ['--ledger', join(runner.dir, 'of-scripts.git')];
    for (const command of [['smoke'], ['run'], ['sweep', '--boxes', '1']]) {
      const { status, stdout, stderr } = spawnSync(
        join(installation(), 'bin', 'gpu-lease'),
        [...command, ...elsewhere],
        {
          cwd: runner.workspace,
          env: { ...runner.env, ...env, GPU_LEASE_SECRET: SECRET, GITHUB_RUN_ID: '31' },
          encoding: 'utf8',
          timeout: 60_000,
        },
      );
      assert.equal(status, 10, `${command}: ${stdout}${stderr}`);
      assert.match(
        stdout + stderr,
        /could read GPU_LEASE_SECRET and TRACKER_KEY from the environment of this step/,
      );
      assert.doesNotMatch(stdout + stderr, /starting at step/);
    }
  });

  it('tells why a smoke failed, for the comment of a job that was not there [GH-09]', async () => {
    const step = await runner.step({ stage: 'smoke', with: { job: 'nowhere.yml' } });
    assert.notEqual(step.exitCode, 0);
    assert.equal(step.outputs['evidence'], '');
    assert.match(step.outputs['reason'] ?? '', /nowhere\.yml[\s\S]*Next: /);
  });

  it('smokes without a secret, tells the evidence and a reader what it showed, and writes nothing [GH-09] [security 2]', async () => {
    const refs = () => git('--git-dir', ledger, 'for-each-ref');
    const had = refs();
    smoke = await runner.step({ stage: 'smoke' });
    assert.equal(smoke.exitCode, 0, smoke.log);
    assert.deepEqual(Object.keys(smoke.outputs), ['evidence', 'reason']);
    assert.equal(smoke.outputs['reason'], '');
    assert.match(
      smoke.summary,
      /^## tiny: the smoke passed\n\n\*\*killed at step \d+, went on at step \d+; loss \S+ to \S+; .*in all\*\*/,
    );
    for (const part of [
      /It proved:\n\n- The command runs to its end: exit 0 .*memory at most \d+ MB of 512 MB/,
      /- Killed beside checkpoints\S+ of step \d+, the same command in a fresh folder went on/,
      /It did not prove:\n\n- that it is the same run after a kill/,
      /- anything about a GPU/,
    ])
      assert.match(smoke.summary, part);
    assert.equal(refs(), had);
  });

  it('opens the run on that evidence, and masks the secrets before anything else is said [GH-08]', async () => {
    const step = await runner.step({
      stage: 'open',
      with: { ...given, evidence: smoke.outputs['evidence'] ?? '' },
      env,
    });
    assert.equal(step.exitCode, 0, step.log);
    assert.equal(step.outputs['run'], 'tiny-4242');
    assert.equal(step.outputs['verdict'], '');
    const mask = step.log.indexOf(`::add-mask::${SECRET}\n`);
    assert.ok(mask >= 0 && mask < step.log.indexOf('::group::'), 'masked first');
    assert.ok(step.log.includes('::add-mask::a-key-for-the-tracker\n'), 'the secrets of the job, too');
    assert.equal(step.log.replace(/^::add-mask::.*$/gm, '').includes(SECRET), false);
  });

  it('launches one box and ends', async () => {
    const step = await runner.step({ stage: 'launch', with: given, env });
    assert.equal(step.exitCode, 0, step.log);
    assert.equal(step.outputs['state'], 'running');
    assert.match(step.outputs['cost-usd'] ?? '', /^\d+\.\d{4}$/);
  });

  it('tells how a run stands and what another would cost, without the secret and without a trace', async () => {
    const refs = () => git('--git-dir', ledger, 'for-each-ref');
    const had = refs();
    const look = { job: 'gpu-lease.yml', ledger: given['ledger'] ?? '' };
    const status = await runner.step({ stage: 'status', with: { ledger: look.ledger } });
    assert.equal(status.exitCode, 0, status.log);
    assert.equal(status.outputs['runs'], '1');
    assert.equal(status.outputs['state'], 'running');
    assert.equal(JSON.parse(status.outputs['json'] ?? '').run, 'tiny-4242');
    assert.match(status.summary, /^## status of tiny-4242\n\n```text\nrun tiny-4242: running/m);
    const plan = await runner.step({ stage: 'plan', with: look });
    assert.equal(plan.exitCode, 0, plan.log);
    assert.equal(plan.outputs['platform'], 'local');
    assert.ok(Number(plan.outputs['usd-per-hour']) > 0, plan.log);
    assert.match(plan.summary, /^## plan/m);
    assert.equal(refs(), had);
  });

  it('stops watching when the job is cancelled, keeps the box, and still sets its outputs [GH-07]', async () => {
    const interrupt = { when: /main: \d+\/120 steps/, signal: 'SIGINT' } as const;
    const step = await runner.step({ stage: 'watch', with: { ...given, bound: '1min' }, interrupt });
    assert.equal(step.exitCode, 130, step.log);
    assert.match(step.log, /nothing was torn down/);
    assert.equal(step.outputs['state'], 'running');
    assert.equal(step.outputs['run'], 'tiny-4242');
  });

  it('ends green and running when watching reaches its bound, as often as it is called [GH-02]', async () => {
    const verdicts: (string | undefined)[] = [];
    for (let look = 1; look <= 20 && verdicts.at(-1) !== 'finished'; look += 1) {
      if (look === 3) writeFileSync(endNow(), '');
      const step = await runner.step({ stage: 'watch', with: { ...given, bound: '2s' } });
      assert.equal(step.exitCode, 0, step.log);
      assert.equal(step.outputs['run'], 'tiny-4242');
      const isOver = step.outputs['verdict'] === 'finished';
      assert.equal(step.outputs['state'], isOver ? 'ended' : 'running');
      // Where the step after it has the card there is one line.
      assert.match(step.summary, isOver ? /^`tiny-4242`: the work has ended.*\n+$/ : /^## tiny: running\n/);
      verdicts.push(step.outputs['verdict']);
    }
    assert.deepEqual(verdicts.slice(0, 2), ['running', 'running']);
    assert.equal(verdicts.at(-1), 'finished');
  });

  it('collects, seals and shows what an approver needs', async () => {
    sealed = await runner.step({ stage: 'collect', with: given });
    assert.equal(sealed.exitCode, 0, sealed.log);
    assert.equal(sealed.outputs['state'], 'sealed');
    assert.equal(sealed.outputs['verdict'], 'finished');
    assert.match(sealed.outputs['seal'] ?? '', /^[0-9a-f]{64}$/);
    for (const part of [
      /### Approval needed/,
      /stops .*; destroys/,
      /^## tiny: sealed, 5 of 5 files verified\n/,
      /<summary>Artifacts &#40;5&#41;<\/summary>\n\n\| cell \| file/,
      /`checkpoints\/best\.safetensors`/,
      /<summary>Meters and minutes<\/summary>/,
      /waiting costs/,
      /```mermaid\n%%\{init: .*\nxychart-beta\n {2}title "loss of main"\n {2}x-axis "step" 1 --> 120\n {2}y-axis "loss"\n {2}line \[/,
    ])
      assert.match(sealed.summary, part);
    assert.ok(sealed.summary.includes(phrase()), 'the phrase to type');
    assert.ok(existsSync(join(runner.workspace, 'gpu-lease-out', 'tiny-4242', 'report.html')));
  });

  const phrase = () => `tiny-4242-1 ${sealed.outputs['seal']?.slice(0, 8)}`;

  it('asks green for its approval, in one sentence and with the phrase, where nobody was asked before [GH-03]', async () => {
    const asked = await runner.step({ stage: 'gate', with: given });
    assert.equal(asked.exitCode, 0, asked.log);
    assert.deepEqual([asked.outputs['gate'], asked.outputs['lease']], ['wanted', 'tiny-4242-1']);
    assert.match(asked.log, /^::warning .*Nobody has approved the release of tiny-4242-1 yet/m);
    assert.match(
      asked.summary,
      /\*\*Approve: the box tiny-4242-1 .* is destroyed .* 5 of 5 files, verified at L3, are safe in .* Waiting costs \S+ USD an hour\.\*\*/,
    );
    assert.ok(asked.summary.includes(`\`\`\`text\n${phrase()}\n\`\`\``), asked.summary);
    const step = await runner.step({ stage: 'release', with: given });
    assert.equal(step.exitCode, 0, step.log);
    assert.equal(step.outputs['state'], 'sealed');
    assert.ok(step.summary.includes(`\`\`\`text\n${phrase()}\n\`\`\``), step.summary);
  });

  it('refuses a phrase that nobody typed, and leaves the box as it is', async () => {
    const step = await runner.step({ stage: 'release', with: { ...given, approve: phrase() } });
    assert.equal(step.exitCode, 10, step.log);
    assert.match(step.log, /started by "push"/);
    assert.match(step.log, /Still costing money: tiny-4242-1/);
    assert.deepEqual(
      { state: step.outputs['state'], seal: step.outputs['seal'], run: step.outputs['run'] },
      { state: 'sealed', seal: sealed.outputs['seal'], run: 'tiny-4242' },
    );
  });

  it('asks GitHub about the one who started this attempt, and refuses without write access', async () => {
    const github = await fakeGitHub(permissionAnswer('eve', 'read'));
    try {
      const step = await runner.step({
        stage: 'release',
        with: { ...given, approve: phrase() },
        env: { ...dispatch(phrase()), GITHUB_API_URL: github.url, GITHUB_TRIGGERING_ACTOR: 'eve' },
      });
      assert.equal(step.exitCode, 10, step.log);
      assert.match(step.log, /eve has "read" permission on ada\/engine/);
      assert.equal(github.asked[0]?.path, '/repos/ada/engine/collaborators/eve/permission');
      assert.equal(github.asked[0]?.authorization, 'token the-token-of-the-job');
    } finally {
      await github.close();
    }
  });

  it('releases with the phrase that a person with write access typed', async () => {
    const github = await fakeGitHub(permissionAnswer('grace', 'write', { roleName: 'maintain' }));
    try {
      const step = await runner.step({
        stage: 'release',
        with: { ...given, approve: phrase() },
        env: { ...dispatch(phrase()), GITHUB_API_URL: github.url, GITHUB_TRIGGERING_ACTOR: 'grace' },
      });
      assert.equal(step.exitCode, 0, step.log);
      assert.equal(step.outputs['state'], 'released');
      assert.match(step.log, /approved by grace \(phrase\)/);
      assert.match(step.summary, /nothing costs money now/);
      assert.match(ledgerLog(), /grace approved/);
    } finally {
      await github.close();
    }
  });

  it('means the same run when the workflow is run again, and does nothing twice', async () => {
    const again = new Map<string, StepOutcome>();
    const second = { ...env, GITHUB_RUN_ATTEMPT: '2' };
    const { open } = await runner.smoked({ with: given, env: second });
    again.set('open', open);
    for (const stage of ['launch', 'watch', 'collect', 'release'])
      again.set(stage, await runner.step({ stage, with: given, env: second }));
    for (const [stage, step] of again) {
      assert.equal(step.exitCode, 0, `${stage}: ${step.log}`);
      assert.equal(step.outputs['run'], 'tiny-4242', stage);
      assert.equal(step.outputs['state'], 'released', stage);
    }
    assert.equal(ledgerLog().match(/ intends /g)?.length, 1);
  });

  it('runs any stage by name through the root action', async () => {
    const step = await runner.step({ stage: '', with: { ...given, stage: 'watch', run: 'tiny-4242' } });
    assert.equal(step.exitCode, 0, step.log);
    assert.equal(step.outputs['state'], 'released');
    const strange = await runner.step({ stage: '', with: { ...given, stage: 'lunch' } });
    assert.equal(strange.exitCode, 2, strange.log);
    assert.match(strange.log, /"lunch" is no stage/);
  });

  it('smokes through the root action as well, which keeps the token of the job from it [security 2]', async () => {
    const step = await runner.step({ stage: '', with: { stage: 'smoke' }, env: { GITHUB_RUN_ID: '777' } });
    assert.equal(step.exitCode, 0, step.log);
    assert.match(step.outputs['evidence'] ?? '', /^\{"type":"smoke-passed"/);
  });

  function dispatch(typed: string): Record<string, string> {
    const file = join(runner.dir, 'event.json');
    writeFileSync(file, JSON.stringify({ inputs: { approve: typed }, sender: { login: 'ada' } }));
    return { GITHUB_EVENT_NAME: 'workflow_dispatch', GITHUB_EVENT_PATH: file };
  }

  const ledgerLog = (): string =>
    execFileSync(
      join(installation(), 'bin', 'gpu-lease'),
      ['events', 'tiny-4242', '--ledger', `file://${ledger}`],
      {
        cwd: runner.workspace,
        env: { ...runner.env, GPU_LEASE_SECRET: SECRET },
        encoding: 'utf8',
        timeout: 30_000,
      },
    );
});
