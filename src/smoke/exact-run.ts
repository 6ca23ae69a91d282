import type { CheckpointRule, Job } from '../job/job.ts';
import { sourcesOf } from '../metrics/rule.ts';
import type { TensorRow } from '../verify/contract/tensor-table.ts';
import { CheckpointWatch, newestWhole } from './checkpoint-watch.ts';
import { problemOf } from './command-problem.ts';
import { notExact, nothingToCompare } from './drill-problem.ts';
import { compareEndings, type Ending, type Equal, type Resumed } from './exact.ts';
import { startGuarded } from './guarded-command.ts';
import { DrilledMetrics } from './metrics-files.ts';
import { PrintedMetrics } from './printed-metrics.ts';
import type { SmokeWorld } from './world.ts';

export interface ExactOrder {
  job: Job;
  checkpoint: CheckpointRule;
  command: string;
  /** An empty folder, and its `GPU_LEASE_OUT`. */
  straight: { outDir: string; env: Record<string, string> };
  limits: { seconds: number; memoryMb: number };
}

/**
 * Runs the command straight through, and requires that the run which was killed and restored ended as this one.
 *
 * @throws Problem kind `smoke` that names the first difference and what usually makes it
 */
export async function requireExact(order: ExactOrder, resumed: Resumed, world: SmokeWorld): Promise<Equal> {
  const { job, straight } = order;
  const printed = new PrintedMetrics(sourcesOf(job));
  const result = await startGuarded(world, {
    command: order.command,
    cwd: world.workDir,
    env: straight.env,
    limits: order.limits,
    onPlainLine: printed.take,
  }).result;
  const failed = problemOf('uninterrupted drill command', result);
  if (failed) throw failed;
  // Of the source that the restored run was read by: another may call its loss, or count its steps, in another way.
  const { source } = resumed;
  const lines =
    source && new DrilledMetrics(straight.outDir, source, { printed, clock: world.clock }).read()?.lines;
  const ends = {
    straight: await endOf(order, straight.outDir, world),
    resumed: await endOf(order, resumed.outDir, world),
  };
  const tensors = renamed(ends.resumed.tensors, [
    [`${ends.resumed.file}: `, `${ends.straight.file}: `],
    [resumed.outDir, straight.outDir],
  ]);
  const compared = compareEndings(
    { lines: lines ?? [], ...ends.straight },
    { lines: resumed.lines, step: ends.resumed.step, tensors },
    source,
  );
  if ('difference' in compared) throw notExact(compared.difference, resumed, order.checkpoint);
  if (compared.equal.losses + compared.equal.tensors === 0) throw nothingToCompare(order.checkpoint);
  return compared.equal;
}

async function endOf(
  { checkpoint }: ExactOrder,
  outDir: string,
  world: SmokeWorld,
): Promise<Pick<Ending, 'step' | 'tensors'> & { file?: string }> {
  const watch = new CheckpointWatch(outDir, checkpoint, world);
  const newest = newestWhole(await watch.all());
  const set = newest && watch.sets().find(({ name }) => name === newest.path);
  return {
    step: newest?.step,
    tensors: set ? await world.tensorsOf(outDir, set) : [],
    ...(set?.form === 'file' && { file: set.name }),
  };
}

/**
 * Tensors under the names that the other attempt has for them. Lightning calls a restored run's last file `last-v1.ckpt`, and
 * keys its best ones by their whole path (2.6.6, 2026-11-25); neither makes another run of it.
 */
const renamed = (rows: readonly TensorRow[], names: readonly (readonly [string, string])[]): TensorRow[] =>
  rows.map((row) => ({
    ...row,
    name: names.reduce((name, [from, to]) => name.replaceAll(from, to), row.name),
  }));
