import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { allFilledIn, type Contexts, filledIn, holds, type Status } from './expressions.ts';
import type { Interruption } from './interruption.ts';
import {
  type JobFile,
  listOf,
  needsOf,
  refuseMore,
  type WorkflowFile,
  withEnvironment,
} from './thin-files.ts';
import { type OtherAction, type Runner, runSteps } from './thin-steps.ts';

/**
 * A thin driver for workflow files, for what act cannot do: `$/` references, environments that gate and hold secrets,
 * permissions of called workflows, attempts, runners that disappear. It is not GitHub and not a runner of GitHub's: it reads the
 * files as YAML and asks GitHub's own evaluator (`@actions/expressions`) about every `${{ }}`; whether the files are valid is
 * asked of GitHub's own parser in linters.test.ts. Jobs run one after another, each on a fresh disk; of a matrix it knows one list
 * by name. It knows no services, no containers, no defaults, no `timeout-minutes` and no concurrency: groups are only noted.
 */
export interface Server {
  /** Told the title before anything runs. */
  begin(run: RunAsked, title: string): void;
  apiUrl: string;
  serverUrl: string;
  /** A token that may do only this. */
  token(permissions: Readonly<Record<string, string>>): string;
  /** Told before a job starts that names an environment; resolves when reviewers, if any, have answered. */
  enter(environment: string, run: RunAsked): Promise<'open' | 'rejected'>;
  environmentSecrets(environment: string): Readonly<Record<string, string>>;
}

export interface Repository {
  /** `owner/name`. */
  name: string;
  /** Bare repository whose `main` is checked out. */
  origin: string;
  secrets: Readonly<Record<string, string>>;
  vars?: Readonly<Record<string, string>>;
}

/** The suite as GitHub would have it at the commit that the caller's file pins. */
export interface Suite {
  name: string;
  /** Holds `actions/` and what they run. */
  root: string;
  /** Holds `.github/workflows/`. */
  workflows: string;
}

export interface RunAsked {
  file: string;
  event: string;
  runId: number;
  attempt: number;
  actor: string;
  /** Who started this attempt. */
  triggeringActor?: string;
  inputs?: Readonly<Record<string, string>>;
  /** The rest of the event's payload. */
  payload?: Readonly<Record<string, unknown>>;
  /** The machine under that job disappears when its log matches. */
  lose?: { job: string; when: RegExp };
  others?: Readonly<Record<string, OtherAction>>;
  /** Somebody cancels the workflow run, or the machine is lost, at a step of a job. */
  interrupted?: Interruption;
  /** "Re-run failed jobs": what the attempt before came to. Jobs that went well are not run again, and their outputs count. */
  earlier?: RunDone;
}

export interface JobDone {
  result: 'success' | 'failure' | 'cancelled' | 'skipped';
  outputs: Record<string, string>;
  log: string;
  summary: string;
}

export interface RunDone {
  conclusion: 'success' | 'failure' | 'cancelled';
  title: string;
  /** By name; of a called workflow as `caller / job`. */
  jobs: Record<string, JobDone>;
  /** Groups that the jobs which ran would have queued in. */
  groups: string[];
}

/** Where a file's jobs stand: what they may see, and what they may at most be allowed. */
interface Scope {
  asked: RunAsked;
  prefix: string;
  contexts: {
    github: object;
    inputs: Record<string, string>;
    secrets: Record<string, string>;
    /** Of the repository, in called workflows too. */
    vars: Readonly<Record<string, string>>;
    matrix?: Record<string, string>;
  };
  /** `undefined`: the caller's own file, where each job names its own. */
  atMost: Readonly<Record<string, string>> | undefined;
  done: RunDone;
  /** Jobs of this file that were run in this attempt, or skipped. */
  again: Set<string>;
}

type Jobs = Record<string, JobDone>;

export class ThinDriver {
  readonly dir = mkdtempSync(join(tmpdir(), 'gl-thin-'));
  readonly #server: Server;
  readonly #repository: Repository;
  readonly #suite: Suite;
  #runners = 0;

  constructor(server: Server, repository: Repository, suite: Suite) {
    this.#server = server;
    this.#repository = repository;
    this.#suite = suite;
    mkdirSync(this.boxes, { recursive: true });
  }

  /** The one thing that outlives a runner's disk: the loopback boxes, which stand for a cloud. */
  get boxes(): string {
    return join(this.dir, 'cloud');
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  async run(asked: RunAsked): Promise<RunDone> {
    const text = this.#git('show', `main:${asked.file}`);
    const workflow = parse(text) as WorkflowFile;
    const github = this.#github(asked);
    const { secrets, vars = {} } = this.#repository;
    const contexts = { github, inputs: { ...asked.inputs }, secrets: { ...secrets }, vars };
    const done: RunDone = {
      conclusion: 'success',
      title: filledIn(workflow['run-name'], contexts),
      jobs: {},
      groups: [],
    };
    this.#server.begin(asked, done.title);
    const scope = { asked, prefix: '', contexts, atMost: undefined, done, again: new Set<string>() };
    const jobs = await this.#jobs(workflow, scope);
    if (Object.values(jobs).some(({ result }) => result === 'failure')) done.conclusion = 'failure';
    if (asked.interrupted?.isCancelled) done.conclusion = 'cancelled';
    return done;
  }

  async #jobs(workflow: WorkflowFile, scope: Scope): Promise<Jobs> {
    const jobs: Jobs = {};
    const waiting = new Map(Object.entries(workflow.jobs));
    while (waiting.size > 0) {
      const [id, job] = [...waiting].find(([, each]) => needsOf(each).every((name) => name in jobs)) ?? [];
      if (id === undefined || !job) throw new Error(`jobs wait for each other: ${[...waiting.keys()]}`);
      waiting.delete(id);
      const name = `${scope.prefix}${id}`;
      const needs = Object.fromEntries(needsOf(job).map((need) => [need, jobs[need] as JobDone]));
      const kept = keptOf(name, needs, scope);
      if (kept === undefined) scope.again.add(id);
      jobs[id] = kept ?? (await this.#job(name, job, needs, scope));
      scope.done.jobs[name] = jobs[id];
    }
    return jobs;
  }

  async #job(name: string, job: JobFile, needs: Jobs, scope: Scope): Promise<JobDone> {
    const { secrets: _, ...seen } = scope.contexts;
    const contexts = { ...seen, needs };
    const results = Object.values(needs).map(({ result }) => result);
    const failed: Status = results.includes('failure') ? 'failure' : 'success';
    const status = scope.asked.interrupted?.isCancelled ? 'cancelled' : failed;
    const isSkipped = status === 'success' && results.includes('skipped');
    const runs = holds(job.if, contexts, isSkipped ? 'failure' : status);
    if (!runs) return { result: 'skipped', outputs: {}, log: '', summary: '' };
    if (job.strategy) return this.#matrix(name, job, needs, scope);
    if (job.concurrency) scope.done.groups.push(filledIn(job.concurrency.group, contexts));
    return job.uses ? this.#called(name, job, needs, scope) : this.#onRunner(name, job, needs, scope);
  }

  /** One job for each value, as `fail-fast: false` has it: what fails stops no other. */
  async #matrix(name: string, job: JobFile, needs: Jobs, scope: Scope): Promise<JobDone> {
    const { strategy, ...one } = job;
    const { secrets: _, ...seen } = scope.contexts;
    const [[axis, list] = ['', '']] = Object.entries(strategy?.matrix ?? {});
    const values = listOf(String(list), { ...seen, needs });
    if (values.length === 0) throw new Error(`${name}: GitHub refuses a matrix without a value`);
    const whole: JobDone = { result: 'success', outputs: {}, log: '', summary: '' };
    for (const value of values) {
      const matrix = { [axis]: value };
      const contexts = { ...scope.contexts, matrix };
      if (one.concurrency)
        scope.done.groups.push(filledIn(one.concurrency.group, { ...seen, needs, matrix }));
      const own = `${name} (${value})`;
      const inner = { ...scope, contexts };
      const done =
        keptOf(own, {}, scope) ??
        (await (one.uses ? this.#called(own, one, needs, inner) : this.#onRunner(own, one, needs, inner)));
      scope.done.jobs[own] = done;
      if (done.result === 'failure' || done.result === 'cancelled') whole.result = done.result;
      whole.log += done.log;
    }
    return whole;
  }

  /** A called workflow sees the inputs and secrets that it is passed, and is allowed no more than its caller. */
  async #called(name: string, job: JobFile, needs: Jobs, scope: Scope): Promise<JobDone> {
    const workflow = parse(readFileSync(this.#calledFile(job.uses ?? ''), 'utf8')) as WorkflowFile;
    const contexts: Contexts = { ...scope.contexts, needs };
    const { inputs: declared = {}, outputs = {} } = workflow.on.workflow_call ?? {};
    const inputs = {
      ...Object.fromEntries(
        Object.entries(declared).map(([key, { default: value = '' }]) => [key, String(value)]),
      ),
      ...allFilledIn(job.with, contexts),
    };
    const secrets = allFilledIn(job.secrets, contexts);
    const inner: Scope = {
      ...scope,
      prefix: `${name} / `,
      contexts: { github: scope.contexts.github, inputs, secrets, vars: scope.contexts.vars },
      atMost: job.permissions ?? {},
      again: new Set(),
    };
    const jobs = await this.#jobs(workflow, inner);
    const given = allFilledIn(
      Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, value])),
      { github: scope.contexts.github, inputs, jobs },
    );
    const results = Object.values(jobs).map(({ result }) => result);
    const worst = (['failure', 'cancelled'] as const).find((each) => results.includes(each));
    return { result: worst ?? 'success', outputs: given, log: '', summary: '' };
  }

  #calledFile(uses: string): string {
    if (uses.startsWith('$/')) return join(this.#suite.workflows, uses.slice(2));
    const path = uses.replace(/@.*$/, '');
    if (!path.startsWith(`${this.#suite.name}/`)) throw new Error(`no copy of ${uses}`);
    return join(this.#suite.workflows, path.slice(this.#suite.name.length + 1));
  }

  async #onRunner(name: string, job: JobFile, needs: Jobs, scope: Scope): Promise<JobDone> {
    const { asked, contexts, atMost } = scope;
    const permissions = job.permissions ?? {};
    refuseMore(name, permissions, atMost);
    const environment = filledIn(
      typeof job.environment === 'object' ? job.environment.name : job.environment,
      { ...contexts, needs },
    );
    if (environment !== '' && (await this.#server.enter(environment, asked)) === 'rejected')
      return { result: 'failure', outputs: {}, log: `${environment}: rejected\n`, summary: '' };
    const own = environment ? this.#server.environmentSecrets(environment) : {};
    const secrets =
      atMost === undefined ? { ...contexts.secrets, ...own } : withEnvironment(contexts.secrets, own);
    const token = this.#server.token(permissions);
    const seen = { ...contexts, github: { ...contexts.github, token }, needs, secrets, runner: RUNNER };
    const env = allFilledIn(job.env, seen);
    const lost = asked.lose?.job === name ? asked.lose.when : undefined;
    const { interrupted } = asked;
    const runner = {
      ...this.#runner(asked, env, seen, lost),
      ...(interrupted?.job === name && { interrupted }),
    };
    try {
      const ran = await runSteps(runner, job.steps ?? [], seen);
      const outputs = ran.status === 'lost' ? {} : allFilledIn(job.outputs, { ...seen, steps: ran.steps });
      const { log, summary } = ran;
      return { result: ran.status === 'lost' ? 'failure' : ran.status, outputs, log, summary };
    } finally {
      rmSync(runner.dir, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  #runner(
    asked: RunAsked,
    env: Record<string, string>,
    contexts: Contexts,
    lost: RegExp | undefined,
  ): Runner {
    this.#runners += 1;
    const dir = join(this.dir, `runner-${this.#runners}`);
    for (const each of ['work', 'temp', 'home/.local/state/gpu-lease'])
      mkdirSync(join(dir, each), { recursive: true });
    symlinkSync(this.boxes, join(dir, 'home/.local/state/gpu-lease/local'));
    const event = join(dir, 'event.json');
    const inputs = asked.inputs && { inputs: asked.inputs };
    writeFileSync(event, JSON.stringify({ ...asked.payload, ...inputs, sender: { login: asked.actor } }));
    const workspace = join(dir, 'work');
    return {
      dir,
      workspace,
      suite: this.#suite.root,
      suiteName: this.#suite.name,
      contexts,
      lost,
      others: { 'actions/checkout': (given) => this.#checkOut(workspace, given), ...asked.others },
      env: {
        ...this.#variables(asked, dir),

        GITHUB_WORKSPACE: workspace,
        GITHUB_EVENT_PATH: event,
        ...env,
      },
    };
  }

  /** One commit alone, unless its step asks for more; a `ref` is a commit's id. */
  async #checkOut(workspace: string, given: Record<string, string>): Promise<Record<string, string>> {
    const { ref = '', 'fetch-depth': depth = '1' } = given;
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', workspace, ...args], { encoding: 'utf8', timeout: 60_000 });
    git('init', '--quiet', '--initial-branch=main');
    git('remote', 'add', 'origin', `file://${this.#repository.origin}`);
    const wanted = ref === '' ? 'main' : ref;
    git('fetch', '--quiet', ...(depth === '0' ? [] : [`--depth=${depth}`]), 'origin', wanted);
    git('checkout', '--quiet', ...(ref === '' ? ['-B', 'main'] : ['--detach']), 'FETCH_HEAD');
    return {};
  }

  #variables(asked: RunAsked, dir: string): Record<string, string> {
    return {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: join(dir, 'home'),
      TMPDIR: join(dir, 'temp'),
      RUNNER_TEMP: join(dir, 'temp'),
      RUNNER_NAME: 'GitHub Actions 1',
      RUNNER_ENVIRONMENT: 'github-hosted',
      LANG: 'C.UTF-8',
      GITHUB_JOB: 'job',
      // The loopback boxes stand for a cloud.
      GPU_LEASE_LOCAL_IN_WORKFLOW: 'yes',
      GIT_CONFIG_NOSYSTEM: '1',
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: this.#server.apiUrl,
      GITHUB_SERVER_URL: this.#server.serverUrl,
      GITHUB_REPOSITORY: this.#repository.name,
      GITHUB_EVENT_NAME: asked.event,
      GITHUB_RUN_ID: String(asked.runId),
      GITHUB_RUN_ATTEMPT: String(asked.attempt),
      GITHUB_ACTOR: asked.actor,
      GITHUB_TRIGGERING_ACTOR: asked.triggeringActor ?? asked.actor,
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REF_NAME: 'main',
      GITHUB_SHA: this.#git('rev-parse', 'main').trim(),
      GITHUB_WORKFLOW_REF: `${this.#repository.name}/${asked.file}@refs/heads/main`,
    };
  }

  #github(asked: RunAsked): object {
    return {
      event_name: asked.event,
      event: { ...asked.payload, inputs: asked.inputs ?? {} },
      run_id: String(asked.runId),
      run_attempt: String(asked.attempt),
      repository: this.#repository.name,
      ref: 'refs/heads/main',
      sha: this.#git('rev-parse', 'main').trim(),
      actor: asked.actor,
    };
  }

  #git(...args: string[]): string {
    return execFileSync('git', ['--git-dir', this.#repository.origin, ...args], {
      encoding: 'utf8',
      timeout: 30_000,
    });
  }
}

/** What a job came to in the attempt before, where this attempt does not run it again: it went well, and so did what it needs. */
function keptOf(name: string, needs: Jobs, { asked, again }: Scope): JobDone | undefined {
  const before = asked.earlier?.jobs[name];
  if (before === undefined || !['success', 'skipped'].includes(before.result)) return undefined;
  return Object.keys(needs).some((need) => again.has(need)) ? undefined : before;
}

const RUNNER = { os: 'Linux', name: 'GitHub Actions 1', environment: 'github-hosted' };
