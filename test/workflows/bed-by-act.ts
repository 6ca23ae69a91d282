import { systemClock } from '../../src/clock.ts';
import { newSecret } from '../../src/secret/keys.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import type { ActResult } from './act.ts';
import { ActAtTwin } from './act-at-twin.ts';
import { CallerRepository, GATE } from './caller-repository.ts';
import { LoopbackCloud } from './loopback-cloud.ts';
import { suiteRepository } from './suite-repository.ts';

/** A machine of a person's own, which a workflow knows by two secrets: the key to log in with, and the host's. */
export interface OwnMachine {
  /** For what is printed: `an attached box`. */
  is: string;
  clientKey: string;
  knownHosts: string;
  /** Puts it into the job file. */
  change: NonNullable<ConstructorParameters<typeof CallerRepository>[0]['change']>;
  /** A release of it waits for reviewers. */
  hasReviewers?: true;
}

export interface BedByAct {
  repository: CallerRepository;
  twin: GitHubTwin;
  /** Runs it by act, and prints how each of its jobs ended. */
  go(run: TwinRun): Promise<ActResult>;
  end(): Promise<void>;
}

/** The caller's repository at the twin of GitHub with such a machine, its workflow files run by nektos/act. */
export async function bedByAct({ is, change, hasReviewers, ...keys }: OwnMachine): Promise<BedByAct> {
  const suite = suiteRepository();
  const secrets = { GPU_LEASE_SSH_KEY: keys.clientKey, GPU_LEASE_KNOWN_HOSTS: keys.knownHosts };
  const repository = new CallerRepository({
    ...{ commit: suite.commit, bound: '60s', steps: 40, stepMs: 10 },
    keys: Object.keys(secrets),
    change,
  });
  repository.endTraining();
  const twin = await startGitHubTwin({
    clock: systemClock,
    repository: repository.name,
    git: { [repository.name]: repository.origin, [suite.name]: suite.dir },
  });
  repository.serveAt(twin);
  twin.addEnvironment('gpu-lease');
  if (hasReviewers)
    twin.addEnvironment(GATE, { reviewers: ['grace'], adminsBypass: false, branches: 'protected' });
  const { name, branch, clone, signer } = repository;
  const caller = { name, branch, clone, signer, secrets, textOf: (path: string) => repository.textOf(path) };
  const act = await ActAtTwin.start(twin, caller, new LoopbackCloud(repository.dir), newSecret());
  return {
    repository,
    twin,
    async go(run) {
      const done = await act.run(run);
      const told = Object.entries(done.jobs).map(([job, result]) => `${job}: ${result}`);
      console.log(`show: ${run.title.trim()}, on ${is} by act: ${told.join('; ')}`);
      return done;
    },
    async end() {
      await act.close();
      await twin.close();
      repository.remove();
      suite.remove();
    },
  };
}
