// Over ten seconds: each mistake of a person is a command of its own.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { livesInTurn } from '../in-turn.ts';
import { ofType, stories } from './ledger-story.ts';
import { type Options, type Outcome, type Place, placeFor } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';

const lives = livesInTurn('bad input', 3);

const USAGE = 2;
const UNREACHABLE = 13;
const LEDGER = 14;

/** No box, no intent, no process: neither at the platform nor in the ledger. */
function assertNothingRented(place: Place): void {
  assert.deepEqual(place.boxes(), []);
  const intents = stories(place).flatMap((story) => ofType(story, 'intended'));
  assert.deepEqual(intents, []);
  assert.deepEqual(place.processes(), []);
}

function assertProblem(outcome: Outcome, exitCode: number, ...said: RegExp[]): void {
  assert.equal(outcome.exitCode, exitCode, outcome.output);
  for (const text of said) assert.match(outcome.stderr, text);
  assert.match(outcome.stderr, /Next: \S/, 'it says what to do next');
  assert.doesNotMatch(outcome.output, /a bug of ours|\n\s+at /);
}

const withoutSmoke = (job: JobFile): void => {
  job['smoke'] = 'none';
};

interface BadJob {
  name: string;
  change: (job: JobFile, place: Place) => void;
  said: RegExp[];
}

const BAD_JOBS: BadJob[] = [
  {
    name: 'an unknown key, with the nearest known one [XC-12]',
    change: (job) => {
      job['artefacts'] = [];
    },
    said: [/gpu-lease\.yml:\d+:\d+: .*artefacts/, /artifacts/],
  },
  {
    name: 'two cells with one name [P2-13] [D-13]',
    change: (job) => {
      job['cells'] = [{ name: 'a' }, { name: 'b' }, { name: 'a' }];
    },
    said: [/gpu-lease\.yml:\d+:\d+: .*"a"/],
  },
  {
    name: 'a candidate without a profile [P0-01]',
    change: (job) => {
      job['candidates'] = ['locla'];
    },
    said: [/locla/, /local/],
  },
  {
    name: 'a negative budget',
    change: (job) => {
      job['budget']['usd'] = -1;
    },
    said: [/gpu-lease\.yml:\d+:\d+: .*budget\.usd/],
  },
  {
    name: 'a secret that is not set here [XC-12]',
    change: (job) => {
      job['env'] = ['HF_TOKEN'];
    },
    said: [/HF_TOKEN/],
  },
  {
    name: "a script with CRLF line ends, which a box's shell cannot read [P1-09] [D-14]",
    change: (_job, place) => {
      writeFileSync(join(place.repository, 'train.sh'), 'echo hello\r\nexec node train.mjs\r\n');
    },
    said: [/train\.sh/, /CRLF/],
  },
];

describe('a job that cannot be used', { timeout: 120_000 }, () => {
  for (const { name, change, said } of BAD_JOBS) {
    lives.it(`is refused before anything is rented: ${name}`, async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, (job) => {
        withoutSmoke(job);
        change(job, place);
      });
      assertProblem(await place.run(['run']), USAGE, ...said);
      assertNothingRented(place);
      assertProblem(await place.run(['launch']), USAGE, ...said);
      assertNothingRented(place);
    });
  }

  lives.it('is told of every fault at once, each with its line', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, (job) => {
      job['bugdet'] = job['budget'];
      job['candidates'] = ['locla'];
      job['metrics']['total-steps'] = -3;
    });
    const outcome = await place.run(['plan']);
    assertProblem(outcome, USAGE, /bugdet/, /locla/, /total-steps/);
    assert.ok((outcome.stderr.match(/gpu-lease\.yml:\d+:\d+: /g) ?? []).length >= 3, outcome.stderr);
  });

  lives.it('is missing: a directory without a job file', async (t) => {
    const place = placeFor(t);
    assertProblem(
      await place.run(['run']),
      USAGE,
      /no readable job file at .*gpu-lease\.yml/,
      /gpu-lease init/,
    );
    assertNothingRented(place);
  });

  lives.it('is not committed: an edited trainer does not go to a box unnoticed', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, withoutSmoke);
    writeFileSync(join(place.repository, 'train.mjs'), 'process.exit(0)\n');
    assertProblem(await place.run(['run']), USAGE, /train\.mjs/, /--allow-dirty/);
    assertNothingRented(place);
  });
});

describe('a command that cannot be used', { timeout: 120_000 }, () => {
  for (const { args, said } of [
    { args: ['lanch'], said: [/"lanch" is no command/, /Did you mean "launch"\?/] },
    { args: ['run', '--alow-dirty'], said: [/--alow-dirty/, /Did you mean "--allow-dirty"\?/] },
    { args: ['watch', '--bound', '0'], said: [/--bound "0"/, /90s, 10min, 2h/] },
    { args: ['watch', '--bound', '5 parsecs'], said: [/--bound "5 parsecs"/] },
    { args: ['status', 'one', 'two'], said: [/"two"/] },
    { args: ['status', 'no-such-run'], said: [/no run "no-such-run"/, /status --archived/] },
    { args: ['watch'], said: [/No run is open/, /gpu-lease run/] },
    { args: ['verify'], said: [/nothing to verify/] },
    { args: ['verify', 'no-such-file.pt'], said: [/nothing at .*no-such-file\.pt/] },
    { args: ['completion', 'tcsh'], said: [/no completion for "tcsh"/] },
  ]) {
    lives.it(`is refused with the way out: gpu-lease ${args.join(' ')}`, async (t) => {
      const place = placeFor(t);
      placeTinyJob(place, withoutSmoke);
      assertProblem(await place.run(args), USAGE, ...said);
      assertNothingRented(place);
    });
  }
});

describe('a ledger that cannot be used', { timeout: 120_000 }, () => {
  const onlyThese = (place: Place, ...programs: string[]): Options => {
    const bin = join(place.dir, 'bin');
    mkdirSync(bin);
    for (const name of programs) symlinkSync(pathOf(place, name), join(bin, name));
    return { env: { PATH: bin } };
  };

  lives.it('there is no git: nothing is rented, and it says what to install', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, withoutSmoke);
    const options = onlyThese(place, 'node', 'sh', 'readlink', 'dirname', 'tar');
    assertProblem(await place.run(['run'], options), USAGE, /git cannot be run here/, /Install git/);
    assertNothingRented(place);
  });

  const bareRemote = (place: Place): string => {
    const dir = join(place.dir, 'remote.git');
    place.git('init', '--quiet', '--bare', dir);
    return dir;
  };

  lives.it('the remote lets nobody write: nothing is rented, and its own words are shown', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, withoutSmoke);
    const remote = bareRemote(place);
    const hook = join(remote, 'hooks', 'pre-receive');
    writeFileSync(hook, '#!/bin/sh\necho "ada may not write here" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const outcome = await place.run(['run', '--ledger', `file://${remote}`]);
    assertProblem(outcome, LEDGER, /ada may not write here/);
    assertNothingRented(place);
    assert.equal(place.git('ls-remote', remote), '');
  });

  lives.it('the remote does not answer: 13, and nothing is rented', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, withoutSmoke);
    // Port 1 of loopback: nobody listens there.
    const outcome = await place.run(['run', '--ledger', 'http://127.0.0.1:1/ledger.git']);
    assertProblem(outcome, UNREACHABLE, /127\.0\.0\.1:1/);
    assertNothingRented(place);
  });

  lives.it('a newer version has written it: older programs leave it alone', async (t) => {
    const place = placeFor(t);
    placeTinyJob(place, withoutSmoke);
    const opened = await place.run(['launch', '--bound', '60s', '--dry-run']);
    assert.equal(opened.exitCode, 0, opened.output);
    const run = /run (tiny-[0-9a-f]{8})/.exec(opened.output)?.[1] ?? '';
    assert.ok(run, opened.output);
    recordFromTheFuture(place, run);
    const before = place.git('rev-parse', `refs/gpu-lease/runs/${run}`);
    for (const args of [['run'], ['status', run], ['release', run], ['abandon', run]])
      assertProblem(await place.run(args), LEDGER, /newer/, /[Uu]pdate|newer/);
    assertNothingRented(place);
    assert.equal(place.git('rev-parse', `refs/gpu-lease/runs/${run}`), before);
  });
});

/** The first event of a run as a later version might write it. */
function recordFromTheFuture(place: Place, run: string): void {
  const at = '2027-01-01T00:00:00.000Z';
  const line = { type: 'run-opened', version: 2, at, by: 'ada@later', seq: 0, nonce: 'n-1', cells: 'packed' };
  const dir = join(place.dir, 'future');
  mkdirSync(dir);
  writeFileSync(join(dir, 'events.jsonl'), `${JSON.stringify(line)}\n`);
  writeFileSync(join(dir, 'run.json'), '{}\n');
  const blobs = ['events.jsonl', 'run.json'].map(
    (name) => `100644 blob ${place.git('hash-object', '-w', join(dir, name)).trim()}\t${name}\n`,
  );
  writeFileSync(join(dir, 'tree'), blobs.join(''));
  const tree = place.gitWithInput(readFileSync(join(dir, 'tree'), 'utf8'), 'mktree').trim();
  const commit = place.git('commit-tree', tree, '-m', 'from the future').trim();
  place.git('update-ref', `refs/gpu-lease/runs/${run}`, commit);
  rmSync(dir, { recursive: true });
}

const pathOf = (place: Place, program: string): string => {
  const found = (place.env['PATH'] ?? '')
    .split(':')
    .map((dir) => join(dir, program))
    .find((path) => {
      try {
        return readFileSync(path).length > 0;
      } catch {
        return false;
      }
    });
  if (!found) throw new Error(`no ${program} here`);
  return found;
};
