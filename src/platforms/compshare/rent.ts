import type { Clock } from '../../clock.ts';
import { Problem } from '../../problem.ts';
import { SaidNo } from '../api.ts';
import { askedOnce } from '../asked-once.ts';
import type { PlatformContext } from '../context.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { type Ask, createAt, images, type Parameters, type Place, stopAt } from './api.ts';
import { boxIdOf, find, heldUnseen, heldUntimed, remarkOf, rowOf, type Timer } from './box.ts';
import { bootDisk, type ImageIn, type Spec, specOf } from './offers.ts';

const MOST_NAME = 63;
/** The platform's timer wants five minutes at least. */
const LEAST_TIMER_SECONDS = 300;

export async function create(ask: Ask, clock: Clock, intent: RentIntent, imageIn: ImageIn): Promise<Held> {
  const spec = checked(intent);
  const [found] = await find(ask, intent.name);
  if (found) return found;
  const { place, charge } = spec;
  try {
    const id = await createAt(ask, place, createBody(intent, spec, await imageIn(place)));
    // From here on there is a box: nothing below may keep it from being held.
    const ends = endsIn(clock, intent.lifetimeSeconds);
    const timer = charge === 'Spot' ? {} : await setTimer(ask, place, id, ends);
    const boxId = boxIdOf({ ...place, UHostId: id });
    const row = await rowOf(ask, boxId).catch(() => undefined);
    return { ...(row ? heldUntimed(row) : heldUnseen(intent.name, boxId)), ...timer };
  } catch (error) {
    throw error instanceof SaidNo ? new RentFailed(error.message, reasonOf(error), { cause: error }) : error;
  }
}

const endsIn = (clock: Clock, seconds: number): number =>
  Math.ceil(clock.now().getTime() / 1000 + Math.max(seconds, LEAST_TIMER_SECONDS + 60));

/** Without one the box is held all the same, and whoever holds it is told that nothing at the platform ends it. */
async function setTimer(ask: Ask, place: Place, id: string, unixSeconds: number): Promise<Timer> {
  try {
    await stopAt(ask, place, id, unixSeconds);
    return { endsAt: new Date(unixSeconds * 1000).toISOString() };
  } catch (error) {
    return { untimed: `CompShare took no timed stop: ${error instanceof Error ? error.message : error}` };
  }
}

/** The user's image, else the newest of the platform's own with PyTorch in its name. */
export function imageIn({ secret }: PlatformContext, ask: Ask): ImageIn {
  const known = new Map<string, () => Promise<string>>();
  return async (place) => {
    const own = secret('COMPSHARE_IMAGE')?.trim();
    if (own) return own;
    const newest =
      known.get(place.Zone) ?? askedOnce(async () => newestPyTorch(place, await images(ask, place)));
    known.set(place.Zone, newest);
    return newest();
  };
}

/** What the offer is, once everything that the platform would refuse has been. */
function checked({ offer, image, name }: RentIntent): Spec {
  if (image !== undefined) {
    const what = `CompShare rents no image by its registry name (${image}); it has images of its own`;
    throw new RentFailed(
      `${what}. Remove "image" from the job, or name one of its images in COMPSHARE_IMAGE.`,
      'refused',
    );
  }
  if (!/^[\w.,:-]+$/.test(name) || name.length > MOST_NAME)
    throw new RentFailed(
      `${JSON.stringify(name)} is no name for CompShare (at most ${MOST_NAME} characters)`,
      'refused',
    );
  const spec = specOf(offer.id);
  if (!spec) throw new RentFailed(`${JSON.stringify(offer.id)} is not an offer of CompShare`, 'refused');
  return spec;
}

const createBody = (intent: RentIntent, spec: Spec, image: string): Parameters => ({
  GpuType: spec.gpuType,
  GPU: spec.gpus,
  CPU: spec.cpus,
  Memory: spec.memoryMb,
  MachineType: 'G',
  MinimalCpuPlatform: 'Auto',
  CompShareImageId: image,
  Disks: bootDisk(intent.want),
  ChargeType: spec.charge,
  Quantity: 1,
  MaxCount: 1,
  Name: intent.name,
  Remark: remarkOf(intent),
});

/** @throws Problem `no-image` */
function newestPyTorch(
  { Zone }: Place,
  found: { CompShareImageId: string; Name: string; Status: string }[],
): string {
  const fit = found.filter(
    ({ Name, Status }) => /torch/i.test(Name) && (Status === '' || Status === 'Available'),
  );
  fit.sort((a, b) => b.Name.localeCompare(a.Name, 'en', { numeric: true }));
  const [newest] = fit;
  if (newest) return newest.CompShareImageId;
  throw new Problem({
    code: 'no-image',
    kind: 'usage',
    what: `CompShare lists no image with PyTorch in ${Zone}.`,
    next: 'Name one of its images (compshareImage-...) in COMPSHARE_IMAGE.',
  });
}

/** 226604 and 8333: no such card there now. 230, 226601 to 226603: the request, the balance, the image. */
function reasonOf({ code }: SaidNo<string | number>): RentFailed['reason'] {
  if (code === 226604 || code === 8333) return 'no-capacity';
  return [230, 226601, 226602, 226603].includes(Number(code)) ? 'refused' : 'unclear';
}
