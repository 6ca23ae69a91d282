import { secondsBetween } from '../clock.ts';

/** So many workflow runs end without that anybody was asked; then a person is told, and no other one is started. */
export const MOST_TRIES = 3;
/** What was started and is shown by nobody for so long never came. */
const CLAIM_SECONDS = 600;
/** After the first that ended so; the next one waits twice as long, so that all are over before the box is parked for want of an answer. */
const FIRST_PAUSE_SECONDS = 600;

/** The newest workflow run in which the release of a lease was to be asked for, as the record has it. */
export interface Asking {
  seal: string;
  /** Counted from 1. */
  nth: number;
  /** When it was written down that it would be started. */
  at: string;
  /** `undefined`: not known yet, or GitHub did not say. */
  workflowRun: number | undefined;
  /** It is over, and why nobody has answered in it. */
  ended: string | undefined;
}

/** A workflow run that asks for this release, as GitHub shows it. */
export interface SeenAsking {
  workflowRun: number;
  /** `answered`: a reviewer said no, or it showed what is to be typed. */
  is: 'under-way' | 'answered' | { endedBecause: string };
}

export type AskTurn =
  /** Write down that it will be started, then start it. */
  | { do: 'start'; nth: number }
  /** Write down what became of it. */
  | { do: 'note'; asked: Pick<Asking, 'nth'> & { workflowRun?: number; ended?: string } }
  | { do: 'leave'; to: 'workflow-run'; workflowRun: number }
  /** Somebody else is starting one; it is not yet time for another; nobody asks any more. */
  | { do: 'leave'; to: 'others' | 'later' | 'person' };

/**
 * Who asks for a release that waits for nothing else. A try is written down before its workflow run is started, so that of two who
 * would start one the record takes the first; one that was written down and never came, or ended before anybody was asked, is
 * followed by another, a few times.
 *
 * @param seen the newest one that GitHub shows, other than one that is known to have ended
 */
export function askTurn(had: Asking | undefined, seen: SeenAsking | undefined, now: Date): AskTurn {
  // One that somebody started by hand meanwhile, and that ended like ours, changes nothing.
  if (seen && !(had?.ended !== undefined && typeof seen.is === 'object')) return turnOfSeen(had, seen);
  if (!had) return { do: 'start', nth: 1 };
  const age = secondsBetween(new Date(had.at), now);
  if (had.ended === undefined) {
    if (age < CLAIM_SECONDS) return { do: 'leave', to: 'others' };
    return { do: 'note', asked: { nth: had.nth, ended: 'GitHub shows no such workflow run' } };
  }
  if (isGivenUp(had)) return { do: 'leave', to: 'person' };
  return age < FIRST_PAUSE_SECONDS * 2 ** (had.nth - 1)
    ? { do: 'leave', to: 'later' }
    : { do: 'start', nth: had.nth + 1 };
}

function turnOfSeen(had: Asking | undefined, { workflowRun, is }: SeenAsking): AskTurn {
  if (typeof is === 'object')
    return { do: 'note', asked: { nth: had?.nth ?? 1, workflowRun, ended: is.endedBecause } };
  if (!had || had.ended !== undefined || had.workflowRun === workflowRun)
    return { do: 'leave', to: 'workflow-run', workflowRun };
  return { do: 'note', asked: { nth: had.nth, workflowRun } };
}

export const isGivenUp = ({ ended, nth }: Asking): boolean => ended !== undefined && nth >= MOST_TRIES;

/** What a person does instead. */
export const unaskedNext = (run: string): string =>
  `Look at how the last of them ended, and start the release by hand: "Run workflow" of the file of the release with run ${run}, or "gpu-lease release ${run}".`;
