import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { namesBeside } from '../attest/beside.ts';
import { runPredicateOf } from '../attest/held-predicate.ts';
import { modelStatement } from '../attest/model-manifest.ts';
import { isRefusal } from '../attest/refusal.ts';
import { checksumsOf, readStatement, type Statement, statementDigest } from '../attest/statement.ts';
import { fold } from '../lease/fold.ts';
import { EXIT, Problem } from '../problem.ts';
import { writeWhole } from '../report/whole-file.ts';
import type { ActionCall } from './action-call.ts';
import type { Request } from './command.ts';
import { throwAll } from './given-options.ts';
import { ledgerOf, type Settings, settingsOf } from './settings.ts';

/** `actions/attest` takes no more subjects at once, and no longer list of them (its action.yml and src/subject.ts, 2026). */
const MOST_SUBJECTS = 1024;
const MOST_LIST_BYTES = 512 * 1024;

/** In a terminal: where each part lies. */
export async function command(request: Request): Promise<number> {
  const settings = settingsOf(request);
  const laid = await layOut(settings);
  for (const [name, value] of Object.entries(laid)) process.stdout.write(`${name}: ${value}\n`);
  return EXIT.ok;
}

/** The step of `actions/attest`: its outputs are the inputs of the step that signs. */
export async function attestStep({ settings, face, tell }: ActionCall): Promise<number> {
  const laid = await layOut(settings);
  if (laid['subjects'] === '')
    face.warn(
      `more than ${MOST_SUBJECTS} files, or a list of them beyond ${MOST_LIST_BYTES >> 10} KiB, are not signed one by one; the model signature is over all of them`,
    );
  tell(laid);
  return EXIT.ok;
}

/**
 * Whoever hands a statement over may have written another one: only what the record knows as this run's is laid out. The model signature
 * follows from it.
 */
async function layOut(settings: Settings): Promise<Record<string, string>> {
  const { run, statement } = asked(settings);
  await requireRecorded(statement, run, settings);
  const model = modelStatement(run, statement.subject, namesBeside(cellsOf(statement)));
  const dir = mkdtempSync(join(settings.env['RUNNER_TEMP'] || tmpdir(), 'gpu-lease-attest-'));
  const write = (name: string, text: string): string => {
    const path = join(dir, name);
    writeWhole(path, text);
    return path;
  };
  const list = checksumsOf(statement);
  const isTaken = statement.subject.length <= MOST_SUBJECTS && Buffer.byteLength(list) <= MOST_LIST_BYTES;
  return {
    subjects: isTaken ? write('subjects.sha256', list) : '',
    predicate: write('predicate.json', JSON.stringify(statement.predicate)),
    'predicate-type': statement.predicateType,
    model: run,
    'model-digest': `sha256:${model.subject[0]?.digest.sha256}`,
    'model-predicate': write('model-predicate.json', JSON.stringify(model.predicate)),
    'model-predicate-type': model.predicateType,
  };
}

function asked(settings: Settings): { run: string; statement: Statement } {
  const problems: Problem[] = [];
  const wrong = (code: string, what: string, next: string) =>
    problems.push(new Problem({ code, kind: 'usage', what, next }));
  const run = settings.value('run');
  if (!run) wrong('no-run', 'Nothing says which run it is about.', 'Add --run RUN.');
  const path = settings.value('path');
  if (!path)
    wrong(
      'no-path',
      'Nothing says where the statement is.',
      'Add --path STORE/RUN/+evidence/statement.json.',
    );
  const statement = path ? statementAt(resolve(settings.cwd, path)) : undefined;
  if (path && !statement)
    wrong(
      'no-statement',
      `${path} is no in-toto statement.`,
      'Name the statement.json that lies beside the seal.',
    );
  throwAll(problems);
  return { run: run as string, statement: statement as Statement };
}

function statementAt(path: string): Statement | undefined {
  try {
    return readStatement(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function requireRecorded(statement: Statement, id: string, settings: Settings): Promise<void> {
  // A signature outlives all looking: a record that anybody may have written gets none.
  const ledger = await ledgerOf(settings);
  const { seal } = fold(id, (await ledger.read(id)).events);
  const digest = statementDigest(statement);
  const predicate = runPredicateOf(statement);
  if (seal?.statement === digest && !isRefusal(predicate)) return;
  throw new Problem({
    code: 'another-statement',
    kind: 'refused',
    what: `The statement comes to ${digest}, and the record of ${id} has ${seal?.statement ?? 'none'}; nothing is to be signed.`,
    next: 'Take the statement from the job that sealed the run; "gpu-lease events" shows what was sealed when.',
  });
}

const cellsOf = ({ subject }: Statement): Set<string> =>
  new Set(subject.map(({ name }) => name.slice(0, name.indexOf('/'))));
