import type { Job } from '../job/job.ts';
import { routineSeconds } from '../lease/look-plan.ts';
import { usdFor } from '../money.ts';
import type { Profile } from '../profile/schema.ts';
import type { Ranked } from '../rent/choose.ts';
import type { PlanFacts } from '../report/plan-text.ts';
import { selfParkOf } from '../storage/self-park.ts';

/** The whole price counts, though a disk is paid for on: its share is small. */
export function ownPark(job: Job, profile: Profile, { offer, candidate }: Ranked): PlanFacts['parksItself'] {
  const parks = selfParkOf(job, profile, { ...candidate, market: offer.market });
  if (!parks || 'why' in parks) return parks ?? null;
  const { verb, afterSeconds } = parks;
  const savedSeconds = Math.max(0, routineSeconds(paceOf(job, offer.market === 'spot')) - afterSeconds);
  const backSeconds = profile.rent.boot?.usual.seconds ?? null;
  return {
    verb,
    afterSeconds,
    savedSeconds,
    savedUsd: usdFor(offer.usdPerHour, savedSeconds),
    savedUsdPerHour: offer.usdPerHour,
    backSeconds,
    backUsd: backSeconds === null ? null : usdFor(offer.usdPerHour, backSeconds),
  };
}

/** The end of a run is known by its steps or by its job's own word. */
export function paceOf({ checkpoint, metrics, watch }: Job, isSpot: boolean) {
  const isEndKnown = metrics?.totalSteps !== undefined || watch.expectedSeconds !== undefined;
  return { everySeconds: checkpoint?.everySeconds, isEndKnown, isSpot };
}
