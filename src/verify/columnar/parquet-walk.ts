import { readyZstd } from '../codec/zstd.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { startsWith } from '../read/sniff.ts';
import { judgeExtensions } from './arrow-extensions.ts';
import { PageTally } from './page-tally.ts';
import { canUnpack } from './parquet-codec.ts';
import { CODECS, type ParquetFooter, parseFooter } from './parquet-footer.ts';
import { parquetRegions } from './parquet-layout.ts';
import { judgeRowCount, valuesNotRead } from './row-count.ts';

const PLAIN = new TextEncoder().encode('PAR1');
const ENCRYPTED = new TextEncoder().encode('PARE');
const MAGIC_BYTES = 4;
/** Length of the footer and the magic once more. */
const TAIL_BYTES = 8;

export async function openParquet(subject: Subject): Promise<Walk> {
  const { start, footer } = await readFooter(subject);
  enterFacts(subject, footer);
  judgeExtensions(subject, footer.extensions, start);
  const tally = new PageTally(subject);
  if (footer.chunks.some(({ codec }) => CODECS[codec] === 'zstd')) await readyZstd();
  const regions = await parquetRegions(subject, footer, { from: MAGIC_BYTES, to: start }, tally);
  return {
    checksummed: false,
    reaches: 'L2',
    regions: () => regions,
    finish(complete) {
      if (complete) settle(subject, footer, tally);
    },
  };
}

async function readFooter({
  reader,
  sizeBytes,
  head,
  budgets,
}: Subject): Promise<{ start: number; footer: ParquetFooter }> {
  const magic = startsWith(head, ENCRYPTED) ? ENCRYPTED : PLAIN;
  if (sizeBytes < MAGIC_BYTES + TAIL_BYTES) throw cut(sizeBytes, magic);
  const tail = await reader.read(sizeBytes - TAIL_BYTES, TAIL_BYTES);
  if (!startsWith(tail, magic, 4)) throw cut(sizeBytes, magic);
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getUint32(0, true);
  if (length > sizeBytes - MAGIC_BYTES - TAIL_BYTES) {
    throw new Broken('L1', 'parquet-footer', 'the footer is longer than the file', {
      offset: sizeBytes - TAIL_BYTES,
      expected: `at most ${sizeBytes - MAGIC_BYTES - TAIL_BYTES} bytes`,
      found: `${length} bytes`,
    });
  }
  if (magic === ENCRYPTED) {
    const what = 'has an encrypted footer, which only its key opens: neither columns nor rows can be read';
    throw new Unsettled('L1', 'encrypted', what, { offset: sizeBytes - TAIL_BYTES - length });
  }
  if (length > budgets.structureBytes)
    throw overBudget('structureBytes', budgets.structureBytes, length, sizeBytes - TAIL_BYTES);
  const start = sizeBytes - TAIL_BYTES - length;
  return { start, footer: parseFooter(await reader.read(start, length), start, budgets) };
}

const cut = (sizeBytes: number, magic: Uint8Array): Broken =>
  new Broken('L1', 'cut-short', 'does not end with the magic it begins with', {
    offset: Math.max(0, sizeBytes - MAGIC_BYTES),
    expected: Buffer.from(magic).toString('latin1'),
  });

function enterFacts({ keys, facts }: Subject, footer: ParquetFooter): void {
  const { rows, rowGroups, leaves, chunks, createdBy, metadataKeys } = footer;
  facts.rows = rows;
  for (const { path } of leaves) keys.addValue(path, path.split('.', 1)[0] ?? path);
  for (const name of metadataKeys) keys.addValue(name, name);
  const codecs = [...new Set(chunks.map(({ codec }) => CODECS[codec] ?? ''))].sort().join(', ');
  facts.scalars = { rowGroups, columns: leaves.length };
  if (codecs !== '') facts.scalars['codecs'] = codecs;
  if (createdBy !== undefined) facts.scalars['createdBy'] = createdBy.slice(0, 200);
}

function settle(subject: Subject, footer: ParquetFooter, { pages, unguarded, unread }: PageTally): void {
  const { findings } = subject;
  for (const doubt of footer.doubts) findings.degraded('L2', 'parquet-schema', doubt);
  if (footer.elsewhere > 0) {
    const what = 'lists columns that lie in other files, which were not held against it';
    findings.degraded('L2', 'parquet-elsewhere', what, { found: `${footer.elsewhere} column chunks` });
  }
  if (pages > 0 && unguarded < pages) {
    const what = 'pages are under a CRC-32; the footer and the page headers are not';
    findings.note('L1', 'page-checksums', what, { found: `${pages - unguarded} of ${pages} pages` });
  }
  if (footer.chunks.some(({ codec }) => !canUnpack(codec))) {
    const what = 'has pages packed by LZO, which were walked but not read';
    findings.degraded('L2', 'codec-not-read', what, { found: `${unread} of ${pages} pages` });
  } else if (unread > 0) {
    const what = 'has pages that were walked but not read: they are larger, or more, than is read';
    findings.note('L2', 'pages-not-read', what, { found: `${unread} of ${pages} pages` });
  }
  judgeRowCount(subject, footer.rows);
  valuesNotRead(subject);
}
