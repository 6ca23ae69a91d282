/** Which log it is; those of one run are told apart by this. */
export interface LogName {
  attempt: number;
  /** `undefined`: of what comes before the cells, and `part` says of what. */
  cell: string | undefined;
  /** `data`, `setup`, `node 2`, or of a task `begun 3`; absent for the log of a cell on one machine. */
  part?: string;
}

/** What our copy is called among the evidence; `+` is in no cell's name. */
export const fileOfLog = ({ attempt, cell = '', part }: LogName): string =>
  `${cell}${part === undefined ? '' : `+${part.replace(' ', '-')}`}.${attempt}.log`;

/** @returns `undefined` for what is no copy of a log */
export function logOfFile(file: string): LogName | undefined {
  const [, cell = '', part, attempt] =
    /^([\w.-]{0,100}?)(?:\+([a-z]{1,10}(?:-\d{1,6})?))?\.(\d{1,6})\.log$/.exec(file) ?? [];
  if (attempt === undefined || (cell === '' && part === undefined)) return;
  return {
    attempt: Number(attempt),
    cell: cell === '' ? undefined : cell,
    ...(part !== undefined && { part: part.replace('-', ' ') }),
  };
}

/** In words: `main, attempt 2, node 3`. */
export const wordsOfLog = ({ attempt, cell, part }: LogName): string =>
  [cell ?? part, `attempt ${attempt}`, ...(cell !== undefined && part !== undefined ? [part] : [])].join(
    ', ',
  );

export interface WantedLogs {
  /** `setup` and `data`, too. */
  cell: string | undefined;
  attempt: number | undefined;
}

/**
 * Those that a person means: of the newest attempt that has any, its cells; before they have printed, what comes before them. Of a
 * task that was begun again the newest.
 */
export function chooseLogs<L extends LogName>(all: readonly L[], { cell, attempt }: WantedLogs): L[] {
  const named = all.filter(
    (log) =>
      (attempt === undefined || log.attempt === attempt) &&
      (cell === undefined || log.cell === cell || (log.cell === undefined && log.part === cell)),
  );
  const newest = Math.max(...named.map((log) => log.attempt));
  const ofNewest = named.filter((log) => log.attempt === newest);
  const ofCells = ofNewest.filter((log) => log.cell !== undefined);
  const chosen = ofCells.length > 0 ? ofCells : ofNewest;
  return chosen
    .filter((log) => !chosen.some((other) => other.cell === log.cell && begunOf(other) > begunOf(log)))
    .sort((a, b) => (fileOfLog(a) < fileOfLog(b) ? -1 : 1));
}

const begunOf = ({ part }: LogName): number => Number(/^begun (\d+)$/.exec(part ?? '')?.[1] ?? 0);
