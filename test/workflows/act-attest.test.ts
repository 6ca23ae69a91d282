// Over a minute: a run that loses its box is sealed and signed by the caller's files, run by nektos/act.
// In turn: a caller's run by act, from the package or signed
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { MODEL_SIGNATURE } from '../../src/attest/model-manifest.ts';
import type { RunPredicate } from '../../src/attest/predicate-schema.ts';
import type { Statement } from '../../src/attest/statement.ts';
import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { openZip } from '../../src/stores/stored-zip.ts';
import { attestationsTwin } from '../attest/attestations-twin.ts';
import { flipBit } from '../attest/attested-run.ts';
import { missing } from '../requirement.ts';
import { Place } from '../scenarios/run-bundle.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { ActAtTwin } from './act-at-twin.ts';
import { CallerRepository } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type SuiteRepository, suiteRepository } from './suite-repository.ts';
import { resultsAt } from './twin-server.ts';

const SECRET = newSecret();
const MOST_HOPS = 6;

/**
 * From a dispatch to files that a stranger verifies: the train, the seal, the job `attest`, and `verify --attested` with the root of the
 * instance of Sigstore that signed. The stand-in of actions/attest takes and refuses what that does.
 */
describe('what is sealed by the files of a caller', {
  skip: missing('act', 'git', 'artifact-client'),
}, () => {
  let suite: SuiteRepository;
  let repository: CallerRepository;
  let cloud: LoopbackCloud;
  let twin: GitHubTwin;
  let act: ActAtTwin;
  let place: Place;
  let dir: string;
  let root: string;
  let run: string;

  before(async () => {
    suite = suiteRepository();
    repository = new CallerRepository({
      commit: suite.commit,
      bound: '20s',
      steps: 40,
      stepMs: 10,
      change(job) {
        job['smoke'] = 'none';
      },
    });
    cloud = new LoopbackCloud(join(repository.dir, 'cloud'));
    mkdirSync(cloud.dir);
    twin = await startGitHubTwin({
      clock: systemClock,
      repository: repository.name,
      git: { [repository.name]: repository.origin, [suite.name]: suite.dir },
    });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    act = await ActAtTwin.start(twin, repository, cloud, SECRET);
    place = new Place();
    dir = mkdtempSync(join(tmpdir(), 'gl-attested-'));
    root = written('root.json', act.signing.sigstore.trustedRoot);
  });

  after(async () => {
    await cloud.destroy();
    await place.end();
    rmSync(dir, { recursive: true, force: true });
    await act.close();
    await twin.close();
    repository.remove();
    suite.remove();
  });

  function written(name: string, document: unknown): string {
    const path = join(dir, name);
    writeFileSync(path, JSON.stringify(document));
    return path;
  }

  const signedOf = (type: RegExp) =>
    act.signing.signed.find(({ statement }) => type.test(statement.predicateType)) ?? assert.fail(`${type}`);

  const own = (): Statement<RunPredicate> => signedOf(/run-predicate/).statement as Statement<RunPredicate>;

  /** As a stranger has it: the files, the bundle, whom to believe; and the record where it is asked for. */
  const verify = (path: string, ...more: string[]) =>
    place.run(
      [
        'verify',
        '--attested',
        path,
        ...['--trusted-root', root],
        ...['--repo', repository.name],
        ...['--certificate-identity', repository.signer],
        ...more,
      ],
      { env: { GPU_LEASE_SECRET: SECRET, GPU_LEASE_LEDGER: repository.origin } },
    );

  async function refused(reason: RegExp, path: string, ...more: string[]): Promise<void> {
    const { exitCode, output, stdout } = await verify(path, ...more);
    assert.equal(exitCode, 1, output);
    assert.match(output, reason);
    assert.equal(stdout, '');
  }

  /** Signed by the right workflow, for the right repository, and another statement than was sealed. */
  async function forged(name: string, change: (statement: Statement<RunPredicate>) => void): Promise<string> {
    const statement = structuredClone(own());
    change(statement);
    const by = { identity: repository.signer, repository: repository.name, commit: 'c'.repeat(40) };
    return written(name, await act.signing.sigstore.sign(statement, by));
  }

  it('is signed by the job "attest" once, in the workflow run that sealed it, after a box was taken away', async () => {
    let next: TwinRun = twin.startRun({
      path: repository.pathOf('train'),
      event: 'workflow_dispatch',
      actor: 'ada',
      triggeringActor: 'ada',
      inputs: { stage: 'train' },
    });
    run = `tiny-${next.id}`;
    let isLost = false;
    for (let hop = 0; hop < MOST_HOPS && act.signing.signed.length === 0; hop += 1) {
      if (/^pause-/.test(String(next.inputs['wait']))) next.inputs['wait'] = 'pause-1';
      const done = await act.run(next);
      const isSealed = done.outputs['train']?.['state'] === 'sealed';
      console.log(`show: ${JSON.stringify(done.jobs)} ${done.outputs['train']?.['state']}`);
      assert.equal(done.jobs['train'], 'success', done.log);
      assert.equal(done.jobs['attest'], isSealed ? 'success' : undefined, done.log);
      if (!isLost) await cloud.destroy();
      if (isLost) repository.endTraining();
      isLost = true;
      next = twin.dispatched.at(-1) ?? assert.fail(done.log);
    }
    assert.equal(act.signing.signed.length, 2, 'the files one by one, and the set');
    assert.equal(signedOf(/model_signing/).statement.predicateType, MODEL_SIGNATURE);
    const { predicate } = own();
    assert.equal(predicate.run, run);
    assert.equal(predicate.preemptions.length, 1);
    assert.equal(predicate.commit, repository.head);
  });

  it('is verified by a stranger who downloads it: by the bundle, by asking GitHub, and against the record', async (t) => {
    const files = await downloaded('files');
    const bundle = written('bundle.json', signedOf(/run-predicate/).bundle);
    const whole = await verify(files, '--bundle', bundle, '--run', run, '--commit', repository.head);
    assert.equal(whole.exitCode, 0, whole.output);
    assert.match(
      whole.stdout,
      /signed by \S+attest\.yml@[0-9a-f]{40} for https:\/\/github\.com\/ada\/engine/,
    );
    assert.match(whole.stdout, new RegExp(`lost ${run}-1 `));
    const model = written('model.json', signedOf(/model_signing/).bundle);
    assert.equal((await verify(files, '--bundle', model)).exitCode, 0);
    const document = signedOf(/run-predicate/).bundle;
    const github = await attestationsTwin(
      repository.name,
      new Map(own().subject.map(({ digest }) => [digest.sha256, [{ document }]])),
    );
    t.after(() => github.close());
    place.env['GITHUB_API_URL'] = github.url;
    const asked = await verify(files);
    delete place.env['GITHUB_API_URL'];
    assert.equal(asked.exitCode, 0, asked.output);
  });

  it('is refused with a changed byte, another commit, and a preemption that was left out', async () => {
    const files = await downloaded('spoilt');
    const bundle = written('bundle.json', signedOf(/run-predicate/).bundle);
    await refused(
      /it was made from commit [0-9a-f]{40}, and 0{40} is expected/,
      files,
      ...['--bundle', bundle, '--commit', '0'.repeat(40)],
    );
    const smooth = await forged('smooth.json', ({ predicate }) => {
      predicate.preemptions = [];
    });
    await refused(
      /preemptions: the record has 1, the statement 0/,
      files,
      ...['--bundle', smooth, '--run', run],
    );
    flipBit(join(files, own().subject[0]?.name ?? ''));
    await refused(/has the digest [0-9a-f]{64}, and [0-9a-f]{64} is attested/, files, '--bundle', bundle);
  });

  /** The artifact, unpacked. */
  async function downloaded(name: string): Promise<string> {
    const [artifact] = resultsAt(twin);
    const archive = join(dir, `${name}.zip`);
    writeFileSync(archive, artifact?.zip ?? assert.fail('there is no artifact'));
    const zip = await openZip(archive);
    for (const entry of zip.entries) {
      const pieces: Uint8Array[] = [];
      await zip.read(entry.name, (piece) => void pieces.push(piece));
      const path = join(dir, name, entry.name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, Buffer.concat(pieces));
    }
    await zip.close();
    return join(dir, name);
  }
});
