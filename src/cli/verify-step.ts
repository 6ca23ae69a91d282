import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { annotation } from '../github/inert.ts';
import { verifyDocument, worstFirst, worstOf } from '../report/verify-document.ts';
import { verifyMarkdown } from '../report/verify-markdown.ts';
import { partsOf } from '../report/visible-text.ts';
import { writeWhole } from '../report/whole-file.ts';
import type { ToldVerdicts } from '../verify/contract/verdicts.ts';
import { whyOf } from '../verify/engine/table.ts';
import type { ActionCall } from './action-call.ts';
import { exitOf, printTable, unlessInterrupted, verified, writeReports } from './verify.ts';
import { planVerify } from './verify-plan.ts';

/** GitHub shows about so many annotations of one step; the table has all. */
const MAX_ANNOTATIONS = 10;

/** The step of `actions/verify`: outputs, summary and annotations beside what the command does. */
export async function step({ settings, face, signal, tell, summarize }: ActionCall): Promise<number> {
  const plan = planVerify([], settings);
  const { files, sets } = await unlessInterrupted(signal, () => verified(plan, face, signal));
  // Four reports go through them.
  const verdicts = { files: [...files], sets };
  await writeReports(plan, verdicts);
  const temp = settings.env['RUNNER_TEMP'] || tmpdir();
  const json = join(mkdtempSync(join(temp, 'gpu-lease-verify-')), 'verify.json');
  writeWhole(json, partsOf(lineOf(verifyDocument(verdicts))));
  await printTable(verdicts);
  annotate(verdicts);
  const worst = worstOf(verdicts);
  const failed = [...verdicts.files, ...verdicts.sets].filter(({ verdict }) => verdict === 'fail').length;
  tell({ verdict: worst, failed: String(failed), json, report: plan.report ?? '' });
  await summarize(verifyMarkdown(verdicts));
  return exitOf(verdicts, plan);
}

function* lineOf(pieces: Iterable<string>): Generator<string> {
  yield* pieces;
  yield '\n';
}

function annotate(verdicts: ToldVerdicts): void {
  const bad = worstFirst(verdicts).filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  for (const each of bad.slice(0, MAX_ANNOTATIONS)) {
    const severity = each.verdict === 'fail' ? 'error' : 'warning';
    const file = each.reasons.find((reason) => reason.file !== undefined)?.file ?? each.label;
    process.stdout.write(
      annotation(severity, `${each.label}: ${each.verdict}: ${whyOf(each)}`, { file, line: 1, column: 1 }),
    );
  }
}
