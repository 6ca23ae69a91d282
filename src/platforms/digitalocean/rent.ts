import { createHash } from 'node:crypto';
import { Problem } from '../../problem.ts';
import { type Api, ApiRefused } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { cloudInit } from '../first-boot.ts';
import { rentFailure } from '../refusals.ts';
import { OneDroplet, OneKey, type Volume } from './api.ts';
import { find, heldAs, TAG, USER } from './box.ts';
import { volumesOf } from './offers.ts';

const TAG_VALUE = /^[A-Za-z0-9_\-:]{1,240}$/;
const HOST_NAME = /^[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]$/;
const KEYS = '/v2/account/keys';

export async function create(api: Api, intent: RentIntent): Promise<Held> {
  refuseUnfit(intent);
  const [there] = await find(api, intent.name);
  if (there) {
    await removeKey(api, intent);
    return there;
  }
  const volume = await volumeFor(api, intent);
  try {
    return await createWith(api, intent, volume).catch((error: unknown) => {
      // Another lease of the same run took the key away that they share.
      if (isAboutKey(error)) return createWith(api, intent, volume);
      throw error;
    });
  } catch (error) {
    throw rentFailure(error, ({ status, said }) =>
      status === 422 && NO_CAPACITY.test(said) ? 'no-capacity' : 'refused',
    );
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
  try {
    await registerKey(api, intent);
    const body = createBody(intent, volume);
    const reply = await api.call({ method: 'POST', path: '/v2/droplets', body, reply: OneDroplet });
    return heldAs(reply.droplet, intent.name);
  } finally {
    await removeKey(api, intent);
  }
}

/** The same key may be there already: left over, or another lease's of the run, or under a name of somebody's own. */
async function registerKey(api: Api, { name, authorizedKey }: RentIntent): Promise<void> {
  const there = { method: 'GET', path: keyPath(authorizedKey), reply: OneKey } as const;
  if (await api.unlessGone(there)) return;
  const body = { name, public_key: authorizedKey };
  try {
    // The same key twice is refused, so a second try after a lost answer does no harm.
    await api.call({ method: 'POST', path: KEYS, body, repeatable: true, reply: OneKey });
  } catch (error) {
    if (!(error instanceof ApiRefused) || error.status !== 422) throw error;
    await api.call(there);
  }
}

/**
 * Only one of this lease's name. The droplet has it by then; what is left behind costs nothing, and the next create of
 * that name takes it away.
 */
async function removeKey(api: Api, { name, authorizedKey }: RentIntent): Promise<void> {
  const path = keyPath(authorizedKey);
  try {
    const { ssh_key: key } = await api.call({ method: 'GET', path, reply: OneKey });
    if (key.name === name) await api.call({ method: 'DELETE', path });
  } catch {
    // Not there, or not now.
  }
}

const keyPath = (authorizedKey: string): string =>
  `${KEYS}/${encodeURIComponent(fingerprint(authorizedKey))}`;

/** MD5 of the key's blob with colons: how the API addresses a key. */
function fingerprint(authorizedKey: string): string {
  const blob = Buffer.from(authorizedKey.trim().split(/\s+/)[1] ?? '', 'base64');
  return createHash('md5')
    .update(blob)
    .digest('hex')
    .replace(/(..)(?=.)/g, '$1:');
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

/** A lack of droplets and a wrong request are both a 422; only the prose tells them apart. */
const NO_CAPACITY = /capacity|sold out|out of stock|(?:not|un)\s?available|currently (?:limited|disabled)/i;

const isAboutKey = (error: unknown): boolean =>
  error instanceof ApiRefused && error.status === 422 && /ssh.?key/i.test(error.said);
