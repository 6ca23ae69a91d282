import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ActionFile, readAction } from './action-file.ts';

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
      ...env,
    };
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  async step({ stage, with: given = {}, env = {}, interrupt }: Step): Promise<StepOutcome> {
    const path = stage === '' ? '.' : join('actions', stage);
    const action = readAction(join(path, 'action.yml'), this.root);
    const [only, ...more] = action.runs.steps;
    assert.ok(only?.run && only.id && more.length === 0, 'a composite of ours is one script');
    const files = this.#files();
    writeFileSync(files.script, only.run);
    const inputs = inputsOf(action, given);
    const stepEnv = Object.fromEntries(
      Object.entries(only.env ?? {}).map(([name, text]) => [name, inputIn(text, inputs)]),
    );
    const child = spawn(only.shell ?? '', ['-e', files.script], {
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
    const outputs = Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, outputOf(value, only.id ?? '', set)]),
    );
    const undeclared = Object.keys(set).filter((name) => !(name in outputs));
    assert.deepEqual(undeclared, [], 'every output that is set is declared');
    return { exitCode, log, outputs, summary: readFileSync(files.summary, 'utf8') };
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
function inputIn(text: string, inputs: Record<string, string>): string {
  const name = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(text)?.[1];
  const value = name === undefined ? text : (inputs[name] ?? '');
  return value === `\${{ github.token }}` ? 'the-token-of-the-job' : value;
}

function outputOf(value: string, step: string, set: Record<string, string>): string {
  const name = new RegExp(`^\\$\\{\\{ steps\\.${step}\\.outputs\\.([a-z-]+) \\}\\}$`).exec(value)?.[1];
  assert.ok(name, `${value} is an output of the step`);
  return set[name] ?? '';
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
