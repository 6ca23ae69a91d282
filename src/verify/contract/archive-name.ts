import { Broken } from './findings.ts';
import { quoted } from './untrusted.ts';

/** Why a member of an archive may not be called so; `undefined` for a name that stays below the folder it is unpacked to. */
export function badName(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (/[\0\\]/.test(name)) return 'has a NUL or a backslash';
  if (name.startsWith('/') || /^[a-z]:/i.test(name)) return 'is absolute';
  if (name.split('/').includes('..')) return 'leads out of the archive';
  return undefined;
}

export const nameBroken = (why: string, name: string, offset: number): Broken =>
  new Broken('L1', 'member-name', `a member's name ${why}`, {
    offset,
    found: quoted(name),
  });

/** Without the parts that mean the same folder: `./a//b/` is `a/b`. */
export const plainName = (name: string): string =>
  name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
