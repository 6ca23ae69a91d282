import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isRepository, type LedgerLocation, localPlace } from './location.ts';
import { ARCHIVE, RUNS } from './refs.ts';

/** More refs than that are git's business. */
const MAX_PACKED_BYTES = 16 * 1024 * 1024;

/**
 * Whether a ledger on this machine has no runs, by looking at files: most looks find nothing, and git's own start would be
 * most of what they cost.
 *
 * @returns the ledger's name for people when there surely are none; undefined = ask git
 */
export function surelyEmpty(where: LedgerLocation, archived: boolean): string | undefined {
  if (where.kind !== 'local-repo') return undefined;
  const { gitDir, words } = localPlace(where);
  const missing = !isRepository(gitDir);
  if (missing) return where.create ? words : undefined;
  return surelyNoRefs(gitDir, archived ? [RUNS, ARCHIVE] : [RUNS]) ? words : undefined;
}

/**
 * True only when neither a loose nor a packed ref begins with one of `prefixes` (which end in a slash). Loose ones are looked
 * at first, as git does: one that is packed meanwhile is in the packed file before it is gone here.
 */
export function surelyNoRefs(gitDir: string, prefixes: readonly string[]): boolean {
  try {
    const common = commonDir(gitDir);
    // Another way to keep refs (git 2.45 and later): not ours to read.
    if (existsSync(join(common, 'reftable'))) return false;
    if (!existsSync(join(common, 'refs'))) return false;
    if (prefixes.some((prefix) => !isAbsentOrEmpty(join(common, prefix)))) return false;
    const packed = join(common, 'packed-refs');
    const size = statSync(packed, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_PACKED_BYTES) return false;
    const text = size > 0 ? readFileSync(packed, 'latin1') : '';
    return !prefixes.some((prefix) => text.includes(` ${prefix}`));
  } catch {
    return false;
  }
}

/** The directory that a linked work tree shares with the others; refs other than HEAD and its own few are there. */
function commonDir(gitDir: string): string {
  const own = statSync(gitDir).isFile()
    ? resolve(
        dirname(gitDir),
        readFileSync(gitDir, 'utf8')
          .replace(/^gitdir: /, '')
          .trimEnd(),
      )
    : gitDir;
  const link = join(own, 'commondir');
  return existsSync(link) ? resolve(own, readFileSync(link, 'utf8').trimEnd()) : own;
}

/** Git leaves empty directories behind where refs were. */
function isAbsentOrEmpty(dir: string): boolean {
  try {
    const entries = readdirSync(dir, { withFileTypes: true });
    return entries.every((entry) => entry.isDirectory() && isAbsentOrEmpty(join(dir, entry.name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
