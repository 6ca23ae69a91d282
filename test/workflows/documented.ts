import { parse } from 'yaml';
import { allFences, isYaml } from '../documents/fences.ts';

/** A piece of YAML that a page shows. */
export interface Block {
  page: string;
  /** The page, and the first keys of the piece. */
  where: string;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever YAML a page shows
  value: any;
}

/** As it stands in the page, but for what a reader has to fill in. */
const filledIn = (text: string, suite: string, commit: string): string =>
  text.replaceAll('OWNER/gpu-lease', suite).replaceAll(/(@|\brev: )(<commit>|SHA)/g, `$1${commit}`);

/**
 * Every piece of YAML of the pages, in their order.
 *
 * @param suite `owner/name` of gpu-lease's repository, and the commit of it that is pinned
 */
export const documented = (suite: string, commit: string): Block[] =>
  allFences()
    .filter(({ language }) => isYaml(language))
    .map((fence): Block => {
      const text = filledIn(fence.text, suite, commit);
      const value = parse(text);
      return {
        page: fence.page,
        where: `${fence.page}: ${Object.keys(value).slice(0, 4).join(', ')}`,
        text: `${text}\n`,
        value,
      };
    });
