import type { Commands } from '../proposal.ts';
import type { Code } from '../reading/code.ts';
import { pathQuoted } from '../reading/shell-words.ts';

/** Its command line takes every key of the file. */
export function axolotlCommand({ entry }: Code): Commands {
  const run = `axolotl train ${pathQuoted(entry?.path ?? '')} --output-dir "$GPU_LEASE_OUT"`;
  return {
    run,
    smoke: `${run} --max-steps 20 --save-steps 5`,
    isShort: true,
    passesOutput: true,
    awaits: [],
  };
}
