// Over a minute: every workflow example of the documents is run by nektos/act, as it stands in its page.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { repositoryRoot } from '../github/action-file.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { GATE, inArtifact } from '../workflows/caller-repository.ts';
import { type SuiteRepository, suiteRepository } from '../workflows/suite-repository.ts';
import { resultsAt } from '../workflows/twin-server.ts';
import { filesOfOneRun, LIVES, Pages } from './documented-files.ts';
import { DocumentedLife, fileOf, told } from './documented-life.ts';

const skip = missing('act', 'git', 'artifact-client');
let suite: SuiteRepository;
let pages: Pages;

if (!skip) {
  suite = suiteRepository();
  pages = new Pages(suite.commit);
  after(() => suite.remove());
}

describe("the actions' own pages: one run from smoke to released", { skip }, () => {
  let life: DocumentedLife;
  let run: string;
  let archive: Buffer;
  let asking: TwinRun;

  before(async () => {
    life = await DocumentedLife.start({ suite, files: filesOfOneRun(pages) });
  });

  after(() => life?.end());

  it('doctor: names the environment that is missing, and no fault once it is there', async () => {
    const before = await life.byHand('mine-doctor.yml');
    assert.equal(before.jobs['doctor'], 'failure', before.log);
    assert.equal(before.outputs['doctor']?.['faults'], '1', told(before));
    assert.match(told(before), /environment "gpu-lease-release"/);
    life.addReviewers();
    const then = await life.byHand('mine-doctor.yml');
    assert.equal(then.jobs['doctor'], 'success', told(then));
    assert.equal(then.outputs['doctor']?.['faults'], '0');
  });

  it('plan: says what it would rent and cost, and rents nothing', async () => {
    const { outputs, printed } = await life.byHand('mine-plan.yml');
    assert.deepEqual(
      ['platform', 'usd-per-hour', 'at-most-usd'].map((name) => outputs['plan']?.[name]),
      ['local', '0.41', '0.4100'],
    );
    assert.match(printed, /terminate: stops gpu, disk; destroys home/);
    assert.equal(life.repository.ledgerRefs(), '');
    assert.deepEqual(await life.cloud.boxes(), []);
  });

  it('staleness: keeps one issue with as many facts as it counts', async () => {
    const first = await life.byHand('mine-staleness.yml');
    await life.byHand('mine-staleness.yml');
    const issues = [...life.twin.state.issues.values()].map(({ title, state }) => ({ title, state }));
    const { stale, never } = first.outputs['staleness'] ?? {};
    const title = `Platform facts to read up again: ${stale} stale, ${never} never verified`;
    assert.deepEqual(issues, [{ title, state: 'open' }]);
  });

  it('smoke and comment: one comment on the pull request, that it passed and what a run costs', async () => {
    const { number, ...done } = await life.onPullRequest('mine-comment.yml');
    assert.deepEqual(done.jobs, { smoke: 'success', comment: 'success' }, done.log);
    assert.equal(done.outputs['comment']?.['comment'], 'created');
    const again = await life.onThat(number, 'mine-comment.yml');
    assert.equal(again.outputs['comment']?.['comment'], 'updated', again.log);
    const [comment, ...more] = [...life.twin.state.comments.values()];
    assert.deepEqual(more, []);
    assert.equal(comment?.issue, number);
    assert.match(comment.body, /passed/);
    assert.match(comment.body, /0\.41/);
  });

  it('smoke and open: the run is there with what its smoke showed, and nothing is rented', async () => {
    const done = await life.byHand('mine-open.yml');
    assert.deepEqual(done.jobs, { smoke: 'success', open: 'success' }, done.log);
    const opened = done.outputs['open']?.['run'] ?? '';
    assert.deepEqual([...new Set(life.typesOf(opened))].sort(), ['run-opened', 'smoke-passed']);
    assert.deepEqual(await life.cloud.boxes(), []);
  });

  it('smoke and launch: one box, rented after its intent was written, works on the job', async () => {
    const done = await life.byHand('mine-launch.yml');
    assert.deepEqual(done.jobs, { smoke: 'success', launch: 'success' }, done.log);
    run = `tiny-${done.run.id}`;
    assert.equal(done.outputs['launch']?.['run'], run);
    assert.equal(done.outputs['launch']?.['state'], 'running');
    assert.deepEqual(await life.cloud.boxes(), [`${run}-1`]);
    const types = life.typesOf(run);
    assert.ok(types.indexOf('smoke-passed') < types.indexOf('intended'));
    assert.equal(types.filter((type) => type === 'intended').length, 1);
  });

  it('status: lists what is open, and which of them costs money', async () => {
    const { outputs } = await life.byHand('mine-status.yml');
    assert.equal(outputs['status']?.['runs'], '2');
    const { runs } = JSON.parse(outputs['status']?.['json'] ?? '');
    const states = runs.map((each: { run: string; state: string }) => [each.run === run, each.state]);
    assert.deepEqual(states.sort(), [
      [false, 'opened'],
      [true, 'running'],
    ]);
  });

  it('watch and continue: a look that ends at its bound starts this file again, once', async () => {
    const done = await life.byHand('mine-watch.yml', { run });
    assert.deepEqual(done.jobs, { watch: 'success', continue: 'success' }, done.log);
    assert.equal(done.outputs['watch']?.['state'], 'running');
    assert.deepEqual(
      warnings(done).filter((text) => !/no input "wait"/.test(text)),
      [],
    );
    assert.equal(done.outputs['continue']?.['next'], 'chain');
    const link = life.twin.dispatched.at(-1) ?? assert.fail(done.log);
    assert.deepEqual([link.path, link.inputs], ['.github/workflows/mine-watch.yml', { run, hop: '1' }]);
  });

  it('watch and continue: the link that sees the end says so', async () => {
    life.repository.endTraining();
    const link = life.twin.dispatched.at(-1) ?? assert.fail();
    const done = await life.go(link);
    assert.deepEqual(done.jobs, { watch: 'success', continue: 'success' }, done.log);
    assert.equal(done.outputs['watch']?.['verdict'], 'finished');
    assert.ok(life.typesOf(run).includes('continued'));
    assert.deepEqual(await life.cloud.boxes(), [`${run}-1`]);
  });

  it('tick: names the run that ended for a job that collects it', async () => {
    const done = await life.byHand('mine-tick.yml');
    assert.equal(done.jobs['tick'], 'success', done.log);
    const { runs, state, problems, collect } = done.outputs['tick'] ?? {};
    assert.deepEqual([runs, state, problems, collect], ['2', 'well', '0', JSON.stringify([run])]);
  });

  it('collect: the artifact is what the trainer wrote, byte for byte', async () => {
    const done = await life.byHand('mine-collect.yml', { run });
    assert.deepEqual(done.jobs, { collect: 'success', attest: 'success' }, done.log);
    assert.equal(done.outputs['collect']?.['state'], 'sealed');
    const { zip } = resultsAt(life.twin).at(-1) ?? assert.fail(done.log);
    archive = zip;
    for (const file of ['best.safetensors', 'metrics.jsonl']) {
      const { sha256 } = await inArtifact(zip, file);
      assert.equal(sha256, life.cloud.sha256Of(file), file);
    }
    const laid = done.outputs['attest'] ?? {};
    assert.match(laid['predicate-type'] ?? '', /run-predicate\.v1/);
    assert.equal(laid['model-digest'], `sha256:${digestOfSet(await listed(zip))}`);
  });

  it('verify: what was downloaded passes, and the same cut short does not', async () => {
    const out = join(life.repository.clone, 'out');
    mkdirSync(out);
    writeFileSync(join(out, 'best.safetensors'), await fileOf(archive, 'best.safetensors'));
    const whole = await life.onPush('mine-verify.yml');
    assert.equal(whole.outputs['verify']?.['verdict'], 'pass-degraded', whole.log);
    assert.equal(whole.jobs['verify'], 'success', whole.log);
    assert.match(whole.outputs['verify']?.['report'] ?? '', /verify\.html$/);
    truncateSync(join(out, 'best.safetensors'), 500);
    const cut = await life.onPush('mine-verify.yml');
    assert.equal(cut.jobs['verify'], 'failure');
    assert.deepEqual([cut.outputs['verify']?.['verdict'], cut.outputs['verify']?.['failed']], ['fail', '1']);
    assert.match(cut.printed, /out\/best\.safetensors/);
    rmSync(out, { recursive: true });
    const models = join(life.repository.clone, 'models');
    mkdirSync(models);
    writeFileSync(join(models, 'best.safetensors'), await fileOf(archive, 'best.safetensors'));
    const alone = await life.onPush('verify.yml');
    assert.equal(alone.jobs['verify'], 'success', alone.log);
    rmSync(models, { recursive: true });
  });

  it('ask: starts the file of gate and release for that lease and seal', async () => {
    const done = await life.byHand('mine-train.yml');
    assert.equal(done.outputs['ask']?.['asked'], '1', told(done));
    asking = life.twin.dispatched.at(-1) ?? assert.fail(done.log);
    assert.equal(asking.path, '.github/workflows/mine-release.yml');
    assert.deepEqual([asking.inputs['run'], asking.inputs['lease']], [run, `${run}-1`]);
    assert.match(asking.inputs['seal'] ?? '', /^[0-9a-f]{8}$/);
  });

  it('gate and release: a person who starts it for nothing in particular is told with what to start it', async () => {
    const done = await life.byHand('mine-release.yml', { run });
    assert.deepEqual(done.jobs, { gate: 'failure' }, done.log);
    assert.match(told(done), new RegExp(`with lease: ${run}-1\\b`));
    assert.match(told(done), new RegExp(`with seal: ${asking.inputs['seal']}\\b`));
    assert.doesNotMatch(told(done), /Write "run-name/);
    assert.match(told(done), /With these inputs the title names them/);
    assert.equal((await life.cloud.boxes()).length, 1);
  });

  it('gate and release: the box goes once the reviewer approved that seal, and it is proven', async () => {
    life.approvesAfterGate();
    const done = await life.go(asking);
    assert.deepEqual(done.jobs, { gate: 'success', release: 'success' }, done.log);
    assert.equal(done.outputs['gate']?.['environment'], GATE);
    assert.equal(done.outputs['release']?.['state'], 'released');
    assert.deepEqual(await life.cloud.boxes(), []);
    const types = life.typesOf(run);
    assert.equal(types.filter((type) => type === 'intended').length, 1);
    assert.ok(types.includes('closed'));
  });

  it('left none of its files out', () => assert.deepEqual(life.unused, []));
});

describe('every example of a workflow', () => {
  /** What cannot be run here, and why. */
  const NOT_HERE: Readonly<Record<string, string>> = {
    'docs/recipes.md: on, permissions, jobs': 'GitHub makes the token of an App, which no twin does',
    'actions/verify/README.md: 0': 'it names a server; the workflow above it on that page is run',
    'docs/stores.md: collect':
      "keys are lent for an identity token that only GitHub's own runner gets (test/stores/lent-keys.test.ts)",
  };
  /** Run by act as it stands in its page, in a test of its own. */
  const ELSEWHERE: Readonly<Record<string, string>> = {
    'docs/actions.md: run-name, on, permissions, concurrency': 'test/workflows/root-action-life.test.ts',
    'docs/actions/kaggle.md: on, permissions, jobs': 'test/workflows/kaggle-by-act.test.ts',
    'docs/kaggle.md: name, on, permissions, jobs': 'test/workflows/kaggle-by-act.test.ts',
  };

  it('is run by act as it stands in its page, or is listed with the reason', () => {
    const all = new Pages('0'.repeat(40));
    for (const files of LIVES) files(all);
    assert.deepEqual(all.left.sort(), [...Object.keys(NOT_HERE), ...Object.keys(ELSEWHERE)].sort());
    for (const file of Object.values(ELSEWHERE))
      assert.match(readFileSync(join(repositoryRoot, file), 'utf8'), /documented\(/, file);
  });
});

const warnings = ({ annotations }: { annotations: { level: string; text: string }[] }): string[] =>
  annotations.filter(({ level }) => level !== 'notice').map(({ text }) => text);

/** The digests in `subjects.sha256` of a downloaded artifact, in their order. */
async function listed(archive: Buffer): Promise<string[]> {
  const text = (await fileOf(archive, 'subjects.sha256')).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 64));
}

/** As an OpenSSF model signature has it. */
function digestOfSet(digests: readonly string[]): string {
  const hash = createHash('sha256');
  for (const digest of digests) hash.update(Buffer.from(digest, 'hex'));
  return hash.digest('hex');
}
