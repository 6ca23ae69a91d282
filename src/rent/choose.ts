import type { Candidate, Job } from '../job/job.ts';
import type { Run } from '../lease/run.ts';
import type { Offer } from '../platforms/driver.ts';

export interface Choice {
  candidate: Candidate;
  offer: Offer;
}

export interface Declined {
  candidate: Candidate;
  offer?: Offer;
  why: string;
}

/**
 * The first offer that meets the budget, in the order of the job's candidates and then by price; and why each other was
 * declined. Pure: offers were fetched by the caller.
 */
export function choose(
  job: Job,
  run: Run,
  offered: { candidate: Candidate; offers: Offer[] }[],
): { choice: Choice | undefined; declined: Declined[] } {
  const declined: Declined[] = [];
  for (const { candidate, offers } of offered) {
    if (offers.length === 0)
      declined.push({ candidate, why: 'nothing that meets the constraint is offered now' });
    const byPrice = [...offers].sort((a, b) => a.usdPerHour - b.usdPerHour);
    for (const offer of byPrice) {
      const why = whyNot(job, run, candidate, offer);
      if (!why) return { choice: { candidate, offer }, declined };
      declined.push({ candidate, offer, why });
    }
  }
  return { choice: undefined, declined };
}

function whyNot(job: Job, run: Run, candidate: Candidate, offer: Offer): string | undefined {
  if (offer.usdPerHour > job.budget.usdPerHour) {
    return `${offer.usdPerHour} USD/h is over budget.usdPerHour ${job.budget.usdPerHour}`;
  }
  const market = candidate.market ?? 'any';
  if (market !== 'any' && offer.market !== market) return `${offer.market}, the job wants ${market}`;
  const refusals = run.leases.filter(
    (lease) => lease.state === 'refused' && lease.platform === offer.platform && lease.offer === offer.id,
  );
  if (refusals.length > 0) return 'could not be rented earlier in this run';
  return;
}
