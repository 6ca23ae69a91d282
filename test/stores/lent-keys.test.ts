import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { S3mini } from 's3mini';
import { storedEvidence } from '../../src/collect/stored-evidence.ts';
import { Problem } from '../../src/problem.ts';
import { s3BoxStore } from '../../src/stores/box-store.ts';
import { storeParcel } from '../../src/stores/ladder.ts';
import { S3KeyRing, type S3Rung, type S3World, stsOf } from '../../src/stores/s3-keys.ts';
import { s3Store } from '../../src/stores/s3-store.ts';
import { missing } from '../requirement.ts';
import { ScriptedClock } from '../scripted-world.ts';
import { openS3Door, type S3Door } from '../twins/s3-door.ts';
import { refusal, type StsTwin, SUBJECT, startStsTwin } from '../twins/sts-twin.ts';
import { type S3Server, startS3Server } from '../workflows/s3-server.ts';
import { climbing, sealedRun } from './sealed-run.ts';

const ARN = 'arn:aws:iam::123456789012:role/gpu-lease';
const AUDIENCE = 'sts.amazonaws.com';
const KEYS = { accessKeyId: 'ASIA-not-real', secretAccessKey: 'lent-not-real' };
const MiB = 1024 ** 2;

interface Lending {
  sts: StsTwin;
  clock: ScriptedClock;
  hidden: string[];
  world: S3World;
  rung: S3Rung & { role: { arn: string; sts: string; audience: string } };
}

/** A job that the twin's role trusts, and a bucket behind that role. */
async function lending(endpoint = 'https://s3.example.org', over: Partial<S3World> = {}): Promise<Lending> {
  const clock = new ScriptedClock();
  const roles = [{ arn: ARN, audience: AUDIENCE, subject: SUBJECT }];
  const sts = await startStsTwin({ clock, roles, keys: KEYS });
  const hidden: string[] = [];
  const world: S3World = {
    secret: () => undefined,
    signal: new AbortController().signal,
    identity: {
      token: async (audience) => sts.token(audience),
      hide: async (secret) => void hidden.push(secret),
    },
    clock,
    ...over,
  };
  const rung: Lending['rung'] = {
    kind: 's3',
    endpoint,
    bucket: 'results',
    region: 'eu-central-1',
    role: { arn: ARN, sts: sts.url, audience: AUDIENCE },
    accessKey: 'AWS_ACCESS_KEY_ID',
    secretKey: 'AWS_SECRET_ACCESS_KEY',
  };
  return { sts, clock, hidden, world, rung };
}

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const error = await promise.then(
    () => assert.fail('it went well'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Problem, String(error));
  return error;
}

describe('keys that are lent to a job', () => {
  it('are had for an identity token, which stands in no address, and are hidden before they are used', async () => {
    const { sts, hidden, world, rung } = await lending();
    try {
      const keys = await new S3KeyRing(rung, world).current();
      assert.deepEqual([keys.accessKeyId, keys.secretAccessKey], [KEYS.accessKeyId, KEYS.secretAccessKey]);
      assert.ok(sts.lent.has(keys.sessionToken ?? ''));
      assert.deepEqual(hidden, [KEYS.accessKeyId, KEYS.secretAccessKey, keys.sessionToken]);
      const [{ request: asked } = assert.fail()] = sts.twin.exchanges;
      assert.deepEqual([asked.method, asked.query.size], ['POST', 0]);
      assert.equal(asked.headers.authorization, undefined, 'nothing is signed');
    } finally {
      await sts.close();
    }
  });

  it('are asked for once by all who need them, and anew before they end', async () => {
    const { sts, clock, world, rung } = await lending();
    try {
      const ring = new S3KeyRing(rung, world);
      const first = await Promise.all([ring.current(), ring.current(), ring.current()]);
      assert.equal(new Set(first.map(({ sessionToken }) => sessionToken)).size, 1);
      clock.pass(40 * 60);
      await ring.current();
      assert.equal(sts.twin.exchanges.length, 1);
      // An address of half an hour has to outlive what is left of them.
      await ring.current(30 * 60);
      assert.equal(sts.twin.exchanges.length, 2);
      clock.pass(55 * 60);
      const later = await Promise.all([ring.current(), ring.current()]);
      assert.equal(sts.twin.exchanges.length, 3);
      assert.ok((sts.lent.get(later[0]?.sessionToken ?? '')?.getTime() ?? 0) > clock.now().getTime());
    } finally {
      await sts.close();
    }
  });

  for (const { when, spoil, says } of [
    {
      when: 'the token is made out for somebody else',
      spoil: ({ rung }) => Object.assign(rung.role, { audience: 'vault.example.org' }),
      says: /HTTP 400 InvalidIdentityToken Incorrect token audience/,
    },
    {
      when: 'there is no such role',
      spoil: ({ rung }) => Object.assign(rung.role, { arn: ARN.replace('gpu-lease', 'admin') }),
      says: /role\/admin: HTTP 403 AccessDenied Not authorized/,
    },
    {
      when: 'the role trusts another repository',
      spoil: ({ world, sts }) =>
        Object.assign(world.identity ?? {}, {
          token: async (audience: string) =>
            sts.token(audience, { sub: 'repo:eve/engine:ref:refs/heads/main' }),
        }),
      says: /HTTP 403 AccessDenied Not authorized/,
    },
    {
      when: 'the token has expired',
      spoil: ({ world, sts }) =>
        Object.assign(world.identity ?? {}, {
          token: async (audience: string) => sts.token(audience, { exp: 1_700_000_000 }),
        }),
      says: /ExpiredTokenException/,
    },
    {
      when: 'somebody changed the token',
      spoil: ({ world, sts }) =>
        Object.assign(world.identity ?? {}, {
          token: async (audience: string) => {
            const [header, payload, signature] = sts.token(audience).split('.');
            return [header, payload?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), signature].join(
              '.',
            );
          },
        }),
      says: /InvalidIdentityToken Couldn't retrieve/,
    },
    {
      when: 'the answer holds no keys',
      spoil: ({ sts }) => sts.twin.fail({ how: { reply: { status: 200, body: '<html>Sign in</html>' } } }),
      says: /its answer holds no keys/,
    },
    {
      when: 'a key of the answer would start another header',
      spoil: ({ sts }) =>
        sts.twin.fail({
          how: {
            reply: {
              status: 200,
              body: `<AccessKeyId>a b</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-11-21T13:00:00Z</Expiration>`,
            },
          },
        }),
      says: /its answer holds no keys/,
    },
  ] as { when: string; spoil(lent: Lending): unknown; says: RegExp }[]) {
    it(`are refused when ${when}: with the reason, and not asked for again`, async () => {
      const lent = await lending();
      try {
        spoil(lent);
        const problem = await problemOf(new S3KeyRing(lent.rung, lent.world).current());
        assert.deepEqual([problem.code, problem.kind], ['role-refused', 'refused']);
        assert.match(problem.what, says);
        assert.match(problem.next, /docs\/stores\.md/);
        assert.equal(lent.sts.twin.exchanges.length, 1);
        const [{ request: asked } = assert.fail()] = lent.sts.twin.exchanges;
        const token = new URLSearchParams(asked.bytes.toString('utf8')).get('WebIdentityToken') ?? '';
        assert.ok(token.length > 100 && !problem.message.includes(token));
      } finally {
        await lent.sts.close();
      }
    });
  }

  it('are had in the end where the service is busy, cuts the line or cannot ask who signed', async () => {
    const { sts, world, rung } = await lending();
    try {
      sts.twin.fail({ how: { reply: { status: 503, body: '' } } });
      sts.twin.fail({ how: 'reset' });
      sts.twin.fail({ how: { reply: refusal('IDPCommunicationError', 'try again') } });
      const { sessionToken } = await new S3KeyRing(rung, world).current();
      assert.ok(sts.lent.has(sessionToken ?? ''));
    } finally {
      await sts.close();
    }
  });

  it('are called out of reach where the service stays silent; the next one who needs them asks again', async () => {
    const { sts, world, rung } = await lending();
    try {
      sts.twin.fail({ times: 4, how: 'reset' });
      const ring = new S3KeyRing(rung, world);
      const problem = await problemOf(ring.current());
      assert.deepEqual([problem.code, problem.kind], ['role-unreachable', 'unreachable']);
      assert.ok((await ring.current()).sessionToken);
    } finally {
      await sts.close();
    }
  });

  it('are not followed to another address', async () => {
    const { sts, world, rung } = await lending();
    try {
      sts.twin.fail({
        times: 4,
        how: { reply: { status: 307, headers: { location: `${sts.url}/elsewhere` } } },
      });
      assert.equal((await problemOf(new S3KeyRing(rung, world).current())).code, 'role-unreachable');
      assert.ok(sts.twin.exchanges.every(({ request: { path } }) => path === '/'));
    } finally {
      await sts.close();
    }
  });

  it('say what the job lacks where the runner gives no token', async () => {
    const { sts, world, rung } = await lending();
    try {
      const token = () => Promise.reject(new Error('Error message: 403'));
      const problem = await problemOf(
        new S3KeyRing(rung, { ...world, identity: { token, hide: async () => {} } }).current(),
      );
      assert.equal(problem.code, 'no-identity-token');
      assert.match(problem.next, /id-token: write/);
    } finally {
      await sts.close();
    }
  });

  it('are those of the variables where nobody vouches for the job, and named as missing where there are none', async () => {
    const { sts, world, rung } = await lending();
    try {
      const alone = { ...world, identity: undefined };
      assert.equal(
        new S3KeyRing(rung, alone).lacking(),
        'this job has no identity token ("permissions: id-token: write"), and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set',
      );
      assert.equal(new S3KeyRing(rung, world).lacking(), undefined);
      const own = new S3KeyRing(rung, { ...alone, secret: (name) => `value of ${name}` });
      assert.equal(own.lacking(), undefined);
      assert.equal((await own.current()).secretAccessKey, 'value of AWS_SECRET_ACCESS_KEY');
      assert.equal(sts.twin.exchanges.length, 0);
    } finally {
      await sts.close();
    }
  });

  for (const [endpoint, region, address] of [
    ['https://s3.eu-central-1.amazonaws.com', 'eu-central-1', 'https://sts.eu-central-1.amazonaws.com'],
    ['https://s3.amazonaws.com', undefined, 'https://sts.amazonaws.com'],
    ['https://s3.cn-north-1.amazonaws.com.cn', 'cn-north-1', 'https://sts.cn-north-1.amazonaws.com.cn'],
    ['https://minio.example.org:9000', undefined, 'https://minio.example.org:9000'],
    ['https://amazonaws.com.example.org', 'eu-central-1', 'https://amazonaws.com.example.org'],
  ] as const) {
    it(`are asked for at ${address} where the buckets are at ${endpoint}`, () =>
      assert.equal(stsOf({ endpoint, ...(region !== undefined && { region }) }), address));
  }
});

describe('a bucket behind a role, on a real server', { skip: missing('versitygw') }, () => {
  let server: S3Server;
  let door: S3Door;
  let lent: Lending;

  before(async () => {
    server = await startS3Server();
    await new S3mini({ ...server, endpoint: `${server.url}/results` }).createBucket();
    door = await openS3Door({
      server: server.url,
      lent: KEYS,
      own: server,
      isLent: (token) => (lent.sts.lent.get(token)?.getTime() ?? 0) > lent.clock.now().getTime(),
    });
    lent = await lending(door.url);
  });
  after(async () => {
    await door.close();
    await lent.sts.close();
    await server.close();
  });

  it('takes and gives back everything with lent keys alone, also after those it began with have ended', async () => {
    const { rung, world, clock } = lent;
    const { parcel } = await sealedRun({ 'best.pt': 40 * MiB, 'summary.json': '{}' });
    const store = s3Store(rung, world);
    const outcome = await storeParcel([store], parcel, climbing());
    assert.ok('stored' in outcome);
    clock.pass(2 * 3600);
    const evidence = await storedEvidence(
      { type: 'stored', ...outcome.stored },
      [store],
      new AbortController().signal,
    );
    assert.deepEqual(evidence, { seal: parcel.seal, problems: [] });
    assert.equal(lent.sts.lent.size, 2);
    assert.ok(door.count.in > 0);
    assert.equal(door.count.away, 0);
  });

  it('lets a box in by an address that carries the token of the loan', async () => {
    const { rung, world } = lent;
    const folder = s3BoxStore(rung, world).folder('tiny-9', 'ab'.repeat(32));
    const body = Buffer.from('weights');
    const sha256 = createHash('sha256').update(body).digest('hex');
    const { url, headers } = await folder.link({ path: 'main/last.pt', sha256 }, 'once-and-this-content');
    assert.ok(lent.sts.lent.has(new URL(url).searchParams.get('X-Amz-Security-Token') ?? ''));
    assert.equal((await fetch(url, { method: 'PUT', body, headers })).status, 200);
    assert.deepEqual(
      (await folder.list()).map(({ name, bytes }) => [name, bytes]),
      [['main/last.pt', body.length]],
    );
  });
});
