import { type Refusal, refusal } from './refusal.ts';
import type { Subject } from './statement.ts';

/** A file as it lies here, by its path below what was named. */
export interface HeldFile {
  path: string;
  sha256: string;
}

/**
 * Where the subjects have what lies in a folder that was named: nowhere deeper where it is that of all cells, below `main/` where it is
 * that of one.
 *
 * @param name of the folder itself
 */
export function belowOf(name: string, paths: readonly string[], subjects: readonly Subject[]): string {
  const names = new Set(subjects.map((each) => each.name));
  return paths.some((path) => names.has(path)) ? '' : `${name}/`;
}

/** A folder that was named, against the subjects: each is there, byte for byte, and nothing else is. */
export function folderRefusals(
  below: string,
  held: readonly HeldFile[],
  subjects: readonly Subject[],
): Refusal[] {
  const expected = new Map(
    subjects.filter((each) => each.name.startsWith(below)).map((each) => [each.name, each.digest.sha256]),
  );
  const here = new Map(held.map(({ path, sha256 }) => [`${below}${path}`, sha256]));
  const missing = [...expected.keys()].filter((each) => !here.has(each));
  return [
    ...missing.map((each) => refusal('file-missing', `${each} is attested and is not there`)),
    ...[...here].flatMap(([each, sha256]) => fileRefusal(each, sha256, expected.get(each))),
    ...(expected.size === 0 ? [refusal('file-missing', `no subject lies in ${below}`)] : []),
  ];
}

function fileRefusal(name: string, sha256: string, expected: string | undefined): Refusal[] {
  if (expected === undefined) return [refusal('file-not-attested', `${name} is there and nobody attests it`)];
  if (expected === sha256) return [];
  return [refusal('file-changed', `${name} has the digest ${sha256}, and ${expected} is attested`)];
}

/** A file that was named by itself: its bytes are those of a subject, whatever it is called here. */
export function loneFileRefusals({ path, sha256 }: HeldFile, subjects: readonly Subject[]): Refusal[] {
  if (subjects.some(({ digest }) => digest.sha256 === sha256)) return [];
  const [namesake] = subjects.filter(({ name }) => name === path || name.endsWith(`/${path}`));
  return namesake
    ? fileRefusal(namesake.name, sha256, namesake.digest.sha256)
    : [refusal('file-not-attested', `${path} has the digest ${sha256}, which no subject has`)];
}
