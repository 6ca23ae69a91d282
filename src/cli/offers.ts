import type { OfferedGpu } from '../job/gpus.ts';
import type { Job } from '../job/job.ts';
import { emptyRun } from '../lease/fold.ts';
import { MemoryLedger } from '../ledger/memory-ledger.ts';
import { EXIT, Problem } from '../problem.ts';
import { askAndChoose } from '../rent/ask.ts';
import type { Declined, Ranked } from '../rent/choose.ts';
import {
  type DeclinedOffer,
  type OffersFacts,
  offersText,
  type RankedOffer,
} from '../report/offers-table.ts';
import { pageOn } from '../report/page.ts';
import { jsonLine } from '../report/visible-text.ts';
import { readJob } from './bind-job.ts';
import type { Request } from './command.ts';
import { knownPlatforms } from './known-platforms.ts';
import { faceOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** What the platforms of the job offer now, ranked as a run would choose, and why the rest was declined. Rents nothing. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  // Nothing is written and no earlier run counts, so no ledger has to be there.
  const world = openWorld({ settings, face, signal }, new MemoryLedger());
  try {
    const job = narrowed(readJob(settings, face).job, settings);
    const { ranked, declined, unasked } = await askAndChoose(world, emptyRun('offers'), job);
    if (unasked) throw unasked;
    const facts: OffersFacts = {
      job: job.name,
      prefer: job.prefer ?? 'cheapest',
      ranked: rankedFacts(ranked),
      declined: declined.map(declinedFacts),
    };
    const page = pageOn(process.stdout, settings.env);
    if (settings.json) process.stdout.write(jsonLine(facts));
    else page.print(offersText(facts, { all: settings.flag('all'), columns: page.columns }).trimEnd());
    return ranked.length > 0 ? EXIT.ok : EXIT.capacity;
  } finally {
    await world.close();
  }
}

/** Only the candidates of one platform; one that the job does not name is asked all the same. */
function narrowed(job: Job, settings: Settings): Job {
  const platform = settings.value('platform');
  if (platform === undefined) return job;
  const { platforms } = knownPlatforms();
  if (!platforms.has(platform)) {
    throw new Problem({
      code: 'unknown-platform',
      kind: 'usage',
      what: `There is no profile for the platform ${JSON.stringify(platform.slice(0, 80))}.`,
      next: `Use one of: ${[...platforms].sort().join(', ')}.`,
    });
  }
  const own = job.candidates.filter((each) => each.platform === platform);
  return { ...job, candidates: own.length > 0 ? own : [{ platform }] };
}

export const rankedFacts = (ranked: readonly Ranked[]): RankedOffer[] =>
  ranked.map(({ offer, cost }, at) => ({
    rank: at + 1,
    platform: offer.platform,
    offer: offer.id,
    summary: offer.summary,
    gpu: offer.gpu ? gpuText(offer.gpu) : null,
    region: offer.region ?? null,
    market: offer.market,
    usdPerHour: offer.usdPerHour,
    expectedUsd: cost.known ? Number(cost.usd.toFixed(6)) : null,
    parts: cost.known ? cost.parts.map((each) => ({ ...each, usd: Number(each.usd.toFixed(6)) })) : [],
  }));

const declinedFacts = ({ candidate, offer, why }: Declined): DeclinedOffer => ({
  platform: candidate.platform,
  offer: offer?.id ?? null,
  summary: offer?.summary ?? null,
  usdPerHour: offer?.usdPerHour ?? null,
  why,
});

const gpuText = ({ count, native, model, form, memoryGb }: OfferedGpu): string =>
  [`${count}x`, model ?? native, form, memoryGb === undefined ? undefined : `${memoryGb} GB`]
    .filter((part) => part !== undefined)
    .join(' ');
