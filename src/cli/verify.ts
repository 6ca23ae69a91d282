import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { inertParts } from '../github/inert.ts';
import { EXIT, Problem } from '../problem.ts';
import { terminalFace } from '../report/terminal-face.ts';
import { verifyDocument, worstOf } from '../report/verify-document.ts';
import { jsonLineParts } from '../report/visible-text.ts';
import { type FileVerdict, SET_NOT_WHOLE } from '../verify/contract/verdict.ts';
import { countsOf, joined, type ToldVerdicts } from '../verify/contract/verdicts.ts';
import { tableLines } from '../verify/engine/table.ts';
import type { Face } from '../world.ts';
import type { Request } from './command.ts';
import { throwAll } from './given-options.ts';
import { printParts } from './print-parts.ts';
import { type Settings, settingsOf } from './settings.ts';
import { isPath, planVerify, type VerifyPlan } from './verify-plan.ts';
import { inspect, type Watching } from './verify-targets.ts';
import { digestOfUrl } from './verify-url.ts';

const print = (text: string): void => void process.stdout.write(text);

/** Load-verifies files and directories without a job: roles are guessed, nothing is expected beyond what the options say. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const faults: Problem[] = [];
  const settings = settingsOf({ ...request, faults });
  if (settings.flag('attested')) {
    throwAll(faults);
    const { verifyAttested } = await import('./attested.ts');
    return unlessInterrupted(signal, () => verifyAttested(request.words, settings, signal));
  }
  const plan = planVerify(request.words, settings, faults);
  const face = await progressFace(settings);
  return unlessInterrupted(signal, async () => {
    if (plan.mode === 'diff')
      return (await import('./verify-tensors.ts')).diff(plan, watching(face, signal), settings.json, print);
    if (plan.mode === 'explain') {
      const { explain } = await import('./verify-tensors.ts');
      const verdicts = await explain(plan, watching(face, signal), settings.json, print);
      return exitOf(verdicts, plan);
    }
    const verdicts = await verified(plan, face, signal);
    await writeReports(plan, verdicts);
    if (settings.json) await printParts(jsonLineParts(verifyDocument(verdicts)));
    else await printTable(verdicts);
    return exitOf(verdicts, plan);
  });
}

/** Files and sets, each on a line. */
export const printTable = ({ files, sets }: ToldVerdicts): Promise<void> =>
  printParts(inertParts(tableLines(joined([files, sets]))));

/** Stdout is for the result, whoever reads it. */
async function progressFace({ env, clock }: Settings): Promise<Face> {
  if (env['GITHUB_ACTIONS'] !== 'true') return terminalFace(process.stderr, clock, env);
  const { actionsFace } = await import('../github/actions-face.ts');
  return actionsFace(clock, (text) => void process.stderr.write(text));
}

/** Every file and set of the plan, with the checkpoint before it where one was named. */
export async function verified(plan: VerifyPlan, face: Face, signal: AbortSignal): Promise<ToldVerdicts> {
  const before = await previousOf(plan, face, signal);
  return inspect(plan, {
    ...watching(face, signal),
    ...(plan.report === undefined ? {} : { table: true }),
    ...(before === undefined ? {} : { previous: before }),
  });
}

async function previousOf(plan: VerifyPlan, face: Face, signal: AbortSignal) {
  if (plan.previous === undefined) return undefined;
  const { tensorsBefore } = await import('./verify-tensors.ts');
  const target = { path: plan.previous, stats: lstatSync(plan.previous) };
  const { verdict, ...before } = await tensorsBefore(plan, target, watching(face, signal));
  if (verdict === 'fail' || verdict === 'inconclusive')
    face.warn(`the checkpoint before is itself "${verdict}"; it is compared all the same`);
  return before;
}

/** One bar over all bytes; it goes when they are read. */
function watching(face: Face, signal: AbortSignal): Watching {
  return {
    signal,
    onProgress(label, done, total) {
      face.progress('verify', { label: 'verify', done, total, unit: 'bytes', note: label });
      if (done === total) face.settle('verify');
    },
  };
}

export async function writeReports(plan: VerifyPlan, verdicts: ToldVerdicts): Promise<void> {
  if (plan.report === undefined && plan.sarif === undefined) return;
  const [{ writeWhole }, { verifyHtml }, { sarifText }, { ownVersion }] = await Promise.all([
    import('../report/whole-file.ts'),
    import('../report/verify-html.ts'),
    import('../report/sarif.ts'),
    import('../host/installed.ts'),
  ]);
  if (plan.report !== undefined) writeWhole(plan.report, verifyHtml(verdicts));
  if (plan.sarif !== undefined) writeWhole(plan.sarif, sarifText(verdicts, ownVersion()));
}

/** The worst verdict decides, and `--fail-on` from which one on. What is whole as far as its format can tell is no failure unasked. */
export function exitOf(verdicts: ToldVerdicts, plan: VerifyPlan): number {
  const { failOn, requires } = plan;
  const worst = worstOf(verdicts);
  if (worst === 'fail') return EXIT.failed;
  if (worst === 'inconclusive' && failOn !== 'fail') return EXIT.inconclusive;
  const all = [countsOf(verdicts.files), countsOf(verdicts.sets)];
  const counting = all.some(
    ({ of, doubtful }) =>
      (failOn === 'degraded' && of['pass-degraded'] > 0) || (failOn === 'doubtful' && doubtful > 0),
  );
  if (counting) return EXIT.degraded;
  if (requires === 'nothing') return EXIT.ok;
  for (const file of verdicts.files) if (!isProvenFor(plan, file)) return EXIT.degraded;
  return EXIT.ok;
}

/** By a digest of the manifest, or, where that is enough, by what its own format carries. */
function isProvenFor({ requires, cwd, digests, listed, targets }: VerifyPlan, file: FileVerdict): boolean {
  if (digests.has(resolve(cwd, file.label))) return true;
  const url = targets.find((target) => !isPath(target) && target.label === file.label);
  if (url !== undefined && !isPath(url) && digestOfUrl(url, listed) !== undefined) return true;
  return requires === 'checksum' && !file.reasons.some(({ code }) => UNPROVEN.has(code));
}

const UNPROVEN: ReadonlySet<string> = new Set(['no-checksum', 'no-digest', SET_NOT_WHOLE]);

/** Nothing is half done when a person stops it: what is written is written at once, at the end. */
export async function unlessInterrupted<Value>(
  signal: AbortSignal,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (!signal.aborted || cause instanceof Problem) throw cause;
    throw new Problem(
      {
        code: 'interrupted',
        kind: 'interrupted',
        what: 'Interrupted; nothing was written.',
        next: 'Run the same command again.',
      },
      { cause },
    );
  }
}
