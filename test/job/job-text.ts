import assert from 'node:assert/strict';
import type { Job } from '../../src/job/job.ts';
import { type Known, parseJob, type Warning } from '../../src/job/load.ts';
import { Problem, Problems } from '../../src/problem.ts';

export const KNOWN: Known = { platforms: new Set(['local', 'generic-ssh', 'runpod', 'vastai']) };

/** The least that loads without a warning, as lines by key; a test overrides or drops what it is about. */
const PLAIN: Readonly<Record<string, string>> = {
  name: 'name: tiny',
  run: 'run: sh train.sh',
  candidates: 'candidates: [local]',
  smoke: 'smoke: {run: sh train.sh --steps 3}',
  artifacts: 'artifacts: [{path: model.safetensors, role: model}]',
};

/** `over`: the text of a top-level key, whole (`budget: {...}`); `null` leaves it out. */
export function jobText(over: Record<string, string | null> = {}): string {
  const lines = { ...PLAIN, ...over };
  return `${Object.values(lines)
    .filter((line) => line !== null)
    .join('\n')}\n`;
}

export const load = (text: string, known = KNOWN): { job: Job; warnings: Warning[] } =>
  parseJob(text, 'gpu-lease.yml', known);

export const loadJob = (over: Record<string, string | null> = {}): Job => load(jobText(over)).job;

/** The problems of a text that must not load. */
export function problemsOf(text: string, known = KNOWN): Problem[] {
  try {
    load(text, known);
  } catch (error) {
    assert.ok(error instanceof Problems, `threw ${String(error)}`);
    assert.ok(error.all.every((each) => each instanceof Problem && each.kind === 'usage'));
    return error.all;
  }
  assert.fail(`loaded:\n${text}`);
}

/** Takes the marks `@@` out of a text and tells where they stood; the place after a mark is what it marks. */
export function marked(text: string): { text: string; marks: { line: number; column: number }[] } {
  const marks: { line: number; column: number }[] = [];
  let bare = '';
  for (const [at, part] of text.split('@@').entries()) {
    if (at > 0) {
      const lines = bare.split('\n');
      marks.push({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
    }
    bare += part;
  }
  return { text: bare, marks };
}
