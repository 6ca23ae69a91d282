import { formatSshTarget, parseSshTarget } from '../../box/ssh-target.ts';
import { oneLine } from '../../box/stranger-text.ts';
import { formatSeconds } from '../../clock.ts';
import type { Constraint } from '../../job/constraint.ts';
import { knownGpu, nameHolds, type OfferedGpu, offeredGpu } from '../../job/gpus.ts';
import type { Candidate } from '../../job/job.ts';
import { ASKED_NOTHING } from '../../job/slurm-schema.ts';
import { Problem } from '../../problem.ts';
import { PlatformAnswer } from '../api.ts';
import type { Offer, Tasks } from '../driver.ts';
import { isSilent, type LoginNode, queueSilent, sentenceOf, type Told } from './api.ts';
import { TEST } from './remote.ts';
import { renderScript } from './script.ts';

/** One line of sinfo: a partition, and nodes of it that are alike. */
interface Partition {
  name: string;
  isDefault: boolean;
  /** `up`, `down`, `drain`, `inact`. */
  state: string;
  /** `undefined`: as long as one likes. */
  limitSeconds: number | undefined;
  /** `gpu:a100:4`. */
  gres: string[];
}

/** The one thing that this candidate can be given there. Whether Slurm would take it is asked with the very script. */
export async function offersOf(node: LoginNode, wanted: Wanted): Promise<Offer[]> {
  const { want, candidate, tasks } = wanted;
  const first = await tested(node, wanted);
  const partitions = partitionsIn(node, first);
  refuseImage(node, first, candidate);
  refuseMany(node, first, tasks);
  const mine = partitionOf(node, partitions, candidate);
  const gres = gresOf(mine, want, candidate);
  // The cards are known by their type only now.
  const told = gres === undefined ? first : await tested(node, wanted, gres);
  refuseUntaken(node, told);
  return [offer(node, { want, candidate, gres: gres ?? gresAsked(candidate) })];
}

/** Beside the constraint, how many tasks there are to be. */
interface Wanted {
  want: Constraint;
  candidate: Candidate;
  tasks: Tasks | undefined;
}

function tested(node: LoginNode, { want, candidate, tasks }: Wanted, gres?: string): Promise<Told> {
  const asked = { name: 'gpu-lease-test', owner: 'test', want, candidate, ...(tasks && { tasks }) };
  const { text, overruledBy } = renderScript({ ...asked, ...(gres === undefined ? {} : { gres }) });
  const { container = '', image = '' } = candidate.slurm ?? {};
  return node.ask(TEST, [overruledBy.join(' '), container, image, ...(tasks ? ['tasks'] : [])], text);
}

function partitionsIn(node: LoginNode, told: Told): Partition[] {
  if (told.code('sbatch') === 127) throw noSlurm(node);
  const lines = told.lines('sinfo');
  if (isSilent(lines)) throw queueSilent(node.target, sentenceOf(lines));
  if (told.code('sinfo') !== 0)
    throw new PlatformAnswer(
      `sinfo on ${node.target} ended with ${told.code('sinfo')}: ${sentenceOf(lines)}`,
    );
  return lines.flatMap(partitionIn);
}

function partitionIn(line: string): Partition[] {
  const [, name, star, state = '', limit = '', gres = ''] =
    /^([^|*]+)(\*?)\|([a-z]+)\|([^|]*)\|(.*)$/.exec(line) ?? [];
  if (name === undefined) return [];
  return [{ name, isDefault: star === '*', state, limitSeconds: secondsIn(limit), gres: gresTypes(gres) }];
}

/** `infinite`, `7-00:00:00`, `4:00:00`, `30:00`. */
export function secondsIn(limit: string): number | undefined {
  const [, days = '0', hours = '0', minutes, seconds = '0'] =
    /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+)$/.exec(limit) ?? [];
  if (minutes === undefined) return;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Of cards only; what stands in brackets are sockets. */
const gresTypes = (text: string): string[] =>
  text
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .flatMap((each) => /^gpu:([A-Za-z0-9][^:]*):\d+$/.exec(each)?.[1] ?? []);

/** @throws Problem where there is none that could take the job */
function partitionOf(
  node: LoginNode,
  all: readonly Partition[],
  { slurm = ASKED_NOTHING }: Candidate,
): Partition[] {
  const { partition, timeSeconds } = slurm;
  const named = partition?.split(',');
  const found = all.filter(({ name, isDefault }) => named?.includes(name) ?? isDefault);
  // A cluster may have no default, and a plugin of the site that chooses.
  if (found.length === 0 && named === undefined) return [];
  const names = [...new Set(all.map(({ name }) => name))].sort().join(', ');
  const asked = partition ?? found[0]?.name;
  if (found.length === 0)
    throw new Problem({
      code: 'partition-unknown',
      kind: 'usage',
      what: `There is no partition ${asked} on ${node.target}; there are ${oneLine(names)}.`,
      next: 'Correct `slurm.partition` of the candidate.',
    });
  const open = found.filter(({ state }) => state === 'up');
  if (open.length === 0)
    throw new Problem({
      code: 'partition-closed',
      kind: 'capacity',
      what: `The partition ${asked} on ${node.target} starts no jobs at present (${found[0]?.state}).`,
      next: 'Wait until it is open again, or name another `slurm.partition`.',
    });
  const long = open.filter(
    ({ limitSeconds }) => limitSeconds === undefined || (timeSeconds ?? 0) <= limitSeconds,
  );
  if (long.length > 0) return long;
  const most = Math.max(...open.map(({ limitSeconds = 0 }) => limitSeconds));
  throw new Problem({
    code: 'partition-time',
    kind: 'usage',
    what: `The candidate asks for ${formatSeconds(timeSeconds ?? 0)} of walltime, and the partition ${asked} on ${node.target} gives ${formatSeconds(most)} at most.`,
    next: 'Ask for less `slurm.time`: a job that resumes goes on in its next allocation.',
  });
}

/** Slurm's own name of a card that the job wants, where it counts cards by type and the job does not say which. */
function gresOf(
  partitions: readonly Partition[],
  { gpu }: Constraint,
  { slurm = ASKED_NOTHING }: Candidate,
): string | undefined {
  if (gpu === undefined || gpu.names.length === 0) return;
  if (slurm.gres !== undefined || slurm.gpus !== undefined) return;
  const types = new Set(partitions.flatMap((each) => each.gres));
  const fitting = gpu.names.flatMap((name) => [...types].filter((type) => isOf(type, name)));
  return fitting[0] === undefined ? undefined : `gpu:${fitting[0]}:${gpu.count}`;
}

function isOf(type: string, name: string): boolean {
  const model = knownGpu(name)?.model;
  const typed = knownGpu(type.replaceAll('_', ' '))?.model;
  return model !== undefined && typed !== undefined ? model === typed : nameHolds(type, name);
}

const gresAsked = ({ slurm = ASKED_NOTHING }: Candidate): string | undefined =>
  slurm.gres ?? (slurm.gpus === undefined ? undefined : `gpu:${slurm.gpus}`);

/** Before anything is submitted: an image that cannot be run there. A module may bring the program to the nodes. */
function refuseImage(node: LoginNode, told: Told, { slurm }: Candidate): void {
  const { container, image, modules = [] } = slurm ?? {};
  if ((told.code('image') ?? 0) !== 0)
    throw new Problem({
      code: 'image-missing',
      kind: 'usage',
      what: `There is no image ${image} that could be read on ${node.target}. Nothing was submitted.`,
      next: 'Correct `slurm.image`: a file on the file system that all nodes share.',
    });
  const isThere = (told.code('container') ?? 0) === 0 || (container === 'apptainer' && modules.length > 0);
  if (isThere) return;
  const lacks =
    container === 'enroot'
      ? 'srun has no --container-image (pyxis is not installed)'
      : 'there is no apptainer, and no module is named that could bring it';
  throw new Problem({
    code: 'container-missing',
    kind: 'usage',
    what: `The image cannot be run on ${node.target}: ${lacks}. Nothing was submitted.`,
    next: 'Name the other one as `slurm.container`, or the module that brings it in `slurm.modules`; else run without an image.',
  });
}

/** By the cluster's own number; Slurm's sentence has none. */
function refuseMany({ target }: LoginNode, told: Told, tasks: Tasks | undefined): void {
  const most = Number(told.lines('most')[0]);
  if (!tasks || !(tasks.count > most)) return;
  throw new Problem({
    code: 'array-too-large',
    kind: 'usage',
    what: `The job has ${tasks.count} cells to run, and an array on ${target} has ${most} tasks at most (MaxArraySize). Nothing was submitted.`,
    next: `Make several jobs of it with at most ${most} cells each, or ask the operators of the cluster for a larger MaxArraySize.`,
  });
}

/** Slurm's own sentence. */
function refuseUntaken(node: LoginNode, told: Told): void {
  if (told.code('test') === 0) return;
  const lines = told.lines('test');
  const sentence = sentenceOf(lines) ?? 'it said nothing';
  if (isSilent(lines)) throw queueSilent(node.target, sentence);
  throw new Problem({
    code: 'slurm-refuses',
    kind: 'usage',
    what: `Slurm on ${node.target} would not take this job: ${sentence}. Nothing was submitted.`,
    next: 'Correct `slurm` of the candidate, or `resources`; "sinfo" and "sacctmgr show assoc" on the login node list what there is.',
  });
}

function offer(
  { target }: LoginNode,
  { want, candidate, gres }: { want: Constraint; candidate: Candidate; gres: string | undefined },
): Offer {
  const { usdPerHour = 0, slurm = ASKED_NOTHING } = candidate;
  const address = formatSshTarget(parseSshTarget(target));
  const partition = slurm.partition ?? 'default';
  const cards = gres ?? (want.gpu && `gpu:${want.gpu.count}`) ?? 'no cards';
  const time = slurm.timeSeconds === undefined ? 'its usual time' : formatSeconds(slurm.timeSeconds);
  const gpu = cardOf(gres);
  const isChosen = gres !== undefined && gres !== gresAsked(candidate);
  return {
    id: `${address}/${partition}${isChosen ? `/${gres}` : ''}`,
    platform: 'slurm',
    summary: `partition ${partition}, ${time}, ${cards}`,
    usdPerHour,
    market: 'on-demand',
    ...(gpu === undefined ? {} : { gpu }),
  };
}

/** What it is the audit finds out where Slurm counts cards without a type. */
function cardOf(gres: string | undefined): OfferedGpu | undefined {
  const [, type, count] = /(?:^|,)gpu:([A-Za-z0-9][^:,]*):(\d+)/.exec(gres ?? '') ?? [];
  return type === undefined ? undefined : offeredGpu(type.replaceAll('_', ' '), Number(count));
}

/** The cards that `offersOf` chose, from the id of its offer. */
export const gresIn = (offerId: string): string | undefined => /\/(gpu:[^/]+)$/.exec(offerId)?.[1];

const noSlurm = ({ target }: LoginNode): Problem =>
  new Problem({
    code: 'no-slurm',
    kind: 'usage',
    what: `${target} has no sbatch: it is no login node of a Slurm cluster. Nothing was submitted.`,
    next: 'Name its login node as `queue`; where sbatch comes by a module, load that in /etc/profile.d or ~/.profile of that account.',
  });
