import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namesBeside } from '../attest/beside.ts';
import { modelStatement } from '../attest/model-manifest.ts';
import { runStatement, type SealedFile, subjectsOf } from '../attest/run-statement.ts';
import { checksumsOf, statementDigest, statementText } from '../attest/statement.ts';
import { EVIDENCE, RunStore } from '../collect/store.ts';
import { ownVersion } from '../host/installed.ts';
import type { EventBody, LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { World } from '../world.ts';

/**
 * Where something was sealed: writes beside the evidence what the seal attests, to be signed and to travel with the files, and says in
 * the event what it comes to, so that nobody signs another one in this run's name.
 *
 * @param events of the record before these
 */
export async function attested(
  { storeDir }: Pick<World, 'storeDir'>,
  run: string,
  events: readonly LedgerEvent[],
  bodies: readonly EventBody[],
): Promise<EventBody[]> {
  const sealed = bodies.find((body) => body.type === 'sealed');
  if (!sealed) return [...bodies];
  const store = new RunStore(storeDir, run);
  const files = filesOf(store.readSeal()?.document);
  const statement = runStatement({
    run: fold(run, events),
    events,
    seal: sealed,
    files,
    version: ownVersion(),
  });
  const model = modelStatement(run, subjectsOf(files), namesBeside(new Set(files.map(({ cell }) => cell))));
  await store.writeStatements({
    'statement.json': statementText(statement),
    'subjects.sha256': checksumsOf(statement),
    'model.json': statementText(model),
  });
  const digest = statementDigest(statement);
  return bodies.map((body) => (body === sealed ? { ...sealed, statement: digest } : body));
}

function filesOf(document: unknown): SealedFile[] {
  const { files, verdicts } = document as { files: SealedFile[]; verdicts: SealedFile[] };
  const proven = new Map(verdicts.map((row) => [`${row.cell}/${row.path}`, row]));
  return files.map((file) => ({ ...proven.get(`${file.cell}/${file.path}`), ...file }));
}

/** The statement of what is sealed now, where it lies on this machine. */
export function statementHere(storeDir: string, { id, seal }: Pick<Run, 'id' | 'seal'>): string | undefined {
  if (seal?.statement === undefined) return undefined;
  const path = join(storeDir, id, EVIDENCE, 'statement.json');
  return existsSync(path) ? path : undefined;
}
