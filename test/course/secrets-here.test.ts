import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { refuseWithoutKey } from '../../src/box/ssh-login.ts';
import type { Here } from '../../src/course/here.ts';
import type { Meant } from '../../src/course/meant-run.ts';
import { runStage, type StageOrder } from '../../src/course/stage.ts';
import type { Job } from '../../src/job/job.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { apiKeyOf } from '../../src/platforms/context.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import { asEvents, intended, jobWith, opened, RUN, rented, waived } from '../lease/told-run.ts';
import { type ScriptedFace, scriptedWorld } from '../scripted-world.ts';

/** Answers lists of a bucket and of commits alike; or refuses whoever asks. */
let isRefusing = false;
let asked: string[] = [];
const stores = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (isRefusing) response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>');
  else if (request.url?.startsWith('/api/')) response.end('[]');
  else response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
});
let endpoint = '';

/** A job that needs one of every kind. */
const job = (): Job =>
  jobWith({
    candidates: [{ platform: 'sim' }, { platform: 'other' }, { platform: 'own', attach: 'ssh://ada@box' }],
    secrets: ['WANDB_API_KEY', 'MY_TOKEN'],
    registry: { user: 'PULL_USER', password: 'PULL_TOKEN' },
    requirements: { file: 'requirements.txt', index: { url: 'https://pip.example', token: 'PIP_TOKEN' } },
    notify: { url: 'BOX_WEBHOOK', hmac: 'BOX_HMAC', on: ['finished'] },
    data: [
      {
        from: 'hf://ada/gated',
        source: { kind: 'hub', type: 'model', repo: 'ada/gated', revision: 'main' },
        to: 'gated',
        token: 'DATA_TOKEN',
      },
      {
        from: 's3://data/train',
        source: {
          ...{ kind: 's3', bucket: 'data', prefix: 'train', endpoint, region: 'us-east-1' },
          ...{ accessKey: 'DATA_KEY_ID', secretKey: 'DATA_KEY' },
        },
        to: 'train',
      },
    ],
    store: [
      { kind: 's3', endpoint, bucket: 'runs', accessKey: 'STORE_KEY_ID', secretKey: 'STORE_KEY' },
      { kind: 's3', endpoint, bucket: 'more', accessKey: 'STORE_KEY_ID', secretKey: 'STORE_KEY' },
      { kind: 'hugging-face', repo: 'ada/tiny', token: 'HUB_TOKEN' },
    ],
    notices: [{ kind: 'slack', url: 'SLACK_WEBHOOK_URL', on: ['failed'] }],
  } as unknown as Partial<Job>);

/** Without one of these nothing is rented. */
const NEEDED = {
  WANDB_API_KEY: 'a word',
  MY_TOKEN: 'a word',
  PULL_USER: 'ada',
  PULL_TOKEN: 'a word',
  PIP_TOKEN: 'a word',
  BOX_WEBHOOK: 'https://hook.example/x',
  BOX_HMAC: 'a word',
  DATA_TOKEN: 'hf_data',
  DATA_KEY_ID: 'AKIADATA',
  DATA_KEY: 'a word',
  STORE_KEY_ID: 'AKIASTORE',
  STORE_KEY: 'a word',
  HUB_TOKEN: 'hf_hub',
};
/** Without one of these its platform cannot be asked, and the others are. */
const OF_PLATFORMS = { SIM_KEY: 'a key', OTHER_KEY: 'a key', GPU_LEASE_SSH_KEY: 'a key' };
const ALL: Record<string, string> = {
  ...NEEDED,
  ...OF_PLATFORMS,
  SLACK_WEBHOOK_URL: 'https://hooks.example/y',
};

const noWay = new Problem({ code: 'no-way', kind: 'refused', what: 'No way to a box.', next: 'None.' });

interface Tried {
  problems: readonly Problem[];
  face: ScriptedFace;
  types: string[];
}

async function launched(
  env: Record<string, string>,
  isHeld = false,
  name: 'launch' | 'run' = 'launch',
): Promise<Tried> {
  const secret = (name: string): string | undefined => (name === 'HF_ENDPOINT' ? endpoint : env[name]);
  const context = { secret } as unknown as Parameters<typeof apiKeyOf>[0];
  const asking = (platform: string, key: string) => ({
    offers: async () => {
      apiKeyOf(context, platform, key);
      return [];
    },
  });
  const { world, face } = scriptedWorld({
    channel: () => Promise.reject(noWay),
    secret,
    drivers: {
      sim: asking('sim', 'SIM_KEY'),
      other: asking('other', 'OTHER_KEY'),
      own: {
        offers: async () => {
          if (env['GPU_LEASE_SSH_KEY'] === undefined) refuseWithoutKey({}, 'ada');
          return [];
        },
      },
    },
  });
  const bodies = [opened({}, job()), waived, ...(isHeld ? [intended(), rented()] : [])];
  const at = '2026-11-21T12:00:00Z';
  await world.ledger.append(RUN, null, {
    events: bodies.map((body) => ({ ...body, at, by: 'test' })),
    summary: summarise(fold(RUN, asEvents(bodies)), new Date(at)),
  });
  const never = () => assert.fail('nothing is bound again');
  const meant: Meant = {
    ...{ named: RUN, change: undefined, evidence: '', find: async () => RUN, bind: never, boundTo: never },
    refuseTakenBack: async () => {},
    noteLedger: () => {},
  };
  const here = {
    env,
    redactor: new Redactor(),
    boundSeconds: 1,
    who: 'ada',
    cwd: '/nowhere',
  } as unknown as Here;
  const order = { name, here, world, meant, given: {}, hooks: {} } as unknown as StageOrder;
  const error = await runStage(order).then(
    () => assert.fail('nothing is offered, so nothing can be rented'),
    (thrown: unknown) => thrown,
  );
  const { events } = await world.ledger.read(RUN);
  const problems =
    error instanceof Problems ? error.all : error instanceof Problem ? [error] : assert.fail(String(error));
  return { problems, face, types: events.map(({ type }) => type) };
}

/** How many of the problems name it. */
const naming = ({ problems }: Tried, name: string): number =>
  problems.filter(({ what, next }) => timesIn(`${what} ${next}`, name) > 0).length;
const wordsOf = ({ problems }: Tried): string =>
  problems.map(({ what, next }) => `${what} ${next}`).join('\n');
const timesIn = (text: string, name: string): number =>
  text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
const without = (...names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(ALL).filter(([name]) => !names.includes(name)));

describe('secrets that a launch needs', () => {
  before(async () => {
    await new Promise<void>((resolve) => stores.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(stores.address() as { port: number }).port}`;
  });
  after(() => stores.close());

  for (const name of Object.keys(NEEDED))
    it(`${name}: missing alone, it is named once with where to put it, and nothing is rented`, async () => {
      const tried = await launched(without(name));
      const words = wordsOf(tried);
      assert.equal(timesIn(words, name), 1, words);
      assert.match(words, /environment of this command.*in a workflow/);
      for (const other of Object.keys(ALL))
        if (other !== name) assert.equal(timesIn(words, other), 0, `${other} in ${words}`);
      assert.deepEqual(tried.types, ['run-opened', 'smoke-waived']);
    });

  it('are all named at once, each of them once, where all are missing', async () => {
    const tried = await launched({});
    const words = wordsOf(tried);
    for (const name of [...Object.keys(NEEDED), ...Object.keys(OF_PLATFORMS)])
      assert.equal(naming(tried, name), 1, `${name} in ${words}`);
    assert.equal(tried.problems[0]?.kind, 'usage');
    // Without it the run goes on, and nobody is told.
    assert.equal(tried.face.warnings.filter((each) => each.includes('SLACK_WEBHOOK_URL')).length, 1);
    assert.deepEqual(tried.types, ['run-opened', 'smoke-waived']);
  });

  it('are enough where all are set: then the data are asked for with them', async () => {
    asked = [];
    const tried = await launched(ALL);
    assert.match(wordsOf(tried), /^hf:\/\/ada\/gated: the Hub names no commit for main/);
    assert.deepEqual(
      tried.face.warnings.filter((each) => each.includes('keys')),
      [],
    );
    assert.equal(asked.filter((each) => each.startsWith('GET /runs')).length, 1, asked.join('\n'));
  });

  it('that a store does not take are told before anything is rented, beside what is missing', async (t) => {
    isRefusing = true;
    t.after(() => {
      isRefusing = false;
    });
    const tried = await launched(without('MY_TOKEN', 'SIM_KEY', 'OTHER_KEY', 'GPU_LEASE_SSH_KEY'));
    const codes = tried.problems.map(({ code }) => code);
    assert.deepEqual([...codes].sort(), [
      ...[
        'api-key-missing',
        'api-key-missing',
        'hub-refused',
        'no-key',
        's3-refused',
        's3-refused',
        'secret-unset',
      ],
    ]);
    assert.match(wordsOf(tried), /runs at 127\.0\.0\.1:\d+: list is refused .*InvalidAccessKeyId/);
    assert.deepEqual(tried.types, ['run-opened', 'smoke-waived']);
  });

  it('of a store are no reason to leave a box that is held already', async () => {
    const tried = await launched(without('STORE_KEY'));
    assert.equal(tried.problems[0]?.code, 'store-key-unset');
    const held = await launched(without('STORE_KEY'), true);
    assert.deepEqual(
      held.problems.map(({ code }) => code),
      ['no-way'],
    );
  });

  it('of a store are not asked for in a step of a workflow that leaves storing to a later one', async () => {
    const step = { ...without('STORE_KEY', 'STORE_KEY_ID', 'HUB_TOKEN', 'MY_TOKEN'), GITHUB_ACTIONS: 'true' };
    const launch = await launched(step);
    assert.deepEqual(
      launch.problems.map(({ code }) => code),
      ['secret-unset'],
    );
    const whole = await launched(step, false, 'run');
    for (const name of ['STORE_KEY', 'STORE_KEY_ID', 'HUB_TOKEN', 'MY_TOKEN'])
      assert.equal(naming(whole, name), 1, name);
    assert.deepEqual(whole.types, ['run-opened', 'smoke-waived']);
  });
});
