// Over a minute: a labelled pull request is smoked, approved, trained and released, job by job.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinIssue, TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { CallerRepository, GATE } from './caller-repository.ts';
import { Interruption } from './interruption.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, type Reviewers, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const LABEL = 'gpu';

describe('a label on a pull request', { skip: missing('git'), timeout: 900_000 }, () => {
  const repository = new CallerRepository({
    commit: 'b'.repeat(40),
    bound: '2min',
    steps: 120,
    stepMs: 10,
    label: LABEL,
  });
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;
  let answer: Reviewers = () => assert.fail('nobody is to be asked yet');
  let commit = '';
  let pull: TwinIssue;

  before(async () => {
    const { name, origin } = repository;
    twin = await startGitHubTwin({ clock: systemClock, repository: name, git: { [name]: origin } });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    twin.state.people.set('tess', { permission: 'read', type: 'User' });
    const kept = { 'gpu-lease': { GPU_LEASE_SECRET: SECRET }, [GATE]: { GPU_LEASE_SECRET: SECRET } };
    driver = new ThinDriver(
      twinServer(twin, kept, (run, environment) => answer(run, environment)),
      { name, origin, secrets: {} },
      { name: 'gpu-lease/gpu-lease', root: installation(), workflows: repositoryRoot },
    );
    cloud = new LoopbackCloud(driver.boxes);
    repository.endTraining();
    commit = repository.branchOff('faster', (job) =>
      job.replace('TINY_CKPT_EVERY: 20', 'TINY_CKPT_EVERY: 10'),
    );
    pull = twin.addPullRequest({ author: 'mallory', headSha: commit });
  });

  after(async () => {
    await cloud.destroy();
    driver.remove();
    await twin.close();
    repository.remove();
  });

  async function go(
    run: TwinRun,
    payload: Record<string, unknown> = {},
    interrupted?: Interruption,
  ): Promise<RunDone> {
    const { path: file, event, id: runId, attempt, actor, triggeringActor } = run;
    const others = othersAt(twin);
    const inputs = run.inputs as Record<string, string>;
    const asked = {
      ...{ file, event, runId, attempt, actor, triggeringActor, payload, others },
      ...(interrupted && { interrupted }),
    };
    const done = await driver.run(event === 'workflow_dispatch' ? { ...asked, inputs } : asked);
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return done;
  }

  /** Somebody puts a label on, and the file for it runs. */
  async function labelled(
    by: string,
    {
      name = LABEL,
      from = repository.name,
      sha = commit,
    }: { name?: string; from?: string; sha?: string } = {},
  ): Promise<RunDone> {
    pull.labels.push(name);
    const run = twin.startRun({ path: repository.pathOf('label'), event: 'pull_request', actor: by });
    const head = { sha, repo: { full_name: from } };
    return go(run, {
      action: 'labeled',
      label: { name },
      number: pull.number,
      pull_request: {
        number: pull.number,
        title: '$' + '{{ secrets.X }} `id`',
        user: { login: 'mallory' },
        head,
      },
    });
  }

  const logOf = (done: RunDone): string =>
    Object.entries(done.jobs)
      .map(([name, { log, summary }]) => `== ${name}\n${log}\n${summary}`)
      .join('\n');
  const statuses = () => twin.state.statuses.filter(({ sha }) => sha === commit);
  /** What the schedule finds. */
  const lookedAt = (): Promise<RunDone> =>
    go(twin.startRun({ path: repository.pathOf('tick'), event: 'schedule' }));
  const typesOf = ({ id }: TwinRun): string[] =>
    (repository.eventsOf(`tiny-${id}`) as unknown as { type: string }[]).map(({ type }) => type);
  const dispatched = (): TwinRun => twin.dispatched.at(-1) ?? assert.fail('nothing was dispatched');

  it('starts nothing by another name, or on a fork, with one sentence and no red job', async () => {
    for (const [given, why] of [
      [{ name: '`gpu` $' + '{{ github.token }}' }, /Another label/],
      [{ from: 'mallory/engine' }, /from a fork/],
    ] as const) {
      const done = await labelled('ada', given);
      assert.equal(done.conclusion, 'success', logOf(done));
      assert.match(done.jobs['label / label']?.summary ?? '', why);
      pull.labels.splice(0);
    }
    assert.deepEqual(twin.dispatched, []);
    assert.deepEqual(statuses(), []);
  });

  it('is refused and taken off where whoever put it there may only triage, and where something was pushed meanwhile', async () => {
    const triage = await labelled('tess');
    assert.equal(triage.conclusion, 'failure');
    assert.match(logOf(triage), /tess put the label on and may not write/);
    assert.deepEqual(pull.labels, []);
    const stale = await labelled('ada', { sha: 'c'.repeat(40) });
    assert.equal(stale.conclusion, 'failure');
    assert.match(logOf(stale), /was labelled at cccccccccccc and is at/);
    assert.deepEqual(pull.labels, []);
    assert.deepEqual(twin.dispatched, []);
  });

  it('by a writer starts the file of the default branch with the commit, and comes off', async () => {
    const done = await labelled('ada');
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.deepEqual(pull.labels, []);
    const { path, inputs } = dispatched();
    assert.equal(path, repository.pathOf('train'));
    assert.deepEqual(
      { commit: inputs['commit'], pull: inputs['pull'], standing: inputs['standing'] },
      { commit, pull: String(pull.number), standing: 'L2' },
    );
    assert.equal(statuses().at(-1)?.state, 'pending');
  });

  it('rents nothing where no environment has reviewers, and says so on the commit', async () => {
    const done = await go(dispatched());
    assert.equal(done.jobs['train / gate']?.result, 'failure', logOf(done));
    assert.equal(done.jobs['train / train']?.result, 'skipped');
    assert.deepEqual(await cloud.boxes(), []);
    assert.equal(statuses().at(-1)?.state, 'error');
    assert.match(statuses().at(-1)?.description ?? '', /nobody could be asked/);
    // A person may approve it from a terminal: for a day the run stays open, and its commit says what it said.
    await lookedAt();
    assert.equal(typesOf(dispatched()).at(-1), 'smoke-passed');
    assert.match(statuses().at(-1)?.description ?? '', /nobody could be asked/);
  });

  it('rents nothing on a no, and says so on the commit', async () => {
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    answer = (run, environment) => twin.reject(run, 'grace', environment, 'not yet');
    await labelled('ada');
    const done = await go(dispatched());
    assert.equal(done.jobs['train / train']?.result, 'skipped', logOf(done));
    assert.deepEqual(await cloud.boxes(), []);
    assert.equal(statuses().at(-1)?.state, 'failure');
    assert.match(statuses().at(-1)?.description ?? '', /no reviewer approved/);
    const look = await lookedAt();
    assert.deepEqual(typesOf(dispatched()).slice(-3), ['smoke-passed', 'closed', 'change-told'], logOf(look));
    assert.match(
      logOf(look),
      /grace said no in workflow run \d+: the run is closed, and nothing of it was rented/,
    );
    assert.match(statuses().at(-1)?.description ?? '', /no reviewer approved/);
  });

  it('of which the workflow run was cut off before it could say so comes to an end on the commit, too', async () => {
    await labelled('ada');
    answer = (run, environment) => twin.reject(run, 'grace', environment, 'no');
    const cut = dispatched();
    await go(cut);
    // As if nobody had been left to post it.
    twin.state.statuses.splice(
      twin.state.statuses.findLastIndex(({ state }) => state === 'failure'),
      1,
    );
    assert.equal(statuses().at(-1)?.state, 'pending');
    await lookedAt();
    assert.deepEqual(typesOf(cut).slice(-2), ['closed', 'change-told']);
    assert.equal(statuses().at(-1)?.state, 'failure');
    assert.match(statuses().at(-1)?.description ?? '', /nobody approved it, and nobody is asked any more/);
  });

  it('is trained once a reviewer approved that commit, released on that word, and green on the commit', async () => {
    answer = (run, environment) => twin.approve(run, 'grace', environment, 'good');
    await labelled('ada');
    const done = await go(dispatched());
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.ok(done.title.includes(`for pull request ${pull.number} at ${commit}`), done.title);
    const gate = done.jobs['train / gate']?.summary ?? '';
    assert.ok(gate.includes(commit) && gate.includes(`pull request ${pull.number}`), gate);
    assert.match(gate, /same secrets, boxes, budget and notices/);
    assert.equal(done.jobs['train']?.outputs['state'], 'released', logOf(done));
    assert.deepEqual(await cloud.boxes(), []);
    const [opened] = repository.eventsOf(`tiny-${dispatched().id}`) as unknown as {
      commit: string;
      change: unknown;
    }[];
    assert.deepEqual([opened?.commit, opened?.change], [commit, { pullRequest: pull.number }]);
    const last = statuses().at(-1);
    assert.equal(last?.state, 'success', JSON.stringify(statuses()));
    assert.match(last?.description ?? '', /finished; (\d+) of \1 artifacts verified at L\d; .* of at most/);
    assert.equal(last?.context, 'gpu-lease / gpu');
    const [comment, ...more] = [...twin.state.comments.values()];
    assert.deepEqual(more, [], 'one, from the seal to the proof that nothing bills');
    assert.match(comment?.body ?? '', /: released, (\d+) of \1 files verified\n/);
    assert.match(
      comment?.body ?? '',
      /\[`tiny-\d+`\]\(\S+\/artifacts\/\d+\) \| `[0-9a-f]{8}` \| released .* USD \|/,
    );
    assert.match(comment?.body ?? '', /```mermaid\n[\s\S]*line \[/);
    assert.match(comment?.body ?? '', /\*\*Machines alive:\*\* none/);
  });

  it('that lost its machine is said to train still, and one that is released by hand is told by the schedule', async () => {
    answer = (run, environment) => twin.approve(run, 'grace', environment, 'good');
    await labelled('ada');
    const train = dispatched();
    const done = await go(
      train,
      {},
      new Interruption('lost', 'train / train', {
        ...{ step: 'collect/stage', moment: 'before' },
      }),
    );
    assert.equal(done.jobs['train / train']?.result, 'failure', logOf(done));
    assert.equal(done.jobs['train / told']?.result, 'success', logOf(done));
    assert.deepEqual(
      [statuses().at(-1)?.state, /^training/.test(statuses().at(-1)?.description ?? '')],
      ['pending', true],
      JSON.stringify(statuses().at(-1)),
    );
    // The look that collects it is cut off, too, before it releases on the word in advance.
    const tick = twin.startRun({ path: repository.pathOf('tick'), event: 'schedule' });
    const run = `tiny-${train.id}`;
    const cut = { step: 'release/stage', moment: 'before' } as const;
    const look = await go(tick, {}, new Interruption('lost', `tick / collect (${run})`, cut));
    assert.match(statuses().at(-1)?.description ?? '', /finished/, logOf(look));
    const comment = () => [...twin.state.comments.values()].at(-1)?.body ?? '';
    const inputs = { run };
    const release = await go(
      twin.startRun({ path: repository.pathOf('release'), event: 'workflow_dispatch', inputs }),
    );
    assert.equal(release.conclusion, 'success', logOf(release));
    assert.deepEqual(await cloud.boxes(), []);
    assert.ok(typesOf(train).includes('closed'));
    assert.match(logOf(release), /comment on pull request \d+ is left to the schedule's next look/);
    assert.doesNotMatch(comment(), /: released/);
    assert.match(repository.ledgerRefs(), new RegExp(`runs/${run}$`, 'm'));
    await lookedAt();
    assert.match(comment(), /: released/);
    assert.doesNotMatch(repository.ledgerRefs(), new RegExp(`runs/${run}$`, 'm'));
  });

  it("is no run of a branch or of nobody's pull request, whoever dispatches it by hand", async () => {
    for (const [inputs, why] of [
      [
        { stage: 'train', commit: 'faster', pull: '7' },
        /A run of commit .*faster.* was asked for, and [0-9a-f]{40} is/,
      ],
      [{ stage: 'train', commit }, /needs both/],
    ] as const) {
      const by = { actor: 'mallory', triggeringActor: 'mallory' };
      const path = repository.pathOf('train');
      const done = await go(
        twin.startRun({ path, event: 'workflow_dispatch', ...by, inputs: { ...inputs } }),
      );
      assert.match(logOf(done), why);
      assert.equal(done.jobs['train / train']?.result, 'skipped');
    }
    const path = repository.pathOf('train');
    const unasked = { stage: 'train', commit, pull: '7' };
    const done = await go(
      twin.startRun({ path, event: 'workflow_dispatch', actor: 'mallory', inputs: unasked }),
    );
    assert.match(logOf(done), /nobody has approved it in advance; nothing was rented/);
    assert.deepEqual(await cloud.boxes(), []);
  });

  it('asks no reviewer where its job file says otherwise who approves', async () => {
    commit = repository.branchOff('mine', (job) => job.replace(GATE, 'of-mallory'));
    twin.addEnvironment('of-mallory', { reviewers: ['mallory'], adminsBypass: false, branches: 'protected' });
    Object.assign(pull.pullRequest ?? {}, { headSha: commit });
    answer = () => assert.fail('nobody is asked');
    await labelled('ada');
    const done = await go(dispatched());
    assert.match(logOf(done), /says otherwise than the default branch who approves/);
    assert.deepEqual(await cloud.boxes(), []);
  });
});
