import { namesOneOfFolder, type SetShape } from '../job/checkpoint-sets.ts';
import { UNFINISHED_ERE } from '../verify/read/sniff.ts';
import { globToEre } from './keeper-pattern.ts';
import { setsText } from './keeper-text.ts';

/**
 * The plan's files by which `sets.sh` tells checkpoints, and itself. What its patterns match is a checkpoint for certain: one that
 * a pattern cannot say exactly is copied at the end only.
 */
export function setsFiles({ path, complete = '' }: SetShape): Record<string, string> {
  const head = (form: string): string => `${form}\n${complete}\n${UNFINISHED_ERE}\n`;
  const rule = Array.isArray(path)
    ? `${head('list')}${path.map((each) => `${each}\n`).join('')}`
    : `${head(namesOneOfFolder(path) ? 'one' : 'glob')}${globToEre(path, 'narrow')}\n`;
  return { 'sets.sh': setsText(), sets: rule };
}
