import type { Constraint } from '../../job/constraint.ts';
import { offeredGpu } from '../../job/gpus.ts';
import type { Api } from '../api.ts';
import type { Offer } from '../driver.ts';
import { Catalog, type CatalogGpu, type NetworkVolume } from './api.ts';
import { diskUsdPerHour, rounded } from './prices.ts';

type Cloud = 'SECURE' | 'COMMUNITY';

/** Where an offer would be rented; what its id stands for. */
interface Place {
  cloud: Cloud;
  /** `undefined`: the platform decides. */
  dataCenter: string | undefined;
  count: number;
  gpu: string;
}

/** The asked-for disk is the container's: no other disk outlives a terminate, and nothing here is ever stopped to be started again. */
const CONTAINER_DISK_GB = 40;

/** By `regions: [COMMUNITY]`: machines of strangers, cheaper and less stable. Never taken unless asked for. */
const COMMUNITY_REGION = 'community';

/**
 * What the catalog has in stock: one offer per card and data center. Stock is a hint; a create may still find nothing.
 *
 * @param volume locks the offers to its data center, and to the secure cloud
 */
export async function offersOf(
  api: Api,
  want: Constraint,
  volume: NetworkVolume | undefined,
): Promise<Offer[]> {
  const count = want.gpu?.count ?? 1;
  const isCommunity = want.regions?.some((region) => region.toLowerCase() === COMMUNITY_REGION) ?? false;
  const isOnlyCommunity = isCommunity && want.regions?.length === 1;
  const clouds: Cloud[] = [
    ...(isOnlyCommunity ? [] : (['SECURE'] as const)),
    ...(isCommunity && !volume ? (['COMMUNITY'] as const) : []),
  ];
  const offers: Offer[] = [];
  for (const cloud of clouds) {
    const { gpus } = await api.call({
      method: 'GET',
      path: '/v2/catalog/gpus',
      query: { include: 'AVAILABILITY', product: 'POD', count, cloud },
      reply: Catalog,
    });
    for (const gpu of gpus)
      for (const dataCenter of placesOf(gpu, cloud, count, want, volume))
        offers.push(offerOf(gpu, { cloud, dataCenter, count, gpu: gpu.id }, want));
  }
  return offers;
}

function placesOf(
  gpu: CatalogGpu,
  cloud: Cloud,
  count: number,
  { regions }: Constraint,
  volume: NetworkVolume | undefined,
): (string | undefined)[] {
  if (gpu.maxCount[cloud === 'SECURE' ? 'secure' : 'community'] < count) return [];
  if (gpu.availability === undefined || gpu.availability === 'NONE') return [];
  if (cloud === 'COMMUNITY') return [undefined];
  return (gpu.dataCenters ?? [])
    .filter(({ availability }) => availability !== 'NONE')
    .map(({ id }) => id)
    .filter((id) => (volume ? id === volume.dataCenter : true))
    .filter((id) => regions === undefined || regions.some((region) => isWithin(id, region)));
}

/** `US-KS-2` lies within `US-KS-2`, `US-KS` and `US`. */
export const isWithin = (dataCenter: string, region: string): boolean =>
  `${dataCenter}-`.toLowerCase().startsWith(`${region}-`.toLowerCase());

function offerOf(gpu: CatalogGpu, place: Place, want: Constraint): Offer {
  const { cloud, count, dataCenter } = place;
  const byName = offeredGpu(gpu.name, count, gpu.memory);
  const card = byName.model === null ? offeredGpu(gpu.id, count, gpu.memory) : byName;
  const price = gpu.price[cloud === 'SECURE' ? 'secure' : 'community'] * count;
  const region = dataCenter ?? cloud;
  return {
    id: [cloud, dataCenter ?? '*', count, gpu.id].join('/'),
    platform: 'runpod',
    summary: `${count}x ${gpu.name} ${gpu.memory} GB, ${region}, ${cloud.toLowerCase()}`,
    usdPerHour: rounded(price + diskUsdPerHour(diskGbOf(want))),
    market: 'on-demand',
    gpu: { ...card, native: gpu.id },
    region,
    egressUsdPerGb: 0,
  };
}

/** GB of container disk that a pod for this job gets: always sent, for the platform's default is disputed. */
export const diskGbOf = ({ diskGb }: Constraint): number =>
  Math.max(
    Math.ceil(diskGb?.min ?? 0),
    Math.min(CONTAINER_DISK_GB, Math.floor(diskGb?.max ?? CONTAINER_DISK_GB)),
    1,
  );

/** Back from an offer's id; `undefined` for what is none. */
export function placeOf(id: string): Place | undefined {
  const [, cloud, dataCenter, count, gpu] = /^(SECURE|COMMUNITY)\/([^/]+)\/(\d{1,3})\/(.+)$/.exec(id) ?? [];
  if (cloud === undefined || gpu === undefined) return;
  return {
    cloud: cloud as Cloud,
    dataCenter: dataCenter === '*' ? undefined : dataCenter,
    count: Number(count),
    gpu,
  };
}
