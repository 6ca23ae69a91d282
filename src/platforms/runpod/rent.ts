import { gzipSync } from 'node:zlib';
import { cudaInImage } from '../../job/cuda.ts';
import { type Api, ApiRefused, ApiUnclear, keyMayNot } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import type { UnknownWords } from '../refusals.ts';
import { type NetworkVolume, Pod, RUNPOD_KEY } from './api.ts';
import { find, heldOf, OWNER_VARIABLE } from './box.ts';
import { diskGbOf, placeOf, volumeOf } from './offers.ts';
import { dropLogins, keepLogin } from './registry-login.ts';

/** Official, starts sshd from PUBLIC_KEY. The example of the published description of 2026-08; the profile says the same. */
const IMAGE = 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404';

export async function create(api: Api, intent: RentIntent, unknownWords: UnknownWords): Promise<Held> {
  const [left] = await find(api, intent.name);
  if (left) return left;
  const volume = await volumeOf(api, intent.candidate);
  try {
    const body = bodyOf(intent, volume, await keepLogin(api, intent));
    const request = { method: 'POST', path: '/v2/pods', body, reply: Pod, asAnswered: true } as const;
    return heldOf(await api.call(request));
  } catch (error) {
    const refusal = refusalOf(error, intent, unknownWords);
    // Where a pod may be there all the same it needs its login; the end of the pod takes it away.
    const isNone = refusal instanceof RentFailed && refusal.reason !== 'unclear';
    if (intent.login && isNone) await dropLogins(api, intent.name).catch(() => {});
    throw refusal;
  }
}

/** `gpu.count` is always sent: left out, it was reported to be answered with a false "no instances available". */
function bodyOf(intent: RentIntent, volume: NetworkVolume | undefined, registry = intent.candidate.registry) {
  const place = placeOf(intent.offer.id);
  if (!place) throw new RentFailed(`${JSON.stringify(intent.offer.id)} is no offer of RunPod`, 'refused');
  const image = intent.image ?? IMAGE;
  const minCudaVersion = intent.want.cuda ?? cudaInImage(image);
  const dataCenter = volume?.dataCenter ?? place.dataCenter;
  return {
    name: intent.name,
    image,
    gpu: {
      id: place.gpu,
      count: place.count,
      ...(minCudaVersion ? { minCudaVersion } : {}),
      ...perCard('minRamPerGpu', intent.want.memoryGb?.min, place.count),
      ...perCard('minVcpuCountPerGpu', intent.want.cpus?.min, place.count),
    },
    cloud: place.cloud,
    ...(dataCenter === undefined ? {} : { dataCenterIds: [dataCenter] }),
    disk: diskGbOf(intent.want),
    ports: ['22/tcp'],
    // Only this pod gets our key. With a PUBLIC_KEY of its own the flag leaves the account's keys out.
    startSsh: true,
    ...startingWith(intent),
    env: { PUBLIC_KEY: intent.authorizedKey.trim(), [OWNER_VARIABLE]: intent.owner },
    ...(registry === undefined ? {} : { registry }),
    ...(volume ? { mounts: { network: [{ volumeId: volume.id, path: '/workspace' }] } } : {}),
  };
}

/**
 * `args` of a shell line in the place of the image's command: puts our host key in and goes on as the image would. Only for the image
 * whose command we know (`/start.sh`, github.com/runpod/containers, 2026); it makes no Ed25519 key where there is one. A line for
 * `bash -c` is the form in which SkyPilot sends its own (2026-09). It runs at every start of the pod.
 */
function startingWith({ image, authorizedKey, hostKey }: RentIntent): { args?: string } {
  if (image !== undefined || hostKey === undefined) return {};
  const packed = gzipSync(startScript({ authorizedKey, hostKey }), { level: 9 }).toString('base64');
  return { args: `bash -c 'echo ${packed} | base64 -d | gunzip | sh; exec /start.sh'` };
}

/** A filter of the placement since 2026-09 (its description of that month, runpod-python): whole, and of one card. */
const perCard = (field: string, least: number | undefined, count: number): object =>
  least === undefined ? {} : { [field]: Math.max(1, Math.ceil(least / count)) };

/** What RunPod says when there is nothing to rent; it has no code for it. From its documents and client, 2026-08. */
const NO_CAPACITY =
  /no (?:longer any |longer |)(?:\w+ )?(?:instances?|machines?|gpus?|resources|capacity)|capacity|out of stock|not (?:currently )?available|unavailable|could not (?:be placed|find)/i;

/**
 * 400 is a broken rule or no capacity, told apart by prose alone. A 5xx in the words of no capacity is none, as REST v1 and GraphQL
 * answered it; what such a call made all the same is found by the look that follows every failed create.
 */
function refusalOf(error: unknown, intent: RentIntent, unknownWords: UnknownWords): unknown {
  if (error instanceof ApiUnclear) {
    const isTaken = NO_CAPACITY.test(error.answered?.said ?? '');
    return new RentFailed(error.message, isTaken ? 'no-capacity' : 'unclear', { cause: error });
  }
  if (!(error instanceof ApiRefused)) return error;
  const { status, said } = error;
  const failed = (reason: RentFailed['reason'], message = error.message) =>
    new RentFailed(message, reason, { cause: error });
  if (status === 403 && !/\b(?:pool|gpu)/i.test(said)) return keyMayNot('RunPod', RUNPOD_KEY, said);
  if (status === 403) return failed('no-capacity', `${error.message} (this account may not rent that GPU)`);
  if (status !== 400) return failed('refused');
  if (NO_CAPACITY.test(said)) return failed('no-capacity');
  const place = placeOf(intent.offer.id);
  return failed(unknownWords.meaningOf(said, intent.offer.id, [place?.gpu, place?.dataCenter]));
}
