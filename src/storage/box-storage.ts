import type { BoxPlan } from '../box/box-plan.ts';
import { setGlobs } from '../job/checkpoint-sets.ts';
import type { Candidate, Job } from '../job/job.ts';
import { type Override, overrideOf } from '../profile/overrides.ts';
import type { Profile } from '../profile/schema.ts';
import { filledIn, HOME_WORK, wantedPlaces } from './wanted-places.ts';

/** The directories that a box was seen to have, absolute; what is absent was not there or not asked for. */
export interface Placed {
  /** Below which the run lives; absent: the home directory. */
  work?: string;
  /** A mount of its own that can be written. */
  durable?: string;
  /** The profile's data directory. */
  data?: string;
}

export type BoxStorage = Pick<
  BoxPlan,
  'workDir' | 'durableDir' | 'places' | 'pathDir' | 'tensorboardDir' | 'scratch' | 'anchors' | 'bootEnv'
>;

/** What the keeper is told of a box's storage: the profile's facts under the job's word, as far as the box has them. */
export function boxStorage(
  job: Job,
  profile: Profile,
  candidate: Candidate,
  placed: Placed | undefined,
): BoxStorage {
  const { python, tensorboardDir } = job.storage ?? {};
  const pathDir = folderOf(overrideOf(profile, 'python', python));
  const tensorboard = overrideOf(profile, 'tensorboard-dir', tensorboardDir);
  return {
    ...(placed?.work !== undefined && { workDir: placed.work }),
    ...(placed?.durable !== undefined && { durableDir: placed.durable }),
    places: placesOf(job, profile, candidate, placed ?? {}),
    ...(pathDir !== undefined && { pathDir }),
    ...(tensorboard.is === 'value' && { tensorboardDir: tensorboard.value }),
    ...scratchOf(job, profile),
    ...(profile.environment['login-lacks-env'] === 'yes' && { bootEnv: true }),
  };
}

/** The variables by which programs find their directories. What is deliberately none is not set. */
function placesOf(job: Job, profile: Profile, candidate: Candidate, placed: Placed): Record<string, string> {
  const { storage } = job;
  const wanted = wantedPlaces(job, profile, candidate);
  const named: [string, Override][] = [
    ['HF_HOME', overrideOf(profile, 'hf-home', storage?.hfHome)],
    ['HF_ENDPOINT', overrideOf(profile, 'hf-endpoint', storage?.hfEndpoint)],
    ['PIP_CACHE_DIR', overrideOf(profile, 'pip-cache-dir', storage?.pipCache)],
    ['GPU_LEASE_TENSORBOARD', overrideOf(profile, 'tensorboard-dir', storage?.tensorboardDir)],
  ];
  const lacked = [
    ...(placed.data === undefined && wanted.data !== undefined ? [wanted.data] : []),
    ...(placed.durable === undefined && wanted.durable !== undefined ? [wanted.durable.dir] : []),
  ];
  const there = named.flatMap(([name, said]): [string, string][] => {
    const value = said.is === 'value' ? filledIn(said.value, job, candidate) : undefined;
    const isLacked = lacked.some((dir) => value === dir || value?.startsWith(`${dir}/`));
    return value === undefined || isLacked ? [] : [[name, value]];
  });
  const data = dataOf(overrideOf(profile, 'data-dir', storage?.data), storage?.data !== undefined, placed);
  return {
    ...profile.overrides.env,
    ...Object.fromEntries(there),
    ...(data !== undefined && { GPU_LEASE_DATA: data }),
    ...(placed.durable !== undefined && { GPU_LEASE_DURABLE: placed.durable }),
  };
}

/** Said by nobody, or on a disk that this box lacks, data sets lie beside the runs. */
function dataOf(said: Override, isOfJob: boolean, { data, work }: Placed): string | undefined {
  if (said.is === 'empty') return;
  if (said.is === 'value' && isOfJob) return said.value;
  return data ?? `${work ?? HOME_WORK}/.data`;
}

/** Of the interpreter. */
export const folderOf = (said: Override): string | undefined =>
  said.is === 'value' ? said.value.replace(/\/[^/]*$/, '') || '/' : undefined;

/**
 * What may be deleted once a cell has succeeded, and what never: an artifact, a checkpoint or a part of one, whoever names it as
 * scratch. Which checkpoints go on the box is for `checkpoint.retain` to say.
 */
function scratchOf(job: Job, profile: Profile): Pick<BoxPlan, 'scratch' | 'anchors'> {
  const resumed = profile['resume-anchors']?.map(byName) ?? [];
  const checkpoints = job.checkpoint ? setGlobs(job.checkpoint) : [];
  const named = job.storage?.scratch ?? profile.scratch?.delete.map(byName) ?? [];
  return {
    scratch: [...new Set(named)],
    anchors: [...job.artifacts.map(({ path }) => path), ...resumed, ...checkpoints],
  };
}

/** The profile's globs begin at a tier's root, a cell's output does not: what they say of a name holds there, too. */
const byName = (glob: string): string => `**/${glob.split('/').at(-1)}`;
