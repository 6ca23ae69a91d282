import { formatUsd } from '../money.ts';
import { table } from './text-table.ts';
import { visible } from './visible-text.ts';

/** One offer that may be taken, as `offers --json` and `plan --json` show it (docs/json.md). */
export interface RankedOffer {
  /** From 1, the one that would be rented. */
  rank: number;
  platform: string;
  offer: string;
  summary: string;
  /** `2x A100 SXM 80 GB`; `null` where the offer does not say. */
  gpu: string | null;
  region: string | null;
  market: string;
  usdPerHour: number;
  /** Of the whole job; `null` where the job does not say how long it takes. */
  expectedUsd: number | null;
  /** Of which that is the sum; empty where it is not known. */
  parts: { part: string; usd: number; why: string }[];
}

export interface DeclinedOffer {
  platform: string;
  /** `null` where the platform offered nothing at all, or could not be asked. */
  offer: string | null;
  summary: string | null;
  usdPerHour: number | null;
  why: string;
}

/** An offer that another box's failure keeps us from: it is the last choice until then, or, of a machine that failed, none. */
export interface HeldBackOffer {
  platform: string;
  offer: string;
  /** It may be taken, behind every other; else it is among the declined. */
  isLast: boolean;
  /** ISO 8601. */
  until: string;
  why: string;
}

/** What `gpu-lease offers` found; the shape of its `--json`. */
export interface OffersFacts {
  job: string;
  /** What the ranking goes by. */
  prefer: 'cheapest' | 'order';
  ranked: RankedOffer[];
  declined: DeclinedOffer[];
  /** Those of both that a failure of another run or an earlier box holds back for a while. */
  heldBack: HeldBackOffer[];
}

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
      ...(single.length === 0 ? [] : all ? ['', declinedTable(single, columns)] : reasons(single)),
      '',
    ].join('\n'),
  );
}

/** What the first is expected to cost, part by part. */
function partsOfFirst([first]: readonly RankedOffer[]): string[] {
  if (!first || first.parts.length === 0) return [];
  const lines = first.parts.map(({ part, usd, why }) => `  ${part}: ${formatUsd(usd)} (${why})`);
  return [`${first.offer} is expected to cost ${formatUsd(first.expectedUsd ?? 0)}:`, ...lines, ''];
}

/** The choice in a sentence: in which parts the first beats the offer of another kind of card that is cheaper by the hour, else the next. */
export function whyFirst([first, ...others]: readonly RankedOffer[]): string[] {
  const other = others.find(({ usdPerHour }) => usdPerHour < (first?.usdPerHour ?? 0)) ?? others[0];
  if (!first || !other || first.expectedUsd === null || other.expectedUsd === null) return [];
  // By the order of the candidates it need not be so.
  if (other.expectedUsd <= first.expectedUsd) return [];
  const more = other.parts
    .map(({ part, usd, why }) => ({
      part,
      why,
      usd: usd - (first.parts.find((each) => each.part === part)?.usd ?? 0),
    }))
    .filter(({ usd }) => usd > 0)
    .sort((a, b) => b.usd - a.usd);
  const [largest] = more;
  if (!largest) return [];
  const than =
    other.usdPerHour < first.usdPerHour ? `, though its hour costs less (${other.usdPerHour} USD)` : '';
  return [
    `why the first: ${other.offer} is expected to cost ${formatUsd(other.expectedUsd - first.expectedUsd)} more${than}, most of it for ${largest.part}: ${largest.why}`,
  ];
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

/** The most frequent reasons: a marketplace declines by the hundred. */
function reasons(declined: readonly DeclinedOffer[]): string[] {
  const counts = new Map<string, number>();
  for (const { platform, why } of declined) {
    const key = `${platform}: ${why}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const lines = [...counts].sort(([, a], [, b]) => b - a);
  const shown = lines.slice(0, 8).map(([why, n]) => `declined: ${why}${n > 1 ? ` (${n} offers)` : ''}`);
  const left = lines.slice(8).reduce((sum, [, n]) => sum + n, 0);
  return [...shown, ...(left > 0 ? [`declined: ${left} more; --all shows why each`] : [])];
}
