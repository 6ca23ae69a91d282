// Over a minute: each mistake meets a platform by real commands, and costs nothing.
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import ssh2 from 'ssh2';
import type { OptionName } from '../../src/cli/options.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { runStage } from '../../src/cli/stages.ts';
import { openMeters } from '../../src/lease/run.ts';
import { EXIT, exitCodeOf, Problem, Problems } from '../../src/problem.ts';
import { inTurn } from '../in-turn.ts';
import { ScriptedFace } from '../scripted-world.ts';
import type { Billing } from '../twins/billing.ts';
import { LAMBDA_KEY, LAMBDA_READ_ONLY_KEY, startLambdaTwin } from '../twins/lambda-twin.ts';
import { startRunpodTwin } from '../twins/runpod-twin.ts';
import type { Exchange, Twin } from '../twins/twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';
import { startVastaiTwin } from '../twins/vastai-twin.ts';
import { ofType, stories } from './ledger-story.ts';
import { type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const SECRET = 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT';

/** An account at a twin, with what a test has to know of it. */
interface Account {
  platform: string;
  keyName: string;
  full: string;
  readOnly: string;
  server: Twin;
  billing: Billing;
  isCreate(exchange: Exchange): boolean;
  close(): Promise<void>;
}

const RUNPOD = async (clock: SkippingClock) => {
  const twin = await startRunpodTwin({ clock });
  return {
    ...accountOf('runpod', 'RUNPOD_API_KEY', twin, [twin.key, twin.readOnlyKey]),
    isCreate: isCall('POST', /^\/v2\/pods$/),
    twin,
  };
};

const VASTAI = async (clock: SkippingClock) => {
  const twin = await startVastaiTwin({ clock });
  return {
    ...accountOf('vastai', 'VAST_API_KEY', twin, [twin.keys.full, twin.keys.readOnly]),
    isCreate: isCall('PUT', /^\/api\/v0\/asks\//),
    twin,
  };
};

const LAMBDA = async (clock: SkippingClock) => {
  const twin = await startLambdaTwin({ clock });
  return {
    ...accountOf('lambda', 'LAMBDA_API_KEY', twin, [LAMBDA_KEY, LAMBDA_READ_ONLY_KEY]),
    isCreate: isCall('POST', /\/instance-operations\/launch$/),
    twin,
  };
};

const accountOf = (
  platform: string,
  keyName: string,
  { server, billing, close }: { server: Twin; billing: Billing; close(): Promise<void> },
  [full, readOnly]: [string, string],
) => ({ platform, keyName, full, readOnly, server, billing, close });

const isCall =
  (method: string, path: RegExp) =>
  ({ request }: Exchange): boolean =>
    request.method === method && path.test(request.path);

type Open = (clock: SkippingClock) => Promise<Account>;

const ACCOUNTS: [platform: string, open: Open][] = [
  ['RunPod', RUNPOD],
  ['vast.ai', VASTAI],
  ['Lambda', LAMBDA],
];

const CHOSEN = inTurn('platform of bad input', ACCOUNTS, ([name]) => name);

const CARD: Record<string, string> = { runpod: 'RTX 4090', vastai: 'RTX 4090', lambda: 'A10' };

interface Failed {
  problem: Problem;
  exitCode: number;
}

interface Asked {
  place: Place;
  clock: SkippingClock;
  env: Record<string, string>;
}

describe('bad input of a run on rented platforms is refused before anything costs money', {
  timeout: 300_000,
}, () => {
  for (const [platform, open] of CHOSEN) {
    const key = async (t: TestContext, given: (account: Account) => string | undefined) => {
      const { asked, account } = await askedOf(t, open);
      const value = given(account);
      const env: Record<string, string> = { ...asked.env };
      if (value === undefined) delete env[account.keyName];
      else env[account.keyName] = value;
      return { account, asked: { ...asked, env } };
    };

    for (const stage of ['run', 'launch']) {
      it(`${stage}: no key of ${platform}: 2, names the variable, and no call is made`, async (t) => {
        const { account, asked } = await key(t, () => undefined);
        const { problem, exitCode } = await fails(asked, stage);
        assertProblem(problem, 'api-key-missing', [account.keyName, 'is not set', 'nothing was asked']);
        assert.equal(exitCode, EXIT.usage);
        assert.equal(account.server.exchanges.length, 0);
        assertNothingRented(asked.place, account);
      });
    }

    it(`an empty key of ${platform} is a missing one`, async (t) => {
      const { account, asked } = await key(t, () => ' ');
      const { problem } = await fails(asked, 'run');
      assertProblem(problem, 'api-key-missing', [account.keyName, 'is empty']);
      assertNothingRented(asked.place, account);
    });

    it(`an expired key of ${platform}: 2, says where to make another and never shows it`, async (t) => {
      const expired = 'key-that-has-expired-0123456789';
      const { account, asked } = await key(t, () => expired);
      const { problem, exitCode } = await fails(asked, 'run');
      assertProblem(problem, 'api-key-refused', [account.keyName, 'does not accept the key']);
      assert.match(problem.next, /new key in the console/);
      assert.ok(!problem.message.includes(expired));
      assert.equal(exitCode, EXIT.usage);
      assertNothingRented(asked.place, account);
    });

    it(`a key of ${platform} that may only look: 2, nothing was created, and no meter is in the ledger`, async (t) => {
      const { account, asked } = await key(t, ({ readOnly }) => readOnly);
      const { problem, exitCode } = await fails(asked, 'run');
      assertProblem(problem, 'api-key-may-not', [account.keyName]);
      assert.equal(exitCode, EXIT.usage);
      assert.deepEqual(account.billing.running(), []);
      const sent = account.server.exchanges.filter(account.isCreate);
      assert.ok(
        sent.length <= 1 && sent.every(({ reply }) => reply.status === 403),
        'no create went through',
      );
      assertHoldsNothing(asked.place);
    });
  }

  it('offers and plan say of a candidate that its key is missing, and go on with the others', async (t) => {
    const { asked, account } = await askedOf(t, VASTAI, (job) => {
      job['candidates'] = ['runpod', 'vastai'];
    });
    const offers = await asked.place.run(['offers', '--all'], { env: asked.env });
    assert.equal(offers.exitCode, EXIT.ok, offers.output);
    assert.match(offers.stdout, /RUNPOD_API_KEY is not set/);
    const plan = await asked.place.run(['plan'], { env: asked.env });
    assert.equal(plan.exitCode, EXIT.ok, plan.output);
    assert.match(plan.stdout, /RUNPOD_API_KEY is not set/);
    assertNothingRented(asked.place, account);
  });

  it('offers with no key at all ends with what is missing', async (t) => {
    const { asked, account } = await askedOf(t, RUNPOD);
    const { RUNPOD_API_KEY: _, ...env } = asked.env;
    const offers = await asked.place.run(['offers'], { env });
    assert.equal(offers.exitCode, EXIT.usage, offers.output);
    assert.match(offers.stderr, /RUNPOD_API_KEY is not set[\s\S]*Next: Make a key/);
    assertNothingRented(asked.place, account);
  });

  it('a card that nobody sells: 2, with the nearest name, and no platform is asked [P0-01]', async (t) => {
    const { asked, account } = await askedOf(t, RUNPOD, (job) => {
      job['resources'] = { gpu: { name: 'H10O' } };
    });
    const { problem, exitCode } = await fails(asked, 'run');
    assertProblem(problem, 'unknown-gpu', ['H10O', 'H100']);
    assert.equal(exitCode, EXIT.usage);
    assert.equal(account.server.exchanges.length, 0);
    assertNothingRented(asked.place, account);
  });

  it('a card that never had that much memory: 2, and no platform is asked', async (t) => {
    const { asked, account } = await askedOf(t, RUNPOD, (job) => {
      job['resources'] = { gpu: { name: 'RTX 4090', memory: '80GB+' } };
    });
    const { problem, exitCode } = await fails(asked, 'run');
    assertProblem(problem, 'impossible-gpu', ['RTX 4090 with 24 or 48 GB']);
    assert.equal(exitCode, EXIT.usage);
    assert.equal(account.server.exchanges.length, 0);
    assertNothingRented(asked.place, account);
  });

  for (const [platform, open] of CHOSEN) {
    it(`more cards in one box than anybody has: 2 with what there is, or 12 with when to ask again (${platform}) [P0-21]`, async (t) => {
      const { asked, account } = await askedOf(t, open, (job) => {
        job['resources'].gpu.count = 64;
      });
      const { problem, exitCode } = await fails(asked, 'run');
      // A market has no list of all that it will ever have; what the others never have is no matter of time.
      if (platform === 'vast.ai') {
        assertProblem(problem, 'no-capacity', [account.platform, 'Nothing was rented']);
        assert.match(problem.next, /after 20\d\d-.*resources/);
      } else assertProblem(problem, 'no-such-card', [platform, 'never 64', '`resources.gpu`']);
      assert.equal(exitCode, platform === 'vast.ai' ? EXIT.capacity : EXIT.usage);
      assertNothingRented(asked.place, account);
    });

    it(`a price ceiling below every offer: 12 with both prices (${platform}) [P0-21]`, async (t) => {
      const { asked, account } = await askedOf(t, open, (job) => {
        job['budget'].usdPerHour = 0.01;
      });
      const { problem, exitCode } = await fails(asked, 'run');
      assertProblem(problem, 'no-capacity', [/\d\.\d+ USD\/h is over budget\.usdPerHour 0\.01/]);
      assert.match(problem.next, /budget\.usdPerHour/);
      assert.equal(exitCode, EXIT.capacity);
      assertNothingRented(asked.place, account);
      const offers = await asked.place.run(['offers', '--all'], { env: asked.env });
      assert.equal(offers.exitCode, EXIT.capacity, offers.output);
      assert.match(offers.stdout, /over budget\.usdPerHour 0\.01/);
      const plan = await asked.place.run(['plan'], { env: asked.env });
      assert.match(plan.stdout, /over budget\.usdPerHour 0\.01/);
    });
  }

  it('a volume of RunPod in another region than the job wants: 2, with both regions [P0-11]', async (t) => {
    const { asked, account } = await askedOf(t, RUNPOD, (job) => {
      job['candidates'] = [{ platform: 'runpod', volume: 'data' }];
      job['resources'].region = ['us'];
    });
    account.twin.addVolume({ name: 'data', size: 100, dataCenter: 'EU-RO-1', type: 'STANDARD' });
    const { problem, exitCode } = await fails(asked, 'run');
    assertProblem(problem, 'volume-elsewhere', ['EU-RO-1', 'us']);
    assert.match(problem.next, /Add EU-RO-1 to resources\.regions/);
    assert.equal(exitCode, EXIT.usage);
    assertNothingRented(asked.place, account);
  });

  it('a file system of Lambda in another region than the job wants: nothing is launched beside it [P0-11]', async (t) => {
    const { asked, account } = await askedOf(t, LAMBDA, (job) => {
      job['candidates'] = [{ platform: 'lambda', volume: 'data' }];
      job['resources'].region = ['us-west-1'];
    });
    account.twin.addFileSystem('data', 'us-east-1');
    const before = account.billing.running();
    const { problem } = await fails(asked, 'run');
    assert.match(problem.message, /us-east-1/);
    assert.match(problem.message, /us-west-1/);
    assert.deepEqual(account.billing.running(), before, 'the file system bills, and nothing else');
    assert.equal(account.server.exchanges.filter(account.isCreate).length, 0);
    assertHoldsNothing(asked.place);
  });

  it('a volume that is not there: 2, with those that are', async (t) => {
    const { asked, account } = await askedOf(t, RUNPOD, (job) => {
      job['candidates'] = [{ platform: 'runpod', volume: 'dat' }];
    });
    account.twin.addVolume({ name: 'data', size: 100, dataCenter: 'EU-RO-1', type: 'STANDARD' });
    const { problem, exitCode } = await fails(asked, 'run');
    assertProblem(problem, 'volume-unknown', ['"dat"', 'nothing was rented']);
    assert.match(problem.next, /\(data, EU-RO-1\)/);
    assert.equal(exitCode, EXIT.usage);
    assertNothingRented(asked.place, account);
  });

  it('a box of a console platform that another run holds: 10, with that run, and no second meter [P3-02]', async (t) => {
    const clock = new SkippingClock();
    const place = placeFor(t);
    // Greets and hangs up: the first run holds a box that it never logs in to.
    const box = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-box\r\n'));
    await new Promise<void>((resolve) => box.listen(0, '127.0.0.1', resolve));
    t.after(() => box.close());
    const { port } = box.address() as AddressInfo;
    placeTinyJob(place, (job) => {
      job['smoke'] = 'none';
      job['candidates'] = [{ platform: 'autodl', attach: `ssh://root@127.0.0.1:${port}`, usdPerHour: 1.5 }];
      job['budget'] = { usd: 50, hours: 10, usdPerHour: 5 };
    });
    const key = ssh2.utils.generateKeyPairSync('ed25519').private;
    const asked = { place, clock, env: { GPU_LEASE_SECRET: SECRET, GPU_LEASE_SSH_KEY: key } };
    const first = await fails(asked, 'launch', { run: 'first' });
    assert.equal(first.problem.code, 'box-never-answered', first.problem.message);
    const held = stories(place).flatMap(({ run }) => run.leases.flatMap(openMeters));
    assert.deepEqual(
      held.map(({ usdPerHour }) => usdPerHour),
      [1.5],
    );
    const second = await fails(asked, 'launch', { run: 'second' });
    assertProblem(second.problem, 'box-held-elsewhere', [`127.0.0.1:${port}`, 'run first', 'first-1']);
    assert.match(second.problem.next, /gpu-lease status first/);
    assert.equal(second.exitCode, EXIT.refused);
    const story = stories(place).find(({ run }) => run.id === 'second');
    assert.ok(story && story.run.leases.flatMap(openMeters).length === 0);
    assert.deepEqual(ofType(story, 'rented'), []);
  });
});

async function askedOf<T extends Account>(
  t: TestContext,
  open: (clock: SkippingClock) => Promise<T>,
  change: (job: JobFile) => void = () => {},
): Promise<{ asked: Asked; account: T }> {
  const clock = new SkippingClock();
  const account = await open(clock);
  t.after(() => account.close());
  const place = placeFor(t);
  placeTinyJob(place, (job) => {
    job['smoke'] = 'none';
    job['candidates'] = [account.platform];
    job['resources'] = { gpu: { name: CARD[account.platform] } };
    job['budget'] = { usd: 50, hours: 10, usdPerHour: 5 };
    change(job);
  });
  const env = {
    GPU_LEASE_SECRET: SECRET,
    [account.keyName]: account.full,
    [`GPU_LEASE_API_${account.platform.toUpperCase()}`]: account.server.url,
  };
  return { asked: { place, clock, env }, account };
}

/** The stage in this process, because product and twin share a clock; it has to fail, and with a Problem. */
async function fails(
  { place, clock, env }: Asked,
  stage: string,
  given: Partial<Record<OptionName, string>> = {},
): Promise<Failed> {
  const settings = { ...settingsOf({ given }, { ...place.env, ...env }, place.repository), clock };
  const face = new ScriptedFace();
  try {
    const exitCode = await runStage(stage, { settings, face, signal: AbortSignal.timeout(60_000) }, {});
    return assert.fail(`ended with ${exitCode}: ${[...face.lines, ...face.warnings].join('\n')}`);
  } catch (error) {
    const problem = error instanceof Problems ? error.all[0] : error;
    if (!(problem instanceof Problem)) throw error;
    return { problem, exitCode: exitCodeOf(error) };
  }
}

function assertProblem(problem: Problem, code: string, says: (string | RegExp)[]): void {
  assert.equal(problem.code, code, problem.message);
  for (const text of says)
    assert.ok(
      typeof text === 'string' ? problem.message.includes(text) : text.test(problem.message),
      `${text} is missing in: ${problem.message}`,
    );
  assert.match(problem.next, /\S{3}/);
}

function assertNothingRented(place: Place, { server, billing, isCreate }: Account): void {
  assert.equal(server.exchanges.filter(isCreate).length, 0, 'no create was sent');
  assert.ok(!billing.running().some((line) => line.endsWith(' gpu')), 'no machine bills');
  const intents = stories(place).flatMap((story) => ofType(story, 'intended'));
  assert.deepEqual(intents, [], 'no intent was written');
}

/** An intent may wait for a better key; nothing is rented, and nothing has a meter. */
function assertHoldsNothing(place: Place): void {
  for (const story of stories(place)) {
    assert.deepEqual(ofType(story, 'rented'), []);
    assert.deepEqual(story.run.leases.flatMap(openMeters), []);
  }
}
