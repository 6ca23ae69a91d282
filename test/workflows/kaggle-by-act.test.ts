// Over ten seconds: a run on Kaggle goes from its smoke to its artifact, the files of two pages run by nektos/act.
// In turn: a workflow beside those of the README, by act or driver
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { FASTER } from '../kaggle/kaggle-place.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { KAGGLE_TOKEN, type KaggleTwin, startKaggleTwin } from '../twins/kaggle-twin.ts';
import type { ActResult } from './act.ts';
import { ActAtTwin } from './act-at-twin.ts';
import { CallerRepository, inArtifact } from './caller-repository.ts';
import { documented } from './documented.ts';
import { forAct } from './for-act.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';
import { resultsAt } from './twin-server.ts';

const SUITE = 'gpu-lease/gpu-lease';
/** As `init --github` writes it, and a job of one's own around the action. */
const WRITTEN = '.github/workflows/gpu-lease-kaggle.yml';
const OWN = '.github/workflows/mine.yml';

/** The one workflow of that page, as a reader copies it. */
function example(page: string, commit: string): string {
  const [found, ...more] = documented(SUITE, commit).filter((each) => each.page === page && each.value.jobs);
  assert.deepEqual(more, []);
  return forAct(found?.text ?? assert.fail(page), `${SUITE}@${commit}`).text;
}

describe('a run on Kaggle, by act', {
  skip: missing('act', 'git', 'artifact-client', 'python3'),
  timeout: 900_000,
}, () => {
  let suite: SuiteRepository;
  let repository: CallerRepository;
  let kaggle: KaggleTwin;
  let twin: GitHubTwin;
  let act: ActAtTwin;
  let run = '';

  before(async () => {
    suite = suiteRepository();
    const files = [
      { path: WRITTEN, text: example('docs/kaggle.md', suite.commit) },
      { path: OWN, text: example('docs/actions/kaggle.md', suite.commit) },
    ];
    repository = new CallerRepository({
      ...{ commit: suite.commit, bound: '', steps: 80, stepMs: 100, files },
      change: (job) => {
        job.candidates = [{ platform: 'kaggle', kaggle: { time: '60s', stopSeconds: 54 } }];
      },
    });
    repository.endTraining();
    kaggle = await startKaggleTwin({ faster: FASTER });
    const git = { [repository.name]: repository.origin, [suite.name]: suite.dir };
    twin = await startGitHubTwin({ clock: systemClock, repository: repository.name, git });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    const { name, branch, clone } = repository;
    const caller = {
      ...{ name, branch, clone, textOf: (path: string) => repository.textOf(path) },
      secrets: { KAGGLE_API_TOKEN: KAGGLE_TOKEN },
      env: { GPU_LEASE_API_KAGGLE: kaggle.server.url },
    };
    act = await ActAtTwin.start(twin, caller, new LoopbackCloud(repository.dir), newSecret());
  });

  after(async () => {
    await act?.close();
    await kaggle?.close();
    await twin?.close();
    repository?.remove();
    suite?.remove();
  });

  const looked = (path = WRITTEN): Promise<ActResult> => act.run(twin.startRun({ path, event: 'schedule' }));
  const stateOf = ({ outputs }: ActResult): string | undefined => outputs['kaggle']?.['state'];
  const newest = () => kaggle.session(kaggle.kernels().at(-1) ?? '');

  it('is begun by hand after its smoke, and the token is printed nowhere', async () => {
    const byAda = { event: 'workflow_dispatch', actor: 'ada', triggeringActor: 'ada' };
    const done = await act.run(
      twin.startRun({ ...byAda, path: WRITTEN, inputs: { push: 'first', run: '' } }),
    );
    assert.deepEqual(done.jobs, { smoke: 'success', kaggle: 'success' }, done.log);
    assert.equal(stateOf(done), 'pushed', done.log);
    run = done.outputs['kaggle']?.['run'] ?? '';
    assert.deepEqual(kaggle.kernels(), [`${run}-1`]);
    assert.ok(!done.printed.includes(KAGGLE_TOKEN));
    await newest().ended();
    assert.equal(newest().status, 'COMPLETE', newest().said);
  });

  it('is gone on with by the schedule, whatever was committed since, until nothing is left to do', async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', repository.clone, ...args]);
    writeFileSync(join(repository.clone, 'later.txt'), 'x');
    git('add', '--all');
    git('-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'Something else');
    git('push', '--quiet', repository.origin, repository.branch);
    const done = await looked();
    assert.deepEqual(done.jobs['kaggle'], 'success', done.log);
    assert.deepEqual([stateOf(done), done.outputs['kaggle']?.['run']], ['pushed', run], done.log);
    await newest().ended();
    assert.deepEqual(kaggle.kernels(), [`${run}-1`, `${run}-2`]);
    assert.match(newest().said, /resumed at step \d+/);
  });

  it('is stored as an artifact that was read back, with its manifest, byte for byte what the session made', async () => {
    const done = await looked(OWN);
    assert.equal(stateOf(done), 'stored', done.log);
    const [artifact] = resultsAt(twin);
    const archive = artifact?.zip ?? assert.fail('no artifact');
    const file = join(newest().outputDir, 'gpu-lease', run, 'cells/main/files/checkpoints/best.safetensors');
    const { sha256, files } = await inArtifact(archive, 'best.safetensors');
    assert.equal(sha256, createHash('sha256').update(readFileSync(file)).digest('hex'));
    assert.ok(files >= 8, `${files}`);
    await inArtifact(archive, 'manifest.json');
    assert.match(done.outputs['kaggle']?.['seal'] ?? '', /^[0-9a-f]{64}$/);
  });

  it('is left alone by looks after that: nothing is brought again', async () => {
    const fetched = () =>
      kaggle.server.exchanges.filter(({ request }) => /\/storage\//.test(request.path)).length;
    const before = fetched();
    const done = await looked();
    assert.equal(stateOf(done), 'stored', done.log);
    // The record of the session alone, by which it stands.
    assert.ok(fetched() - before <= 1, `${fetched() - before}`);
    assert.equal(kaggle.kernels().length, 2);
  });
});
