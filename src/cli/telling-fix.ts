import { Problem, Problems } from '../problem.ts';

/** The same error, each of whose problems says so where "gpu-lease fix" answers it. */
export function tellingFix(error: unknown): unknown {
  if (error instanceof Problem) return told(error);
  return error instanceof Problems ? new Problems(error.all.map(told) as [Problem, ...Problem[]]) : error;
}

function told(problem: Problem): Problem {
  const { code, kind, what, next, at, edits, meant } = problem;
  if ((edits.length === 0 && !meant) || next.includes('gpu-lease fix')) return problem;
  return new Problem({
    code,
    kind,
    what,
    next: `${next} "gpu-lease fix --write" does it.`,
    ...(at && { at }),
    edits,
    ...(meant && { meant }),
  });
}
