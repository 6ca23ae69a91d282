import { quoted } from '../secret/shape.ts';
import { candidateOf } from './assemble.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import { QUEUES } from './queue-rules.ts';

/** The cells as tasks of one submission to a queue: what contradicts that is refused before anything is asked of one. */
export function* atOnceRules({
  parts: { sweep, candidates },
  cells,
  known: { platforms, queues = QUEUES },
}: Context): Generator<Finding> {
  const atOnce = sweep?.['at-once'];
  if (atOnce === undefined) return;
  const path = ['sweep', 'at-once'];
  if (sweep?.boxes !== undefined)
    yield stop(
      'boxes-and-at-once',
      path,
      `\`boxes: ${sweep.boxes}\` divides the cells into runs with a box each, and \`at-once: ${atOnce}\` keeps them in one submission to a queue.`,
      'Keep `at-once` for a queue, or `boxes` for boxes that are rented.',
    );
  const [rented] = (candidates ?? [])
    .map((typed) => candidateOf(typed).platform)
    .filter((platform) => platforms.has(platform) && !queues.has(platform));
  if (rented !== undefined)
    yield stop(
      'at-once-on-a-box',
      path,
      `\`at-once\` runs cells side by side from one submission to a queue, and ${quoted(rented)} is none: there cells run one after another.`,
      'Remove `at-once` and divide the sweep by `boxes`, or name queues alone as candidates.',
    );
  if (atOnce > cells.length)
    yield warn(
      'at-once-of-fewer',
      path,
      `\`at-once: ${atOnce}\` is more than the ${cells.length} cells of this job.`,
      'Nothing has to be done: all of them may run at once.',
    );
}
