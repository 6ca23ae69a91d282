import { Problem } from '../../problem.ts';
import { type Api, ApiRefused } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { cloudInit } from '../first-boot.ts';
import { rentFailure, type UnknownWords } from '../refusals.ts';
import { OneDroplet, type Volume } from './api.ts';
import { find, heldAs, TAG, USER } from './box.ts';
import { fingerprint, registerKey, removeKey } from './keys.ts';
import { volumesOf } from './offers.ts';

const TAG_VALUE = /^[A-Za-z0-9_\-:]{1,240}$/;
const HOST_NAME = /^[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]$/;

export async function create(api: Api, intent: RentIntent, unknownWords: UnknownWords): Promise<Held> {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) return there;
  const volume = await volumeFor(api, intent);
  try {
    return await createWith(api, intent, volume).catch((error: unknown) => {
      // Another lease of the same run took the key away that they share.
      if (isAboutKey(error)) return createWith(api, intent, volume);
      throw error;
    });
  } catch (error) {
    const failure = rentFailure(error, ({ status, said }) => {
      if (status !== 422) return 'refused';
      if (NO_CAPACITY.test(said)) return 'no-capacity';
      if (IN_THE_REQUEST.test(said)) return 'refused';
      return unknownWords.meaningOf(said, intent.offer.id, intent.offer.id.split('@'));
    });
    // A droplet that may be on its way still needs its key.
    if (!(failure instanceof RentFailed && failure.reason === 'unclear')) await removeKey(api, intent.name);
    throw failure;
  }
}

async function volumeFor(api: Api, { offer, candidate }: RentIntent): Promise<Volume | undefined> {
  const region = offer.id.split('@')[1] ?? '';
  const volumes = await volumesOf(api, candidate);
  const there = volumes?.find((each) => each.region.slug === region);
  if (!volumes || there) return there;
  throw new Problem({
    code: 'volume-elsewhere',
    kind: 'usage',
    what: `The volume "${volumes[0]?.name}" is in ${volumes.map((each) => each.region.slug).join(', ')} and not in ${offer.region ?? offer.id}.`,
    next: 'A volume can be attached in its own region only; name one of that region, or leave out "regions".',
  });
}

async function createWith(api: Api, intent: RentIntent, volume: Volume | undefined): Promise<Held> {
  await registerKey(api, intent);
  const body = createBody(intent, volume);
  const reply = await api.call({ method: 'POST', path: '/v2/droplets', body, reply: OneDroplet });
  return heldAs(reply.droplet, intent.name);
}

function createBody(intent: RentIntent, volume: Volume | undefined) {
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
function refuseUnfit({ name, owner, image, offer }: RentIntent): void {
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

/**
 * A lack of droplets and a wrong request are both a 422; only the prose tells them apart. dstack takes every one for a lack
 * (2026-08), so words that nobody knows let the next offer be tried.
 */
const IN_THE_REQUEST = /\blimit\b|invalid|\bmust\b|required|not (?:a )?valid|ssh.?key|user.?data/i;
const NO_CAPACITY = /capacity|sold out|out of stock|(?:not|un)\s?available|currently (?:limited|disabled)/i;

const isAboutKey = (error: unknown): boolean =>
  error instanceof ApiRefused && error.status === 422 && /ssh.?key/i.test(error.said);
