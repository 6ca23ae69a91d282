import { type ChartPoint, evenly } from './loss-chart.ts';
import { visibleLine } from './visible-text.ts';

/** Mermaid draws few points well, and its grammar knows no exponents. */
const MERMAID_POINTS = 60;
const MERMAID_RANGE = { least: 1e-9, most: 1e12 };
/** Mermaid's own first colour is nearly white; these stand out from light pages, from dark ones and from Mermaid's own grey. */
const COLOURS = ['#3b82f6', '#d47404'];
const MERMAID_LOOK = `%%{init: {"themeVariables": {"xyChart": {"backgroundColor": "transparent", "plotColorPalette": "${COLOURS.join(', ')}"}}}}%%`;
const MOST_TITLE = 60;

/**
 * A curve as a block of Mermaid, from its first step on; a second one beside it in orange, as far as both go. Empty where
 * Mermaid could not read its numbers.
 *
 * @param title as `loss of main`: what is before " of " is what the y axis counts
 * @param curves one or two, each in the order of its steps
 */
export function mermaidCurve(title: string, ...curves: readonly (readonly ChartPoint[])[]): string {
  const { from, to } = sharedSteps(curves);
  if (!(to > from)) return '';
  const lines = curves.map((points) => evenly(points, from, to, countOf(curves)));
  const largest = Math.max(...lines.flat().map((point) => Math.abs(point.value)));
  if (!(largest >= MERMAID_RANGE.least && largest <= MERMAID_RANGE.most)) return '';
  const digits = Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(largest))));
  const block = [
    MERMAID_LOOK,
    'xychart-beta',
    `  title "${label(title)}"`,
    `  x-axis "step" ${decimal(from, 0)} --> ${decimal(to, 0)}`,
    `  y-axis "${label(title.split(' of ')[0] ?? '')}"`,
    ...lines.map((points) => `  line [${points.map((point) => decimal(point.value, digits)).join(', ')}]`),
  ];
  return `\`\`\`mermaid\n${block.join('\n')}\n\`\`\``;
}

/** From where to where all of these curves go; `to` is not behind `from` where that is nowhere. */
export function sharedSteps(curves: readonly (readonly ChartPoint[])[]): { from: number; to: number } {
  return {
    from: Math.max(...curves.map((points) => points[0]?.step ?? Number.POSITIVE_INFINITY)),
    to: Math.min(...curves.map((points) => points.at(-1)?.step ?? Number.NEGATIVE_INFINITY)),
  };
}

/** A curve of few points that lie evenly needs no more than it has. */
function countOf([points = [], ...others]: readonly (readonly ChartPoint[])[]): number {
  const [first, second] = points;
  if (!first || !second || others.length > 0 || points.length > MERMAID_POINTS) return MERMAID_POINTS;
  const apart = second.step - first.step;
  const isEven = points.every(({ step }, at) => Math.abs(step - (first.step + at * apart)) < apart / 1000);
  return isEven ? points.length : MERMAID_POINTS;
}

/** Names of series and cells are a box's words: in Mermaid's quotes stands nothing that could end them or be a directive. */
const label = (text: string): string =>
  visibleLine(text)
    .replace(/[^\w ./-]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_TITLE) || 'value';

/** Always digits, never "1e-7"; no minus before a zero. */
const decimal = (value: number, digits: number): string => {
  const fixed = value.toFixed(digits);
  return Number(fixed) === 0 ? '0' : fixed;
};
