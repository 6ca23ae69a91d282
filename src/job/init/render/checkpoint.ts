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
    ...(checkpoint.complete === undefined
      ? unmarkedLines(checkpoint)
      : [
          `  complete: ${JSON.stringify(checkpoint.complete)} # written last: a folder without it is not whole`,
        ]),
    ...(checkpoint.stepKey === undefined
      ? []
      : [`  step-key: ${checkpoint.stepKey} # where the checkpoint says its step`]),
    ...resumeLines(resume, onlyOnGpu !== undefined),
    '  # retain: {last: 3} # sets that are kept beside the newest; each costs its size in disk',
  ];
}

/** Two files are replaced one after the other, whatever each is done by. */
const unmarkedLines = ({ path }: CheckpointSet): string[] =>
  typeof path === 'string' || path.length < 2
    ? []
    : [
        ...check(
          'write one more file after these, such as DONE: only it says that they are of one step.',
          '  ',
        ),
        '  # complete: DONE',
      ];

const isUsable = ({ path }: CheckpointSet): boolean =>
  (typeof path === 'string' ? [path] : path).every((each) => globFault(each) === undefined);

const pathText = ({ path }: CheckpointSet): string =>
  typeof path === 'string'
    ? JSON.stringify(path)
    : `[${path.map((each) => JSON.stringify(each)).join(', ')}]`;

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
