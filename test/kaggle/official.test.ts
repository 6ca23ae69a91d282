// Over ten seconds: Kaggle's own client, which takes seconds to start, and a kernel that runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { clientEnvironment, missing } from '../requirement.ts';
import { KAGGLE_KEY, KAGGLE_TOKEN, KAGGLE_USER, type KaggleTwin } from '../twins/kaggle-twin.ts';
import { kagglePlace } from './kaggle-place.ts';

const CLIENT = join(import.meta.dirname, '..', 'twins', 'official', 'kaggle_client.py');
const run = promisify(execFile);

interface Kernel {
  name: string;
  text: string;
  more?: Record<string, unknown>;
  shape?: string;
  login?: Record<string, string>;
}

async function byClient(
  twin: KaggleTwin,
  dir: string,
  { name, text, more = {}, shape = 'none', login }: Kernel,
) {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'script.py'), text);
  const metadata = {
    ...{ id: `${KAGGLE_USER}/${name}`, title: name, code_file: 'script.py', language: 'python' },
    ...{ kernel_type: 'script', is_private: true, enable_internet: false, ...more },
  };
  writeFileSync(join(dir, 'kernel-metadata.json'), JSON.stringify(metadata));
  const words = [CLIENT, twin.server.url, dir, `${KAGGLE_USER}/${name}`, shape, '600'];
  const { KAGGLE_API_TOKEN: _token, ...env } = clientEnvironment('kaggle');
  const home = { ...env, HOME: dir, KAGGLE_CONFIG_DIR: dir };
  const { stdout } = await run('python3', words, {
    env: { ...home, ...(login ?? { KAGGLE_API_TOKEN: KAGGLE_TOKEN }) },
    timeout: 90_000,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const callsIn = (twin: KaggleTwin, method: string): Record<string, unknown>[] =>
  twin.server.exchanges
    .filter(({ request }) => request.path.endsWith(`/${method}`))
    .map(({ request }) => request.body as Record<string, unknown>);

describe("Kaggle's twin, held against Kaggle's own client", {
  skip: missing('git', 'python3', 'kaggle-client'),
  timeout: 180_000,
}, () => {
  it('takes what the client sends, and the client reads what it answers: push, states, versions, pages of output, log, quota', async (t) => {
    const { place, twin } = await kagglePlace(t);
    const text = [
      'import os, time',
      'os.makedirs("deep/er", exist_ok=True)',
      ...[1, 2, 3, 4, 5, 6, 7].map((each) => `open("deep/er/${each}.txt", "w").write("${each}")`),
      'print("trained"); time.sleep(1)',
    ].join('\n');
    const told = await byClient(twin, join(place.dir, 'official'), { name: 'made-by-the-client', text });
    assert.deepEqual([told.user, told.error, told.version], [KAGGLE_USER, '', 1]);
    assert.ok(told.states.includes('COMPLETE'));
    assert.equal(told.first, 'COMPLETE');
    assert.equal(told.files.filter((each: string) => each.startsWith('deep/er/')).length, 7);
    assert.equal(readFileSync(join(place.dir, 'official', 'output', 'deep', 'er', '7.txt'), 'utf8'), '7');
    assert.match(told.log, /trained/);
    assert.equal(told.allowed, 30);
    assert.deepEqual(told.listed, [`${KAGGLE_USER}/made-by-the-client`]);
    assert.match(told.absent, /Permission 'kernels\.get' was denied/);
  });

  it('lets the client in by name and key, and tells it of a push that is refused inside a 200 and of sources that are not there', async (t) => {
    const { place, twin } = await kagglePlace(t);
    const login = { KAGGLE_USERNAME: KAGGLE_USER, KAGGLE_KEY: KAGGLE_KEY };
    const lacking = await byClient(twin, join(place.dir, 'lacking'), {
      ...{ name: 'lacking-its-input', text: 'print(1)', login },
      more: { kernel_sources: ['ada/never-pushed'], dataset_sources: ['ada/no-data'] },
    });
    assert.deepEqual(lacking.invalid, ['ada/never-pushed', 'ada/no-data']);
    twin.spend(31);
    const refused = await byClient(twin, join(place.dir, 'refused'), {
      ...{ name: 'without-a-quota', text: 'print(1)', shape: 'NvidiaTeslaT4', login },
    });
    assert.match(refused.error, /Maximum weekly GPU quota/);
  });

  it('is pushed to by the program with the words that the client has for the same kernel', async (t) => {
    const { place, twin, gpuLease, told } = await kagglePlace(t, (job) => {
      job['resources'] = { ...job['resources'], gpu: { name: 'T4', count: 2 } };
      job['candidates'] = [{ platform: 'kaggle', kaggle: { time: '10min', stopSeconds: 60 } }];
    });
    const { run: name } = told(await gpuLease('kaggle', 'push', '--json'));
    await gpuLease('kaggle', 'step', '--push', 'none');
    const [ours = {}] = callsIn(twin, 'SaveKernel');
    const { text: _ours, ...said } = ours;
    await byClient(twin, join(place.dir, 'official'), {
      ...{ name: `${name}-1`, text: 'print(1)', shape: 'NvidiaTeslaT4' },
      more: { enable_gpu: true, enable_tpu: false },
    });
    const { text: _theirs, ...theirs } = callsIn(twin, 'SaveKernel')[1] ?? {};
    // The client leaves empty lists out; what is on or off it says, as we do.
    const plain = Object.fromEntries(
      Object.entries(said).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    );
    assert.deepEqual(plain, theirs);
    const lists = callsIn(twin, 'ListKernels');
    const words = Object.entries(lists.at(-1) ?? {}).filter(([, value]) => value !== '');
    assert.deepEqual(lists[0], Object.fromEntries(words), 'and asks for its kernels as that does');
  });
});
