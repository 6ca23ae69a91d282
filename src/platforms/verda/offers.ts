import type { Constraint } from '../../job/constraint.ts';
import { type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Api } from '../api.ts';
import { type Offer, RentFailed } from '../driver.ts';
import {
  Availabilities,
  type DiskRate,
  get,
  type InstanceType,
  InstanceTypes,
  type Verda,
  type Volume,
  volumes,
} from './api.ts';
import { diskUsdPerHour } from './box.ts';

/** Ubuntu with CUDA and nothing else fits. */
const LEAST_DISK_GB = 50;

export async function offersOf(api: Verda, want: Constraint, candidate: Candidate): Promise<Offer[]> {
  const volume = await volumeNamed(api, candidate.volume);
  const query = { currency: 'usd' };
  const types = await api.call({ ...get('/instance-types'), query, reply: InstanceTypes });
  const disk = { rate: await api.diskRate(), gb: diskGbOf(want.diskGb?.min) };
  const offers: Offer[] = [];
  for (const market of ['on-demand', 'spot'] as const) {
    if (!['any', market].includes(candidate.market ?? 'any')) continue;
    const fitting = types.filter(
      (type) =>
        (want.gpu === undefined || type.gpu.number_of_gpus > 0) &&
        (market === 'on-demand' || type.spot_price != null),
    );
    for (const { location_code: location, availabilities } of await placesOf(api, market)) {
      if (volume !== undefined && volume.location !== location) continue;
      const there = fitting.filter((type) => availabilities.includes(type.instance_type));
      offers.push(...there.map((type) => offerFrom(type, location, market, disk)));
    }
  }
  return offers;
}

const placesOf = (api: Api, market: Offer['market']) =>
  api.call({
    ...get('/instance-availability'),
    query: { isSpot: market === 'spot' },
    reply: Availabilities,
  });

export const diskGbOf = (min: number | undefined): number => Math.max(LEAST_DISK_GB, Math.ceil(min ?? 0));

function offerFrom(
  type: InstanceType,
  location: string,
  market: Offer['market'],
  disk: { rate: DiskRate; gb: number },
): Offer {
  const gpu = gpuOf(type);
  const compute = market === 'spot' ? (type.spot_price ?? type.price_per_hour) : type.price_per_hour;
  return {
    id: `${type.instance_type}@${location}@${market}`,
    platform: 'verda',
    type: type.instance_type,
    summary: `${type.instance_type}${type.model ? ` (${type.model})` : ''}, ${location}, ${market}`,
    usdPerHour: compute + diskUsdPerHour(disk.rate, disk.gb),
    market,
    ...(gpu && { gpu }),
    cpus: type.cpu.number_of_cores,
    memoryGb: type.memory.size_in_gigabytes,
    region: location,
  };
}

function gpuOf({ model, instance_type, gpu: { number_of_gpus: cards }, gpu_memory }: InstanceType) {
  const name = [model, instance_type].filter(Boolean).join(' ');
  return cards > 0 ? offeredGpu(name, cards, gpu_memory.size_in_gigabytes / cards) : undefined;
}

/** Of every type, free somewhere or not. */
export async function cardsOf(api: Verda): Promise<OfferedGpu[]> {
  const types = await api.call({
    ...get('/instance-types'),
    query: { currency: 'usd' },
    reply: InstanceTypes,
  });
  return types.map(gpuOf).filter((gpu) => gpu !== undefined);
}

export function readOfferId(id: string): { type: string; location: string; isSpot: boolean } {
  const [, type, location, market] = /^([^@]+)@([^@]+)@(spot|on-demand)$/.exec(id) ?? [];
  if (type && location) return { type, location, isSpot: market === 'spot' };
  throw new RentFailed(`"${id}" is no offer of Verda's`, 'refused');
}

/** The one that the candidate names, by id or name; `undefined` when it names none. */
export async function volumeNamed(api: Api, wanted: string | undefined): Promise<Volume | undefined> {
  if (wanted === undefined) return;
  const all = (await volumes(api)).filter((each) => each.is_os_volume !== true);
  const found = all.find(({ id, name }) => id === wanted || name === wanted);
  if (found) return found;
  throw noVolume(wanted, all);
}

const noVolume = (volume: string, known: readonly Volume[]): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `There is no volume "${volume}" in the account at Verda${known.length > 0 ? `; there are ${known.map((each) => each.name).join(', ')}` : ''}.`,
    next: 'Correct "volume" of the candidate, or make the volume in the console of Verda, in the location of the cards you want.',
  });
