import type { JsonDialect } from './json-scanner.ts';

/**
 * Files whose own readers take comments and a comma before a closing bracket: TypeScript's, Babel's, ESLint's and SWC's settings,
 * those of VS Code and of development containers.
 */
const JSONC =
  /\.(jsonc|code-workspace)$|(^|\/)([jt]sconfig([.-][\w.-]+)?\.json|\.(eslintrc|babelrc|swcrc|jshintrc|hintrc)(\.json)?|\.?devcontainer\.json|api-extractor\.json)$|(^|\/)\.vscode\/[^/]+\.json$/i;
const JSON5 = /\.json5$/i;

/** By the name alone: nothing in a file says which reader it is for. `undefined` is strict JSON. */
export function dialectByName(path: string): JsonDialect | undefined {
  if (JSON5.test(path)) return 'json5';
  return JSONC.test(path) ? 'jsonc' : undefined;
}

const BLANKS = ' \t\r\n';

/**
 * @param from where to begin to look, in bytes
 * @returns where a file begins that may begin with comments as of JavaScript, and -1 where nothing else is seen
 */
export function behindComments(head: Uint8Array, from: number): number {
  const text = Buffer.from(head).toString('latin1');
  for (let at = from; at < text.length; ) {
    if (BLANKS.includes(text[at] as string)) at += 1;
    else if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      const mark = text[at + 1] === '/' ? '\n' : '*/';
      const end = text.indexOf(mark, at + 2);
      if (end < 0) return -1;
      at = end + mark.length;
    } else return at;
  }
  return -1;
}
