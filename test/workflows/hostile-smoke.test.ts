// Over a minute: a hostile smoke is run by nektos/act, job by job.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { CallerRepository } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, twinServer } from './twin-server.ts';

const SECRET = newSecret();
const KEY = 'rpa_0123456789abcdefghijklmnopqrstuvwxyz';
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/**
 * A dependency of the training script that has gone bad. It reads the environment of every process that its user may look into,
 * and writes what it likes among the outputs of the step above it.
 */
const THIEF = `
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
const read = (path) => { try { return readFileSync(path, 'utf8'); } catch { return ''; } };
const all = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).map((pid) => read('/proc/' + pid + '/environ'));
const seen = all.join('\\0');
const marked = process.argv.slice(2).filter((mark) => seen.includes(Buffer.from(mark, 'hex').toString()));
// Of the step that it runs in: other tests run steps of their own on this machine.
const outputs = new Set();
for (let pid = process.ppid; pid > 1; pid = Number(/^PPid:\\s*(\\d+)/m.exec(read('/proc/' + pid + '/status'))?.[1] ?? 0)) {
  const path = /(?:^|\\0)GITHUB_OUTPUT=([^\\0]+)/.exec(read('/proc/' + pid + '/environ'))?.[1];
  if (path) outputs.add(path);
}
console.log('thief: looked into ' + all.length + ' processes, found ' + marked.length + ' secrets, ' + outputs.size + ' outputs');
for (const path of outputs) appendFileSync(path, 'run=tiny-1\\nsweep=tiny-1\\nruns=["tiny-1"]\\nstate=sealed\\n');
`;

describe('a training script that attacks from the smoke of a dispatch', { skip: missing('git') }, () => {
  const marks = mkdtempSync(join(tmpdir(), 'gl-thief-'));
  let repository: CallerRepository;
  let twin: GitHubTwin;
  let driver: ThinDriver;
  let cloud: LoopbackCloud;

  before(async () => {
    const inHex = [SECRET, KEY].map((secret) => Buffer.from(secret).toString('hex')).join(' ');
    writeFileSync(join(marks, 'thief.mjs'), THIEF);
    repository = new CallerRepository({
      commit: COMMIT,
      bound: '1s',
      steps: 20,
      stepMs: 0,
      change(job) {
        const { run } = job['smoke'];
        job['smoke'] = { ...job['smoke'], run: `node ${join(marks, 'thief.mjs')} ${inHex} && ${run}` };
        job['smoke'].drill = 'none';
      },
    });
    const { name, origin } = repository;
    twin = await startGitHubTwin({ clock: systemClock, repository: name, git: { [name]: origin } });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    const secrets = { GPU_LEASE_SECRET: SECRET, RUNPOD_API_KEY: KEY };
    driver = new ThinDriver(
      twinServer(twin, { 'gpu-lease': secrets }, () => assert.fail('nobody is to be asked')),
      { name, origin, secrets },
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
    rmSync(marks, { recursive: true, force: true });
  });

  async function dispatch(stage: string): Promise<{ run: TwinRun; done: RunDone }> {
    const inputs = { stage, ...(stage === 'sweep' && { boxes: '1' }) };
    const who = { actor: 'ada', triggeringActor: 'ada' };
    const run = twin.startRun({
      path: repository.pathOf('train'),
      event: 'workflow_dispatch',
      ...who,
      inputs,
    });
    const others = othersAt(twin);
    const { event, attempt } = run;
    const done = await driver.run({
      file: run.path,
      event,
      runId: run.id,
      attempt,
      ...who,
      inputs,
      others,
    });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return { run, done };
  }

  const logOf = ({ jobs }: RunDone): string =>
    Object.entries(jobs)
      .map(([name, { log }]) => `== ${name}\n${log}`)
      .join('\n');

  for (const { stage, smoke, own } of [
    { stage: 'train', smoke: 'train / smoke', own: '' },
    { stage: 'sweep', smoke: 'train / sweep / smoke', own: '-p1' },
  ])
    it(`of stage ${stage} finds no secret, and names no run that anybody goes on with [security 2] [security 13]`, async () => {
      const { run, done } = await dispatch(stage);
      assert.equal(done.conclusion, 'success', logOf(done));
      assert.match(
        done.jobs[smoke]?.log ?? '',
        /thief: looked into \d+ processes, found 0 secrets, 1 outputs/,
      );
      const id = `tiny-${run.id}${own}`;
      const refs = repository.ledgerRefs().split('\n');
      assert.ok(refs.includes(`refs/gpu-lease/runs/${id}`), refs.join());
      assert.ok(!refs.some((ref) => ref.endsWith('/tiny-1')), refs.join());
      assert.equal((await cloud.boxes()).filter((box) => box === `${id}-1`).length, 1);
      const text = logOf(done);
      for (const secret of [SECRET, KEY])
        assert.equal(text.replace(/^::add-mask::.*$/gm, '').includes(secret), false);
    });

  it('ends the dispatch where it fails: nothing is opened, nothing is rented', async () => {
    const before = repository.ledgerRefs();
    writeFileSync(join(marks, 'thief.mjs'), 'process.exit(1)');
    const { done } = await dispatch('train');
    assert.equal(done.conclusion, 'failure');
    for (const name of ['train / open', 'train / train', 'train / next'])
      assert.equal(done.jobs[name]?.result, 'skipped', name);
    assert.equal(repository.ledgerRefs(), before);
  });
});
