import type { DataRule } from '../job/job.ts';
import { Problem, Problems } from '../problem.ts';
import type { DataWorld } from './answers.ts';
import type { FetchSource } from './fetch-plan.ts';
import { hubFiles } from './hub-files.ts';
import { s3Files } from './s3-files.ts';
import { webFile } from './web-file.ts';

export interface Resolving {
  /** Address of the Hub, or of a mirror, for the box. */
  boxHub: string;
  /** Commits that this run was resolved to before, by the directory that a source goes to. */
  pins: ReadonlyMap<string, string>;
}

/**
 * The plan by which a box fetches the job's data: every file with its address, size and proof. Asks the sources; fetches nothing.
 *
 * @throws Problems, those of all sources at once
 */
export async function resolveData(
  rules: readonly DataRule[],
  world: DataWorld,
  resolving: Resolving,
): Promise<FetchSource[]> {
  const outcomes = await Promise.allSettled(rules.map((rule) => resolveOne(rule, world, resolving)));
  const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  const bug = failed.find((error) => !(error instanceof Problem));
  if (bug !== undefined) throw bug;
  const [first, ...rest] = failed as Problem[];
  if (first) throw rest.length === 0 ? first : new Problems([first, ...rest]);
  return outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

function resolveOne(rule: DataRule, world: DataWorld, { boxHub, pins }: Resolving): Promise<FetchSource> {
  const { source } = rule;
  switch (source.kind) {
    case 'hub':
      return hubFiles({ rule, source, world, boxHub }, pins.get(rule.to));
    case 's3':
      return s3Files(rule, source, world);
    case 'web':
      return webFile(rule, source, world);
  }
}
