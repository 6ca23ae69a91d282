import assert from 'node:assert/strict';
import { Problem, type ProblemKind } from '../../src/problem.ts';

/** For `assert.rejects`: the Problem of that kind and code whose message says what is wanted; shows the whole message when not. */
export const problem = (kind: ProblemKind, code: string, words: RegExp) => (error: unknown) => {
  assert.ok(
    error instanceof Problem,
    `not a Problem: ${error instanceof Error ? error.stack : String(error)}`,
  );
  assert.deepEqual([error.kind, error.code], [kind, code], error.message);
  assert.match(error.message, words);
  return true;
};
