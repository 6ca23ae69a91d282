import { globFault } from '../../glob.ts';
import type { CheckpointSet, Habits, Resume } from '../trainer.ts';
import { check, comment } from './yaml-text.ts';

/** What a resume reads, and whether there is one. `continues` is written only where the code was seen to do it. */
export function renderCheckpoint({ checkpoint, resume, checks, onlyOnGpu }: Habits): string[] {
  if (!checkpoint || !isUsable(checkpoint))
    return [
      ...checks.flatMap((text) => check(text)),
      ...comment(`No checkpoint: ${resume.because}. A box that is taken away costs the whole run.`),
      '# checkpoint: {path: "last.pt"} # what makes a preemption harmless',
    ];
  return [
    ...comment(`What survives the loss of a box: ${checkpoint.why}.`),
    ...checks.flatMap((text) => check(text)),
    'checkpoint:',
    `  path: ${pathText(checkpoint)}`,
    ...(checkpoint.stepKey === undefined
      ? []
      : [`  step-key: ${checkpoint.stepKey} # where the checkpoint says its step`]),
    ...resumeLines(resume, onlyOnGpu !== undefined),
  ];
}

const isUsable = ({ path }: CheckpointSet): boolean =>
  (typeof path === 'string' ? [path] : path).every((each) => globFault(each) === undefined);

/** The file that is written last stands for its folder, and the first of several for all. */
function pathText({ path, complete, anchor }: CheckpointSet): string {
  const first = typeof path === 'string' ? path : (path[0] ?? '');
  const last = complete ?? anchor;
  return JSON.stringify(last === undefined ? first : `${first}/${last}`);
}

const capital = (text: string): string =>
  /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

function resumeLines(resume: Resume, isUnproven: boolean): string[] {
  if (resume.how === 'not')
    return [
      ...check(`${resume.because}. Paste what init printed, then write continues.`, '  '),
      '  resume: none',
    ];
  return [
    ...comment(
      `${capital(resume.because)}; ${isUnproven ? 'nothing here has proven it' : 'the drill of the smoke proves it'}.`,
      '  ',
    ),
    '  resume: continues',
  ];
}
