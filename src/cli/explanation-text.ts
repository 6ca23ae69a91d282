import type { LeftOver } from '../box/left-processes.ts';
import { memoryWords } from '../box/memory-use.ts';
import { formatSeconds } from '../clock.ts';
import type { Finding } from '../watch/explain.ts';
import type { ExplainedRun, KnownThere } from '../watch/explain-run.ts';

const HOW_SURE: Record<Finding['certainty'], string> = {
  proof: 'certain',
  likely: 'very likely',
  hint: 'a symptom, several causes share it',
};

/** The first is what decides; what follows from it and what is harmless are a line each. */
export function findingsText(findings: readonly Finding[], where: string): string {
  const [first, ...others] = findings;
  if (!first) return `Nothing in ${where} is known to end a run.\n`;
  const lines = first.decides ? inFull(first) : ['Nothing here is known to end a run.'];
  const rest = first.decides ? others : findings;
  const seen = rest.map(
    ({ failureClass, signature, at, cause, livedThrough }) =>
      `  ${failureClass} (${signature})${at ? `, line ${at.line}` : ''}: ${cause}${livedThrough ? '; the work went on after it' : ''}`,
  );
  return [...lines, ...(seen.length > 0 ? ['Seen, too:', ...seen] : []), ''].join('\n');
}

const inFull = ({ failureClass, signature, certainty, at, cause, fix, probabilistic }: Finding): string[] => [
  `${failureClass} (${signature}), ${HOW_SURE[certainty]}: ${cause}`,
  ...(at ? [`  line ${at.line}: ${at.text}`] : []),
  `  What to do: ${fix}.`,
  `  ${probabilistic ? 'The identical command may well pass.' : 'The identical command fails the same way again.'}`,
];

const knownText = ({ id, cause, fix, line }: KnownThere): string =>
  [
    `Known of this platform (${id}): ${cause}`,
    `  line: ${line.slice(0, 300)}`,
    `  What to do: ${fix}`,
    '',
  ].join('\n');

/** Of a run that nothing works for any more; nothing is said where it left nothing. */
export function leftText(run: string, left: LeftOver | undefined): string {
  if (!left) return '';
  const { processes, young, ended } = left;
  const shown = processes.map(
    ({ pid, program, ageSeconds }) => `  ${pid} ${program}, ${formatSeconds(ageSeconds)} old`,
  );
  return [
    ...(ended.length > 0 ? [`Ended of what the run left on its box: ${ended.join(', ')}\n`] : []),
    ...(processes.length > 0
      ? [
          `Alive on the box, of this run and of nobody else, although nothing of it works any more:\n${shown.join('\n')}\n`,
          `  To end exactly these: gpu-lease diagnose ${run} --end-left\n`,
        ]
      : []),
    ...(young > 0
      ? [
          `${young === 1 ? 'A process' : `${young} processes`} of this run on the box may be about to end: younger than 2 min, left alone.\n`,
        ]
      : []),
  ].join('');
}

export interface Costing {
  /** What goes on costing, one sentence a lease. */
  held: readonly string[];
  usdPerHour: number;
}

export function explainedRunText(
  run: string,
  { cells, notSeen, behind = [] }: ExplainedRun,
  { held, usdPerHour }: Costing,
): string {
  return [
    ...(behind.length > 0
      ? [`${run} waits in its queue:\n${behind.map((each) => `  ${each}\n`).join('')}`]
      : []),
    ...cells.map(
      ({ cell, state, findings, known, memory }) =>
        `${run} ${cell}: ${state}\n${notSeen === undefined || findings.length > 0 ? findingsText(findings, 'the end of its log') : ''}${memory.map((use) => `${memoryWords(use)}\n`).join('')}${known.map(knownText).join('')}`,
    ),
    ...(notSeen === undefined
      ? []
      : [`${notSeen} Only the record was read. With its log: gpu-lease diagnose FILE\n`]),
    usdPerHour > 0
      ? `Meanwhile it costs ${Number(usdPerHour.toFixed(4))} USD per hour: ${held.join('; ')}\n`
      : 'Nothing of it costs money.\n',
  ].join('');
}
