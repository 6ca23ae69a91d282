import type { FileVerdict } from '../verify/contract/verdict.ts';
import { countsOf, type ToldVerdicts } from '../verify/contract/verdicts.ts';
import { whyOf } from '../verify/engine/table.ts';
import { markdownCode as code, markdownText as text } from './markdown-text.ts';
import { formatBytes } from './progress-bar.ts';
import { worstFirst, worstOf } from './verify-document.ts';

const MAX_ROWS = 100;

/** The job summary of `verify`, in GitHub's Markdown: the worst first. */
export function verifyMarkdown(verdicts: ToldVerdicts): string {
  const { files, sets } = verdicts;
  const counts = Object.entries(countsOf(files).of).filter(([, count]) => count > 0);
  const line = counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  const rows = worstFirst(verdicts);
  const shown = rows.slice(0, MAX_ROWS).map((each) => rowOf(each, sets.includes(each)));
  const rest = rows.length > shown.length ? `\n\n${rows.length - shown.length} more are in the report.` : '';
  return `## verify: **${worstOf(verdicts)}**

${files.length} files: ${line || 'none'}

| verdict | level | file | format | role | tensors | size | why |
| --- | --- | --- | --- | --- | ---: | ---: | --- |
${shown.join('\n')}${rest}
`;
}

function rowOf(verdict: FileVerdict, isSet: boolean): string {
  const cells = [
    text(verdict.verdict),
    verdict.level,
    `${isSet ? 'set ' : ''}${code(verdict.label)}`,
    text(verdict.format),
    verdict.role,
    verdict.tensors === undefined ? '' : String(verdict.tensors.count),
    formatBytes(verdict.bytes),
    text(whyOf(verdict)),
  ];
  return `| ${cells.join(' | ')} |`;
}
