import { existsSync, readFileSync } from 'node:fs';

/** The folder that holds `package.json`, `profiles/` and `examples/`, from the bundle and from the sources alike. */
export function installedDir(): URL {
  let here = new URL('.', import.meta.url);
  for (let depth = 0; depth < 6; depth += 1) {
    if (existsSync(new URL('package.json', here)) && existsSync(new URL('profiles/', here))) return here;
    here = new URL('..', here);
  }
  throw new Error(
    `this installation of gpu-lease is not whole: no package.json and profiles/ above ${import.meta.url}`,
  );
}

export const ownVersion = (): string =>
  JSON.parse(readFileSync(new URL('package.json', installedDir()), 'utf8')).version;
