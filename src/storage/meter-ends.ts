import { formatSeconds } from '../clock.ts';
import type { Candidate, Job } from '../job/job.ts';
import type { Profile, Verb } from '../profile/schema.ts';
import { whyNotParked } from './fates.ts';
import { AFTER_KEEPER_SECONDS, ownEndOf } from './own-end.ts';
import { wantedPlaces } from './wanted-places.ts';

/** One thing that ends a box's meter, or its work, though nobody comes. */
export interface MeterEnd {
  /** `platform`: its own timer, or the engine of a queue. `keeper`: ends the work alone. `looks`: any stage, and the schedule. */
  by: 'platform' | 'box' | 'keeper' | 'looks';
  when: string;
  what: string;
  /** What is left afterwards, and what bills on. */
  survives: string;
}

/** Of one candidate, the first to act first. */
export interface CandidateEnds {
  platform: string;
  /** The box that is there already, as the job names it. */
  attach: string | null;
  ends: MeterEnd[];
  /** Why the box itself does not end its meter; `null` where it does. */
  notByItself: string | null;
}

/** What ends the meter by itself, when, and what survives that: shown before anything is rented. */
export function meterEnds(job: Job, profile: Profile, candidate: Candidate): CandidateEnds {
  const isQueue = profile.kind === 'scheduler' || profile.kind === 'kubernetes';
  const own = ownEndOf(profile, candidate, wantedPlaces(job, profile, candidate).work);
  const after = `after ${job.budget.hours} h (budget.hours)`;
  const box = 'never' in own ? [] : [boxEnd(profile, own, after)];
  const isLastingLine = !('never' in own) && own.holds === 'always';
  return {
    platform: profile.id,
    attach: candidate.attach ?? null,
    ends: isQueue
      ? [keeperEnd(after, false), engineEnd(profile)]
      : [
          ...(candidate.attach === undefined ? platformEnd(profile, after) : []),
          keeperEnd(after, isLastingLine),
          ...box,
          looksEnd(profile, candidate, after),
        ],
    notByItself: isQueue || !('never' in own) ? null : own.never,
  };
}

function platformEnd({ rent, name, verbs }: Profile, after: string): MeterEnd[] {
  const { timer } = rent;
  if (!timer) return [];
  const most = timer.most ? `, ${timer.most.text} at most` : '';
  return [
    {
      by: 'platform',
      when: `${after} from the rental, in steps of ${timer.granularity.text}${most}`,
      what: `${name} does "${timer.verb}" by its own timer${timer.note ? `. ${sentence(timer.note)}` : ''}`,
      survives: leftBy(verbs, timer.verb),
    },
  ];
}

const engineEnd = ({ kind, name }: Profile): MeterEnd => ({
  by: 'platform',
  when:
    kind === 'kubernetes'
      ? 'after budget.hours (activeDeadlineSeconds of the pod)'
      : "at the walltime of the allocation (the candidate's, or its partition's)",
  what: `${name} ends what runs and takes the allocation back`,
  survives: 'the files of the run; nothing is billed on for it',
});

const keeperEnd = (after: string, hasLine: boolean): MeterEnd => ({
  by: 'keeper',
  when: `${after} from each start`,
  what: `the keeper asks the cells to save, ends them and copies their checkpoints${hasLine ? ', then ends the meter by the line of the box' : '; the meter goes on'}`,
  survives: 'all that lies on the box',
});

function boxEnd(
  { verbs }: Profile,
  own: { verb: string; holds: 'always' | 'until-work'; why: string },
  after: string,
): MeterEnd {
  const grace = formatSeconds(AFTER_KEEPER_SECONDS);
  const isLasting = own.holds === 'always';
  return {
    by: 'box',
    when: isLasting
      ? `${after} and ${grace}, from the first login on`
      : `${after} and ${grace}, from the first login until work is begun on it`,
    what: isLasting
      ? `the box does "${own.verb}" by itself`
      : `the box does "${own.verb}" by itself; not once it has work, because ${own.why}`,
    survives: leftBy(verbs, own.verb),
  };
}

function looksEnd(profile: Profile, { attach }: Candidate, after: string): MeterEnd {
  const notParked = whyNotParked(profile);
  const isParked = attach === undefined && notParked === null;
  const { park, 'park-note': note } = profile.teardown;
  const known = park === null && note ? sentence(note) : notParked;
  const whyHeld = attach === undefined ? known : 'it is yours';
  return {
    by: 'looks',
    when: `${after} from the rental, at the next look or tick`,
    what: isParked
      ? `it is parked ("${profile.teardown.park}")`
      : `a person is told what it costs; it is held: ${whyHeld}`,
    survives: isParked ? leftBy(profile.verbs, profile.teardown.park) : 'all that lies on the box',
  };
}

/** The end of a sentence stands behind it here. */
const sentence = (note: string): string => note.replace(/\.$/, '');

function leftBy(verbs: readonly Verb[], id: string | null): string {
  const verb = verbs.find((each) => each.id === id);
  if (!verb) return 'unknown';
  const { destroys, leaves, reversible } = verb;
  const kept = destroys.length === 0 ? 'all that lies on it' : `all but ${destroys.join(', ')}`;
  const until = typeof reversible === 'object' ? ` for ${reversible.until.text}` : '';
  return `${kept}${until}${leaves.length > 0 ? `; bills on: ${leaves.join(', ')}` : ''}`;
}
