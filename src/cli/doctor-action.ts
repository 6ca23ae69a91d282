import type { Finding } from '../github/doctor/finding.ts';
import { annotation, inert } from '../github/inert.ts';
import { publishSummary, setOutputs } from '../github/publish.ts';
import { failureMarkdown } from '../report/markdown.ts';
import { markdownText as text } from '../report/markdown-text.ts';
import { COMMANDS } from './command-list.ts';
import { type Diagnosis, diagnose, diagnosisText, exitOf } from './doctor.ts';
import { problemsIn } from './failed-stage.ts';
import { readInputs } from './inputs.ts';
import { settingsOf } from './settings.ts';

/** GitHub shows about so many annotations of one step; the summary has all. */
const MAX_ANNOTATIONS = 10;

/** The step of `actions/doctor`. */
export async function doctorAction(signal: AbortSignal): Promise<number> {
  setOutputs({ faults: '', unknown: '' });
  try {
    const options = COMMANDS.find(({ name }) => name === 'doctor')?.options ?? [];
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const diagnosis = await diagnose(settings, signal);
    setOutputs({ faults: String(diagnosis.faults), unknown: String(diagnosis.unknown) });
    process.stdout.write(inert(diagnosisText(diagnosis)));
    const faults = diagnosis.findings.filter(({ level }) => level === 'fault');
    for (const { what, fix } of faults.slice(0, MAX_ANNOTATIONS))
      process.stdout.write(annotation('error', `${what} Next: ${fix}`));
    await publishSummary(diagnosisMarkdown(diagnosis));
    return exitOf(diagnosis);
  } catch (error) {
    await publishSummary(failureMarkdown('doctor', problemsIn(error)));
    throw error;
  }
}

function diagnosisMarkdown({ repository, findings }: Diagnosis): string {
  if (findings.length === 0) return `## doctor: ${text(repository)} is as it should be\n`;
  const rows = findings.map(({ level, what, fix }: Finding) => `| ${level} | ${text(what)} | ${text(fix)} |`);
  return `## doctor: ${text(repository)}\n\n${['| | what | fix |', '| --- | --- | --- |', ...rows].join('\n')}\n`;
}
