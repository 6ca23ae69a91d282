import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'json.md'), 'utf8');

/** Keys of one table of docs/json.md, with the types that it gives them, in its order. */
export function documented(section: string): Map<string, string> {
  const table = new RegExp(`<!-- ${section} -->([\\s\\S]*)<!-- /${section} -->`).exec(page)?.[1];
  if (table === undefined) throw new Error(`docs/json.md has no section ${section}`);
  return new Map(
    [...table.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\|/gm)].map(([, key = '', type = '']) => [key, type]),
  );
}

/** What is wrong with a value against its table; empty when nothing is. */
export function deviations(section: string, value: Record<string, unknown>): string[] {
  const expected = documented(section);
  const keys = Object.keys(value);
  const missing = [...expected.keys()].filter((key) => !keys.includes(key)).map((key) => `no ${key}`);
  const strange = keys.filter((key) => !expected.has(key)).map((key) => `undocumented ${key}`);
  const wrong = [...expected].filter(([key, type]) => keys.includes(key) && !isOf(type, value[key]));
  return [...missing, ...strange, ...wrong.map(([key, type]) => `${key} is no ${type}`)];
}

function isOf(type: string, value: unknown): boolean {
  return type.split(' or ').some((one) => {
    if (one === '`null`') return value === null;
    if (one === 'text') return typeof value === 'string';
    if (one === 'number') return typeof value === 'number' && Number.isFinite(value);
    if (one === 'true') return value === true;
    if (one === 'false') return value === false;
    if (one === 'list') return Array.isArray(value);
    if (one === 'list of text')
      return Array.isArray(value) && value.every((each) => typeof each === 'string');
    if (one === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
    throw new Error(`docs/json.md has a type that no test knows: ${one}`);
  });
}
