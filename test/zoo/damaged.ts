import { existsSync, readFileSync, statSync } from 'node:fs';
import { roleByContent } from '../../src/verify/engine/role-by-content.ts';
import { roleByName } from '../../src/verify/engine/role-guess.ts';
import { joined, sha256Of, verify } from '../verify/memory-source.ts';
import { isSeenBeside, standingOf, vouchesForItself } from './standing.ts';

const PAGE = 4096;
export const MOST_BYTES = 200_000_000;

const zeroed = (bytes: Uint8Array, from: number, to: number): Uint8Array => bytes.slice().fill(0, from, to);

/** What broken transfers and disks do, each to a copy; `older` is what a run before left under the same name. */
const DAMAGES: Readonly<
  Record<string, (bytes: Uint8Array, older: Uint8Array | undefined) => Uint8Array | undefined>
> = {
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
  stale: (_bytes, older) => older,
};

/** Of one file: whether its format vouches for its bytes, and which damages change it and are seen. */
export interface DamagedFile {
  name: string;
  isChecksummed: boolean;
  seen: string[];
  missed: string[];
  /** Missed although the manifest's digest was given. */
  missedWithDigest: string[];
  /** Done to it with the digest at hand. */
  withDigest: number;
}

/**
 * Damages a healthy file in each way and looks at what is left, without a manifest and with one. What nobody can read when it is
 * healthy is looked at with the manifest alone. `undefined` for one that is too large.
 */
export async function damagedInEveryWay(
  name: string,
  path: string,
  olderPath: string,
): Promise<DamagedFile | undefined> {
  const { size } = statSync(path);
  if (size === 0 || size > MOST_BYTES) return undefined;
  const bytes = new Uint8Array(readFileSync(path));
  const older = existsSync(olderPath) ? new Uint8Array(readFileSync(olderPath)) : undefined;
  const role = roleByName(path) ?? roleByContent(bytes, bytes.length);
  const given = { role, roleFrom: 'guessed', allowDegraded: true, label: path } as const;
  const sha256 = sha256Of(bytes);
  const look = async (content: Uint8Array) => standingOf([await verify(content, given)]);
  const healthy = await look(bytes);
  const found: DamagedFile = {
    name,
    isChecksummed: vouchesForItself(healthy),
    seen: [],
    missed: [],
    missedWithDigest: [],
    withDigest: 0,
  };
  for (const [damage, work] of Object.entries(DAMAGES)) {
    const damaged = work(bytes, older);
    if (damaged === undefined || Buffer.compare(damaged, bytes) === 0) continue;
    found.withDigest += 1;
    if ((await verify(damaged, { ...given, sha256 })).verdict !== 'fail') found.missedWithDigest.push(damage);
    if (healthy.verdict === 'inconclusive') continue;
    const isSeen = damaged.length === 0 || isSeenBeside(await look(damaged), healthy);
    (isSeen ? found.seen : found.missed).push(damage);
  }
  return found;
}

/** What a format with a checksum does not show: two streams of gzip, bzip2 or xz in a row are one, and what is older is as whole. */
export const mayBeMissed = (name: string, damage: string): boolean =>
  damage === 'stale' || (damage === 'duplicate' && /\.(?:gz|bz2|xz)$/.test(name));

/** The share that is seen, by kind of damage, of formats that carry a checksum and of those that do not. */
export function damageTable(files: readonly DamagedFile[]): string {
  const withDigest = files.reduce((sum, each) => sum + each.withDigest, 0);
  const missed = files.reduce((sum, each) => sum + each.missedWithDigest.length, 0);
  return [
    ...[true, false].map((isChecksummed) => {
      const of = files.filter((each) => each.isChecksummed === isChecksummed);
      const rates = Object.keys(DAMAGES).map((damage) => {
        const seen = of.filter((each) => each.seen.includes(damage)).length;
        const all = seen + of.filter((each) => each.missed.includes(damage)).length;
        return `${damage} ${seen} of ${all}`;
      });
      const kind = isChecksummed ? 'with a checksum' : 'without a checksum';
      return `show: damage seen in ${of.length} files ${kind}, no manifest given: ${rates.join(', ')}`;
    }),
    `show: with a manifest: ${withDigest - missed} of ${withDigest} damages seen in ${files.length} files`,
  ].join('\n');
}
