import { Problem } from '../../problem.ts';
import { ApiUnclear } from '../api.ts';
import { RentFailed, type RentIntent } from '../driver.ts';
import { CompshareRefused, type Parameters, type Place } from './api.ts';
import { remarkOf } from './box.ts';
import { bootDisk, specOf } from './offers.ts';

const MOST_NAME = 63;

/** What the offer is, once everything that the platform would refuse has been. */
export function checked({ offer, image, name }: RentIntent) {
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

export const createBody = (
  intent: RentIntent,
  spec: ReturnType<typeof checked>,
  image: string,
): Parameters => ({
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
export function newestPyTorch(
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
export function asRentFailed(error: unknown): unknown {
  if (error instanceof ApiUnclear) return new RentFailed(error.message, 'unclear', { cause: error });
  if (!(error instanceof CompshareRefused)) return error;
  const reason = [226604, 8333].includes(error.code)
    ? 'no-capacity'
    : [230, 226601, 226602, 226603].includes(error.code)
      ? 'refused'
      : 'unclear';
  return new RentFailed(error.message, reason, { cause: error });
}
