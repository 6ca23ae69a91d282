import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '../../src/secret/keys.ts';
import { outputsIn } from '../github/fake-runner.ts';
import { installation } from '../installation.ts';
import type { TwinRun } from '../twins/github-state.ts';
import type { GitHubTwin } from '../twins/github-twin.ts';
import type { Outcome, Place, Running } from './run-bundle.ts';

/** A step of a job, as the steps after it and the person on the page of the run see it. */
export interface StepEnd extends Outcome {
  outputs: Record<string, string>;
  summary: string;
}

export type Begun = Omit<Running, 'ended'> & { ended: Promise<StepEnd> };

/**
 * Steps of workflow runs on one machine: the program of these sources, with the variables, the event file and the inputs
 * that the runner and the composite's `env:` hand over. Jobs, environments and needs are the test's own business.
 */
export class Workflow {
  readonly place: Place;
  readonly github: GitHubTwin;
  readonly secret = newSecret();
  /** The same record that a terminal in the repository writes. */
  readonly ledger: string;
  #steps = 0;

  constructor(place: Place, github: GitHubTwin) {
    this.place = place;
    this.github = github;
    this.ledger = join(place.repository, '.git');
    mkdirSync(join(place.dir, 'runner'));
  }

  /** The same command as a person at a terminal starts it, for the same ledger. */
  terminal(args: string[], env: Record<string, string> = {}): Promise<Outcome> {
    return this.place.run(args, { from: installation(), env: { GPU_LEASE_SECRET: this.secret, ...env } });
  }

  step(run: TwinRun, stage: string, inputs: Record<string, string> = {}): Promise<StepEnd> {
    return stage === 'smoke' ? this.#smoked(run, inputs) : this.begin(run, stage, inputs).ended;
  }

  /** Two jobs, as train.yml has them: one that runs the code and is given nothing, one that opens the run and runs none of it. */
  async #smoked(run: TwinRun, inputs: Record<string, string>): Promise<StepEnd> {
    const nothing = { GPU_LEASE_SECRET: '', GH_TOKEN: '', GITHUB_TOKEN: '' };
    const smoke = await this.#start(['__action', 'smoke'], run, nothing).ended;
    if (smoke.exitCode !== 0) return smoke;
    return this.step(run, 'open', { ...inputs, evidence: smoke.outputs['evidence'] ?? '' });
  }

  /** A `run:` step that calls the program itself. */
  script(run: TwinRun, args: string[]): Promise<StepEnd> {
    return this.#start([...args, '--ledger', this.ledger], run, {}).ended;
  }

  /** A step that goes on while the test does something else; a cancelled job sends its first process SIGINT. */
  begin(run: TwinRun, stage: string, inputs: Record<string, string> = {}): Begun {
    return this.#start(['__action', stage], run, variables({ ledger: this.ledger, ...inputs }));
  }

  #start(args: string[], run: TwinRun, more: Record<string, string>): Begun {
    this.#steps += 1;
    const at = (name: string) => join(this.place.dir, 'runner', `${name}-${this.#steps}`);
    const files = { event: at('event'), output: at('output'), summary: at('summary') };
    const event = run.event === 'workflow_dispatch' ? { inputs: run.inputs } : {};
    writeFileSync(files.event, JSON.stringify(event));
    writeFileSync(files.output, '');
    writeFileSync(files.summary, '');
    const running = this.place.start(args, {
      from: installation(),
      env: {
        ...(this.github.env as Record<string, string>),
        GPU_LEASE_SECRET: this.secret,
        GITHUB_ACTIONS: 'true',
        // The loopback box stands for a platform.
        GPU_LEASE_LOCAL_IN_WORKFLOW: 'yes',
        GITHUB_RUN_ID: String(run.id),
        GITHUB_RUN_ATTEMPT: String(run.attempt),
        GITHUB_EVENT_NAME: run.event,
        GITHUB_EVENT_PATH: files.event,
        GITHUB_ACTOR: run.actor,
        GITHUB_TRIGGERING_ACTOR: run.triggeringActor,
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
        ...more,
      },
    });
    const read = (path: string) => readFileSync(path, 'utf8');
    const ended = running.ended.then((outcome) => ({
      ...outcome,
      outputs: outputsIn(read(files.output)),
      summary: read(files.summary),
    }));
    return { ...running, ended };
  }
}

const variables = (inputs: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ]),
  );
