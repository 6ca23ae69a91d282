import { Broken, overBudget } from '../contract/findings.ts';
import type { Format, Probe, Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { FlatTable } from './flat-buffer.ts';
import { judgeRowCount, valuesNotRead } from './row-count.ts';
import { zeros } from './structure-region.ts';

const MAGIC = new TextEncoder().encode('FEA1');
const START = 8;
/** Length of the footer (u32) and the magic once more. */
const TAIL_BYTES = 8;

/** Bits of one element by the number of its type, from the format's feather.fbs; 0 where lengths vary. */
const BITS = [1, 8, 16, 32, 64, 8, 16, 32, 64, 32, 64, 0, 0, 0, 64, 32, 64, 0, 0];
const [UTF8, LARGE_BINARY] = [11, 18];

/** Feather version 1: arrays one after another, and a FlatBuffer at the end that says where. */
export const featherV1: Format = {
  name: 'feather-v1',
  proves: 'both magics; every array inside the file, apart, as long as its elements need. Not the values',
  checksum: 'none',

  recognises: ({ head }: Probe) => startsWith(head, MAGIC),

  async open(subject: Subject): Promise<Walk> {
    const { table, start } = await readTable(subject);
    const rows = table.i64(1);
    const columns = table.tables(2);
    if (columns.length > subject.budgets.objects)
      throw overBudget('objects', subject.budgets.objects, columns.length, start);
    const arrays = columns.flatMap((column) => arraysOf(column, rows));
    const gaps = mustTile(arrays, start);
    subject.facts.rows = rows;
    for (const { name, isColumn } of arrays) if (isColumn) subject.keys.addValue(name, name);
    return {
      checksummed: false,
      reaches: 'L2',
      *regions() {
        for (const { from, to } of gaps)
          yield zeros(from, to - from, (offset) => {
            throw new Broken('L1', 'feather-gap', 'has content that belongs to no column', { offset });
          });
      },
      finish() {
        judgeRowCount(subject, rows);
        valuesNotRead(subject);
      },
    };
  },
};

async function readTable({
  reader,
  sizeBytes,
  budgets,
}: Subject): Promise<{ table: FlatTable; start: number }> {
  const tail =
    sizeBytes < START + TAIL_BYTES ? undefined : await reader.read(sizeBytes - TAIL_BYTES, TAIL_BYTES);
  if (tail === undefined || !startsWith(tail, MAGIC, 4))
    throw new Broken('L1', 'cut-short', 'does not end with the magic it begins with', {
      offset: Math.max(0, sizeBytes - MAGIC.length),
      expected: 'FEA1',
    });
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getUint32(0, true);
  if (length > sizeBytes - START - TAIL_BYTES)
    throw new Broken('L1', 'feather-footer', 'the footer is longer than the file', {
      offset: sizeBytes - TAIL_BYTES,
      found: `${length} bytes`,
    });
  if (length > budgets.structureBytes)
    throw overBudget('structureBytes', budgets.structureBytes, length, sizeBytes - TAIL_BYTES);
  const start = sizeBytes - TAIL_BYTES - length;
  const table = FlatTable.root(await reader.read(start, length), start);
  if (!(table.i64(1) >= 0))
    throw new Broken('L2', 'feather-footer', 'gives no proper number of rows', { offset: start });
  return { table, start };
}

interface PlacedArray {
  name: string;
  isColumn: boolean;
  from: number;
  bytes: number;
}

/** The column's values, and the levels of a category, which lie in an array of their own. */
function arraysOf(column: FlatTable, rows: number): PlacedArray[] {
  const name = column.text(0);
  const values = column.table(1);
  if (values === undefined)
    throw new Broken('L2', 'feather-column', `column ${JSON.stringify(name)} has no values`);
  const placed = { ...arrayOf(values, name, rows), isColumn: true };
  const levels = column.u8(2) === 1 ? column.table(3)?.table(0) : undefined;
  return levels === undefined
    ? [placed]
    : [placed, { ...arrayOf(levels, name, levels.i64(3)), isColumn: false }];
}

function arrayOf(array: FlatTable, name: string, rows: number): Omit<PlacedArray, 'isColumn'> {
  const [from, length, nulls, bytes] = [array.i64(2), array.i64(3), array.i64(4), array.i64(5)];
  const type = array.u8(0);
  const bits = BITS[type];
  const padded = (count: number) => Math.ceil(count / 8) * 8;
  const offsets = type >= UTF8 && type <= LARGE_BINARY && bits === 0 ? 4 * (length + 1) : 0;
  const least =
    (nulls > 0 ? padded(Math.ceil(length / 8)) : 0) + (bits === 0 ? offsets : ((bits ?? 0) * length) / 8);
  const fits = from >= START && length === rows && nulls >= 0 && nulls <= length && bytes >= Math.ceil(least);
  if (fits && bits !== undefined) return { name, from, bytes };
  throw new Broken('L2', 'feather-column', `column ${JSON.stringify(name)} contradicts itself`, {
    expected: `${rows} rows in at least ${Math.ceil(least)} bytes`,
    found: `${length} rows in ${bytes} bytes`,
  });
}

/** @returns the stretches between arrays, which alignment leaves */
function mustTile(arrays: readonly PlacedArray[], end: number): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = [];
  let at = START;
  for (const { name, from, bytes } of [...arrays].sort((a, b) => a.from - b.from)) {
    if (from < at || from + bytes > end)
      throw new Broken('L2', 'feather-column', `column ${JSON.stringify(name)} overlaps or leaves the file`, {
        offset: from,
      });
    if (from > at) gaps.push({ from: at, to: from });
    at = from + bytes;
  }
  if (end > at) gaps.push({ from: at, to: end });
  return gaps;
}
