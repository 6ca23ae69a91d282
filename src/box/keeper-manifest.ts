import { compileGlob } from '../job/glob.ts';
import type { RunDir } from '../launch/launcher.ts';
import type { ManifestEntry } from './box-plan.ts';
import type { Channel } from './channel.ts';
import { answersOf, callKeeper, unusableAnswer } from './keeper-call.ts';
import { globToEre } from './keeper-pattern.ts';
import { oneLine } from './stranger-text.ts';

/** Hashing takes as long as reading. */
const HASHING_SECONDS = 3600;

export interface BoxManifest {
  entries: ManifestEntry[];
  /** Names of files that match nothing of ours because they cannot be written down safely, or could not be read. */
  refused: string[];
}

/**
 * Path, size and SHA-256 of the plain files of one cell that match one of `globs`; links are not followed and not listed.
 * One exec.
 */
export async function manifest(
  channel: Channel,
  dir: RunDir,
  cell: string,
  globs: readonly string[],
): Promise<BoxManifest> {
  if (globs.length === 0) return { entries: [], refused: [] };
  const patterns = globs.map((glob) => globToEre(glob, 'wide'));
  const result = await callKeeper(channel, dir, ['manifest', dir.base, cell, ...patterns], {
    timeoutSeconds: HASHING_SECONDS,
    maxOutputBytes: 512 * 1024 * 1024,
  });
  const answers = answersOf(result);
  if (
    result.exitCode !== 0 ||
    result.truncated ||
    answers[0] !== 'manifest' ||
    !answers.at(-1)?.startsWith('end ')
  ) {
    throw unusableAnswer(`Listing the files of cell ${cell}`, result, dir);
  }
  return readManifestLines(result.stdout, globs);
}

/** Everything in `text` is a stranger's word: a path is kept as it is and judged by whoever uses it. */
export function readManifestLines(text: string, globs: readonly string[]): BoxManifest {
  const matchers = globs.map(compileGlob);
  const sizes = new Map<string, number>();
  const hashes = new Map<string, string>();
  const refused: string[] = [];
  for (const line of text.split('\n')) {
    const [, bytes, sized] = /^S (\d{1,15}) \.\/(.+)$/.exec(line) ?? [];
    if (bytes !== undefined && sized !== undefined) sizes.set(sized, Number(bytes));
    const [, sha256, hashed] = /^H ([0-9a-f]{64}) {2}\.\/(.+)$/.exec(line) ?? [];
    if (sha256 !== undefined && hashed !== undefined) hashes.set(hashed, sha256);
    const [, hex] = /^R ([0-9a-f]{2,8192})$/.exec(line) ?? [];
    if (hex !== undefined) refused.push(oneLine(Buffer.from(hex, 'hex').toString().replace(/^\.\//, '')));
  }
  const entries: ManifestEntry[] = [];
  for (const [path, bytes] of sizes) {
    if (!matchers.some((matches) => matches(path))) continue;
    const sha256 = hashes.get(path);
    // Vanished or unreadable between the two looks, or two names that differ only in bytes that are no text.
    if (sha256 === undefined || path.includes('\ufffd')) refused.push(oneLine(path));
    else entries.push({ path, bytes, sha256 });
  }
  return { entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)), refused };
}
