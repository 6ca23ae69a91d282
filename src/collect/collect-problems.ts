import { costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { SealObstacle } from './seal.ts';

export const strangeHere = (run: Run, cell: string, paths: readonly string[]): Problem =>
  new Problem({
    code: 'not-plain-here',
    kind: 'failed',
    what: `Something that is no plain file lies among the artifacts of cell ${cell}: ${paths.slice(0, 5).join(', ')}.`,
    next: 'Take it away, then run "gpu-lease collect" again.',
    costing: costing(run),
  });

export const hostileNames = (run: Run, cell: string, refused: readonly string[]): Problem =>
  new Problem({
    code: 'unsafe-names',
    kind: 'failed',
    what: `The box lists files of cell ${cell} that cannot be pulled safely: ${refused.slice(0, 5).join(', ')}.`,
    next: 'Rename them on the box (plain names below the output directory), then run "gpu-lease collect" again.',
    costing: costing(run),
  });

export function notPulled(
  run: Run,
  cell: string,
  bad: { path: string; outcome: string; why?: string }[],
): Problem {
  const list = bad
    .slice(0, 10)
    .map((file) => `- ${file.path}: ${file.outcome}${file.why ? `, ${file.why}` : ''}`);
  return new Problem({
    code: 'not-pulled',
    kind: 'failed',
    what: `${bad.length} file(s) of cell ${cell} could not be pulled whole:\n${list.join('\n')}`,
    next: 'The box still has them. Run "gpu-lease collect" again; it continues where this one stopped.',
    costing: costing(run),
  });
}

export const notSealable = (run: Run, obstacles: readonly SealObstacle[]): Problem =>
  new Problem({
    code: 'not-sealable',
    kind: 'failed',
    what: `The run cannot be sealed; the box is held with everything on it:\n${listOf(obstacles)}`,
    next: `Look at the files. Correct the roster for the next run, or give these up with "gpu-lease abandon ${run.id}".`,
    costing: costing(run),
  });

/** A line for each of the first. */
export const listOf = (obstacles: readonly SealObstacle[]): string =>
  obstacles
    .slice(0, 20)
    .map(({ cell, path, code, what }) => `- ${cell}/${path}: ${code}: ${what}`)
    .join('\n');

export const fitsNowhere = (
  run: Run,
  bytes: number,
  freeBytes: number,
  refusals: readonly string[],
): Problem =>
  new Problem({
    code: 'fits-nowhere',
    kind: 'refused',
    what: `The artifacts have ${bytes} bytes, this machine has ${freeBytes} free, and the box cannot send them to a store:\n${refusals.map((each) => `- ${each}`).join('\n')}`,
    next: 'The box is held with everything on it and nothing was moved. Free space here or collect on a larger runner, or give the missing key to this step, then run "gpu-lease collect" again.',
    costing: costing(run),
  });

/** @param onTier why it does not stay on the durable tier of the box */
export function noRoomHere(
  { run, store }: { run: Run; store: { root: string } },
  full: Problem,
  files: readonly { bytes: number }[],
  onTier: string,
): Problem {
  const gb = Math.ceil((files.reduce((sum, { bytes }) => sum + bytes, 0) + EVIDENCE_BYTES) / 1e9);
  return new Problem(
    {
      code: full.code,
      kind: 'failed',
      what: `${full.what} It cannot be sealed on the durable tier either: ${onTier}. The box is held with everything on it, and paid for until this is sealed.`,
      next: `Make room for ${gb} GB below ${store.root}, or pull to a larger disk with "gpu-lease collect ${run.id} --store DIR". For the next run name a store that the box can send to ("store" with "kind: s3"), or a durable directory that outlives the box.`,
      costing: costing(run),
    },
    { cause: full },
  );
}

/** Beside the files themselves. */
const EVIDENCE_BYTES = 64 * 1024 ** 2;

export const notSent = (run: Run, place: string, why: readonly string[]): Problem =>
  new Problem({
    code: 'not-sent',
    kind: 'failed',
    what: `${why.length} file(s) did not get from the box to ${place}:\n${why
      .slice(0, 10)
      .map((each) => `- ${each}`)
      .join('\n')}`,
    next: 'The box still has them. Run "gpu-lease collect" again; what arrived is not sent twice.',
    costing: costing(run),
  });

export const storeDiffers = (run: Run, place: string, list: readonly string[]): Problem =>
  new Problem({
    code: 'store-differs',
    kind: 'failed',
    what: `What lies in ${place} is not what the box has:\n${list
      .slice(0, 20)
      .map((each) => `- ${each}`)
      .join('\n')}`,
    next: 'Nothing is sealed and nothing there was touched. Remove it there and run "gpu-lease collect" again; the box still has everything.',
    costing: costing(run),
  });
