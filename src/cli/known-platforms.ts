import { readdirSync, readFileSync } from 'node:fs';
import { installedDir } from '../host/installed.ts';
import type { Known } from '../job/load.ts';
import { nearestOf } from '../nearest.ts';
import { Problem } from '../problem.ts';
import { parseProfile } from '../profile/load.ts';
import type { Profile } from '../profile/schema.ts';

/** Platforms by their profiles, without reading them. */
export function knownPlatforms(): Known {
  return { platforms: new Set(platformNames()) };
}

export const platformNames = (): string[] =>
  readdirSync(new URL('profiles/', installedDir()))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => name.slice(0, -'.yml'.length))
    .sort();

/** @throws Problem `unknown-platform`, with the nearest */
export function profileOfPlatform(name: string): Profile {
  const names = platformNames();
  if (!names.includes(name)) throw unknownPlatform(name, names);
  const file = `profiles/${name}.yml`;
  return parseProfile(readFileSync(new URL(file, installedDir()), 'utf8'), file);
}

function unknownPlatform(name: string, names: string[]): Problem {
  const typed = name.toLowerCase();
  const begins = (one: string, other: string) => one.startsWith(`${other}-`);
  const meant = nearestOf(name, names) ?? names.find((each) => begins(each, typed) || begins(typed, each));
  return new Problem({
    code: 'unknown-platform',
    kind: 'usage',
    what: `There is no profile for the platform ${JSON.stringify(name.slice(0, 80))}.`,
    next: `${meant ? `Did you mean "${meant}"? ` : ''}There are: ${names.join(', ')}.`,
  });
}
