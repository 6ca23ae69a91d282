// Over a minute: a run whose box is taken away is sealed, signed by a whole Sigstore instance on loopback, and verified.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { statementDigest } from '../../src/attest/statement.ts';
import { canonicalJson, type Json } from '../../src/canonical.ts';
import { attestationTool, missing } from '../requirement.ts';
import { ofType, onlyStory } from '../scenarios/ledger-story.ts';
import { Place, repositoryRoot } from '../scenarios/run-bundle.ts';
import { attestationsTwin } from './attestations-twin.ts';
import {
  type AttestedRun,
  attestedRun,
  downloaded,
  flipBit,
  laidOut,
  REPOSITORY,
  runOther,
  SIGNER,
  signedBy,
  statementOfInputs,
  subjectsIn,
  written,
} from './attested-run.ts';
import { type SigstoreTwin, sigstoreTwin } from './sigstore-twin.ts';

let ended: AttestedRun;
let twin: SigstoreTwin;
let root: string;
let bundle: string;
/** What the step before `actions/attest` says. */
let laid: Record<string, string>;

/** `gpu-lease verify --attested`, with whom to believe and who must have signed unless `more` says it otherwise. */
const verify = (path: string, ...more: string[]) => {
  const has = (option: string) => more.includes(option);
  return ended.place.run([
    'verify',
    '--attested',
    path,
    ...(has('--bundle') ? [] : ['--bundle', bundle]),
    ...(has('--trusted-root') ? [] : ['--trusted-root', root]),
    ...(has('--repo') ? [] : ['--repo', REPOSITORY]),
    ...(has('--certificate-identity') ? [] : ['--certificate-identity', SIGNER]),
    ...more,
  ]);
};

async function refused(reason: RegExp, path: string, ...more: string[]): Promise<void> {
  const outcome = await verify(path, ...more);
  assert.equal(outcome.exitCode, 1, outcome.output);
  assert.match(outcome.stderr, reason);
  assert.equal(outcome.stdout, '', 'nothing is said to be attested');
}

/** Signed by the right workflow, and another statement than was sealed. */
const forged = async (name: string, change: (statement: AttestedRun['statement']) => void) => {
  const statement = structuredClone(ended.statement);
  change(statement);
  return written(ended.place, name, await signedBy(twin, statement));
};

const firstSubject = () => ended.statement.subject[0] ?? { name: '', digest: { sha256: '' } };

describe('what a sealed run attests', { timeout: 300_000 }, () => {
  const place = new Place();
  before(async () => {
    ended = await attestedRun(place);
    twin = await sigstoreTwin();
    root = written(place, 'root.json', twin.trustedRoot);
    const { exitCode, output, outputs } = await laidOut(
      ended,
      join(ended.dir, '+evidence', 'statement.json'),
    );
    assert.equal(exitCode, 0, output);
    const { subjects = '', predicate = '', 'predicate-type': type = '' } = outputs;
    laid = outputs;
    bundle = written(
      place,
      'bundle.json',
      await signedBy(twin, statementOfInputs(subjectsIn(subjects), type, predicate)),
    );
  });

  after(async () => {
    twin?.close();
    await place.end();
  });

  it('is a statement over every sealed file that tells of the box that was lost, and the record knows its digest', () => {
    const { events } = onlyStory(ended.place);
    const [sealed] = ofType({ events } as never, 'sealed');
    const { predicate, subject } = ended.statement;
    assert.equal(sealed?.statement, statementDigest(ended.statement));
    assert.equal(predicate.seal.sha256, sealed?.seal);
    assert.equal(predicate.commit, ended.place.git('rev-parse', 'HEAD').trim());
    assert.equal(subject.length, predicate.files.length);
    assert.ok(subject.length >= 3);
    assert.deepEqual(
      predicate.attempts.map(({ attempt }) => attempt),
      [1, 2],
    );
    const [lost] = predicate.preemptions;
    assert.equal(lost?.what, 'box');
    assert.equal(lost?.attempt, 1);
    assert.ok((lost?.steps[0]?.verified ?? 0) > 0);
    assert.equal(predicate.attempts[1]?.from[0]?.step, lost?.steps[0]?.verified);
    assert.ok(predicate.boxes.every(({ audit }) => audit?.fit === true));
    assert.doesNotMatch(canonicalJson(predicate as unknown as Json), new RegExp(ended.place.home));
  });

  it('is laid out for a signer only as the record knows it, whoever hands it over', async () => {
    const forgery = structuredClone(ended.statement);
    forgery.predicate.preemptions = [];
    const { exitCode, output, outputs } = await laidOut(ended, written(ended.place, 'forgery.json', forgery));
    assert.equal(exitCode, 10, output);
    assert.match(output, /nothing is to be signed/);
    assert.equal(outputs['predicate'] ?? '', '');
  });

  it("is laid out for nobody by a record that could be anybody's, and one that looks is told so", async () => {
    const path = join(ended.dir, '+evidence', 'statement.json');
    const { exitCode, output, outputs } = await laidOut(ended, path, { GPU_LEASE_SECRET: undefined });
    assert.equal(exitCode, 14, output);
    assert.match(output, /GPU_LEASE_SECRET/);
    assert.equal(outputs['predicate'] ?? '', '');
    const held = await verify(ended.dir, '--run', ended.run);
    assert.equal(held.exitCode, 0, held.output);
    assert.doesNotMatch(held.stderr, /NOT VERIFIED/);
    const secret = ended.place.env['GPU_LEASE_SECRET'] ?? '';
    ended.place.env['GPU_LEASE_SECRET'] = '';
    const unproven = await verify(ended.dir, '--run', ended.run).finally(() => {
      ended.place.env['GPU_LEASE_SECRET'] = secret;
    });
    assert.match(unproven.stderr, /The record of .* is NOT VERIFIED/);
  });

  it('keeps to the schema that its type names', () => {
    const schema = JSON.parse(
      readFileSync(join(repositoryRoot, 'schemas', 'run-predicate.v1.schema.json'), 'utf8'),
    );
    assert.equal(schema.$id, ended.statement.predicateType);
    const ajv = new Ajv({ strict: false });
    assert.ok(ajv.validate(schema, ended.statement.predicate), ajv.errorsText());
  });

  it('is verified by one command: a download, the folder of one cell, a file alone, and against the record', async () => {
    const copy = downloaded(ended, 'copy');
    const whole = await verify(copy, '--run', ended.run, '--commit', ended.statement.predicate.commit);
    assert.equal(whole.exitCode, 0, whole.output);
    assert.match(whole.stdout, new RegExp(`signed by ${SIGNER} for https://github.com/${REPOSITORY}`));
    assert.match(whole.stdout, /lost .* \(box\)/);
    assert.equal((await verify(join(copy, 'main'))).exitCode, 0);
    assert.equal((await verify(join(copy, firstSubject().name))).exitCode, 0);
    const { stdout } = await verify(copy, '--json');
    assert.equal(JSON.parse(stdout).predicate.preemptions.length, 1);
  });

  it('refuses a changed byte, a missing file, one that nobody attests, and a link', async () => {
    const copy = downloaded(ended, 'spoilt');
    const file = join(copy, firstSubject().name);
    flipBit(file);
    await refused(/has the digest .*is attested/, copy);
    await refused(/has the digest/, file);
    rmSync(file);
    await refused(/is attested and is not there/, copy);
    symlinkSync('/etc/hostname', file);
    await refused(/is a link or no plain file/, copy);
    rmSync(file);
    writeFileSync(join(copy, 'main', 'more.bin'), 'x');
    await refused(/main\/more\.bin is there and nobody attests it/, copy);
  });

  it('refuses in the folder of a cell what is called as evidence beside the cells is', async () => {
    const copy = downloaded(ended, 'beside');
    for (const name of ['more+weights.bin', 'report.html']) {
      const file = join(copy, 'main', name);
      writeFileSync(file, 'x');
      await refused(/is there and nobody attests it/, join(copy, 'main'));
      await refused(/is there and nobody attests it/, copy);
      rmSync(file);
    }
    assert.equal((await verify(join(copy, 'main'))).exitCode, 0);
  });

  it('refuses another commit, and by the record another one that the right workflow signed', async () => {
    await refused(/it was made from commit .*, and 0{40} is expected/, ended.dir, '--commit', '0'.repeat(40));
    const other = await forged('commit.json', ({ predicate }) => {
      predicate.commit = '0'.repeat(40);
    });
    await refused(/commit: the record has/, ended.dir, '--bundle', other, '--run', ended.run);
  });

  it('refuses by the record a preemption that was left out, and a file that is said to be better proven', async () => {
    const smooth = await forged('smooth.json', ({ predicate }) => {
      predicate.preemptions = [];
    });
    await refused(
      /preemptions: the record has 1, the statement 0/,
      ended.dir,
      '--bundle',
      smooth,
      '--run',
      ended.run,
    );
    const better = await forged('better.json', ({ predicate }) => {
      for (const file of predicate.files) file.role = 'model';
    });
    await refused(/the record has the statement/, ended.dir, '--bundle', better, '--run', ended.run);
  });

  it('refuses another workflow, another repository and another issuer', async () => {
    const identity = SIGNER.replace('attest.yml', 'other.yml');
    const stranger = written(
      ended.place,
      'stranger.json',
      await signedBy(twin, ended.statement, { identity }),
    );
    await refused(/other\.yml@refs\/tags\/v1 signed it, not/, ended.dir, '--bundle', stranger);
    const elsewhere = written(
      ended.place,
      'elsewhere.json',
      await signedBy(twin, ended.statement, { repository: 'eve/model' }),
    );
    await refused(/signed for https:\/\/github\.com\/eve\/model, not/, ended.dir, '--bundle', elsewhere);
    await refused(
      /vouched for the signer, not/,
      ended.dir,
      '--certificate-oidc-issuer',
      'https://example.org',
    );
  });

  it('refuses a foreign root, one that has expired, and the public one that comes with it', async (t) => {
    const foreign = await sigstoreTwin();
    t.after(() => foreign.close());
    const believes = (name: string, document: unknown) => [
      '--trusted-root',
      written(ended.place, name, document),
    ];
    await refused(
      /no witness of|none that .* vouches for/,
      ended.dir,
      ...believes('foreign.json', foreign.trustedRoot),
    );
    const expired = structuredClone(twin.trustedRoot) as {
      certificateAuthorities: { validFor: Record<string, string> }[];
    };
    for (const { validFor } of expired.certificateAuthorities) {
      validFor['start'] = '2020-01-01T00:00:00Z';
      validFor['end'] = '2021-01-01T00:00:00Z';
    }
    await refused(
      /its certificate is none that .* vouches for at that time/,
      ended.dir,
      ...believes('expired.json', expired),
    );
    await refused(
      /Not attested/,
      ended.dir,
      '--trusted-root',
      join(repositoryRoot, 'trust', 'public-good.json'),
    );
  });

  it('refuses a statement that was changed after it was signed, and one that nobody put into a log', async () => {
    const changed = JSON.parse(readFileSync(bundle, 'utf8'));
    const payload = JSON.parse(Buffer.from(changed.dsseEnvelope.payload, 'base64').toString());
    payload.predicate.preemptions = [];
    changed.dsseEnvelope.payload = Buffer.from(JSON.stringify(payload)).toString('base64');
    await refused(
      /Not attested: (the signature is not|no witness)/,
      ended.dir,
      '--bundle',
      written(ended.place, 'changed.json', changed),
    );
    const unseen = JSON.parse(readFileSync(bundle, 'utf8'));
    unseen.verificationMaterial.tlogEntries = [];
    await refused(/no witness of/, ended.dir, '--bundle', written(ended.place, 'unseen.json', unseen));
  });

  it('says all that is wrong with the question at once, before anything is read', async () => {
    const nowhere = join(ended.place.dir, 'nowhere');
    const outcome = await ended.place.run([
      'verify',
      '--attested',
      nowhere,
      '--bundle',
      '/none',
      '--repo',
      'x',
    ]);
    assert.equal(outcome.exitCode, 2, outcome.output);
    for (const said of [/nothing at .*nowhere/, /--bundle \/none/, /--repo "x"/])
      assert.match(outcome.stderr, said);
    const unsigned = await ended.place.run(['verify', '--attested', ended.dir]);
    assert.match(unsigned.stderr, /Nothing says who must have signed/);
    assert.equal(unsigned.exitCode, 2);
  });

  it('is fetched from GitHub by the digest of a file, as it stands in the answer or packed elsewhere', async (t) => {
    const document = JSON.parse(readFileSync(bundle, 'utf8'));
    const stranger = { document: await signedBy(twin, ended.statement, { repository: 'eve/model' }) };
    const of = new Map(
      ended.statement.subject.map(({ digest }, at) => [
        digest.sha256,
        [stranger, at % 2 === 0 ? { document } : { document, isPacked: true as const }],
      ]),
    );
    const github = await attestationsTwin(REPOSITORY, of);
    t.after(() => github.close());
    const ask = (path: string, repository = REPOSITORY, url = github.url) =>
      ended.place.run(['verify', '--attested', path, '--trusted-root', root, '--repo', repository], {
        env: { GITHUB_API_URL: url, GH_TOKEN: 'not-real' },
      });
    for (const { name } of ended.statement.subject.slice(0, 2)) {
      const outcome = await ask(join(ended.dir, name));
      assert.equal(outcome.exitCode, 0, outcome.output);
    }
    assert.ok(github.asked.some(({ path }) => path.startsWith('/blobs/')));
    for (const { path, token } of github.asked)
      assert.equal(token, path.startsWith('/blobs/') ? undefined : 'Bearer not-real', path);
    const nothing = await ask(ended.dir, 'ada/other');
    assert.equal(nothing.exitCode, 1, nothing.output);
    assert.match(nothing.stderr, /nothing is attested of these files/);
    assert.equal((await ask(ended.dir, REPOSITORY, 'http://example.org')).exitCode, 10);
    assert.equal((await ask(ended.dir, REPOSITORY, 'http://127.0.0.1:1')).exitCode, 13);
  });

  it('is accepted and refused alike by sigstore-go, of which the public command is made', {
    skip: missing('sigstore-go'),
  }, async () => {
    const program = attestationTool('sigstore-go');
    const { sha256 } = firstSubject().digest;
    const accepted = await runOther(program, [bundle, root, SIGNER, sha256]);
    assert.equal(accepted.exitCode, 0, accepted.output);
    assert.equal(accepted.output.trim(), ended.statement.predicateType);
    for (const [wrong, args] of Object.entries(await wrongOnes(sha256))) {
      const outcome = await runOther(program, args);
      assert.equal(outcome.exitCode, 1, `${wrong}: ${outcome.output}`);
    }
  });

  it('is accepted and refused alike by sigstore-python', { skip: missing('model-signing') }, async () => {
    const program = attestationTool('python');
    const script = join(import.meta.dirname, 'sigstore_python.py');
    const { sha256 } = firstSubject().digest;
    const accepted = await runOther(program, [script, bundle, root, SIGNER, sha256]);
    assert.equal(accepted.exitCode, 0, accepted.output);
    assert.equal(accepted.output.trim(), ended.statement.predicateType);
    for (const [wrong, args] of Object.entries(await wrongOnes(sha256))) {
      const outcome = await runOther(program, [script, ...args]);
      assert.equal(outcome.exitCode, 1, `${wrong}: ${outcome.output}`);
    }
  });

  it('has a model signature beside it that model-signing verifies by identity, and not once a byte is another', {
    skip: missing('model-signing'),
  }, async () => {
    const { model: name = '', 'model-digest': digest = '', 'model-predicate': predicate = '' } = laid;
    const subject = { name, digest: { sha256: digest.replace('sha256:', '') } };
    const model = statementOfInputs([subject], laid['model-predicate-type'] ?? '', predicate);
    assert.equal(
      `${canonicalJson(model as unknown as Json)}
`,
      readFileSync(join(ended.dir, '+evidence', 'model.json'), 'utf8'),
    );
    const signature = written(ended.place, 'model.sig', await signedBy(twin, model));
    const copy = downloaded(ended, 'model-copy');
    const trust = written(ended.place, 'trust-config.json', trustConfig(twin.trustedRoot));
    const args = (dir: string) => [
      join(import.meta.dirname, 'model_signing_identity.py'),
      dir,
      signature,
      SIGNER,
      trust,
    ];
    const accepted = await runOther(attestationTool('python'), args(copy));
    assert.equal(accepted.exitCode, 0, accepted.output);
    assert.equal((await verify(copy, '--bundle', signature)).exitCode, 0);
    flipBit(join(copy, firstSubject().name));
    const spoilt = await runOther(attestationTool('python'), args(copy));
    assert.equal(spoilt.exitCode, 1, spoilt.output);
    assert.match(spoilt.output, /Hash mismatch|mismatch/i);
    await refused(/has the digest/, copy, '--bundle', signature);
  });
});

/** For both other verifiers: what each must not accept. */
async function wrongOnes(sha256: string): Promise<Record<string, string[]>> {
  const identity = SIGNER.replace('attest.yml', 'other.yml');
  const stranger = written(
    ended.place,
    'stranger-2.json',
    await signedBy(twin, ended.statement, { identity }),
  );
  const changed = JSON.parse(readFileSync(bundle, 'utf8'));
  const payload = Buffer.from(changed.dsseEnvelope.payload, 'base64').toString().replace('"box"', '"fox"');
  changed.dsseEnvelope.payload = Buffer.from(payload).toString('base64');
  const publicRoot = join(repositoryRoot, 'trust', 'public-good.json');
  return {
    'another file': [bundle, root, SIGNER, '0'.repeat(64)],
    'another workflow': [stranger, root, SIGNER, sha256],
    'a foreign root': [bundle, publicRoot, SIGNER, sha256],
    'a changed statement': [written(ended.place, 'changed-2.json', changed), root, SIGNER, sha256],
  };
}

const trustConfig = (trustedRoot: unknown) => ({
  mediaType: 'application/vnd.dev.sigstore.clienttrustconfig.v0.1+json',
  trustedRoot,
  signingConfig: {
    mediaType: 'application/vnd.dev.sigstore.signingconfig.v0.2+json',
    caUrls: [],
    oidcUrls: [],
    rekorTlogUrls: [],
    rekorTlogConfig: { selector: 'ANY' },
    tsaUrls: [],
    tsaConfig: { selector: 'ANY' },
  },
});
