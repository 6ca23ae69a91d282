import { type Api, ApiRefused, ApiUnclear, keyMayNot } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { type NetworkVolume, Pod, RUNPOD_KEY } from './api.ts';
import { find, heldOf, OWNER_VARIABLE } from './box.ts';
import { diskGbOf, placeOf, volumeOf } from './offers.ts';

/** Official, starts sshd from PUBLIC_KEY. The example of the published description of 2026-08; the profile says the same. */
const IMAGE = 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404';

/** @param unknownWords refusals in words that we do not know, and the offers that got them */
export async function create(
  api: Api,
  intent: RentIntent,
  unknownWords: Map<string, Set<string>>,
): Promise<Held> {
  const [left] = await find(api, intent.name);
  if (left) return left;
  const body = bodyOf(intent, await volumeOf(api, intent.candidate));
  try {
    const request = { method: 'POST', path: '/v2/pods', body, reply: Pod, asAnswered: true } as const;
    return heldOf(await api.call(request));
  } catch (error) {
    throw refusalOf(error, intent, unknownWords);
  }
}

/** `gpu.count` is always sent: left out, it was reported to be answered with a false "no instances available". */
function bodyOf(intent: RentIntent, volume: NetworkVolume | undefined) {
  const place = placeOf(intent.offer.id);
  if (!place) throw new RentFailed(`${JSON.stringify(intent.offer.id)} is no offer of RunPod`, 'refused');
  const image = intent.image ?? IMAGE;
  const minCudaVersion = cudaOf(image);
  const dataCenter = volume?.dataCenter ?? place.dataCenter;
  return {
    name: intent.name,
    image,
    gpu: { id: place.gpu, count: place.count, ...(minCudaVersion ? { minCudaVersion } : {}) },
    cloud: place.cloud,
    ...(dataCenter === undefined ? {} : { dataCenterIds: [dataCenter] }),
    disk: diskGbOf(intent.want),
    ports: ['22/tcp'],
    // Only this pod gets our key. With a PUBLIC_KEY of its own the flag leaves the account's keys out.
    startSsh: true,
    env: { PUBLIC_KEY: intent.authorizedKey.trim(), [OWNER_VARIABLE]: intent.owner },
    ...(intent.candidate.registry === undefined ? {} : { registry: intent.candidate.registry }),
    ...(volume ? { mounts: { network: [{ volumeId: volume.id, path: '/workspace' }] } } : {}),
  };
}

/** The CUDA that an image's tag names, as the least that its host must offer; `undefined` where the name does not say. */
function cudaOf(image: string): string | undefined {
  const [, major, minor] =
    /(?:^|[^a-z0-9])cu(\d{2})(\d)\d{0,2}(?![a-z0-9])/i.exec(image) ??
    /cuda[:-]?(\d{2})\.(\d{1,2})/i.exec(image) ??
    [];
  return major === undefined || minor === undefined ? undefined : `${major}.${minor}`;
}

/** What RunPod says when there is nothing to rent; it has no code for it. From its documents and client, 2026-08. */
const NO_CAPACITY =
  /no (?:longer any |longer |)(?:\w+ )?(?:instances?|machines?|gpus?|resources|capacity)|capacity|out of stock|not (?:currently )?available|unavailable|could not (?:be placed|find)/i;

/**
 * 400 is a broken rule or no capacity, told apart by prose alone. Words that we do not know let the next offer be tried;
 * when a second offer gets the same words they are about the request, which will not get better by trying.
 */
function refusalOf(error: unknown, intent: RentIntent, unknownWords: Map<string, Set<string>>): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  if (!(error instanceof ApiRefused)) return error;
  const { status, said } = error;
  const failed = (reason: 'no-capacity' | 'refused', message = error.message) =>
    new RentFailed(message, reason, { cause: error });
  if (status === 403 && !/\b(?:pool|gpu)/i.test(said)) return keyMayNot('RunPod', RUNPOD_KEY, said);
  if (status === 403) return failed('no-capacity', `${error.message} (this account may not rent that GPU)`);
  if (status !== 400) return failed('refused');
  if (NO_CAPACITY.test(said)) return failed('no-capacity');
  const place = placeOf(intent.offer.id);
  const words = [place?.gpu, place?.dataCenter].reduce((left: string, name) => {
    return name === undefined ? left : left.replaceAll(name, '…');
  }, said);
  const offers = unknownWords.get(words) ?? new Set();
  unknownWords.set(words, offers.add(intent.offer.id));
  return failed(offers.size > 1 ? 'refused' : 'no-capacity');
}
