import type { Constraint } from '../job/constraint.ts';
import { cardText, isCard, type OfferedGpu } from '../job/gpus.ts';
import { numberText, whyOtherGpu } from './meets.ts';

const MOST_NAMED = 12;

/**
 * Why none of the cards that a platform has at all will do, as sentences; `undefined` where one would (it is only not free now),
 * and where the platform names none.
 */
export function whyLacking(
  want: NonNullable<Constraint['gpu']>,
  cards: readonly OfferedGpu[],
  platform: string,
): string | undefined {
  if (cards.length === 0 || cards.some((card) => whyOtherGpu(want, card) === undefined)) return;
  const named =
    want.names.length === 0 ? cards : cards.filter((card) => want.names.some((name) => isCard(card, name)));
  if (named.length === 0)
    return `${platform} offers no ${want.names.join(', no ')}; it has ${listed(cards.map(cardText))}.`;
  const inNumber = named.filter(({ count }) => count >= want.count && count <= (want.most ?? want.count));
  if (inNumber.length === 0) {
    const counts = [...new Set(named.map(({ count }) => count))].sort((a, b) => a - b);
    return `${platform} puts ${counts.join(', ')} of ${listed(named.map(cardText))} into one box, and never ${numberText(want)}.`;
  }
  return `No ${want.names.join(' or ') || 'card'} of ${platform} has that memory; it has ${listed(inNumber.map(cardText))}.`;
}

function listed(all: readonly string[]): string {
  const each = [...new Set(all)].sort();
  const more = each.length - MOST_NAMED;
  return `${each.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
