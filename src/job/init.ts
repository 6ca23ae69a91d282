import { commandsOf } from './init/command/commands.ts';
import { readCode } from './init/reading/code.ts';
import { findEntries } from './init/reading/entry.ts';
import type { WantedPlatform } from './init/render/candidates.ts';
import { render } from './init/render/job-file.ts';
import { notesOn, pasteText } from './init/render/notes.ts';
import type { Repository } from './init/repository.ts';
import { trainerOf } from './init/trainers.ts';
import { jobName } from './job-name.ts';

export type { WantedPlatform } from './init/render/candidates.ts';
export type { Repository } from './init/repository.ts';

export interface ProposedJob {
  yaml: string;
  notes: string[];
  /** Changes to the user's own code, each with the lines to paste. */
  pastes: string[];
  /** Such changes without which it works, if not as well. */
  advice: string[];
}

/**
 * A commented `gpu-lease.yml` for a repository, and what to know about it. What could not be found out is written as a
 * small, safe guess with a comment that says so; the file always loads, and it claims a resume only where one was seen.
 *
 * @param name what to call the job; made to fit
 * @param entry the script that a person named, a file of the repository
 * @param wanted where a person wants it to run; unset: here
 */
export function proposeJob(
  repository: Repository,
  name: string,
  entry?: string,
  wanted?: WantedPlatform,
): ProposedJob {
  const plain = { ...repository, read: (path: string) => withoutMark(repository.read(path)) };
  const { taken, others } = findEntries(plain, entry);
  const code = readCode(plain, taken);
  const { trainer, isGuess } = trainerOf(code);
  const habits = trainer.habits(code);
  const proposal = { code, trainer, isGuess, habits, commands: commandsOf(code, habits) };
  return {
    yaml: render(proposal, jobName(name), wanted),
    notes: notesOn(proposal, others, wanted !== undefined),
    pastes: habits.pastes.filter(({ isOptional }) => isOptional !== true).map(pasteText),
    advice: habits.pastes.filter(({ isOptional }) => isOptional === true).map(pasteText),
  };
}

/** Python, YAML and the rest take the mark that an editor of Windows puts first for nothing. */
const withoutMark = (text: string | undefined): string | undefined => text?.replace(/^\ufeff/, '');
