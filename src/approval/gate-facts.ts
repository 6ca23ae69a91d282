import { formatSeconds, secondsBetween } from '../clock.ts';
import type { ThisRun } from '../github/environment-rules.ts';
import { approverOf } from '../lease/endings.ts';
import { wasGivenUp } from '../lease/giving-up.ts';
import { next } from '../lease/next.ts';
import { costing, isUnused, type Lease, openMeters, type Run } from '../lease/run.ts';
import { notSealed, storeRefusals } from '../lease/warrant.ts';
import { Problem } from '../problem.ts';
import { plansOf } from '../release/lease-plans.ts';
import type { World } from '../world.ts';
import { givenPhrase } from './approve-release.ts';
import { type Gate, gateOf, gitHubOf, leaseMeant, noWorkflowRun, rulesOf, thisRun } from './gate.ts';
import type { Given } from './given.ts';
import { approvalLines, approvalWays } from './lines-for-approver.ts';
import { releaseMeaning, standingMeaning } from './meaning.ts';
import { type ApprovalRequest, approvalRequest, approveByPhrase } from './request.ts';
import { approvalSentence } from './sentence.ts';
import { givenBefore, standingTerms, termLines } from './standing-terms.ts';

/** What the job that waits is given, and what its approver reads. */
export interface GateFacts {
  /** `wanted`: a phrase is the gate, and nobody has typed it yet. */
  gate: 'environment' | 'phrase' | 'wanted' | 'none';
  environment: string;
  noted: string;
  lease: string;
  /** What a yes means, in one breath; empty where nobody is asked. */
  sentence: string;
  lines: string[];
  ways: string[];
  phrase: string;
}

const nobody = (why: string): GateFacts => ({
  gate: 'none',
  environment: '',
  noted: '',
  lease: '',
  sentence: '',
  lines: [why],
  ways: [],
  phrase: '',
});

/**
 * Proves that the gate holds and that this workflow run can be approved for one release only, notes what was approved before, and
 * shows what will be stopped and destroyed. Writes nothing.
 */
export async function gateFacts(world: World, given: Given, run: Run): Promise<GateFacts> {
  const here = await thisRun(given);
  if (given.inAdvance !== undefined) return holdingLaunch({ world, given, run, here }, given.inAdvance);
  const open = run.leases.filter((each) => openMeters(each).length > 0 && !isUnused(each));
  const meant = leaseMeant(
    open.map(({ name }) => ({ lease: name })),
    here,
    given.phrase,
  );
  const lease = open.find(({ name }) => name === meant?.lease);
  if (run.closed || !lease) return nobody('nothing is held, so nothing waits for anybody');
  if (wasGivenUp(lease)) return nobody(`${lease.name} was given up; its release was approved with that`);
  if (!run.seal) throw refusal(run, notSealed(run));
  const [unstored] = storeRefusals(run, world.clock.now());
  if (unstored) throw refusal(run, unstored);
  return holdingRelease({ world, given, run, here }, lease, run.seal.seal);
}

/** Before which job, and what came with this one. */
interface Before {
  world: World;
  given: Given;
  run: Run;
  here: ThisRun | undefined;
}

async function holdingRelease(before: Before, lease: Lease, seal: string): Promise<GateFacts> {
  const { world, given, run } = before;
  const now = world.clock.now();
  const plans = await plansOf(world, run);
  const { zero } = plans(lease);
  const request = approvalRequest(lease, 'release', seal, zero);
  const teardown = { run, lease, plan: zero };
  const person = approverOf(teardown, now);
  if (person !== undefined) {
    return { ...nobody(`${person} has approved the release of ${lease.name} already`), lease: lease.name };
  }
  if (next(run, plans, now).some((step) => step.do === 'park' && step.lease === lease.name))
    world.face.warn(
      `${lease.name} is not parked yet, so its meter waits with it. Next: gpu-lease collect ${run.id}`,
    );
  const lines = await approvalLines(world, run, { lease: lease.name });
  const sentence = await approvalSentence(world, run, { lease: lease.name });
  const gate = await gateOf(given, world, run);
  const shown = { request, sentence, lines };
  if (gate.kind === 'phrase') return byPhrase(before, gate, shown);
  const staleFacts = zero.some((each) => each.staleFacts);
  return byEnvironment(before, gate, { ...shown, staleFacts });
}

interface Shown {
  request: ApprovalRequest;
  sentence: string;
  lines: string[];
}

/** The phrase is the gate: where it was typed when the workflow was started it must be right. */
async function byPhrase(
  before: Before,
  { because }: Extract<Gate, { kind: 'phrase' }>,
  shown: Shown,
): Promise<GateFacts> {
  const { world, given, run } = before;
  const { request, sentence, lines } = shown;
  const typed = given.phrase?.trim();
  if (typed === undefined) {
    if (!because) return wanted(before, shown);
    const { code, what, next: then } = because;
    throw refusal(run, {
      code,
      what,
      next: `${then} Or start the workflow with the phrase "${request.phrase}". ${sentence}`,
    });
  }
  const answer = await givenPhrase(given, world, run);
  const said = { typed, person: answer?.person ?? '', via: 'phrase' } as const;
  approveByPhrase(run, request, said, world.clock.now());
  const why = because ? `${because.what} ` : 'The job file names no protected environment. ';
  return {
    ...nobody(''),
    gate: 'phrase',
    lease: request.lease,
    phrase: request.phrase,
    sentence,
    lines,
    ways: [`${why}So the gate is the phrase that a person with write access typed when starting this run.`],
  };
}

/** Nobody was asked before, so this is the question and no failure: green, with everything that an answer needs. */
function wanted({ world, run }: Before, { request, sentence, lines }: Shown): GateFacts {
  const { lease, binds: seal, phrase } = request;
  world.face.warn(
    `Nobody has approved the release of ${lease} yet, so nothing is released. ${sentence}\nNext: start the release with the phrase "${phrase}".`,
  );
  const ways = approvalWays(run, { lease, seal }, phrase);
  return { ...nobody(''), gate: 'wanted', lease, phrase, sentence, lines, ways };
}

async function byEnvironment(
  { world, run, here }: Before,
  gate: Extract<Gate, { kind: 'environment' }>,
  { request, sentence, lines, staleFacts }: Shown & { staleFacts: boolean },
): Promise<GateFacts> {
  if (!here) throw noWorkflowRun(run);
  const { beforeApproval } = await import('../github/environment-approval.ts');
  const { noted, reviewers } = await beforeApproval(gitHubOf(world, run), {
    environment: gate.name,
    rules: gate.rules,
    meaning: releaseMeaning({ lease: request.lease, seal: request.binds, staleFacts }),
    run: here,
    launchedBy: run.opened?.by,
    costing: costing(run),
  });
  return {
    gate: 'environment',
    environment: gate.name,
    noted,
    lease: request.lease,
    phrase: '',
    sentence,
    lines,
    ways: [
      `The gate is the environment "${gate.name}": ${reviewers.join(', ')} may approve this workflow run, which means exactly this release. A typed phrase does not pass it by.`,
    ],
  };
}

/** Before a launch that carries an approval in advance: its run may not be there yet, its environment is. */
async function holdingLaunch({ world, given, run, here }: Before, level: string): Promise<GateFacts> {
  const now = world.clock.now();
  const changed = run.opened?.change ? await changeLines(world, run, given.baseJob) : [];
  const terms = standingTerms(run, level, now);
  const before = givenBefore(run, terms, now);
  if (before) return nobody(`${before.person} has approved that in advance already`);
  const gate = await gateOf(given, world, run);
  if (gate.kind === 'phrase') {
    throw refusal(
      run,
      gate.because ?? {
        code: 'standing-needs-a-person',
        what: 'An approval in advance was asked for in a workflow, and no protected environment is named.',
        next: `Name one ("approval.environment" in the job file), or approve from a terminal: gpu-lease approve ${run.id} --standing ${terms.level}`,
      },
    );
  }
  if (!here) throw noWorkflowRun(run);
  const { beforeApproval } = await import('../github/environment-approval.ts');
  const { noted, reviewers } = await beforeApproval(gitHubOf(world, run), {
    environment: gate.name,
    rules: rulesOf(run),
    meaning: standingMeaning(run, terms.level, given.env['GITHUB_RUN_ID']),
    run: here,
    launchedBy: run.opened?.by,
    costing: costing(run),
  });
  const lasts = formatSeconds(secondsBetween(now, new Date(terms.expiresAt)));
  return {
    ...nobody(''),
    gate: 'environment',
    environment: gate.name,
    noted,
    lines: [...changed, ...termLines(run, terms, `for ${lasts} from the approval on`)],
    ways: [
      `${reviewers.join(', ')} may approve this launch in the environment "${gate.name}", in advance for what it seals within these bounds.`,
    ],
  };
}

/** What is asked for, beside what the default branch would have asked for; its approval rules are the ones that count. */
async function changeLines(world: World, run: Run, baseJob: Given['baseJob']): Promise<string[]> {
  const { commit, change, document } = run.opened ?? {};
  const base = await baseJob?.(gitHubOf(world, run));
  if (!base || !document)
    throw refusal(run, {
      code: 'no-job-on-default-branch',
      what: 'The default branch has no readable job file of that name, so nobody has said whose approval counts for a pull request.',
      next: 'Bring a job file with "approval.environment" to the default branch first.',
    });
  const { changeOfJob, isApprovalSame } = await import('./change-of-job.ts');
  if (!isApprovalSame(base, document))
    throw refusal(run, {
      code: 'approval-changed',
      what: `The job file of pull request ${change?.pullRequest} says otherwise than the default branch who approves, so it cannot be approved by a label.`,
      next: 'Bring that part of the change to the default branch by itself first.',
    });
  return [
    `of commit ${commit} of pull request ${change?.pullRequest}, which is on no default branch yet`,
    ...changeOfJob(base, document),
  ];
}

const refusal = (
  run: Run,
  { code, what, next: then }: { code: string; what: string; next: string },
): Problem => new Problem({ code, kind: 'refused', what, next: then, costing: costing(run) });
