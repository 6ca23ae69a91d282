import { nearestFile } from '../host/nearest-file.ts';

/** What to do about a path at which nothing lies; `word` as it was typed. */
export function spelling(word: string, absolute: string): string {
  const near = nearestFile(word, absolute);
  return near === undefined ? 'Check the spelling.' : `Did you mean "${near}"?`;
}
