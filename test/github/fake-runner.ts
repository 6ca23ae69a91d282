import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ActionFile, type ActionStep, readAction } from './action-file.ts';

/** What a later step of the workflow, and the person on the page of the run, see of one step. */
export interface StepOutcome {
  exitCode: number | null;
  log: string;
  outputs: Record<string, string>;
  summary: string;
}

export interface Step {
  /** `release`; or `` for the root action. */
  stage: string;
  with?: Record<string, string>;
  /** The `env:` of the job and the runner's own variables. */
  env?: Record<string, string>;
  /** What stands in for the step that uploads; without it, that step fails. */
  upload?: (name: string, paths: string[]) => Promise<{ id: number; digest: string }>;
  /** Sent this signal once the log matches. */
  interrupt?: { when: RegExp; signal: NodeJS.Signals };
}

/**
 * Runs composite actions as the runner does: inputs with their defaults become the step's `env:`, the script goes to a
 * file and is run by the shell that the step names, and outputs and summary are files that are read after it ended,
 * however it ended. Expressions are looked up, not evaluated: a composite of ours has no others.
 */
export class FakeRunner {
  readonly dir = mkdtempSync(join(tmpdir(), 'gl-runner-'));
  readonly workspace = join(this.dir, 'work');
  readonly root: string;
  readonly env: Record<string, string>;
  /** What stands in for the step that uploads records; without it, that step fails, which ends nothing. */
  onRecord: ((record: { name: string; paths: string[]; overwrite: boolean }) => void) | undefined;
  #steps = 0;

  constructor(root: string, env: Record<string, string> = {}) {
    this.root = root;
    for (const name of ['work', 'home', 'temp']) mkdirSync(join(this.dir, name));
    this.env = {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: join(this.dir, 'home'),
      TMPDIR: join(this.dir, 'temp'),
      LANG: 'C.UTF-8',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: this.workspace,
      GITHUB_REPOSITORY: 'ada/engine',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_RUN_ID: '4242',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_ACTOR: 'ada',
      GITHUB_TRIGGERING_ACTOR: 'ada',
      // The loopback box stands for a platform; nobody's runner would have one.
      GPU_LEASE_LOCAL_IN_WORKFLOW: 'yes',
      ...env,
    };
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  /**
   * What the two jobs before a launch do: one runs the code and is given nothing, the other is given the secret and runs none of it.
   * @param step as it is for any other stage; what the smoke must not have is left out of it
   */
  async smoked({ with: { job, ...given } = {}, env }: Omit<Step, 'stage'>): Promise<{
    smoke: StepOutcome;
    open: StepOutcome;
  }> {
    const withJob: Record<string, string> = job === undefined ? {} : { job };
    const none = { GH_TOKEN: '', GITHUB_TOKEN: '', GPU_LEASE_SECRET: '' };
    const smoke = await this.step({ stage: 'smoke', with: withJob, env: { ...none } });
    const evidence = smoke.outputs['evidence'] ?? '';
    const open = await this.step({
      stage: 'open',
      with: { ...withJob, ...given, evidence },
      ...(env && { env }),
    });
    return { smoke, open };
  }

  async step(step: Step): Promise<StepOutcome> {
    const path = step.stage === '' ? '.' : join('actions', step.stage);
    const action = readAction(join(path, 'action.yml'), this.root);
    const record = action.runs.steps.find((each) => each.if?.includes('outputs.record'));
    // What is to be signed is uploaded for another job; nothing of this step depends on it.
    const statement = action.runs.steps.find((each) => each.if?.includes('outputs.statement'));
    const own = action.runs.steps.filter((each) => each !== record && each !== statement);
    const [script, upload, stored, ...more] = own;
    assert.ok(
      script?.run && script.id && more.length === 0,
      'a composite of ours is a script, an upload with another, and the upload of the record',
    );
    const first = await this.#script(script, path, action, step, {});
    const wished = first.set['upload'] ?? '';
    const outcome = await this.#uploaded(step, upload, first.set);
    const second =
      wished === '' || !stored ? undefined : await this.#script(stored, path, action, step, outcome);
    const declared = [
      ...Object.keys(action.outputs),
      ...(upload ? ['upload', 'upload-of', 'artifact-name', 'retention-days'] : []),
      ...(record ? ['record', 'record-name', 'record-days', 'record-replaces'] : []),
      ...(statement ? ['statement'] : []),
    ];
    for (const { set } of [first, ...(second ? [second] : [])])
      assert.deepEqual(
        Object.keys(set).filter((name) => !declared.includes(name)),
        [],
        'every output that is set is declared',
      );
    this.#recorded(record, second?.set['record'] ? second.set : first.set);
    const outputs = Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [
        name,
        value === OF_UPLOAD ? artifactUrl(second, outcome) : outputOf(value, first.set, second?.set ?? {}),
      ]),
    );
    return {
      exitCode: second && first.exitCode === 0 ? second.exitCode : first.exitCode,
      log: first.log + (second?.log ?? ''),
      outputs,
      summary: first.summary + (second?.summary ?? ''),
    };
  }

  /** As the runner gives it to the step after the upload; an upload that fails does not end a composite of ours. */
  async #uploaded(
    { upload }: Step,
    step: ActionStep | undefined,
    set: Record<string, string>,
  ): Promise<Record<string, string>> {
    if (!step || !set['upload']) return {};
    assert.equal(step['continue-on-error'], true);
    const made = await upload?.(set['artifact-name'] ?? '', set['upload'].split('\n'));
    return {
      'steps.stage.outputs.upload-of': set['upload-of'] ?? '',
      'steps.upload.outcome': made ? 'success' : 'failure',
      'steps.upload.outputs.artifact-id': made ? String(made.id) : '',
      'steps.upload.outputs.artifact-digest': made?.digest ?? '',
    };
  }

  /** Whatever becomes of it, the step ends as it did. */
  #recorded(step: ActionStep | undefined, set: Record<string, string>): void {
    if (!step || !set['record']) return;
    assert.match(step.if ?? '', /^always\(\) && /);
    assert.equal(step['continue-on-error'], true);
    this.onRecord?.({
      name: set['record-name'] ?? '',
      paths: [set['record']],
      overwrite: set['record-replaces'] === 'true',
    });
  }

  async #script(
    step: ActionStep,
    path: string,
    action: ActionFile,
    { with: given = {}, env = {}, interrupt }: Step,
    outcome: Record<string, string>,
  ): Promise<{ exitCode: number | null; log: string; set: Record<string, string>; summary: string }> {
    const files = this.#files();
    writeFileSync(files.script, step.run ?? '');
    const inputs = inputsOf(action, given);
    const stepEnv = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, text]) => [name, inputIn(text, inputs, outcome)]),
    );
    const child = spawn(step.shell ?? '', ['-e', files.script], {
      cwd: this.workspace,
      env: {
        ...this.env,
        GITHUB_ACTION_PATH: join(this.root, path),
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
        ...env,
        ...stepEnv,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 180_000,
    });
    let log = '';
    let interrupted = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        log += chunk;
        // Once: a second signal could meet a process that is past its handlers and on its way out.
        if (interrupted || !interrupt?.when.test(log)) return;
        interrupted = true;
        child.kill(interrupt.signal);
      });
    }
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const set = outputsIn(readFileSync(files.output, 'utf8'));
    return { exitCode, log, set, summary: readFileSync(files.summary, 'utf8') };
  }

  #files() {
    this.#steps += 1;
    const at = (name: string) => join(this.dir, 'temp', `${name}-${this.#steps}`);
    const files = { script: at('script.sh'), output: at('output'), summary: at('summary') };
    writeFileSync(files.output, '');
    writeFileSync(files.summary, '');
    return files;
  }
}

function inputsOf(action: ActionFile, given: Record<string, string>): Record<string, string> {
  const strange = Object.keys(given).filter((name) => !(name in action.inputs));
  assert.deepEqual(strange, [], 'inputs that the action does not have');
  return Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default ?? '']),
  );
}

/** `${{ inputs.x }}`, and in a default `${{ github.token }}`; anything else stands for itself. */
function inputIn(text: string, inputs: Record<string, string>, outcome: Record<string, string>): string {
  const known = outcome[/^\$\{\{ (steps\.(?:upload|stage)\.[a-z.-]+) \}\}$/.exec(text)?.[1] ?? ''];
  if (known !== undefined) return known;
  // The one condition of the root action: the smoke is not given the job's token.
  const [, unless, spared] =
    /^\$\{\{ inputs\.stage != '(\w+)' && inputs\.([a-z-]+) \|\| '' \}\}$/.exec(text) ?? [];
  if (spared !== undefined && inputs['stage'] === unless) return '';
  const name = spared ?? /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(text)?.[1];
  const value = name === undefined ? text : (inputs[name] ?? '');
  return value === `\${{ github.token }}` ? 'the-token-of-the-job' : value;
}

const OF_UPLOAD = `\${{ steps.stored.outcome == 'success' && steps.upload.outputs.artifact-url || '' }}`;

/** As GitHub makes it up; nothing where the step that reads back failed. */
function artifactUrl(
  stored: { exitCode: number | null } | undefined,
  outcome: Record<string, string>,
): string {
  const id = outcome['steps.upload.outputs.artifact-id'];
  return id && stored?.exitCode === 0 ? `https://github.com/ada/engine/actions/runs/1/artifacts/${id}` : '';
}

/** `${{ steps.stage.outputs.x }}`, and before it `steps.stored.outputs.x ||` where there is such a step. */
function outputOf(value: string, first: Record<string, string>, second: Record<string, string>): string {
  const [, stored, name] =
    /^\$\{\{ (?:steps\.stored\.outputs\.([a-z-]+) \|\| )?steps\.stage\.outputs\.([a-z-]+) \}\}$/.exec(
      value,
    ) ?? [];
  assert.ok(name && (stored === undefined || stored === name), `${value} is an output of the steps`);
  return (stored && second[stored]) || (first[name] ?? '');
}

/** As the runner reads `GITHUB_OUTPUT`: `NAME=value` lines and `NAME<<DELIMITER` blocks; anything else fails the step. */
export function outputsIn(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    if (line === '') continue;
    const block = /^([^=<]+)<<(.+)$/.exec(line);
    if (block) {
      const end = lines.indexOf(block[2] ?? '');
      assert.ok(end >= 0, `no end of ${line}`);
      outputs[block[1] ?? ''] = lines
        .splice(0, end + 1)
        .slice(0, -1)
        .join('\n');
    } else {
      const [name = '', ...value] = line.split('=');
      assert.ok(value.length > 0, `the runner cannot read "${line}"`);
      outputs[name] = value.join('=');
    }
  }
  return outputs;
}
