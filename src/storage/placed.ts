import type { AuditReport } from '../box/audit-finding.ts';
import type { Placed } from './box-storage.ts';
import { HOME_WORK, type WantedPlaces } from './wanted-places.ts';

/** Of the directories that were asked for, those that an audit saw. A path is ours, or ours with the box's home before it. */
export function placedOn(wanted: WantedPlaces, measured: AuditReport['measured']): Placed {
  const { work, workNeedsData, data, durable } = wanted;
  const hasData = measured['dataIsThere'] === true;
  const isHome = work === HOME_WORK || (workNeedsData && !hasData);
  const workDir = isHome ? undefined : absolute(work, measured['workDir']);
  const durableDir =
    durable && measured['durableIsUsable'] === true
      ? absolute(durable.dir, measured['durableDir'])
      : undefined;
  return {
    ...(workDir !== undefined && { work: workDir }),
    ...(durableDir !== undefined && { durable: durableDir }),
    ...(hasData && data !== undefined && { data }),
  };
}

function absolute(ours: string, seen: unknown): string | undefined {
  if (ours.startsWith('/')) return ours;
  const isBelowHome = typeof seen === 'string' && seen.startsWith('/') && seen.endsWith(ours.slice(1));
  return isBelowHome && !seen.split('/').includes('..') ? seen : undefined;
}
