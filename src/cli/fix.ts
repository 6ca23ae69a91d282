import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BoundJob } from '../course/bound-job.ts';
import { derivedRunId } from '../course/open-run.ts';
import { editedFile } from '../job/edit-file.ts';
import { parseJob } from '../job/load.ts';
import { lineDifference } from '../line-difference.ts';
import { EXIT, Problem } from '../problem.ts';
import { jsonLine, visible } from '../report/visible-text.ts';
import { rewriteWhole } from '../report/whole-file.ts';
import type { Face } from '../world.ts';
import { bindJob } from './bind-job.ts';
import type { Request } from './command.ts';
import type { FixFacts } from './fix-facts.ts';
import { factsOfUnread } from './fix-unread.ts';
import { knownPlatforms } from './known-platforms.ts';
import { type Finding, findingsIn, notedFindings } from './last-smoke.ts';
import { faceOf, type Settings, settingsOf } from './settings.ts';
import { smokeOf } from './smoke.ts';

/** Shows the job file as the findings of a smoke would have it, and writes it when it is told to. */
export async function command(request: Request, signal: AbortSignal): Promise<number> {
  const settings = settingsOf(request);
  const face = await faceOf(settings);
  const unread = factsOfUnread(settings);
  if (unread) return show(settings, unread, EXIT.usage);
  const file = settings.value('job') ?? 'gpu-lease.yml';
  const path = resolve(settings.cwd, file);
  // Of before the smoke, which takes minutes in which a person may edit it.
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const bound = await bindJob(settings, face);
  const findings = await findingsOf(settings, face, { bound, signal });
  const proposed = proposedText(text, file, findings);
  // What does not load would be worse than what it answers.
  parseJob(proposed, file, knownPlatforms());
  const isWritten = settings.flag('write') && proposed !== text;
  if (isWritten) rewriteWhole(path, { had: text, text: proposed });
  const facts: FixFacts = {
    file,
    commit: bound.code.commit,
    findings,
    answered: findings.filter(({ edits }) => edits.length > 0).length,
    difference: proposed === text ? [] : lineDifference(text, proposed),
    written: isWritten,
  };
  return show(settings, facts, EXIT.smoke);
}

function show(settings: Settings, facts: FixFacts, codeWhereLeft: number): number {
  process.stdout.write(settings.json ? jsonLine(facts) : fixText(facts));
  return facts.answered < facts.findings.length ? codeWhereLeft : EXIT.ok;
}

function proposedText(text: string, file: string, findings: readonly Finding[]): string {
  try {
    return editedFile(
      text,
      findings.flatMap(({ edits }) => edits),
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Problem(
      {
        code: 'not-editable',
        kind: 'usage',
        what: `${file} is written in a way that is not changed by a program: ${error.message}.`,
        next: 'Change it by hand, as the findings of "gpu-lease smoke" say.',
      },
      { cause: error },
    );
  }
}

/** Of the last smoke of this very commit and configuration, else of one that is run now. */
async function findingsOf(
  settings: Settings,
  face: Face,
  { bound, signal }: { bound: BoundJob; signal: AbortSignal },
): Promise<Finding[]> {
  const noted = notedFindings(settings, bound);
  if (noted || bound.job.smoke === 'none') return noted ?? [];
  face.heading(`smoke of ${bound.job.name} at commit ${bound.code.commit.slice(0, 8)}`);
  try {
    const world = { clock: settings.clock, face, signal };
    await smokeOf(world, settings, bound, derivedRunId(settings, bound));
    return [];
  } catch (error) {
    const findings = findingsIn(error, settings);
    if (findings.length === 0) throw error;
    return findings;
  }
}

function fixText({ file, commit, findings, answered, difference, written }: FixFacts): string {
  if (findings.length === 0) return `The smoke of this commit has no finding; ${file} stays as it is.\n`;
  const left = findings.filter(({ edits }) => edits.length === 0);
  const count = `${answered} of ${findings.length} finding${findings.length === 1 ? '' : 's'}`;
  const head =
    answered === 0
      ? `None of ${findings.length === 1 ? 'the finding' : `the ${findings.length} findings`} is answered in ${file}; it stays as it is.`
      : `${file}${written ? ' was changed' : ' would be changed'}, which answers ${count}:`;
  return `${[
    head,
    ...difference.map(visible),
    ...(left.length > 0 && answered > 0
      ? ['', commit === null ? 'To change by hand:' : 'To change in the code:']
      : []),
    ...left.map(({ at, what, next }) =>
      visible(`- ${at ? `${at.file}:${at.line}: ` : ''}${firstLine(what)} Next: ${next}`),
    ),
    '',
    `next: ${nextWords({ file, commit, answered, written })}`,
  ].join('\n')}\n`;
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

function nextWords({
  file,
  commit,
  answered,
  written,
}: Pick<FixFacts, 'file' | 'commit' | 'answered' | 'written'>): string {
  const check = commit === null ? 'plan' : 'smoke';
  if (answered === 0)
    return `correct and commit ${commit === null ? file : 'the code'}, then "gpu-lease ${check}"`;
  return written ? `commit ${file}, then "gpu-lease ${check}"` : '"gpu-lease fix --write" writes it';
}
