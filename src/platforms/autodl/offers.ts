import type { Constraint } from '../../job/constraint.ts';
import { type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Offer } from '../driver.ts';
import { usdFromYuan } from '../yuan.ts';
import {
  type AutodlSpec,
  diskYuanPerHour,
  extraGbFor,
  MOST_EXTRA_GB,
  REGIONS,
  SYSTEM_DISK_GB,
  specsFor,
  statedPrice,
} from './specs.ts';

const MOST_GPUS = 4;

/** One offer per specification and region; empty when the constraint is beyond what the platform rents out. */
export function offersOf(
  want: Constraint,
  { platform, market, volume }: Candidate,
  imageCuda: string | undefined,
): Offer[] {
  if (volume !== undefined) throw noVolume(volume);
  if (market === 'spot') return [];
  const least = want.gpu?.count ?? 1;
  const counts = [1, 2, 3, 4].filter((each) => each >= least && each <= (want.gpu?.most ?? least));
  const extraGb = extraGbFor(want.diskGb?.min);
  if (extraGb === undefined) return [];
  const asked = want.regions?.map((each) => each.toLowerCase());
  const regions = asked ? REGIONS.filter((each) => asked.includes(each.toLowerCase())) : [undefined];
  return specsFor(want.gpu?.names ?? []).flatMap((spec) =>
    regions.flatMap((region) =>
      counts.map((count) => ({
        ...offerOf(spec, count, extraGb, region),
        platform,
        ...(imageCuda !== undefined && { imageCuda }),
      })),
    ),
  );
}

/** Of every specification in the table, and of ids that the job names. */
export const cardsOf = (want: Constraint): OfferedGpu[] =>
  specsFor(want.gpu?.names ?? []).flatMap(({ card, memoryGb }) =>
    Array.from({ length: MOST_GPUS }, (_, i) => offeredGpu(card, i + 1, memoryGb)),
  );

function offerOf(
  spec: AutodlSpec,
  count: number,
  extraGb: number,
  region: string | undefined,
): Omit<Offer, 'platform'> {
  const price = statedPrice(spec, count);
  const memory = spec.memoryGb === undefined ? '' : ` ${spec.memoryGb} GB`;
  const where = region ?? 'in a region of its choice';
  return {
    id: [spec.uuid, count, ...(region ? [region] : [])].join(':'),
    type: spec.uuid,
    summary: `${count}x ${spec.card}${memory} (${spec.uuid}), ${where}; ${price.yuan.toFixed(2)} CNY/h (${price.source})`,
    usdPerHour: usdFromYuan(price.yuan) + usdFromYuan(diskYuanPerHour(extraGb)),
    market: 'on-demand',
    gpu: offeredGpu(spec.card, count, spec.memoryGb),
    diskGb: SYSTEM_DISK_GB + MOST_EXTRA_GB,
    ...(region ? { region } : {}),
  };
}

const noVolume = (volume: string): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `AutoDL attaches no volume, and so not ${JSON.stringify(volume)}: the file system of a region is mounted at /root/autodl-fs by itself.`,
    next: 'Remove "volume" from that candidate; to be where the data is, name the region under "resources.region".',
  });
