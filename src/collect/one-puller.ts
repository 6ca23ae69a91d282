import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Holder, holdFile } from '../host/hold-file.ts';

/** One that we cannot look at is dead after so long without a sign: much longer than anything keeps its main thread busy. */
const DEAD_AFTER_SECONDS = 120;

/** Another process that pulls into the same directory now. */
export type OtherPuller = Holder;

/**
 * One process at a time pulls below a run's directory: two that pull one file would write into each other's half. Where one is taken
 * for dead that is not, the hashes find what two wrote.
 *
 * @param root `<store>/<run>`
 * @returns what gives the place back, or who has it
 */
export function becomeOnlyPuller(root: string): (() => void) | OtherPuller {
  mkdirSync(root, { recursive: true });
  // `+` is in no cell's name.
  return holdFile(join(root, '+puller'), DEAD_AFTER_SECONDS);
}
