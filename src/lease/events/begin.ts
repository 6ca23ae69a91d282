import type { EventOf } from '../events.ts';
import type { Run } from '../run.ts';
import { type Ignored, ofRun } from './entry.ts';
import { keptFiles, onMachine } from './kept.ts';
import { fields, listOf, number, optional, text } from './shape.ts';

/** Where the work of a run begins, when that is not nothing. */
export const BEGIN_EVENTS = [
  /**
   * Once, before anything is rented: copies of another run's sealed checkpoint, hash-equal to its seal, are kept for each cell, and every
   * box is given them as it is given copies of our own.
   */
  ofRun(
    'begins-from',
    {
      /** The other run, its seal at that time, and what it was made from. */
      run: text,
      seal: text,
      commit: text,
      configHash: text,
      cells: listOf(
        fields({
          cell: text,
          /** Cell of the other run. */
          of: text,
          /** The checkpoint, as a person would call it. */
          name: text,
          step: optional(number),
          files: keptFiles,
        }),
      ),
      /** `digestOf` the cells above. */
      digest: text,
      in: onMachine,
    },
    {
      apply: (run, event): Ignored => begin(run, event),
      subject: (event) => `begins from ${event.run}`,
      sentence: ({ run, seal, cells, digest }) =>
        `begins from ${run}, sealed as ${seal.slice(0, 8)}: ${cells.map(({ cell, name, step }) => `${cell} from ${name}${step === undefined ? '' : ` of step ${step}`}`).join(', ')} (${digest.slice(0, 12)})`,
    },
  ),
] as const;

function begin(run: Run, event: EventOf<'begins-from'>): Ignored {
  const wanted = run.opened?.document.from;
  if (wanted !== event.run || event.run === run.id)
    return `the job begins from ${wanted === undefined ? 'nothing' : wanted}`;
  if (run.begunFrom) return 'it has a beginning already';
  if (run.leases.some(({ started }) => started !== undefined)) return 'work was begun before';
  const cells = new Map(event.cells.map((each) => [each.cell, each]));
  if (cells.size !== event.cells.length || cells.size !== run.cells.size)
    return 'not each cell has one beginning';
  const strange = event.cells.find(({ cell, files }) => !run.cells.has(cell) || files.length === 0);
  if (strange) return `no beginning for ${strange.cell}`;
  run.begunFrom = event;
  for (const [name, cell] of run.cells) {
    const { name: set = '', step, files = [] } = cells.get(name) ?? {};
    cell.sets = [{ name: set, step, metric: undefined, files }];
    cell.kept = new Map(files.map((file) => [file.path, file]));
    cell.keptIn = event.in;
    cell.verifiedStep = step;
  }
  return;
}
