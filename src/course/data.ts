import type { BoxData } from '../box/box-plan.ts';
import type { DataWorld } from '../data/answers.ts';
import { bytesOf, type FetchSource, unprovenIn } from '../data/fetch-plan.ts';
import type { DataRule, Job } from '../job/job.ts';
import type { EventBody, Halted } from '../lease/events.ts';
import { emptyRun } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import { Problem, Problems } from '../problem.ts';
import { overrideOf } from '../profile/overrides.ts';
import type { Profile } from '../profile/schema.ts';
import type { DataFacts } from '../report/plan-text.ts';
import type { World } from '../world.ts';
import { viaProxy } from './store.ts';

const HUB = 'https://huggingface.co';

type Bound = { sources: FetchSource[] } | { halted: Halted };

/** The record does not say yet what the job's data come to. */
export const isDataNew = (run: Run, { data }: Pick<Job, 'data'>): boolean =>
  data !== undefined && run.data.size === 0;

/**
 * The files of the job's data, as they are now, and the same as when the run began: a commit is kept to, and whatever else may
 * move is held against what was written down. What is gone or other is for a person.
 *
 * @param profile of the box that is to fetch them: it may have to ask a mirror
 */
export async function boundData(world: World, run: Run, job: Job, profile?: Profile): Promise<Bound> {
  if (!job.data) return { sources: [] };
  const isNew = isDataNew(run, job);
  try {
    const sources = await resolved(world, run, job, profile);
    if (isNew) await verified(world, job, sources);
    const other = isNew ? [] : sources.filter(({ to, digest }) => run.data.get(to)?.digest !== digest);
    return other.length === 0 ? { sources } : { halted: changed(run, other) };
  } catch (error) {
    if (isNew || !(error instanceof Problem && error.kind === 'refused')) throw error;
    return {
      halted: {
        type: 'halted',
        code: 'data-gone',
        what: `${error.what} This run began with it.`,
        next: AGAIN,
      },
    };
  }
}

/** Once, before the first box: later ones fetch the same bytes, by their digests. */
async function verified(world: World, { data = [] }: Job, sources: readonly FetchSource[]): Promise<void> {
  const wanted = data.filter(({ verify }) => verify !== undefined);
  if (wanted.length === 0) return;
  for (const { from, verify } of wanted)
    world.face.line(`data: verifying ${from} to ${verify} where it lies`);
  const { verifyData } = await import('../data/verify-data.ts');
  await verifyData(wanted, sources, dataWorld(world));
}

const dataWorld = (world: World): DataWorld => ({
  clock: world.clock,
  signal: world.signal,
  fetch: viaProxy(),
  hubUrl: world.secret('HF_ENDPOINT') || HUB,
  secret: (name) => world.secret(name),
});

async function resolved(
  world: World,
  run: Run,
  job: Job,
  profile: Profile | undefined,
): Promise<FetchSource[]> {
  const { resolveData } = await import('../data/resolve.ts');
  const asked = dataWorld(world);
  const pins = [...run.data].flatMap(([to, { revision }]): [string, string][] =>
    revision === undefined ? [] : [[to, revision]],
  );
  const boxHub = hubFor(profile, job) ?? asked.hubUrl;
  return resolveData(job.data ?? [], asked, { boxHub, pins: new Map(pins) });
}

/** As they are now, for a look that binds no run to them. */
export const dataNow = (world: World, job: Job, profile: Profile): Promise<FetchSource[]> =>
  resolved(world, emptyRun('plan'), job, profile);

/** The mirror that boxes of this platform have to ask, or that the job names. */
function hubFor(profile: Profile | undefined, { storage }: Pick<Job, 'storage'>): string | undefined {
  const said = profile && overrideOf(profile, 'hf-endpoint', storage?.hfEndpoint);
  return said?.is === 'value' ? said.value : undefined;
}

const AGAIN =
  'Nothing more is rented for it. Put back what was there and "gpu-lease resume", or start a new run, which takes what is there now.';

function changed(run: Run, other: readonly FetchSource[]): Halted {
  const told = other.map(({ from, to, files, ...source }) => {
    const before = run.data.get(to);
    return `${from} was ${before?.files ?? 0} files and ${before?.bytes ?? 0} bytes when this run began, and is ${files.length} files and ${bytesOf({ from, to, files, ...source })} bytes with other digests now`;
  });
  return { type: 'halted', code: 'data-changed', what: `The data changed: ${told.join('; ')}.`, next: AGAIN };
}

export const resolvedAs = ({ data = [] }: Job, sources: readonly FetchSource[]): EventBody => ({
  type: 'data-resolved',
  sources: sources.map((source) => ({
    from: source.from,
    to: source.to,
    ...(source.revision !== undefined && { revision: source.revision }),
    files: source.files.length,
    bytes: bytesOf(source),
    unproven: unprovenIn(source),
    digest: source.digest,
    ...verifiedTo(data.find(({ to }) => to === source.to)),
  })),
});

const verifiedTo = (rule: DataRule | undefined): { verified?: string } =>
  rule?.verify === undefined ? {} : { verified: rule.verify };

/** As the box is told, and the person. */
export function boxData(world: World, run: Run, sources: readonly FetchSource[]): BoxData[] {
  for (const source of sources) {
    const { from, to, files, revision } = source;
    const at = revision === undefined ? '' : ` at ${revision.slice(0, 12)}`;
    world.face.line(
      `data: the box fetches ${files.length} files of ${from}${at} to ${to}, ${bytesOf(source)} bytes`,
    );
  }
  return boxSources(world, run, sources);
}

/** As the box is told. */
export const boxSources = (world: World, run: Run, sources: readonly FetchSource[]): BoxData[] =>
  sources.map(({ to, files, token }) => {
    const known = run.data.get(to)?.fetched?.sha256;
    const value = token === undefined ? undefined : world.secret(token);
    return {
      to,
      files,
      ...(known !== undefined && { expected: known }),
      ...(value !== undefined && value !== '' && { token: value }),
    };
  });

/** What a plan says of the job's data. That a source does not answer now is no reason to show no plan. */
export async function dataAsked(world: World, job: Job, profile: Profile | undefined): Promise<DataFacts> {
  if (!job.data) return { sources: [], notes: [], problems: [] };
  const notes = notesOn(job, profile);
  try {
    const sources = await resolved(world, emptyRun('plan'), job, profile);
    return { sources: sources.map(factsOf), notes, problems: [] };
  } catch (error) {
    const all = error instanceof Problems ? error.all : error instanceof Problem ? [error] : [];
    if (all.length === 0) throw error;
    return { sources: [], notes, problems: all.map(({ what, next }) => `${what} ${next}`) };
  }
}

const factsOf = (source: FetchSource): DataFacts['sources'][number] => ({
  from: source.from,
  revision: source.revision ?? null,
  to: source.to,
  files: source.files.length,
  bytes: bytesOf(source),
  unproven: unprovenIn(source),
});

function notesOn(job: Job, profile: Profile | undefined): string[] {
  const mirror = hubFor(profile, job);
  const ofHub = (job.data ?? []).filter(({ source }) => source.kind === 'hub');
  if (mirror === undefined || ofHub.length === 0) return [];
  const tokens = [...new Set(ofHub.flatMap(({ token }) => token ?? []))];
  const gets = tokens.length > 0 ? `; it is sent ${tokens.join(', ')}` : '';
  return [
    `a box of ${profile?.id} asks the mirror ${mirror}, and holds what it gets against the Hub's digests${gets}`,
  ];
}
