import { parentsOf } from './git-objects.ts';
import { notARecord } from './git-problems.ts';
import { type ObjectReader, ObjectTooLarge } from './object-reader.ts';
import type { Repository } from './repository.ts';

/** Far more than any run has; a bound because a stranger may have pushed the history. */
const MAX_COMMITS = 20_000;

/** Something in the history that appending cannot have made; `commit` is where. */
export class OddHistory extends Error {
  override readonly name = 'OddHistory';
  constructor(
    message: string,
    readonly commit: string,
  ) {
    super(message);
  }
}

/** The record's commits, newest first. */
async function commitsOf(reader: ObjectReader, tip: string): Promise<string[]> {
  const commits: string[] = [];
  let next: string | undefined = tip;
  while (next !== undefined) {
    const commit = await reader.get(next);
    // A shallow or damaged copy ends here; what is there is all that can be checked.
    if (commit?.type !== 'commit') break;
    commits.push(commit.oid);
    const [parent, ...more] = parentsOf(commit.content);
    if (more.length > 0) throw new OddHistory('a merge of two records', commit.oid);
    if (commits.length >= MAX_COMMITS) throw new OddHistory(`more than ${MAX_COMMITS} commits`, commit.oid);
    next = parent;
  }
  return commits;
}

/**
 * Every commit must make `events.jsonl` longer. Together with the MAC chain of the newest file that is proof that each is an
 * append-only extension of its parent, from sizes alone: nobody without the secret can make a longer chain that leaves out
 * what a shorter one had.
 * @throws OddHistory naming the commit
 */
export async function checkOnlyGrows(objects: Repository, reader: ObjectReader, tip: string): Promise<void> {
  const commits = await commitsOf(reader, tip);
  const names = commits.map((commit) => `${commit}:events.jsonl\n`).join('');
  const args = ['cat-file', '--batch-check=%(objectsize)'];
  const sizes = (
    await objects.mustRun('check the history of the ledger', args, { stdin: Buffer.from(names) })
  ).split('\n');
  for (const [index, commit] of commits.entries()) {
    const sizeBytes = Number(sizes[index]);
    const parentBytes = index + 1 < commits.length ? Number(sizes[index + 1]) : 0;
    // NaN for "missing" compares false as well.
    if (!(sizeBytes > parentBytes)) throw new OddHistory('it takes away events that were there', commit);
  }
}

/** The commit that brought line `index` (from 0) in the form it has at `tip`. */
export async function commitThatBrought(reader: ObjectReader, tip: string, index: number): Promise<string> {
  const lineAt = async (commit: string) =>
    (await reader.get(`${commit}:events.jsonl`))?.content.toString('utf8').split('\n')[index];
  const line = await lineAt(tip);
  let brought = tip;
  for (const commit of await commitsOf(reader, tip).catch(() => [tip])) {
    if ((await lineAt(commit)) !== line) break;
    brought = commit;
  }
  return brought;
}

/** @throws Problem `corrupt-record` for a commit that holds no record */
export async function textAt(run: string, reader: ObjectReader, commit: string): Promise<string> {
  const events = await reader.get(`${commit}:events.jsonl`).catch((error: unknown) => {
    throw error instanceof ObjectTooLarge ? notARecord(run, error.message, commit) : error;
  });
  if (!events) throw notARecord(run, 'it has no events.jsonl', commit);
  return events.content.toString('utf8');
}
