// Over a minute: a script that attacks the reader of its log needs a log as large as it can make.
// In turn: whole lives among thieves
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { secretForms } from '../../src/secret/forms.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { FakeRunner, type StepOutcome } from '../github/fake-runner.ts';
import { commandsIn } from '../github/runner-commands.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';

const SECRET = newSecret();
const TRACKER_KEY = 'wb-9xQ7/a+Zk=end "of" it';
/** Far below the gigabyte that goes by, and far above what Node itself needs. */
const MAX_RSS_MB = 500;
/** What our own stages say to the runner. */
const OWN_COMMANDS = ['add-mask', 'group', 'endgroup', 'warning', 'error', 'notice'];

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

describe('a training script that attacks whoever reads its log', { skip: missing('git') }, () => {
  let runner: FakeRunner;
  let twin: GitHubTwin;
  let ledger: string;
  let peakMb = 0;
  /** Arguments of any process of ours, box included, that held a secret. */
  const inArguments = new Set<string>();
  let argumentsSeen = 0;
  const steps = new Map<string, StepOutcome>();

  before(async () => {
    runner = new FakeRunner(installation());
    twin = await startGitHubTwin({ clock: systemClock, repository: 'ada/engine' });
    ledger = join(runner.dir, 'ledger.git');
    git('init', '--quiet', '--bare', ledger);
    placeJob();
    const number = twin.addPullRequest({ author: 'ada', headSha: git('rev-parse', 'HEAD').trim() }).number;
    const sampling = setInterval(samplePeak, 100);
    writeFileSync(failNow(), '');
    steps.set('failed smoke', await smoke({ GITHUB_RUN_ID: '1' }));
    rmSync(failNow());
    const smoked = await smoke();
    steps.set('smoke', smoked);
    steps.set('open', await step('open', {}, { evidence: smoked.outputs['evidence'] ?? '' }));
    steps.set('launch', await step('launch'));
    for (let look = 1; look <= 30; look += 1) {
      const seen = await step('watch', {}, { bound: '5s' });
      steps.set(`watch ${look}`, seen);
      if (seen.outputs['verdict'] !== 'running' && seen.outputs['verdict'] !== 'unknown') break;
    }
    steps.set('collect', await step('collect'));
    const { url, token } = twin;
    const env = { GITHUB_API_URL: url, GITHUB_SERVER_URL: url, GITHUB_SHA: git('rev-parse', 'HEAD').trim() };
    steps.set(
      'comment',
      await step('comment', env, { number: String(number), token, ledger: `file://${ledger}` }),
    );
    clearInterval(sampling);
  });

  after(async () => {
    const boxes = join(runner.env['HOME'] ?? '', '.local', 'state', 'gpu-lease', 'local');
    if (existsSync(boxes))
      for (const name of readdirSync(boxes)) await destroyLocalBox(boxes, name, systemClock);
    await twin.close();
    runner.remove();
  });

  const failNow = () => join(runner.dir, 'fail-now');

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: runner.workspace,
      env: runner.env,
      encoding: 'utf8',
      timeout: 30_000,
      maxBuffer: 64 << 20,
    });

  const step = (stage: string, env: Record<string, string> = {}, more?: Record<string, string>) =>
    runner.step({
      stage,
      with: more?.['token'] ? more : { ledger: `file://${ledger}`, secret: SECRET, ...more },
      env: {
        TRACKER_KEY,
        GITHUB_ENV: laterSteps('GITHUB_ENV'),
        GITHUB_PATH: laterSteps('GITHUB_PATH'),
        ...env,
      },
    });

  /** A job of its own, in which there is nothing to steal. */
  const smoke = (env: Record<string, string> = {}) =>
    runner.step({
      stage: 'smoke',
      env: { GITHUB_ENV: laterSteps('GITHUB_ENV'), GITHUB_PATH: laterSteps('GITHUB_PATH'), ...env },
    });

  function laterSteps(name: string): string {
    const file = join(runner.dir, name);
    if (!existsSync(file)) writeFileSync(file, '');
    return file;
  }

  function placeJob(): void {
    cpSync(join(repositoryRoot, 'examples', 'tiny'), runner.workspace, { recursive: true });
    cpSync(join(import.meta.dirname, 'hostile-script.mjs'), join(runner.workspace, 'hostile.mjs'));
    const file = join(runner.workspace, 'gpu-lease.yml');
    const job = parse(readFileSync(file, 'utf8'));
    const attack = 'node hostile.mjs';
    job.vars = { TINY_STEPS: 60, TINY_STEP_MS: 10, TINY_CKPT_EVERY: 20, FAIL_WHEN: failNow() };
    job.smoke = {
      run: `${attack} && TINY_STEPS=10 TINY_STEP_MS=0 node train.mjs`,
      timeout: '300s',
      memory: '512MB',
      drill: { run: 'TINY_STEPS=4000 TINY_STEP_MS=10 TINY_CKPT_EVERY=5 node train.mjs', timeout: '60s' },
    };
    job.run = `${attack} && node train.mjs && BRIEF=1 ${attack}`;
    job.metrics['total-steps'] = 60;
    job.env = ['TRACKER_KEY'];
    // Its runner keeps its disk from step to step.
    job.store = 'none';
    delete job.watch.expected;
    writeFileSync(file, stringify(job));
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'A job');
  }

  /** Memory of the process that reads the log (neither the script nor the box), and everybody's arguments. */
  function samplePeak(): void {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(runner.dir)) continue;
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        argumentsSeen += 1;
        // Its own arguments are the script's own affair: it hands the stolen key to "yes".
        if ([SECRET, twin.token, 'the-token-of-the-job'].some((each) => command.includes(each)))
          inArguments.add(command);
        if (!command.includes('\0__action\0')) continue;
        const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        peakMb = Math.max(peakMb, Number(peak ?? 0) / 1024);
      } catch {
        // It has just ended.
      }
    }
  }

  /** Everything that anybody may read afterwards, by name. */
  function traces(): [string, string][] {
    const said = [...steps].flatMap(([name, { log, summary, outputs }]): [string, string][] => [
      [`log of ${name}`, log.replace(/^::add-mask::.*$/gm, '')],
      [`summary of ${name}`, summary],
      [`outputs of ${name}`, JSON.stringify(outputs)],
    ]);
    const dir = join(runner.workspace, 'gpu-lease-out', 'tiny-4242');
    const reports = ['report.html', 'summary.md'].map((name): [string, string] => [
      name,
      readFileSync(join(dir, name), 'utf8'),
    ]);
    const objects = git(
      '--git-dir',
      ledger,
      'cat-file',
      '--batch-all-objects',
      '--batch-check=%(objecttype) %(objectname)',
    )
      .split('\n')
      .filter((line) => /^(?:blob|commit) /.test(line))
      .map((line): [string, string] => [
        line,
        git('--git-dir', ledger, 'cat-file', '-p', line.split(' ')[1] ?? ''),
      ]);
    const comments = [...twin.state.issues.values()].flatMap((issue): [string, string][] => [
      ['pull request', JSON.stringify(issue)],
    ]);
    return [...said, ...reports, ...objects, ...comments];
  }

  it('lets the run through to its seal all the same', () => {
    assert.equal(steps.get('failed smoke')?.exitCode, 17, steps.get('failed smoke')?.log.slice(-3000));
    for (const [name, { exitCode, log }] of steps)
      if (name !== 'failed smoke') assert.equal(exitCode, 0, `${name}: ${log.slice(-3000)}`);
    assert.equal(steps.get('collect')?.outputs['state'], 'sealed');
    assert.match(steps.get('comment')?.outputs['comment'] ?? '', /created/);
  });

  it('gets no secret into a log, a summary, an output, a report, the ledger or a comment, in any usual form [GH-08]', () => {
    const forms = [...secretForms(TRACKER_KEY), ...secretForms(SECRET)];
    assert.ok(traces().length > 20);
    for (const [name, text] of traces())
      for (const form of forms) assert.equal(text.includes(form), false, `${name} holds ${form}`);
  });

  it('finds no secret in the processes above the smoke [security 2]', () => {
    for (const name of ['smoke', 'failed smoke'])
      assert.match(steps.get(name)?.log ?? '', /nothing was found to steal/, name);
  });

  it('speaks no command to the runner, sets no output and sends no control character [GH-08]', () => {
    for (const [name, { log, summary, outputs }] of steps) {
      assert.deepEqual(
        [...new Set(commandsIn(log))].filter((each) => !OWN_COMMANDS.includes(each)),
        [],
        name,
      );
      assert.doesNotMatch(log, /^\s*::error file=gpu-lease\.yml,line=1::/m, name);
      assert.doesNotMatch(`${log}${summary}`, CONTROL, name);
      // Why it failed quotes the script, for a comment that shows it as a stranger's words.
      const { reason = '', ...others } = outputs;
      assert.equal(
        Object.entries(others).some((output) => output.join().includes('forged')),
        false,
        name,
      );
      assert.doesNotMatch(reason, CONTROL, name);
    }
  });

  it('costs bounded memory and a bounded log, whatever it prints', (t) => {
    const longest = Math.max(...[...steps.values()].map(({ log }) => log.length));
    t.diagnostic(
      `show: 1 GB of log and a line of 10 MB: ${peakMb.toFixed(0)} MB of memory at most, ${(longest / 1e6).toFixed(1)} MB shown`,
    );
    assert.ok(peakMb > 20, 'the program was seen');
    assert.ok(peakMb < MAX_RSS_MB, `${peakMb} MB`);
    assert.ok(longest < 8e6, `${longest} characters`);
  });

  it('is shown at its own line of the pull request when it fails in the smoke', () => {
    const { log } = steps.get('failed smoke') ?? { log: '' };
    assert.match(log, /^::error file=hostile\.mjs,line=\d+,col=1,title=gpu-lease::/m);
  });

  it('finds no token and no secret of ours in the arguments of any process', () => {
    assert.ok(argumentsSeen > 50, 'processes were looked at');
    assert.deepEqual([...inArguments], []);
  });

  it('leaves no token and no secret of ours in a file, and nothing for the environment of later steps [GH-08]', () => {
    for (const secret of [twin.token, 'the-token-of-the-job'])
      assert.deepEqual(filesHolding(secret, [runner.workspace, join(runner.dir, 'home')]), []);
    for (const name of ['GITHUB_ENV', 'GITHUB_PATH'])
      assert.equal(readFileSync(join(runner.dir, name), 'utf8'), '', name);
  });

  function filesHolding(text: string, places: string[]): string[] {
    return places.flatMap((place) =>
      readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => statSync(path).size < 4e6 && readFileSync(path, 'utf8').includes(text)),
    );
  }
});
