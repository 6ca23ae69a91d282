// Over ten seconds: steps of a workflow are processes, and a run needs many on several machines.
// In turn: steps of workflows, each a process
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { systemClock } from '../../src/clock.ts';
import type { LedgerEvent } from '../../src/lease/events.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { repositoryRoot } from './action-file.ts';
import { FakeRunner, type Step } from './fake-runner.ts';
import { packedUpload } from './packed-upload.ts';

/**
 * A box that is lost after the job whose runner pulled its checkpoints: the next job runs on a machine that has none of them.
 */
describe('a checkpoint that was kept by a job whose runner is gone', { skip: missing('git') }, () => {
  let twin: GitHubTwin;
  let started: TwinRun;
  let runner: FakeRunner;
  let given: Record<string, string>;
  let runId: string;
  let ledger: string;

  before(async () => {
    twin = await startGitHubTwin({ clock: systemClock, visibility: 'private' });
    started = twin.startRun({ path: '.github/workflows/train.yml', event: 'workflow_dispatch' });
    runId = `tiny-${started.id}`;
    runner = new FakeRunner(installation(), {
      ...(twin.env as Record<string, string>),
      GITHUB_RUN_ID: String(started.id),
      GITHUB_JOB: 'train',
    });
    ledger = join(runner.dir, 'ledger.git');
    git('init', '--quiet', '--bare', ledger);
    given = { ledger: `file://${ledger}`, secret: newSecret(), token: twin.token };
    placeJob();
    const { open } = await runner.smoked({ with: given });
    assert.equal(open.exitCode, 0, open.log);
    const outcome = await step('launch');
    assert.equal(outcome.exitCode, 0, outcome.log);
  });

  after(async () => {
    if (existsSync(boxes()))
      for (const name of readdirSync(boxes())) await destroyLocalBox(boxes(), name, systemClock);
    runner.remove();
    await twin.close();
  });

  const boxes = () => join(runner.env['HOME'] ?? '', '.local', 'state', 'gpu-lease', 'local');
  const endNow = () => join(runner.dir, 'end-now');
  const step = (stage: string, more: Record<string, string> = {}) =>
    runner.step({ stage, with: { ...given, ...more }, upload });

  const upload: NonNullable<Step['upload']> = async (name, paths) => {
    const { id, digest } = twin.addArtifact(started, name, packedUpload(paths));
    return { id, digest: (digest ?? '').replace('sha256:', '') };
  };

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: runner.workspace,
      env: runner.env,
      encoding: 'utf8',
      timeout: 30_000,
    });

  const events = (): LedgerEvent[] =>
    git('--git-dir', ledger, 'show', `refs/gpu-lease/runs/${runId}:events.jsonl`)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const eventsOf = <T extends LedgerEvent['type']>(type: T) =>
    events().filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);

  function placeJob(): void {
    mkdirSync(runner.workspace, { recursive: true });
    cpSync(join(repositoryRoot, 'examples', 'tiny'), runner.workspace, { recursive: true });
    const file = join(runner.workspace, 'gpu-lease.yml');
    const job = parse(readFileSync(file, 'utf8'));
    job.vars = { TINY_STEPS: 60, TINY_STEP_MS: 1, TINY_CKPT_EVERY: 20 };
    job.smoke = {
      run: 'TINY_STEPS=20 TINY_STEP_MS=0 node train.mjs',
      timeout: '60s',
      memory: '512MB',
      drill: 'none',
    };
    // It does not end before the test says so, however slow this machine is.
    job.run = `node train.mjs && while [ ! -e '${endNow()}' ]; do sleep 0.2; done`;
    job.metrics['total-steps'] = 60;
    job.store = [{ 'workflow-artifact': { days: 30 } }];
    delete job.watch.expected;
    writeFileSync(file, stringify(job));
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'A job');
  }

  /** Looks until the ledger says so; each look is one job's, and every one may be the last of its machine. */
  async function lookUntil(done: () => boolean): Promise<string> {
    let log = '';
    for (let looks = 0; looks < 20 && !done(); looks += 1) {
      const outcome = await step('watch', { bound: '2s' });
      assert.equal(outcome.exitCode, 0, outcome.log);
      log += outcome.log;
    }
    assert.ok(done(), log);
    return log;
  }

  const storedStep = () => eventsOf('kept-stored').at(-1)?.cells[0]?.step;

  it('lies in an artifact of its own, uploaded by the step after the look and read back [GH-05]', async () => {
    await lookUntil(() => storedStep() === 60);
    const [stored] = eventsOf('kept-stored').slice(-1);
    const artifact = twin.state.artifacts.get(Number(stored?.id));
    assert.match(
      artifact?.name ?? '',
      new RegExp(`^gpu-lease-${runId}-kept-[0-9a-f]{16}-${started.id}\\.1-train$`),
    );
    assert.equal(stored?.digest, artifact?.digest);
  });

  it('is where the run goes on when the box is lost, too', async () => {
    rmSync(join(runner.workspace, 'gpu-lease-out'), { recursive: true });
    for (const name of readdirSync(boxes())) await destroyLocalBox(boxes(), name, systemClock);
    const log = await lookUntil(() => eventsOf('started').length === 2);
    assert.match(log, /comes back from artifact gpu-lease-/);
    const [, again] = eventsOf('started');
    assert.deepEqual(again?.from, [{ cell: 'main', step: 60, source: 'our-copy' }]);
    console.log(
      `show: a box and a runner lost: ${runId} goes on from step ${again?.from[0]?.step} of a stored copy`,
    );
  });

  it('is removed once the whole result is stored, and the run ends as any other', async () => {
    writeFileSync(endNow(), '');
    await lookUntil(() => eventsOf('cell-ended').length === 1);
    const collected = await step('collect', { bound: '5min' });
    assert.equal(collected.exitCode, 0, collected.log);
    assert.equal(collected.outputs['state'], 'sealed');
    assert.equal(eventsOf('stored').length, 1);
    const seal = collected.outputs['seal'] ?? '';
    const phrase = `${eventsOf('sealed').length > 0 ? eventsOf('rented').at(-1)?.lease : ''} ${seal.slice(0, 8)}`;
    const event = join(runner.dir, 'event.json');
    writeFileSync(
      event,
      JSON.stringify({ inputs: { approve: phrase }, sender: { login: 'grace', type: 'User' } }),
    );
    const released = await runner.step({
      stage: 'release',
      with: { ...given, approve: phrase },
      env: {
        GITHUB_EVENT_NAME: 'workflow_dispatch',
        GITHUB_EVENT_PATH: event,
        GITHUB_TRIGGERING_ACTOR: 'grace',
      },
    });
    assert.equal(released.exitCode, 0, released.log);
    assert.equal(released.outputs['state'], 'released', released.log);
    const left = [...twin.state.artifacts.values()].map(({ name }) => name);
    assert.deepEqual(
      left.filter((name) => name.includes('-kept-')),
      [],
      released.log,
    );
    assert.equal(left.length, 1, 'the sealed one stays');
  });
});
