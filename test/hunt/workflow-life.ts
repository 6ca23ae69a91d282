import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { systemClock } from '../../src/clock.ts';
import { destroyLocalBox } from '../../src/platforms/local/end-box.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { FakeRunner, type StepOutcome } from '../github/fake-runner.ts';
import { packedUpload } from '../github/packed-upload.ts';
import { installation } from '../installation.ts';
import type { JobFile } from '../scenarios/tiny-job.ts';
import type { TwinRun } from '../twins/github-state.ts';
import type { GitHubTwin } from '../twins/github-twin.ts';
import { filesBelow, type Sink } from './finder.ts';
import { JOB_SECRET } from './kinds.ts';
import { SampledProcesses, WatchedPrograms } from './watched-programs.ts';

const COMMAND_FILES = ['GITHUB_STATE', 'GITHUB_ENV', 'GITHUB_PATH'];

interface Around {
  twin: GitHubTwin;
  /** The `env:` of the steps that have secrets. */
  env: Record<string, string>;
  /** The inputs of each of them. */
  inputs: Record<string, string>;
  change(job: JobFile): void;
  /** Steps between the launch and the follow: `tick`, say. */
  between?: readonly string[];
}

/** One run through the steps of a workflow, and every sink that the steps have. */
export class WorkflowLife {
  readonly runner: FakeRunner;
  readonly started: TwinRun;
  readonly steps: { stage: string; outcome: StepOutcome }[] = [];
  readonly uploaded: Sink[] = [];
  /** Arguments and environment of each program that was called, and of every process that was seen. */
  calls: Sink[] = [];
  readonly #aside = mkdtempSync(join(tmpdir(), 'gl-hunt-'));
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
    const { twin } = around;
    this.started = twin.startRun({ path: '.github/workflows/train.yml', event: 'workflow_dispatch' });
    const files = Object.fromEntries(COMMAND_FILES.map((name) => [name, join(this.#aside, name)]));
    for (const file of Object.values(files)) writeFileSync(file, '');
    this.runner = new FakeRunner(installation(), {
      ...(twin.env as Record<string, string>),
      ...files,
      GITHUB_RUN_ID: String(this.started.id),
      GITHUB_JOB: 'train',
    });
    this.runner.onRecord = ({ name, paths }) => this.#uploaded(name, recordIn(paths));
    mkdirSync(this.runner.workspace, { recursive: true });
  }

  /** Where the thief of a job brings what it finds. */
  get lootDir(): string {
    return join(this.#aside, 'loot');
  }

  async live(): Promise<void> {
    const programs = new WatchedPrograms(this.#aside);
    this.runner.env['PATH'] = `${programs.path}:${this.runner.env['PATH']}`;
    this.#placeJob();
    const sampled = new SampledProcesses(this.runner.dir);
    try {
      await this.#steps();
    } finally {
      this.calls = [...programs.calls(), ...sampled.end()];
    }
  }

  async #steps(): Promise<void> {
    const { inputs, env, between = [] } = this.#around;
    const { smoke, open } = await this.runner.smoked({ with: inputs, env });
    this.steps.push({ stage: 'smoke', outcome: smoke }, { stage: 'open', outcome: open });
    // Beside the secrets it refuses by name.
    const refused = await this.runner.step({ stage: 'smoke', env });
    this.steps.push({ stage: 'smoke beside secrets', outcome: refused });
    await this.step('launch');
    for (const stage of between) await this.step(stage);
    await this.step('watch', { bound: '60s' });
    const sealed = await this.step('collect');
    const seal = sealed.outputs['seal'] ?? '';
    if (!/^[0-9a-f]{64}$/.test(seal)) throw new Error(`not sealed:\n${sealed.log}`);
    const phrase = `tiny-${this.started.id}-1 ${seal.slice(0, 8)}`;
    await this.step('release', { approve: 'no such phrase' });
    const event = join(this.runner.dir, 'event.json');
    const asked = { inputs: { approve: phrase }, sender: { login: 'grace', type: 'User' } };
    writeFileSync(event, JSON.stringify(asked));
    const released = await this.step(
      'release',
      { approve: phrase },
      { GITHUB_EVENT_NAME: 'workflow_dispatch', GITHUB_EVENT_PATH: event, GITHUB_TRIGGERING_ACTOR: 'grace' },
    );
    if (released.outputs['state'] !== 'released') throw new Error(`not released:\n${released.log}`);
  }

  async step(
    stage: string,
    also: Record<string, string> = {},
    more: Record<string, string> = {},
  ): Promise<StepOutcome> {
    const { inputs, env } = this.#around;
    const outcome = await this.runner.step({
      stage,
      with: { ...inputs, ...also },
      env: { ...env, ...more },
      upload: async (name, paths) => {
        const zip = packedUpload(paths);
        this.#uploaded(name, zip);
        const { id, digest } = this.#around.twin.addArtifact(this.started, name, zip);
        return { id, digest: (digest ?? '').replace('sha256:', '') };
      },
    });
    this.steps.push({ stage, outcome });
    return outcome;
  }

  #uploaded(name: string, bytes: Buffer): void {
    this.uploaded.push({ where: `name of artifact ${name}`, bytes: Buffer.from(name) });
    this.uploaded.push({ where: `artifact ${name}`, bytes });
  }

  git(...args: string[]): string {
    return execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: this.runner.workspace,
      env: this.runner.env,
      encoding: 'utf8',
      timeout: 30_000,
    });
  }

  #placeJob(): void {
    const { workspace } = this.runner;
    cpSync(join(repositoryRoot, 'examples', 'tiny'), workspace, { recursive: true });
    cpSync(join(import.meta.dirname, 'thief.mjs'), join(workspace, 'thief.mjs'));
    const file = join(workspace, 'gpu-lease.yml');
    const job: JobFile = parse(readFileSync(file, 'utf8'));
    job['vars'] = { TINY_STEPS: 40, TINY_STEP_MS: 1, TINY_CKPT_EVERY: 20 };
    job['smoke'] = {
      run: 'TINY_STEPS=20 TINY_STEP_MS=0 node train.mjs',
      timeout: '60s',
      memory: '512MB',
      drill: 'none',
    };
    job['metrics']['total-steps'] = 40;
    job['env'] = [JOB_SECRET];
    job['run'] = 'echo "$TRACKER_KEY" && node train.mjs';
    delete job['watch'].expected;
    this.#around.change(job);
    writeFileSync(file, stringify(job));
    this.git('init', '--quiet');
    this.git('add', '--all');
    this.git('commit', '--quiet', '-m', 'A job');
  }

  /** What a reader of the workflow run sees, and what the runner takes out of its log beforehand. */
  shown(): Sink[] {
    return this.steps.flatMap(({ stage, outcome: { log, summary, outputs } }) => [
      { where: `log of ${stage}`, bytes: linesOf(log, (line) => !isMask(line)) },
      { where: `summary of ${stage}`, bytes: Buffer.from(summary) },
      { where: `outputs of ${stage}`, bytes: Buffer.from(JSON.stringify(outputs)) },
    ]);
  }

  masks(): Sink[] {
    return this.steps.map(({ stage, outcome }) => ({
      where: `masks of ${stage}`,
      bytes: linesOf(outcome.log, isMask),
    }));
  }

  /** What steps leave to those that come after them, beside their outputs. */
  commands(): string {
    return COMMAND_FILES.map((name) => readFileSync(join(this.#aside, name), 'utf8')).join('');
  }

  async end(): Promise<void> {
    const boxes = join(this.runner.env['HOME'] ?? '', '.local', 'state', 'gpu-lease', 'local');
    if (existsSync(boxes))
      for (const name of readdirSync(boxes)) await destroyLocalBox(boxes, name, systemClock);
    this.runner.remove();
    rmSync(this.#aside, { recursive: true, force: true });
  }
}

/** The one line that may hold a secret, which the runner takes out of the log. */
const isMask = (line: string): boolean => line.startsWith('::add-mask::');

const linesOf = (log: string, wanted: (line: string) => boolean): Buffer =>
  Buffer.from(log.split('\n').filter(wanted).join('\n'));

/** A record is one file and not a folder. */
const recordIn = (paths: readonly string[]): Buffer =>
  Buffer.concat(paths.flatMap((path) => [...filesBelow(join(path, '..'))].map(({ bytes }) => bytes)));
