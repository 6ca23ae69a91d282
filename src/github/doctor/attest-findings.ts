import type { Call, CallerView, OwnWorkflow } from './caller-view.ts';
import type { Finding } from './finding.ts';
import type { RepositoryView } from './view.ts';

/** What they seal they leave to a job of the caller to sign: the output "attest". */
const SEALING: readonly OwnWorkflow[] = ['train', 'sweep', 'tick'];

/** Whether what is sealed is signed, and by a job that can. What it has to be granted is looked at as for every other call. */
export function attestFindings(view: RepositoryView): Finding[] {
  const signing = view.callers.flatMap((caller) =>
    caller.calls
      .filter(({ workflow }) => workflow === 'attest')
      .map((call) => ({ path: caller.path, call, from: sourceOf(call, caller) })),
  );
  return [
    ...missing(view),
    ...signing.flatMap(({ path, call, from }) => unfed(path, call, from)),
    ...(signing.length > 0 ? withoutPlan(view) : []),
  ];
}

/** The call whose output it signs, if it waits for that. */
function sourceOf({ runs = '', needs }: Call, { calls }: CallerView): Call | undefined {
  const job = /\bneeds\.([\w-]+)\.outputs\.attest\b/.exec(runs)?.[1];
  return calls.find(
    (call) => call.job === job && needs.includes(call.job) && SEALING.includes(call.workflow),
  );
}

function missing({ callers, facts }: RepositoryView): Finding[] {
  // Elsewhere it takes a plan that the token does not see.
  if (facts?.visibility !== 'public') return [];
  return callers.flatMap(({ path, calls }): Finding[] => {
    const sealing = calls.filter(({ workflow, attest }) => SEALING.includes(workflow) && attest !== 'never');
    const [unsigned] = calls.some(({ workflow }) => workflow === 'attest') ? [] : sealing;
    if (!unsigned) return [];
    return [
      {
        code: 'attest-missing',
        level: 'advice',
        what: `${path} has no job that signs what its job "${unsigned.job}" seals, so nobody else can verify where the files come from.`,
        fix: 'Add the job "attest" (docs/attestations.md, or "gpu-lease init --github --force" in a clean clone), or write "with: { attest: never }".',
      },
    ];
  });
}

function unfed(path: string, { job, runs }: Call, from: Call | undefined): Finding[] {
  if (!from) {
    return [
      {
        code: 'attest-unfed',
        level: 'fault',
        what: `The job "${job}" of ${path} is to sign ${runs === undefined || runs === '' ? 'nothing' : JSON.stringify(runs)}, which is not what a job before it has sealed.`,
        fix: `Write "needs: JOB" and "with: { runs: '\${{ needs.JOB.outputs.attest }}' }", with the job that calls train.yml or tick.yml.`,
      },
    ];
  }
  if (from.attest !== 'never') return [];
  return [
    {
      code: 'attest-never',
      level: 'advice',
      what: `The job "${job}" of ${path} signs nothing: the job "${from.job}" says "attest: never".`,
      fix: 'Take one of the two out.',
    },
  ];
}

/** Rules of environments in a repository that is not public show a plan that has attestations, too. */
function withoutPlan({ facts, environments }: RepositoryView): Finding[] {
  const isEnterprise = environments?.some(
    ({ reviewers, waitMinutes }) => reviewers.length > 0 || waitMinutes > 0,
  );
  if (!facts || facts.visibility === 'public' || isEnterprise) return [];
  return [
    {
      code: 'attest-plan',
      level: 'advice',
      what: `The job "attest" can sign nothing unless this ${facts.visibility} repository is on GitHub Enterprise Cloud, which its token does not see: elsewhere it only warns, and bills a minute for each seal.`,
      fix: 'Nothing on such a plan; else "gpu-lease init --github --attest never --force" in a clean clone, or take the job out.',
    },
  ];
}
