import { offeredGpu } from '../../job/gpus.ts';
import { Problem } from '../../problem.ts';
import { ApiRefused, ApiUnclear } from '../api.ts';
import { type Offer, RentFailed, type RentIntent } from '../driver.ts';
import { markedName } from '../owner-mark.ts';
import { codeOf, type InstanceType, type Volume } from './api.ts';
import { type DiskRate, describedAs, diskUsdPerHour } from './box.ts';

/** What is rented when it is offered for the instance type; else the newest of its kind. */
const IMAGE = 'ubuntu-24.04-cuda-13.0-open-docker';
/** Ubuntu with CUDA and nothing else fits. */
const LEAST_DISK_GB = 50;

export const diskGbOf = (min: number | undefined): number => Math.max(LEAST_DISK_GB, Math.ceil(min ?? 0));

export function offerFrom(
  type: InstanceType,
  location: string,
  market: Offer['market'],
  disk: { rate: DiskRate; gb: number },
): Offer {
  const cards = type.gpu.number_of_gpus;
  const compute = market === 'spot' ? (type.spot_price ?? type.price_per_hour) : type.price_per_hour;
  return {
    id: `${type.instance_type}@${location}@${market}`,
    platform: 'verda',
    summary: `${type.instance_type}${type.model ? ` (${type.model})` : ''}, ${location}, ${market}`,
    usdPerHour: compute + diskUsdPerHour(disk.rate, disk.gb),
    market,
    ...(cards > 0
      ? {
          gpu: offeredGpu(
            [type.model, type.instance_type].filter(Boolean).join(' '),
            cards,
            type.gpu_memory.size_in_gigabytes / cards,
          ),
        }
      : {}),
    cpus: type.cpu.number_of_cores,
    memoryGb: type.memory.size_in_gigabytes,
    region: location,
  };
}

export function readOfferId(id: string): { type: string; location: string; isSpot: boolean } {
  const [, type, location, market] = /^([^@]+)@([^@]+)@(spot|on-demand)$/.exec(id) ?? [];
  if (type && location) return { type, location, isSpot: market === 'spot' };
  throw new RentFailed(`"${id}" is no offer of Verda's`, 'refused');
}

/** Before anything is made or rented. */
export function refuseUnfit({ name, image }: RentIntent): void {
  const why = !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(name)
    ? `the name "${name}" cannot be a host name: letters, digits and dashes, at most 63`
    : image !== undefined
      ? `Verda rents machines with an operating system and starts no container image; take "image" out of the job or "verda" out of its candidates`
      : undefined;
  if (why !== undefined) throw new RentFailed(why, 'refused');
}

export function imageFrom(
  offered: readonly { image_type: string; is_cluster?: boolean | null | undefined }[],
): string {
  const names = offered.filter((each) => each.is_cluster !== true).map((each) => each.image_type);
  const newest = names
    .filter((name) => /^ubuntu-[\d.]+-cuda-[\d.]+/.test(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))[0];
  const chosen = names.includes(IMAGE) ? IMAGE : newest;
  if (chosen !== undefined) return chosen;
  throw new RentFailed('Verda offers no image of Ubuntu with CUDA for this instance type', 'refused');
}

export function deployBody(
  intent: RentIntent,
  image: string,
  objects: { key: string; script: string },
  volume: Volume | undefined,
) {
  const { type, location, isSpot } = readOfferId(intent.offer.id);
  const marked = markedName(intent.name, intent.owner);
  const size = diskGbOf(intent.want.diskGb?.min);
  return {
    instance_type: type,
    image,
    hostname: intent.name,
    description: describedAs(marked, size),
    ssh_key_ids: [objects.key],
    startup_script_id: objects.script,
    location_code: location,
    contract: isSpot ? 'SPOT' : 'PAY_AS_YOU_GO',
    pricing: 'FIXED_PRICE',
    is_spot: isSpot,
    // Nothing is lost when the instance is taken away, and what stays is a meter that the lease knows. On demand Verda
    // takes no such policy.
    os_volume: { name: marked, size, ...(isSpot ? { on_spot_discontinue: 'keep_detached' } : {}) },
    existing_volumes: volume === undefined ? [] : [volume.id],
  };
}

/** What nobody has documented is not called a refusal, because the instance may be there. */
export function deployFailure(error: unknown): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  // It was answered with success and we could not read the id.
  if (error instanceof Problem && error.code === 'api-reply')
    return new RentFailed(error.what, 'unclear', { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const isFull = /capacity|not available|unavailable|sold out/i.test(error.said);
  const reason = isFull ? 'no-capacity' : codeOf(error) === '' ? 'unclear' : 'refused';
  return new RentFailed(error.message, reason, { cause: error });
}

export const noVolume = (volume: string, known: readonly Volume[]): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `There is no volume "${volume}" in the account at Verda${known.length > 0 ? `; there are ${known.map((each) => each.name).join(', ')}` : ''}.`,
    next: 'Correct "volume" of the candidate, or make the volume in the console of Verda, in the location of the cards you want.',
  });

export const volumeElsewhere = (volume: Volume, location: string): Problem =>
  new Problem({
    code: 'volume-elsewhere',
    kind: 'usage',
    what: `The volume "${volume.name}" is in ${volume.location} and the offer in ${location}.`,
    next: 'Verda attaches volumes within one location only; name a volume of that location, or leave out "regions".',
  });
