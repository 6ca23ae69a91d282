import type { Code } from './code.ts';
import type { Commands } from './proposal.ts';
import { shellQuoted } from './shell-words.ts';

/** Its command line takes every key of the file. */
export function axolotlCommand({ entry }: Code): Commands {
  const run = `axolotl train ${shellQuoted(entry?.path ?? '')} --output-dir "$GPU_LEASE_OUT"`;
  return {
    run,
    smoke: `${run} --max-steps 20 --save-steps 5`,
    isShort: true,
    passesOutput: true,
    awaits: [],
  };
}
