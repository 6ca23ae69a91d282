import type { AuditFinding } from '../box/audit-finding.ts';
import type { BoxData } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import type { Candidate, Job } from '../job/job.ts';
import { candidateOf } from '../launch/audit-lease.ts';
import { routeFindings } from '../launch/data-route.ts';
import { secretsOf } from '../launch/start.ts';
import { emptyRun } from '../lease/fold.ts';
import type { Lease, Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { Profile } from '../profile/schema.ts';
import { boxStorage, type Placed } from '../storage/box-storage.ts';
import type { World } from '../world.ts';
import { boundData, boxSources, dataNow } from './data.ts';

/** How fast the job's data will come to a box that is fit, by the way that its start will tell it to fetch them (P0-18). */
export async function dataRoutes(
  world: World,
  { run, lease, job }: { run: Run; lease: Lease; job: Job },
  channel: Channel,
  placed: Placed,
): Promise<AuditFinding[]> {
  if (!job.data || run.data.size === 0) return [];
  const profile = await world.profile(lease.platform);
  const bound = await boundData(world, run, job, profile).catch((error: unknown) => {
    // The start asks again, and says what is to be said of it.
    if (error instanceof Problem) return undefined;
    throw error;
  });
  if (!bound || 'halted' in bound) return [];
  const of = { job, profile, candidate: candidateOf(job, lease) };
  return routesOf(world, boxSources(world, run, bound.sources), { of, channel, placed });
}

/** The same of a machine that a person made, before any run has it. */
export async function dataRoutesTo(
  world: World,
  of: Fetching,
  channel: Channel,
  placed: Placed,
): Promise<AuditFinding[]> {
  if (!of.job.data) return [];
  const sources = await dataNow(world, of.job, of.profile);
  return routesOf(world, boxSources(world, emptyRun('plan'), sources), { of, channel, placed });
}

interface Fetching {
  job: Job;
  profile: Profile;
  candidate: Candidate;
}

const routesOf = (
  world: World,
  sources: readonly BoxData[],
  { of: { job, profile, candidate }, channel, placed }: { of: Fetching; channel: Channel; placed: Placed },
): Promise<AuditFinding[]> =>
  routeFindings(channel, sources, {
    job,
    storage: boxStorage(job, profile, candidate, placed),
    enter: profile.hooks.filter(({ scope }) => scope !== 'transfer').flatMap(({ enter }) => enter),
    secrets: secretsOf(world, job),
  });
