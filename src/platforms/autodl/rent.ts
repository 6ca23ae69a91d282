import { SaidNo } from '../api.ts';
import { type Held, RentFailed, type RentIntent } from '../driver.ts';
import { startScript } from '../first-boot.ts';
import { markedName } from '../owner-mark.ts';
import { type Ask, type CreateBody, createAt, isSoldOut } from './api.ts';
import { find, heldOf } from './box.ts';
import { ANY_CUDA, extraGbFor, USUAL_IMAGE } from './specs.ts';

/** @param ownImage the user's, by its id; else the platform's usual one */
export async function create(ask: Ask, intent: RentIntent, ownImage: string | undefined): Promise<Held> {
  const body = createBody(intent, ownImage);
  const [found] = await find(ask, intent.name);
  if (found) return found;
  try {
    return await heldOf(ask, { ...body, uuid: await createAt(ask, body), name: body.instance_name });
  } catch (error) {
    if (!(error instanceof SaidNo)) throw error;
    throw new RentFailed(error.message, reasonOf(error), { cause: error });
  }
}

function reasonOf({ code, said }: SaidNo<string | number>): RentFailed['reason'] {
  if (isSoldOut({ code, said })) return 'no-capacity';
  // The request itself: the same again will fail again.
  const isPermanent = code === 'RequestParameterIsWrong' || code === 'BadRequest' || /余额|欠费/.test(said);
  return isPermanent ? 'refused' : 'unclear';
}

/** `12.8` is 128 there. */
const asNumber = (cuda: string | undefined): number => Number((cuda ?? '0').replace('.', ''));

function createBody({ offer, ...intent }: RentIntent, ownImage: string | undefined): CreateBody {
  if (intent.image !== undefined) {
    const what = `AutoDL rents no image by its registry name (${intent.image}); it has images of its own`;
    throw new RentFailed(
      `${what}. Remove "image" from the job, or save a private image and name it in AUTODL_IMAGE.`,
      'refused',
    );
  }
  const [uuid = '', count = '', region] = offer.id.split(':');
  const extraGb = extraGbFor(intent.want.diskGb?.min);
  if (uuid === '' || !/^[1-4]$/.test(count) || extraGb === undefined)
    throw new RentFailed(`${JSON.stringify(offer.id)} is not an offer of AutoDL`, 'refused');
  return {
    gpu_spec_uuid: uuid,
    req_gpu_amount: Number(count),
    image_uuid: ownImage ?? USUAL_IMAGE.uuid,
    expand_system_disk_by_gb: extraGb,
    cuda_v_from: Math.max(
      ownImage === undefined ? USUAL_IMAGE.cudaFrom : ANY_CUDA,
      asNumber(intent.want.cuda),
    ),
    ...(region ? { data_center_list: [region] } : {}),
    instance_name: markedName(intent.name, intent.owner),
    start_command: startScript({
      authorizedKey: intent.authorizedKey,
      ...(intent.hostKey === undefined ? {} : { hostKey: intent.hostKey }),
    }),
  };
}
