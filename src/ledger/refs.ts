import { Problem } from '../problem.ts';

/** One ref per run; closed runs move away so that a look costs what is open. */
export const RUNS = 'refs/gpu-lease/runs/';
export const ARCHIVE = 'refs/gpu-lease/archive/';
/** Beside them one ref for what the stray hunt has seen, and one for when the schedule last looked. */
export const STRAY_NOTES = 'refs/gpu-lease/strays';
export const TICK_NOTES = 'refs/gpu-lease/ticks';

export const runRef = (run: string): string => `${RUNS}${checkedRun(run)}`;
export const archiveRef = (run: string, year: number): string =>
  `${ARCHIVE}${checkedYear(year)}/${checkedRun(run)}`;
/** For `for-each-ref` and `ls-remote`, which take patterns. */
export const archivePattern = (run: string): string => `${ARCHIVE}*/${checkedRun(run)}`;

export interface RunRef {
  ref: string;
  run: string;
  archived: boolean;
  oid: string;
}

/** What `for-each-ref` and `ls-remote` print: oid, white space, name. Refs that are not ours are left out. */
export function parseRefs(text: string): RunRef[] {
  return text.split('\n').flatMap((line) => {
    const [, oid, ref] = /^([0-9a-f]{40,64})\s(\S+)$/.exec(line) ?? [];
    if (oid === undefined || ref === undefined) return [];
    const [, open, closed] = /^refs\/gpu-lease\/(?:runs\/([^/]+)|archive\/\d{4}\/([^/]+))$/.exec(ref) ?? [];
    const run = open ?? closed;
    return run === undefined || !RUN.test(run) ? [] : [{ ref, run, archived: open === undefined, oid }];
  });
}

/** What git allows in one part of a ref, less what a shell or a file system may read differently. */
const RUN = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._-]{0,119}(?<!\.)$/;

/** @throws Problem `bad-run-name` */
export function checkedRun(run: string): string {
  if (RUN.test(run)) return run;
  throw new Problem({
    code: 'bad-run-name',
    kind: 'usage',
    what: `${JSON.stringify(run.slice(0, 140))} cannot be the name of a run.`,
    next: 'Use letters, digits, ".", "_" and "-", starting with a letter or digit, at most 120 characters; `gpu-lease status` lists the runs there are.',
  });
}

function checkedYear(year: number): number {
  if (Number.isInteger(year) && year >= 2000 && year <= 9999) return year;
  throw new RangeError(`not a year: ${year}`);
}

/** A remote that cannot do two refs at once may have been left with both; the open one counts. */
export function onePerRun(refs: readonly RunRef[]): RunRef[] {
  const open = new Set(refs.filter((ref) => !ref.archived).map((ref) => ref.run));
  return refs.filter((ref) => !ref.archived || !open.has(ref.run));
}
