import type { Job } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { choose, type Declined } from './choose.ts';

/** Chooses an offer and returns the intent to write. Spends nothing. */
export async function intend(world: World, run: Run, job: Job, n: number): Promise<EventBody[]> {
  const offered = [];
  for (const candidate of job.candidates) {
    const driver = await world.driver(candidate.platform);
    const offers = await driver.offers(job.resources, candidate);
    offered.push({ candidate, offers });
  }
  const { choice, declined } = choose(job, run, offered);
  if (!choice) throw noCapacity(declined);
  const { offer, candidate } = choice;
  world.face.line(`chose ${offer.platform}: ${offer.summary}, ${offer.usdPerHour} USD/h, ${offer.market}`);
  return [
    {
      type: 'intended',
      lease: `${run.id}-${n}`,
      platform: offer.platform,
      offer: offer.id,
      summary: offer.summary,
      usdPerHour: offer.usdPerHour,
      market: offer.market,
      ...(candidate.attach === undefined ? {} : { attach: candidate.attach }),
    },
  ];
}

function noCapacity(declined: Declined[]): Problem {
  const list = declined.map(
    ({ candidate, offer, why }) => `- ${candidate.platform}${offer ? ` ${offer.id}` : ''}: ${why}`,
  );
  return new Problem({
    code: 'no-capacity',
    kind: 'capacity',
    what: `No candidate has a box for this job now. Nothing was rented.\n${list.join('\n')}`,
    next: 'Try again later with the same command, or widen resources, candidates or budget.usdPerHour in the job file.',
  });
}
