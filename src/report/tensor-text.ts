import { deviationOf } from '../verify/contract/moments.ts';
import type { TensorRow } from '../verify/contract/tensor-table.ts';
import { shapeWord, type TensorDiff } from '../verify/tensor/diff.ts';
import type { Distance } from '../verify/tensor/distance.ts';
import { elementsOf, type OutlineNode, outlineOf, parametersOf } from '../verify/tensor/outline.ts';
import { columnsOf, fit, pad } from './columns.ts';
import { visibleLine } from './visible-text.ts';

const LONGEST_NAME = 80;
const HEADINGS = [
  'tensor',
  'type',
  'shape',
  'elements',
  'min',
  'max',
  'mean',
  'std',
  'not finite',
  'fingerprint',
] as const;
const NUMBERS = new Set([3, 4, 5, 6, 7, 8]);

/** The tensors as a tree of their dotted names, each level with its totals. Names may come from a box. */
export function explainText(rows: readonly TensorRow[]): string {
  const root = outlineOf(rows);
  const lines: string[][] = [[...HEADINGS]];
  const waiting = root.children.map((node) => ({ node, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    lines.push(...linesOf(node, depth));
    waiting.push(...node.children.map((child) => ({ node: child, depth: depth + 1 })).reverse());
  }
  const total = `${root.tensors} tensors, ${root.elements} elements, ${parametersOf(rows)} parameters of the model, ${root.nonFinite} not finite`;
  return `${aligned(lines)}${total}\n`;
}

function linesOf(node: OutlineNode, depth: number): string[][] {
  const name = `${'  '.repeat(depth)}${fit(visibleLine(node.name), LONGEST_NAME)}`;
  const own = node.rows.map((row) => [name, ...cellsOf(row)]);
  if (node.children.length === 0) return own;
  const totals = [`${name}.`, `${node.tensors} tensors`, '', String(node.elements)];
  return [...own, [...totals, '', '', '', '', node.nonFinite > 0 ? String(node.nonFinite) : '']];
}

function cellsOf(row: TensorRow): string[] {
  const { dtype, moments, nonFinite, fingerprint = '' } = row;
  const seen = moments !== undefined && moments.count > 0 ? moments : undefined;
  const values =
    seen === undefined
      ? ['', '', '', '']
      : [seen.min, seen.max, seen.mean, deviationOf(seen)].map((value) =>
          String(Number(value.toPrecision(5))),
        );
  return [
    visibleLine(dtype),
    shapeWord(row),
    String(elementsOf(row)),
    ...values,
    nonFinite > 0 ? String(nonFinite) : '',
    fingerprint,
  ];
}

function aligned(lines: readonly string[][]): string {
  const widths = HEADINGS.map((_heading, column) =>
    lines.reduce((widest, line) => Math.max(widest, columnsOf(line[column] ?? '')), 0),
  );
  return lines
    .map((line) => {
      const cells = HEADINGS.map((_heading, column) => {
        const cell = line[column] ?? '';
        const width = widths[column] ?? 0;
        return NUMBERS.has(column) ? cell.padStart(width) : pad(cell, width);
      });
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

const SHOWN = 200;

/** How far it went, as `diffText` shows it. Names are untrusted text. */
export interface Went {
  /** Of what has other values, the tensor that comes first in the file. */
  first: string | null;
  tensors: readonly ({ name: string } & Distance)[];
  parts: readonly ({ part: string; tensors: number } & Omit<Distance, 'largest' | 'first'>)[];
}

/** What differs, one line each, then how many are the same. */
export function diffText(diff: TensorDiff, { first, tensors, parts }: Went): string {
  const distances = new Map(tensors.map((each) => [each.name, each]));
  const shape = (row: TensorRow) => `${visibleLine(row.dtype)} ${shapeWord(row)}`;
  const name = (text: string) => fit(visibleLine(text), LONGEST_NAME);
  const lines = [
    ...some(diff.added, (row) => `added      ${name(row.name)}  ${shape(row)}`),
    ...some(diff.removed, (row) => `removed    ${name(row.name)}  ${shape(row)}`),
    ...some(diff.retyped, (each) => `type       ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff.reshaped, (each) => `shape      ${name(each.name)}  ${each.before} -> ${each.after}`),
    ...some(diff.changed, (each) => `values     ${name(each)}${distanceWords(distances.get(each))}`),
    ...some(diff.unknown, (each) => `unknown    ${name(each)}`),
  ];
  const counts = [
    `${diff.added.length} added`,
    `${diff.removed.length} removed`,
    `${diff.retyped.length} of another type`,
    `${diff.reshaped.length} of another shape`,
    `${diff.changed.length} with other values`,
    ...(diff.unknown.length > 0 ? [`${diff.unknown.length} that cannot be compared`] : []),
    `${diff.unchanged} unchanged`,
  ];
  const sums = parts.map(
    ({ part, tensors: count, ...distance }) => `${part}: ${count} tensors ${farWords(distance)}`,
  );
  const begins = first === null || diff.changed.length < 2 ? [] : [`first in the file: ${name(first)}`];
  return `${[...lines, ...begins, ...sums].map((line) => `${visibleLine(line)}\n`).join('')}${counts.join(', ')}\n`;
}

function distanceWords(distance: Distance | undefined): string {
  if (distance === undefined) return '';
  const { largest, first } = distance;
  const most =
    largest === null
      ? ''
      : `; most at element ${largest.element}: ${brief(largest.before)} -> ${brief(largest.after)}`;
  return `  ${farWords(distance)}${first === null ? '' : `, first at element ${first}`}${most}`;
}

/** A part of the norm says more than the norm, whose size depends on how many there are. */
function farWords({
  norm,
  relative,
  cosine,
  differing,
  elements,
  notFinite,
}: Omit<Distance, 'largest' | 'first'>): string {
  return [
    `went ${brief(norm)}${relative === null ? '' : ` (${percent(relative)} of its norm)`}`,
    ...(cosine === null ? [] : [`cosine ${brief(cosine, 7)}`]),
    `${differing} of ${elements} differ`,
    ...(notFinite > 0 ? [`${notFinite} of them not finite`] : []),
  ].join(', ');
}

const brief = (value: number, digits = 5): string => String(Number(value.toPrecision(digits)));
const percent = (part: number): string => `${brief(part * 100, 3)} %`;

function some<Item>(items: readonly Item[], line: (item: Item) => string): string[] {
  const lines = items.slice(0, SHOWN).map(line);
  const more = items.length - lines.length;
  return more > 0 ? [...lines, `           ${more} more; --json lists all`] : lines;
}
