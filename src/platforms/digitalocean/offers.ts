import { type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Api } from '../api.ts';
import type { Offer } from '../driver.ts';
import { all, type Size, Sizes, type Volume, volumes } from './api.ts';

/** For each GiB above the allowance; what comes in is free (DigitalOcean, bandwidth billing, 2026-09). */
const EGRESS_USD_PER_GIB = 0.01;
/** A droplet earns its month's allowance in its first 28 days, by the hour. */
const HOURS_OF_ALLOWANCE = 672;

export async function offersOf(api: Api, candidate: Candidate): Promise<Offer[]> {
  // There is no spot market here.
  if (candidate.market === 'spot') return [];
  const sizes = await all(api, '/v2/sizes', Sizes);
  const only = (await volumesOf(api, candidate))?.map(({ region }) => region.slug);
  return sizes.flatMap((size) => offersIn(size, only));
}

/** Of every size, available or not. */
export const cardsOf = async (api: Api): Promise<OfferedGpu[]> =>
  (await all(api, '/v2/sizes', Sizes)).map(gpuOf).filter((gpu) => gpu !== undefined);

/** All of that name, one a region at most, or the one of that id. */
export async function volumesOf(api: Api, { volume }: Candidate): Promise<Volume[] | undefined> {
  if (volume === undefined) return;
  const there = await volumes(api);
  const found = there.filter(({ id, name }) => name === volume || id === volume);
  if (found.length > 0) return found;
  throw new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `There is no volume "${volume}" in the account at DigitalOcean${there.length > 0 ? `; there are ${there.map(({ name }) => name).join(', ')}` : ''}.`,
    next: 'Correct "volume" of the candidate, or make the volume in the console of DigitalOcean, in the region of the cards you want.',
  });
}

/** The card of a size; `vram` is of all cards together where the documents show several. */
function gpuOf({ gpu_info: gpu }: Size): OfferedGpu | undefined {
  if (!gpu) return;
  // `nvidia_h100`: the maker stands in front.
  const native = gpu.model.replaceAll('_', ' ');
  const whole = offeredGpu(native, gpu.count);
  if (gpu.vram?.unit !== 'gib') return whole;
  return offeredGpu(native, gpu.count, gpu.vram.amount / gpu.count);
}

/** Sizes without cards are no offers: they are in another list, where nothing of ours is looked for. */
function offersIn(size: Size, regions: readonly string[] | undefined): Offer[] {
  const gpu = gpuOf(size);
  if (!size.available || gpu === undefined) return [];
  return size.regions
    .filter((region) => regions === undefined || regions.includes(region))
    .map((region) => ({
      id: `${size.slug}@${region}@${imageFor(size)}`,
      platform: 'digitalocean',
      type: size.slug,
      summary: `${gpu.count}x ${gpu.model ?? gpu.native}, ${region}, ${size.slug}`,
      usdPerHour: size.price_hourly,
      market: 'on-demand',
      gpu,
      cpus: size.vcpus,
      memoryGb: size.memory / 1024,
      diskGb: size.disk,
      egressUsdPerGb: EGRESS_USD_PER_GIB,
      ...(size.transfer === undefined
        ? {}
        : { freeEgressGbPerHour: (size.transfer * 1000) / HOURS_OF_ALLOWANCE }),
      ingressUsdPerGb: 0,
      region,
    }));
}

/** DigitalOcean's own images with driver and CUDA, as dstack uses them: by maker, and one with NVLink for eight cards. */
const imageFor = ({ gpu_info }: Size): string =>
  /^amd/i.test(gpu_info?.model ?? '')
    ? 'gpu-amd-base'
    : gpu_info?.count === 8
      ? 'gpu-h100x8-base'
      : 'gpu-h100x1-base';
