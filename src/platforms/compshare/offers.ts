import type { Constraint } from '../../job/constraint.ts';
import { knownGpu, nameHolds, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import type { Offer } from '../driver.ts';
import { usdFromYuan } from '../yuan.ts';
import type { CompshareApi, MachineType, Parameters, Place, PriceDetail } from './api.ts';
import { CompshareRefused } from './api.ts';

/** The boot disk's free size (an older page says 200 GB), and the largest. */
const FREE_DISK_GB = 100;
const MOST_DISK_GB = 1000;

/** What an offer stands for, and what `create` needs of it. */
export interface Spec {
  place: Place;
  gpuType: string;
  gpus: number;
  cpus: number;
  memoryMb: number;
  charge: 'Postpay' | 'Spot';
}

export const offerId = ({ place, gpuType, gpus, cpus, memoryMb, charge }: Spec): string =>
  [place.Region, place.Zone, gpuType, gpus, cpus, memoryMb, charge].join(':');

export function specOf(id: string): Spec | undefined {
  const [Region = '', Zone = '', gpuType = '', ...rest] = id.split(':');
  const [gpus = 0, cpus = 0, memoryMb = 0] = rest.slice(0, 3).map(Number);
  const charge = rest[3];
  if (!Region || !Zone || !gpuType || !(gpus > 0 && cpus > 0 && memoryMb > 0)) return;
  if (charge !== 'Postpay' && charge !== 'Spot') return;
  return { place: { Region, Zone }, gpuType, gpus, cpus, memoryMb, charge };
}

export const bootDisk = (want: Constraint): { IsBoot: boolean; Type: string; Size: number }[] => [
  { IsBoot: true, Type: 'CLOUD_SSD', Size: Math.max(FREE_DISK_GB, Math.ceil(want.diskGb?.min ?? 0)) },
];

/** Parameters of a price; the names differ from those of a create. */
const priceParameters = (spec: Spec, want: Constraint, image: string): Parameters => ({
  GpuType: spec.gpuType,
  Gpu: spec.gpus,
  Cpu: spec.cpus,
  Memory: spec.memoryMb,
  ChargeType: spec.charge,
  Disks: bootDisk(want),
  CompShareImageId: image,
});

/** Everything on sale that may meet the constraint, with stock and price asked for each. */
export async function offersFrom(
  api: CompshareApi,
  want: Constraint,
  { platform, market = 'any' }: Candidate,
  image: (place: Place) => Promise<string>,
): Promise<Offer[]> {
  if ((want.diskGb?.min ?? 0) > MOST_DISK_GB) return [];
  const asked = want.regions?.map((each) => each.toLowerCase());
  const places = (await api.places()).filter(
    ({ Region, Zone }) =>
      asked === undefined || asked.includes(Region.toLowerCase()) || asked.includes(Zone.toLowerCase()),
  );
  const charges = (['Postpay', 'Spot'] as const).filter(
    (each) => market === 'any' || (each === 'Spot') === (market === 'spot'),
  );
  const offers: Offer[] = [];
  for (const place of places) {
    for (const charge of charges) {
      const types = await api.machineTypes(place, charge === 'Spot');
      for (const type of types.filter((each) => isWanted(each, want))) {
        const spec = smallest(type, want, place, charge);
        const offer = spec && (await offerOf(api, platform, type, spec, want, await image(place)));
        if (offer) offers.push(offer);
      }
    }
  }
  return offers;
}

function isWanted(type: MachineType, { gpu }: Constraint): boolean {
  if (type.Status === 'SoldOut') return false;
  if (!gpu) return true;
  const card = cardName(type.Name);
  return gpu.names.some((name) => {
    const known = knownGpu(name)?.model;
    return known === undefined ? nameHolds(type.Name, name) : known === knownGpu(card)?.model;
  });
}

/** The fewest CPUs and the least memory that the constraint allows, at the wanted number of cards. */
function smallest(
  { Name, MachineSizes }: MachineType,
  want: Constraint,
  place: Place,
  charge: Spec['charge'],
): Spec | undefined {
  const gpus = want.gpu?.count ?? 1;
  const sizes = MachineSizes.filter(({ Gpu }) => Gpu === gpus)
    .flatMap(({ Collection }) =>
      Collection.flatMap(({ Cpu, Memory }) => Memory.map((gb) => ({ cpus: Cpu, gb }))),
    )
    .filter(({ cpus, gb }) => cpus >= (want.cpus?.min ?? 0) && gb >= (want.memoryGb?.min ?? 0))
    .sort((a, b) => a.cpus - b.cpus || a.gb - b.gb);
  const [least] = sizes;
  return least && { place, gpuType: Name, gpus, cpus: least.cpus, memoryMb: least.gb * 1024, charge };
}

async function offerOf(
  api: CompshareApi,
  platform: string,
  type: MachineType,
  spec: Spec,
  want: Constraint,
  image: string,
): Promise<Offer | undefined> {
  const { place, gpuType, charge } = spec;
  const stock = await notSold(
    api.capacity(place, {
      GpuType: gpuType,
      MachineType: 'G',
      MinimalCpuPlatform: 'Auto',
      CompShareImageId: image,
      ChargeType: charge,
      Disks: bootDisk(want),
    }),
  );
  const memoryGb = spec.memoryMb / 1024;
  const isThere = stock?.some(
    (each) =>
      each.Gpu === spec.gpus && each.Cpu === spec.cpus && each.Mem === memoryGb && each.ResourceEnough,
  );
  if (!isThere) return;
  const price = (await notSold(api.price(place, priceParameters(spec, want, image))))?.find(
    ({ ChargeType }) => ChargeType === charge,
  );
  if (!price) return;
  const yuan = allOf(price);
  const graphics = type.GraphicsMemory?.Value;
  const gpu = { ...offeredGpu(cardName(gpuType), spec.gpus, graphics), native: gpuType };
  const what = `${spec.gpus}x ${gpu.model ?? gpuType}${graphics === undefined ? '' : ` ${graphics} GB`}`;
  return {
    id: offerId(spec),
    platform,
    summary: `${what}, ${place.Zone}, ${charge === 'Spot' ? 'spot, ' : ''}${yuan.toFixed(2)} CNY/h`,
    usdPerHour: usdFromYuan(yuan),
    market: charge === 'Spot' ? 'spot' : 'on-demand',
    gpu,
    cpus: spec.cpus,
    memoryGb,
    diskGb: MOST_DISK_GB,
    region: place.Zone,
  };
}

const allOf = (price: PriceDetail): number =>
  price.Instance + price.Disks + price.SystemDisks + price.CompShareImage;

/** A zone that does not sell a card answers with a refusal of the parameters (230), or with 8333 and words about CPUs. */
async function notSold<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof CompshareRefused) return;
    throw error;
  }
}

/** `4090_48G`, `3080Ti`: the platform leaves out what stands before the number. */
export const cardName = (gpuType: string): string =>
  (/^\d/.test(gpuType) ? `RTX ${gpuType}` : gpuType).replaceAll('_', ' ').replace(/(\d)(Ti)\b/i, '$1 $2');
