import type { OfferedGpu } from '../job/gpus.ts';
import type { Job } from '../job/job.ts';
import { emptyRun } from '../lease/fold.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { MemoryLedger } from '../ledger/memory-ledger.ts';
import { surelyEmpty } from '../ledger/no-refs.ts';
import { EXIT, Problem } from '../problem.ts';
import { askAndChoose } from '../rent/ask.ts';
import type { Declined, Ranked } from '../rent/choose.ts';
import { type Elsewhere, learnElsewhere, NOTHING_ELSEWHERE } from '../rent/elsewhere.ts';
import type { DeclinedOffer, HeldBackOffer, OffersFacts, RankedOffer } from '../report/offer-facts.ts';
import { offersText } from '../report/offers-table.ts';
import { pageOn } from '../report/page.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { World } from '../world.ts';
import { readJob } from './bind-job.ts';
import type { Request } from './command.ts';
import { knownPlatforms } from './known-platforms.ts';
import { ledgerLocation } from './ledger-place.ts';
import { faceOf, lookingLedgerOf, type Settings, settingsOf } from './settings.ts';
import { openWorld } from './world.ts';

/** What the platforms of the job offer now, ranked as a run would choose, and why the rest was declined. Rents nothing. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  // Nothing is written, so no ledger has to be there.
  const world = openWorld({ settings, face, signal }, new MemoryLedger());
  try {
    const job = narrowed(readJob(settings, face).job, settings);
    const elsewhere = await seenElsewhere(world, job, () => earlierRuns(settings));
    const { ranked, declined, unasked } = await askAndChoose(world, emptyRun('offers'), job, elsewhere);
    if (unasked) throw unasked;
    const facts: OffersFacts = {
      job: job.name,
      prefer: job.prefer ?? 'cheapest',
      ranked: rankedFacts(ranked),
      declined: declined.map(declinedFacts),
      heldBack: heldBackFacts(ranked, declined),
    };
    const page = pageOn(process.stdout, settings.env);
    if (settings.json) process.stdout.write(jsonLine(facts));
    else page.print(offersText(facts, { all: settings.flag('all'), columns: page.columns }).trimEnd());
    return ranked.length > 0 ? EXIT.ok : EXIT.capacity;
  } finally {
    await world.close();
  }
}

/** The ledger of earlier runs, as far as there is one. */
async function earlierRuns(settings: Settings): Promise<Ledger | undefined> {
  return surelyEmpty(ledgerLocation(settings), true) === undefined ? lookingLedgerOf(settings) : undefined;
}

/** What other runs tell, for a command that rents nothing: a ledger that cannot be read keeps nobody from a look ahead, and is told. */
export async function seenElsewhere(
  { clock, face }: Pick<World, 'clock' | 'face'>,
  job: Job,
  open: () => Promise<Ledger | undefined>,
): Promise<Elsewhere> {
  try {
    const ledger = await open();
    return ledger ? await learnElsewhere(ledger, '', job, clock.now()) : NOTHING_ELSEWHERE;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`What other runs met is not known here, and a run may choose otherwise: ${error.what}`);
    return NOTHING_ELSEWHERE;
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

/** Of those that may be taken the last ones, and the machines of those that may not. */
export const heldBackFacts = (ranked: readonly Ranked[], declined: readonly Declined[]): HeldBackOffer[] => [
  ...ranked.flatMap(({ offer: { platform, id }, heldBack: held }) =>
    held?.until === undefined
      ? []
      : [{ platform, offer: id, isLast: true, until: held.until, why: held.why }],
  ),
  ...declined.flatMap(({ offer, until, why }) =>
    offer === undefined || until === undefined
      ? []
      : [{ platform: offer.platform, offer: offer.id, isLast: false, until, why }],
  ),
];

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
