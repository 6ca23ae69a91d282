import { existsSync } from 'node:fs';
import { readdir, statfs } from 'node:fs/promises';
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
  const missing = await missingHere(want, (await root()).path);
  if (missing.length > 0) throw unfit(missing, want);
  const summary = `this machine: ${availableParallelism()} CPUs, ${gigabytes(totalmem()).toFixed(0)} GB memory, no GPU`;
  return [{ id: OFFER, platform: 'local', summary, usdPerHour, market: 'on-demand' }];
}

/** What the job asks for and this machine does not give, each as a sentence. Waiting brings none of it. */
async function missingHere(want: Constraint, root: string): Promise<string[]> {
  const { bavail, bsize } = await statfs(root);
  return [
    ...(want.gpu ? [`${askedCards(want.gpu)} asked for, and ${await cardsHere()}`] : []),
    ...outside('CPUs', want.cpus, availableParallelism()),
    ...outside('GB of memory', want.memoryGb, gigabytes(totalmem())),
    ...outside(`GB of free disk at ${root}`, want.diskGb, gigabytes(bavail * bsize)),
    ...(want.regions && !want.regions.includes('local')
      ? [`the job wants the region ${want.regions.join(' or ')}, and this is "local"`]
      : []),
  ];
}

/** Where the driver of NVIDIA lists its cards, one directory each. */
const CARDS = '/proc/driver/nvidia/gpus';

/** A loopback box is for trying a job: it is given no card, not even where there is one. */
async function cardsHere(): Promise<string> {
  const found = await readdir(CARDS).catch(() => []);
  return found.length === 0
    ? `this machine has none (nothing is in ${CARDS})`
    : `a loopback box gets none of the ${found.length} in ${CARDS}`;
}

function askedCards({ names, count, memoryGb }: NonNullable<Constraint['gpu']>): string {
  const memory = memoryGb?.min === undefined ? '' : ` with at least ${memoryGb.min} GB`;
  return `${count} GPU${count === 1 ? '' : 's'}${names.length > 0 ? ` (${names.join(' or ')})` : ''}${memory} ${count === 1 ? 'is' : 'are'}`;
}

function outside(what: string, range: Range | undefined, has: number): string[] {
  const { min = 0, max = Number.POSITIVE_INFINITY } = range ?? {};
  if (has >= min && has <= max) return [];
  const bound = has < min ? `at least ${min}` : `at most ${max}`;
  return [`${bound} ${what} are asked for, and this machine has ${Number(has.toFixed(1))}`];
}

const gigabytes = (bytes: number): number => bytes / 1e9;

function unfit(missing: readonly string[], { gpu }: Constraint): Problem {
  const without = gpu
    ? 'Leave `resources.gpu` out to try the job here on the CPU'
    : 'Ask for less under `resources`';
  return new Problem({
    code: 'local-unfit',
    kind: 'usage',
    what: `This machine is not what the job asks for: ${missing.join('; ')}.`,
    next: `${without}, or name another platform under \`candidates\` (see "gpu-lease platforms").`,
  });
}

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
