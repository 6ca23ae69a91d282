import { ownEnvironment } from '../host/own-environment.ts';
import { annotation } from './inert.ts';
import { addSummary, setOutput } from './runner.ts';

/** What every stage's action gives to later steps; the names are those of `OUTPUTS` in scripts/stage-outputs.ts. */
export interface Outputs {
  run: string;
  state: string;
  verdict: string;
  seal: string;
  costUsd: number;
}

/** GitHub throws a step's summary away when it is larger than 1 MiB. */
const MAX_SUMMARY_BYTES = 900 * 1024;

/** Outputs are set also when the stage failed: later steps decide by them. */
export function publishOutputs(outputs: Outputs): void {
  setOutput('run', outputs.run);
  setOutput('state', outputs.state);
  setOutput('verdict', outputs.verdict);
  setOutput('seal', outputs.seal);
  setOutput('cost-usd', outputs.costUsd.toFixed(4));
}

/** What the upload step of the composite action takes: by output, because `GITHUB_ENV` is nobody's to write. */
export function publishUpload(wish: {
  name: string;
  paths: readonly string[];
  retentionDays: number | undefined;
  of: string;
}): void {
  setOutput('upload', wish.paths.join('\n'));
  setOutput('artifact-name', wish.name);
  setOutput('retention-days', wish.retentionDays ?? '');
  setOutput('upload-of', wish.of);
}

/** What the last step of the composite action uploads: a folder with the records of runs, as they stand at the end of the step. */
export function publishRecord(record: {
  path: string;
  name: string;
  days: number;
  /** Whether it is known to be no less than what an earlier step of this workflow run has left under that name. */
  mayReplace: boolean;
}): void {
  setOutput('record', record.path);
  setOutput('record-name', record.name);
  setOutput('record-days', record.days);
  setOutput('record-replaces', record.mayReplace);
}

/** Outputs of an action that is no stage. Names are ours; values may hold what a box chose, which the runner takes as text. */
export function setOutputs(outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}

/** Adds to the job summary. A summary that cannot be written is worth a warning, never a stage. */
export async function publishSummary(
  markdown: string,
  say: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<void> {
  if (!ownEnvironment()['GITHUB_STEP_SUMMARY']) return;
  try {
    await addSummary(fitting(markdown));
  } catch (error) {
    say(annotation('warning', `The job summary could not be written: ${String(error)}`));
  }
}

/** Cut at a line, so that a table or a block before it stays whole. */
export function fitting(markdown: string, maxBytes = MAX_SUMMARY_BYTES): string {
  const bytes = Buffer.from(markdown, 'utf8');
  if (bytes.length <= maxBytes) return markdown;
  const end = bytes.lastIndexOf('\n', maxBytes);
  return `${bytes.subarray(0, Math.max(0, end)).toString('utf8')}\n\nThe rest did not fit; it is in the report.\n`;
}
