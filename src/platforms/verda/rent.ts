import { Problem } from '../../problem.ts';
import { type ApiRequest, ApiUnclear } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { markedName } from '../owner-mark.ts';
import { rentFailure } from '../refusals.ts';
import { Available, BareId, codeOf, get, Images, type Verda, type Volume } from './api.ts';
import { describedAs, diskUsdPerHour, find, heldFrom, instance, tidy } from './box.ts';
import { diskGbOf, readOfferId, volumeNamed } from './offers.ts';

/** What is rented when it is offered for the instance type; else the newest of its kind. */
const IMAGE = 'ubuntu-24.04-cuda-13.0-open-docker';

export async function create(api: Verda, intent: RentIntent): Promise<Held> {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) return there;
  const volume = await volumeNamed(api, intent.candidate.volume);
  const { location } = readOfferId(intent.offer.id);
  if (volume !== undefined && volume.location !== location) throw volumeElsewhere(volume, location);
  return deploy(api, intent, volume);
}

async function deploy(api: Verda, intent: RentIntent, volume: Volume | undefined): Promise<Held> {
  const image = await imageFor(api, intent);
  const disk = await api.diskRate();
  const body = deployBody(intent, image, await objectsFor(api, intent), volume);
  const id = await post(api, '/instances', { body, reply: BareId }).catch(async (error: unknown) => {
    const failure = await failureOf(api, intent, error);
    // An instance that may be on its way still needs both.
    if (!(failure instanceof RentFailed && failure.reason === 'unclear'))
      await tidy(api, markedName(intent.name, intent.owner)).catch(() => {});
    throw failure;
  });
  const seen = await instance(api, id).catch(() => undefined);
  if (seen) return heldFrom(seen, disk);
  const compute = intent.offer.usdPerHour - diskUsdPerHour(disk, body.os_volume.size);
  return heldFrom({ ...body, id, price_per_hour: compute, created_at: undefined }, disk);
}

/** Not the name of the status, by which a 503 calls itself whatever is the matter. */
const NO_CAPACITY = /capacity|not available|(?<!service[ _])unavailable|sold out/i;

/**
 * A 503 without words is what Verda gives to a create for which it has no machine (reported 2026-08): it is that where Verda says
 * of the type that it has none, and unclear otherwise. What such a call made all the same is found by the look that follows.
 */
async function failureOf(api: Verda, intent: RentIntent, error: unknown): Promise<unknown> {
  if (error instanceof ApiUnclear && error.answered) {
    const isTaken =
      NO_CAPACITY.test(error.answered.said) ||
      (error.answered.status === 503 && !(await isOffered(api, intent).catch(() => true)));
    if (isTaken) return new RentFailed(error.message, 'no-capacity', { cause: error });
  }
  return rentFailure(error, (refused) => {
    if (NO_CAPACITY.test(refused.said)) return 'no-capacity';
    return codeOf(refused) === '' ? 'unclear' : 'refused';
  });
}

const post = <T>(
  api: Verda,
  path: string,
  more: Pick<ApiRequest<T>, 'body' | 'reply' | 'repeatable'>,
): Promise<T> => api.call({ method: 'POST', path: `/v1${path}`, ...more });

function isOffered(api: Verda, { offer }: RentIntent): Promise<boolean> {
  const { type, location, isSpot } = readOfferId(offer.id);
  const query = { isSpot, location_code: location };
  const path = `/instance-availability/${encodeURIComponent(type)}`;
  return api.call({ ...get(path), query, reply: Available });
}

async function imageFor(api: Verda, intent: RentIntent): Promise<string> {
  const { type, location } = readOfferId(intent.offer.id);
  if (!(await isOffered(api, intent)))
    throw new RentFailed(`Verda has no ${type} in ${location} at this moment`, 'no-capacity');
  return imageFrom(await api.call({ ...get('/images'), query: { instance_type: type }, reply: Images }));
}

/** Ids of key and start script, the lease's only ones. A second one after a lost answer costs nothing and goes with the first. */
async function objectsFor(api: Verda, intent: RentIntent): Promise<{ key: string; script: string }> {
  const { name, owner, authorizedKey, hostKey } = intent;
  const marked = markedName(name, owner);
  await tidy(api, marked);
  const made = { reply: BareId, repeatable: true };
  const script = startScript({ authorizedKey, ...(hostKey === undefined ? {} : { hostKey }) });
  return {
    key: await post(api, '/sshkeys', { body: { name: marked, key: authorizedKey }, ...made }),
    script: await post(api, '/scripts', { body: { name: marked, script }, ...made }),
  };
}

/** Before anything is made or rented. */
function refuseUnfit({ name, image }: RentIntent): void {
  const why = !/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(name)
    ? `the name "${name}" cannot be a host name: letters, digits and dashes, at most 63`
    : image !== undefined
      ? `Verda rents machines with an operating system and starts no container image; take "image" out of the job or "verda" out of its candidates`
      : undefined;
  if (why !== undefined) throw new RentFailed(why, 'refused');
}

function imageFrom(
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

function deployBody(
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

const volumeElsewhere = (volume: Volume, location: string): Problem =>
  new Problem({
    code: 'volume-elsewhere',
    kind: 'usage',
    what: `The volume "${volume.name}" is in ${volume.location} and the offer in ${location}.`,
    next: 'Verda attaches volumes within one location only; name a volume of that location, or leave out "regions".',
  });
