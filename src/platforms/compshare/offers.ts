import type { Constraint } from '../../job/constraint.ts';
import { isCard, type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import { SaidNo } from '../api.ts';
import type { Offer } from '../driver.ts';
import { understood } from '../refusals.ts';
import { usdFromYuan } from '../yuan.ts';
import {
  type Ask,
  capacity,
  type MachineType,
  machineTypes,
  type Parameters,
  type Place,
  type PriceDetail,
  places,
  prices,
} from './api.ts';

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

const offerId = ({ place, gpuType, gpus, cpus, memoryMb, charge }: Spec): string =>
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

export type ImageIn = (place: Place) => Promise<string>;

export async function offersOf(
  ask: Ask,
  want: Constraint,
  candidate: Candidate,
  imageIn: ImageIn,
): Promise<Offer[]> {
  if (candidate.volume !== undefined) throw noVolume(candidate.volume);
  if ((want.diskGb?.min ?? 0) > MOST_DISK_GB) return [];
  return understood('CompShare', onSale({ ask, want, candidate, imageIn }));
}

/** What all offers of one search have in common. */
interface Search {
  ask: Ask;
  want: Constraint;
  candidate: Candidate;
  imageIn: ImageIn;
}

/** Everything on sale that may meet the constraint, with stock and price asked for each. */
async function onSale(search: Search): Promise<Offer[]> {
  const { ask, want, candidate } = search;
  const { market = 'any' } = candidate;
  const asked = want.regions?.map((each) => each.toLowerCase());
  const within = (await places(ask)).filter(
    ({ Region, Zone }) =>
      asked === undefined || asked.includes(Region.toLowerCase()) || asked.includes(Zone.toLowerCase()),
  );
  const charges = (['Postpay', 'Spot'] as const).filter(
    (each) => market === 'any' || (each === 'Spot') === (market === 'spot'),
  );
  const offers: Offer[] = [];
  for (const place of within)
    for (const charge of charges) offers.push(...(await onSaleAt(search, place, charge)));
  return offers;
}

async function onSaleAt(search: Search, place: Place, charge: Spec['charge']): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const type of await machineTypes(search.ask, place, charge === 'Spot')) {
    if (!isWanted(type, search.want)) continue;
    for (const gpus of numbersIn(type, search.want)) {
      const spec = smallest(type, search.want, gpus, { place, charge });
      const offer = spec && (await offerOf(search, type, spec));
      if (offer) offers.push(offer);
    }
  }
  return offers;
}

function isWanted(type: MachineType, { gpu }: Constraint): boolean {
  if (type.Status === 'SoldOut') return false;
  if (!gpu || gpu.names.length === 0) return true;
  const card = cardOf(type, 1);
  return gpu.names.some((name) => isCard(card, name));
}

const cardOf = ({ Name, GraphicsMemory }: MachineType, count: number): OfferedGpu => ({
  ...offeredGpu(cardName(Name), count, GraphicsMemory?.Value),
  native: Name,
});

/** Of every type in every place, sold out or not. */
export async function cardsOf(ask: Ask): Promise<OfferedGpu[]> {
  const cards: OfferedGpu[] = [];
  for (const place of await places(ask))
    for (const type of await machineTypes(ask, place, false))
      cards.push(...type.MachineSizes.map(({ Gpu }) => cardOf(type, Gpu)));
  return cards;
}

/** Of cards, that the type comes in and the constraint allows. */
function numbersIn({ MachineSizes }: MachineType, { gpu }: Constraint): number[] {
  const least = gpu?.count ?? 1;
  return MachineSizes.map(({ Gpu }) => Gpu).filter((each) => each >= least && each <= (gpu?.most ?? least));
}

/** The fewest CPUs and the least memory that the constraint allows, at the wanted number of cards. */
function smallest(
  { Name, MachineSizes }: MachineType,
  want: Constraint,
  gpus: number,
  { place, charge }: Pick<Spec, 'place' | 'charge'>,
): Spec | undefined {
  const sizes = MachineSizes.filter(({ Gpu }) => Gpu === gpus)
    .flatMap(({ Collection }) =>
      Collection.flatMap(({ Cpu, Memory }) => Memory.map((gb) => ({ cpus: Cpu, gb }))),
    )
    .filter(({ cpus, gb }) => cpus >= (want.cpus?.min ?? 0) && gb >= (want.memoryGb?.min ?? 0))
    .sort((a, b) => a.cpus - b.cpus || a.gb - b.gb);
  const [least] = sizes;
  return least && { place, gpuType: Name, gpus, cpus: least.cpus, memoryMb: least.gb * 1024, charge };
}

async function offerOf(search: Search, type: MachineType, spec: Spec): Promise<Offer | undefined> {
  const { ask, want, candidate, imageIn } = search;
  const { place, charge } = spec;
  const image = await imageIn(place);
  if (!(await isThere(ask, want, spec, image))) return;
  const told = await notSold(prices(ask, place, priceParameters(spec, want, image)));
  const price = told?.find(({ ChargeType }) => ChargeType === charge);
  return price && priced(candidate.platform, type, spec, allOf(price));
}

async function isThere(ask: Ask, want: Constraint, spec: Spec, image: string): Promise<boolean> {
  const stock = await notSold(
    capacity(ask, spec.place, {
      GpuType: spec.gpuType,
      MachineType: 'G',
      MinimalCpuPlatform: 'Auto',
      CompShareImageId: image,
      ChargeType: spec.charge,
      Disks: bootDisk(want),
    }),
  );
  const isOfSpec = ({ Gpu, Cpu, Mem }: { Gpu: number; Cpu: number; Mem: number }): boolean =>
    Gpu === spec.gpus && Cpu === spec.cpus && Mem === spec.memoryMb / 1024;
  return stock?.some((each) => isOfSpec(each) && each.ResourceEnough) ?? false;
}

function priced(platform: string, type: MachineType, spec: Spec, yuan: number): Offer {
  const { place, gpuType, gpus, charge } = spec;
  const graphics = type.GraphicsMemory?.Value;
  const gpu = cardOf(type, gpus);
  const what = `${gpus}x ${gpu.model ?? gpuType}${graphics === undefined ? '' : ` ${graphics} GB`}`;
  return {
    id: offerId(spec),
    platform,
    type: gpuType,
    summary: `${what}, ${place.Zone}, ${charge === 'Spot' ? 'spot, ' : ''}${yuan.toFixed(2)} CNY/h`,
    usdPerHour: usdFromYuan(yuan),
    market: charge === 'Spot' ? 'spot' : 'on-demand',
    gpu,
    cpus: spec.cpus,
    memoryGb: spec.memoryMb / 1024,
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
    if (error instanceof SaidNo) return;
    throw error;
  }
}

/** `4090_48G`, `3080Ti`: the platform leaves out what stands before the number. */
const cardName = (gpuType: string): string =>
  (/^\d/.test(gpuType) ? `RTX ${gpuType}` : gpuType).replaceAll('_', ' ').replace(/(\d)(Ti)\b/i, '$1 $2');

const noVolume = (volume: string): Problem =>
  new Problem({
    code: 'volume-unsupported',
    kind: 'usage',
    what: `Data disks of CompShare, such as ${JSON.stringify(volume)}, are attached by hand so far.`,
    next: 'Remove "volume" from that candidate; what a run leaves is collected from the box.',
  });
