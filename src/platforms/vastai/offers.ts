import type { Constraint, Range } from '../../job/constraint.ts';
import { hasKernels } from '../../job/cuda.ts';
import { knownGpu, type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Api } from '../api.ts';
import type { Offer } from '../driver.ts';
import { Ask, Offers, type Volume, volumes } from './api.ts';
import { isListed, nativeNames } from './gpu-names.ts';

type Market = Offer['market'];

/** CUDA of the image that is rented by default (profiles/vastai.yml): a host whose driver is older cannot run it. */
const CUDA = '12.4';
/** And of the one that is rented for a card that needs newer kernels. */
const NEWER_CUDA = '12.8';
/** Says so behind an ask, in the id of its offer. */
const NEWER = '+cu128';
const MIN_RELIABILITY = 0.98;
/** An offer that ends sooner is not worth the boot. The host's end date is shown as `Held.endsAt`. */
const MIN_DURATION_SECONDS = 24 * 3600;
/** An image of 8 GB then takes no more than six minutes; peers ask for 100 to 1000 (dstack, SkyPilot, 2026-10). */
const MIN_DOWN_MBPS = 200;
const DEFAULT_DISK_GB = 40;
const MOST_OFFERS = 64;
const MOST_SHOWN = 500;
/** Above the lowest bid that would run now, so that the next bidder's cent does not end the box at once. */
const BID_MARGIN = 1.05;
/** What the platform takes as a bid, in USD/h per machine. */
const BIDS = { min: 0.001, max: 128 };
/** A card of "24 GB" has between 22.5 and 24.6 thousand MB, by maker and by ECC. */
const MB_PER_GB = { least: 920, most: 1100 };

export async function offersOf(api: Api, want: Constraint, candidate: Candidate): Promise<Offer[]> {
  const home = await volumeOf(api, candidate);
  const found = [];
  for (const market of marketsOf(candidate)) {
    const body = searchFor(want, market, home?.machine_id);
    const request = { method: 'POST', path: '/api/v0/bundles/', body, repeatable: true } as const;
    const { offers } = await api.call({ ...request, reply: Offers, pace: 'search' });
    found.push(...offers.map((row) => offerFrom(row, market, want, candidate)));
  }
  return found.filter((offer) => offer !== undefined);
}

/**
 * Those on the machines that the platform shows now, where none of them is what the job names. None, where its client knows the
 * card or a machine has it: then one may come free, and a list of the cheapest cannot tell in what numbers.
 */
export async function cardsOf(api: Api, { gpu }: Constraint): Promise<OfferedGpu[]> {
  if (!gpu || gpu.names.length === 0 || gpu.names.some(isListed)) return [];
  const named = await shown(api, { gpu_name: { in: gpu.names.flatMap(nativeNames) } });
  return named.length > 0 ? [] : shown(api, {});
}

async function shown(api: Api, filter: object): Promise<OfferedGpu[]> {
  const body = { type: 'ondemand', ...filter, order: [['dph_total', 'asc']], limit: MOST_SHOWN };
  const request = { method: 'POST', path: '/api/v0/bundles/', body, repeatable: true } as const;
  const { offers } = await api.call({ ...request, reply: Offers, pace: 'search' });
  const asks = offers.map((row) => Ask.safeParse(row).data).filter((ask) => ask !== undefined);
  return asks.map((ask) => offeredGpu(ask.gpu_name, ask.num_gpus, ask.gpu_ram / 1024));
}

/** The one that the candidate names; `undefined` when it names none. */
export const volumeOf = async (api: Api, { volume }: Candidate) =>
  volume === undefined ? undefined : volumeIn(await volumes(api), volume);

/** Whole: the disk is set at creation and can never be changed. */
export const diskGbOf = (want: Constraint): number => Math.ceil(want.diskGb?.min ?? DEFAULT_DISK_GB);

const marketsOf = ({ market = 'any' }: Candidate): Market[] =>
  market === 'any' ? ['on-demand', 'spot'] : [market];

/**
 * The body of a search: hosts that are verified, reliable, reachable without a proxy, new and fast enough, the vendor's best first, with a
 * price that includes the disk.
 */
function searchFor(want: Constraint, market: Market, machineId: number | undefined): object {
  const { gpu } = want;
  const regions = want.regions?.filter((region) => /^[A-Z]{2}$/.test(region)) ?? [];
  return {
    type: market === 'spot' ? 'bid' : 'ondemand',
    verified: { eq: true },
    rentable: { eq: true },
    rented: { eq: false },
    external: { eq: false },
    reliability: { gte: MIN_RELIABILITY },
    direct_port_count: { gte: 2 },
    cuda_max_good: { gte: Number(want.cuda ?? CUDA) },
    duration: { gte: MIN_DURATION_SECONDS },
    inet_down: { gte: MIN_DOWN_MBPS },
    disk_space: { gte: diskGbOf(want) },
    allocated_storage: diskGbOf(want),
    ...(gpu ? { num_gpus: numberOf(gpu) } : {}),
    ...(gpu && gpu.names.length > 0 ? { gpu_name: { in: gpu.names.flatMap(nativeNames) } } : {}),
    ...between('gpu_ram', gpu && memoryOf(gpu), MB_PER_GB.least, MB_PER_GB.most),
    ...between('cpu_cores_effective', want.cpus, 1, 1),
    ...between('cpu_ram', { ...(want.memoryGb?.min ? { min: want.memoryGb.min } : {}) }, MB_PER_GB.least, 1),
    // Only if all are country codes; other words are compared with the offers by whoever asked.
    ...(regions.length > 0 && regions.length === want.regions?.length
      ? { geolocation: { in: regions } }
      : {}),
    ...(machineId === undefined ? {} : { machine_id: { eq: machineId } }),
    order: [
      // The vendor's own order: price, speed, network and reliability in one. By price alone the first are cheap for a reason.
      ['score', 'desc'],
      ['id', 'asc'],
    ],
    limit: MOST_OFFERS,
  };
}

const numberOf = ({ count, most }: NonNullable<Constraint['gpu']>): object =>
  most === undefined ? { eq: count } : { gte: count, lte: most };

/** Of one card: as the job bounds it, or, where each of the names says one, between the least and the most that they say. */
function memoryOf({ names, memoryGb }: NonNullable<Constraint['gpu']>): Range | undefined {
  const said = names.map((name) => knownGpu(name)?.memoryGb).filter((each) => each !== undefined);
  if (memoryGb !== undefined || said.length === 0 || said.length < names.length) return memoryGb;
  return { min: Math.min(...said), max: Math.max(...said) };
}

function between(field: string, range: Range | undefined, least: number, most: number): object {
  const { min, max } = range ?? {};
  if (min === undefined && max === undefined) return {};
  return {
    [field]: {
      ...(min === undefined ? {} : { gte: Math.floor(min * least) }),
      ...(max === undefined ? {} : { lte: Math.ceil(max * most) }),
    },
  };
}

/** The offer that a row stands for; `undefined` for one that cannot be used, whatever the search let through. */
function offerFrom(row: unknown, market: Market, want: Constraint, candidate: Candidate): Offer | undefined {
  const ask = Ask.safeParse(row).data;
  if (!ask || ask.rentable === false || ask.direct_port_count === 0) return;
  if (ask.verification != null && ask.verification !== 'verified') return;
  const bid = market === 'spot' ? bidFor(ask, candidate) : undefined;
  if (market === 'spot' && bid === undefined) return;
  const gpu = offeredGpu(ask.gpu_name, ask.num_gpus, ask.gpu_ram / 1024);
  const isNewer = gpu.model !== null && !hasKernels(gpu.model, CUDA);
  const imageCuda = isNewer ? NEWER_CUDA : CUDA;
  if (ask.cuda_max_good != null && ask.cuda_max_good < Number(want.cuda ?? imageCuda)) return;
  const usdPerHour = bid === undefined ? ask.dph_total : bid + diskUsdPerHour(ask);
  const country = /,\s*([A-Z]{2})$/.exec(ask.geolocation ?? '')?.[1];
  return {
    id: `${ask.id}${bid === undefined ? '' : `@${bid}`}${isNewer ? NEWER : ''}`,
    imageCuda,
    platform: 'vastai',
    type: ask.gpu_name,
    summary: [
      `${ask.num_gpus}x ${ask.gpu_name} ${gpu.memoryGb ?? '?'} GB`,
      `${diskGbOf(want)} GB disk`,
      ...(ask.geolocation ? [ask.geolocation] : []),
      `machine ${ask.machine_id}`,
      bid === undefined ? 'on-demand' : `interruptible at a bid of ${bid} USD/h`,
    ].join(', '),
    usdPerHour: Number(usdPerHour.toFixed(6)),
    ...(bid === undefined ? {} : { bidUsdPerHour: bid }),
    market,
    gpu,
    hostId: String(ask.machine_id),
    ...(ask.cpu_cores_effective == null ? {} : { cpus: ask.cpu_cores_effective }),
    // Of the machine; a box of half its cards gets half of it.
    ...(ask.cpu_ram == null ? {} : { memoryGb: (ask.cpu_ram * (ask.gpu_frac ?? 1)) / 1024 }),
    ...(ask.disk_space == null ? {} : { diskGb: Math.floor(ask.disk_space) }),
    ...(country === undefined ? {} : { region: country }),
    ...(ask.reliability == null ? {} : { reliability: ask.reliability }),
    ...(ask.inet_up_cost == null ? {} : { egressUsdPerGb: ask.inet_up_cost }),
    ...(ask.inet_down_cost == null ? {} : { ingressUsdPerGb: ask.inet_down_cost }),
    ...(ask.inet_down == null ? {} : { downMbps: ask.inet_down }),
  };
}

/**
 * What to bid: the job's `bidUsdPerHour` itself, because the highest bid keeps the box; else a little more than the lowest
 * that runs now. `undefined` where that is not enough or nothing the platform takes. The bid is what is paid at most.
 */
function bidFor({ min_bid: lowest }: Ask, { bidUsdPerHour }: Candidate): number | undefined {
  if (lowest == null) return;
  const bid = bidUsdPerHour ?? Math.ceil(Number((lowest * BID_MARGIN * 1000).toFixed(6))) / 1000;
  const isTaken = bid >= BIDS.min && bid <= BIDS.max && bid >= lowest;
  return isTaken ? bid : undefined;
}

const diskUsdPerHour = (ask: Ask): number =>
  ask.storage_total_cost ?? Math.max(0, ask.dph_total - (ask.dph_base ?? ask.dph_total));

/** What `create` needs to know of an offer: the ask's id, the bid where there is one, and whether its card needs the newer image. */
export function readOfferId(id: string): { ask: number; bid?: number; isNewer: boolean } {
  const [, ask, bid, newer] = /^(\d{1,15})(?:@(\d+(?:\.\d+)?))?(\+cu128)?$/.exec(id) ?? [];
  if (ask === undefined) throw new RangeError(`not an offer of vast.ai: ${JSON.stringify(id.slice(0, 40))}`);
  return { ask: Number(ask), isNewer: newer === NEWER, ...(bid === undefined ? {} : { bid: Number(bid) }) };
}

/** Volumes are bound to their machine: the box is rented there or the volume cannot be had. */
function volumeIn(volumes: readonly Volume[], wanted: string): Volume & { machine_id: number } {
  const found = volumes.find(({ id, label, name }) => [String(id), label, name].includes(wanted));
  if (found?.machine_id != null) return { ...found, machine_id: found.machine_id };
  const known = volumes.map(({ id, name, label }) => name ?? label ?? id).join(', ');
  throw new Problem({
    code: 'volume-not-found',
    kind: 'usage',
    what: `There is no volume ${JSON.stringify(wanted)} in this vast.ai account; it has ${known || 'none'}. Nothing was rented.`,
    next: 'Name one of them by its id in "volume:", or leave it out.',
  });
}
