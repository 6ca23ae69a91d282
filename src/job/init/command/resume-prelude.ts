import { type Flags, flagText } from '../reading/flags.ts';
import { shellQuoted } from '../reading/shell-words.ts';
import type { Habits, ResumeValue } from '../trainer.ts';

interface Start {
  /** What stands before all else. */
  begin: string;
  words: readonly string[];
  variables: readonly string[];
  style: Flags['style'];
}

/**
 * The command, and before it the search for the newest checkpoint where a flag has to name one. The same command starts and
 * resumes: with no checkpoint there the flag is not given.
 */
export function resumePrelude(
  { resume, checkpoint }: Habits,
  { begin, words, variables, style }: Start,
): string {
  const start = words.join(' ');
  const told = variables.length > 0 ? `${variables.join(' ')} ` : '';
  if (resume.how !== 'flag' || !checkpoint) return `${begin}${told}${start}`;
  const [first = ''] = typeof checkpoint.path === 'string' ? [checkpoint.path] : checkpoint.path;
  const last = checkpoint.complete ?? checkpoint.anchor;
  const mark = last === undefined ? first : `${first}/${last}`;
  const newest = last === undefined ? '"$last"' : `"\${last%/${last}}"`;
  return [
    `last=$(find "$GPU_LEASE_OUT" -path "$GPU_LEASE_OUT/"${shellQuoted(pattern(mark))} | sort -V | tail -n 1)`,
    `${begin}${variables.length > 0 ? `exec env ${told}` : 'exec '}${start} \${last:+${flagText({ style }, resume.flag, wordFor(resume.value, newest))}}`,
  ].join('\n');
}

/** `find` lets `*` cross folders, as our `**` does. */
const pattern = (glob: string): string => glob.replace(/\*\*\/\*?/g, '*').replace(/\*\*/g, '*');

function wordFor(value: ResumeValue, newest: string): string | undefined {
  if (value === 'nothing') return undefined;
  return value === 'newest' ? newest : value.word;
}
