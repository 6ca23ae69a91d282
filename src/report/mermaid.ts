import { type ChartPoint, downsample } from './loss-chart.ts';
import { visibleLine } from './visible-text.ts';

/** Mermaid draws few points well, and its grammar knows no exponents. */
const MERMAID_POINTS = 60;
const MERMAID_RANGE = { least: 1e-9, most: 1e12 };
/** Mermaid's own first colour is nearly white; this one stands out from light pages, from dark ones and from Mermaid's own grey. */
const CURVE_COLOUR = '#3b82f6';
const MERMAID_LOOK = `%%{init: {"themeVariables": {"xyChart": {"backgroundColor": "transparent", "plotColorPalette": "${CURVE_COLOUR}"}}}}%%`;
const MOST_TITLE = 60;

/**
 * A curve as a block of Mermaid, from its first step on. Empty where Mermaid could not read its numbers.
 *
 * @param title as `loss of main`: what is before " of " is what the y axis counts
 */
export function mermaidCurve(title: string, points: readonly ChartPoint[]): string {
  const few = downsample(points, MERMAID_POINTS);
  const first = points[0]?.step;
  const last = points.at(-1)?.step;
  const largest = Math.max(...few.map((point) => Math.abs(point.value)));
  if (first === undefined || last === undefined || !(last > first)) return '';
  if (!(largest >= MERMAID_RANGE.least && largest <= MERMAID_RANGE.most)) return '';
  const digits = Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(largest))));
  const values = few.map((point) => decimal(point.value, digits));
  const lines = [
    MERMAID_LOOK,
    'xychart-beta',
    `  title "${label(title)}"`,
    `  x-axis "step" ${decimal(first, 0)} --> ${decimal(last, 0)}`,
    `  y-axis "${label(title.split(' of ')[0] ?? '')}"`,
    `  line [${values.join(', ')}]`,
  ];
  return `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``;
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
