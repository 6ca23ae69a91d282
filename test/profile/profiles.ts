import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProfile } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/schema.ts';

const root = join(import.meta.dirname, '..', '..');

/** The profiles that are shipped. */
export const SHIPPED = join(root, 'profiles');

export const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => name.slice(0, -4));

export const textOf = (id: string): string => readFileSync(join(SHIPPED, `${id}.yml`), 'utf8');

const loaded = new Map<string, Profile>();

export function profileOf(id: string): Profile {
  const known = loaded.get(id) ?? parseProfile(textOf(id), `${id}.yml`);
  loaded.set(id, known);
  return known;
}

/** A profile with its text changed, for tests of what must be refused. */
export function changed(id: string, from: string | RegExp, to: string | ((whole: string) => string)): string {
  const text = textOf(id);
  const result = text.replace(from, to as string);
  if (result === text) throw new Error(`${id}.yml holds nothing like ${from}`);
  return result;
}
