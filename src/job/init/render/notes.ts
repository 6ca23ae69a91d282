import { lintEntry } from '../../entry-lint.ts';
import type { Proposal } from '../proposal.ts';
import { showPlace } from '../repository.ts';
import type { Paste } from '../trainer.ts';

/**
 * What a person should know of the file, and what to do to their own.
 *
 * @param isPlaced a person said where it is to run
 */
export function notesOn(proposal: Proposal, others: readonly string[], isPlaced: boolean): string[] {
  const { code, commands, habits } = proposal;
  const { requirements } = code.declared;
  const unpinned = requirements?.unpinned ?? [];
  const entry = code.entry;
  return [
    ...entryNotes(proposal, others),
    ...(entry && !commands.isShort && commands.awaits.length === 0 && habits.onlyOnGpu === undefined
      ? ['No flag for a short run was found: make `smoke.run` one of a few steps.']
      : []),
    ...(entry && habits.usesGpu && !isPlaced
      ? ['Where it is to run is for you to say: in `candidates` stands local, which is given no GPU.']
      : []),
    ...(requirements && unpinned.length > 0
      ? [
          `${requirements.file} does not pin every version (${unpinned.slice(0, 3).join(', ')}): a second box may get others.`,
        ]
      : []),
    ...code.files
      .slice(0, 1)
      .flatMap((file) => lintEntry(file.path, file.code))
      .map(({ at, what, next }) => `${at.file}:${at.line}: ${what} ${next}`),
  ];
}

function entryNotes({ code, trainer, isGuess, habits }: Proposal, others: readonly string[]): string[] {
  if (!code.entry)
    return ['No training script was found: write `run` and `smoke.run`, or name it with --entry FILE.'];
  const seen = isGuess
    ? `${trainer.title}, by what the repository declares: its use was not seen`
    : trainer.title;
  const resume =
    habits.resume.how === 'not'
      ? `It does not resume yet: ${habits.resume.because}.`
      : `It resumes: ${habits.resume.because}.`;
  return [
    `Entry point: ${code.entry.path} (${code.entry.why}), ${seen}.`,
    ...(others.length > 0
      ? [
          `As likely: ${others.slice(0, 5).join(', ')}. To take one of them: gpu-lease init --force --entry ${others[0]}`,
        ]
      : []),
    resume,
  ];
}

/** For a terminal: where, why, and the lines. */
export const pasteText = ({ at, why, lines }: Paste): string =>
  [`${at ? showPlace(at) : 'in your script'}: ${why}`, ...lines.map((line) => `    ${line}`)].join('\n');
