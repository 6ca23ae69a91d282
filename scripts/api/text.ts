import { table } from '../../src/report/text-table.ts';
import type { Difference } from './differences.ts';

const WORDS: Record<Difference['kind'], string> = {
  'path-gone': 'the path is gone',
  'method-gone': 'the method is gone from this path',
  'field-gone': 'the field is gone',
  'no-longer-promised': 'the field is no longer promised',
  'type-changed': 'the type has changed',
  'value-unknown': 'a value that gpu-lease does not know',
  'newly-required': 'is required and not always sent',
  'not-taken': 'is sent and no longer described',
  'value-not-taken': 'a value that is sent and no longer taken',
};

interface Comparison {
  platform: string;
  /** Title and version of the description that the driver was written against, and of the one that it is compared with. */
  before: { title: string; version: string };
  now: { title: string; version: string };
  calls: number;
  /** References that lead out of the file; what stands behind them was not compared. */
  unresolved: number;
  differences: Difference[];
}

export function comparisonText({
  platform,
  before,
  now,
  calls,
  unresolved,
  differences,
}: Comparison): string {
  const versions = `${before.title} ${before.version}, now ${now.title} ${now.version}`;
  const rows = [...differences]
    .sort((a, b) => Number(b.breaks) - Number(a.breaks))
    .map(({ kind, call, where, detail, breaks }) => [
      breaks ? 'breaks' : 'look',
      call,
      where,
      WORDS[kind] + (detail === '' ? '' : `: ${detail}`),
    ]);
  const left =
    unresolved > 0
      ? `${unresolved} references lead out of the file and were not followed: bundle the description first.\n`
      : '';
  const verdict =
    rows.length === 0
      ? `Nothing that gpu-lease uses of ${platform} differs (${calls} calls).\n`
      : `${rows.length} differences in what gpu-lease uses of ${platform} (${calls} calls).\n`;
  const list = rows.length > 0 ? `${table(['effect', 'call', 'where', 'what'], rows)}\n` : '';
  return `${platform}: ${versions}\n\n${list}${left}${verdict}`;
}
