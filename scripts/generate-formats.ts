import { FORMATS } from '../src/verify/engine/formats.ts';
import { SETS } from '../src/verify/engine/sets.ts';
import { UNREAD } from '../src/verify/engine/unread.ts';
import { KINDS } from '../src/verify/engine/zip-walk.ts';
import type { Generated } from './generate-job-schema.ts';

/** docs/formats.md: what is proven of every format, from the readers themselves. */
export function generateFormats(): Generated[] {
  const row = (...cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const formats = [...FORMATS, ...KINDS];
  const content = `# Formats

A file's format is told by its content, never by its name. Levels and verdicts are in [verify](verify.md).

${row('format', 'what is checked', 'own checksum')}
${row('---', '---', '---')}
${formats.map(({ name, proves, checksum }) => row(name, proves, checksum)).join('\n')}

Known and not read, because no reader would prove more than the manifest's digest does: ${[...new Set(UNREAD.map(({ what }) => what))].join(', ')}.
Such a file counts in a row of the role \`opaque\`, with its digest; in any other row it is inconclusive.

## Sets of files

Files that only together are an artifact. A file counts for nothing more than the sets that it belongs to.

${row('set', 'what is checked')}
${row('---', '---')}
${SETS.map(({ name, proves }) => row(name, proves)).join('\n')}
`;
  return [{ path: 'docs/formats.md', content }];
}
