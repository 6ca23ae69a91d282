// Over a minute: the workflow of a sweep is run by nektos/act, job by job.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { CallerRepository } from './caller-repository.ts';
import { holds } from './expressions.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, resultsAt, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/**
 * A sweep by the one file that earlier versions wrote: three cells over two loopback boxes, by the thin driver and the twin of GitHub, until every part is
 * sealed and its release is asked for. That each part's release is an ordinary one is in test/scenarios/sweep.test.ts.
 */
describe('a sweep from the file of a caller', { skip: missing('git') }, () => {
  let repository: CallerRepository;
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;
  let first: TwinRun;

  before(async () => {
    repository = new CallerRepository({
      commit: COMMIT,
      bound: '1s',
      isOneFile: true,
      steps: 20,
      stepMs: 0,
      change(job) {
        job['cells'] = [1, 2, 3].map((seed) => ({ name: `seed-${seed}`, vars: { TINY_SEED: seed } }));
        job['smoke'].drill = 'none';
      },
    });
    twin = await startGitHubTwin({
      clock: systemClock,
      repository: repository.name,
      git: { [repository.name]: repository.origin },
    });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    const nobody = () => assert.fail('nobody is to be asked');
    driver = new ThinDriver(
      twinServer(twin, { 'gpu-lease': { GPU_LEASE_SECRET: SECRET } }, nobody),
      { name: repository.name, origin: repository.origin, secrets: { GPU_LEASE_SECRET: SECRET } },
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

  const sweepId = (): string => `tiny-${first.id}`;
  const parts = (): string[] => [`${sweepId()}-p1`, `${sweepId()}-p2`];

  async function go(run: TwinRun): Promise<RunDone> {
    const { event, actor, triggeringActor, attempt, inputs } = run;
    const others = othersAt(twin);
    const asked = { file: run.path, event, actor, triggeringActor, attempt, inputs, others };
    const done = await driver.run({ ...asked, runId: run.id });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return done;
  }

  const logOf = ({ jobs }: RunDone): string =>
    Object.entries(jobs)
      .map(([name, { log }]) => `== ${name}\n${log}`)
      .join('\n');

  const outputsOf = (done: RunDone, name: string) => (done.jobs[name] ?? assert.fail(logOf(done))).outputs;

  const dispatches = (stage: string): TwinRun[] =>
    twin.dispatched.filter(({ inputs }) => inputs['stage'] === stage);

  it('is dispatched once: one smoke, a job and a box for each part, and one link for all of them [GH-11] [SW-01]', async () => {
    first = twin.startRun({
      path: repository.pathOf('train'),
      event: 'workflow_dispatch',
      actor: 'ada',
      triggeringActor: 'ada',
      inputs: { stage: 'sweep', boxes: '2' },
    });
    const done = await go(first);
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.deepEqual(JSON.parse(outputsOf(done, 'train / sweep / open')['runs'] ?? ''), parts());
    assert.match(done.jobs['train / sweep / smoke']?.log ?? '', /smoke passed/);
    assert.doesNotMatch(done.jobs['train / sweep / open']?.log ?? '', /smoke passed|starting at step/);
    for (const name of ['train / smoke', 'train / train', 'train / next'])
      assert.equal(done.jobs[name]?.result, 'skipped', name);
    assert.deepEqual(
      (await cloud.boxes()).sort(),
      parts().map((part) => `${part}-1`),
    );
    for (const part of parts()) {
      assert.equal(done.jobs[`train / sweep / train (${part})`]?.result, 'success');
      assert.ok(done.groups.includes(`gpu-lease-run-${part}`), 'a queue for each part');
    }
    assert.equal(outputsOf(done, 'train / sweep / next')['state'], 'running');
    assert.equal(outputsOf(done, 'train')['attest'], '', 'nothing is to be signed');
    assert.deepEqual(
      twin.dispatched.map(({ inputs: { stage, run, hop } }) => ({ stage, run, hop })),
      [{ stage: 'sweep', run: sweepId(), hop: '1' }],
    );
  });

  it('as attempt 2 of that run is the same sweep, rents nothing and starts no second chain [GH-11] [SW-05]', async () => {
    const done = await go(twin.rerun(first, 'grace'));
    assert.equal(done.conclusion, 'success', logOf(done));
    assert.equal((await cloud.boxes()).length, 2);
    assert.equal(dispatches('sweep').length, 1);
    for (const part of parts()) {
      const types = repository.eventsOf(part).map(({ type }) => type);
      assert.equal(types.filter((type) => type === 'smoke-passed').length, 1, 'one smoke counts');
    }
  });

  it('goes on in another workflow run until all is sealed, stored and asked for, part by part [SW-06] [SW-07]', async () => {
    repository.endTraining();
    let [state, card] = ['', ''];
    const toSign: string[] = [];
    for (let hop = 0; hop < 6 && state !== 'sealed'; hop += 1) {
      const done = await go(dispatches('sweep').at(-1) ?? assert.fail());
      assert.equal(done.conclusion, 'success', logOf(done));
      assert.equal(done.jobs['train / sweep / smoke']?.result, 'skipped');
      state = outputsOf(done, 'train / sweep / next')['state'] ?? '';
      card = done.jobs['train / sweep / next']?.summary ?? '';
      toSign.push(...JSON.parse(outputsOf(done, 'train')['attest'] || '[]'));
    }
    assert.deepEqual(toSign.sort(), parts(), 'each is left to a signer once, where it was sealed');
    assert.equal(state, 'sealed');
    assert.match(card, /^## tiny: all 3 cells are sealed\n\nbest: `seed-\d` with val&#95;loss /);
    assert.match(
      card,
      /★ best \| \*\*\S+\*\* \| \S+ \| sealed \| `\d` \| 20 \| \[`p\d`\]\(\S+\/artifacts\/\d+\) \|/,
    );
    assert.equal(card.match(/^## /gm)?.length, 1, 'one card for the job');
    assert.equal((await cloud.boxes()).length, 2, 'one box for each part, from first to last');
    assert.deepEqual(
      dispatches('release')
        .map(({ inputs }) => inputs['lease'])
        .sort(),
      parts().map((part) => `${part}-1`),
    );
    const artifacts = resultsAt(twin)
      .map(({ name }) => name)
      .sort();
    assert.equal(artifacts.length, 2);
    for (const [at, part] of parts().entries()) assert.ok(artifacts[at]?.includes(part), artifacts[at]);
    for (const part of parts()) {
      const types = repository.eventsOf(part).map(({ type }) => type);
      assert.equal(types.filter((type) => type === 'intended').length, 1);
      assert.ok(types.includes('stored'));
    }
  });
});

describe('the jobs of sweep.yml', () => {
  const { jobs } = parse(readFileSync(join(repositoryRoot, '.github/workflows/sweep.yml'), 'utf8'));
  const open = (result: string, runs: string) => ({
    needs: { open: { result, outputs: { runs, sweep: 'a-7' } } },
  });

  it('go on with the other parts where one has a dead cell, which makes the opening red [SW-08]', () => {
    assert.ok(holds(jobs.train.if, open('failure', '["a-7-p2"]'), 'failure'));
    assert.ok(holds(jobs.next.if, open('failure', '["a-7-p2"]'), 'failure'));
    assert.equal(jobs.train.strategy['fail-fast'], false);
  });

  it('make no matrix of nothing: neither where all is done nor where nothing could be opened', () => {
    for (const [result, runs] of [
      ['success', '[]'],
      ['failure', ''],
    ] as const)
      assert.ok(!holds(jobs.train.if, open(result, runs), result), runs);
  });

  it('give the keys of the platforms to the jobs that rent and to no other', () => {
    for (const [id, job] of Object.entries(jobs as Record<string, { env?: object }>))
      assert.equal('RUNPOD_API_KEY' in (job.env ?? {}), id === 'train', id);
  });
});
