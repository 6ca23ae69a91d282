import { systemClock } from '../../src/clock.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { type GitHubTwin, startGitHubTwin } from '../twins/github-twin.ts';
import { Place } from './run-bundle.ts';
import { type JobFile, placeTinyJob } from './tiny-job.ts';
import { type StepEnd, Workflow } from './workflow-steps.ts';

export const REFUSED = 10;
export const ENVIRONMENT = 'gpu-release';

export interface Setting {
  place: Place;
  github: GitHubTwin;
  workflow: Workflow;
}

/** A repository at GitHub whose environment `gpu-release` is reviewed by grace, and a job that says what is asked. */
export async function settle(
  approval: JobFile,
  more: Partial<Parameters<typeof startGitHubTwin>[0]> = {},
): Promise<Setting> {
  const place = new Place();
  placeTinyJob(place, (job) => {
    job['approval'] = approval;
    // The machine of these steps keeps its disk; stores have scenarios of their own.
    job['store'] = 'none';
  });
  const github = await startGitHubTwin({ clock: systemClock, ...more });
  github.addEnvironment(ENVIRONMENT, { reviewers: ['grace'], adminsBypass: false });
  return { place, github, workflow: new Workflow(place, github) };
}

/** The step before the job that waits; told the environment where the job file need not name one. */
export const gate = (
  { workflow }: Setting,
  run: TwinRun,
  inputs: Record<string, string> = {},
): Promise<StepEnd> => workflow.step(run, 'gate', { environment: ENVIRONMENT, ...inputs });

export async function end({ place, github }: Partial<Setting>): Promise<void> {
  await place?.end();
  await github?.close();
}
