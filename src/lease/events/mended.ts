import { withCell } from '../fold-cell.ts';
import { type Ignored, ofRun } from './entry.ts';
import { fields, listOf, number, oneOf, optional, text } from './shape.ts';

/** What a kill had left on a disk, and what was done about it before work was begun there again. */
export const MENDED_EVENTS = [
  /** Before an attempt on the same disk. Nothing was removed: what no trainer could read was moved beside the outputs. */
  ofRun(
    'disk-mended',
    {
      lease: text,
      cell: text,
      /** That was about to start. */
      attempt: number,
      /** Whither it was moved: absolute, on the box. */
      dir: text,
      /** What was moved, the newest first, and why it does not count; none where the newest that is kept had only gone. */
      aside: listOf(fields({ name: text, why: text })),
      /** Our verified copy that is in its place now; absent where the box had it still. */
      back: optional(
        fields({
          name: text,
          step: optional(number),
          source: oneOf<'our-copy' | 'store' | 'durable-tier'>(),
        }),
      ),
      /** Files and links by which a trainer finds its newest checkpoint, that named what was moved. */
      pointers: listOf(text),
    },
    {
      isSight: true,
      apply: (run, event): Ignored =>
        withCell(run, event.cell, (cell) => {
          cell.mended = event;
        }),
      subject: ({ cell, lease, attempt }) => `mended ${cell} on ${lease} before attempt ${attempt}`,
      sentence: (event) => mendedWords(event),
    },
  ),
] as const;

/** What a person is told of it, as one sentence. */
export function mendedWords({
  cell,
  lease,
  attempt,
  dir,
  aside,
  back,
  pointers,
}: {
  cell: string;
  lease: string;
  attempt: number;
  dir: string;
  aside: readonly { name: string; why: string }[];
  back?: { name: string; step?: number } | undefined;
  pointers: readonly string[];
}): string {
  const moved = aside.map(({ name, why }) => `${name} (${why})`).join(', ');
  const copy =
    back && `our verified copy${back.step === undefined ? '' : ` of step ${back.step}`} (${back.name})`;
  return [
    `before attempt ${attempt} on ${lease}`,
    ...(moved === '' ? [] : [`${moved} of ${cell} was set aside in ${dir}`]),
    copy
      ? `${copy} ${moved === '' ? `of ${cell}, which was not there any more, ` : ''}was put back`
      : 'the newest that is kept was there still',
    ...(pointers.length > 0 ? [`${pointers.join(', ')} names it again`] : []),
  ].join('; ');
}
