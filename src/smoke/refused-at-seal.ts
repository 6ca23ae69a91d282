import { join } from 'node:path';
import { compileGlob } from '../job/glob.ts';
import type { ArtifactRule, Job } from '../job/job.ts';
import type { Problem } from '../problem.ts';
import { answeredBy, smokeProblem } from './command-problem.ts';
import type { LoadVerdict, SmokeWorld } from './world.ts';

/** Of a file that is whole: what the seal refuses unless the artifact says `allow-degraded`. */
const ONLY_IF_SAID: ReadonlySet<string> = new Set(['unsafe-loader', 'keras-code']);
/** And what it refuses in any case. */
const NEVER = 'import-refused';

/**
 * Files of a smoke that load, and that the seal of a full training would refuse all the same: better said before a box is rented than
 * when it has trained to the end. One file for each artifact is looked at; the first rule that names a file counts, as at the seal.
 *
 * @param out files below `dir`
 */
export async function refusedAtSeal(
  { artifacts, checkpoint }: Pick<Job, 'artifacts' | 'checkpoint'>,
  { dir, out }: { dir: string; out: readonly string[] },
  verify: SmokeWorld['verify'],
): Promise<Problem[]> {
  const left = new Set(out);
  const problems: Problem[] = [];
  for (const [at, rule] of artifacts.entries()) {
    const files = [...left].filter(compileGlob(rule.path));
    for (const path of files) left.delete(path);
    const [first] = files;
    if (first === undefined || rule.allowDegraded || rule.role === 'opaque') continue;
    // What is gone by now, or is no file of a format that is known, others speak of.
    const verdict = await verify(join(dir, first), first, checkpoint?.stepKey ?? 'step').catch(
      () => undefined,
    );
    const never = verdict?.reasons.find(({ code }) => code === NEVER);
    const reason = verdict?.reasons.find(({ code }) => ONLY_IF_SAID.has(code));
    if (never) problems.push(refusedAlways(first, rule, never));
    else if (reason) problems.push(refused({ rule, at, path: first }, reason));
  }
  return problems;
}

type Reason = LoadVerdict['reasons'][number];

const refusedAlways = (path: string, rule: ArtifactRule, { what, found }: Reason): Problem =>
  smokeProblem(
    'artifact-refused',
    `${path}: ${what}${found === undefined ? '' : ` (${found})`}. The seal refuses such a file as the artifact \`${rule.path}\`, whatever it cost to train.`,
    'Save `state_dict()`s, tensors and plain values, and no objects of your own classes; or give the artifact `role: opaque`, which counts by its hash alone.',
  );

const refused = (
  { rule, at, path }: { rule: ArtifactRule; at: number; path: string },
  { what, found }: Reason,
): Problem =>
  answeredBy(
    smokeProblem(
      'artifact-degraded',
      `${path} is whole, and ${what}${found === undefined ? '' : ` (${found})`}. The seal takes such a file only where its artifact says so, and \`${rule.path}\` does not.`,
      'Say `allow-degraded: true` of the artifact, or save plain values and tensors alone, such as `vars(args)` in place of `args`.',
    ),
    [{ path: ['artifacts', at, 'allow-degraded'], value: true }],
  );
