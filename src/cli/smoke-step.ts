import { derivedRunId } from '../course/open-run.ts';
import { publishSummary, setOutputs } from '../github/publish.ts';
import { EXIT } from '../problem.ts';
import { formOf } from '../report/links.ts';
import { markdownText } from '../report/markdown-text.ts';
import { smokeMarkdown } from '../report/smoke-markdown.ts';
import { jsonLine, visible } from '../report/visible-text.ts';
import { evidenceText, smokeEvidence } from '../smoke/evidence.ts';
import { smokeProof } from '../smoke/proof.ts';
import { smokeReason } from '../smoke/reason.ts';
import { smokeLines } from '../smoke/report-lines.ts';
import type { ActionCall } from './action-call.ts';
import { bindJob } from './bind-job.ts';
import type { Call } from './call.ts';
import { smokeOf } from './smoke.ts';

/** The step of `actions/smoke`. Why it failed goes on to jobs that were not there, such as the one that comments. */
export async function step(call: ActionCall): Promise<number> {
  try {
    return await smokeStep(call);
  } catch (error) {
    call.tell({ reason: visible(smokeReason(call.settings.redactor.error(error))) });
    throw error;
  }
}

/**
 * The smoke in a workflow: it runs the change's code, so it is given nothing, opens no run and writes nowhere. What it showed goes
 * to the job after it, which does not take its word for more than that (`readEvidence`).
 */
export async function smokeStep({ settings, face, signal }: Call): Promise<number> {
  const bound = await bindJob(settings, face);
  const { job, code, configHash } = bound;
  if (job.smoke === 'none') {
    face.line('the job says "smoke: none": nothing is run, and whoever opens the run writes that down');
    if (settings.json) process.stdout.write(jsonLine({ smoke: 'none' }));
    await publishSummary(`## No smoke for ${markdownText(job.name)}\n\nThe job file says \`smoke: none\`.\n`);
    return EXIT.ok;
  }
  face.heading(`smoke of ${job.name} at commit ${code.commit.slice(0, 8)}`);
  const { clock } = settings;
  const report = await smokeOf({ clock, face, signal }, settings, bound, derivedRunId(settings, bound));
  const evidence = smokeEvidence(report, { commit: code.commit, configHash });
  setOutputs({ evidence: evidenceText(evidence) });
  if (settings.json) process.stdout.write(jsonLine({ smoke: 'passed', evidence }));
  const { redactor, env } = settings;
  const card = {
    job: job.name,
    ...smokeProof(report),
    warnings: report.warnings,
    lines: smokeLines(report),
    form: formOf(env, 'train'),
  };
  await publishSummary(smokeMarkdown(redactor.deep(card)));
  return EXIT.ok;
}
