import { matchesWildcard } from '../../wildcard.ts';
import { SET_NAME } from '../caller-workflow.ts';
import { STATUS_CONTEXT } from '../commit-status.ts';
import type { RequiredCheck } from '../github.ts';
import { type CheckSource, isForBranch, makes } from './check-source.ts';
import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';

/** GitHub Actions itself among the apps; a check that another one has to report is none of ours. */
const ACTIONS_APP = 15368;

/**
 * A required check that no run reports keeps its pull request open for ever, and says no more than "Expected". Looked at are those
 * that gpu-lease would report, by their names or by the file that makes them.
 */
export function checkFindings(view: RepositoryView): Finding[] {
  const branch = view.facts?.defaultBranch;
  const { requires } = view;
  if (branch === undefined || requires === undefined) return [];
  const required = [...new Map(requires.required.map((each) => [each.name, each])).values()];
  return required
    .filter(({ app }) => app === undefined || app === ACTIONS_APP)
    .flatMap((check) => findingsOfCheck(check, branch, view, requires.hasQueue));
}

function findingsOfCheck(
  check: RequiredCheck,
  branch: string,
  view: RepositoryView,
  hasQueue: boolean,
): Finding[] {
  if (check.name === STATUS_CONTEXT) return statusFindings(check, branch, view, hasQueue);
  const making = view.checkSources.filter((source) => makes(source, check.name));
  if (making.some(({ isOurs }) => !isOurs)) return [];
  if (making.length === 0) return view.readsAllFiles ? neverMade(check, branch, view) : [];
  const on = (event: 'pull' | 'queue'): Finding[] => {
    const obstacles = making.map((source) => obstacle(source, event, branch, view));
    const [first] = obstacles;
    if (first === undefined || obstacles.includes(undefined)) return [];
    return [
      { level: 'fault', code: first.code, what: `${wanted(check, branch)} ${first.so}`, fix: first.fix },
    ];
  };
  const narrowed = [...on('pull'), ...(hasQueue ? on('queue') : [])];
  return narrowed.length > 0 ? narrowed : conditionFindings(check, branch, making);
}

const wanted = ({ name, by }: RequiredCheck, branch: string): string =>
  `"${name}" has to pass before a merge into "${branch}" (${by}).`;

/** Advice: whether the condition holds for every change is for its reader to say. */
function conditionFindings(check: RequiredCheck, branch: string, making: readonly CheckSource[]): Finding[] {
  const conditions = making.map(({ path, conditions: all }) => {
    const found = all.find(({ name }) => matchesWildcard(name, check.name));
    return found && { path, ...found };
  });
  const [first] = conditions;
  if (first === undefined || conditions.includes(undefined)) return [];
  const { path, job, shown, says, isCall } = first;
  const skipped = isCall
    ? `GitHub reports ${quoted(shown)} as skipped and no check of that name, so the pull request waits for ever`
    : 'the job is skipped, GitHub takes the check for passed, and nothing was smoked';
  return [
    {
      code: 'required-check-skipped',
      level: 'advice',
      what: `${wanted(check, branch)} The job ${quoted(job)} of ${path} makes it, and has "if: ${says}": where that does not hold ${skipped}.`,
      fix: `Take the "if:" out of that job of ${path}, unless it holds for every pull request${isCall ? ' and in the queue' : ''}.`,
    },
  ];
}

const quoted = (name: string): string => JSON.stringify(name);

interface Obstacle {
  code: string;
  so: string;
  fix: string;
}

/** What keeps a file from reporting its checks for every pull request, or in the queue; `undefined`: nothing does. */
function obstacle(
  { path, on }: CheckSource,
  event: 'pull' | 'queue',
  branch: string,
  { workflows }: RepositoryView,
): Obstacle | undefined {
  const state = workflows.find((each) => each.path === path)?.state ?? 'active';
  if (state !== 'active') {
    const so = `${path} makes it and is switched off (${state}), so nothing can be merged.`;
    return {
      code: 'required-check-off',
      so,
      fix: `Actions > ${path} > Enable workflow, or "gh workflow enable".`,
    };
  }
  return event === 'queue' ? queueObstacle(path, on, branch) : pullObstacle(path, on, branch);
}

function queueObstacle(path: string, on: CheckSource['on'], branch: string): Obstacle | undefined {
  const queued = on.get('merge_group');
  if (queued && isForBranch(queued, branch)) return;
  const so = `That branch has a merge queue, and ${path}, which makes the check, ${queued ? 'is not started for it there' : 'has no trigger merge_group'}: whatever is queued waits until the queue gives up.`;
  const fix = queued
    ? `Take the branches out of "merge_group:" in ${path}.`
    : `Add "merge_group:" to "on:" of ${path}.`;
  return { code: 'required-check-not-queued', so, fix };
}

function pullObstacle(path: string, on: CheckSource['on'], branch: string): Obstacle | undefined {
  // A push to the branch of a change is a run of its last commit, too.
  if (on.has('push') || on.has('pull_request_target')) return;
  const pulled = on.get('pull_request');
  if (!pulled) {
    const so = `${path} makes it, and does not start on pull requests: none can be merged.`;
    return { code: 'required-check-not-started', so, fix: `Add "pull_request:" to "on:" of ${path}.` };
  }
  const narrowed = pulled.byPaths
    ? ['paths', 'that changes none of these paths']
    : !isForBranch(pulled, branch)
      ? ['branches', `into "${branch}"`]
      : pulled.types && !pulled.types.includes('synchronize')
        ? ['types', 'whose last commit came by a push ("synchronize" is not among them)']
        : undefined;
  if (!narrowed) return;
  const so = `${path} makes it, and "${narrowed[0]}" of its pull_request leaves some out: a pull request ${narrowed[1]} waits for the check for ever.`;
  const fix = `Take "${narrowed[0]}" out of "pull_request:" in ${path}; a job that is skipped by its "if:" counts as passed.`;
  return { code: 'required-check-narrowed', so, fix };
}

/** Of a name that is ours beyond doubt a fault; another service may report what is only called "smoke". */
function neverMade(check: RequiredCheck, branch: string, { checkSources }: RepositoryView): Finding[] {
  const ours = checkSources.filter(({ isOurs }) => isOurs);
  const parts = check.name.split(' / ');
  const isOurs = parts[0] === SET_NAME || (parts.length > 1 && parts.at(-1) === 'smoke');
  if (!isOurs && check.name !== 'smoke') return [];
  const made = ours
    .filter(({ on }) => on.has('pull_request') || on.has('push'))
    .flatMap(({ names }) => names)
    .filter((name) => /(^| \/ )smoke$/.test(name));
  return [
    {
      code: 'required-check-never-made',
      level: isOurs || check.app === ACTIONS_APP ? 'fault' : 'advice',
      what: `${wanted(check, branch)} No workflow file there makes a check of that name for a pull request, so each of them waits for it for ever.`,
      fix:
        made.length > 0
          ? `Require "${made[0]}" in its place (${placeOf(check)}).`
          : `Take it out (${placeOf(check)}), or let "gpu-lease init --github" write a file that smokes and require "${SET_NAME} / smoke".`,
    },
  ];
}

/** No check, but a status that whoever trains a labelled commit posts on that commit. */
function statusFindings(
  check: RequiredCheck,
  branch: string,
  { callers, readsAllFiles }: RepositoryView,
  hasQueue: boolean,
): Finding[] {
  const isPosted = callers.some(({ calls }) => calls.some(({ workflow }) => workflow === 'label'));
  if (!isPosted && readsAllFiles) {
    return [
      {
        code: 'required-check-never-made',
        level: 'fault',
        what: `${wanted(check, branch)} Nothing posts it: no workflow file there trains a pull request for its label.`,
        fix: `"gpu-lease init --github --label NAME" in a clean clone writes that file; or take it out (${placeOf(check)}).`,
      },
    ];
  }
  if (!hasQueue) return [];
  return [
    {
      code: 'required-check-not-queued',
      level: 'fault',
      what: `${wanted(check, branch)} That branch has a merge queue, which tests a commit of its own, and this status stands on the commit that was labelled: whatever is queued waits until the queue gives up.`,
      fix: `Take it out (${placeOf(check)}); with a queue whoever merges looks at it.`,
    },
  ];
}

const placeOf = ({ by }: RequiredCheck): string =>
  by === 'the branch protection' ? 'Settings > Branches' : `Settings > Rules > Rulesets, ${by}`;
