interface CellFacts {
  cell: string;
  state: string;
  loss: number | null;
  metric: number | null;
}

/** Of a sweep, what the best is told by. */
interface Judged<Cell> {
  /** Of `metrics.best`; `null`: the job names none. */
  metric: { key: string; direction: 'min' | 'max' } | null;
  cells: readonly Cell[];
}

/** Which cell of a sweep is the best, and by what. */
interface BestCell<Cell> {
  cell: Cell;
  value: number;
  /** `val_loss 0.21, the lowest`. */
  words: string;
}

/**
 * By the metric that the job says decides, each cell at its best; where it names none, the lowest of the last losses. Of one cell alone
 * nothing is said, nor of one that died.
 */
export function bestCell<Cell extends CellFacts>({
  metric,
  cells,
}: Judged<Cell>): BestCell<Cell> | undefined {
  const known = cells.flatMap((cell) => {
    const value = metric ? cell.metric : cell.loss;
    return value === null || cell.state === 'dead' ? [] : [{ cell, value }];
  });
  const [first, ...others] = known;
  if (!first || others.length === 0) return;
  const isMax = metric?.direction === 'max';
  const best = others.reduce((so, each) => (isBetter(each.value, so.value, isMax) ? each : so), first);
  const words = metric
    ? `${metric.key} ${brief(best.value)}, the ${isMax ? 'highest' : 'lowest'}`
    : `loss ${brief(best.value)}`;
  return { ...best, words };
}

const isBetter = (one: number, other: number, isMax: boolean): boolean => (isMax ? one > other : one < other);

/** What is not known comes last. */
export const bestFirst = <T extends CellFacts>(
  { metric }: Pick<Judged<T>, 'metric'>,
  cells: readonly T[],
): T[] => {
  const rank = ({ metric: value, loss }: T): number =>
    metric ? (value === null ? Infinity : metric.direction === 'max' ? -value : value) : (loss ?? Infinity);
  return [...cells].sort((a, b) => compared(rank(a), rank(b)));
};

const compared = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

export const brief = (value: number): string => String(Number(value.toPrecision(4)));
