import type { Constraint, Range } from '../job/constraint.ts';
import { cardText, isCard, type OfferedGpu } from '../job/gpus.ts';
import type { Candidate } from '../job/job.ts';
import type { Offer } from '../platforms/driver.ts';

/** Platforms sell a little less than the round number they name; the audit on the box allows as much. */
const TOLERANCE = 0.95;

/**
 * Why an offer is not what the job asks for, as the end of a sentence; `undefined` when nothing speaks against it. What an
 * offer does not say is accepted: the audit on the box decides.
 */
export function whyUnmet(want: Constraint, candidate: Candidate, offer: Offer): string | undefined {
  return (
    whyOtherMarket(candidate, offer) ??
    whyOtherThanNamed(candidate, offer) ??
    (want.gpu && whyOtherGpu(want.gpu, offer.gpu)) ??
    whyOutside('CPUs', want.cpus, offer.cpus) ??
    whyOutside('GB of memory', want.memoryGb, offer.memoryGb) ??
    // What an offer names is the largest disk that can be had, so only too little of it counts.
    whyOutside('GB of disk', want.diskGb && minOf(want.diskGb), offer.diskGb) ??
    whyElsewhere(want.regions, offer.region)
  );
}

/** `4`, or `2 to 8`. */
export const numberText = ({ count, most }: NonNullable<Constraint['gpu']>): string =>
  most === undefined ? String(count) : `${count} to ${most}`;

/** What the candidate alone says: the words of its platform. */
function whyOtherThanNamed(
  { types, notHosts, usdPerHour, attach, queue }: Candidate,
  offer: Offer,
): string | undefined {
  if (types && !types.includes(offer.type ?? ''))
    return `${offer.type ?? 'of no named type'}, and the candidate wants ${types.join(' or ')}`;
  if (offer.hostId !== undefined && notHosts?.includes(offer.hostId))
    return `its host ${offer.hostId} is among the candidate's not-hosts`;
  const isBound = usdPerHour !== undefined && attach === undefined && queue === undefined;
  if (isBound && offer.usdPerHour > usdPerHour)
    return `${offer.usdPerHour} USD/h is over the candidate's usdPerHour ${usdPerHour}`;
  return;
}

function whyOtherMarket({ market, bidUsdPerHour }: Candidate, offer: Offer): string | undefined {
  if (market !== undefined && market !== 'any' && offer.market !== market)
    return `${offer.market}, and the candidate wants ${market}`;
  // A disk that bills beside the bid is bound by the budget, as the rest of the price is.
  const spot = offer.bidUsdPerHour ?? offer.usdPerHour;
  if (bidUsdPerHour !== undefined && offer.market === 'spot' && spot > bidUsdPerHour)
    return `${spot} USD/h is over the candidate's bidUsdPerHour ${bidUsdPerHour}`;
  return;
}

/** Why a card is not the one that is asked for, as the end of a sentence. */
export function whyOtherGpu(
  want: NonNullable<Constraint['gpu']>,
  gpu: OfferedGpu | undefined,
): string | undefined {
  if (!gpu) return;
  if (gpu.count < want.count || gpu.count > (want.most ?? want.count))
    return `${gpu.count} cards, and the job asks for ${numberText(want)}`;
  if (want.names.length > 0 && !want.names.some((name) => isCard(gpu, name)))
    return `${cardText(gpu)}, and the job asks for ${want.names.join(' or ')}`;
  return whyOutside('GB per card', want.memoryGb, gpu.memoryGb);
}

function whyOutside(what: string, want: Range | undefined, has: number | undefined): string | undefined {
  if (!want || has === undefined) return;
  if (want.min !== undefined && has < want.min * TOLERANCE)
    return `${has} ${what}, and the job asks for at least ${want.min}`;
  if (want.max !== undefined && has > want.max)
    return `${has} ${what}, and the job asks for at most ${want.max}`;
  return;
}

const minOf = ({ min }: Range): Range => (min === undefined ? {} : { min });

/** A wanted region also stands for its parts: `eu` for `EU-RO-1`, `Sweden` for `Sweden, SE`. */
function whyElsewhere(regions: string[] | undefined, region: string | undefined): string | undefined {
  if (!regions || regions.length === 0 || region === undefined) return;
  const is = ` ${words(region)} `;
  if (regions.some((each) => is.includes(` ${words(each)} `))) return;
  return `in ${region}, and the job wants ${regions.join(' or ')}`;
}

const words = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
