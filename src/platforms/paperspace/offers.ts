import type { Constraint } from '../../job/constraint.ts';
import { isCard, type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Api } from '../api.ts';
import { type Offer, RentFailed } from '../driver.ts';
import { all, isAvailable, type Template, Templates } from './api.ts';

const REGIONS = ['East Coast (NY2)', 'Europe (AMS1)', 'West Coast (CA1)'];

/** At the price that the candidate states: the API names none. */
export async function offersOf(
  api: Api,
  platform: string,
  want: Constraint,
  { market, volume, usdPerHour }: Candidate,
): Promise<Offer[]> {
  if (market === 'spot') return [];
  if (volume !== undefined) throw noVolumes(volume);
  if (usdPerHour === undefined) throw noPrice();
  const offers: Offer[] = [];
  for (const { type, gpu, template } of fitting(await ours(api), want))
    for (const region of REGIONS) {
      if (!(await isAvailable(api, type, region))) continue;
      const id = `${type}@${region}@${template.id}`;
      const summary = `${type}, ${region}, ${template.name}, at the price that the candidate states`;
      offers.push({ id, platform, type, summary, usdPerHour, market: 'on-demand', gpu, region });
    }
  return offers;
}

interface Fitting {
  type: string;
  gpu: OfferedGpu;
  template: Template;
}

/** Each type of machine once, with the first template that takes it. */
function fitting(templates: readonly Template[], want: Constraint): Fitting[] {
  const all = templates.flatMap((template) =>
    template.availableMachineTypes
      .filter((each) => each.isAvailable !== false)
      .map(({ machineTypeLabel: type }) => ({ type, gpu: gpuOf(type), template })),
  );
  return all.filter(
    ({ type, gpu }, index) =>
      (!want.gpu || isWanted(gpu, want.gpu)) && all.findIndex((each) => each.type === type) === index,
  );
}

const isWanted = (
  card: OfferedGpu,
  { names, count, most = count, memoryGb }: NonNullable<Constraint['gpu']>,
): boolean =>
  card.count >= count &&
  card.count <= most &&
  (names.length === 0 || names.some((name) => isCard(card, name))) &&
  (memoryGb?.min === undefined || card.memoryGb === undefined || card.memoryGb >= memoryGb.min);

/** Templates of which a box is made that has driver and CUDA. */
const ours = async (api: Api): Promise<Template[]> =>
  (await all(api, '/os-templates', Templates)).filter(({ name }) => /ml-in-a-box/i.test(name));

/** Of every type that a template takes, available or not. */
export async function cardsOf(api: Api): Promise<OfferedGpu[]> {
  const types = (await ours(api)).flatMap(({ availableMachineTypes }) => availableMachineTypes);
  return [...new Set(types.map(({ machineTypeLabel }) => machineTypeLabel))].map(gpuOf);
}

/** `A100x4` is four of them. */
function gpuOf(type: string): OfferedGpu {
  const card = type.replace(/x\d+$/, '');
  return offeredGpu(card, Number(/x(\d+)$/.exec(type)?.[1] ?? 1), SMALLER_GB[card]);
}

/** Of the two sizes of a card the plain name is the smaller one, beside `A100-80G` and `V100-32G` (its page of prices, 2026-06). */
const SMALLER_GB: Record<string, number> = { A100: 40, V100: 16 };

export function readOfferId(id: string): { machineType: string; region: string; templateId: string } {
  const [, machineType, region, templateId] = /^([^@]+)@([^@]+)@([^@]+)$/.exec(id) ?? [];
  if (machineType && region && templateId) return { machineType, region, templateId };
  throw new RentFailed(`"${id}" is no offer of Paperspace's`, 'refused');
}

export const noVolumes = (volume: string): Problem =>
  new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `Paperspace attaches no volume to a machine by its API, and the candidate names "${volume}"; nothing was rented.`,
    next: 'Leave out "volume" of the candidate; mount a shared drive in the setup of the job.',
  });

const noPrice = (): Problem =>
  new Problem({
    code: 'price-unknown',
    kind: 'usage',
    what: "Paperspace's API names no price before a machine is there, and the candidate states none; nothing was rented.",
    next: 'Write "usdPerHour" of the candidate, from the platform\'s page of prices, machine and storage together.',
  });
