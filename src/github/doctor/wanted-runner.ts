import type { CallerView } from './caller-view.ts';

/** Labels of machines that GitHub keeps, which are never that old; an expression may be anything. */
const isGitHubs = (label: string): boolean => /^(?:ubuntu|windows|macos)-|\$\{\{/.test(label);

/** A job that calls a workflow of ours with the label of a machine that GitHub does not keep. */
export interface WantedRunner {
  path: string;
  job: string;
  label: string;
}

export const wantedBy = ({ path, calls }: CallerView): WantedRunner[] =>
  calls.flatMap(({ job, runsOn, runsOnSmall }) =>
    [...new Set([runsOn, runsOnSmall])].flatMap((label) =>
      label === undefined || isGitHubs(label) ? [] : [{ path, job, label }],
    ),
  );

export const needsOwnRunner = (callers: readonly CallerView[]): boolean =>
  callers.some((caller) => wantedBy(caller).length > 0);
