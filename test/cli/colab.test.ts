// Over ten seconds: one notebook really runs, and the program starts for each way in which its folder may stand.
// In turn: a notebook or the trainer of an example, by itself
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { type ColabPlace, colabPlace, gpuLease, startNotebook, withTinyJob } from '../colab/notebook-run.ts';
import { missing } from '../requirement.ts';
import { Place } from '../scenarios/run-bundle.ts';
import type { JobFile } from '../scenarios/tiny-job.ts';
import { deviations } from './json-docs.ts';

const USAGE = 2;
const INCONCLUSIVE = 3;
const REFUSED = 10;
const UNREACHABLE = 13;

const quick = (job: JobFile): void => {
  job['vars'] = { TINY_STEPS: 20, TINY_STEP_MS: 1, TINY_CKPT_EVERY: 10 };
};

describe('gpu-lease colab collect', { skip: missing('git', 'python3'), timeout: 120_000 }, () => {
  let at: ColabPlace;
  let run = '';
  before(async () => {
    at = withTinyJob(new Place(), quick);
    await gpuLease(at, 'colab', 'export', '--out', '../tiny.ipynb');
    const { exitCode, said } = await startNotebook(at, join(at.place.dir, 'tiny.ipynb')).ended;
    assert.equal(exitCode, 0, said);
    [run = ''] = readdirSync(at.drive);
  });
  after(() => at?.place.end());

  /** A copy of the folder, spoilt; and what collecting it into a store of its own comes to. */
  let copies = 0;
  function copied(): { root: string; collect(...more: string[]): ReturnType<typeof collectFrom> } {
    copies += 1;
    const root = join(at.place.dir, `copy-${copies}`, run);
    cpSync(join(at.drive, run), root, { recursive: true });
    return { root, collect: (...more) => collectFrom(root, `store-${copies}`, ...more) };
  }
  async function collectFrom(folder: string, store: string, ...more: string[]) {
    const outcome = await gpuLease(
      at,
      'colab',
      'collect',
      folder,
      '--store',
      `../${store}`,
      '--json',
      ...more,
    );
    const told = outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout);
    if (told) assert.deepEqual(deviations('colab', told), []);
    return { ...outcome, told };
  }
  const file = (root: string, path: string) => join(root, 'cells', 'main', 'files', path);

  it('brings, loads and seals, and the second time finds it sealed and as it was', async () => {
    const { collect } = copied();
    const first = await collect();
    assert.equal(first.exitCode, 0, first.output);
    assert.equal(first.told.state, 'sealed');
    const place = join(at.place.dir, `store-${copies}`, run);
    assert.equal(first.told.place, place);
    assert.deepEqual(readdirSync(place), ['+evidence', 'main']);
    const again = await collect();
    assert.deepEqual([again.exitCode, again.told.seal], [0, first.told.seal]);
    truncateSync(join(place, 'main', 'summary.json'), 5);
    const mended = await collect();
    assert.deepEqual([mended.exitCode, mended.told.seal], [0, first.told.seal], mended.output);
  });

  it('names each file that Drive has not synced yet, and brings the rest once it has [NB1] [F-D12]', async () => {
    const { root, collect } = copied();
    const best = file(root, 'checkpoints/best.safetensors');
    const content = readFileSync(best);
    writeFileSync(best, '');
    rmSync(file(root, 'config.json'));
    const late = await collect();
    assert.equal(late.exitCode, UNREACHABLE, late.output);
    assert.match(
      late.stderr,
      /Drive has not synced 2 file\(s\) yet \(SYNC_FAILED\)[\s\S]*best\.safetensors has 0 of \d+ bytes[\s\S]*config\.json is not there[\s\S]*Wait up to 30 min/,
    );
    assert.equal(late.told.state, 'not-synced');
    assert.deepEqual(
      late.told.lacking.map(({ path }: { path: string }) => path),
      ['checkpoints/best.safetensors', 'config.json'],
    );
    writeFileSync(best, content);
    cpSync(file(join(at.drive, run), 'config.json'), file(root, 'config.json'));
    const whole = await collect();
    assert.equal(whole.exitCode, 0, whole.output);
  });

  const spoilt: [string, (root: string) => void, number, RegExp][] = [
    [
      'a file of the same size with another content',
      (root) =>
        writeFileSync(
          file(root, 'starts.txt'),
          readFileSync(file(root, 'starts.txt'), 'utf8').replace(/\d/, 'x'),
        ),
      1,
      /starts\.txt has another content than was saved/,
    ],
    [
      'a link in the place of a file',
      (root) => {
        rmSync(file(root, 'config.json'));
        symlinkSync('/etc/hostname', file(root, 'config.json'));
      },
      1,
      /config\.json is no plain file/,
    ],
    [
      'a record that names a file outside of its folder',
      (root) => changeRecord(root, ({ files }) => Object.assign(files[0], { path: '../../outside' })),
      1,
      /run\.json lists files that cannot be brought safely: .*has the part "\.\."/,
    ],
    [
      'a checkpoint that does not load, though its digest is the one of the record',
      (root) => {
        const last = file(root, 'checkpoints/last.safetensors');
        truncateSync(last, 1000);
        changeRecord(root, ({ files }) => {
          const row = files.find(({ path }: { path: string }) => path === 'checkpoints/last.safetensors');
          Object.assign(row, { bytes: 1000, sha256: sha256(readFileSync(last)) });
        });
      },
      1,
      /cannot be sealed:\n- main\/checkpoints\/last\.safetensors: not-passed: fail/,
    ],
    [
      'a record that claims to be of another run',
      (root) => changeRecord(root, (record) => Object.assign(record, { run: 'tiny-colab-000000000000' })),
      USAGE,
      /makes the run tiny-colab-[0-9a-f]{12}, and what was made is of tiny-colab-0{12}/,
    ],
    [
      'a record of which Drive has brought nothing yet',
      (root) => writeFileSync(join(root, 'run.json'), ''),
      UNREACHABLE,
      /run\.json in \S+ is empty, cut or none of ours: Drive has not synced it yet \(SYNC_FAILED\)/,
    ],
    [
      'a session that began after the record was written',
      (root) => cpSync(join(root, 'attempts', '1.json'), join(root, 'attempts', '2.json')),
      INCONCLUSIVE,
      /session 2 of tiny-colab-\w+ began, and its end is not here[\s\S]*a next session goes on from \d+-1, step 20/,
    ],
  ];
  for (const [what, spoil, exitCode, says] of spoilt)
    it(`seals nothing of ${what}`, async () => {
      const { root, collect } = copied();
      spoil(root);
      const outcome = await collect();
      assert.equal(outcome.exitCode, exitCode, outcome.output);
      assert.match(outcome.stderr, says);
      assert.ok(!existsSync(join(at.place.dir, `store-${copies}`, run, '+evidence', 'seal.json')));
    });

  it('does not replace what is sealed by what a later session made', async () => {
    const { root, collect } = copied();
    assert.equal((await collect()).exitCode, 0);
    writeFileSync(file(root, 'starts.txt'), '1\n');
    changeRecord(root, ({ files }) => {
      const row = files.find(({ path }: { path: string }) => path === 'starts.txt');
      Object.assign(row, { bytes: 2, sha256: sha256(Buffer.from('1\n')) });
    });
    const other = await collect();
    assert.equal(other.exitCode, REFUSED, other.output);
    assert.match(other.stderr, /is sealed as [0-9a-f]{8}; its artifacts in \S+ are write-once/);
  });

  it('takes the folder above where it holds one run, and asks which where it holds several', async () => {
    const { root } = copied();
    const above = join(root, '..');
    assert.equal((await collectFrom(above, 'store-above')).exitCode, 0);
    cpSync(root, join(above, 'tiny-colab-another'), { recursive: true });
    const several = await collectFrom(above, 'store-several');
    assert.equal(several.exitCode, USAGE);
    assert.match(several.stderr, /holds 2 runs: /);
    const empty = join(at.place.dir, 'empty');
    mkdirSync(empty);
    const none = await collectFrom(empty, 'store-none');
    assert.deepEqual([none.exitCode, none.told.state], [UNREACHABLE, 'not-synced'], none.output);
    assert.equal((await collectFrom(join(empty, 'nowhere'), 'store-none')).exitCode, USAGE);
  });
});

describe('gpu-lease colab export', { skip: missing('git', 'python3'), timeout: 120_000 }, () => {
  const refused: [string, (at: ColabPlace) => void, string[], RegExp][] = [
    [
      'a job file with a change that is not committed',
      ({ place }) => changeJob(place, (job) => Object.assign(job, { run: 'true' })),
      [],
      /Files differ from the commit/,
    ],
    [
      'a job file that is no part of the commit',
      ({ place }) => cpSync(join(place.repository, 'gpu-lease.yml'), join(place.repository, 'other.yml')),
      ['other.yml'],
      /other\.yml is not part of commit [0-9a-f]{12}/,
    ],
    [
      'a job whose data somebody has to fetch',
      ({ place }) => {
        changeJob(place, (job) =>
          Object.assign(job, { data: [{ from: 'https://example.org/data.tar', to: 'data' }] }),
        );
        place.commit();
      },
      [],
      /has https:\/\/example\.org\/data\.tar fetched under "data"/,
    ],
    [
      'a repository without a remote',
      ({ place }) => void place.git('remote', 'remove', 'origin'),
      [],
      /no remote "origin"/,
    ],
    [
      'requirements with a key in them',
      ({ place }) => {
        writeFileSync(
          join(place.repository, 'requirements.txt'),
          `--extra-index-url https://ada:${'x'.repeat(20)}@pypi.example.org/simple\n`,
        );
        changeJob(place, (job) => Object.assign(job, { requirements: 'requirements.txt' }));
        place.commit();
      },
      [],
      /The notebook would hold a password in a URL/,
    ],
    ['words that mean nothing', () => {}, ['gpu-lease.yml', 'more'], /neither "colab export \[JOB\]" nor/],
  ];
  for (const [what, prepare, more, says] of refused)
    it(`refuses ${what}`, async (t) => {
      const at = colabPlace(t, quick);
      prepare(at);
      const outcome = await gpuLease(at, 'colab', 'export', ...more);
      assert.equal(outcome.exitCode, USAGE, outcome.output);
      assert.match(outcome.stderr, says);
      assert.deepEqual(
        readdirSync(at.place.repository).filter((name) => name.endsWith('.ipynb')),
        [],
      );
    });

  it('writes over no other file unless it is told to', async (t) => {
    const at = colabPlace(t, quick);
    const target = join(at.place.repository, 'tiny.colab.ipynb');
    writeFileSync(target, 'mine');
    const refusal = await gpuLease(at, 'colab', 'export');
    assert.equal(refusal.exitCode, USAGE);
    assert.equal(readFileSync(target, 'utf8'), 'mine');
    assert.equal((await gpuLease(at, 'colab', 'export', '--force')).exitCode, 0);
    assert.equal((await gpuLease(at, 'colab', 'export')).exitCode, 0, 'the same again');
  });

  const remotes: [string, string][] = [
    ['git@github.com:ada/spirals.git', 'https://github.com/ada/spirals.git'],
    ['ssh://git@ssh.github.com:443/ada/spirals', 'https://github.com/ada/spirals.git'],
    ['https://ada:pass@git.example.org/spirals.git', 'https://git.example.org/spirals.git'],
  ];
  for (const [remote, address] of remotes)
    it(`fetches from ${address} where the remote is ${remote.replace(':pass', ':...')}`, async (t) => {
      const at = colabPlace(t, quick);
      at.place.git('remote', 'set-url', 'origin', remote);
      const { exitCode, stdout, output } = await gpuLease(at, 'colab', 'export', '--json');
      assert.equal(exitCode, 0, output);
      const told = JSON.parse(stdout);
      assert.deepEqual(deviations('colab export', told), []);
      assert.equal(told.remote, address);
      assert.ok(readFileSync(told.notebook, 'utf8').includes(address));
    });

  it('says what of the job a notebook does not do, and that a commit was not pushed', async (t) => {
    const at = colabPlace(t, quick);
    changeJob(at.place, (job) => {
      job['image'] = `pytorch/pytorch@sha256:${'0'.repeat(64)}`;
      job['checkpoint']['resume'] = 'none';
      delete job['smoke'].drill;
    });
    at.place.commit();
    const { stdout, stderr, exitCode, output } = await gpuLease(at, 'colab', 'export', '--json');
    assert.equal(exitCode, 0, output);
    const { leftOut, notebook } = JSON.parse(stdout);
    assert.match(
      leftOut.join('\n'),
      /The image pytorch\/pytorch@sha256:0+ is not used[\s\S]*The job cannot resume/,
    );
    assert.match(stderr, /is on no branch that was pushed from here/);
    const about = JSON.parse(readFileSync(notebook, 'utf8')).cells[0].source.join('');
    assert.match(about, /About 90 minutes without interaction end the session\. \(2026-06\)/);
    assert.match(about, /cannot be kept alive[\s\S]*The job cannot resume/);
  });
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

// biome-ignore lint/suspicious/noExplicitAny: a test may write any nonsense into it
function changeRecord(root: string, change: (record: any) => void): void {
  const path = join(root, 'run.json');
  const record = JSON.parse(readFileSync(path, 'utf8'));
  change(record);
  writeFileSync(path, JSON.stringify(record));
}

function changeJob(place: Place, change: (job: JobFile) => void): void {
  const path = join(place.repository, 'gpu-lease.yml');
  const job: JobFile = parse(readFileSync(path, 'utf8'));
  change(job);
  writeFileSync(path, stringify(job));
}
