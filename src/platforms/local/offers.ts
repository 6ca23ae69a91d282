import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import type { Constraint, Range } from '../../job/constraint.ts';
import { Problem } from '../../problem.ts';
import type { Offer } from '../driver.ts';
import type { LocalBoxes } from './box.ts';

const OFFER = 'local-cpu';
export const USD_PER_HOUR = 0.41;

export async function offersOf({ options, root }: LocalBoxes, want: Constraint): Promise<Offer[]> {
  const { laidOpen = [], usdPerHour = USD_PER_HOUR } = options;
  if (laidOpen.length > 0) throw besideSecrets(laidOpen);
  if (!existsSync('/proc/self/environ')) throw needsLinux();
  if (!(await fits(want, (await root()).path))) return [];
  const summary = `this machine: ${availableParallelism()} CPUs, ${gigabytes(totalmem()).toFixed(0)} GB memory, no GPU`;
  return [{ id: OFFER, platform: 'local', summary, usdPerHour, market: 'on-demand' }];
}

async function fits(want: Constraint, root: string): Promise<boolean> {
  if (want.gpu) return false;
  if (want.regions && !want.regions.includes('local')) return false;
  const { bavail, bsize } = await statfs(root);
  return (
    within(want.cpus, availableParallelism()) &&
    within(want.memoryGb, gigabytes(totalmem())) &&
    within(want.diskGb, gigabytes(bavail * bsize))
  );
}

const gigabytes = (bytes: number): number => bytes / 1e9;

const within = (range: Range | undefined, value: number): boolean =>
  value >= (range?.min ?? 0) && value <= (range?.max ?? Number.POSITIVE_INFINITY);

function needsLinux(): Problem {
  return new Problem({
    code: 'local-needs-linux',
    kind: 'capacity',
    what: 'The platform "local" finds the processes of a box through /proc, which this system does not have.',
    next: 'Use "generic-ssh" with a Linux machine, or run gpu-lease in a Linux container.',
  });
}

const besideSecrets = (names: readonly string[]): Problem =>
  new Problem({
    code: 'local-beside-secrets',
    kind: 'refused',
    what: `A loopback box in a workflow runs the training script on this runner, as this very user, who can read ${names.join(' and ')} here; and it ends with the job.`,
    next: 'Name a platform, or a box that you reach by SSH, under "candidates". On a runner of your own where that is meant, set GPU_LEASE_LOCAL_IN_WORKFLOW=yes for the job.',
  });
