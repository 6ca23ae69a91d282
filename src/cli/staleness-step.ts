import { annotation, inert } from '../github/inert.ts';
import { ownVersion } from '../host/installed.ts';
import { EXIT } from '../problem.ts';
import { countsOf, type StampScan } from '../profile/stamp-scan.ts';
import { stalenessSarif } from '../report/staleness-sarif.ts';
import { stalenessMarkdown, stalenessText } from '../report/staleness-text.ts';
import { writeWhole } from '../report/whole-file.ts';
import type { ActionCall } from './action-call.ts';
import { exitOf, scanned } from './staleness.ts';
import { keepIssue } from './staleness-issue.ts';
import { planStaleness } from './staleness-plan.ts';

/** GitHub shows about so many annotations of one step. */
const MAX_ANNOTATIONS = 10;

/**
 * The step of `actions/staleness`. Its word is advice: what is stale is counted, listed and, where asked for, kept in one
 * issue, and the step stays green (FR-04). Only what cannot be read fails it.
 */
export async function step({ settings, signal, tell, summarize }: ActionCall): Promise<number> {
  const plan = planStaleness(settings);
  const scan = scanned(plan, settings);
  const { stale, never, errors } = countsOf(scan);
  tell({ stale: String(stale), never: String(never), errors: String(errors) });
  if (plan.sarif !== undefined) {
    writeWhole(plan.sarif, stalenessSarif(scan, ownVersion()));
    tell({ sarif: plan.sarif });
  }
  process.stdout.write(inert(stalenessText(scan, plan.limits, { everything: false })));
  annotate(scan);
  await summarize(stalenessMarkdown(scan, plan.limits));
  const said = await keepIssue(plan, scan, settings, signal);
  if (said !== undefined) process.stdout.write(`${inert(said)}\n`);
  const code = exitOf(scan);
  return code === EXIT.failed ? EXIT.ok : code;
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
