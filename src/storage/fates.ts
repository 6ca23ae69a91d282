import type { Candidate, Job } from '../job/job.ts';
import { type Placement, placementCheck, tiersAt } from '../profile/placement.ts';
import type { Profile } from '../profile/schema.ts';
import type { Event } from '../profile/survival.ts';
import { outliving } from './outliving.ts';
import { lookAt, type WantedPlaces, wantedPlaces } from './wanted-places.ts';

/** What can happen to a box, in the words that a person asks by, and what it is to the box's storage. */
export const HAPPENINGS = {
  stop: 'stop',
  reboot: 'reboot',
  reset: 'process-restart',
  destroy: 'release',
  eviction: 'evict',
  'zero balance': 'balance-zero',
} as const satisfies Record<string, Event>;
export type Happening = keyof typeof HAPPENINGS;

/** `checkpoint` and `kept` are pulled while the job trains, `evidence` once it has ended. */
export type ArtifactClass = 'checkpoint' | 'kept' | 'evidence';

export interface Fate {
  happening: Happening;
  /** Whether it may happen to this job there. */
  mayHappen: boolean;
  /** What is left of the tier that the run lies on. */
  outcome: Placement['outcome'];
  /**
   * What has it afterwards. `there`: the box. `copy`: the durable directory. `pulled`: the newest pull. `sealed`: what was sealed
   * before, which an approval takes. `again`: the run, resumed, writes it again. `new-run`: only a run from the start. `lost`:
   * nothing.
   */
  saved: 'there' | 'copy' | 'pulled' | 'sealed' | 'again' | 'new-run' | 'lost';
  /** One sentence with the real names. */
  why: string;
}

/** One candidate: where the run and its copies lie, and what becomes of each class of artifact. */
export interface CandidateFates {
  platform: string;
  work: string;
  /** Tiers that may hold it; several where a box has one of them. */
  workTiers: string[];
  durable: string | null;
  /** Why nothing can be sealed in the durable directory when it has no room here; `null` where it can, or where there is none. */
  durableLost: string | null;
  /** Why the job's `on-finish: park` is not carried out there; `null` where it is, or was not asked for. */
  notParked: string | null;
  classes: { class: ArtifactClass; paths: string[]; fates: Fate[] }[];
}

export function fatesOf(job: Job, profile: Profile, candidate: Candidate): CandidateFates {
  const wanted = wantedPlaces(job, profile, candidate);
  const happenings = Object.keys(HAPPENINGS) as Happening[];
  return {
    platform: profile.id,
    work: wanted.work,
    workTiers: tiersAt(profile, wanted.work, lookAt(profile, candidate)).map(({ id }) => id),
    durable: wanted.durable?.dir ?? null,
    durableLost: lostWithBox(profile, candidate, wanted.durable?.dir),
    notParked: job.onFinish === 'park' ? whyNotParked(profile) : null,
    classes: classesOf(job).map((each) => ({
      ...each,
      fates: happenings.map((what) => fateOf({ job, profile, candidate, wanted, of: each.class }, what)),
    })),
  };
}

function lostWithBox(profile: Profile, candidate: Candidate, dir: string | undefined): string | null {
  const found = dir === undefined ? undefined : outliving(profile, candidate, dir, []);
  return found?.outlives === false ? found.why : null;
}

function classesOf({ artifacts, checkpoint }: Job): { class: ArtifactClass; paths: string[] }[] {
  const paths = (isEvidence: boolean) =>
    artifacts.filter(({ keep }) => (keep === 'evidence') === isEvidence).map(({ path }) => path);
  const all: { class: ArtifactClass; paths: string[] }[] = [
    { class: 'checkpoint', paths: checkpoint ? [checkpoint.path].flat() : [] },
    { class: 'kept', paths: paths(false) },
    { class: 'evidence', paths: paths(true) },
  ];
  return all.filter((each) => each.paths.length > 0);
}

interface Of {
  job: Job;
  profile: Profile;
  candidate: Candidate;
  wanted: WantedPlaces;
  of: ArtifactClass;
}

const STAYS: readonly Placement['outcome'][] = ['survives', 'survives-billed', 'cannot-happen'];

function fateOf(asked: Of, happening: Happening): Fate {
  const { job, profile, candidate, wanted } = asked;
  const left = leftOf(asked, wanted.work, happening);
  const saved = STAYS.includes(left.outcome) ? 'there' : savedOf(asked, happening);
  return {
    happening,
    mayHappen: MAY_HAPPEN[happening](job, profile, candidate),
    outcome: left.outcome,
    saved,
    why: `${left.why}; ${SAVED[saved]}`,
  };
}

/** A stop of ours is the profile's own verb for it; everything else is an event. */
function leftOf({ profile, candidate }: Of, path: string, happening: Happening): Placement {
  const { park } = profile.teardown;
  const what = happening === 'stop' && park !== null ? { verb: park } : { event: HAPPENINGS[happening] };
  return placementCheck(profile, { path }, what, lookAt(profile, candidate));
}

function savedOf(asked: Of, happening: Happening): Fate['saved'] {
  const { job, of } = asked;
  if (happening === 'destroy') return 'sealed';
  // Checkpoints are copied while a cell works, the rest when it has ended: a box is stopped for us after that, and the other
  // happenings may come before.
  if ((happening === 'stop' || of === 'checkpoint') && isCopied(asked, happening)) return 'copy';
  if (of !== 'evidence') return 'pulled';
  if (job.checkpoint?.resume === 'continues') return 'again';
  return happening === 'eviction' ? 'lost' : 'new-run';
}

function isCopied(asked: Of, happening: Happening): boolean {
  const { durable } = asked.wanted;
  return durable !== undefined && STAYS.includes(leftOf(asked, durable.dir, happening).outcome);
}

const SAVED: Record<Fate['saved'], string> = {
  there: 'it is there afterwards',
  copy: 'the checked copy in the durable directory has it',
  pulled: 'the newest pull has it',
  sealed: 'it takes an approval of what was sealed before',
  again: 'the run writes it again from its newest checkpoint',
  'new-run': 'only a new run writes it again',
  lost: 'nothing else has it',
};

const MAY_HAPPEN: Record<Happening, (job: Job, profile: Profile, candidate: Candidate) => boolean> = {
  stop: ({ onFinish }, profile) => onFinish === 'park' && whyNotParked(profile) === null,
  reboot: () => true,
  reset: () => true,
  destroy: () => true,
  eviction: (_job, { spot }, { attach, market }) =>
    attach === undefined && market !== 'on-demand' && spot.available !== 'no',
  'zero balance': (_job, { meters, automation, kind }, { attach }) =>
    attach === undefined && automation === 'full' && kind !== 'loopback' && meters.length > 0,
};

/** A box is parked only by what can be undone and destroys nothing; else it is held. */
export function whyNotParked({ name, teardown, verbs }: Profile): string | null {
  const verb = verbs.find(({ id }) => id === teardown.park);
  if (!verb) return `${name} has no stop that keeps the data`;
  if (verb.destroys.length > 0) return `"${verb.id}" destroys ${verb.destroys.join(', ')}`;
  return verb.reversible === 'no' ? `"${verb.id}" cannot be undone` : null;
}

/** What a spot box of this candidate would lose for good when it is taken away, and the fix; `undefined`: nothing. */
export function lostByEviction(
  job: Job,
  profile: Profile,
  candidate: Candidate,
): { what: string; next: string } | undefined {
  const { classes, work, workTiers } = fatesOf(job, profile, candidate);
  const lost = classes.filter(({ fates }) =>
    fates.some(
      ({ happening, mayHappen, saved }) => happening === 'eviction' && mayHappen && saved === 'lost',
    ),
  );
  const paths = lost.flatMap((each) => each.paths);
  if (paths.length === 0) return;
  const named = paths.slice(0, 3).join(', ') + (paths.length > 3 ? ` and ${paths.length - 3} more` : '');
  const { survival } = profile.tiers.find(({ id }) => id === workTiers[0]) ?? {};
  const left = survival?.evict === 'lost' ? 'is lost then' : 'is not known to stay then';
  return {
    what: `An eviction of a spot box on ${profile.id} would lose ${named}: the run lies in ${work}, which ${left}, the files are brought home only at the end, and no checkpoint leads back to them.`,
    next: 'Declare the checkpoint that the job resumes from (`checkpoint`), keep the files with `keep: last`, or write `market: on-demand` at that candidate.',
  };
}
