// Over ten seconds: a training whose branch moves on and whose box is taken away, job by job.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { CallerRepository } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const TIMER = 'gpu-lease-wait-1';

/** Every checkout is of the newest commit of `main` and of nothing else, as the workflows ask for it. */
describe('a box that is taken away after its branch moved on', {
  skip: missing('git'),
  timeout: 900_000,
}, () => {
  const repository = new CallerRepository({ commit: 'a'.repeat(40), bound: '2s', steps: 400, stepMs: 20 });
  /** GitHub's: a timer of it is over when the test says so. */
  const clock = new SkippingClock();
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;
  let bound = '';

  before(async () => {
    const { name, origin } = repository;
    twin = await startGitHubTwin({ clock, repository: name, git: { [name]: origin } });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    twin.addEnvironment(TIMER, { waitMinutes: 1 });
    driver = new ThinDriver(
      twinServer(twin, { 'gpu-lease': { GPU_LEASE_SECRET: SECRET } }, () => assert.fail('nobody is asked')),
      { name, origin, secrets: {} },
      { name: 'gpu-lease/gpu-lease', root: installation(), workflows: repositoryRoot },
    );
    cloud = new LoopbackCloud(driver.boxes);
  });

  after(async () => {
    await cloud.destroy();
    driver.remove();
    await twin.close();
    repository.remove();
  });

  async function go(run: TwinRun): Promise<RunDone> {
    const inputs = { ...(run.inputs as Record<string, string>) };
    if (inputs['wait']?.startsWith('pause-')) inputs['wait'] = 'pause-1';
    const { path: file, event, id: runId, attempt, actor } = run;
    const others = othersAt(twin);
    const done = await driver.run({ file, event, runId, attempt, actor, inputs, others });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return done;
  }

  const byAda = (is: 'train' | 'tick', inputs: Record<string, string> = {}): TwinRun =>
    twin.startRun({ path: repository.pathOf(is), event: 'workflow_dispatch', actor: 'ada', inputs });
  const logOf = (done: RunDone): string =>
    Object.entries(done.jobs)
      .map(([name, { log }]) => `== ${name}\n${log}`)
      .join('\n');
  const loseBox = async (): Promise<void> => {
    for (const name of readdirSync(driver.boxes)) await destroyLocalBox(driver.boxes, name, systemClock);
  };
  const started = (run: string) =>
    repository.eventsOf(run).filter(({ type }) => type === 'started') as unknown as { codeHash: string }[];

  it('is replaced by the next link of the chain with the commit that its run is bound to', async () => {
    bound = repository.head;
    const first = byAda('train', { stage: 'train' });
    const begun = await go(first);
    assert.equal(begun.conclusion, 'success', logOf(begun));
    const run = `tiny-${first.id}`;
    repository.replaceInCaller('name: gpu-lease', 'name: gpu-lease ');
    assert.notEqual(repository.head, bound);
    await loseBox();
    const next = twin.dispatched.at(-1) ?? assert.fail('no link');
    assert.equal(next.inputs['wait'], TIMER);
    const recorded = repository.eventsOf(run).length;
    const looking = go(next);
    while (!next.timers.has(TIMER)) await new Promise((resolve) => setTimeout(resolve, 20));
    clock.pass(50);
    assert.equal(twin.isHeld(next, TIMER), true);
    assert.deepEqual(
      [next.status, repository.eventsOf(run).length],
      ['waiting', recorded],
      'nobody has looked',
    );
    clock.pass(11);
    const link = await looking;
    assert.equal(link.jobs['train / wait']?.result, 'success', logOf(link));
    assert.equal(link.conclusion, 'success', logOf(link));
    const both = started(run);
    assert.equal(both.length, 2, logOf(link));
    assert.equal(both[1]?.codeHash, both[0]?.codeHash);
    assert.doesNotMatch(logOf(link), /could not be replaced/);
  });

  it('and by the schedule, which holds no more of the history', async () => {
    const run = `tiny-${[...twin.state.runs.values()].find(({ path }) => path === repository.pathOf('train'))?.id}`;
    await loseBox();
    const done = await go(byAda('tick'));
    for (let looks = 1; looks < 4 && started(run).length < 3; looks += 1) await go(byAda('tick'));
    assert.equal(started(run).length, 3, logOf(done));
  });

  it('is told with the commit, the server and what goes on costing where the commit is gone', async () => {
    repository.forgetHistory();
    await loseBox();
    // A box that is rented may be reached at a later look.
    let done = await go(byAda('tick'));
    for (let looks = 1; looks < 4 && !/not our ref/.test(logOf(done)); looks += 1)
      done = await go(byAda('tick'));
    assert.match(logOf(done), new RegExp(`bound to commit ${bound}.*could not be fetched from ${twin.url}`));
    assert.match(logOf(done), /not our ref.*Still costing money: tiny-\d+-4.*Next: Push a branch/s);
  });
});
