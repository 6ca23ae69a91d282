import { nameFault } from '../job/data-source.ts';
import { Problem } from '../problem.ts';
import type { BoxData, BoxDataFile } from './box-plan.ts';
import { fetchText, getText } from './keeper-text.ts';

/** The plan's files by which `fetch.sh` works, and itself. Nothing secret. */
export function dataFiles(sources: readonly BoxData[]): Record<string, string> {
  if (sources.length === 0) return {};
  const rows = rowsOf(sources).map(({ source, file, path }) => {
    const { proof, bytes, url, isSecretUrl } = file;
    const digest = proof.by === 'nothing' ? '-' : proof.digest;
    return `${source} ${bytes ?? '-'} ${proof.by} ${digest} ${isSecretUrl ? '@' : url} ${path}\n`;
  });
  return {
    'fetch.sh': fetchText(),
    'get.sh': getText(),
    'data.rows': rows.join(''),
    'data.sources': sources.map(({ to, expected }, at) => `${at + 1} ${expected ?? '-'} ${to}\n`).join(''),
  };
}

/** What opens the sources: it travels with the secrets of the run. Empty where nothing does. */
export function dataSecrets(sources: readonly BoxData[]): string {
  const links = rowsOf(sources).flatMap(({ file }, at) =>
    file.isSecretUrl ? [`link ${at + 1} ${file.url}`] : [],
  );
  const tokens = sources.flatMap(({ token }, at) =>
    token === undefined ? [] : [`token ${at + 1} ${plainToken(token)}`],
  );
  return [...links, ...tokens].join('\n');
}

/** Counted from 1, as the box counts lines. */
function rowsOf(sources: readonly BoxData[]): { source: number; file: BoxDataFile; path: string }[] {
  return sources.flatMap(({ to, files }, at) =>
    files.map((file) => ({ source: at + 1, file: checked(file), path: `${to}/${file.path}` })),
  );
}

/** Names and addresses are a stranger's; a row is split at its blanks. */
function checked(file: BoxDataFile): BoxDataFile {
  const isPlain = /^https?:\/\/[^\s"\\@\u0000-\u001f]+$/.test(file.url);
  if (isPlain && nameFault(file.path) === undefined) return file;
  throw new Problem({
    code: 'plan-data',
    kind: 'usage',
    what: `This cannot be laid down on a box: the data file ${JSON.stringify(file.path)}.`,
    next: 'Name another folder of its source.',
  });
}

/** It becomes one line of what a program is told. */
export function plainToken(token: string): string {
  if (/^[\u0021-\u007e]+$/.test(token) && !/["\\]/.test(token)) return token;
  throw new Problem({
    code: 'plan-token',
    kind: 'usage',
    what: 'A secret of `data` or `notify` holds a blank, a quote or a control character.',
    next: 'Set the secret anew, without line end.',
  });
}
