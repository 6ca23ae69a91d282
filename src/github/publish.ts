import * as core from '@actions/core';

/** Outputs and job summary of a stage. Outputs are set also when the stage failed: later steps decide by them. */
export async function publish(
  markdown: string,
  facts: { run: string; state: string; verdict: string; seal: string | null; costUsd: number },
): Promise<void> {
  core.setOutput('run', facts.run);
  core.setOutput('state', facts.state);
  core.setOutput('verdict', facts.verdict);
  core.setOutput('seal', facts.seal ?? '');
  core.setOutput('cost-usd', facts.costUsd.toFixed(4));
  if (process.env['GITHUB_STEP_SUMMARY']) await core.summary.addRaw(markdown, true).write();
}

/** A stage that threw still tells the next steps which run it was and that nobody knows where it stands. */
export function publishFailure(run: string, exitCode: string): void {
  core.setOutput('run', run);
  core.setOutput('state', 'failed');
  core.setOutput('verdict', 'unknown');
  core.setOutput('exit-code', exitCode);
}
