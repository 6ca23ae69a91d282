import type { Candidate } from '../job/job.ts';
import { placementCheck } from '../profile/placement.ts';
import type { Profile } from '../profile/schema.ts';
import { lookAt } from './wanted-places.ts';

/** The line by which a box ends its own meter, and how long it may be left on the box. */
export interface OwnEnd {
  line: string;
  probe: string | undefined;
  /** What it comes to, as the profile's verb. */
  verb: string;
  /** `until-work`: it would destroy what the work lies on, so it is taken away before any is begun. */
  holds: 'always' | 'until-work';
  /** One sentence on what becomes of where the work lies. */
  why: string;
}

/**
 * How much later than its keeper a box ends itself: the keeper first asks the cells to save, ends them, and copies what they wrote; what
 * hangs it gives up after ten minutes, and its own try of the line after two more.
 */
export const AFTER_KEEPER_SECONDS = 900;

/** A box that ends itself by this keeps what it holds. For how long is told beside it. */
const KEEPS: readonly string[] = ['survives', 'survives-billed', 'survives-for', 'cannot-happen'];

/**
 * How a box may end its own meter. Nothing that destroys a run's work is done without a warrant, so what the verb destroys decides, and
 * nobody's own box is switched off unasked.
 *
 * @param work directory below which the run lives on that box
 * @returns or why it may not at all
 */
export function ownEndOf(profile: Profile, candidate: Candidate, work: string): OwnEnd | { never: string } {
  const end = profile.rent['self-stop'];
  if (!end) return { never: `${profile.name} is not known to let a box end its own meter` };
  const { line, probe, verb } = end;
  const left = placementCheck(profile, { path: work }, { verb }, lookAt(profile, candidate));
  const isKept = KEEPS.includes(left.outcome);
  if (candidate.attach !== undefined) {
    const loses = destroyedBy(profile);
    if (loses.length > 0)
      return { never: `"${verb}" would destroy ${loses.join(', ')} of a box that is yours` };
    if (!isKept) return { never: left.why };
    if (candidate.selfStop !== true)
      return {
        never: `it is yours: \`self-stop: true\` of the candidate lets it "${verb}" itself, which destroys nothing`,
      };
  }
  return { line, probe, verb, holds: isKept ? 'always' : 'until-work', why: left.why };
}

/** Tiers that are gone after a box ended itself; empty where the line keeps all of them, or where there is none. */
const destroyedBy = ({ rent, verbs }: Profile): string[] =>
  verbs.find(({ id }) => id === rent['self-stop']?.verb)?.destroys ?? [];
