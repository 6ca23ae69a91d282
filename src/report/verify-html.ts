import type { TensorRow } from '../verify/contract/tensor-table.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import { countsOf, type ToldVerdicts } from '../verify/contract/verdicts.ts';
import { htmlPage, section, tileList, VERDICT_TONE } from './html-page.ts';
import { htmlText as text } from './html-text.ts';
import { formatBytes } from './progress-bar.ts';
import { worstFirst, worstOf } from './verify-document.ts';

/** A browser opens such a page at once; `--json` and `--explain` have the rest. */
const MAX_ROWS = { files: 2000, reasons: 3000, tensors: 5000 };

/** What a page says of files and sets: verdicts, reasons, tensors. The same verdicts give the same bytes. */
export function verifyHtml({ sets, ...told }: ToldVerdicts): string {
  const files = [...told.files];
  const verdicts = { files, sets };
  const worst = worstOf(verdicts);
  return htmlPage(
    `${worst}: ${files.length} files`,
    [
      `<header><h1>Artifacts</h1><p class="state ${toneOf(worst)}">${text(worst)}</p></header>`,
      tiles(verdicts),
      table('Sets', sets),
      table('Files', worstFirst({ files, sets: [] })),
      reasons(worstFirst(verdicts)),
      tensors([
        ...sets,
        ...files.filter((file) => file.partOf === undefined || !hasTable(sets, file.partOf)),
      ]),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  );
}

const toneOf = (verdict: string): string => VERDICT_TONE[verdict] ?? 'bad';

const hasTable = (sets: readonly FileVerdict[], label: string): boolean =>
  sets.some((set) => set.label === label && (set.table?.length ?? 0) > 0);

function tiles({ files, sets }: { files: readonly FileVerdict[]; sets: readonly FileVerdict[] }): string {
  const { of: counts } = countsOf(files);
  return tileList([
    ['pass', String(counts.pass)],
    ['pass-degraded', String(counts['pass-degraded'])],
    ['inconclusive', String(counts.inconclusive)],
    ['fail', String(counts.fail)],
    ['sets', String(sets.length)],
    ['bytes', formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0))],
    ['tensors', String(files.reduce((sum, each) => sum + (each.tensors?.count ?? 0), 0))],
    ['verifier', `version ${files[0]?.verifierVersion ?? sets[0]?.verifierVersion ?? ''}`],
  ]);
}

function table(title: string, verdicts: readonly FileVerdict[]): string {
  const shown = verdicts.slice(0, MAX_ROWS.files);
  return section({
    title,
    columns: [
      { title: 'verdict', class: 'short' },
      { title: 'level' },
      { title: title === 'Sets' ? 'set' : 'file', class: 'mono' },
      { title: 'format' },
      { title: 'role', class: 'short' },
      { title: 'tensors', class: 'number' },
      { title: 'size', class: 'number' },
      { title: 'sha256', class: 'mono' },
    ],
    rows: shown.map((each) => [
      { word: each.verdict, tone: toneOf(each.verdict) },
      each.level,
      each.label,
      each.format,
      each.role,
      each.tensors === undefined ? '' : String(each.tensors.count),
      formatBytes(each.bytes),
      each.sha256 ?? '',
    ]),
    left: verdicts.length - shown.length,
    where: 'are in the result of --json.',
  });
}

const SEVERITY_TONE: Readonly<Record<string, string>> = { degraded: 'warn', note: 'good' };

function reasons(verdicts: readonly FileVerdict[]): string {
  const all = verdicts.flatMap((verdict) => verdict.reasons.map((reason) => ({ verdict, reason })));
  const shown = all.slice(0, MAX_ROWS.reasons);
  const leftOut = verdicts.reduce((sum, { reasonsLeftOut }) => sum + reasonsLeftOut, 0);
  return section({
    title: 'Reasons',
    columns: [
      { title: 'severity', class: 'short' },
      { title: 'level' },
      { title: 'file', class: 'mono' },
      { title: 'code', class: 'mono' },
      { title: 'what' },
      { title: 'byte', class: 'number' },
      { title: 'expected' },
      { title: 'found' },
    ],
    rows: shown.map(({ verdict, reason }) => [
      { word: reason.severity, tone: SEVERITY_TONE[reason.severity] ?? 'bad' },
      reason.level,
      reason.file ?? verdict.label,
      reason.code,
      reason.what,
      reason.offset === undefined ? '' : String(reason.offset),
      reason.expected ?? '',
      reason.found ?? '',
    ]),
    left: all.length - shown.length + leftOut,
    where: 'are not shown.',
  });
}

function tensors(verdicts: readonly FileVerdict[]): string {
  const all = verdicts.flatMap(({ label, table: rows = [] }) => rows.map((row) => ({ label, row })));
  const shown = all.slice(0, MAX_ROWS.tensors);
  return section({
    title: 'Tensors',
    columns: [
      { title: 'file', class: 'mono' },
      { title: 'tensor', class: 'mono' },
      { title: 'type', class: 'short' },
      { title: 'shape', class: 'short' },
      { title: 'elements', class: 'number' },
      { title: 'not finite', class: 'number' },
      { title: 'fingerprint', class: 'mono' },
    ],
    rows: shown.map(({ label, row }) => [label, ...tensorCells(row)]),
    left: all.length - shown.length,
    where: 'are shown by --explain.',
  });
}

const tensorCells = ({ name, dtype, shape, nonFinite, fingerprint }: TensorRow): string[] => [
  name,
  dtype,
  shape.length === 0 ? 'scalar' : shape.join(' x '),
  String(shape.reduce((product, size) => product * size, 1)),
  String(nonFinite),
  fingerprint ?? '',
];
