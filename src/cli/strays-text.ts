import { formatUsd } from '../money.ts';
import type { Profile } from '../profile/schema.ts';
import type { PlatformLook, SeenStray } from '../release/look-for-strays.ts';
import type { PutUp } from '../release/put-up.ts';
import { stepsByHand } from '../release/stray-steps.ts';
import type { StrayKind } from '../release/strays.ts';
import { table } from '../report/text-table.ts';
import { visible } from '../report/visible-text.ts';

/** What a look came to, and what is needed to say what to do about it. */
export interface Told {
  looks: readonly PlatformLook[];
  put: readonly PutUp[];
  profiles: ReadonlyMap<string, Profile>;
  apartSeconds: number;
}

const WORDS: Record<StrayKind, string> = {
  'unknown-run': 'ours by its mark, of no run of this ledger',
  closed: 'given back or gone by the ledger, and there',
  'refused-late': 'late box of a create that was given up',
  twin: 'second box of one name',
  'half-created': 'created, and not taken up by its run',
};

const OUTCOMES: Record<PlatformLook['outcome'], string> = {
  none: 'none',
  marked: 'not yet',
  strays: 'strays',
  'could-not-tell': 'could not tell',
  'could-not-look': 'could not look',
};

/** @param columns of the terminal; unset: as wide as it is */
export function straysText(
  told: Told,
  { verbose, columns }: { verbose: boolean; columns?: number | undefined },
): string {
  const strays = told.looks.flatMap((look) => look.strays);
  const parts = [
    table(
      ['platform', 'strays', 'in the list', 'why'],
      told.looks.map(({ platform, outcome, sorted, inventory, why }) => [
        platform,
        OUTCOMES[outcome],
        sorted ? String(inventory.length) : '',
        why,
      ]),
      columns,
    ),
  ];
  if (strays.length > 0) parts.push(strayTable(strays, columns), bill(strays), actions(told, strays));
  const odd = told.looks.flatMap(oddities);
  if (odd.length > 0) parts.push(`${odd.join('\n')}\n`);
  if (verbose) parts.push(lookAlikes(told.looks, columns));
  return visible(parts.filter((part) => part !== '').join('\n'));
}

const strayTable = (strays: readonly SeenStray[], columns: number | undefined): string =>
  table(
    ['platform', 'kind', 'id', 'name', 'since', 'USD/h', 'what it is'],
    strays.map((stray) => [
      stray.platform,
      stray.resource.kind,
      stray.resource.id,
      stray.resource.name,
      stray.resource.createdAt ?? `seen ${stray.firstSeenAt}`,
      stray.resource.usdPerHour === undefined ? 'unknown' : String(stray.resource.usdPerHour),
      `${stray.reported ? '' : '(marked) '}${WORDS[stray.kind]}`,
    ]),
    columns,
  );

function bill(strays: readonly SeenStray[]): string {
  const billing = strays.filter(({ resource }) => resource.billing !== 'no');
  if (billing.length === 0) return 'None of them bills.\n';
  const unpriced = billing.filter(({ resource }) => resource.usdPerHour === undefined).length;
  const note = unpriced > 0 ? `, and ${unpriced} at a price that the list does not say` : '';
  return `${billing.length} may bill: ${formatUsd(usdPerHourOf(strays))} per hour${note}.\n`;
}

const usdPerHourOf = (strays: readonly SeenStray[]): number =>
  strays
    .filter(({ resource }) => resource.billing !== 'no')
    .reduce((sum, { resource }) => sum + (resource.usdPerHour ?? 0), 0);

const actions = (told: Told, strays: readonly SeenStray[]): string =>
  strays.map((stray) => `${stray.resource.id}: ${nextOf(told, stray)}\n`).join('');

/** The next step a person can take about it. */
function nextOf(told: Told, stray: SeenStray): string {
  const put = told.put.find((each) => each.stray === stray);
  if (put?.lease !== undefined)
    return `held as ${put.lease} from now on; the next step of run ${stray.run} gives it back`;
  if (!stray.reported)
    return `marked; look again ${formatApart(told.apartSeconds)} after ${stray.firstSeenAt}`;
  if (stray.kind === 'half-created')
    return `"gpu-lease launch --run ${stray.run}" adopts it, "gpu-lease abandon ${stray.run}" gives it back`;
  const why = put?.why ?? stray.notPutUp;
  if (why === undefined)
    return `"gpu-lease strays --put-up" hands it to run ${stray.run}, which gives it back`;
  const steps = stepsByHand(told.profiles.get(stray.platform), stray.resource).join(', then ');
  return `${why}. No warrant can be issued for it: make sure that nobody needs it, then by hand: ${steps}`;
}

const formatApart = (seconds: number): string =>
  seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;

/** What is held and not as it should be; what the list did not show. */
const oddities = ({ platform, sorted }: PlatformLook): string[] => [
  ...(sorted?.held ?? []).flatMap(({ resource, lease, warning }) =>
    warning === undefined ? [] : [`warning: ${lease} (${platform} ${resource.id}): ${warning}`],
  ),
  ...(sorted?.notSeen ?? []).map(
    (lease) =>
      `warning: the box of ${lease} is not in the list of ${platform}; "gpu-lease watch" says whether it is lost`,
  ),
];

function lookAlikes(looks: readonly PlatformLook[], columns: number | undefined): string {
  const rows = looks.flatMap(({ platform, sorted }) =>
    (sorted?.foreign ?? []).flatMap(({ resource: { kind, id, name }, looksOurs }) =>
      looksOurs === undefined ? [] : [[platform, kind, id, name, `not touched: ${looksOurs}`]],
    ),
  );
  if (rows.length === 0) return 'Nothing in the lists only looks like ours.\n';
  return table(['platform', 'kind', 'id', 'name', 'looks like ours, unsigned'], rows, columns);
}

/** The documented shape of `--json` (docs/json.md). */
export function straysJson(told: Told) {
  const strays = told.looks.flatMap((look) => look.strays);
  return {
    strays: strays.map((stray) => ({
      platform: stray.platform,
      kind: stray.resource.kind,
      id: stray.resource.id,
      name: stray.resource.name,
      what: stray.kind,
      reported: stray.reported,
      firstSeenAt: stray.firstSeenAt,
      createdAt: stray.resource.createdAt ?? null,
      billing: stray.resource.billing,
      usdPerHour: stray.resource.usdPerHour ?? null,
      run: stray.run,
      putUpAs: told.put.find((each) => each.stray === stray)?.lease ?? null,
      next: nextOf(told, stray),
    })),
    platforms: told.looks.map(({ platform, outcome, why, inventory, sorted }) => ({
      platform,
      outcome,
      why,
      listed: sorted ? inventory.length : null,
      held: sorted?.held.length ?? null,
      hidden: (sorted?.held ?? []).filter((each) => each.hidden).map(({ lease }) => lease),
      notSeen: sorted?.notSeen ?? [],
    })),
    looksOurs: told.looks.flatMap(({ platform, sorted }) =>
      (sorted?.foreign ?? []).flatMap(({ resource: { kind, id, name }, looksOurs }) =>
        looksOurs === undefined ? [] : [{ platform, kind, id, name, why: looksOurs }],
      ),
    ),
    usdPerHour: usdPerHourOf(strays),
  };
}
