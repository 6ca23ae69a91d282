import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearestOf } from '../nearest.ts';

/** What lies in the same directory and is called nearly so; as the path was written. A directory of many is not searched. */
export function nearestFile(path: string, absolute: string): string | undefined {
  try {
    const names = readdirSync(dirname(absolute));
    const near = names.length > 10_000 ? undefined : nearestOf(basename(path), names);
    return near === undefined ? undefined : path.includes('/') ? join(dirname(path), near) : near;
  } catch {
    return; // There is no such directory.
  }
}
