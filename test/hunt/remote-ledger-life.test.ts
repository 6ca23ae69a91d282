// Over ten seconds: secrets are looked for in everything that lives over real servers leave behind.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { systemClock } from '../../src/clock.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { openS3Door } from '../twins/s3-door.ts';
import { type StsTwin, SUBJECT, startStsTwin } from '../twins/sts-twin.ts';
import type { Exchange } from '../twins/twin.ts';
import { startS3Server } from '../workflows/s3-server.ts';
import { EchoingServer } from './echoing-server.ts';
import { Finder, filesBelow, type Hit, marked, objectsOf, plainMarked, type Sink } from './finder.ts';
import { everyKind, isOwnKey, JOB_SECRET, PLATFORM_OF } from './kinds.ts';
import { openRecordingDoor } from './recording-door.ts';
import { ERRANDS } from './watched-programs.ts';
import { WorkflowLife } from './workflow-life.ts';

const ARN = 'arn:aws:iam::123456789012:role/gpu-lease';
const AUDIENCE = 'sts.amazonaws.com';
const BUCKET = 'results';
const { env: keys, secrets } = everyKind();
// Beside what the bucket lends, a job may have keys of its own.
const LENT = { id: plainMarked('lent access key'), secret: marked('lent secret key') };
for (const made of [marked('ACTIONS_RUNTIME_TOKEN'), plainMarked('AWS_SESSION_TOKEN')]) {
  secrets.push(made);
  keys[made.kind] = made.value;
}

/** What a request says, each part by itself: a secret may stand in one of them only. */
const partsOf = (exchanges: readonly Exchange[]): Sink[] =>
  exchanges.flatMap(({ request: { method, path, query, headers, bytes }, reply }) => {
    const { authorization = '', ...rest } = headers;
    const what = `${method} ${path}`;
    // As what it holds: where a token stands behind a user's name, its beginning there is not a whole one.
    return [
      { where: `authorization ${what}`, bytes: Buffer.from(authorization) },
      { where: `rest of ${what}`, bytes: Buffer.from(JSON.stringify({ path, query: String(query), rest })) },
      { where: `body ${what}`, bytes },
      { where: `answer to ${what}`, bytes: Buffer.from(JSON.stringify(reply)) },
    ];
  });

const isGit = ({ request: { path } }: Exchange): boolean => /\.git\//.test(path);

/** Of git the three that speak to a server, and what they start to do it. */
const SPEAKING =
  /^environment of (?:\S*\/)?git(?:-remote-https?| .*?\b(?:fetch|push|ls-remote|remote-https?|send-pack|fetch-pack|index-pack|unpack-objects|pack-objects|rev-list)\b)/;

describe('a life whose ledger is behind HTTP', {
  skip: missing('git', 'versitygw'),
  timeout: 600_000,
}, () => {
  const aside = mkdtempSync(join(tmpdir(), 'gl-hunt-'));
  const ledgers = { elsewhere: join(aside, 'ledger.git'), own: join(aside, 'engine.git') };
  const closing: (() => unknown)[] = [];
  const ledgerToken = keys['GPU_LEASE_LEDGER_TOKEN'] ?? '';
  let lives: { elsewhere: WorkflowLife; own: WorkflowLife };
  let twins: { elsewhere: GitHubTwin; own: GitHubTwin };
  let sts: StsTwin;
  let nobody: EchoingServer;
  let finder: Finder;
  let atBucket: Sink[];
  const lying: Sink[] = [];

  before(async () => {
    for (const dir of Object.values(ledgers)) execFileSync('git', ['init', '--quiet', '--bare', dir]);
    nobody = await EchoingServer.start();
    closing.push(() => nobody.end());
    const server = await startS3Server();
    closing.push(() => server.close());
    const bucket = new S3mini({ ...server, endpoint: `${server.url}/${BUCKET}` });
    assert.equal(await bucket.createBucket(), true);
    const lent = { accessKeyId: LENT.id.value, secretAccessKey: LENT.secret.value };
    sts = await startStsTwin({
      clock: systemClock,
      roles: [{ arn: ARN, audience: AUDIENCE, subject: SUBJECT }],
      keys: lent,
    });
    closing.push(() => sts.close());
    const inner = await openS3Door({
      server: server.url,
      own: server,
      lent,
      isLent: (token) => (sts.lent.get(token)?.getTime() ?? 0) > Date.now(),
    });
    const door = await openRecordingDoor(inner.url);
    closing.push(
      () => inner.close(),
      () => door.close(),
    );
    twins = {
      elsewhere: await startGitHubTwin({
        clock: systemClock,
        visibility: 'private',
        git: { 'ada/ledger': { dir: ledgers.elsewhere, token: ledgerToken } },
      }),
      own: await startGitHubTwin({
        clock: systemClock,
        visibility: 'private',
        git: { 'ada/engine': ledgers.own },
      }),
    };
    for (const twin of Object.values(twins)) closing.push(() => twin.close());
    const tokens = {
      elsewhere: twins.elsewhere.tokenWith({ contents: 'write', actions: 'write' }),
      own: twins.own.tokenWith({ contents: 'write', actions: 'write' }),
    };
    const { GPU_LEASE_SECRET: secret = '', GPU_LEASE_LEDGER_TOKEN: _its, GH_TOKEN: _own, ...env } = keys;
    for (const name of new Set(Object.values(PLATFORM_OF)))
      for (const variable of [`GPU_LEASE_API_${name}`, `GPU_LEASE_API_${name}_CORE`])
        env[variable] = `${nobody.url}/${name}`;
    Object.assign(env, sts.env);
    const s3 = { endpoint: door.url, bucket: BUCKET, region: server.region, prefix: 'lent' };
    lives = {
      elsewhere: new WorkflowLife({
        twin: twins.elsewhere,
        env,
        inputs: {
          ledger: `${twins.elsewhere.url}/ada/ledger.git`,
          secret,
          token: tokens.elsewhere,
          'ledger-token': ledgerToken,
        },
        between: ['tick'],
        change(job) {
          const role = { arn: ARN, sts: sts.url, audience: AUDIENCE };
          job['store'] = [{ s3: { ...s3, role, 'from-box': true } }];
          job['vars'] = {
            ...job['vars'],
            HUNT_LOOT: lives.elsewhere.lootDir,
            HUNT_BOX_MARK: 'GPU_LEASE_LOCAL_BOX=',
          };
          job['run'] = `node thief.mjs job && ${job['run']}`;
        },
      }),
      own: new WorkflowLife({
        twin: twins.own,
        env: { ...env, GITHUB_SERVER_URL: twins.own.url },
        inputs: { secret, token: tokens.own },
        change(job) {
          job['store'] = ['release-asset'];
        },
      }),
    };
    closing.push(
      () => lives.elsewhere.end(),
      () => lives.own.end(),
    );
    const ends = await Promise.allSettled([lives.elsewhere.live(), lives.own.live()]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    atBucket = door.seen;
    for (const { Key } of (await bucket.listObjects('/', '')) ?? []) {
      const bytes = await bucket.getObjectArrayBuffer(Key);
      lying.push({ where: `name ${Key}`, bytes: Buffer.from(Key) });
      lying.push({ where: `object ${Key}`, bytes: Buffer.from(bytes ?? new ArrayBuffer(0)) });
    }
    finder = new Finder([
      ...secrets.filter(({ kind }) => kind !== 'GH_TOKEN'),
      { kind: 'GITHUB_TOKEN', value: tokens.elsewhere },
      { kind: 'GITHUB_TOKEN', value: tokens.own },
      { kind: 'request token', value: sts.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN },
      LENT.id,
      LENT.secret,
      ...[...sts.lent.keys()].map((value) => ({ kind: 'lent session', value })),
      // What stands before its signature is known to everybody.
      ...identityTokens().map((token) => ({ kind: 'identity token', value: token.split('.')[2] ?? '' })),
    ]);
  });

  after(async () => {
    for (const close of closing.toReversed()) await close();
    rmSync(aside, { recursive: true, force: true });
  });

  const identityTokens = (): string[] =>
    sts.twin.exchanges
      .filter(({ request }) => request.path === '/oidc')
      .map(({ reply }) => (reply.body as { value: string }).value);

  const found = (within: Iterable<Sink>, isMeant: (hit: Hit) => boolean = () => false): Hit[] =>
    finder.findAll(within).filter((hit) => !isMeant(hit));
  const kindsIn = (within: Iterable<Sink>): string[] => [...new Set(found(within).map(({ kind }) => kind))];
  const both = () => Object.values(lives);

  it('is kept there, and was lent keys', () => {
    assert.ok(sts.lent.size > 0 && identityTokens().length > 0);
    assert.ok(lying.length > 10, `${lying.length} in the bucket`);
    assert.ok(
      atBucket.some(({ bytes }) => bytes.includes('X-Amz-Signature')),
      'the box sends by itself',
    );
    for (const dir of Object.values(ledgers)) {
      const refs = execFileSync('git', ['--git-dir', dir, 'for-each-ref'], { encoding: 'utf8' });
      assert.match(refs, /refs\/gpu-lease\/archive\//);
    }
    assert.ok(twins.own.uploads.exchanges.length > 3, 'assets are uploaded');
  });

  it('shows none of them, and masks each before it is used [leaks]', () => {
    for (const life of both()) assert.deepEqual(found(life.shown()), []);
    const masked = kindsIn(lives.elsewhere.masks());
    for (const kind of [
      'GITHUB_TOKEN',
      'GPU_LEASE_LEDGER_TOKEN',
      'identity token',
      'lent access key',
      'lent secret key',
      'lent session',
      JOB_SECRET,
    ])
      assert.ok(masked.includes(kind), `${kind} is masked, and the look sees it`);
  });

  it('leaves none in a file: work tree, git configuration, copies of the ledger, box [leaks]', () => {
    for (const life of both()) {
      assert.equal(life.commands(), '');
      const files = [...filesBelow(life.runner.dir)];
      assert.ok(files.filter(({ where }) => /\.git\/config$/.test(where)).length >= 2, 'the copy has one');
      assert.deepEqual(found(files), []);
      assert.deepEqual(found(life.uploaded), []);
      const planted = join(life.runner.dir, 'temp', 'planted');
      for (const { kind, value } of [LENT.secret, { kind: 'GPU_LEASE_LEDGER_TOKEN', value: ledgerToken }]) {
        writeFileSync(planted, `url = http://x-access-token:${encodeURIComponent(value)}@git.example\n`);
        assert.deepEqual(kindsIn(filesBelow(join(life.runner.dir, 'temp'))), [kind], 'one that lies there');
      }
      rmSync(planted);
    }
  });

  it('writes none into a ledger, a bucket or an asset [leaks]', () => {
    for (const dir of Object.values(ledgers))
      assert.deepEqual(found([...objectsOf(dir), ...filesBelow(dir)]), []);
    assert.deepEqual(found(lying), []);
    const assets = twins.own.uploads.exchanges.map(({ request: { path, bytes } }) => ({
      where: path,
      bytes,
    }));
    assert.deepEqual(found(assets), []);
  });

  it('gives none to a program by its arguments, the token of the ledger to git that speaks to it alone [leaks]', () => {
    for (const life of both()) {
      const { calls } = life;
      assert.ok(calls.length > 200, `${calls.length} seen`);
      assert.deepEqual(found(calls.filter(({ where }) => where.startsWith('arguments'))), []);
      const isMeant = ({ kind, where }: Hit) =>
        kind === (life === lives.own ? 'GITHUB_TOKEN' : 'GPU_LEASE_LEDGER_TOKEN') && SPEAKING.test(where);
      assert.deepEqual(
        found(
          calls.filter(({ where }) => ERRANDS.test(where)),
          isMeant,
        ),
        [],
      );
      const ofBox = calls.filter(({ where }) =>
        /^environment of (curl|tmux|setsid|nvidia-smi)\b/.test(where),
      );
      assert.deepEqual(
        found(ofBox, ({ kind }) => kind === JOB_SECRET),
        [],
      );
    }
    const told = lives.elsewhere.calls.filter(({ where }) => SPEAKING.test(where));
    assert.ok(kindsIn(told).includes('GPU_LEASE_LEDGER_TOKEN'), 'the look sees it there');
  });

  it('brings none to the box beside what the job declares [leaks]', () => {
    const loot = [...filesBelow(lives.elsewhere.lootDir)];
    assert.deepEqual(kindsIn(loot), [JOB_SECRET]);
  });

  it('tells each service what is for it, in the one place that is [leaks]', () => {
    const meant: Record<string, (hit: Hit) => boolean> = {
      ledger: ({ kind, where }) => kind === 'GPU_LEASE_LEDGER_TOKEN' && where.startsWith('authorization '),
      github: ({ kind, where }) => kind === 'GITHUB_TOKEN' && where.startsWith('authorization '),
      storage: () => false,
      // The token that asks, the token that is given, the keys for it.
      identity: ({ kind, where }) =>
        (kind === 'request token' && where === 'authorization GET /oidc') ||
        (kind === 'identity token' && where === 'answer to GET /oidc'),
      lender: ({ kind, where }) =>
        (kind === 'identity token' && where === 'body POST /') ||
        (/^lent /.test(kind) && where === 'answer to POST /'),
      bucket: ({ kind, where }) =>
        /^lent (?:access key|session)$/.test(kind) && /^(?:headers|address) /.test(where),
    };
    const [oidc, lender] = [true, false].map((wanted) =>
      partsOf(sts.twin.exchanges.filter(({ request }) => (request.path === '/oidc') === wanted)),
    );
    const toldTo: Record<string, Sink[]> = {
      ledger: partsOf(twins.elsewhere.server.exchanges.filter(isGit)),
      github: partsOf([
        ...twins.elsewhere.exchanges(),
        ...twins.own.exchanges(),
        ...twins.own.server.exchanges.filter(isGit),
      ]),
      identity: oidc ?? [],
      lender: lender ?? [],
      bucket: atBucket,
    };
    for (const [service, told] of Object.entries(toldTo)) {
      assert.deepEqual(found(told, meant[service]), [], service);
      assert.ok(found(told).length > 0, `${service} is told who asks, and the look sees it`);
    }
    const storage = partsOf(twins.own.storage.server.exchanges);
    assert.ok(storage.length > 0, 'assets are read back');
    assert.deepEqual(found(storage), []);
    assert.deepEqual(found(nobody.requests, isOwnKey), []);
  });
});
