import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import type { SetFile } from '../../src/github/caller-workflow.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { installation } from '../installation.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { CallerRepository, GATE, type TinyRun } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { type RunAsked, type RunDone, ThinDriver } from './thin-driver.ts';
import { othersAt, resultsAt, twinServer } from './twin-server.ts';

export const SECRET = newSecret();
const COMMIT = '0123456789abcdef0123456789abcdef01234567';

/** The resume drill, which every other test of the smoke has, left out. */
export const WITHOUT_DRILL: Pick<TinyRun, 'change'> = {
  change(job) {
    job['smoke'].drill = 'none';
  },
};

/** Secrets that are stored, by environment. */
export type Stored = Record<string, Record<string, string>>;

const SECRET_IN_BOTH = (): Stored => ({
  'gpu-lease': { GPU_LEASE_SECRET: SECRET },
  [GATE]: { GPU_LEASE_SECRET: SECRET },
});

/**
 * The caller's files of one repository, the twin of GitHub and loopback boxes for a cloud; grace reviews. What happened is read from the
 * ledger, the twin and the boxes.
 */
export class CallerLife {
  readonly repository: CallerRepository;
  readonly twin: GitHubTwin;
  readonly driver: ThinDriver;
  readonly cloud: LoopbackCloud;
  /** May be changed between two workflow runs. */
  readonly stored: Stored;
  /** How often grace was asked, and what she says. */
  asked = 0;
  answer: 'approved' | 'rejected' = 'approved';

  static async begin(run: Partial<TinyRun> = {}, stored = SECRET_IN_BOTH()): Promise<CallerLife> {
    const repository = new CallerRepository({ commit: COMMIT, bound: '1s', steps: 20, stepMs: 0, ...run });
    const { name, origin } = repository;
    const twin = await startGitHubTwin({ clock: systemClock, repository: name, git: { [name]: origin } });
    repository.serveAt(twin);
    twin.addEnvironment('gpu-lease');
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
    return new CallerLife(repository, twin, stored);
  }

  private constructor(repository: CallerRepository, twin: GitHubTwin, stored: Stored) {
    this.repository = repository;
    this.twin = twin;
    this.stored = stored;
    const review = (run: TwinRun, environment: string): void => {
      this.asked += 1;
      if (this.answer === 'approved') twin.approve(run, 'grace', environment);
      else twin.reject(run, 'grace', environment, 'not now');
    };
    this.driver = new ThinDriver(
      twinServer(twin, stored, review),
      { name: repository.name, origin: repository.origin, secrets: {} },
      { name: 'gpu-lease/gpu-lease', root: installation(), workflows: repositoryRoot },
    );
    this.cloud = new LoopbackCloud(this.driver.boxes);
  }

  async end(): Promise<void> {
    await this.cloud.destroy();
    this.driver.remove();
    await this.twin.close();
    this.repository.remove();
  }

  /** A workflow run of one of the caller's files, as ada starts it. */
  start(is: SetFile, over: Partial<TwinRun> = {}): TwinRun {
    const who = { actor: 'ada', triggeringActor: 'ada' };
    const inputs: Record<string, string> = is === 'train' ? { stage: 'train' } : {};
    const path = this.repository.pathOf(is);
    return this.twin.startRun({ path, event: 'workflow_dispatch', ...who, inputs, ...over });
  }

  /** One attempt of a workflow run of the twin, to its end. */
  async go(run: TwinRun, more: Partial<RunAsked> = {}): Promise<RunDone> {
    const { id: runId, path: file, event, attempt, actor, triggeringActor } = run;
    const { wait = '' } = run.inputs;
    const inputs = { ...run.inputs, ...(wait.startsWith('pause-') && { wait: 'pause-1' }) };
    const asked = { file, event, runId, attempt, actor, triggeringActor, others: othersAt(this.twin) };
    const dispatch = event === 'workflow_dispatch' && { inputs };
    const done = await this.driver.run({ ...asked, ...dispatch, ...more });
    Object.assign(run, { status: 'completed', conclusion: done.conclusion });
    return done;
  }

  /** What a person does on the page of a workflow run that is over: all its jobs once more, or those that failed alone. */
  again(run: TwinRun, earlier?: RunDone, more: Partial<RunAsked> = {}): Promise<RunDone> {
    return this.go(this.twin.rerun(run, 'ada'), { ...more, ...(earlier && { earlier }) });
  }

  dispatchedTo(is: SetFile): TwinRun[] {
    return this.twin.dispatched.filter(({ path }) => path === this.repository.pathOf(is));
  }

  /** Whether its record has such an event; asks git only where the record has moved. */
  hasTold(runId: string, type: string): () => boolean {
    const ref = join(this.repository.origin, 'refs', 'gpu-lease', 'runs', runId);
    let seen = '';
    let isThere = false;
    return () => {
      const tip = existsSync(ref) ? readFileSync(ref, 'utf8') : '';
      if (!isThere && tip !== seen) {
        seen = tip;
        isThere = this.eventsOf(runId).some((event) => event.type === type);
      }
      return isThere;
    };
  }

  /** Of a run, how often each event stands in its record. */
  told(runId: string): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { type } of this.eventsOf(runId)) counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  }

  eventsOf(runId: string): { type: string }[] {
    return this.repository.ledgerRefs().includes(`/${runId}`) ? this.repository.eventsOf(runId) : [];
  }

  /** One box at most, none without its intent, and none that is gone without an approval of its release. */
  async assertHeld(runId: string, where: string): Promise<void> {
    const boxes = await this.cloud.boxes();
    const { intended = 0, approved = 0, rented = 0 } = this.told(runId);
    assert.ok(boxes.length <= 1, `${where}: ${boxes}`);
    assert.ok(intended <= 1, `${where}: ${intended} intents`);
    assert.ok(boxes.length <= intended, `${where}: a box that no record intends`);
    if (rented > 0 && approved === 0) assert.equal(boxes.length, 1, `${where}: a box was given up unasked`);
  }

  /** What lies at GitHub of results, by name. */
  results(): string[] {
    return resultsAt(this.twin).map(({ name }) => name);
  }

  problems(): string[] {
    return [...this.twin.state.issues.values()]
      .filter(({ pullRequest, state }) => !pullRequest && state === 'open')
      .map(({ title }) => title);
  }
}

export const logOf = ({ jobs }: RunDone): string =>
  Object.entries(jobs)
    .map(([name, { log }]) => `== ${name}\n${log.replace(/^::add-mask::.*\n/gm, '')}`)
    .join('\n');
