import { type Contexts, filledIn } from './expressions.ts';
import type { StepFile } from './thin-steps.ts';

/** What the thin driver reads of a workflow file. */
export interface JobFile {
  needs?: string | string[];
  if?: string;
  uses?: string;
  with?: Record<string, unknown>;
  secrets?: Record<string, unknown>;
  permissions?: Record<string, string>;
  environment?: string | { name: string };
  concurrency?: { group: string };
  strategy?: { matrix: Record<string, unknown> };
  outputs?: Record<string, unknown>;
  env?: Record<string, unknown>;
  steps?: StepFile[];
}

export interface WorkflowFile {
  'run-name'?: string;
  on: {
    workflow_call?: {
      inputs?: Record<string, { default?: string }>;
      outputs?: Record<string, { value: string }>;
    };
  };
  jobs: Record<string, JobFile>;
}

/** `${{ fromJSON(...) }}` of a list of texts. */
export function listOf(expression: string, contexts: Contexts): string[] {
  const text = filledIn(expression.replace(/fromJSON\(([\s\S]*)\)/, '$1'), contexts);
  return JSON.parse(text) as string[];
}

export const needsOf = ({ needs = [] }: JobFile): string[] => (typeof needs === 'string' ? [needs] : needs);

/** An environment's secret is seen under names that the caller passed, and wins over what was passed (actions/runner#1490). */
export const withEnvironment = (
  passed: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(passed).map(([name, value]) => [name, own[name] ?? value]));

const RANK = ['none', 'read', 'write'];

/** GitHub does not even start such a run. */
export function refuseMore(
  name: string,
  asked: Readonly<Record<string, string>>,
  atMost: Readonly<Record<string, string>> | undefined,
): void {
  for (const [scope, level] of Object.entries(asked))
    if (atMost && RANK.indexOf(level) > RANK.indexOf(atMost[scope] ?? 'none'))
      throw new Error(`${name} asks for ${scope}: ${level}; its caller was given ${atMost[scope] ?? 'none'}`);
}
