import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { outputsIn } from '../github/fake-runner.ts';
import { allFilledIn, type Contexts, filledIn, holds, type Status } from './expressions.ts';
import type { Interruption } from './interruption.ts';

export interface StepFile {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  shell?: string;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
  'continue-on-error'?: boolean;
}

/** One job on one runner that is thrown away afterwards. */
export interface Runner {
  /** Fresh: nothing of an earlier job is in it. */
  dir: string;
  workspace: string;
  /** The checked out suite, which `$/` stands for, and the name by which others call its actions. */
  suite: string;
  suiteName: string;
  env: Readonly<Record<string, string>>;
  contexts: Contexts;
  /** Actions of other repositories, by name without the commit. */
  others: Readonly<Record<string, OtherAction>>;
  /** Lets the machine under the job disappear once the log matches: nothing more of the job happens. */
  lost?: RegExp | undefined;
  interrupted?: Interruption;
}

/** What a stand-in for a published action does; its outputs. Throws where the action would fail. */
export type OtherAction = (given: Record<string, string>, runner: Runner) => Promise<Record<string, string>>;

export interface StepsResult {
  status: Status | 'lost';
  steps: Record<string, { outputs: Record<string, string>; outcome: string; conclusion: string }>;
  log: string;
  summary: string;
}

/** Runs steps in order, by the rules that hold in jobs and in composites alike. */
export async function runSteps(
  runner: Runner,
  steps: readonly StepFile[],
  base: Contexts,
  { env = {}, inside = '' }: { env?: Record<string, string>; inside?: string } = {},
): Promise<StepsResult> {
  const result: StepsResult = { status: 'success', steps: {}, log: '', summary: '' };
  const { interrupted } = runner;
  for (const step of steps) {
    const path = `${inside}${step.id ?? (step.uses ?? 'run').replace(/@.*$/, '').replace(/^.*\//, '')}`;
    const contexts = { ...base, steps: result.steps, env };
    if (interrupted?.isCancelled) result.status = 'cancelled';
    if (!holds(step.if, contexts, result.status as Status)) continue;
    if (stops(interrupted, path, 'before')) return { ...result, status: 'lost' };
    // Looked at once more, as a runner does whose job is cancelled.
    if (interrupted?.isCancelled && !holds(step.if, contexts, 'cancelled')) continue;
    const own = { ...env, ...allFilledIn(step.env, contexts) };
    const done = await runStep(runner, step, contexts, { env: own, path });
    result.log += done.log;
    result.summary += done.summary;
    const isForgiven = step['continue-on-error'] === true;
    const conclusion = isForgiven && done.status === 'failure' ? 'success' : done.status;
    if (step.id) result.steps[step.id] = { outputs: done.outputs, outcome: done.status, conclusion };
    if (done.status === 'lost') return { ...result, status: 'lost' };
    if (conclusion === 'failure' || conclusion === 'cancelled') result.status = conclusion;
    if (stops(interrupted, path, 'after')) return { ...result, status: 'lost' };
  }
  if (interrupted?.isCancelled) result.status = 'cancelled';
  return result;
}

/** @returns whether nothing more of the job happens */
const stops = (interrupted: Interruption | undefined, path: string, moment: 'before' | 'after'): boolean =>
  interrupted?.meets(path, moment) === true && interrupted.how === 'lost';

interface StepDone {
  status: Status | 'lost';
  outputs: Record<string, string>;
  log: string;
  summary: string;
}

async function runStep(
  runner: Runner,
  step: StepFile,
  contexts: Contexts,
  { env, path: at }: { env: Record<string, string>; path: string },
): Promise<StepDone> {
  const given = allFilledIn(step.with, contexts);
  if (step.run !== undefined) {
    const actionPath = String(contexts['action_path'] ?? '');
    return runScript(runner, step, { ...env, ...(actionPath && { GITHUB_ACTION_PATH: actionPath }) }, at);
  }
  const uses = step.uses ?? '';
  const [, own] = /^\$\/(.*)$/.exec(uses) ?? [];
  const [, name, path] = /^([^/]+\/[^/@]+)\/?([^@]*)@/.exec(uses) ?? [];
  const action = own ?? (name === runner.suiteName ? path : undefined);
  if (action !== undefined) return runComposite(runner, action, given, at);
  const other = runner.others[uses.replace(/@.*$/, '')];
  if (!other) throw new Error(`no stand-in for ${uses}`);
  try {
    return { status: 'success', outputs: await other(given, runner), log: '', summary: '' };
  } catch (error) {
    return { status: 'failure', outputs: {}, log: `::error::${String(error)}\n`, summary: '' };
  }
}

interface Composite {
  inputs?: Record<string, { default?: string }>;
  outputs?: Record<string, { value: string }>;
  runs: { steps: StepFile[] };
}

/** Its inputs by name with their defaults, its outputs also after a failure. */
async function runComposite(
  runner: Runner,
  path: string,
  given: Record<string, string>,
  at: string,
): Promise<StepDone> {
  const folder = join(runner.suite, path);
  const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Composite;
  const { github, runner: machine } = runner.contexts;
  const base = { github, runner: machine, action_path: folder };
  const inputs = Object.fromEntries(
    Object.entries(action.inputs ?? {}).map(([name, input]) => [
      name,
      given[name] ?? filledIn(input.default, base),
    ]),
  );
  // The rest of the job's environment is seen inside, too.
  const done = await runSteps(runner, action.runs.steps, { ...base, inputs }, { inside: `${at}/` });
  const contexts = { ...base, inputs, steps: done.steps };
  const outputs = Object.fromEntries(
    Object.entries(action.outputs ?? {}).map(([name, { value }]) => [name, filledIn(value, contexts)]),
  );
  return { ...done, outputs };
}

let scripts = 0;

async function runScript(
  runner: Runner,
  step: StepFile,
  env: Record<string, string>,
  path: string,
): Promise<StepDone> {
  scripts += 1;
  const own = scripts;
  const at = (name: string): string => join(runner.dir, 'temp', `${own}-${name}`);
  mkdirSync(join(runner.dir, 'temp'), { recursive: true });
  for (const name of ['output', 'summary']) writeFileSync(at(name), '');
  writeFileSync(at('script'), step.run ?? '');
  const shell = step.shell === 'sh' ? ['sh', '-e'] : ['bash', '--noprofile', '--norc', '-eo', 'pipefail'];
  const child = spawn(shell[0] ?? '', [...shell.slice(1), at('script')], {
    cwd: runner.workspace,
    env: {
      ...runner.env,
      ...env,
      GITHUB_OUTPUT: at('output'),
      GITHUB_STEP_SUMMARY: at('summary'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 600_000,
  });
  let log = '';
  let isLost = false;
  let isCancelled = false;
  const { interrupted } = runner;
  const look = (): void => {
    if (isLost) return;
    const isMet = interrupted?.meets(path, 'within') === true;
    isCancelled ||= isMet && interrupted?.how === 'cancelled';
    isLost = runner.lost?.test(log) === true || (isMet && interrupted?.how === 'lost');
    if (isLost) child.kill('SIGKILL');
    else if (isMet) cancel(child);
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      look();
    });
  const looking = interrupted?.step === path ? setInterval(look, 20) : undefined;
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed).once('close', done);
  });
  clearInterval(looking);
  const outputs = isLost ? {} : outputsIn(readFileSync(at('output'), 'utf8'));
  const summary = isLost ? '' : readFileSync(at('summary'), 'utf8');
  const ended = isCancelled ? 'cancelled' : code === 0 ? 'success' : 'failure';
  return { status: isLost ? 'lost' : ended, outputs, log, summary };
}

/** As GitHub's runner does: SIGINT, after 7.5 s SIGTERM, after 2.5 s more the end. */
function cancel(child: ChildProcess): void {
  child.kill('SIGINT');
  const later = [
    setTimeout(() => child.kill('SIGTERM'), 7_500),
    setTimeout(() => child.kill('SIGKILL'), 10_000),
  ];
  child.once('close', () => later.forEach(clearTimeout));
}
