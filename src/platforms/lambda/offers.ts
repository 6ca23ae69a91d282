import type { z } from 'zod';
import type { Constraint } from '../../job/constraint.ts';
import { type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { Problem } from '../../problem.ts';
import type { Api } from '../api.ts';
import type { Offer } from '../driver.ts';
import { fileSystems, type InstanceType, InstanceTypes, V1 } from './api.ts';

/** Of every type, with capacity or without. */
export async function cardsOf(api: Api): Promise<OfferedGpu[]> {
  const types = Object.values(await everyType(api)).map(({ instance_type: type }) => type);
  return types
    .filter(({ specs }) => specs.gpus > 0)
    .map((type) => offeredGpu(type.gpu_description, type.specs.gpus));
}

const everyType = async (api: Api) =>
  (await api.call({ method: 'GET', path: `${V1}/instance-types`, reply: InstanceTypes })).data;

export async function offersOf(api: Api, want: Constraint, candidate: Candidate): Promise<Offer[]> {
  // There is no spot market here.
  if (candidate.market === 'spot') return [];
  const types = await everyType(api);
  const fileSystem = await fileSystemOf(api, candidate);
  if (fileSystem && fileSystem.name !== candidate.volume) throw namedById(fileSystem);
  const only = fileSystem?.region.name;
  // An offer that names no card passes for one that does not say; here it is known to have none.
  const fitting = Object.values(types).filter(
    ({ instance_type: { specs } }) => specs.gpus > 0 || want.gpu === undefined,
  );
  return fitting.flatMap(({ instance_type: type, regions_with_capacity_available: regions }) =>
    regions
      .filter(({ name }) => only === undefined || name === only)
      .map(({ name }) => offerFrom(type, name)),
  );
}

function offerFrom(type: z.output<typeof InstanceType>, region: string): Offer {
  const { gpus, vcpus, memory_gib, storage_gib } = type.specs;
  return {
    id: `${type.name}@${region}`,
    platform: 'lambda',
    type: type.name,
    summary: `${type.description}, ${region}, on-demand`,
    usdPerHour: type.price_cents_per_hour / 100,
    market: 'on-demand',
    ...(gpus > 0 ? { gpu: offeredGpu(type.gpu_description, gpus) } : {}),
    cpus: vcpus,
    memoryGb: memory_gib,
    diskGb: storage_gib,
    region,
  };
}

/** A box finds it below its name alone: by the id no durable directory would be found on it, and nothing copied there. */
const namedById = ({ id, name }: { id: string; name: string }): Problem =>
  new Problem({
    code: 'volume-by-id',
    kind: 'usage',
    what: `The file system of the candidate is given by its id, ${id}; on a box of Lambda it lies under its name, at /lambda/nfs/${name}.`,
    next: `Write \`volume: ${name}\` at the candidate.`,
  });

/** The one that the candidate names; `undefined` when it names none. */
export async function fileSystemOf(api: Api, { volume }: Candidate) {
  if (volume === undefined) return;
  const all = await fileSystems(api);
  const found = all.find(({ id, name }) => name === volume || id === volume);
  if (found) return found;
  const names = all.map(({ name }) => name).join(', ');
  throw new Problem({
    code: 'volume-unknown',
    kind: 'usage',
    what: `There is no file system "${volume}" in the account at Lambda${names === '' ? '' : `; there are ${names}`}.`,
    next: 'Correct "volume" of the candidate, or make the file system in the console of Lambda, in the region of the cards you want.',
  });
}
