import { sourcesOf } from '../../metrics/rule.ts';
import type { EventOf } from '../events.ts';
import { fallBackTo, withCell } from '../fold-cell.ts';
import { mayDrop } from '../kept.ts';
import { takeOnTier } from '../on-tier.ts';
import { type Retention, retained } from '../retained.ts';
import type { Cell, Run } from '../run.ts';
import { type Ignored, ofRun } from './entry.ts';
import { either, type Fields, fields, listOf, number, oneOf, optional, text } from './shape.ts';

export const keptFiles = listOf(
  fields({ path: text, bytes: number, sha256: text, verdict: oneOf<'pass' | 'pass-degraded'>() }),
);

/** A directory of a machine of ours. */
export const onMachine = fields({ machine: text, dir: text });

/** What had no room with us. Nothing of it was ever on a machine of ours, and it was read there by ranges. */
const farAway = either(
  /** In a store, whither the box sent it: `mark` as of `kept-stored`. */
  fields({ store: text, place: text, mark: text }),
  /** On the durable tier of a platform: an absolute directory of any box that has it mounted. */
  fields({ durable: text, platform: text }),
);

/** A place in a store, and what was found there when it was read back. */
export const inStore = {
  store: oneOf<'workflow-artifact' | 'release-asset' | 's3' | 'hugging-face'>(),
  /** What the store's own interface finds it by: an artifact's id, `s3://bucket/prefix`. */
  id: text,
  /** By a name or an address that a person can use. */
  place: text,
  /** `sha256:<hex>` of the whole as the store has it, or of the list of its objects' digests. */
  digest: text,
  bytes: number,
  files: number,
  /** When the store throws it away by itself. */
  keptUntil: optional(text),
} satisfies Fields;

/** Copies that were verified while the run works. */
export const KEPT_EVENTS = [
  /**
   * What was copied while the job runs, hash-equal to the box's and loaded: one whole checkpoint, and what is kept beside it.
   * Pulled to a machine of ours, or where that has no room for it, in a store or on the durable tier.
   */
  ofRun(
    'kept',
    {
      lease: text,
      cell: text,
      files: keptFiles,
      /** The newest checkpoint's step, where the files include one. */
      step: optional(number),
      /** All files but those that `beside` lists are one checkpoint of this name. Absent before checkpoints were sets. */
      set: optional(
        fields({
          name: text,
          beside: listOf(text),
          /** The metric that decides on the best, at the checkpoint's step. */
          metric: optional(number),
        }),
      ),
      /** Where the copies lie. Absent before it was written. */
      in: optional(either(onMachine, farAway)),
    },
    {
      isSight: true,
      apply: (run, event): Ignored => keep(run, event),
      subject: ({ files, cell, step }) =>
        `kept ${files.length} file${files.length === 1 ? '' : 's'} of ${cell}${step === undefined ? '' : ` at step ${step}`}`,
      sentence: (event) =>
        `kept ${event.files.length} file(s) of ${event.cell}${event.step === undefined ? '' : `, step ${event.step}`}, loaded`,
    },
  ),

  /** The newest checkpoint lies on its box alone: it has no room with us, and no other place takes it. Until a copy is `kept`. */
  ofRun(
    'not-kept',
    {
      lease: text,
      cell: text,
      bytes: number,
      /** On the disk of the machine that looked. */
      freeBytes: number,
      /** Each other place that there is or might be, and why it has no copy. */
      why: listOf(text),
    },
    {
      isSight: true,
      apply: (run, { lease, cell, bytes, freeBytes, why, at }): Ignored =>
        withCell(run, cell, (known) => {
          known.unkept = { lease, at, bytes, freeBytes, why };
        }),
      subject: ({ cell, bytes }) => `no copy of ${cell}'s newest checkpoint (${bytes} bytes)`,
      sentence: ({ cell, bytes, freeBytes, why }) =>
        `the newest checkpoint of ${cell} (${bytes} bytes) is kept nowhere: ${freeBytes} bytes are free on this side${why.map((each) => `; ${each}`).join('')}`,
    },
  ),

  /** What a box said of the copies that it makes on its durable tier by itself. Nobody here has read them. */
  ofRun(
    'on-tier',
    {
      lease: text,
      cell: text,
      /** The newest whole one; `id` is `<seconds since the epoch>-<attempt>` by the box's clock. */
      copy: optional(fields({ id: text, name: text, files: number, bytes: number })),
      /** Why there is no newer one. */
      failure: optional(oneOf<'no-room' | 'not-there' | 'copy-failed' | 'differs'>()),
    },
    {
      isSight: true,
      apply: (run, event): Ignored => withCell(run, event.cell, (known) => takeOnTier(known, event)),
      subject: ({ cell, copy, failure }) =>
        `${cell} ${failure ? `does not get to the durable tier (${failure})` : `has ${copy?.name ?? 'nothing'} on the durable tier`}`,
      sentence: ({ cell, lease, copy, failure }) =>
        `${lease} has ${copy ? `${copy.name} of ${cell} (${copy.files} files, ${copy.bytes} bytes)` : `no copy of ${cell}`} on its durable tier${failure ? `; a newer one does not get there (${failure})` : ''}`,
    },
  ),

  /** Verified copies of some cells lie in a store that outlives this machine, and were read back from there, equal byte for byte. */
  ofRun(
    'kept-stored',
    {
      /** SHA-256 over the cells and their files: what the store has them under. */
      mark: text,
      cells: listOf(fields({ cell: text, step: optional(number), copies: keptFiles })),
      ...inStore,
    },
    {
      apply: (run, event): Ignored => storeKept(run, event),
      subject: ({ cells, store }) =>
        `stored kept copies of ${cells.length} cell${cells.length === 1 ? '' : 's'} as ${store}`,
      sentence: (event) =>
        `stored the newest copies of ${event.cells.map(({ cell, step }) => `${cell}${step === undefined ? '' : ` (step ${step})`}`).join(', ')} in ${event.place}: ${event.files} files, ${event.bytes} bytes, read back and equal`,
    },
  ),

  /** Copies that nothing needs any more were removed from their store. */
  ofRun(
    'kept-dropped',
    { mark: text },
    {
      apply(run, event): Ignored {
        if (!mayDrop(run, event.mark)) return 'these copies are needed';
        run.keptSets.delete(event.mark);
        return;
      },
      subject: (event) => `removed kept copies ${event.mark.slice(0, 8)} from their store`,
      sentence: (event) =>
        `removed the copies ${event.mark.slice(0, 8)} from their store; newer ones are there`,
    },
  ),

  /** A person said to go on without the newest copies, which lie where nobody gets at them: from what a store has, else from nothing. */
  ofRun(
    'kept-lost',
    { cell: text, person: text },
    {
      apply: (run, event): Ignored =>
        withCell(run, event.cell, (cell) => {
          fallBackTo(cell, cell.stored?.step);
        }),
      subject: (event) => `goes on without the newest copies of ${event.cell}`,
      sentence: (event) => `${event.person} said to go on without the newest copies of ${event.cell}`,
    },
  ),
] as const;

function keep(run: Run, event: EventOf<'kept'>): Ignored {
  return withCell(run, event.cell, (cell) => {
    if (event.set) takeSet(run, cell, event);
    // An older program pulled a newer checkpoint, and does not say what of it belongs together.
    else if (event.step !== undefined) cell.sets = [];
    for (const file of event.files) {
      cell.kept.set(file.path, file);
      if (cell.ended) cell.keptAtEnd.add(file.path);
      else cell.keptAtEnd.delete(file.path);
    }
    cell.keptIn = event.in;
    cell.unkept = undefined;
    if (event.step === undefined) return;
    if (event.step > (cell.verifiedStep ?? -1)) for (const lease of run.leases) lease.begunInVain = 0;
    cell.verifiedStep = event.step;
  });
}

/** From here on the cell goes on from this set and from no file of another. */
function takeSet(run: Run, cell: Cell, { set, step, files }: EventOf<'kept'>): void {
  const isBeside = new Set(set?.beside);
  const own = files.filter(({ path }) => !isBeside.has(path));
  for (const file of files) if (isBeside.has(file.path)) cell.beside.set(file.path, file);
  for (const { path } of own) cell.beside.delete(path);
  const newest = { name: set?.name ?? '', step, metric: set?.metric, files: own };
  // Sets of later steps are of a line of work that was given up: its newest copies were lost, and it went back.
  const before = cell.sets.filter((each) => !isLater(each.step, step));
  cell.sets = retained([...before, newest], retentionOf(run));
  const all = [...cell.beside.values(), ...cell.sets.flatMap((each) => each.files)];
  cell.kept = new Map(all.map((file) => [file.path, file]));
}

const isLater = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one >= other;

const retentionOf = ({ opened }: Run): Retention => ({
  retain: opened?.document.checkpoint?.retain,
  direction: opened && sourcesOf(opened.document).find(({ best }) => best)?.best?.direction,
});

function storeKept(run: Run, event: EventOf<'kept-stored'>): Ignored {
  const unknown = event.cells.find(({ cell }) => !run.cells.has(cell));
  if (unknown) return `no cell ${unknown.cell}`;
  run.keptSets.set(event.mark, event);
  for (const { cell, copies, step } of event.cells)
    withCell(run, cell, (known) => {
      known.stored = { mark: event.mark, step, copies: new Map(copies.map((file) => [file.path, file])) };
    });
  return;
}
