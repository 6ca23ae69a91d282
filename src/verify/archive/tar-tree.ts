import { badName, nameBroken, plainName } from '../contract/archive-name.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { TarKind } from './tar-header.ts';

/** As file systems have it; without a cap one name could stand for a million folders. */
const LONGEST_NAME = 4096;
const MOST_FOLDERS = 1_000_000;

/**
 * The folder that unpacking would make, as names alone: no name leaves it, no link leads out of it, nothing lies behind a
 * link, no file is there twice. Whatever two programs would unpack differently is `Broken`.
 */
export class TarTree {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  readonly #links = new Set<string>();

  /** @returns the name without parts that mean nothing */
  enter(kind: TarKind, name: string, link: string, offset: number): string {
    if (name.length > LONGEST_NAME) throw overBudget('nameLength', LONGEST_NAME, name.length, offset);
    const plain = plainName(name);
    const bad = badName(name);
    if (bad !== undefined) throw nameBroken(bad, name, offset);
    if (plain === '' && kind !== 'folder') throw nameBroken('is that of the folder itself', name, offset);
    if (kind !== 'folder' && name.endsWith('/')) throw nameBroken('is that of a folder', name, offset);
    const parents = parentsOf(plain);
    for (const parent of parents) {
      if (this.#links.has(parent))
        throw new Broken('L2', 'tar-link', `${quoted(name)} lies behind a link`, {
          offset,
          found: quoted(parent),
        });
      if (this.#files.has(parent)) throw twice(parent, offset);
      this.#folders.add(parent);
    }
    if (this.#folders.size > MOST_FOLDERS)
      throw overBudget('folders', MOST_FOLDERS, this.#folders.size, offset);
    if (this.#files.has(plain) || this.#links.has(plain)) throw twice(plain, offset);
    if (kind === 'folder') this.#folders.add(plain);
    else if (this.#folders.has(plain)) throw twice(plain, offset);
    else if (kind === 'symlink') this.#symlink(plain, link, parents.length, offset);
    else {
      if (kind === 'hard-link') this.#hardLink(link, offset);
      this.#files.add(plain);
    }
    return plain;
  }

  /**
   * A target may go up as far as the archive's root and then only down: `a/..` depends on what `a` is by then, which is
   * how links lead out although no name does.
   */
  #symlink(name: string, target: string, depth: number, offset: number): void {
    const parts = target.split('/').filter((part) => part !== '' && part !== '.');
    const firstDown = parts.findIndex((part) => part !== '..');
    const ups = firstDown < 0 ? parts.length : firstDown;
    const isAbsolute = target.startsWith('/') || /^[a-z]:/i.test(target);
    const turnsBack = parts.slice(ups).includes('..');
    if (target === '' || isAbsolute || turnsBack || ups > depth || /[\0\\]/.test(target))
      throw leadsOut(name, target, offset);
    this.#links.add(name);
  }

  /** It is another name for a file that was unpacked before. */
  #hardLink(target: string, offset: number): void {
    const plain = plainName(target);
    if (badName(target) === undefined && this.#files.has(plain)) return;
    throw leadsOut(target, target, offset);
  }
}

const leadsOut = (name: string, target: string, offset: number): Broken =>
  new Broken('L2', 'tar-link', `the link ${quoted(name)} leads out of the archive or to nothing in it`, {
    offset,
    found: quoted(target),
  });

const twice = (name: string, offset: number): Broken =>
  new Broken(
    'L2',
    'tar-twice',
    `${quoted(name)} is there twice, so that programs differ in what they unpack`,
    { offset },
  );

const parentsOf = (name: string): string[] => {
  const parts = name.split('/');
  return parts.slice(0, -1).map((_part, i) => parts.slice(0, i + 1).join('/'));
};
