import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generated } from './generate-job-schema.ts';

const ROOT = join(import.meta.dirname, '..');
const LINE = 110;

/** The list of every platform that the simulations rent from: those of the registry that have a twin, in its order. */
export function generateTwins(): Generated[] {
  const registry = readFileSync(join(ROOT, 'src', 'platforms', 'registry.ts'), 'utf8');
  const folders = [...registry.matchAll(/import\('\.\/([a-z0-9-]+)\/driver\.ts'\)/g)]
    .map(([, folder = '']) => folder)
    .filter((folder) => existsSync(join(ROOT, 'test', 'twins', `${folder}-twin.ts`)));
  const types = '../twins/rented-platform.ts';
  const from = new Map(folders.map((each) => [`../twins/${each}-twin.ts`, `{ rented as ${nameOf(each)} }`]));
  from.set(types, 'type { RentedPlatform }');
  const content = [
    ...[...from.keys()].sort().map((path) => `import ${from.get(path)} from '${path}';`),
    '',
    `export type { Hand, RentedPlatform } from '${types}';`,
    '',
    '/** Generated from the registry and the twins by "npm run generate -- twins": every platform with an API. */',
    ...listed('export const RENTED_PLATFORMS: readonly RentedPlatform[] =', folders.map(nameOf)),
    '',
  ].join('\n');
  return [{ path: 'test/faults/rented-platforms.ts', content }];
}

const nameOf = (folder: string): string =>
  folder.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());

/** As the formatter breaks it. */
function listed(head: string, names: readonly string[]): string[] {
  const line = `${head} [${names.join(', ')}];`;
  return line.length <= LINE ? [line] : [`${head} [`, ...names.map((name) => `  ${name},`), '];'];
}
