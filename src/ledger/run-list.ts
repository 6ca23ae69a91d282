import { Problem } from '../problem.ts';
import type { RunRecord, RunSummary } from './ledger.ts';
import type { RefStore } from './ref-store.ts';
import { onePerRun, type RunRef } from './refs.ts';
import { newestFirst, readRunJson } from './run-json.ts';

/** The summaries of all runs: nothing else of a record is read for them. */
export async function listRuns(store: RefStore, archived: boolean): Promise<RunSummary[]> {
  const refs = onePerRun(await store.refs(archived));
  if (refs.length === 0) return [];
  const found = await summaries(store, refs);
  const absent = refs.filter((_, index) => found[index] === null);
  if (absent.length > 0) {
    await store.bringAll(archived);
    const later = await summaries(store, absent);
    for (const [index, ref] of absent.entries()) found[refs.indexOf(ref)] = later[index] ?? null;
  }
  return newestFirst(refs.map((ref, index) => readRunJson(found[index] ?? null, ref.run, ref.archived)));
}

const summaries = ({ objects }: RefStore, refs: readonly RunRef[]): Promise<(string | null)[]> =>
  objects.reading(async (reader) => {
    const found = await reader.getAll(refs.map(({ oid }) => `${oid}:run.json`));
    return found.map((object) => object?.content.toString('utf8') ?? null);
  });

/**
 * A list is older than what another process of this machine may have written since, and remembers: whatever is behind that is asked
 * for by name.
 */
export async function askedAgain(
  records: Map<string, RunRecord | Problem>,
  read: (run: string) => Promise<RunRecord>,
): Promise<Map<string, RunRecord | Problem>> {
  for (const [run, record] of records) {
    if (!(record instanceof Problem) || record.code !== 'history-rewritten') continue;
    const again = await read(run).catch((error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    });
    records.set(run, again);
  }
  return records;
}
