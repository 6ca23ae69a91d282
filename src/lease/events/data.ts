import type { Lease, Run } from '../run.ts';
import { count } from '../traffic.ts';
import { type Ignored, ofRun } from './entry.ts';
import { fields, listOf, number, optional, text } from './shape.ts';

/** What the box fetches by itself: to what the job's words were resolved, and what then came. */
export const DATA_EVENTS = [
  /** Once, before anything is rented: every box of the run fetches these very files. */
  ofRun(
    'data-resolved',
    {
      sources: listOf(
        fields({
          from: text,
          /** Below the data directory of a box. */
          to: text,
          /** Commit of a repository of the Hub. */
          revision: optional(text),
          files: number,
          /** As far as the sources say. */
          bytes: number,
          /** Files of which nothing but the size is known beforehand. */
          unproven: number,
          /** Over paths, sizes and digests. */
          digest: text,
          /** Level to which it was verified where it lies. */
          verified: optional(text),
        }),
      ),
    },
    {
      apply(run, event): Ignored {
        if (run.data.size > 0) return 'the data were resolved before';
        for (const source of event.sources) run.data.set(source.to, { ...source, fetched: undefined });
        return;
      },
      subject: ({ sources }) => `data: ${sources.length} source${sources.length === 1 ? '' : 's'}`,
      sentence: ({ sources }) =>
        `resolved the data: ${sources.map(({ from, revision, files, bytes, verified }) => `${from}${revision === undefined ? '' : ` at ${revision.slice(0, 12)}`} (${files} files, ${bytes} bytes${verified === undefined ? '' : `, verified to ${verified}`})`).join('; ')}`,
    },
  ),

  /** All of it lies on the box, and was held against what is known of it. */
  ofRun(
    'data-fetched',
    {
      lease: text,
      sources: listOf(
        fields({
          to: text,
          files: number,
          bytes: number,
          /** Over the lines "SHA256  PATH" of its files, by path. */
          sha256: text,
        }),
      ),
    },
    {
      isSight: true,
      apply(run, { lease: name, sources, at }): Ignored {
        const strange = sources.find(({ to }) => !run.data.has(to));
        if (strange) return `no data goes to ${strange.to}`;
        for (const { to, ...fetched } of sources) noteFetched(run, to, fetched);
        const lease = run.leases.find((each) => each.name === name);
        if (lease) countFetched(run, lease, at);
        return;
      },
      subject: ({ lease }) => `the data are on ${lease}`,
      sentence: ({ lease, sources }) =>
        `the data are on ${lease}: ${sources.map(({ to, files, bytes, sha256 }) => `${to} ${files} files, ${bytes} bytes, ${sha256.slice(0, 12)}`).join('; ')}`,
    },
  ),
] as const;

/** The first counts: what a later box has is held against it before its work begins. */
function noteFetched(run: Run, to: string, fetched: { files: number; bytes: number; sha256: string }): void {
  const source = run.data.get(to);
  if (source) source.fetched ??= fetched;
}

/** Its box received them from elsewhere, which no line of ours shows. */
export function countFetched(run: Run, { traffic }: Lease, at: string): void {
  const toBoxBytes = [...run.data.values()].reduce((sum, { fetched }) => sum + (fetched?.bytes ?? 0), 0);
  if (toBoxBytes > 0) count(traffic, 'its data', { toBoxBytes, fromBoxBytes: 0 }, Date.parse(at));
}
