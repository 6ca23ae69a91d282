// Places in bundles of tests, as places in their sources. Node would read the map of every bundle at every start to do the same, and
// a run has a few failures and hundreds of starts.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';

const maps = new Map();

function mapOf(bundle) {
  if (!maps.has(bundle)) {
    const file = `${bundle}.map`;
    maps.set(bundle, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined);
  }
  return maps.get(bundle);
}

/** @returns path from here, line and column from 1; undefined where no map says it */
function sourceOf(bundle, line, column) {
  const { originalSource, originalLine, originalColumn } =
    mapOf(bundle)?.findEntry(line - 1, column - 1) ?? {};
  if (originalSource === undefined) return undefined;
  const path = relative(process.cwd(), resolve(dirname(bundle), originalSource));
  return { path, line: originalLine + 1, column: originalColumn + 1 };
}

/**
 * @param at where the bundles lie
 * @param place of a test as Node tells it: `file`, and `line` and `column` in it
 * @returns the file of sources that it was made from
 */
export function fileOf({ file, line, column }, at) {
  const bundled = relative(at, file);
  if (bundled.startsWith('..')) return relative(process.cwd(), file);
  const found = line === undefined ? undefined : sourceOf(file, line, column);
  return found?.path ?? bundled.replace(/\.mjs$/, '.ts');
}

/** A text, such as a stack, in which places in bundles are places in their sources. */
export const inSources = (text) =>
  text.replace(/(?:file:\/\/)?(\/[^\s()]+\.mjs):(\d+):(\d+)/g, (all, bundle, line, column) => {
    const found = sourceOf(bundle, Number(line), Number(column));
    return found ? `${found.path}:${found.line}:${found.column}` : all;
  });
