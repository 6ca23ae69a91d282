import type { AuditFinding } from '../box/audit-finding.ts';
import type { Channel } from '../box/channel.ts';
import type { Job } from '../job/job.ts';
import { candidateOf } from '../launch/audit-lease.ts';
import { routeFindings } from '../launch/data-route.ts';
import { secretsOf } from '../launch/start.ts';
import type { Lease, Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { boxStorage, type Placed } from '../storage/box-storage.ts';
import type { World } from '../world.ts';
import { boundData, boxSources } from './data.ts';

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
  return routeFindings(channel, boxSources(world, run, bound.sources), {
    job,
    storage: boxStorage(job, profile, candidateOf(job, lease), placed),
    enter: profile.hooks.filter(({ scope }) => scope !== 'transfer').flatMap(({ enter }) => enter),
    secrets: secretsOf(world, job),
  });
}
