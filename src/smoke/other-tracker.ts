import { formatByName, type MetricsFormat } from '../metrics/rule.ts';

/** What loggers that choose for themselves leave: events where TensorBoard is installed, else a table. */
const LOGGED: readonly { format: MetricsFormat; name: RegExp; glob: string }[] = [
  { format: 'tensorboard', name: /(^|\/)events\.out\.tfevents\.[^/]+$/, glob: '**/events.out.tfevents.*' },
  { format: 'csv', name: /(^|\/)metrics\.csv$/, glob: '**/metrics.csv' },
];

/**
 * Where the metrics are that were looked for under the other of the two names.
 *
 * @param glob as the job has it
 * @param left files that no rule names
 */
export function otherTracker(
  glob: string,
  left: readonly string[],
): { format: MetricsFormat; glob: string; files: string[] } | undefined {
  const looked = formatByName(glob);
  if (!LOGGED.some(({ format }) => format === looked)) return undefined;
  for (const { format, name, glob: other } of LOGGED) {
    const files = format === looked ? [] : left.filter((path) => name.test(path));
    if (files.length > 0) return { format, glob: other, files };
  }
  return undefined;
}
