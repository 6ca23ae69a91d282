import type { Code } from '../reading/code.ts';
import { flagNamed, RESUME_NAMES } from '../reading/option-names.ts';
import type { Resume } from '../trainer.ts';

/** A flag of the script that asks for a resume, given only when there is something to go on from. */
export function resumeByFlag({ flags }: Code): Resume | undefined {
  const flag = flagNamed(flags.all, RESUME_NAMES);
  if (flag === undefined) return undefined;
  const isSwitch = flags.all.get(flag)?.isSwitch === true;
  return {
    how: 'flag',
    flag,
    value: isSwitch ? 'nothing' : 'newest',
    because: `the command gives --${flag} ${isSwitch ? 'when there is a checkpoint' : 'the newest checkpoint, when there is one'}`,
  };
}

/** The flag takes the newest checkpoint, and the line at `at` goes on from what it was given. */
export const newestByFlag = (flag: string, at: string): Resume => ({
  how: 'flag',
  flag,
  value: 'newest',
  because: `the command gives --${flag} the newest checkpoint, when there is one, and ${at} goes on from it`,
});
