import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../github/action-file.ts';

/** A block between fences. */
export interface Fence {
  /** Below the repository's root. */
  page: string;
  /** Of its opening fence, from 1. */
  line: number;
  /** The word behind the opening fence; empty where there is none. */
  language: string;
  /** Without the indent of the opening fence. */
  text: string;
}

/** Every page that a reader is given, in an order that stays. `docs/coverage.md` quotes the names of tests and shows nothing. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...['docs', 'actions', 'examples'].flatMap((dir) =>
    readdirSync(join(repositoryRoot, dir), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .sort()
      .map((path) => join(dir, path)),
  ),
];

export const textOfPage = (page: string): string => readFileSync(join(repositoryRoot, page), 'utf8');

/** @throws Error for a fence that nothing closes: what follows it would be read as a block, and blocks as prose */
export function fencesIn(page: string, text = textOfPage(page)): Fence[] {
  const found: Fence[] = [];
  let open: { mark: string; indent: string; fence: Fence; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', mark = '', language = ''] = /^( *)(`{3,}|~{3,}) *([^`\s]*)/.exec(line) ?? [];
    if (open === undefined) {
      if (mark !== '')
        open = { mark, indent, fence: { page, line: index + 1, language, text: '' }, lines: [] };
    } else if (mark.startsWith(open.mark) && line.trim() === mark) {
      found.push({ ...open.fence, text: open.lines.join('\n') });
      open = undefined;
    } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  if (open !== undefined) throw new Error(`${page}:${open.fence.line}: nothing closes this block`);
  return found;
}

export const isYaml = (language: string): boolean => language === 'yaml' || language === 'yml';

export const isTerminal = (language: string): boolean => ['sh', 'bash', 'console'].includes(language);

export const allFences = (): Fence[] => PAGES.flatMap((page) => fencesIn(page));
