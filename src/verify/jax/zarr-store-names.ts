import { folderOf, nameIn } from '../contract/tree.ts';
import { METADATA } from './zarr-names.ts';

/** Relative to the folder of its array: `0.1`, `0/1`, `c/0/1`, `c.0.1`, and `c` of an array without dimensions. */
const CHUNK_KEY = /^(c|(c[./])?[0-9]+([./][0-9]+)*)$/;

/**
 * Every name is metadata of zarr, or that of a chunk below some: nothing that another loader of zips would look for. In
 * such a zip what was written again stands again, for zarr's `ZipStore` can replace nothing.
 */
export function areZarrNames(names: readonly string[]): boolean {
  const described = new Set(names.filter((name) => METADATA.has(nameIn(name))).map(folderOf));
  return described.size > 0 && names.every((name) => METADATA.has(nameIn(name)) || isChunk(name, described));
}

function isChunk(name: string, described: ReadonlySet<string>): boolean {
  for (let at = folderOf(name); ; at = folderOf(at)) {
    if (described.has(at)) return CHUNK_KEY.test(at === '' ? name : name.slice(at.length + 1));
    if (at === '') return false;
  }
}
