import { isOfSets } from '../job/checkpoint-sets.ts';
import { correctedJob } from '../job/corrected.ts';
import { compileGlob } from '../job/glob.ts';
import type { ArtifactRule, Job } from '../job/job.ts';
import { sourcesOf } from '../metrics/rule.ts';
import type { FileEdit, Problem } from '../problem.ts';
import { roleByName } from '../verify/engine/role-guess.ts';
import { broughtHome } from './command-edits.ts';
import { answeredBy, placed, smokeProblem } from './command-problem.ts';
import { otherTracker } from './other-tracker.ts';
import type { PythonSource } from './python-sources.ts';
import type { SmokeWarning } from './world.ts';
import { isCalledAs, movedGlob, someOf, type Wrote } from './wrote.ts';

/** An artifact that lies beside the code. */
export interface Stray {
  /** Its place among the artifacts of the job. */
  at: number;
  problem: Problem;
}

/** Promised, and looked for in a smoke. */
const isDue = ({ min, inSmoke }: ArtifactRule): boolean => min > 0 && inSmoke !== false;

/**
 * Artifacts that the smoke wrote into the directory of the code, and not below GPU_LEASE_OUT. What is optional, and what the job
 * says no smoke writes (`in-smoke: false`), is not looked for.
 */
export function straysOf(
  { asWritten, job }: Jobs,
  wrote: Wrote,
  sources: readonly PythonSource[],
  mayStartElsewhere: (command: string) => boolean,
): Stray[] {
  const strays: Stray[] = [];
  let now = job;
  for (const [at, rule] of asWritten.artifacts.entries()) {
    const isIt = isCalledAs(rule.path);
    if (!isDue(rule) || wrote.out.some(isIt)) continue;
    const files = wrote.beside.filter(isIt);
    if (files.length === 0) continue;
    // Of two files that one change of the command brings home, the second needs no other one.
    const known = broughtHome(asWritten, rule.path, files, mayStartElsewhere);
    const isKnown = known.length > 0 && known.every((each) => isIn(now, each));
    const edits = isKnown ? known : broughtHome(now, rule.path, files, mayStartElsewhere);
    now = correctedJob(now, edits);
    strays.push({ at, problem: besideTheCode(rule, { files, edits, out: wrote.out, sources }) });
  }
  return strays;
}

/** As its file has it, and with what was proposed so far. */
interface Jobs {
  asWritten: Job;
  job: Job;
}

const isIn = (job: Job, edit: FileEdit): boolean =>
  JSON.stringify(correctedJob(job, [edit])) === JSON.stringify(job);

/**
 * Artifacts that neither smoke nor drill wrote. One is a problem only where a file that is called so lies elsewhere in the output:
 * a script may well write something in a full training alone, and that is a warning.
 *
 * @param out what they wrote below GPU_LEASE_OUT
 * @param besides places of artifacts of which something was said already
 */
export function unseenOf(
  job: Job,
  out: readonly string[],
  besides: ReadonlySet<number>,
): { problems: Problem[]; warnings: SmokeWarning[] } {
  const unclaimed = unclaimedOf(job, out);
  const unseen = [...job.artifacts.entries()].filter(
    ([at, rule]) => isDue(rule) && !besides.has(at) && !out.some(compileGlob(rule.path)),
  );
  const found = unseen.map(([at, rule]) => ({ rule, problem: misnamed(rule, at, unclaimed) }));
  const nowhere = found.flatMap(({ rule, problem }) => (problem ? [] : [rule]));
  return {
    problems: found.flatMap(({ problem }) => problem ?? []),
    warnings: nowhere.length === 0 ? [] : [unseenWarning(nowhere, out)],
  };
}

function unclaimedOf(job: Job, out: readonly string[]): string[] {
  const globs = [...job.artifacts, ...sourcesOf(job)].flatMap(({ path }) => (path === '' ? [] : [path]));
  const claims = [...globs.map(compileGlob), ...(job.checkpoint ? [isOfSets(job.checkpoint)] : [])];
  return out.filter((path) => !claims.some((claim) => claim(path)));
}

function misnamed(rule: ArtifactRule, at: number, unclaimed: readonly string[]): Problem | undefined {
  const path: FileEdit['path'] = ['artifacts', at, 'path'];
  const moved = unclaimed.filter(isCalledAs(rule.path));
  if (moved.length > 0) return renamed(rule, moved, { path, value: movedGlob(rule.path, moved) });
  const other =
    otherEnding(rule, unclaimed) ??
    (rule.role === 'metrics' ? otherTracker(rule.path, unclaimed) : undefined);
  return other && renamed(rule, other.files, { path, value: other.glob });
}

const renamed = (rule: ArtifactRule, files: readonly string[], edit: FileEdit): Problem =>
  answeredBy(
    smokeProblem(
      'artifact-elsewhere',
      `Nothing that the smoke wrote below GPU_LEASE_OUT fits the artifact \`${rule.path}\`, and no rule of the job names ${someOf(files)}. A run that leaves it so cannot be sealed.`,
      `Correct its \`path\` to \`${edit.value}\`, or what the script calls it. ${ONLY_FULL}`,
    ),
    [edit],
  );

function besideTheCode(
  rule: ArtifactRule,
  { files, edits, out, sources }: Found & { sources: readonly PythonSource[] },
): Problem {
  const there = out.length === 0 ? 'nothing' : someOf(out);
  const place = placeOfName(sources, files);
  const line = place ? ` (${place.file}:${place.line} names it)` : '';
  const how =
    edits.length > 0
      ? `Let the commands name "$GPU_LEASE_OUT", as "gpu-lease fix" shows, or let the script write below that folder${line}.`
      : `Let the script write below the folder that the variable GPU_LEASE_OUT names${line}.`;
  const problem = smokeProblem(
    'artifact-elsewhere',
    `The smoke wrote ${someOf(files)} beside the code, and not below GPU_LEASE_OUT, where the artifact \`${rule.path}\` is looked for. There it wrote ${there}. A run that leaves it so cannot be sealed, whatever it cost.`,
    `${how} ${ONLY_FULL}`,
  );
  return answeredBy(placed(problem, place), edits);
}

const ONLY_FULL =
  'Where that is another file, and only a full training writes the artifact, say `in-smoke: false` of the artifact.';

interface Found {
  files: readonly string[];
  edits: readonly FileEdit[];
  out: readonly string[];
}

/** `*.pth` where `*.pt` was written: the same folder, and an ending that one letter parts from it. */
function otherEnding(
  { path }: ArtifactRule,
  unclaimed: readonly string[],
): { files: string[]; glob: string } | undefined {
  const [, stem, ending] = /^(.*\*)\.(\w+)$/.exec(path) ?? [];
  if (stem === undefined || ending === undefined) return;
  for (const file of unclaimed) {
    const other = /\.(\w+)$/.exec(file)?.[1];
    if (other === undefined || !isOneLetterOff(ending, other) || isOfOtherKind(ending, other)) continue;
    const glob = `${stem}.${other}`;
    const files = unclaimed.filter(compileGlob(glob));
    if (files.length > 0) return { files, glob };
  }
  return;
}

/** `json` and `jsonl` are no misspelling of each other. */
function isOfOtherKind(...endings: [string, string]): boolean {
  const [one, other] = endings.map((ending) => roleByName(`x.${ending}`));
  return one !== undefined && other !== undefined && one !== other;
}

function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length - short.length !== 1) return false;
  return [...long].some((_, at) => `${long.slice(0, at)}${long.slice(at + 1)}` === short);
}

/** The line of the script in which the name of a file stands. */
function placeOfName(sources: readonly PythonSource[], files: readonly string[]): Problem['at'] {
  for (const file of files) {
    const name = file.slice(file.lastIndexOf('/') + 1);
    for (const { path, code } of sources) {
      const lines = code.split('\n');
      const line = lines.findIndex((text) => text.includes(name));
      if (line >= 0) return { file: path, line: line + 1, column: (lines[line]?.indexOf(name) ?? 0) + 1 };
    }
  }
  return;
}

function unseenWarning(unseen: readonly ArtifactRule[], out: readonly string[]): SmokeWarning {
  const globs = unseen.map(({ path }) => `\`${path}\``);
  const there = out.length === 0 ? 'nothing' : someOf(out);
  return {
    code: 'artifact-unseen',
    what: `The smoke wrote nothing that fits ${someOf(globs)}, which the job promises. Below GPU_LEASE_OUT it wrote ${there}.`,
    next: 'A run that leaves none of it cannot be sealed: correct `artifacts`, or say `in-smoke: false` of what only a full training writes.',
  };
}
