import { canonicalJson, digestOf, type Json } from '../canonical.ts';
import { approvalFor, approvedAsOf } from './endings.ts';
import { shortOf } from './promised.ts';
import { isUnused, type Lease, type Run } from './run.ts';
import { hasStanding } from './standing.ts';
import type { PlannedVerb } from './step.ts';
import { needsStoring } from './stored.ts';
import { type Teardown, verbsOf } from './teardown.ts';

const MINT = Symbol('mint');

/**
 * The right to carry out certain verbs on one box. Drivers take one for everything that stops or destroys, and only this
 * file can make one: from sealed evidence that still holds plus an approval of exactly these verbs, from an approved
 * abandon that lists what is lost, or, for parking, from a plan that destroys nothing.
 */
export class Warrant {
  readonly #boxId: string;
  readonly lease: string;
  readonly verbs: readonly string[];

  /** Not constructible outside this file: `mint` is not exported. */
  constructor(mint: typeof MINT, lease: string, boxId: string, verbs: readonly string[]) {
    if (mint !== MINT) throw new TypeError('a warrant is issued by lease/warrant.ts and nowhere else');
    this.lease = lease;
    this.#boxId = boxId;
    this.verbs = Object.freeze([...verbs]);
  }

  permits(boxId: string, verb: string): boolean {
    return this.#boxId === boxId && this.verbs.includes(verb);
  }
}

/** What was found when the sealed artifacts were looked at again, just now. Made by `collect`'s check of a seal. */
export interface EvidenceNow {
  /** Digest recomputed from the roster, manifest and verdicts as stored. */
  seal: string;
  problems: {
    path: string;
    problem:
      | 'missing'
      | 'zero-byte'
      | 'truncated'
      | 'changed'
      | 'not-downloadable'
      | 'not-readable'
      | 'lost-with-box';
  }[];
}

export interface Refusal {
  code:
    | 'not-sealed'
    | 'artifact-missing'
    | 'artifact-zero-byte'
    | 'artifact-truncated'
    | 'artifact-changed'
    | 'artifact-not-downloadable'
    | 'artifact-not-readable'
    | 'artifact-lost-with-box'
    | 'not-stored'
    | 'seal-differs'
    | 'sealed-elsewhere'
    | 'not-approved'
    | 'approval-of-another-seal'
    | 'approval-of-other-verbs'
    | 'approval-expired'
    | 'approval-unfounded'
    | 'no-box'
    | 'would-destroy'
    | 'not-what-was-promised'
    | 'box-was-used';
  what: string;
  next: string;
}

export type Issued = { ok: true; warrant: Warrant } | { ok: false; refusals: [Refusal, ...Refusal[]] };

/** For the whole teardown of one lease. Every refusal is listed, not only the first. */
export function issueWarrant(teardown: Teardown, evidence: EvidenceNow, now: Date): Issued {
  const { run, lease } = teardown;
  if (!lease.boxId) return refused(noBox(lease));
  if (!run.seal) return refused(notSealed(run));
  const refusals = [
    ...promiseRefusals(run),
    ...storeRefusals(run, now),
    ...evidenceRefusals(run, evidence),
    ...approvalRefusals(teardown, run.seal.seal, now),
  ];
  const [first, ...rest] = refusals;
  if (first) return { ok: false, refusals: [first, ...rest] };
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf(teardown)) };
}

/** Parking is pre-approved by the job file, so it may never destroy anything nor be irreversible. */
export function issueParkWarrant(lease: Lease, plan: readonly PlannedVerb[]): Issued {
  if (!lease.boxId) return refused(noBox(lease));
  const bad = plan.find((each) => !each.reversible || each.destroys.length > 0);
  if (bad || plan.length === 0) {
    return refused({
      code: 'would-destroy',
      what: bad
        ? `"${bad.verb}" ${bad.reversible ? `destroys ${bad.destroys.join(', ')}` : 'cannot be undone'}, so it is no parking.`
        : `${lease.platform} has no way to park a box.`,
      next: 'Release the lease with an approval instead.',
    });
  }
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf({ plan })) };
}

/**
 * For a box that never carried anything of ours: it failed to boot, or it is the late answer to a create that had been given
 * up. There is nothing on it that could be lost, and every minute of it is paid for (docs/decisions/0004-unused-boxes.md).
 */
export function issueUnusedWarrant(lease: Lease, plan: readonly PlannedVerb[]): Issued {
  if (!lease.boxId) return refused(noBox(lease));
  if (!isUnused(lease)) {
    return refused({
      code: 'box-was-used',
      what: `${lease.name} is ${lease.state}${lease.started ? ' and work was started on it' : ''}; it may hold data.`,
      next: 'Release it with a seal and an approval, or abandon the run.',
    });
  }
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf({ plan })) };
}

/** Giving up data: only with an approval that binds to exactly this list of losses. */
export function issueAbandonWarrant(teardown: Teardown, losses: readonly string[], now: Date): Issued {
  const { run, lease } = teardown;
  if (!lease.boxId) return refused(noBox(lease));
  const binds = lossesDigest(run.id, losses);
  const abandons = { ...run, approvals: run.approvals.filter((approval) => approval.goal === 'abandon') };
  const next = `Run "gpu-lease abandon ${run.id}": it shows again what is lost and asks for the phrase.`;
  const [first, ...rest] = approvalRefusals({ ...teardown, run: abandons }, binds, now);
  if (first) return { ok: false, refusals: [{ ...first, next }, ...rest] };
  return { ok: true, warrant: new Warrant(MINT, lease.name, lease.boxId, verbsOf(teardown)) };
}

/** What an approval of an abandon binds to. */
export const lossesDigest = (run: string, losses: readonly string[]): string =>
  digestOf({ abandon: run, losses: [...losses].sort() } satisfies Json);

/**
 * The words a person types: lease name, the first eight of what the approval binds to, and one more word where the facts
 * about a verb are stale, so that nobody acknowledges that by habit (FR-03).
 */
export const releasePhrase = (
  lease: string,
  binds: string,
  plan: readonly Pick<PlannedVerb, 'staleFacts'>[],
): string =>
  [lease, binds.slice(0, 8), ...(plan.some(({ staleFacts }) => staleFacts) ? ['stale-facts'] : [])].join(' ');

/** Why what was sealed does not count now; empty where it is all there. */
export function evidenceRefusals({ id, seal: sealed }: Run, evidence: EvidenceNow): Refusal[] {
  if (!sealed) return [];
  const { seal, machine, place } = sealed;
  if (evidence.problems.length === 0 && evidence.seal === 'none') {
    const where = machine === undefined ? place : `${place} of machine ${machine}`;
    return [
      {
        code: 'sealed-elsewhere',
        what: `What was sealed as ${seal.slice(0, 8)} lies in ${where}, and nothing of it is here.`,
        next: `Release it there. Where that is not possible, "gpu-lease collect ${id} --anew" pulls, verifies and seals it again from the box, here; the seal ${seal.slice(0, 8)} and its approvals are void then.`,
      },
    ];
  }
  const found = evidence.problems.map(({ path, problem }) => artifactRefusal(id, path, problem));
  if (found.length === 0 && evidence.seal !== seal) {
    found.push({
      code: 'seal-differs',
      what: `The stored evidence comes to seal ${evidence.seal.slice(0, 8)}, the ledger has ${seal.slice(0, 8)}.`,
      next: 'Run "gpu-lease collect" to verify and seal again.',
    });
  }
  return found;
}

function artifactRefusal(
  run: string,
  path: string,
  problem: EvidenceNow['problems'][number]['problem'],
): Refusal {
  if (problem === 'not-readable')
    return {
      code: 'artifact-not-readable',
      what: `What was sealed lies on ${path}, and no box of this run answers that has it mounted: it could not be read again.`,
      next: `Start the box again where its platform lets you, then "gpu-lease release ${run}". Nothing was given back.`,
    };
  if (problem === 'lost-with-box')
    return {
      code: 'artifact-lost-with-box',
      what: `What was sealed lies on ${path}, and by the profile that is lost when the box is given back.`,
      next: `Make room here, then "gpu-lease collect ${run} --anew" pulls, verifies and seals it on this machine.`,
    };
  return {
    code: `artifact-${problem}`,
    what: `${path} ${PROBLEM_WORDS[problem]} since it was sealed.`,
    next: 'The box still holds the original. Run "gpu-lease collect" to pull, verify and seal again.',
  };
}

const PROBLEM_WORDS = {
  missing: 'has gone missing',
  'zero-byte': 'has become empty',
  truncated: 'has become shorter',
  changed: 'has changed',
  'not-downloadable': 'can no longer be downloaded from its store',
} as const;

/** A seal counts for what was promised, and not for what it says of itself. */
const promiseRefusals = (run: Run): Refusal[] =>
  (run.seal ? shortOf(run, run.seal) : []).map((what) => ({
    code: 'not-what-was-promised',
    what: `The seal ${run.seal?.seal.slice(0, 8)} falls short: ${what}.`,
    next: `"gpu-lease collect ${run.id} --anew" pulls, verifies and seals again.`,
  }));

/** What lies only on a disk that is thrown away is not kept, however well it was verified there. */
export function storeRefusals(run: Run, now: Date): Refusal[] {
  if (!needsStoring(run, now)) return [];
  const expired = run.stored.at(-1);
  return [
    {
      code: 'not-stored',
      what: expired
        ? `${expired.place} kept what was sealed until ${expired.keptUntil}, which is over.`
        : `What was sealed as ${run.seal?.seal.slice(0, 8)} is in no store that outlives the runner.`,
      next: 'Run "gpu-lease collect" again; it brings what is sealed into a store and reads it back from there.',
    },
  ];
}

/** Why no approval of the record lets these verbs run now; empty when one does. */
export function approvalRefusals(teardown: Teardown, binds: string, now: Date): Refusal[] {
  const { run, lease, plan } = teardown;
  const verbs = verbsOf(teardown);
  if (approvalFor(teardown, binds, approvedAsOf(teardown, now))) return [];
  const mine = run.approvals.filter((approval) => approval.lease === lease.name && approval.goal !== 'park');
  const latest = mine.at(-1);
  const next = `Approve with the phrase "${releasePhrase(lease.name, binds, plan)}".`;
  if (!latest) {
    return [
      { code: 'not-approved', what: `Nobody has approved ${verbs.join(', ')} of ${lease.name}.`, next },
    ];
  }
  if (latest.binds !== binds) {
    const what = `The approval by ${latest.person} is of seal ${latest.binds.slice(0, 8)}; the seal now is ${binds.slice(0, 8)}.`;
    return [{ code: 'approval-of-another-seal', what, next }];
  }
  if (canonicalJson(latest.verbs) !== canonicalJson(verbs)) {
    const what = `The approval by ${latest.person} is of "${latest.verbs.join(', ')}"; the plan now is "${verbs.join(', ')}".`;
    return [{ code: 'approval-of-other-verbs', what, next }];
  }
  if (latest.via === 'standing' && !hasStanding(run, lease.name, latest)) {
    const what = `The approval in advance by ${latest.person} does not cover this release, or was never given.`;
    return [{ code: 'approval-unfounded', what, next }];
  }
  return [
    {
      code: 'approval-expired',
      what: `The approval by ${latest.person} expired at ${latest.expiresAt}.`,
      next,
    },
  ];
}

const refused = (refusal: Refusal): Issued => ({ ok: false, refusals: [refusal] });

const noBox = (lease: Lease): Refusal => ({
  code: 'no-box',
  what: `${lease.name} has no box.`,
  next: 'There is nothing to release.',
});

export const notSealed = (run: Run): Refusal => ({
  code: 'not-sealed',
  what: `Run ${run.id} has no seal: its artifacts are not all pulled and verified.`,
  next: `Run "gpu-lease collect ${run.id}"; to give up what is missing, "gpu-lease abandon ${run.id}".`,
});
