import type { Constraint, Range } from './constraint.ts';
import { dataRuleOf } from './data-schema.ts';
import type {
  ApprovalRule,
  Budget,
  Candidate,
  Cell,
  CheckpointRule,
  Drill,
  Job,
  SetRetention,
  Smoke,
} from './job.ts';
import { kaggleOf } from './kaggle-schema.ts';
import { kubernetesOf } from './kubernetes-schema.ts';
import { metricsOfFile, trackerArtifacts } from './metrics-sources.ts';
import { boxNotifyOf, type NotifyFile, noticeTargetsOf } from './notify-schema.ts';
import { MOST_CARDS } from './resources-schema.ts';
import type { JobFile } from './schema.ts';
import { nameOfSecret } from './secret-rules.ts';
import { slurmOf } from './slurm-schema.ts';
import { storageOf } from './storage-schema.ts';
import { rungsOf } from './store-rungs.ts';
import { weightOf } from './sweep-rules.ts';

/** What a job without a budget may use; only jobs whose candidates all cost nothing come without one. */
export const DEFAULT_BUDGET = { usd: 1, hours: 24, usdPerHour: 1 };

/** A checked file in our own words and units. */
export function assemble(file: JobFile, cells: Cell[]): Job {
  return {
    name: file.name,
    run: file.run,
    ...(file.setup?.trim() && { setup: file.setup }),
    ...(file.image !== undefined && { image: file.image }),
    ...(file.registry !== undefined && { registry: file.registry }),
    secrets: (file.env ?? []).map(nameOfSecret),
    vars: textVars(file.vars),
    ...(file.requirements !== undefined && { requirements: requirementsOf(file.requirements) }),
    ...(file.data !== undefined && { data: file.data.map(dataRuleOf) }),
    ...(file.from !== undefined && { from: file.from }),
    resources: constraintOf(file.resources),
    candidates: file.candidates.map(candidateOf),
    ...(file.speed !== undefined && { speed: file.speed }),
    ...(file.prefer !== undefined && { prefer: file.prefer }),
    ...(file.capacity !== undefined && {
      capacity: { tryAgainSeconds: file.capacity['try-again'], forSeconds: file.capacity.for },
    }),
    ...(file.preflight !== undefined && { preflight: preflightOf(file.preflight) }),
    smoke: smokeOf(file),
    artifacts: [
      ...file.artifacts.map(({ 'allow-degraded': allowDegraded, 'in-smoke': inSmoke, ...rule }) => ({
        ...rule,
        allowDegraded,
        ...(!inSmoke && { inSmoke }),
      })),
      ...trackerArtifacts(file),
    ],
    ...(file.store !== undefined && {
      store: file.store === 'none' ? 'none' : file.store.flatMap(rungsOf),
    }),
    ...(file.storage !== undefined && { storage: storageOf(file.storage) }),
    ...metricsOfFile(file.metrics),
    ...(file.checkpoint !== undefined && { checkpoint: checkpointOf(file.checkpoint) }),
    budget: file.budget ? budgetOf(file.budget) : DEFAULT_BUDGET,
    onFinish: file['on-finish'],
    ...(file['park-after'] !== undefined && { parkAfterSeconds: file['park-after'] }),
    ...(file.approval !== undefined && { approval: approvalOf(file.approval) }),
    retry: { max: file.retry?.max ?? 1 },
    watch: {
      stallSeconds: file.watch?.stall ?? 900,
      ...(file.watch?.expected !== undefined && { expectedSeconds: file.watch.expected }),
      ...tellAfterOf(file.watch),
    },
    ...noticesOf(file.notify),
    cells: weighed(file, cells),
    ...sweepOf(file.sweep),
  };
}

function sweepOf(file: JobFile['sweep']): Pick<Job, 'sweep'> {
  const { boxes, 'at-once': atOnce } = file ?? {};
  if (boxes === undefined && atOnce === undefined) return {};
  return { sweep: { ...(boxes !== undefined && { boxes }), ...(atOnce !== undefined && { atOnce }) } };
}

function preflightOf(file: NonNullable<JobFile['preflight']>): NonNullable<Job['preflight']> {
  if (file === 'none') return 'none';
  const { timeout, gbps } = file;
  return { timeoutSeconds: timeout, ...(gbps !== undefined && { gbps }) };
}

function noticesOf(file: NotifyFile | undefined): Pick<Job, 'notify' | 'notices'> {
  if (file === undefined) return {};
  const notify = boxNotifyOf(file);
  const notices = noticeTargetsOf(file);
  return { ...(notify && { notify }), ...(notices.length > 0 && { notices }) };
}

function tellAfterOf(watch: JobFile['watch']): Pick<Job['watch'], 'tellAfter'> {
  const { unreachable, uncollected, unreleased, held } = watch ?? {};
  const tellAfter = {
    ...(unreachable !== undefined && { unreachableSeconds: unreachable }),
    ...(uncollected !== undefined && { uncollectedSeconds: uncollected }),
    ...(unreleased !== undefined && { unreleasedSeconds: unreleased }),
    ...(held !== undefined && { heldSeconds: held }),
  };
  return Object.keys(tellAfter).length > 0 ? { tellAfter } : {};
}

function weighed({ sweep, vars }: JobFile, cells: Cell[]): Cell[] {
  const variable = sweep?.weight;
  if (variable === undefined) return cells;
  const shared = textVars(vars);
  return cells.map((cell) => ({ ...cell, weight: weightOf(cell, variable, shared) ?? 1 }));
}

const textVars = (vars: JobFile['vars']): Record<string, string> =>
  Object.fromEntries(Object.entries(vars ?? {}).map(([name, value]) => [name, String(value)]));

const asList = (one: string | string[]): string[] => (typeof one === 'string' ? [one] : one);

function requirementsOf(file: NonNullable<JobFile['requirements']>): NonNullable<Job['requirements']> {
  if (typeof file === 'string') return { file, torch: 'keep-image' };
  const { url, token } = file.index ?? {};
  return {
    file: file.file,
    torch: file.torch ?? 'keep-image',
    ...(url !== undefined && { index: { url, ...(token !== undefined && { token }) } }),
  };
}

export function constraintOf(file: JobFile['resources']): Constraint {
  if (!file) return {};
  const { gpu, nodes = 1, 'least-nodes': leastNodes = nodes, cpus, memory, disk, region, cuda } = file;
  return {
    ...(nodes > 1 && { nodes }),
    ...(leastNodes < nodes && { leastNodes }),
    ...(gpu !== undefined &&
      gpu !== 'none' && {
        gpu: {
          names: asList(gpu.name ?? []),
          ...numberOf(gpu.count),
          ...(gpu.memory && { memoryGb: gpu.memory }),
        },
      }),
    ...(cpus && { cpus }),
    ...(memory && { memoryGb: memory }),
    ...(disk && { diskGb: disk }),
    ...(region !== undefined && { regions: asList(region) }),
    ...(cuda !== undefined && { cuda }),
  };
}

const numberOf = (count: number | Range): { count: number; most?: number } =>
  typeof count === 'number' ? { count } : { count: count.min ?? 1, most: count.max ?? MOST_CARDS };

function approvalOf(file: NonNullable<JobFile['approval']>): ApprovalRule {
  const { environment, standing } = file;
  return {
    ...(environment !== undefined && { environment }),
    selfReview: file['self-review'],
    adminBypass: file['admin-bypass'],
    ...(standing !== undefined && { standing: standingOf(standing) }),
  };
}

function standingOf(
  file: NonNullable<NonNullable<JobFile['approval']>['standing']>,
): NonNullable<ApprovalRule['standing']> {
  if (file === 'forbid') return file;
  const { level, usdPerHour, within } = file;
  return {
    level,
    ...(usdPerHour !== undefined && { usdPerHour }),
    ...(within !== undefined && { withinSeconds: within }),
  };
}

function budgetOf({
  usd,
  hours,
  usdPerHour,
  usdPerDay,
  gpuHours,
  usdRepositoryPerDay,
  usdRepositoryPerMonth,
}: NonNullable<JobFile['budget']>): Budget {
  return {
    usd,
    hours,
    usdPerHour,
    ...(usdPerDay !== undefined && { usdPerDay }),
    ...(gpuHours !== undefined && { gpuHours }),
    ...(usdRepositoryPerDay !== undefined && { usdRepositoryPerDay }),
    ...(usdRepositoryPerMonth !== undefined && { usdRepositoryPerMonth }),
  };
}

export function candidateOf(file: JobFile['candidates'][number]): Candidate {
  if (typeof file === 'string') return { platform: file };
  return {
    platform: file.platform,
    ...(file.attach !== undefined && { attach: file.attach }),
    ...(file['self-stop'] === true && { selfStop: true as const }),
    ...(file.peers !== undefined && { peers: file.peers }),
    ...(file.queue !== undefined && { queue: file.queue }),
    ...(file.slurm !== undefined && { slurm: slurmOf(file.slurm) }),
    ...(file.kubernetes !== undefined && { kubernetes: kubernetesOf(file.kubernetes) }),
    ...(file.kaggle !== undefined && { kaggle: kaggleOf(file.kaggle) }),
    ...(file.usdPerHour !== undefined && { usdPerHour: file.usdPerHour }),
    ...(file.market !== undefined && { market: file.market }),
    ...(file.volume !== undefined && { volume: file.volume }),
    ...(file.bidUsdPerHour !== undefined && { bidUsdPerHour: file.bidUsdPerHour }),
    ...(file.types !== undefined && { types: asList(file.types) }),
    ...(file.region !== undefined && { regions: asList(file.region) }),
    ...(file['not-hosts'] !== undefined && { notHosts: file['not-hosts'] }),
    ...(file.registry !== undefined && { registry: file.registry }),
    ...(file.user !== undefined && { user: file.user }),
  };
}

/** Whether an interrupted run of this job goes on from its checkpoint. */
export const resumes = (checkpoint: JobFile['checkpoint']): boolean =>
  typeof checkpoint === 'string' || checkpoint?.resume === 'continues';

function smokeOf({ smoke, checkpoint }: JobFile): 'none' | Smoke {
  if (smoke === 'none') return 'none';
  const whenUnset: Exclude<typeof smoke.drill, undefined> = resumes(checkpoint) ? { exact: false } : 'none';
  const drill = smoke.drill ?? whenUnset;
  const given = drill === 'exact' ? { exact: true } : drill;
  return {
    run: smoke.run,
    ...(smoke.setup?.trim() && { setup: smoke.setup }),
    timeoutSeconds: smoke.timeout,
    memoryMb: Math.max(1, Math.floor(smoke.memory / 1e6)),
    threads: smoke.threads,
    drill: given === 'none' ? 'none' : drillOf(given, smoke),
  };
}

const drillOf = (
  { run, timeout, exact }: { run?: string | undefined; timeout?: number | undefined; exact?: boolean },
  smoke: { run: string; timeout: number },
): Drill => ({
  run: run ?? smoke.run,
  timeoutSeconds: timeout ?? smoke.timeout,
  ...(exact && { exact }),
});

function checkpointOf(file: NonNullable<JobFile['checkpoint']>): CheckpointRule {
  if (typeof file === 'string') return { path: file, stepKey: 'step', resume: 'continues' };
  return {
    path: file.path,
    stepKey: file['step-key'],
    resume: file.resume,
    ...(file.complete !== undefined && { complete: file.complete }),
    ...(file.retain !== undefined && { retain: retentionOf(file.retain) }),
    ...(file.every !== undefined && { everySeconds: file.every }),
    ...(file.size !== undefined && { sizeBytes: file.size }),
  };
}

type Given<T> = { [K in keyof T]: T[K] | undefined };

type RetainOfFile = Given<Omit<SetRetention, 'onBox'>> & { 'on-box'?: boolean | undefined };

const retentionOf = ({ last, every, best, 'on-box': onBox }: RetainOfFile): SetRetention => ({
  ...(last !== undefined && { last }),
  ...(every !== undefined && { every }),
  ...(best !== undefined && { best }),
  ...(onBox !== undefined && { onBox }),
});
