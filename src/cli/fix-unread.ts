import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mendedText } from '../job/mended-text.ts';
import { lineDifference } from '../line-difference.ts';
import type { Problem } from '../problem.ts';
import { rewriteWhole } from '../report/whole-file.ts';
import { withoutSecrets } from '../secret/shape.ts';
import type { AnyEdit, FixFacts } from './fix-facts.ts';
import { knownPlatforms } from './known-platforms.ts';
import type { Settings } from './settings.ts';

/**
 * What does not even load is mended before anything is smoked, and written where `--write` says so.
 * @returns `undefined` for a file that loads, or is not there
 */
export function factsOfUnread(settings: Settings): FixFacts | undefined {
  const file = settings.value('job') ?? 'gpu-lease.yml';
  const path = resolve(settings.cwd, file);
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  const { text: mended, problems } = mendedText(text, file, knownPlatforms());
  if (problems.length === 0) return;
  const isWritten = settings.flag('write') && mended !== text;
  if (isWritten) rewriteWhole(path, { had: text, text: mended });
  return {
    file,
    commit: null,
    findings: problems.map(({ problem, isAnswered }) => findingOf(problem, isAnswered)),
    answered: problems.filter(({ isAnswered }) => isAnswered).length,
    difference: mended === text ? [] : lineDifference(text, mended).map(withoutSecrets),
    written: isWritten,
  };
}

function findingOf(
  { code, what, next, at, meant }: Problem,
  isAnswered: boolean,
): FixFacts['findings'][number] {
  const edits: AnyEdit[] = isAnswered && meant ? [{ path: [...meant.path], ...meant.as }] : [];
  return { code, what, next, ...(at && { at }), edits };
}
