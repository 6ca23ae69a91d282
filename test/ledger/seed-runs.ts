import { execFileSync } from 'node:child_process';
import type { NewEvent } from '../../src/lease/events.ts';
import { noLines, writeLines } from '../../src/ledger/event-lines.ts';
import { commitOf, gitObject, packOf, treeOf } from '../../src/ledger/git-objects.ts';
import { runJson } from '../../src/ledger/run-json.ts';
import { macKey } from '../../src/secret/keys.ts';
import { intended, opened, rented, summaryOf } from './sample-run.ts';

/**
 * Many open runs at once: one pack and one transaction instead of an append each.
 *
 * @param eventsOf what has happened to each; default: a box was rented
 * @param secret with which the records are signed
 */
export async function seedRuns(
  bareDir: string,
  count: number,
  eventsOf: (run: string) => NewEvent[] = (run) => [opened(), intended(`${run}-1`), rented(`${run}-1`)],
  secret?: string,
): Promise<void> {
  const runs = Array.from({ length: count }, (_, n) => `run-${n}`);
  const made = runs.map((run) => {
    const key = secret === undefined ? undefined : macKey(secret, run);
    const lines = writeLines(noLines, eventsOf(run), `nonce of ${run}`, key);
    const events = gitObject('blob', lines.text, 'sha1');
    const summary = gitObject('blob', runJson(summaryOf(run)), 'sha1');
    const tree = treeOf({ 'events.jsonl': events, 'run.json': summary }, 'sha1');
    const commit = commitOf({ tree: tree.oid, parent: null, message: 'seeded\n', at: new Date(0) }, 'sha1');
    return { ref: `refs/gpu-lease/runs/${run}`, commit, objects: [events, summary, tree, commit] };
  });
  const unique = new Map(made.flatMap(({ objects }) => objects).map((object) => [object.oid, object]));
  const git = (args: string[], input: Buffer | string) =>
    execFileSync('git', ['-C', bareDir, ...args], { input });
  git(['unpack-objects', '-q'], packOf([...unique.values()], 'sha1'));
  git(['update-ref', '--stdin'], made.map(({ ref, commit }) => `create ${ref} ${commit.oid}\n`).join(''));
}
