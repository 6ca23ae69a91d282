import { FlatTable } from '../codec/flat-buffer.ts';
import { checkFlat } from '../codec/flat-check.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { judgeExtensions } from './arrow-extensions.ts';
import { readSchema } from './arrow-layout.ts';
import { ArrowMessages, type Block } from './arrow-messages.ts';
import { FOOTER } from './arrow-shapes.ts';
import { PageTally } from './page-tally.ts';
import { judgeRowCount, valuesNotRead } from './row-count.ts';

const MAGIC = new TextEncoder().encode('ARROW1');
/** The magic at the start is padded to 8. */
const START = 8;
const END_MARK_BYTES = 8;
/** Length of the footer (i32) and the magic once more. */
const TAIL_BYTES = 10;

export async function openArrowFile(subject: Subject): Promise<Walk> {
  const { budgets } = subject;
  const { footer, start } = await readFooter(subject);
  const blocks = [...footer.blocks(2), ...footer.blocks(3)].map(([offset = 0]) => offset);
  const second = Math.min(...blocks.slice(0, budgets.objects));
  const isInside = second > START + 8 && second <= start && second - START <= budgets.structureBytes;
  const tally = new PageTally(subject);
  const messages = new ArrowMessages(subject, tally, {
    from: START,
    to: start,
    dictionaries: footer.blocks(2).length,
    ...(isInside ? { second } : {}),
  });
  // Arrow's JavaScript keeps the schema in the footer alone, where readers take it from (apache-arrow 21.2, 2026-11-27).
  const repeated = footer.table(1);
  if (repeated !== undefined && isFirst(blocks, start))
    messages.schema = readSchema(repeated, footer.i16(0), budgets.objects, start);
  return {
    checksummed: false,
    reaches: 'L2',
    *regions() {
      yield { offset: START, length: start - START, feed: (...args) => messages.feed(...args), end() {} };
    },
    finish(complete) {
      if (!complete) return;
      if (!messages.isBetween) throw cutMessage(start);
      mustList(footer, messages, start, subject);
      settle(subject, messages, tally);
    },
  };
}

export async function openArrowStream(subject: Subject): Promise<Walk> {
  const { sizeBytes, findings } = subject;
  const tally = new PageTally(subject);
  const messages = new ArrowMessages(subject, tally, { from: 0, to: sizeBytes });
  return {
    checksummed: false,
    reaches: 'L2',
    *regions() {
      yield { offset: 0, length: sizeBytes, feed: (...args) => messages.feed(...args), end() {} };
    },
    finish(complete) {
      if (!complete) return;
      if (!messages.isBetween) throw cutMessage(sizeBytes);
      if (!messages.hasEnded) {
        const what = 'has no end mark: its writer was killed, or more should have come';
        findings.degraded('L1', 'no-end-mark', what, { offset: sizeBytes });
      }
      settle(subject, messages, tally);
    },
  };
}

/** No message lies before the first one of the footer's, or none is there at all but the end mark. */
const isFirst = (blocks: readonly number[], footerAt: number): boolean =>
  blocks.length === 0 ? footerAt - START <= END_MARK_BYTES : Math.min(...blocks) === START;

const cutMessage = (offset: number): Broken =>
  new Broken('L1', 'cut-short', 'ends in the middle of a message', { offset });

async function readFooter({
  reader,
  sizeBytes,
  budgets,
}: Subject): Promise<{ footer: FlatTable; start: number }> {
  const tail =
    sizeBytes < START + TAIL_BYTES ? undefined : await reader.read(sizeBytes - TAIL_BYTES, TAIL_BYTES);
  if (tail === undefined || !startsWith(tail, MAGIC, 4))
    throw new Broken('L1', 'cut-short', 'does not end with the magic it begins with', {
      offset: Math.max(0, sizeBytes - MAGIC.length),
      expected: 'ARROW1',
    });
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getInt32(0, true);
  const most = sizeBytes - START - TAIL_BYTES;
  if (length <= 0 || length > most)
    throw new Broken('L1', 'arrow-footer', 'the footer is not inside the file', {
      offset: sizeBytes - TAIL_BYTES,
      expected: `1 to ${most} bytes`,
      found: `${length} bytes`,
    });
  if (length > budgets.structureBytes)
    throw overBudget('structureBytes', budgets.structureBytes, length, sizeBytes - TAIL_BYTES);
  const start = sizeBytes - TAIL_BYTES - length;
  const bytes = await reader.read(start, length);
  checkFlat(bytes, FOOTER, start);
  return { footer: FlatTable.root(bytes, start), start };
}

/** Readers go by the footer, so it must name the messages that are there, and no others. */
function mustList(footer: FlatTable, messages: ArrowMessages, offset: number, { budgets }: Subject): void {
  const same = (blocks: readonly number[][], walked: readonly Block[]) => {
    const plain = (block: readonly number[]) => block.join();
    const expected = walked.map(plain).sort();
    const listed = blocks.map(plain).sort();
    return listed.length === expected.length && listed.every((block, i) => block === expected[i]);
  };
  const schema = footer.table(1);
  const known = messages.schema;
  const sameSchema =
    schema !== undefined &&
    known !== undefined &&
    JSON.stringify(readSchema(schema, footer.i16(0), budgets.objects, offset).arrays) ===
      JSON.stringify(known.arrays);
  if (!sameSchema)
    throw new Broken('L2', 'arrow-footer', 'the footer repeats another schema than the first message', {
      offset,
    });
  if (same(footer.blocks(2), messages.dictionaries) && same(footer.blocks(3), messages.batches)) return;
  throw new Broken('L2', 'arrow-footer', 'the footer does not list the messages that are there', { offset });
}

function settle(subject: Subject, messages: ArrowMessages, { unread }: PageTally): void {
  const { findings, facts, keys, sizeBytes } = subject;
  const { schema, rows, batches, dictionariesSeen } = messages;
  if (schema === undefined) throw new Broken('L2', 'arrow-message', 'has no schema', { offset: sizeBytes });
  judgeExtensions(subject, schema.extensions, 0);
  const absent = [...schema.dictionaries.keys()].filter((id) => !dictionariesSeen.has(id));
  // Only a column of nothing but nulls can do without.
  if (absent.length > 0 && rows > 0)
    findings.degraded('L2', 'dictionary-missing', 'columns refer to dictionaries that are not there', {
      found: absent.slice(0, 8).join(', '),
    });
  if (unread > 0) {
    const what =
      'some buffers are larger than may be unpacked here: that they are there was checked, and no more';
    findings.note('L2', 'buffers-not-read', what, { found: `${unread} buffers` });
  }
  facts.rows = rows;
  facts.scalars = { batches: batches.length, columns: schema.columns.length };
  for (const name of schema.columns) keys.addValue(name, name);
  judgeRowCount(subject, rows);
  valuesNotRead(subject);
}
