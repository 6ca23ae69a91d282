import type { Run } from '../lease/run.ts';

/** The workflow run that opened a run, as its id has it; `undefined` for one that was named or opened elsewhere. */
export function workflowRunOf({ id, opened }: Pick<Run, 'id' | 'opened'>): number | undefined {
  const digits = opened && id.startsWith(`${opened.job}-`) ? id.slice(opened.job.length + 1) : '';
  return /^[1-9]\d{5,15}$/.test(digits) ? Number(digits) : undefined;
}
