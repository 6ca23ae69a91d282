import { formatSeconds, secondsBetween } from '../clock.ts';
import type { Continued } from '../lease/events.ts';
import { nothingToLookAt } from '../lease/later-look.ts';
import { type LookPlan, type NextLook, nextLook } from '../lease/look-plan.ts';
import type { Run } from '../lease/run.ts';
import type { Pace } from './schedule.ts';

/** A dispatched run that has not said its name for so long never came, or came and went. */
const CLAIM_SECONDS = 600;

/** One workflow run of a chain of bounded looks. */
export interface Link {
  workflowRun: number;
  /** Counted from 1; 0 for a workflow run that no chain started. */
  hop: number;
}

/**
 * What a link that a chain started has to write down first: that it is the one. `undefined` where it stands there already, or
 * another one does.
 */
export function arrivalOf(run: Run, link: Link): Continued | undefined {
  const { continued } = run;
  if (link.hop === 0 || continued?.hop !== link.hop || continued.workflowRun !== undefined) return;
  const lookAt = continued.lookAt === undefined ? {} : { lookAt: continued.lookAt };
  return { type: 'continued', how: 'dispatch', hop: link.hop, workflowRun: link.workflowRun, ...lookAt };
}

export type Onward =
  /** Write down that hop, and dispatch it for a look at that time. */
  | { do: 'claim'; hop: number; look: NextLook }
  /** Another link stands in the ledger: whether that workflow run still lives decides. */
  | { do: 'ask'; workflowRun: number }
  /** `nobody`: nothing is to be looked at later. The others go on with it. */
  | { do: 'leave'; to: 'nobody' | 'tick' | 'chain' | 'person'; why: string };

export interface Circumstances {
  now: Date;
  link: Link;
  /** How the schedule really comes; `undefined`: too seldom to tell. */
  ticks: Pace | undefined;
  /** What a look costs at least to be put off; see `LookPlan`. */
  plan: LookPlan;
  /** Dispatch also where the schedule would go on with it. */
  always: boolean;
  maxHops: number;
  /** The link that stood in the ledger, once asked for; dead also where GitHub does not know it. */
  asked?: { workflowRun: number; alive: boolean };
}

/**
 * Who goes on with a run whose bounded look is over. The ledger decides: a hop is written down before it is dispatched, by
 * compare-and-swap, and only the newest hop's own workflow run may write down the next one. A chain whose link died may be taken
 * over by anybody, with a higher hop, which ends the old one should it still come.
 */
export function onward(run: Run, at: Circumstances): Onward {
  const look = nextLook(run, at.now, at.plan);
  if (!look)
    return { do: 'leave', to: 'nobody', why: nothingToLookAt(run, at.now) ?? 'time alone brings nothing' };
  if (!at.always && at.ticks && isInTime(look, at.ticks, at.now)) {
    const why = `the schedule's looks are at most ${formatSeconds(at.ticks.longestSeconds)} apart, and the next one is due at ${look.at.toISOString()}: ${look.why}`;
    return { do: 'leave', to: 'tick', why };
  }
  const hop = (run.continued?.hop ?? 0) + 1;
  const held = isOurs(run, at.link) ? undefined : heldByAnother(run, at);
  if (held) return held;
  if (hop <= at.maxHops) return { do: 'claim', hop, look };
  const why = `all ${at.maxHops} hops of the chain are used up; start the workflow by hand, or let the schedule go on`;
  return { do: 'leave', to: 'person', why };
}

/** A look that is a little late is none that is missed. */
const SLACK_SECONDS = 300;

/** Whether a schedule comes as early as the plan asks, wherever between two of its looks it is now. One that should have come has not. */
export const isInTime = ({ at }: NextLook, { lastAt, longestSeconds }: Pace, now: Date): boolean =>
  secondsBetween(lastAt, now) <= longestSeconds && longestSeconds <= secondsBetween(now, at) + SLACK_SECONDS;

function isOurs({ continued }: Run, { hop, workflowRun }: Link): boolean {
  if (!continued) return true;
  return (
    continued.workflowRun === workflowRun || (continued.hop === hop && continued.workflowRun === undefined)
  );
}

/** Another link has the chain, as far as is known; `undefined` once it is known to be over. */
function heldByAnother({ continued }: Run, { link, now, asked }: Circumstances): Onward | undefined {
  if (!continued) return;
  if (continued.workflowRun !== undefined) {
    if (asked?.workflowRun !== continued.workflowRun)
      return { do: 'ask', workflowRun: continued.workflowRun };
    if (!asked.alive) return;
    const why = `workflow run ${continued.workflowRun} has hop ${continued.hop} of the chain`;
    return { do: 'leave', to: 'chain', why };
  }
  // Written down by an earlier attempt of this very run, which is over: whether its dispatch left or not, a higher hop ends it.
  if (continued.by.startsWith(`github:${link.workflowRun}.`)) return;
  if (secondsBetween(new Date(continued.lookAt ?? continued.at), now) > CLAIM_SECONDS) return;
  return {
    do: 'leave',
    to: 'chain',
    why: `hop ${continued.hop} of the chain was started at ${continued.at}`,
  };
}
