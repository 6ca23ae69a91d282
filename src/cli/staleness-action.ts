import { annotation, inert } from '../github/inert.ts';
import { publishSummary, setOutputs } from '../github/publish.ts';
import { maskSecret } from '../github/runner.ts';
import { EXIT } from '../problem.ts';
import { countsOf, type StampScan } from '../profile/stamp-scan.ts';
import { failureMarkdown } from '../report/markdown.ts';
import { stalenessSarif } from '../report/staleness-sarif.ts';
import { stalenessMarkdown, stalenessText } from '../report/staleness-text.ts';
import { writeWhole } from '../report/whole-file.ts';
import { COMMANDS } from './command-list.ts';
import { problemsIn } from './failed-stage.ts';
import { readInputs } from './inputs.ts';
import { ownVersion } from './installed.ts';
import { settingsOf } from './settings.ts';
import { exitOf, scanned } from './staleness.ts';
import { keepIssue } from './staleness-issue.ts';
import { planStaleness } from './staleness-plan.ts';

/** GitHub shows about so many annotations of one step. */
const MAX_ANNOTATIONS = 10;

/**
 * The step of `actions/staleness`. Its word is advice: what is stale is counted, listed and, where asked for, kept in one
 * issue, and the step stays green (FR-04). Only what cannot be read fails it.
 */
export async function stalenessAction(signal: AbortSignal): Promise<number> {
  setOutputs({ stale: '', never: '', errors: '', sarif: '' });
  try {
    const options = COMMANDS.find(({ name }) => name === 'staleness')?.options ?? [];
    maskSecret(process.env['GH_TOKEN'] ?? '');
    const settings = settingsOf({ given: readInputs(options, process.env) });
    const plan = planStaleness(settings);
    const scan = scanned(plan, settings);
    const { stale, never, errors } = countsOf(scan);
    setOutputs({ stale: String(stale), never: String(never), errors: String(errors) });
    if (plan.sarif !== undefined) {
      writeWhole(plan.sarif, stalenessSarif(scan, ownVersion()));
      setOutputs({ sarif: plan.sarif });
    }
    process.stdout.write(inert(stalenessText(scan, plan.limits, false)));
    annotate(scan);
    await publishSummary(stalenessMarkdown(scan, plan.limits));
    const said = await keepIssue(plan, scan, settings, signal);
    if (said !== undefined) process.stdout.write(`${inert(said)}\n`);
    const code = exitOf(scan);
    return code === EXIT.failed ? EXIT.ok : code;
  } catch (error) {
    await publishSummary(failureMarkdown('staleness', problemsIn(error)));
    throw error;
  }
}

function annotate({ faults, facts }: StampScan): void {
  const toCome = facts
    .filter(({ state }) => state === 'future')
    .map(({ file, line, name, stamp }) => ({
      file,
      line,
      column: 1,
      what: `${name} says verified ${stamp.verified}, which is a month to come`,
      next: 'Write the month in which it was read.',
    }));
  for (const { what, next, ...at } of [...faults, ...toCome].slice(0, MAX_ANNOTATIONS))
    process.stdout.write(annotation('error', `${what}. Next: ${next}`, at));
}
