import { compilePattern } from './pattern.ts';
import type { Gotcha, Profile } from './schema.ts';

type Stream = NonNullable<Gotcha['match']>[number]['in'];

const MAX_LINE = 4096;
const MAX_LINES = 5000;

/** Gotchas whose pattern fits a line of `text`, each once with the first line that fits; only the last 5,000 lines are read. */
export function matchGotchas(
  profile: Profile,
  stream: Stream,
  text: string,
): { gotcha: Gotcha; line: string }[] {
  const lines = text.split('\n').slice(-MAX_LINES);
  return profile.gotchas.flatMap((gotcha) => {
    const patterns = (gotcha.match ?? [])
      .filter((match) => match.in === stream)
      .map((match) => compilePattern(match.pattern));
    const line = lines
      .map((each) => each.slice(0, MAX_LINE))
      .find((each) => patterns.some((pattern) => pattern.test(each)));
    return line === undefined ? [] : [{ gotcha, line }];
  });
}
