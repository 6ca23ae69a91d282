import { tellCheck } from '../github/check-run.ts';
import { commitsBetween, git, isIn } from '../github/commits.ts';
import type { GitHub } from '../github/github.ts';
import { type CommentOutcome, putComment } from '../github/pull-request-comment.ts';
import { startingEvent } from '../github/starting-event.ts';
import { isForkPullRequest, isTrusted } from '../github/untrusted-event.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { RunSummary } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { commitLink, formOf, workflowRunLink } from '../report/links.ts';
import {
  type PlannedCost,
  type PullRequestFacts,
  pullRequestComment,
} from '../report/pull-request-comment.ts';
import { toldRun } from '../report/told-run.ts';
import { jsonLine, visible } from '../report/visible-text.ts';
import { shortened } from '../smoke/reason.ts';
import type { Face, World } from '../world.ts';
import type { ActionCall } from './action-call.ts';
import { bindJob } from './bind-job.ts';
import type { Request } from './command.ts';
import { planFacts } from './plan.ts';
import { checkOf, smokeOf } from './pull-request-run.ts';
import { faceOf, lookingLedgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** Newest runs of the job that are looked at. Each archived one costs a fetch. */
const MAX_RUNS = 20;

interface PullRequestEnd {
  markdown: string;
  smoke: PullRequestFacts['smoke'];
  comment: 'created' | 'updated' | 'unchanged' | 'not-allowed';
}

/** `gpu-lease comment`: what a change does and costs, in the one comment on its pull request. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const { markdown, ...end } = await tellPullRequest(settings, await faceOf(settings), signal);
  process.stdout.write(settings.json ? jsonLine(end) : visible(markdown));
  return 0;
}

/** The step of `actions/comment`. Where the token may not comment, the same stands in the summary and the step is green. */
export async function step({ settings, face, signal, tell, summarize }: ActionCall): Promise<number> {
  const { markdown, smoke, comment } = await tellPullRequest(settings, face, signal);
  tell({ comment, smoke });
  await summarize(markdown);
  return 0;
}

/** Asks, reads and comments; rents nothing and writes nothing to the ledger. */
async function tellPullRequest(settings: Settings, face: Face, signal: AbortSignal): Promise<PullRequestEnd> {
  const event = startingEvent(settings.env);
  const ledger = await lookingLedgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const { github } = world;
    if (!github) throw noGitHub();
    const change = await changeOf(settings, github);
    const bound = await bindJob(settings, face);
    // A stranger's job file names what to ask of which platform: nobody is asked on their word.
    const plan = isTrusted(event) ? plannedCost(await planFacts(world, bound)) : null;
    const { own, base, unverified } = await runsOf(world, bound.job.name, change);
    const now = settings.clock.now();
    const facts = settings.redactor.deep({
      job: bound.job.name,
      commit: change.head,
      smoke: smokeOf(settings.value('smoke') ?? '', own, [change.head, change.merge]),
      reason: shortened(settings.value('reason') ?? ''),
      plan,
      runs: own
        .filter((run) => run.leases.length > 0)
        .map((run) => ({
          ...toldRun(run, now, settings.env),
          ...(unverified.has(run.id) && { notVerified: true }),
        })),
      base: base && toldRun(base, now, settings.env),
      url: workflowRunLink(settings.env) ?? '',
      links: linksTo(settings.env, change.head),
    });
    const markdown = pullRequestComment(facts);
    const outcome: CommentOutcome = isForkPullRequest(event)
      ? { notAllowed: 'The token of a pull request from a fork only reads.' }
      : toldFor(settings.env, await putComment(github, change.number, bound.job.name, markdown));
    if (typeof outcome === 'object')
      face.line(`No comment was written: ${outcome.notAllowed} What it would say is in the summary.`);
    else if (settings.choice('check') === 'true') await check(world, github, change.head, own);
    return { markdown, smoke: facts.smoke, comment: typeof outcome === 'object' ? 'not-allowed' : outcome };
  } finally {
    await world.close();
  }
}

interface Change {
  number: number;
  head: string;
  /** What `pull_request` checks out: the head merged into the base, for this run alone. */
  merge: string;
  /** Tip of the base branch; empty where it is not known. */
  base: string;
}

/** From the event; else of the number that was given, with what is checked out here. */
async function changeOf({ env, cwd, number: asked }: Settings, github: GitHub): Promise<Change> {
  const pull = record(startingEvent(env).payload['pull_request']);
  const number = asked('number') ?? Number(pull['number']);
  if (!Number.isSafeInteger(number) || number < 1) throw noNumber();
  const merge = env['GITHUB_SHA'] ?? '';
  const head = text(record(pull['head'])['sha']);
  if (head !== '' && number === Number(pull['number']))
    return { number, head, merge, base: text(record(pull['base'])['sha']) };
  const { defaultBranch } = await github.describe();
  const base = await git(cwd, 'rev-parse', '--verify', '--quiet', `refs/remotes/origin/${defaultBranch}`);
  const here = (await git(cwd, 'rev-parse', '--verify', '--quiet', 'HEAD')) ?? merge;
  return { number, head: here, merge, base: base ?? '' };
}

/** The job's newest runs: of the change, and the newest of the base branch that was sealed. */
async function runsOf(
  world: World,
  job: string,
  { head, merge, base: tip }: Change,
): Promise<{ own: Run[]; base: Run | undefined; unverified: Set<string> }> {
  const commits = new Set([...(await commitsBetween(world.repoDir, tip, head)), merge]);
  const listed = (await listedIn(world))
    .filter((each) => each.job === job)
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    .slice(0, MAX_RUNS);
  const own: Run[] = [];
  const unverified = new Set<string>();
  let base: Run | undefined;
  for (const { run: id } of listed) {
    const run = await readRun(world, id, unverified);
    const commit = run?.opened?.commit ?? '';
    if (!run || commit === '') continue;
    if (commits.has(commit)) own.push(run);
    else if (!base && run.seal && (await isIn(world.repoDir, commit, tip))) base = run;
  }
  return { own, base, unverified };
}

/** A ledger elsewhere may be one that a pull request is given no token for; the rest of the comment does not need it. */
async function listedIn({ ledger, face }: World): Promise<RunSummary[]> {
  try {
    return await ledger.list({ archived: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`The ledger could not be read, so no runs are shown: ${error.what}`);
    return [];
  }
}

async function readRun(
  { ledger, face }: World,
  id: string,
  unverified: Set<string>,
): Promise<Run | undefined> {
  try {
    const { events, trust } = await ledger.read(id);
    if (trust === 'not-verified') unverified.add(id);
    return fold(id, events);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`${id} could not be read and is left out: ${error.what}`);
    return;
  }
}

/** The newest run of the change as a check on its head. */
async function check(
  { clock, ledger }: World,
  github: GitHub,
  sha: string,
  own: readonly Run[],
): Promise<void> {
  const newest = own.find((run) => run.leases.length > 0);
  if (!newest) return;
  const name = `gpu-lease: ${newest.opened?.job ?? ''}`;
  await tellCheck(github, { sha, name }, async () => {
    const { events } = await ledger.read(newest.id);
    return checkOf(fold(newest.id, events), events.length, clock.now());
  });
}

function plannedCost({ ranking, declined, cost }: Awaited<ReturnType<typeof planFacts>>): PlannedCost {
  return {
    candidates: ranking.map(({ platform, summary, usdPerHour, expectedUsd }) => ({
      platform,
      summary,
      usdPerHour,
      expectedUsd,
    })),
    declined: declined.map(({ platform, why }) => ({ platform, why })),
    atMostUsd: cost.atMostUsd,
  };
}

/** No permission of the job helps where GitHub takes it away from whom it started the run for. */
const toldFor = ({ GITHUB_ACTOR: actor }: NodeJS.ProcessEnv, outcome: CommentOutcome): CommentOutcome =>
  typeof outcome === 'object' && actor === 'dependabot[bot]'
    ? { notAllowed: 'GitHub gives a workflow run that Dependabot started a token that only reads.' }
    : outcome;

function linksTo(env: NodeJS.ProcessEnv, head: string): NonNullable<PullRequestFacts['links']> {
  const [commit, form] = [commitLink(env, head), formOf(env, 'train')];
  return { ...(commit && { commit }), ...(form && { form }) };
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const noGitHub = (): Problem =>
  new Problem({
    code: 'no-github',
    kind: 'usage',
    what: 'There is no repository at GitHub and no token for it here, so there is no pull request to comment.',
    next: 'Set GITHUB_REPOSITORY (owner/name) and GH_TOKEN, or run it as the action actions/comment.',
  });

const noNumber = (): Problem =>
  new Problem({
    code: 'no-pull-request',
    kind: 'usage',
    what: 'The event that started this names no pull request, and no number was given.',
    next: 'Run it on "pull_request", or give the input "number".',
  });
