// Over a minute: a record is carried over hours by workflow runs, each a process on a fresh machine.
// In turn: steps of workflows, each a process
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import type { LedgerEvent } from '../../src/lease/events.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { partInTurn } from '../in-turn.ts';
import { installation } from '../installation.ts';
import { missing } from '../requirement.ts';
import type { TwinArtifact, TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { LoopbackCloud } from '../workflows/loopback-cloud.ts';
import { repositoryRoot } from './action-file.ts';
import { FakeRunner, type StepOutcome } from './fake-runner.ts';
import { keptInTwin } from './packed-upload.ts';
import { ShiftedClock } from './shifted-clock.ts';

const LEDGER = 14;
const HOURS = 3600;
const RUN = 'tiny-77';

/**
 * One run, carried by workflow runs hours apart, each on a machine that never saw anything of it: what the ones before left as
 * artifacts is all that can say whether the record is whole.
 */
class Carried {
  readonly dir = mkdtempSync(join(tmpdir(), 'gl-witness-'));
  readonly secret = newSecret();
  readonly clock = new ShiftedClock(this.dir);
  readonly ledger = join(this.dir, 'ledger.git');
  twin!: GitHubTwin;
  runner!: FakeRunner;
  cloud!: LoopbackCloud;
  workflowRun!: TwinRun;

  async begin(): Promise<void> {
    this.twin = await startGitHubTwin({ clock: this.clock, tellsTime: true });
    this.runner = new FakeRunner(installation(), {
      ...(this.twin.env as Record<string, string>),
      ...this.clock.env,
    });
    this.runner.env['RUNNER_TEMP'] = join(this.runner.dir, 'temp');
    this.runner.onRecord = (record) => void keptInTwin(this.twin, this.workflowRun, record);
    this.cloud = new LoopbackCloud(join(this.#state, 'local'));
    this.git('init', '--quiet', '--bare', this.ledger);
    this.#placeJob();
    this.anew();
  }

  async end(): Promise<void> {
    await this.cloud.destroy();
    this.runner.remove();
    await this.twin.close();
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  get #state(): string {
    return join(this.runner.env['HOME'] ?? '', '.local', 'state', 'gpu-lease');
  }

  /** Another workflow run, hours later, on another machine. The boxes stand for a cloud and stay. */
  anew(hours = 3): void {
    this.clock.pass(hours * HOURS);
    this.workflowRun = this.twin.startRun({
      path: '.github/workflows/train.yml',
      event: 'workflow_dispatch',
    });
    this.runner.env['GITHUB_RUN_ID'] = String(this.workflowRun.id);
    this.forget();
  }

  /** The same, as far as the machine goes. */
  forget(): void {
    if (!existsSync(this.#state)) return;
    for (const name of readdirSync(this.#state))
      if (name !== 'local') rmSync(join(this.#state, name), { recursive: true, force: true });
  }

  get given(): Record<string, string> {
    return { ledger: `file://${this.ledger}`, secret: this.secret, token: this.twin.token };
  }

  step(stage: string, more: Record<string, string> = {}): Promise<StepOutcome> {
    const run = stage === 'tick' ? {} : { run: RUN };
    return this.runner.step({ stage, with: { ...this.given, ...run, ...more } });
  }

  async done(stage: string, more: Record<string, string> = {}): Promise<StepOutcome> {
    const outcome = await this.step(stage, more);
    assert.equal(outcome.exitCode, 0, shown(outcome));
    return outcome;
  }

  git(...args: string[]): string {
    return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: this.runner.workspace,
      env: { ...this.runner.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
      timeout: 30_000,
    });
  }

  get ref(): string {
    return `refs/gpu-lease/runs/${RUN}`;
  }

  text(): string {
    return this.git('--git-dir', this.ledger, 'show', `${this.ref}:events.jsonl`);
  }

  events(): LedgerEvent[] {
    return this.text()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  types(): string[] {
    return this.events().map(({ type }) => type);
  }

  /** What anybody can do who may push. @returns where it stood */
  pushBack(to: RegExp): string {
    const tip = this.tip();
    const log = this.git('--git-dir', this.ledger, 'log', '--format=%H %s', this.ref).trim().split('\n');
    const found = log.find((line) => to.test(line.slice(41)));
    assert.ok(found, `no commit ${to} in ${log.join('\n')}`);
    this.git('--git-dir', this.ledger, 'update-ref', this.ref, found.slice(0, 40));
    return tip;
  }

  tip(): string {
    return this.git('--git-dir', this.ledger, 'rev-parse', this.ref).trim();
  }

  put(tip: string): void {
    this.git('--git-dir', this.ledger, 'update-ref', this.ref, tip);
  }

  deleteRef(): string {
    const tip = this.tip();
    this.git('--git-dir', this.ledger, 'update-ref', '-d', this.ref);
    return tip;
  }

  artifacts(name: string): TwinArtifact[] {
    return [...this.twin.state.artifacts.values()].filter((each) => each.name === name);
  }

  /** At a terminal of somebody with a token. Not in one process with the twin, which could not answer it meanwhile. */
  program(...args: string[]): Promise<{ exitCode: number | null; output: string }> {
    const env = { ...this.runner.env, GITHUB_ACTIONS: '', GPU_LEASE_SECRET: this.secret };
    return new Promise((resolve) => {
      const options = { cwd: this.runner.workspace, env, timeout: 60_000 };
      const child = execFile(join(installation(), 'bin', 'gpu-lease'), args, options, (_, out, err) =>
        resolve({ exitCode: child.exitCode, output: out + err }),
      );
    });
  }

  endNow(): string {
    return join(this.dir, 'end-now');
  }

  #placeJob(): void {
    cpSync(join(repositoryRoot, 'examples', 'tiny'), this.runner.workspace, { recursive: true });
    const file = join(this.runner.workspace, 'gpu-lease.yml');
    const job = parse(readFileSync(file, 'utf8'));
    job.vars = { TINY_STEPS: 60, TINY_STEP_MS: 1, TINY_CKPT_EVERY: 20 };
    job.smoke = 'none';
    // It does not end before the test says so, however slow this machine is.
    job.run = `node train.mjs && while [ ! -e '${this.endNow()}' ]; do sleep 0.2; done`;
    job.metrics['total-steps'] = 60;
    job.store = 'none';
    job.budget = { usd: 1000, hours: 1000, usdPerHour: 1 };
    // Hours pass between two of its steps, and a slow machine may not have told its last one before they do.
    job.watch = { stall: '1000h' };
    writeFileSync(file, stringify(job));
    this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', 'A job');
  }
}

const shown = ({ log }: StepOutcome): string => log.replaceAll(/^::add-mask::.*\n/gm, '');

describe('a run that workflow runs carry hours apart, each on a fresh machine', {
  skip: missing('git'),
  timeout: 600_000,
}, () => {
  const carried = new Carried();
  before(() => carried.begin());
  after(() => carried.end());

  it('leaves its record as an artifact of each workflow run, one however many steps there are [security 1]', async () => {
    await carried.done('open');
    const [left, ...more] = carried.artifacts(`gpu-lease-record-${RUN}`);
    assert.equal(more.length, 0);
    assert.equal(left?.run, carried.workflowRun.id);
    assert.ok(!left.zip.includes(carried.secret));
  });

  it('is launched hours later: the artifact vouches for it [security 1]', async () => {
    carried.anew();
    const launched = await carried.done('launch');
    assert.equal(launched.outputs['state'], 'running', shown(launched));
    const vouched = carried.events().find(({ type }) => type === 'vouched') as
      | { witnesses: string[] }
      | undefined;
    assert.match(vouched?.witnesses.join() ?? '', new RegExp(`artifact gpu-lease-record-${RUN} \\(\\d+\\)`));
    assert.ok(!carried.types().includes('halted'), shown(launched));
    await carried.done('watch', { bound: '2s' });
    assert.equal(carried.artifacts(`gpu-lease-record-${RUN}`).length, 2, 'one for each workflow run');
  });

  it('goes on with another box where the first was taken away meanwhile [security 1]', async () => {
    await carried.cloud.destroy();
    carried.anew();
    await carried.done('watch', { bound: '60s' });
    const types = carried.types();
    assert.ok(!types.includes('halted'), types.join());
    assert.equal(types.filter((type) => type === 'rented').length, 2, types.join());
    const left = carried
      .artifacts(`gpu-lease-record-${RUN}`)
      .find(({ run }) => run === carried.workflowRun.id);
    assert.ok(
      left?.zip.includes(`logs/${RUN}/main.2.log`),
      'for the day on which this machine and the box are gone',
    );
  });

  it('is looked at by a schedule, which leaves the records of all in one artifact [security 1]', async () => {
    carried.anew();
    const ticked = await carried.done('tick');
    assert.equal(carried.artifacts('gpu-lease-records').length, 1, shown(ticked));
    assert.ok(!carried.types().includes('halted'), shown(ticked));
  });
});

describe('a record that somebody puts back between two workflow runs', {
  skip: missing('git'),
  timeout: 600_000,
}, () => {
  const carried = new Carried();
  let boxes: string[];

  before(async () => {
    await carried.begin();
    await carried.done('open');
    await carried.done('launch');
    carried.anew(0);
    await carried.done('tick');
    boxes = await carried.cloud.boxes();
    assert.equal(boxes.length, 1);
  });
  after(() => carried.end());

  const refused = async (outcome: StepOutcome) => {
    assert.equal(outcome.exitCode, LEDGER, shown(outcome));
    assert.match(
      shown(outcome),
      /The record of run tiny-77 is not whole.*Nothing is rented, stopped or destroyed/,
    );
    assert.deepEqual(await carried.cloud.boxes(), boxes, 'nothing was rented or destroyed');
  };

  for (const [to, hours, stages] of [
    [/^opened/, 0, ['launch', 'watch']],
    [/^intend/, 3, ['launch']],
    [/answers/, 3, ['launch', 'watch', 'collect', 'release', 'continue']],
  ] as const)
    it(`to "${to.source}" is found by ${stages.join(', ')} ${hours} hours later, before anything is done [security 1]`, async () => {
      const tip = carried.pushBack(to);
      const cut = carried.text();
      for (const stage of stages) {
        carried.anew(hours);
        const kept = carried.twin.state.artifacts.size;
        await refused(await carried.step(stage));
        assert.equal(carried.text(), cut, 'nothing was written behind the cut');
        assert.equal(carried.twin.state.artifacts.size, kept, 'what was found rewritten is left nowhere');
      }
      carried.put(tip);
    });

  it('is told by the schedule, which keeps what is known of it and does nothing to it [security 1]', async () => {
    const whole = carried.text();
    const tip = carried.pushBack(/^rented/);
    carried.anew();
    for (let look = 0; look < 2; look += 1) {
      carried.anew();
      const ticked = await carried.step('tick');
      assert.equal(ticked.exitCode, LEDGER, shown(ticked));
      assert.match(ticked.log, /artifact gpu-lease-records \(\d+\)/);
      assert.deepEqual(await carried.cloud.boxes(), boxes);
    }
    const issues = [...carried.twin.state.issues.values()].filter(({ state }) => state === 'open');
    assert.equal(issues.filter(({ body }) => /tiny-77.*not whole/s.test(body)).length, 1);
    carried.put(tip);
    assert.equal(carried.text(), whole);
  });

  it('whose ref was deleted is not opened anew, nor forgotten by the schedule [security 1] [security 6]', async () => {
    const tip = carried.deleteRef();
    carried.anew();
    await refused(await carried.step('open'));
    await refused(await carried.step('launch'));
    assert.equal(carried.git('--git-dir', carried.ledger, 'for-each-ref', carried.ref), '');
    for (let look = 0; look < 2; look += 1) {
      carried.anew();
      const ticked = await carried.step('tick');
      assert.equal(ticked.exitCode, LEDGER, shown(ticked));
      assert.match(shown(ticked), /tiny-77.*not whole/);
    }
    assert.deepEqual(await carried.cloud.boxes(), boxes);
    carried.put(tip);
  });

  for (const harm of ['was cut', 'is gone'] as const)
    it(`that ${harm} is put back from an artifact by "restore", on a machine that never saw it [security 1]`, async () => {
      const whole = carried.text();
      if (harm === 'was cut') carried.pushBack(/^rented/);
      else carried.deleteRef();
      carried.anew();
      const ledger = ['--ledger', `file://${carried.ledger}`];
      const asked = await carried.program('restore', RUN, ...ledger);
      assert.equal(asked.exitCode, 10, asked.output);
      const known = /artifact gpu-lease-record\S* \(\d+\) of workflow run \d+: \d+ events, goes on from it/;
      assert.match(asked.output, known);
      const restored = await carried.program('restore', RUN, '--yes', ...ledger);
      assert.equal(restored.exitCode, 0, restored.output);
      assert.equal(carried.text(), whole);
      carried.anew(0);
      await carried.done('watch', { bound: '2s' });
    });
});

describe('what vouches for nothing', { skip: missing('git'), timeout: 600_000 }, () => {
  const carried = new Carried();
  let honest: TwinArtifact;
  let tip: string;

  before(async () => {
    await carried.begin();
    await carried.done('open');
    [honest] = carried.artifacts(`gpu-lease-record-${RUN}`) as [TwinArtifact];
    tip = carried.tip();
  });
  after(() => carried.end());

  const left = (text: string, run: Partial<TwinRun> = {}) =>
    carried.twin.addArtifact(
      carried.twin.startRun({ path: '.github/workflows/x.yml', event: 'push', ...run }),
      honest.name,
      { [`${RUN}.jsonl`]: text },
    );
  /** Of the same run, signed by somebody with another secret. */
  const forged = () => carried.text().replaceAll(/"mac":"[^"]{6}/g, '"mac":"AAAAAA');

  const cases: Record<string, () => void> = {
    'no artifact': () => {},
    'one that somebody without the secret made': () => void left(forged()),
    'one of a pull request from a fork': () => void left(carried.text(), { isOfFork: true }),
    'one that has expired': () => carried.twin.expireArtifact(left(carried.text()).id),
    'one that ends before the record does': () => void left(`${carried.text().split('\n')[0]}\n`),
    'one that is no zip': () => {
      Object.assign(left(carried.text()), { zip: Buffer.from('no zip') });
    },
    'one beside a newer one that cannot be read': () => {
      left(carried.text());
      const newer = left(carried.text());
      carried.twin.server.fail({
        how: { reply: { status: 503 } },
        times: 9,
        path: new RegExp(`artifacts/${newer.id}/zip`),
      });
    },
    'GitHub that does not answer': () => {
      left(carried.text());
      carried.twin.server.fail({ how: { reply: { status: 503 } }, times: 99, path: /\/actions\/artifacts/ });
    },
  };
  const chosen = partInTurn('what vouches for nothing', Object.entries(cases), 2, ([what]) => what);
  for (const [what, arrange] of chosen)
    it(`${what}: after hours nothing is rented, and a person is asked [security 1]`, async () => {
      carried.twin.state.artifacts.clear();
      arrange();
      carried.anew();
      const launched = await carried.step('launch');
      carried.twin.server.calm();
      assert.equal(launched.exitCode, 1, shown(launched));
      assert.match(shown(launched), /nothing outside of it can say that it is whole/);
      assert.deepEqual(await carried.cloud.boxes(), []);
      assert.ok(carried.types().includes('halted') && !carried.types().includes('intended'));
      carried.put(tip);
    });

  it('a record that is left where GitHub cannot be asked replaces nothing [security 1]', async () => {
    carried.twin.state.artifacts.clear();
    carried.anew(0);
    const records: { overwrite: boolean }[] = [];
    const keep = carried.runner.onRecord;
    carried.runner.onRecord = (record) => void records.push(record);
    carried.twin.server.fail({ how: { reply: { status: 503 } }, times: 99, path: /\/actions\/artifacts/ });
    await carried.done('open');
    carried.twin.server.calm();
    await carried.done('open');
    assert.deepEqual(
      records.map(({ overwrite }) => overwrite),
      [false, true],
    );
    carried.runner.onRecord = keep;
  });

  it('a longer one of the same workflow run is not replaced by a shorter one [security 1]', async () => {
    carried.twin.state.artifacts.clear();
    carried.twin.state.artifacts.set(honest.id, honest);
    carried.anew(0);
    await carried.done('launch');
    const kept = carried.artifacts(honest.name);
    assert.equal(kept.length, 2);
    carried.pushBack(/^opened/);
    carried.forget();
    // A machine of one's own that met the run before and knows no better.
    await carried.program('status', RUN, '--ledger', `file://${carried.ledger}`);
    await carried.done('open');
    assert.deepEqual(carried.artifacts(honest.name), kept);
  });
});
