import { Problem, Problems } from '../problem.ts';
import { withoutSecrets } from '../secret/shape.ts';

/** Nobody corrects more at once. */
const MOST_PROBLEMS = 50;

/** Whatever a problem quotes, it quotes no secret. */
function presentable({ code, kind, what, next, at, meant }: Problem): Problem {
  return new Problem({
    code,
    kind,
    what: withoutSecrets(what),
    next: withoutSecrets(next),
    ...(at && { at }),
    ...(meant && { meant }),
  });
}

/** All of them as one error, in the order of the file; at one place the misspelling before what it left missing. */
export function inOrder(problems: readonly Problem[]): Problems {
  const placeOf = ({ at, code }: Problem): number =>
    at ? at.line * 1e6 + at.column + (code === 'unknown-key' ? 0 : 0.5) : 0;
  const [first, ...rest] = problems.map(presentable).sort((a, b) => placeOf(a) - placeOf(b));
  if (!first) throw new RangeError('no problems to report');
  const shown = rest.slice(0, MOST_PROBLEMS - 1);
  const left = rest.length - shown.length;
  if (left > 0) {
    const what = `There are at least ${left} more problems in this file.`;
    shown.push(new Problem({ code: 'more', kind: 'usage', what, next: 'Correct those above first.' }));
  }
  return new Problems([first, ...shown]);
}
