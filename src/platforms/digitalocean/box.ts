import { createHash } from 'node:crypto';
import { type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import { Problem } from '../../problem.ts';
import { readMark } from '../../record-mark-text.ts';
import { ApiRefused, ApiUnclear } from '../api.ts';
import {
  type Description,
  type MeterReading,
  type Offer,
  RentFailed,
  type RentIntent,
  type Resource,
} from '../driver.ts';
import { cloudInit } from '../first-boot.ts';
import { ipEndpoint } from '../ip-endpoint.ts';
import type { Droplet, Size, Volume } from './api.ts';

const USER = 'root';
/** Tags hold letters, digits, `_`, `-` and `:`, 255 in all, and are compared without case. */
const TAG = { name: 'gl-name:', owner: 'gl-owner:', work: 'gl-work:' };
const TAG_VALUE = /^[A-Za-z0-9_\-:]{1,240}$/;
const HOST_NAME = /^[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]$/;

const tagged = ({ tags }: Droplet, prefix: string): string | undefined =>
  tags.find((tag) => tag.toLowerCase().startsWith(prefix))?.slice(prefix.length);

/** By our tag, since a person may rename a droplet; by name only where our mark is there as well. */
export const isOf = (droplet: Droplet, name: string): boolean =>
  (
    tagged(droplet, TAG.name) ?? (tagged(droplet, TAG.owner) === undefined ? '' : droplet.name)
  ).toLowerCase() === name.toLowerCase();

export function asResource(droplet: Droplet): Resource {
  const owner = tagged(droplet, TAG.owner);
  const meter = meterState(droplet.status);
  return {
    kind: 'instance',
    id: String(droplet.id),
    name: tagged(droplet, TAG.name) ?? droplet.name,
    ...(owner === undefined ? {} : { owner }),
    native: droplet.status,
    billing: meter === 'running' ? 'yes' : 'unknown',
    usdPerHour: droplet.size.price_hourly,
    createdAt: droplet.created_at,
  };
}

/** Says that work was begun, and on the strength of what record. Tags are the account's: it goes when the droplet does. */
export const workTag = (word: string): string => `${TAG.work}${word}`;
export const workTagOf = (droplet: Droplet): string | undefined => {
  const word = tagged(droplet, TAG.work);
  return word === undefined ? undefined : workTag(word);
};

export function described(droplet: Droplet): Description {
  const mark = readMark(tagged(droplet, TAG.work));
  return { ...stateOf(droplet), ...(mark === undefined ? {} : { mark }) };
}

function stateOf({ status: native, networks }: Droplet): Description {
  const address = networks.v4.find(({ type }) => type === 'public')?.ip_address;
  if (native === 'new') return { state: 'starting', native };
  // Off is no end of the bill: the machine stays reserved.
  if (native === 'off' || native === 'archive') return { state: 'stopped', native };
  if (native !== 'active') return { state: 'unknown', native };
  return address
    ? { state: 'running', native, endpoint: ipEndpoint(address, USER) }
    : { state: 'starting', native };
}

/** Nobody says whether an archived droplet bills. */
export const meterState = (status: string): MeterReading['state'] =>
  ['new', 'active', 'off'].includes(status) ? 'running' : 'unknown';

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
export function offersOf(size: Size, regions: readonly string[] | undefined): Offer[] {
  const gpu = gpuOf(size);
  if (!size.available || gpu === undefined) return [];
  return size.regions
    .filter((region) => regions === undefined || regions.includes(region))
    .map((region) => ({
      id: `${size.slug}@${region}@${imageFor(size)}`,
      platform: 'digitalocean',
      summary: `${gpu.count}x ${gpu.model ?? gpu.native}, ${region}, ${size.slug}`,
      usdPerHour: size.price_hourly,
      market: 'on-demand',
      gpu,
      cpus: size.vcpus,
      memoryGb: size.memory / 1024,
      diskGb: size.disk,
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

/** MD5 of the key's blob with colons: how the API addresses a key. */
export function fingerprint(authorizedKey: string): string {
  const blob = Buffer.from(authorizedKey.trim().split(/\s+/)[1] ?? '', 'base64');
  return createHash('md5')
    .update(blob)
    .digest('hex')
    .replace(/(..)(?=.)/g, '$1:');
}

export function createBody(intent: RentIntent, volume: Volume | undefined) {
  const { name, owner, offer, authorizedKey, hostKey } = intent;
  const [size, region, image] = offer.id.split('@');
  return {
    name,
    region,
    size,
    image,
    ssh_keys: [fingerprint(authorizedKey)],
    tags: ['gpu-lease', `${TAG.name}${name}`, `${TAG.owner}${owner}`],
    user_data: cloudInit({ authorizedKey, user: USER, ...(hostKey === undefined ? {} : { hostKey }) }),
    ...(volume === undefined ? {} : { volumes: [volume.id] }),
  };
}

/** Before anything is registered or rented. */
export function refuseUnfit({ name, owner, image, offer }: RentIntent): void {
  const fits = TAG_VALUE.test(name) && TAG_VALUE.test(owner) && HOST_NAME.test(name);
  const why = !fits
    ? `the name "${name}" is no name for a droplet: letters, digits and dashes, at most 240`
    : image !== undefined
      ? 'DigitalOcean rents machines with its own images and starts no container image; take "image" out of the job or "digitalocean" out of its candidates'
      : !/^[^@]+@[^@]+@[^@]+$/.test(offer.id)
        ? `"${offer.id}" is no offer of DigitalOcean's`
        : undefined;
  if (why !== undefined) throw new RentFailed(why, 'refused');
}

/** A lack of droplets and a wrong request are both a 422; only the prose tells them apart. */
const NO_CAPACITY = /capacity|sold out|out of stock|(?:not|un)\s?available|currently (?:limited|disabled)/i;

export const isAboutKey = (error: unknown): boolean =>
  error instanceof ApiRefused && error.status === 422 && /ssh.?key/i.test(error.said);

export function createFailure(error: unknown): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  // It was accepted and we could not read the id.
  if (error instanceof Problem && error.code === 'api-reply')
    return new RentFailed(error.what, 'unclear', { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const reason = error.status === 422 && NO_CAPACITY.test(error.said) ? 'no-capacity' : 'refused';
  return new RentFailed(error.message, reason, { cause: error });
}
