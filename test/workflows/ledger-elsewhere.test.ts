// Over ten seconds: a ledger in another repository is reached by nektos/act, job by job.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { CallerRepository, GATE } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, type Reviewers, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const LEDGER_TOKEN = 'github_pat_11ABCDEFG0of_the_ledger_alone';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** As the quick start has it: a private repository of its own, whose one token lies in the environments. */
describe('a ledger in a repository of its own', { skip: missing('git') }, () => {
  let repository: CallerRepository;
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;
  let ledger: string;
  let answer: Reviewers = () => assert.fail('nobody is to be asked yet');
  let trained: TwinRun;

  before(async () => {
    const address = 'the-address-of-the-ledger';
    repository = new CallerRepository({
      commit: COMMIT,
      bound: '1min',
      steps: 20,
      stepMs: 0,
      ledger: address,
      change(job) {
        job['smoke'].drill = 'none';
      },
    });
    ledger = join(repository.dir, 'ledger.git');
    execFileSync('git', ['init', '--quiet', '--bare', ledger]);
    const { name, origin } = repository;
    twin = await startGitHubTwin({
      clock: systemClock,
      repository: name,
      visibility: 'private',
      plan: 'enterprise',
      git: { [name]: origin, 'ada/ledger': { dir: ledger, token: LEDGER_TOKEN } },
    });
    repository.replaceInCaller(address, `${twin.url}/ada/ledger.git`);
    repository.serveAt(twin);
    const secrets = { GPU_LEASE_SECRET: SECRET, GPU_LEASE_LEDGER_TOKEN: LEDGER_TOKEN };
    twin.addEnvironment('gpu-lease');
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    driver = new ThinDriver(
      twinServer(twin, { 'gpu-lease': secrets, [GATE]: secrets }, (run, name) => answer(run, name)),
      { name, origin, secrets: {} },
      { name: 'gpu-lease/gpu-lease', root: installation(), workflows: repositoryRoot },
    );
    cloud = new LoopbackCloud(driver.boxes);
    repository.endTraining();
  });

  after(async () => {
    await cloud?.destroy();
    driver?.remove();
    await twin?.close();
    repository?.remove();
  });

  const refsOf = (dir: string): string =>
    execFileSync('git', ['--git-dir', dir, 'for-each-ref', '--format=%(refname)', 'refs/gpu-lease'], {
      encoding: 'utf8',
    });
  const logOf = ({ jobs }: RunDone): string =>
    Object.entries(jobs)
      .map(([name, { log }]) => `== ${name}\n${log}`)
      .join('\n');

  async function go(run: TwinRun): Promise<RunDone> {
    const { event, actor, triggeringActor, attempt } = run;
    const others = othersAt(twin);
    const done = await driver.run({
      ...{ file: run.path, event, actor, triggeringActor, attempt, others, runId: run.id },
      ...(event === 'workflow_dispatch' && { inputs: run.inputs }),
    });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return done;
  }

  it('has the run from its opening to its seal, and the repository of the code has nothing of it', async () => {
    const who = { actor: 'ada', triggeringActor: 'ada', inputs: { stage: 'train' } };
    trained = twin.startRun({ path: repository.pathOf('train'), event: 'workflow_dispatch', ...who });
    const done = await go(trained);
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal(done.jobs['train']?.outputs['state'], 'sealed', logOf(done));
    assert.match(refsOf(ledger), new RegExp(`^refs/gpu-lease/runs/tiny-${trained.id}$`, 'm'));
    assert.equal(refsOf(repository.origin), '');
  });

  it('is looked after by the schedule, and its release asked for and done, in the same place', async () => {
    const ticked = await go(twin.startRun({ path: repository.pathOf('tick'), event: 'schedule' }));
    assert.equal(ticked.conclusion, 'success', logOf(ticked));
    assert.match(logOf(ticked), new RegExp(`tiny-${trained.id}`));
    answer = (run, environment) => twin.approve(run, 'grace', environment);
    const asking = twin.dispatched.at(-1) ?? assert.fail('no release was asked for');
    const { path, event, inputs } = asking;
    const who = { actor: 'ada', triggeringActor: 'ada' };
    const done = await go(twin.startRun({ path, event, inputs, ...who }));
    assert.equal(done.jobs['release']?.outputs['state'], 'released', logOf(done));
    assert.match(refsOf(ledger), new RegExp(`refs/gpu-lease/archive/\\d+/tiny-${trained.id}`));
    assert.equal(refsOf(repository.origin), '');
    assert.deepEqual(await cloud.boxes(), []);
  });

  it('is opened by its own token, which goes nowhere else, as the tokens of the jobs do not go there', () => {
    const tokenOf = (header = ''): string => {
      const [scheme = '', value = ''] = header.split(' ');
      const text = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString('utf8') : value;
      return text.split(':').at(-1) ?? '';
    };
    let toLedger = 0;
    for (const { request } of twin.server.exchanges) {
      const token = tokenOf(request.headers.authorization);
      const isLedger = request.path.startsWith('/ada/ledger');
      if (isLedger) toLedger += 1;
      assert.ok(!isLedger || token === '' || token === LEDGER_TOKEN, request.path);
      assert.ok(isLedger || token !== LEDGER_TOKEN, request.path);
    }
    assert.ok(toLedger > 20, `${toLedger} requests`);
  });
});
