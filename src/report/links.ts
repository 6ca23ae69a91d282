import type { Run } from '../lease/run.ts';

/** Pages at GitHub that a reader may want next. Absent where nothing is known of them, as outside of a workflow. */
export interface Links {
  /** The workflow run that writes this. */
  workflowRun?: string;
  commit?: string;
  /** Where a workflow of this repository is started by hand. */
  form?: string;
  /** What was sealed, with its evidence and report, where it is an artifact of a workflow run. */
  artifact?: string;
}

/** From the runner's own variables and the record; nothing in them can end a link of Markdown. */
export function linksOf(env: NodeJS.ProcessEnv, run: Run): Links {
  const home = homeOf(env);
  if (home === undefined) return {};
  const commit = commitLink(env, run.opened?.commit ?? '');
  const form = formOf(env, 'release');
  const artifact = artifactPath(run, env['GITHUB_REPOSITORY'] ?? '');
  const workflowRun = workflowRunLink(env);
  return {
    ...(workflowRun && { workflowRun }),
    ...(commit && { commit }),
    ...(form && { form }),
    ...(artifact && { artifact: `${home}/actions/runs/${artifact}` }),
  };
}

function homeOf({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
}: NodeJS.ProcessEnv): string | undefined {
  return /^[\w.-]+\/[\w.-]+$/.test(repository ?? '') ? safeUrl(`${server ?? ''}/${repository}`) : undefined;
}

export function workflowRunLink(env: NodeJS.ProcessEnv): string | undefined {
  const [home, id] = [homeOf(env), env['GITHUB_RUN_ID'] ?? ''];
  return home !== undefined && /^\d+$/.test(id) ? `${home}/actions/runs/${id}` : undefined;
}

export function commitLink(env: NodeJS.ProcessEnv, commit: string): string | undefined {
  const home = homeOf(env);
  return home !== undefined && /^[0-9a-f]{40}$/.test(commit) ? `${home}/commit/${commit}` : undefined;
}

/**
 * Where a workflow of this repository is started by hand. A repository with the files of `init --github` has one for each purpose;
 * any other has the file that runs now.
 */
export function formOf(env: NodeJS.ProcessEnv, purpose: 'train' | 'release'): string | undefined {
  const home = homeOf(env);
  const [, file] =
    /^[^/]+\/[^/]+\/\.github\/workflows\/([\w.-]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '') ?? [];
  if (home === undefined || file === undefined) return undefined;
  const own = file.replace(
    /^gpu-lease-(?:smoke|train|release|tick|daily|label)(?=\.ya?ml$)/,
    `gpu-lease-${purpose}`,
  );
  return `${home}/actions/workflows/${own}`;
}

/** Of an artifact in this repository; one that was thrown away is found missing by whoever follows the link. */
function artifactPath({ stored }: Run, repository: string): string | undefined {
  for (const { store, id, place } of [...stored].reverse()) {
    const [, workflowRun, of] = / of workflow run (\d{1,15}) of (\S+)$/.exec(place) ?? [];
    if (store !== 'workflow-artifact' || of !== repository || !/^\d{1,15}$/.test(id)) continue;
    return `${workflowRun}/artifacts/${id}`;
  }
  return undefined;
}

/** `undefined` for what is no plain address. */
const safeUrl = (url: string): string | undefined =>
  /^https?:\/\/[\w.:/~-]{1,300}$/.test(url) ? url : undefined;
