import { formatUsd } from '../money.ts';
import type { DeclinedOffer, HeldBackOffer, OffersFacts, RankedOffer } from './offer-facts.ts';
import { table } from './text-table.ts';
import { visible } from './visible-text.ts';
import { whyFirst } from './why-chosen.ts';

/** Nobody reads more; `--all` shows everything. */
const MOST_ROWS = 20;
const MOST_HELD_BACK = 8;

/** @param columns of the terminal; unset: as wide as it is */
export function offersText(
  { job, prefer, ranked, declined, heldBack }: OffersFacts,
  { all, columns }: { all: boolean; columns?: number | undefined },
): string {
  const shown = all ? ranked : ranked.slice(0, MOST_ROWS);
  const whole = declined.filter((each) => each.offer === null);
  const single = declined.filter((each) => each.offer !== null && !isHeldBack(heldBack, each));
  const by = prefer === 'order' ? 'the order of its candidates' : 'expected cost';
  return visible(
    [
      ranked.length > 0 ? `offers for job ${job}, by ${by}:\n` : `no offer meets job ${job} now\n`,
      ...(ranked.length > 0 ? [rankingTable(shown, columns)] : []),
      ...partsOfFirst(ranked),
      ...whyFirst(ranked),
      ...(shown.length < ranked.length
        ? [`and ${ranked.length - shown.length} more; --all shows them\n`]
        : []),
      ...heldBackLines(heldBack, all),
      ...whole.map(({ platform, why }) => `declined: ${platform}: ${why}`),
      ...(single.length === 0
        ? []
        : all
          ? ['', declinedTable(single, columns)]
          : declinedReasons(single, '--all')),
      '',
    ].join('\n'),
  );
}

/** What `gpu-lease plan --why` prints. */
export function whyText({
  job,
  why,
  declined,
  heldBack,
  refused,
}: {
  job: string;
  why: readonly string[];
  declined: readonly { platform: string; offer: string | null; why: string }[];
  heldBack: readonly HeldBackOffer[];
  refused: string | null;
}): string {
  const gone = heldBack.filter(({ isLast }) => !isLast);
  return visible(
    [
      ...(refused === null ? [] : [refused]),
      ...(why.length > 0 ? why : [`no offer meets job ${job} now`]),
      ...heldBackLines(gone),
      ...declinedReasons(
        declined.filter((each) => !isHeldBack(gone, each)),
        '"gpu-lease offers --all"',
      ),
    ].join('\n'),
  );
}

/** What the first is expected to cost, part by part. */
function partsOfFirst([first]: readonly RankedOffer[]): string[] {
  if (!first || first.parts.length === 0) return [];
  const lines = first.parts.map(({ part, usd, why }) => `  ${part}: ${formatUsd(usd)} (${why})`);
  return [`${first.offer} is expected to cost ${formatUsd(first.expectedUsd ?? 0)}:`, ...lines, ''];
}

/** @param all else the first of many: a marketplace may lack hundreds of machines after a bad day */
export function heldBackLines(heldBack: readonly HeldBackOffer[], all = false): string[] {
  const shown = all ? heldBack : heldBack.slice(0, MOST_HELD_BACK);
  const left = heldBack.length - shown.length;
  return [
    ...shown.map(
      ({ platform, offer, isLast, until, why }) =>
        `${isLast ? 'held back behind every other' : 'not taken'} until ${until}: ${platform} ${offer}: ${why}`,
    ),
    ...(left > 0 ? [`held back: ${left} more`] : []),
  ];
}

export const isHeldBack = (
  heldBack: readonly HeldBackOffer[],
  one: { platform: string; offer: string | null },
): boolean => heldBack.some(({ platform, offer }) => platform === one.platform && offer === one.offer);

export const rankingTable = (ranked: readonly RankedOffer[], columns?: number): string =>
  table(
    ['rank', 'platform', 'offer', 'gpu', 'region', 'market', 'USD/h', 'expected'],
    ranked.map((each) => [
      String(each.rank),
      each.platform,
      each.offer,
      each.gpu ?? '',
      each.region ?? '',
      each.market,
      String(each.usdPerHour),
      each.expectedUsd === null ? 'unknown' : formatUsd(each.expectedUsd),
    ]),
    columns,
  );

const declinedTable = (declined: readonly DeclinedOffer[], columns: number | undefined): string =>
  table(
    ['platform', 'offer', 'USD/h', 'declined because'],
    declined.map((each) => [each.platform, each.offer ?? '', String(each.usdPerHour ?? ''), each.why]),
    columns,
  );

/** The most frequent reasons: a marketplace declines by the hundred. @param how the rest is shown */
function declinedReasons(
  declined: readonly Pick<DeclinedOffer, 'platform' | 'why'>[],
  how: string,
): string[] {
  const counts = new Map<string, number>();
  for (const { platform, why } of declined) {
    const key = `${platform}: ${why}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = [...counts].sort(([, a], [, b]) => b - a);
  const shown = lines.slice(0, 8).map(([why, n]) => `declined: ${why}${n > 1 ? ` (${n} offers)` : ''}`);
  const left = lines.slice(8).reduce((sum, [, n]) => sum + n, 0);
  return [...shown, ...(left > 0 ? [`declined: ${left} more; ${how} shows why each`] : [])];
}
