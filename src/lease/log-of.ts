import type { Run } from './run.ts';

/** Where a person reads what a cell printed, as a part of a sentence. Of a cell that ended it is that of the attempt it ended in. */
export function logOf({ id, leases, cells }: Pick<Run, 'id' | 'leases' | 'cells'>, cell: string): string {
  if (!leases.some(({ started }) => started !== undefined)) return 'its log';
  const attempt = cells.get(cell)?.ended?.attempt;
  const words = [
    `gpu-lease log ${id}`,
    ...(cells.size > 1 ? [`--cell ${cell}`] : []),
    ...(attempt === undefined ? [] : [`--attempt ${attempt}`]),
  ];
  return `its log ("${words.join(' ')}")`;
}
