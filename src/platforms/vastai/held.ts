import type { Api } from '../api.ts';
import type { Held, Meter, RentIntent, Resource } from '../driver.ts';
import { everyInstance, type Instance, type Volume, volumes } from './api.ts';
import { readingOf, readLabel } from './box.ts';

export const find = async (api: Api, name: string): Promise<Held[]> =>
  (await everyInstance(api)).filter((row) => readLabel(row.label).name === name).map(heldFrom);

export async function inventory(api: Api): Promise<Resource[]> {
  const instances = (await everyInstance(api)).map(instanceResource);
  return [...instances, ...(await volumes(api)).map(volumeResource)];
}

export function heldFrom(row: Instance): Held {
  return {
    boxId: String(row.id),
    name: readLabel(row.label).name,
    meters: metersOf(row),
    ...(row.machine_id == null ? {} : { hostId: String(row.machine_id) }),
    ...isoAt('since', row.start_date),
    ...isoAt('endsAt', row.end_date),
    ...trafficOf(row),
  };
}

/** Set by the host, and the contract's own: what the search showed may be another price by then. */
const trafficOf = ({ inet_up_cost: up, inet_down_cost: down }: Instance): Pick<Held, 'traffic'> =>
  up == null && down == null
    ? {}
    : {
        traffic: {
          ...(up == null ? {} : { fromBoxUsdPerGb: up }),
          ...(down == null ? {} : { toBoxUsdPerGb: down }),
        },
      };

function metersOf({
  dph_base: base,
  dph_total: total,
  storage_total_cost: storage,
  is_bid,
}: Instance): Meter[] {
  const disk = storage ?? (total == null || base == null ? undefined : Math.max(0, total - base));
  const gpu = base ?? (total == null ? undefined : Math.max(0, total - (disk ?? 0)));
  return [
    {
      id: 'gpu',
      kind: 'gpu',
      usdPerHour: gpu,
      source:
        gpu === undefined
          ? 'vast.ai tells neither dph_base nor dph_total'
          : is_bid
            ? 'vast.ai, our bid'
            : base == null
              ? 'vast.ai, dph_total'
              : 'vast.ai, dph_base',
    },
    {
      id: 'disk',
      kind: 'disk',
      usdPerHour: disk,
      source:
        disk === undefined
          ? 'vast.ai tells no storage_total_cost'
          : 'vast.ai, storage_total_cost; in every state',
    },
  ];
}

/** A contract that was made and cannot be looked at just now. */
export const heldUnseen = (contract: number, { name, offer }: RentIntent): Held => ({
  boxId: String(contract),
  name,
  meters: (['gpu', 'disk'] as const).map((kind) => ({
    id: kind,
    kind,
    usdPerHour: undefined,
    source: 'vast.ai does not show the instance yet',
  })),
  ...(offer.hostId === undefined ? {} : { hostId: offer.hostId }),
});

const instanceResource = (row: Instance): Resource => {
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

const volumeResource = (volume: Volume): Resource => ({
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
