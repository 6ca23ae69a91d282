// Over ten seconds: steps of a workflow are processes, and a machine that ends takes the store with it.
// In turn: steps of workflows, each a process
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { openZip } from '../../src/stores/stored-zip.ts';
import { tree } from '../collect/box-folder.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { repositoryRoot } from './action-file.ts';
import { FakeRunner, type Step, type StepOutcome } from './fake-runner.ts';
import { packedUpload } from './packed-upload.ts';

const SERVER = 'https://github.com';

/** One run of the tiny job, carried by workflow jobs that each have a disk of their own. */
describe('what a workflow collects', { skip: missing('git') }, () => {
  let twin: GitHubTwin;
  let started: TwinRun;
  let runner: FakeRunner;
  let given: Record<string, string>;
  let sealed: StepOutcome;
  let runId: string;

  before(async () => {
    twin = await startGitHubTwin({ clock: systemClock, visibility: 'private' });
    started = twin.startRun({ path: '.github/workflows/train.yml', event: 'workflow_dispatch' });
    runId = `tiny-${started.id}`;
    runner = new FakeRunner(installation(), {
      ...(twin.env as Record<string, string>),
      GITHUB_RUN_ID: String(started.id),
      GITHUB_JOB: 'collect',
      GITHUB_SERVER_URL: SERVER,
    });
    const ledger = join(runner.dir, 'ledger.git');
    git('init', '--quiet', '--bare', ledger);
    given = { ledger: `file://${ledger}`, secret: newSecret(), token: twin.token };
    placeJob();
    const { open } = await runner.smoked({ with: given });
    assert.equal(open.exitCode, 0, open.log);
    for (const stage of ['launch', 'watch']) {
      const outcome = await step(stage, { with: { ...given, ...(stage === 'watch' && { bound: '2min' }) } });
      assert.equal(outcome.exitCode, 0, outcome.log);
      if (stage === 'watch') assert.equal(outcome.outputs['verdict'], 'finished', outcome.log);
    }
  });

  after(async () => {
    const boxes = join(runner.env['HOME'] ?? '', '.local', 'state', 'gpu-lease', 'local');
    if (existsSync(boxes))
      for (const name of readdirSync(boxes)) await destroyLocalBox(boxes, name, systemClock);
    runner.remove();
    await twin.close();
  });

  const step = (stage: string, more: Partial<Step> = {}) => runner.step({ stage, with: given, ...more });

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: runner.workspace,
      env: runner.env,
      encoding: 'utf8',
      timeout: 30_000,
    });

  function placeJob(): void {
    cpSync(join(repositoryRoot, 'examples', 'tiny'), runner.workspace, { recursive: true });
    const file = join(runner.workspace, 'gpu-lease.yml');
    const job = parse(readFileSync(file, 'utf8'));
    job.vars = { TINY_STEPS: 40, TINY_STEP_MS: 1, TINY_CKPT_EVERY: 20 };
    job.smoke = {
      run: 'TINY_STEPS=20 TINY_STEP_MS=0 node train.mjs',
      timeout: '60s',
      memory: '512MB',
      drill: 'none',
    };
    job.metrics['total-steps'] = 40;
    job.store = [{ 'workflow-artifact': { days: 30 } }];
    delete job.watch.expected;
    writeFileSync(file, stringify(job));
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'A job');
  }

  const store = () => join(runner.workspace, 'gpu-lease-out', runId);
  const elsewhere = () => join(runner.dir, 'the-disk-of-the-job-before');

  const upload: NonNullable<Step['upload']> = async (name, paths) => {
    const { id, digest } = twin.addArtifact(started, name, packedUpload(paths));
    return { id, digest: (digest ?? '').replace('sha256:', '') };
  };

  const phrase = () => `${runId}-1 ${sealed.outputs['seal']?.slice(0, 8)}`;
  const approving = () => ({
    with: { ...given, approve: phrase() },
    env: {
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_EVENT_PATH: dispatchEvent(),
      GITHUB_TRIGGERING_ACTOR: 'grace',
    },
  });

  function dispatchEvent(): string {
    const file = join(runner.dir, 'event.json');
    writeFileSync(
      file,
      JSON.stringify({ inputs: { approve: phrase() }, sender: { login: 'grace', type: 'User' } }),
    );
    return file;
  }

  it('blocks the release when the upload fails, with the reason and the bill [GH-06]', async () => {
    sealed = await step('collect');
    assert.equal(sealed.exitCode, 10, sealed.log);
    assert.match(sealed.log, /a workflow artifact: the upload ended as "failure"/);
    assert.match(sealed.outputs['seal'] ?? '', /^[0-9a-f]{64}$/);
    assert.equal(sealed.outputs['artifact-url'], '');
    const release = await step('release', approving());
    assert.equal(release.exitCode, 10, release.log);
    assert.match(release.log, /is in no store that outlives the runner/);
    assert.equal(release.outputs['state'], 'sealed');
  });

  it('uploads what was sealed and nothing else, reads it back, and only then lets it be approved [GH-06]', async () => {
    writeFileSync(join(store(), '+quarantine-like'), 'not for anybody');
    const again = await step('collect', { upload });
    assert.equal(again.exitCode, 0, again.log);
    assert.equal(again.outputs['seal'], sealed.outputs['seal'], 'the same seal as before the failed upload');
    const [artifact, ...more] = twin.state.artifacts.values();
    assert.deepEqual(more, []);
    assert.match(again.outputs['artifact-url'] ?? '', new RegExp(`/artifacts/${artifact?.id}$`));
    assert.equal(
      artifact?.name,
      `gpu-lease-${runId}-${sealed.outputs['seal']?.slice(0, 16)}-${started.id}.1-collect`,
    );
    assert.match(again.log, /stored: \d+ files in artifact .* read back and equal, which is kept until/);
    assert.match(again.summary, /### Approval needed/);
    assert.equal(again.summary.match(/^## /gm)?.length, 1, 'one card, of the step after the upload');
    assert.ok(
      again.summary.includes(
        `[files, evidence and report](${SERVER}/${twin.env['GITHUB_REPOSITORY']}/actions/runs/${started.id}/artifacts/${artifact?.id})`,
      ),
      again.summary,
    );
    const zip = join(runner.dir, 'artifact.zip');
    writeFileSync(zip, artifact?.zip ?? '');
    const { '+quarantine-like': _aside, 'report.html': _report, ...kept } = tree(store());
    const expected = Object.entries(kept).filter(
      ([path]) => path.startsWith('main/') || path.startsWith('+evidence/'),
    );
    assert.deepEqual(await filesIn(zip), Object.fromEntries(expected));
    assert.ok(expected.some(([path]) => path === '+evidence/report.html'));
  });

  it('means the same seal from another runner, which holds none of the files', async () => {
    renameSync(join(runner.workspace, 'gpu-lease-out'), elsewhere());
    const again = await step('collect', { upload });
    assert.equal(again.exitCode, 0, again.log);
    assert.equal(again.outputs['seal'], sealed.outputs['seal']);
    assert.equal(twin.state.artifacts.size, 1, 'nothing is uploaded twice');
    assert.ok(!existsSync(join(store(), 'main')), 'nothing is pulled again');
  });

  it('refuses the release once the artifact cannot be downloaded any more, or is another one', async () => {
    const [artifact] = twin.state.artifacts.values();
    assert.ok(artifact);
    twin.expireArtifact(artifact.id);
    const expired = await step('release', approving());
    assert.equal(expired.exitCode, 10, expired.log);
    assert.match(expired.log, /can no longer be downloaded|which is over/);
    artifact.expired = false;
    artifact.expiresAt = new Date(Date.now() + 86_400_000);
    const { digest } = artifact;
    artifact.digest = `sha256:${'0'.repeat(64)}`;
    const other = await step('release', approving());
    assert.equal(other.exitCode, 10, other.log);
    assert.match(other.log, /has changed/);
    artifact.digest = digest;
  });

  it('releases on a runner that never saw a file, from what the store holds', async () => {
    rmSync(join(runner.workspace, 'gpu-lease-out'), { recursive: true, force: true });
    const released = await step('release', approving());
    assert.equal(released.exitCode, 0, released.log);
    assert.equal(released.outputs['state'], 'released');
    assert.match(released.summary, /nothing costs money now/);
  });
});

/** Path to hash of every file of a zip. */
async function filesIn(path: string): Promise<Record<string, string>> {
  const zip = await openZip(path);
  const found: Record<string, string> = {};
  for (const { name } of zip.entries) {
    const hash = createHash('sha256');
    await zip.read(name, (piece) => hash.update(piece));
    found[name] = hash.digest('hex');
  }
  await zip.close();
  return found;
}
