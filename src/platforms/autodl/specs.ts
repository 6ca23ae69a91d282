/** A card as AutoDL's Pro API calls it. */
export interface AutodlSpec {
  /** `gpu_spec_uuid` */
  uuid: string;
  /** The card behind it, in the words of the console. */
  card: string;
  /** Of one card. */
  memoryGb?: number;
  /** Per card and hour; absent where nobody has told. */
  yuanPerHour?: number;
  /** Where the price was told. */
  told?: string;
}

/**
 * The API lists neither specifications nor prices. Ids and cards: appendix of the Pro API's document (read up 2026-08). Prices:
 * third-party notes of 2026, not the platform's word. A new specification is a new line.
 */
const SPECS: readonly AutodlSpec[] = [
  { uuid: 'h800', card: 'H800', memoryGb: 80, yuanPerHour: 8.88, told: 'a price list noted 2026-03' },
  { uuid: 'v-48g', card: 'RTX 4090', memoryGb: 48, yuanPerHour: 2.88, told: 'a price noted 2026' },
  { uuid: 'pro6000-p', card: 'RTX PRO 6000', memoryGb: 96 },
  { uuid: 'v-32g-p', card: 'RTX 4080 SUPER', memoryGb: 32 },
  { uuid: 'v-48g-350w', card: 'RTX 3090', memoryGb: 48, yuanPerHour: 1.5, told: 'a price noted 2026-06' },
  { uuid: '5090-p', card: 'RTX 5090', memoryGb: 32, yuanPerHour: 2.88, told: 'a price list noted 2026-03' },
  { uuid: '4090D', card: 'RTX 4090 D', memoryGb: 24 },
];

/** What a card costs until the platform has told: nobody knows a dearer one, so a budget that allows it is not broken. */
const DEAREST = Math.max(...SPECS.map(({ yuanPerHour }) => yuanPerHour ?? 0));

/** Shape of ids that are newer than this table: `v-24g-p`, `6000d-p`. */
const LIKE_AN_ID = /^(?:v-[a-z0-9-]{1,40}|[a-z0-9-]{1,40}-p)$/;

/** The specification of that id; one that is not in the table is passed on as it is. */
export const specOf = (uuid: string): AutodlSpec =>
  SPECS.find((each) => each.uuid === uuid) ?? { uuid, card: uuid };

/** Everything in the table, and ids that the job names as a GPU though the table does not know them. */
export function specsFor(names: readonly string[]): AutodlSpec[] {
  const newer = names.filter((name) => LIKE_AN_ID.test(name) && !SPECS.some(({ uuid }) => uuid === name));
  return [...SPECS, ...newer.map(specOf)];
}

/** Per hour for so many cards, and whose word that is. */
export function statedPrice(
  { yuanPerHour, told }: AutodlSpec,
  count: number,
): { yuan: number; source: string } {
  if (yuanPerHour !== undefined)
    return { yuan: yuanPerHour * count, source: `${told}, not the platform's word` };
  return { yuan: DEAREST * count, source: 'told only after renting; counted as the dearest card known' };
}

/** Free with every instance, and the most that can be added. */
export const SYSTEM_DISK_GB = 30;
export const MOST_EXTRA_GB = 500;

/** Added disk, per GB and hour: 0.0066 CNY a day, unsourced and never compared. */
const YUAN_PER_GB_HOUR = 0.0066 / 24;
export const diskYuanPerHour = (extraGb: number): number => extraGb * YUAN_PER_GB_HOUR;

/** GB to be added so that the job's least disk fits; `undefined` when that cannot be had. */
export function extraGbFor(leastGb: number | undefined): number | undefined {
  const extra = Math.max(0, Math.ceil((leastGb ?? 0) - SYSTEM_DISK_GB));
  return extra > MOST_EXTRA_GB ? undefined : extra;
}

/**
 * Regions that `create` takes, in its own words (the instances it makes name theirs differently: `bj-B2`). Others are
 * refused as a wrong parameter (seen by others 2026-08).
 */
export const REGIONS = ['westDC3', 'beijingDC2'] as const;

/** PyTorch 2.0, CUDA 11.8, Ubuntu 20.04, from the document's appendix; it ends in "…", newer ones exist. */
export const USUAL_IMAGE = { uuid: 'base-image-l2t43iu6uk', cuda: '11.8', cudaFrom: 118 };
/** For an image of one's own nobody tells the CUDA that it needs. */
export const ANY_CUDA = 113;
