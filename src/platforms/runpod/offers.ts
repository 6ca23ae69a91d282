import type { Constraint } from '../../job/constraint.ts';
import { type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Api } from '../api.ts';
import type { Offer } from '../driver.ts';
import { Catalog, type CatalogGpu, listVolumes, type NetworkVolume } from './api.ts';
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

/** Of most cards; some go to ten. */
const MOST_CARDS = 10;

/** By `regions: [COMMUNITY]`: machines of strangers, cheaper and less stable. Never taken unless asked for. */
const COMMUNITY_REGION = 'community';

/**
 * What the catalog has in stock: one offer per card and data center. Stock is a hint; a create may still find nothing.
 * A volume locks the offers to its data center, and to the secure cloud.
 */
export async function offersOf(api: Api, want: Constraint, candidate: Candidate): Promise<Offer[]> {
  if (candidate.market === 'spot') return [];
  const volume = await volumeOf(api, candidate);
  if (volume) refuseVolumeElsewhere(volume, want);
  const counts = numbersOf(want);
  const isCommunity = want.regions?.some((region) => region.toLowerCase() === COMMUNITY_REGION) ?? false;
  const isOnlyCommunity = isCommunity && want.regions?.length === 1;
  const clouds: Cloud[] = [
    ...(isOnlyCommunity ? [] : (['SECURE'] as const)),
    ...(isCommunity && !volume ? (['COMMUNITY'] as const) : []),
  ];
  const offers: Offer[] = [];
  for (const [cloud, count] of clouds.flatMap((each) => counts.map((n) => [each, n] as const))) {
    const { gpus } = await api.call({
      method: 'GET',
      path: '/v2/catalog/gpus',
      query: { include: 'AVAILABILITY', product: 'POD', count, cloud },
      reply: Catalog,
    });
    for (const gpu of gpus.filter((each) => isInStock(each, cloud, count)))
      for (const dataCenter of cloud === 'COMMUNITY' ? [undefined] : centersOf(gpu, want, volume))
        offers.push(offerOf(gpu, { cloud, dataCenter, count, gpu: gpu.id }, want));
  }
  return offers;
}

/** Of cards in one pod: the catalog is asked for each, since stock is told for one number at a time. */
function numbersOf({ gpu }: Constraint): number[] {
  const least = gpu?.count ?? 1;
  const most = Math.min(gpu?.most ?? least, Math.max(least, MOST_CARDS));
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}

/** Of the whole catalog, in stock or not, in every number up to the largest that one pod takes. */
export async function cardsOf(api: Api): Promise<OfferedGpu[]> {
  const { gpus } = await api.call({ method: 'GET', path: '/v2/catalog/gpus', reply: Catalog });
  return gpus.flatMap((gpu) => {
    const most = Math.max(gpu.maxCount.secure, gpu.maxCount.community);
    return Array.from({ length: most }, (_, i) => cardOf(gpu, i + 1));
  });
}

function cardOf(gpu: CatalogGpu, count: number): OfferedGpu {
  const byName = offeredGpu(gpu.name, count, gpu.memory);
  const card = byName.model === null ? offeredGpu(gpu.id, count, gpu.memory) : byName;
  return { ...card, native: gpu.id };
}

const isInStock = ({ maxCount, availability }: CatalogGpu, cloud: Cloud, count: number): boolean =>
  maxCount[cloud === 'SECURE' ? 'secure' : 'community'] >= count &&
  availability !== undefined &&
  availability !== 'NONE';

const centersOf = (gpu: CatalogGpu, { regions }: Constraint, volume: NetworkVolume | undefined): string[] =>
  (gpu.dataCenters ?? [])
    .filter(({ availability }) => availability !== 'NONE')
    .map(({ id }) => id)
    .filter((id) => (volume ? id === volume.dataCenter : true))
    .filter((id) => regions === undefined || regions.some((region) => isWithin(id, region)));

/** `US-KS-2` lies within `US-KS-2`, `US-KS` and `US`. */
const isWithin = (dataCenter: string, region: string): boolean =>
  `${dataCenter}-`.toLowerCase().startsWith(`${region}-`.toLowerCase());

function offerOf(gpu: CatalogGpu, place: Place, want: Constraint): Offer {
  const { cloud, count, dataCenter } = place;
  const price = gpu.price[cloud === 'SECURE' ? 'secure' : 'community'] * count;
  const region = dataCenter ?? cloud;
  return {
    id: [cloud, dataCenter ?? '*', count, gpu.id].join('/'),
    platform: 'runpod',
    type: gpu.id,
    summary: `${count}x ${gpu.name} ${gpu.memory} GB, ${region}, ${cloud.toLowerCase()}`,
    usdPerHour: rounded(price + diskUsdPerHour(diskGbOf(want))),
    market: 'on-demand',
    gpu: cardOf(gpu, count),
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

/** The one that the candidate names; `undefined` when it names none. */
export const volumeOf = async (api: Api, { volume }: Candidate): Promise<NetworkVolume | undefined> =>
  volume === undefined ? undefined : volumeNamed(api, volume);

async function volumeNamed(api: Api, wanted: string): Promise<NetworkVolume> {
  const volumes = await listVolumes(api);
  const byId = volumes.find((volume) => volume.id === wanted);
  const byName = volumes.filter((volume) => volume.name === wanted);
  const found = byId ?? byName[0];
  if (found && (byId || byName.length === 1)) return found;
  const there = volumes.map(({ id, name, dataCenter }) => `${id} (${name}, ${dataCenter})`).join(', ');
  throw new Problem({
    code: found ? 'volume-ambiguous' : 'volume-unknown',
    kind: 'usage',
    what: found
      ? `${byName.length} network volumes at RunPod are called ${JSON.stringify(wanted)}.`
      : `There is no network volume ${JSON.stringify(wanted)} at RunPod; nothing was rented.`,
    next: `Write one of these ids as "volume": ${there || 'none exists; make one in the data center where you want to rent'}.`,
  });
}

/** A network volume can be attached in its own data center only, and only when the pod is created. */
function refuseVolumeElsewhere({ id, dataCenter }: NetworkVolume, { regions }: Constraint): void {
  if (regions === undefined || regions.some((region) => isWithin(dataCenter, region))) return;
  throw new Problem({
    code: 'volume-elsewhere',
    kind: 'usage',
    what: `The network volume ${id} lies in ${dataCenter}, and the job wants ${regions.join(', ')}; it can be attached nowhere else.`,
    next: `Add ${dataCenter} to resources.regions, or copy the data into a volume that lies where you want to rent.`,
  });
}
