// Over ten seconds: a repository is set up and then lives as its pages say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { type Caller, callerFiles } from '../../src/github/caller-files.ts';
import { ONE_FILE, SET_FILES, type SetFile, setPath } from '../../src/github/caller-workflow.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { livesInTurn } from '../in-turn.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { Place } from './run-bundle.ts';

const lives = livesInTurn('files that init writes', 2);

const jobWith = (candidates: string) => `name: tiny
run: python train.py
resources: { gpu: { name: A100 } }
candidates: ${candidates}
smoke: none
artifacts: [{ path: last.pt, role: checkpoint, keep: last }]
budget: { usd: 20, hours: 12, usdPerHour: 2 }
`;
const RENTED = jobWith('[runpod]');

describe('gpu-lease init --github', { skip: missing('git') }, () => {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place.end());

  const written = (is: SetFile = 'train') => join(place.repository, setPath(is));
  const all = () => SET_FILES.map((is) => readFileSync(written(is), 'utf8'));
  const expected = (caller: Caller) => callerFiles(caller).map(({ text }) => text);
  const init = (more: string[] = [], env: Record<string, string> = {}, from = installation()) =>
    place.run(['init', '--github', ...more], { from, env });

  lives.it(
    'writes the files with the keys that the job needs, and says what a person has to set up [GH-09] [FR-08]',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      const { exitCode, output } = await init();
      assert.equal(exitCode, 0, output);
      const unknown = { suite: 'OWNER/gpu-lease', commit: '<commit>' };
      assert.deepEqual(all(), expected({ ...unknown, keys: ['RUNPOD_API_KEY'] }));
      for (const is of SET_FILES) assert.match(output, new RegExp(`^wrote \\S+gpu-lease-${is}\\.yml$`, 'm'));
      for (const says of [
        /put the repository and the commit of gpu-lease that you use for OWNER\/gpu-lease and <commit>/,
        /"gpu-lease": .*no reviewers, secrets GPU_LEASE_SECRET, RUNPOD_API_KEY$/m,
        /"gpu-lease-release", with required reviewers/,
        /else store this one as GPU_LEASE_SECRET in each of them; it is made new at every call and kept nowhere: \S{40,}$/m,
        /^next: commit it, then GH_TOKEN=/m,
      ])
        assert.match(output, says);
    },
  );

  lives.it(
    'writes the file for a label where one is asked for, and only a name that is safe there',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      const { exitCode, output } = await init(['--label', 'run on: gpu']);
      assert.equal(exitCode, 0, output);
      assert.match(
        readFileSync(written('label'), 'utf8'),
        /types: \[labeled\][\s\S]*label: "run on: gpu"\n$/,
      );
      assert.doesNotMatch(readFileSync(written('label'), 'utf8'), /secrets/);
      const bad = await init(['--force', '--label', '$' + '{{ secrets.X }}"']);
      assert.equal(bad.exitCode, 2, bad.output);
      assert.match(bad.output, /is no name of a label/);
    },
  );

  lives.it(
    'passes on the key of an attached box, and what vouches for it, where the job rents nothing',
    async () => {
      writeFileSync(
        join(place.repository, 'gpu-lease.yml'),
        jobWith('[{ platform: generic-ssh, attach: "ssh://me@box.example.org", usdPerHour: 0 }]'),
      );
      const { exitCode, output } = await init();
      assert.equal(exitCode, 0, output);
      const names = ['GPU_LEASE_SECRET', 'GPU_LEASE_SSH_KEY', 'GPU_LEASE_KNOWN_HOSTS'];
      const passed = names.map((name) => `      ${name}: $` + `{{ secrets.${name} }}\n`).join('');
      const [smoke = '', ...others] = all();
      assert.doesNotMatch(smoke, /secrets/);
      for (const text of others)
        assert.ok(`${text}  attest:`.includes(`    secrets:\n${passed}  attest:`), text);
    },
  );

  lives.it(
    'writes the file for Kaggle alone where nothing is rented, and hands its login to no other',
    async () => {
      const job = join(place.repository, 'gpu-lease.yml');
      writeFileSync(
        job,
        jobWith('[{ platform: kaggle, kaggle: {} }]').replace(
          'gpu: { name: A100 }',
          'gpu: { name: T4, count: 2 }',
        ),
      );
      const { exitCode, output } = await init();
      assert.equal(exitCode, 0, output);
      assert.ok(!existsSync(written('train')) && !existsSync(written('tick')), output);
      assert.match(
        readFileSync(written('kaggle'), 'utf8'),
        /KAGGLE_API_TOKEN: \$\{\{ secrets\.KAGGLE_API_TOKEN \}\}\n$/,
      );
      assert.match(output, /the secret KAGGLE_API_TOKEN .* in the environment "gpu-lease"/);
      assert.doesNotMatch(output, /GPU_LEASE_SECRET|required reviewers/);
      writeFileSync(job, jobWith('[runpod, kaggle]'));
      const both = await init(['--force']);
      assert.equal(both.exitCode, 0, both.output);
      assert.ok(existsSync(written('kaggle')));
      for (const text of all()) assert.doesNotMatch(text, /KAGGLE/);
    },
  );

  lives.it('names a job file that lies elsewhere in every file whose workflow reads one', async () => {
    const job = 'research/spirals.yml';
    mkdirSync(join(place.repository, dirname(job)));
    writeFileSync(join(place.repository, job), RENTED);
    const { exitCode, output } = await init(['--job', job]);
    assert.equal(exitCode, 0, output);
    const named = SET_FILES.filter((is) => readFileSync(written(is), 'utf8').includes(`job: "${job}"`));
    assert.deepEqual(named, ['smoke', 'train', 'tick', 'daily']);
  });

  lives.it(
    'writes a second set for a second job file, and names what the tick that is there lacks for it',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      assert.equal((await init()).exitCode, 0);
      const first = all();
      mkdirSync(join(place.repository, 'eval'));
      writeFileSync(join(place.repository, 'eval', 'gpu-lease.yml'), jobWith('[vastai, runpod]'));
      const second = ['--job', 'eval/gpu-lease.yml', '--keys-environment', 'eval-keys'];
      const { exitCode, output } = await init(['--name', 'eval', ...second]);
      assert.equal(exitCode, 0, output);
      assert.deepEqual(all(), first, 'the first set stays as it was');
      const textOf = (is: SetFile) => readFileSync(join(place.repository, setPath(is, 'eval')), 'utf8');
      assert.match(
        textOf('train'),
        /^name: eval train$[\s\S]*job: "eval\/gpu-lease.yml"\n[\s\S]*environment: eval-keys\n/m,
      );
      assert.match(textOf('release'), / {6}keys: eval-keys\n[\s\S]*VAST_API_KEY: /);
      assert.match(textOf('smoke'), /^ {4}name: eval$/m, 'a required check of its own');
      assert.ok(!existsSync(join(place.repository, setPath('tick', 'eval'))));
      const keys = 'VAST_API_KEY: $' + '{{ secrets.VAST_API_KEY }}';
      assert.ok(
        output.includes(`gpu-lease-daily.yml look at every run of this ledger; add "${keys}" to the secrets`),
        output,
      );
      assert.match(
        output,
        /they take keys from the environment "gpu-lease": store those of this job there, too/,
      );
      const again = await init(['--name', 'eval', ...second]);
      assert.equal(again.exitCode, 2, again.output);
      const elsewhere = ['--ledger', 'https://github.com/ada/other-ledger.git'];
      const own = await init(['--name', 'other', ...second, ...elsewhere]);
      assert.equal(own.exitCode, 0, own.output);
      assert.ok(
        existsSync(join(place.repository, setPath('tick', 'other'))),
        'nobody else looks at that ledger',
      );
      for (const [option, value] of [
        ['--name', '../x'],
        ['--keys-environment', 'gpu-lease-release'],
      ] as const) {
        const bad = await init([...second, '--name', 'fourth', option, value]);
        assert.equal(bad.exitCode, 2, bad.output);
      }
      assert.ok(!existsSync(join(place.repository, setPath('train', 'fourth'))));
    },
  );

  lives.it('asks for the job file first, and writes nothing without it', async () => {
    const { exitCode, output } = await init();
    assert.equal(exitCode, 2, output);
    assert.match(output, /There is no job file at \S+gpu-lease\.yml/);
    assert.match(output, /Next: Write one first: "gpu-lease init"/);
    assert.ok(!existsSync(join(place.repository, '.github')));
  });

  lives.it(
    'writes nothing where one of the files is there, or the one of earlier versions, unless it is told to',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      mkdirSync(dirname(written()), { recursive: true });
      writeFileSync(written(), '# mine\n');
      const { exitCode, output } = await init();
      assert.equal(exitCode, 2, output);
      assert.match(output, /gpu-lease-train\.yml exists already; nothing was written/);
      assert.equal(readFileSync(written(), 'utf8'), '# mine\n');
      assert.ok(!existsSync(written('smoke')));
      assert.equal((await init(['--force'])).exitCode, 0);
      assert.match(readFileSync(written(), 'utf8'), /^run-name: gpu-lease /m);
      for (const is of SET_FILES) rmSync(written(is));
      writeFileSync(join(place.repository, ONE_FILE), '# of version 0.1\n');
      const older = await init();
      assert.equal(older.exitCode, 2, older.output);
      assert.match(older.output, /workflows\/gpu-lease\.yml exists already/);
      const forced = await init(['--force']);
      assert.equal(forced.exitCode, 0, forced.output);
      assert.match(forced.output, /gpu-lease\.yml does the same .* delete it in the same commit/);
      assert.equal(readFileSync(join(place.repository, ONE_FILE), 'utf8'), '# of version 0.1\n');
    },
  );

  lives.it('pins the commit of the clone that it is run from', async () => {
    writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
    const clone = join(place.dir, 'suite');
    cpSync(installation(), clone, { recursive: true });
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' }).trim();
    git('init', '--quiet');
    git('remote', 'add', 'origin', 'https://github.com/ada/gpu-lease.git');
    git('add', 'action.yml');
    git('-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'A suite');
    const { exitCode, output } = await init([], {}, clone);
    assert.equal(exitCode, 0, output);
    const commit = git('rev-parse', 'HEAD');
    const own = { suite: 'ada/gpu-lease', commit, keys: ['RUNPOD_API_KEY'] };
    assert.deepEqual(all(), expected(own));
    assert.doesNotMatch(output, /put the repository and the commit/);
    for (const tag of ['v1', 'v1.2.3', 'nightly']) git('tag', tag);
    const again = await init(['--force'], {}, clone);
    assert.equal(again.exitCode, 0, again.output);
    assert.deepEqual(all(), expected({ ...own, version: 'v1.2.3' }));
    assert.match(all()[0] ?? '', new RegExp(`uses: ada/gpu-lease/\\S+@${commit} # v1\\.2\\.3$`, 'm'));
  });

  lives.it(
    'takes no repository elsewhere for one at GitHub of the same name: secrets would be passed to it',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      const clone = join(place.dir, 'suite');
      cpSync(installation(), clone, { recursive: true });
      const git = (dir: string, ...args: string[]) =>
        execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8' });
      git(clone, 'init', '--quiet');
      git(clone, 'add', 'action.yml');
      git(
        clone,
        '-c',
        'user.name=Ada',
        '-c',
        'user.email=a@example.org',
        'commit',
        '--quiet',
        '-m',
        'A suite',
      );
      for (const elsewhere of ['https://gitlab.com/ada/gpu-lease.git', '/srv/mirrors/ada/gpu-lease.git']) {
        git(clone, 'remote', 'add', 'origin', elsewhere);
        const { exitCode, output } = await init(['--force'], {}, clone);
        assert.equal(exitCode, 0, output);
        assert.doesNotMatch(readFileSync(written(), 'utf8'), /ada\/gpu-lease/);
        assert.match(output, /put the repository and the commit of gpu-lease that you use/);
        git(clone, 'remote', 'remove', 'origin');
      }
    },
  );

  lives.it(
    'takes the word of a package for what it was packed from, where that is a whole commit',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      const unpacked = join(place.dir, 'package');
      cpSync(installation(), unpacked, { recursive: true });
      const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
      const commit = 'abcdef0123456789abcdef0123456789abcdef01';
      const repository = { type: 'git', url: 'git+https://github.com/ada/gpu-lease.git' };
      const packed = (more: object) =>
        writeFileSync(join(unpacked, 'package.json'), JSON.stringify({ ...manifest, repository, ...more }));
      packed({ gitHead: commit, version: '1.2.3' });
      const { exitCode, output } = await init([], {}, unpacked);
      assert.equal(exitCode, 0, output);
      const own = { suite: 'ada/gpu-lease', commit, version: 'v1.2.3', keys: ['RUNPOD_API_KEY'] };
      assert.deepEqual(all(), expected(own));
      packed({ gitHead: 'abcdef0', version: '1.2.3' });
      const short = await init(['--force'], {}, unpacked);
      assert.match(short.output, /put the repository and the commit/);
    },
  );

  lives.it(
    'writes the job that signs unless it is told not to, or sees that there are no attestations',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      const unknown = { suite: 'OWNER/gpu-lease', commit: '<commit>', keys: ['RUNPOD_API_KEY'] };
      const blind = await init();
      assert.match(blind.output, /"attest" of three of the files signs .*; where a repository is not public/);
      assert.match(
        (await init(['--force', '--attest', 'never'])).output,
        /signed by nobody \(--attest never\)/,
      );
      assert.deepEqual(all(), expected({ ...unknown, attest: 'never' }));
      for (const visibility of ['public', 'private'] as const) {
        const twin = await startGitHubTwin({ clock: systemClock, visibility });
        try {
          const env = twin.env as Record<string, string>;
          const { output } = await init(['--force'], env);
          const isPublic = visibility === 'public';
          assert.deepEqual(all(), expected({ ...unknown, attest: isPublic ? 'written' : 'absent' }));
          assert.match(
            output,
            isPublic ? /signs what is sealed.*attestations\.md\)$/m : /Cloud only, and this one is private/,
          );
          await init(['--force', '--attest', 'always'], env);
          assert.deepEqual(all(), expected(unknown));
          const noToken = await init(['--force'], { ...env, GH_TOKEN: 'of nobody' });
          assert.deepEqual(all(), expected(unknown), noToken.output);
        } finally {
          await twin.close();
        }
      }
    },
  );

  lives.it(
    'refuses a repository that is only elsewhere, and takes one that is at GitHub as well',
    async () => {
      writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
      const git = (...args: string[]) => execFileSync('git', ['-C', place.repository, ...args]);
      git('init', '--quiet');
      git('remote', 'add', 'origin', 'https://me:hunter2@gitlab.com/ada/engine.git');
      const { exitCode, output } = await init();
      assert.equal(exitCode, 2, output);
      assert.match(output, /No remote of \S+ is at GitHub \(https:\/\/gitlab\.com\/ada\/engine\.git\)/);
      assert.doesNotMatch(output, /hunter2/);
      assert.ok(!existsSync(written()));
      const asked = await place.run(['doctor'], { from: installation(), env: { GH_TOKEN: 'x' } });
      assert.equal(asked.exitCode, 2);
      assert.match(asked.output, /https:\/\/gitlab\.com\/ada\/engine\.git is not there/);
      git('remote', 'add', 'github', 'git@github.com:ada/engine.git');
      const both = await init();
      assert.equal(both.exitCode, 0, both.output);
      assert.ok(existsSync(written()));
    },
  );

  lives.it('writes a ledger of its own into every call, and says how its token is made', async () => {
    writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
    const ledger = 'https://github.com/ada/engine-ledger.git';
    const { exitCode, output } = await init(['--ledger', ledger]);
    assert.equal(exitCode, 0, output);
    for (const text of all()) assert.ok(text.includes(`\n      ledger: ${ledger}\n`), text);
    assert.equal(
      all()
        .join('')
        .match(/GPU_LEASE_LEDGER_TOKEN: /g)?.length,
      7,
    );
    assert.match(output, /a fine-grained token .* "Contents: read and write" on it and nothing else/);
    assert.match(output, /secrets GPU_LEASE_SECRET, GPU_LEASE_LEDGER_TOKEN, RUNPOD_API_KEY$/m);
    for (const nowhere of ['../ledger.git', 'file:///srv/ledger.git', "https://x/a'b.git"]) {
      const refused = await init(['--force', '--ledger', nowhere]);
      assert.equal(refused.exitCode, 2, refused.output);
      assert.match(refused.output, /is no address that a workflow could reach the ledger at/);
    }
  });

  lives.it('gives the jobs that use no key an environment of their own, where that is wished', async () => {
    writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
    const { exitCode, output } = await init(['--ledger-environment', 'gpu-lease-ledger']);
    assert.equal(exitCode, 0, output);
    const calls = all().filter((text) => /^ {6}ledger-environment: gpu-lease-ledger$/m.test(text));
    assert.equal(calls.length, 4);
    assert.match(output, /one more as "gpu-lease-ledger", .*: secrets GPU_LEASE_SECRET and no other$/m);
    for (const name of ['gpu-lease', 'GPU-Lease-Release', 'a: b', '$' + '{{ x }}']) {
      const refused = await init(['--force', '--ledger-environment', name]);
      assert.equal(refused.exitCode, 2, refused.output);
      assert.match(refused.output, /cannot be the environment that holds GPU_LEASE_SECRET alone/);
    }
  });

  lives.it(
    'makes the only secret of the two, and warns of a job that would train on the runner',
    async () => {
      writeFileSync(join(place.repository, 'train.py'), 'import argparse\n');
      const job = await place.run(['init'], { from: installation() });
      assert.equal(job.exitCode, 0, job.output);
      assert.doesNotMatch(job.output, /GPU_LEASE_SECRET|kept nowhere/);
      assert.match(job.output, /^next: gpu-lease plan; for GitHub Actions gpu-lease init --github$/m);
      const { output } = await init();
      assert.equal(output.match(/kept nowhere: \S{40,}/g)?.length, 1);
      assert.match(output, /names no candidate but "local", this machine/);
    },
  );

  lives.it('looks at the repository where it may, makes no second secret, and shows none', async () => {
    writeFileSync(join(place.repository, 'gpu-lease.yml'), RENTED);
    const twin = await startGitHubTwin({ clock: systemClock });
    try {
      const secret = newSecret();
      const env = { ...(twin.env as Record<string, string>), GPU_LEASE_SECRET: secret };
      const { exitCode, output } = await init([], env);
      assert.equal(exitCode, 0, output);
      assert.match(output, /^fault \(workflow-missing\): No workflow file on "main" of \S+ uses gpu-lease/m);
      assert.doesNotMatch(output, /it is made new at every call|next: commit it, then GH_TOKEN/);
      assert.ok(!output.includes(secret) && !output.includes(twin.token));
    } finally {
      await twin.close();
    }
  });
});
