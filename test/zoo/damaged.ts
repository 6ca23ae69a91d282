import { readFileSync, statSync } from 'node:fs';
import { isWholeAsTold } from '../../src/verify/contract/verdict.ts';
import { roleByContent } from '../../src/verify/engine/role-by-content.ts';
import { roleByName } from '../../src/verify/engine/role-guess.ts';
import { joined, sha256Of, verify } from '../verify/memory-source.ts';

const PAGE = 4096;
const MOST_BYTES = 1_000_000;

const zeroed = (bytes: Uint8Array, from: number, to: number): Uint8Array => bytes.slice().fill(0, from, to);

/** What broken transfers and disks do, each to a copy. */
const DAMAGES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  flip(bytes) {
    const copy = bytes.slice();
    const at = Math.floor(bytes.length / 2);
    copy[at] = (copy[at] as number) ^ 0x10;
    return copy;
  },
  hole: (bytes) => zeroed(bytes, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)),
  cut: (bytes) => bytes.subarray(0, bytes.length - 1),
  half: (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  'aligned tail': (bytes) => zeroed(bytes, Math.floor(bytes.length / 2 / PAGE) * PAGE || PAGE, bytes.length),
  'unaligned tail': (bytes) => zeroed(bytes, Math.floor((bytes.length * 2) / 3) + 1, bytes.length),
  swap(bytes) {
    const half = Math.floor(bytes.length / 2);
    return joined(bytes.subarray(half), bytes.subarray(0, half));
  },
  duplicate: (bytes) => joined(bytes, bytes),
};

/** Of one file: whether its format vouches for its bytes, and which damages change it and are seen. */
export interface DamagedFile {
  name: string;
  isChecksummed: boolean;
  seen: string[];
  missed: string[];
  /** Missed although the manifest's digest was given. */
  missedWithDigest: string[];
}

/** Damages a healthy file in each way and looks at what is left, without a manifest and with one. `undefined` for one that is too large. */
export async function damagedInEveryWay(name: string, path: string): Promise<DamagedFile | undefined> {
  const { size } = statSync(path);
  if (size === 0 || size > MOST_BYTES) return undefined;
  const bytes = new Uint8Array(readFileSync(path));
  const role = roleByName(path) ?? roleByContent(bytes, bytes.length);
  const given = { role, roleFrom: 'guessed', allowDegraded: true, label: path } as const;
  const sha256 = sha256Of(bytes);
  const look = async (content: Uint8Array) => {
    const verdict = await verify(content, given);
    return verdict.verdict === 'pass' ? 'pass' : isWholeAsTold(verdict) ? 'whole' : 'seen';
  };
  const healthy = await look(bytes);
  const found: DamagedFile = {
    name,
    isChecksummed: healthy === 'pass',
    seen: [],
    missed: [],
    missedWithDigest: [],
  };
  if (healthy === 'seen') return undefined;
  for (const [damage, work] of Object.entries(DAMAGES)) {
    const damaged = work(bytes);
    if (Buffer.compare(damaged, bytes) === 0) continue;
    const isSeen = damaged.length === 0 || (await look(damaged)) === 'seen';
    (isSeen ? found.seen : found.missed).push(damage);
    if ((await verify(damaged, { ...given, sha256 })).verdict !== 'fail') found.missedWithDigest.push(damage);
  }
  return found;
}

/** What a format with a checksum does not show: two streams of gzip, bzip2 or xz in a row are one. */
export const mayBeMissed = (name: string, damage: string): boolean =>
  damage === 'duplicate' && /\.(?:gz|bz2|xz)$/.test(name);

/** The share that is seen, by kind of damage, of formats that carry a checksum and of those that do not. */
export function damageTable(files: readonly DamagedFile[]): string {
  return [true, false]
    .map((isChecksummed) => {
      const of = files.filter((each) => each.isChecksummed === isChecksummed);
      const rates = Object.keys(DAMAGES).map((damage) => {
        const seen = of.filter((each) => each.seen.includes(damage)).length;
        const all = seen + of.filter((each) => each.missed.includes(damage)).length;
        return `${damage} ${seen} of ${all}`;
      });
      const kind = isChecksummed ? 'with a checksum' : 'without a checksum';
      return `show: damage seen in ${of.length} files ${kind}, no manifest given: ${rates.join(', ')}`;
    })
    .join('\n');
}
