import { Problem } from '../problem.ts';
import type { Held, Meter, RentIntent, Resource } from './driver.ts';
import type { Instance, Volume } from './vastai-api.ts';
import { readingOf, readLabel } from './vastai-state.ts';

export function heldFrom(row: Instance): Held {
  return {
    boxId: String(row.id),
    name: readLabel(row.label).name,
    meters: metersOf(row),
    ...(row.machine_id == null ? {} : { hostId: String(row.machine_id) }),
    ...isoAt('since', row.start_date),
    ...isoAt('endsAt', row.end_date),
  };
}

function metersOf(row: Instance): Meter[] {
  const disk = row.storage_total_cost ?? Math.max(0, (row.dph_total ?? 0) - (row.dph_base ?? 0));
  const gpu = row.dph_base ?? (row.dph_total == null ? undefined : row.dph_total - disk);
  if (gpu === undefined)
    throw new Problem({
      code: 'api-reply',
      kind: 'unreachable',
      what: `vast.ai names no price for instance ${row.id} (dph_base and dph_total are missing).`,
      next: 'Look into the console of vast.ai; then report this with the version of gpu-lease, its API may have changed.',
    });
  return [
    {
      id: 'gpu',
      kind: 'gpu',
      usdPerHour: gpu,
      source: row.is_bid ? 'vast.ai, our bid' : 'vast.ai, dph_base',
    },
    { id: 'disk', kind: 'disk', usdPerHour: disk, source: 'vast.ai, storage_total_cost; in every state' },
  ];
}

/** A contract that was made and cannot be looked at just now. */
export const heldUnseen = (contract: number, { name, offer }: RentIntent): Held => ({
  boxId: String(contract),
  name,
  meters: [
    { id: 'gpu', kind: 'gpu', usdPerHour: offer.usdPerHour, source: 'the offer, its disk included' },
    {
      id: 'disk',
      kind: 'disk',
      usdPerHour: 0,
      source: "in the offer's price, until the instance can be seen",
    },
  ],
  ...(offer.hostId === undefined ? {} : { hostId: offer.hostId }),
});

export const instanceResource = (row: Instance): Resource => {
  const isStopped = readingOf('gpu', row) === 'gone';
  const usdPerHour = isStopped ? row.storage_total_cost : row.dph_total;
  return {
    kind: 'instance',
    id: String(row.id),
    ...readLabel(row.label),
    native: row.actual_status ?? 'null (being provisioned)',
    // Its disk, in every state.
    billing: 'yes',
    ...(usdPerHour == null ? {} : { usdPerHour }),
    ...isoAt('createdAt', row.start_date),
  };
};

export const volumeResource = (volume: Volume): Resource => ({
  kind: 'volume',
  id: `volume/${volume.id}`,
  ...readLabel(volume.label ?? volume.name ?? String(volume.id)),
  native: volume.status ?? 'no state given',
  billing: 'yes',
  ...(volume.storage_total_cost == null ? {} : { usdPerHour: volume.storage_total_cost }),
  ...isoAt('createdAt', volume.start_date),
});

const isoAt = <K extends string>(key: K, seconds: number | null | undefined): { [k in K]?: string } =>
  seconds == null || seconds <= 0
    ? {}
    : ({ [key]: new Date(seconds * 1000).toISOString() } as { [k in K]: string });
