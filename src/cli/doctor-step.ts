import type { Finding } from '../github/doctor/finding.ts';
import { minutesText } from '../github/doctor/month-of-minutes.ts';
import { annotation, inert } from '../github/inert.ts';
import { markdownText as text } from '../report/markdown-text.ts';
import type { ActionCall } from './action-call.ts';
import { type Diagnosis, diagnose, diagnosisText, exitOf, rootText } from './doctor.ts';
import { runnerRates } from './runner-rates.ts';

/** GitHub shows about so many annotations of one step; the summary has all. */
const MAX_ANNOTATIONS = 10;

/** The step of `actions/doctor`. */
export async function step({ settings, signal, tell, summarize }: ActionCall): Promise<number> {
  const diagnosis = await diagnose(settings, signal);
  tell({ faults: String(diagnosis.faults), unknown: String(diagnosis.unknown) });
  process.stdout.write(inert(diagnosisText(diagnosis)));
  const faults = diagnosis.findings.filter(({ level }) => level === 'fault');
  for (const { what, fix } of faults.slice(0, MAX_ANNOTATIONS))
    process.stdout.write(annotation('error', `${what} Next: ${fix}`));
  await summarize(diagnosisMarkdown(diagnosis));
  return exitOf(diagnosis);
}

function diagnosisMarkdown({ repository, findings, minutes, root }: Diagnosis): string {
  const said = [...(minutes === null ? [] : [minutesText(minutes, runnerRates())]), rootText(root)];
  const cost = said.map((line) => `\n${text(line)}\n`).join('');
  if (findings.length === 0) return `## doctor: ${text(repository)} is as it should be\n${cost}`;
  const rows = findings.map(({ level, what, fix }: Finding) => `| ${level} | ${text(what)} | ${text(fix)} |`);
  return `## doctor: ${text(repository)}\n\n${['| | what | fix |', '| --- | --- | --- |', ...rows].join('\n')}\n${cost}`;
}
