import { readdirSync } from 'node:fs';
import { installedDir } from '../host/installed.ts';
import type { Known } from '../job/load.ts';

/** Platforms by their profiles, without reading them. */
export function knownPlatforms(): Known {
  const names = readdirSync(new URL('profiles/', installedDir()))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => name.slice(0, -'.yml'.length));
  return { platforms: new Set(names) };
}
