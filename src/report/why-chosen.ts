import { formatUsd } from '../money.ts';
import type { HeldBackOffer, RankedOffer } from './offer-facts.ts';

/** What a choice was made by. */
export interface Chosen {
  prefer: 'cheapest' | 'order';
  /** The best first. */
  ranked: readonly RankedOffer[];
  /** How many there are in all, where `ranked` has the best alone. */
  offers: number;
  heldBack: readonly HeldBackOffer[];
}

/** Why the first is the first, and what keeps each of the others behind it: a sentence each, empty without an offer. */
export function whyChosen(chosen: Chosen): string[] {
  const [first, ...others] = chosen.ranked;
  if (!first) return [];
  return [
    `${first.platform} ${first.offer} would be taken: ${whyTaken(first, others, chosen)}`,
    ...others.map((other) => `${other.platform} ${other.offer}: ${whyBehind(first, other, chosen)}`),
  ];
}

/** The choice in a sentence: in which part the first beats the offer of another kind of card that is cheaper by the hour, else the next. */
export function whyFirst([first, ...others]: readonly RankedOffer[]): string[] {
  const other = others.find(({ usdPerHour }) => usdPerHour < (first?.usdPerHour ?? 0)) ?? others[0];
  const more = first && other && dearer(first, other);
  return more ? [`why the first: ${other.offer} ${more}`] : [];
}

function whyTaken(
  first: RankedOffer,
  others: readonly RankedOffer[],
  { prefer, offers, heldBack }: Chosen,
): string {
  const cost =
    first.expectedUsd === null
      ? `${first.usdPerHour} USD/h`
      : `${formatUsd(first.expectedUsd)} (${first.parts
          .filter(({ usd }) => usd > 0)
          .map(({ part, usd, why }) => `${part} ${formatUsd(usd)}: ${why}`)
          .join('; ')})`;
  const isHeldBack = lastOf(heldBack, first) !== undefined;
  if (isHeldBack) return `${cost}; every offer left is held back, and it is the best of those`;
  if (others.length === 0) return `${cost}; no other offer meets the job`;
  if (prefer === 'order')
    return `${cost}; the job asks for the order of its candidates, and it is the best of the first that has an offer`;
  return first.expectedUsd === null
    ? `${cost}; the job does not say how long it takes (watch.expected), so what the whole of budget.hours would cost is compared`
    : `${cost}; of ${offers} offers it is expected to cost least`;
}

function whyBehind(first: RankedOffer, other: RankedOffer, { prefer, heldBack }: Chosen): string {
  const held = lastOf(heldBack, other);
  if (held) return `held back behind every other until ${held.until}: ${held.why}`;
  const more = dearer(first, other);
  if (more) return more;
  const costs = other.expectedUsd === null ? '' : `, is expected to cost ${formatUsd(other.expectedUsd)}`;
  const place = prefer === 'order' ? 'comes later in the order of the candidates' : 'comes after it';
  return `${place}${costs}${costs ? ' and' : ','} costs ${other.usdPerHour} USD/h`;
}

const lastOf = (heldBack: readonly HeldBackOffer[], { platform, offer }: RankedOffer) =>
  heldBack.find((each) => each.isLast && each.platform === platform && each.offer === offer);

/** How much more the other is expected to cost, and for what; `undefined` where it is not, or nobody knows. */
function dearer(first: RankedOffer, other: RankedOffer): string | undefined {
  if (first.expectedUsd === null || other.expectedUsd === null) return;
  // By the order of the candidates it need not be so.
  if (other.expectedUsd <= first.expectedUsd) return;
  const [largest] = other.parts
    .map(({ part, usd, why }) => ({
      part,
      why,
      usd: usd - (first.parts.find((each) => each.part === part)?.usd ?? 0),
    }))
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => b.usd - a.usd);
  if (!largest) return;
  const than =
    other.usdPerHour < first.usdPerHour ? `, though its hour costs less (${other.usdPerHour} USD)` : '';
  return `is expected to cost ${formatUsd(other.expectedUsd - first.expectedUsd)} more${than}, most of it for ${largest.part}: ${largest.why}`;
}
