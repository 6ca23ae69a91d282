import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../github/action-file.ts';

/** A piece of YAML that a page shows. */
export interface Block {
  page: string;
  /** The page, and the first keys of the piece. */
  where: string;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever YAML a page shows
  value: any;
}

const PAGES = [
  'README.md',
  ...['docs', 'examples'].flatMap((dir) =>
    readdirSync(join(repositoryRoot, dir), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(dir, path)),
  ),
];

/** As it stands in the page, but for what a reader has to fill in. */
const filledIn = (text: string, suite: string, commit: string): string =>
  text.replaceAll('OWNER/gpu-lease', suite).replaceAll(/@(<commit>|SHA)/g, `@${commit}`);

/**
 * Every piece of YAML of README, docs and examples, in the order of the pages.
 *
 * @param suite `owner/name` of gpu-lease's repository, and the commit of it that is pinned
 */
export const documented = (suite: string, commit: string): Block[] =>
  PAGES.flatMap((page): Block[] =>
    [...readFileSync(join(repositoryRoot, page), 'utf8').matchAll(/^( *)```ya?ml\n([\s\S]*?)\n *```/gm)].map(
      ([, indent = '', block = '']) => {
        const text = filledIn(block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), suite, commit);
        const value = parse(text);
        return {
          page,
          where: `${page}: ${Object.keys(value).slice(0, 4).join(', ')}`,
          text: `${text}\n`,
          value,
        };
      },
    ),
  );
