// Over ten seconds: the program starts for each way in which Kaggle may answer, and sessions run.
// In turn: a notebook or the trainer of an example, by itself
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { installation } from '../installation.ts';
import { type KagglePlace, kagglePlace } from '../kaggle/kaggle-place.ts';
import { missing } from '../requirement.ts';
import type { JobFile } from '../scenarios/tiny-job.ts';
import { KAGGLE_KEY, KAGGLE_TOKEN } from '../twins/kaggle-twin.ts';
import { deviations } from './json-docs.ts';

const FAILED = 1;
const USAGE = 2;
const INCONCLUSIVE = 3;
const REFUSED = 10;
const CAPACITY = 12;
const UNREACHABLE = 13;

const onT4 = (job: JobFile): void => {
  job['resources'] = { ...job['resources'], gpu: { name: 'T4', count: 2 } };
};
const asking =
  (kaggle: object) =>
  (job: JobFile): void => {
    job['candidates'] = [{ platform: 'kaggle', kaggle }];
  };
const push = ({ gpuLease }: KagglePlace, ...more: string[]) => gpuLease('kaggle', 'push', '--json', ...more);
const pushes = ({ twin }: KagglePlace): number =>
  twin.server.exchanges.filter(({ request }) => request.path.endsWith('/SaveKernel')).length;

/** A session that was pushed and has ended. */
async function ended(t: TestContext, change?: (job: JobFile) => void) {
  const at = await kagglePlace(t, change);
  const told = at.told(await push(at));
  const session = at.twin.session(`${told.run}-1`);
  await session.ended();
  return { ...at, at, run: String(told.run), session };
}

describe('gpu-lease kaggle push', { skip: missing('git', 'python3'), timeout: 180_000 }, () => {
  it('says accelerator, internet and session time with every push, and the session asks for its GPU before it trains [NB3]', async (t) => {
    const at = await kagglePlace(t, onT4);
    const outcome = await push(at);
    assert.deepEqual(deviations('kaggle push', at.told(outcome)), []);
    const { run } = at.told(outcome);
    const { enableGpu, enableTpu, enableInternet, machineShape, sessionTimeoutSeconds, isPrivate } =
      at.twin.pushed(`${run}-1`);
    assert.deepEqual(
      { enableGpu, enableTpu, enableInternet, machineShape, sessionTimeoutSeconds, isPrivate },
      {
        ...{ enableGpu: true, enableTpu: false, enableInternet: false, machineShape: 'NvidiaTeslaT4' },
        ...{ sessionTimeoutSeconds: 30_600, isPrivate: true },
      },
    );
    await at.twin.session(`${run}-1`).ended();
    const status = await at.gpuLease('kaggle', 'status', run, '--json');
    assert.equal(status.exitCode, 0, status.output);
    assert.deepEqual(deviations('kaggle status', at.told(status)), []);
    assert.deepEqual(at.told(status).gpus, ['Tesla T4', 'Tesla T4']);
  });

  it('trains nothing on a machine without the GPU that the job asks for, and says so [NB3]', async (t) => {
    const { at, run } = await ended(t, (job) => {
      onT4(job);
      job['resources'].gpu = { count: 1 };
      asking({ accelerator: 'TpuV5E8' })(job);
    });
    const status = await at.gpuLease('kaggle', 'status', run);
    assert.equal(status.exitCode, FAILED, status.output);
    assert.match(status.output, /failed: RuntimeError: This machine has 0 GPUs of 1/);
    const again = await push(at);
    assert.equal(again.exitCode, FAILED);
    assert.match(again.stderr, /Session 1 of \S+ failed: .*Nothing was pushed[\s\S]*Its log ends with:/);
    assert.equal(pushes(at), 1);
    assert.equal(at.told(await push(at, '--again')).session, 2);
  });

  const refusals: [what: string, error: string, exitCode: number, says: RegExp][] = [
    [
      'a limit of sessions',
      'Maximum batch GPU session count of 2 reached.',
      CAPACITY,
      /does not take \S+ now: Maximum batch/,
    ],
    [
      'a title',
      'The title is already in use.',
      USAGE,
      /refused the push of \S+: The title is already in use/,
    ],
  ];
  for (const [what, error, exitCode, says] of refusals)
    it(`takes a push that is refused inside a 200 for ${what} as what it is`, async (t) => {
      const at = await kagglePlace(t);
      at.twin.server.fail({
        path: /SaveKernel$/,
        how: { reply: { status: 200, body: { error, versionNumber: 0 } } },
      });
      const outcome = await push(at);
      assert.equal(outcome.exitCode, exitCode, outcome.output);
      assert.match(outcome.stderr, says);
      assert.deepEqual(at.twin.kernels(), []);
    });

  it('takes a no inside a 200 to any call as a no', async (t) => {
    const at = await kagglePlace(t);
    const reply = { status: 200, body: { code: 500, message: 'Backend is away' } };
    at.twin.server.fail({ path: /AcceleratorQuota/, how: { reply } });
    const outcome = await push(at);
    assert.equal(outcome.exitCode, UNREACHABLE, outcome.output);
    assert.match(outcome.stderr, /500 Backend is away/);
  });

  it('says which sources were not taken, and takes nothing of that session', async (t) => {
    const { at, run } = await (async () => {
      const place = await kagglePlace(t, asking({ datasets: ['ada/not-there'] }));
      const outcome = await push(place);
      assert.equal(outcome.exitCode, USAGE, outcome.output);
      assert.match(outcome.stderr, /took \S+ without dataset ada\/not-there/);
      const [slug = ''] = place.twin.kernels();
      await place.twin.session(slug).ended();
      return { at: place, run: slug.replace(/-1$/, '') };
    })();
    const collected = await at.gpuLease('kaggle', 'collect', run, '--json');
    assert.equal(collected.exitCode, FAILED, collected.output);
    assert.match(collected.output, /ran without its dataset ada\/not-there/);
  });

  it('lets the command read the datasets that the job names', async (t) => {
    const at = await kagglePlace(t, (job) => {
      asking({ datasets: ['ada/my-data'] })(job);
      job['run'] = `cat "$GPU_LEASE_DATA/my-data/words.txt" && ${job['run']}`;
    });
    const dir = join(at.place.dir, 'data');
    mkdirSync(dir);
    writeFileSync(join(dir, 'words.txt'), 'read from the dataset\n');
    at.twin.addDataset('ada/my-data', dir);
    const { run } = at.told(await push(at));
    await at.twin.session(`${run}-1`).ended();
    assert.match(at.twin.session(`${run}-1`).said, /read from the dataset/);
  });

  it('looks for a session by its name when the answer to its push was lost, and never makes a second', async (t) => {
    const at = await kagglePlace(t);
    at.twin.server.fail({ path: /SaveKernel$/, how: 'lost' });
    const outcome = await push(at);
    assert.equal(outcome.exitCode, 0, outcome.output);
    assert.match(outcome.output, /the answer was lost, and \S+-1 is there/);
    assert.equal(at.told(outcome).version, 1);
    assert.equal(pushes(at), 1);
  });

  it('pushes nothing beside a session that runs, and nothing once all is done', async (t) => {
    const at = await kagglePlace(t);
    const first = at.told(await push(at));
    const beside = await push(at);
    assert.ok(['going-on', 'done'].includes(at.told(beside).state), beside.output);
    await at.twin.session(`${first.run}-1`).ended();
    assert.equal(at.told(await push(at, first.run)).state, 'done');
    assert.equal(pushes(at), 1);
  });

  it('leaves a kernel alone that has the name of a session and is none', async (t) => {
    const { at, run, twin } = await ended(t);
    const text = 'print("somebody else")';
    const { slug: _slug, ...asked } = twin.pushed(`${run}-1`);
    await fetch(`${twin.server.url}/v1/kernels.KernelsApiService/SaveKernel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KAGGLE_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked, slug: `ada/${run}-1`, text }),
    });
    const outcome = await push(at);
    assert.equal(outcome.exitCode, REFUSED, outcome.output);
    assert.match(outcome.stderr, /is not one that gpu-lease pushed for this run/);
  });

  it('cuts a session to what the weekly quota has left, so that it saves in time, and pushes none that could do nothing', async (t) => {
    const at = await kagglePlace(t, onT4);
    at.twin.spend(28);
    const outcome = await push(at);
    const { run, seconds } = at.told(outcome);
    assert.match(outcome.output, /weekly GPU quota: 28\.0 h of 30\.0 h used/);
    assert.match(outcome.output, /cut to 2\.0 h of 8\.5 h/);
    assert.ok(seconds <= 7200 && seconds > 7100, String(seconds));
    assert.equal(at.twin.pushed(`${run}-1`).sessionTimeoutSeconds, seconds);
    const other = await kagglePlace(t, onT4);
    other.twin.spend(29.9);
    const none = await push(other);
    assert.equal(none.exitCode, CAPACITY, none.output);
    assert.match(none.stderr, /too little left[\s\S]*after 2026-11-28/);
    assert.equal(pushes(other), 0);
  });

  it('keeps the record of a command that failed, and pushes no other by itself [NB2]', async (t) => {
    const { at, run, session } = await ended(t, (job) => {
      job['run'] = `${job['run'].replace('exec ', '')}; exit 7`;
    });
    assert.equal(session.status, 'COMPLETE', 'a version that fails may keep no output');
    const outcome = await push(at);
    assert.equal(outcome.exitCode, FAILED, outcome.output);
    assert.match(outcome.stderr, /main ended with 7/);
    const collected = await at.gpuLease('kaggle', 'collect', run, '--json');
    assert.equal(at.told(collected).kept[0].step, 100, 'what it saved is brought all the same');
  });

  const unfit: [what: string, change: (job: JobFile) => void, says: RegExp][] = [
    [
      'secrets',
      (job) => Object.assign(job, { env: ['WANDB_API_KEY'] }),
      /needs the secret WANDB_API_KEY, and the API of Kaggle takes none/,
    ],
    [
      'data that somebody has to fetch',
      (job) => Object.assign(job, { data: [{ from: 'https://example.org/a.bin', to: 'a.bin' }] }),
      /nobody does that/,
    ],
    [
      'a card that no shape is known to have',
      (job) => Object.assign(job, { resources: { gpu: { name: 'H100', count: 1 } } }),
      /1 of H100, and NvidiaTeslaT4 is 2 T4 of 16 GB/,
    ],
    [
      'a retired accelerator',
      asking({ accelerator: 'NvidiaTeslaP100' }),
      /NvidiaTeslaP100 is retired: Kaggle would run the session on NvidiaTeslaT4/,
    ],
    [
      'a session that is told to save before it begins',
      asking({ time: '5min' }),
      /told to save 600 s before the end of a session of 300 s/,
    ],
    ['more code than a script may hold', () => {}, /gpu-lease pushes at most 1000000/],
  ];
  for (const [what, change, says] of unfit)
    it(`refuses a job with ${what}, and pushes nothing`, async (t) => {
      const at = await kagglePlace(t, change);
      if (/more code/.test(what)) {
        writeFileSync(join(at.place.repository, 'noise.bin'), randomBytes(900_000));
        at.place.commit();
      }
      const outcome = await push(at);
      assert.equal(outcome.exitCode, USAGE, outcome.output);
      assert.match(outcome.stderr, says);
      assert.equal(pushes(at), 0);
    });

  it('logs in by name and key as well, and shows neither key nor token', async (t) => {
    const at = await kagglePlace(t);
    const byKey = { ...at.twin.env, KAGGLE_API_TOKEN: '', KAGGLE_USERNAME: 'ada', KAGGLE_KEY };
    const { place } = at;
    const from = installation();
    const status = await place.run(['kaggle', 'status'], { env: byKey, from });
    assert.equal(status.exitCode, INCONCLUSIVE, status.output);
    assert.match(status.output, /has no session yet/);
    assert.doesNotMatch(status.output, new RegExp(`${KAGGLE_KEY}|${KAGGLE_TOKEN}`));
    const none = await place.run(['kaggle', 'status'], { env: { ...byKey, KAGGLE_KEY: '' }, from });
    assert.equal(none.exitCode, USAGE);
    assert.match(none.stderr, /neither KAGGLE_API_TOKEN is set nor KAGGLE_USERNAME together with KAGGLE_KEY/);
    const { run } = at.told(await push(at));
    assert.doesNotMatch(at.twin.pushed(`${run}-1`).text ?? '', new RegExp(KAGGLE_TOKEN));
  });

  it('is named by a run that has it as a candidate', async (t) => {
    const at = await kagglePlace(t);
    const outcome = await at.gpuLease('offers');
    assert.equal(outcome.exitCode, USAGE, outcome.output);
    assert.match(outcome.stderr, /Use "gpu-lease kaggle push"/);
  });
});

describe('gpu-lease kaggle collect', { skip: missing('git', 'python3'), timeout: 180_000 }, () => {
  it('brings every file of many pages, seals, and lists the output anew where an address is refused', async (t) => {
    const { at, run, twin, told } = await ended(t, (job) => {
      job['run'] =
        `mkdir "$GPU_LEASE_OUT/many"; for i in $(seq 130); do echo $i >"$GPU_LEASE_OUT/many/$i.txt"; done; ${job['run']}`;
      job['artifacts'].push({ path: 'many/*.txt', role: 'opaque', min: 130 });
    });
    let isFirst = true;
    twin.server.watch.before = (_n, { path }) => {
      if (
        isFirst &&
        /\/storage\//.test(path) &&
        twin.server.exchanges.some(({ request }) => /\/storage\//.test(request.path))
      ) {
        isFirst = false;
        twin.expireAddresses();
      }
      return undefined;
    };
    const collected = await at.gpuLease('kaggle', 'collect', '--json');
    assert.equal(collected.exitCode, 0, collected.output);
    assert.deepEqual(deviations('kaggle collect', told(collected)), []);
    assert.equal(readdirSync(join(told(collected).place, 'main', 'many')).length, 130);
    assert.equal(isFirst, false);
    assert.equal(told(collected).run, run);
  });

  const spoilt: [what: string, spoil: (file: string) => void, exitCode: number, says: RegExp][] = [
    [
      'another content',
      (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/\d/, 'x')),
      FAILED,
      /starts\.txt has another content than was saved/,
    ],
    ['fewer bytes', (file) => truncateSync(file, 1), FAILED, /starts\.txt has 1 of \d+ bytes/],
    [
      'more bytes',
      (file) => writeFileSync(file, 'x'.repeat(5000)),
      FAILED,
      /starts\.txt has more than the \d+ bytes of its record/,
    ],
  ];
  for (const [what, spoil, exitCode, says] of spoilt)
    it(`seals nothing of which a file has ${what}`, async (t) => {
      const { at, run, session } = await ended(t);
      spoil(join(session.outputDir, 'gpu-lease', run, 'cells', 'main', 'files', 'starts.txt'));
      const outcome = await at.gpuLease('kaggle', 'collect', '--json');
      assert.equal(outcome.exitCode, exitCode, outcome.output);
      assert.match(outcome.stderr, says);
      assert.equal(at.told(outcome).seal, null);
    });

  it('brings a run of an earlier commit by its name, by the job file of that commit', async (t) => {
    const { at, run, place } = await ended(t);
    writeFileSync(join(place.repository, 'more.txt'), 'x');
    place.commit();
    const none = await at.gpuLease('kaggle', 'collect');
    assert.equal(none.exitCode, USAGE, none.output);
    const outcome = await at.gpuLease(
      'kaggle',
      'collect',
      `https://www.kaggle.com/code/ada/${run}-1`,
      '--json',
    );
    assert.equal(outcome.exitCode, 0, outcome.output);
  });

  it('says of a session that runs that its output comes when it is over', async (t) => {
    const at = await kagglePlace(t, (job) => {
      job['vars'] = { TINY_STEPS: 100, TINY_STEP_MS: 200, TINY_CKPT_EVERY: 10 };
    });
    await push(at);
    const outcome = await at.gpuLease('kaggle', 'collect', '--json');
    assert.equal(outcome.exitCode, INCONCLUSIVE, outcome.output);
    assert.equal(at.told(outcome).state, 'going-on');
  });
});
