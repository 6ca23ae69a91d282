import { commitOf, type GitObject, gitObject, type ObjectFormat, treeOf } from './git-objects.ts';
import type { Repository } from './repository.ts';

/** One state of a record, as a commit holds it. */
export interface RecordCommit {
  parent: string | null;
  /** `events.jsonl`. */
  text: string;
  /** `run.json`. */
  run: string;
  subject: string;
  nonce: string;
  at: Date;
}

/** Writes blobs, tree and commit with one process; nothing points at them yet. @returns the commit */
export async function storeRecord(
  objects: Repository,
  { parent, text, run, subject, nonce, at }: RecordCommit,
  format: ObjectFormat,
): Promise<string> {
  const events = gitObject('blob', text, format);
  const snapshot = gitObject('blob', run, format);
  const tree = treeOf({ 'events.jsonl': events, 'run.json': snapshot }, format);
  const commit = commitOf({ tree: tree.oid, parent, message: `${subject}\n\nNonce: ${nonce}\n`, at }, format);
  const all: GitObject[] = [events, snapshot, tree, commit];
  await objects.write(all, format);
  return commit.oid;
}
