import type { ManifestEntry } from '../box/box-plan.ts';
import type { Job } from '../job/job.ts';
import { expandRoster, matchRoster, type RosterEntry } from '../job/roster.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import type { Expectation } from '../verify/engine/verify-file.ts';
import type { Loaded, PulledFile } from './load-verify.ts';
import type { ManifestRow } from './manifest.ts';
import type { VerdictRow } from './seal.ts';

/**
 * Every file of one cell that a row of the roster claims, by the first row that does.
 *
 * @param expectationOf what the file must say, besides being whole
 */
export function claimsOf(
  job: Job,
  cell: string,
  files: readonly ManifestRow[],
  expectationOf: (row: RosterEntry, file: ManifestEntry) => Expectation,
): Map<string, PulledFile> {
  const claims = new Map<string, PulledFile>();
  const roster = expandRoster(job).filter((row) => row.cell === cell);
  const here = files.filter((file) => file.cell === cell);
  for (const { entry, files: these } of matchRoster(roster, here).matched)
    for (const file of these)
      if (!claims.has(file.path))
        claims.set(file.path, { entry: file, rule: entry, expectation: expectationOf(entry, file) });
  return claims;
}

/** What was found in a file, for the evidence; nothing where it was not loaded. */
export function verdictRowsOf(cell: string, { entry, rule }: PulledFile, { files }: Loaded): VerdictRow[] {
  const verdict = files.get(entry.path);
  return verdict === undefined ? [] : [rowOf({ ...entry, cell }, rule.role, verdict)];
}

const rowOf = (file: ManifestRow, role: string, verdict: FileVerdict): VerdictRow => ({
  cell: file.cell,
  path: file.path,
  bytes: file.bytes,
  sha256: verdict.sha256 ?? '',
  role,
  verdict: verdict.verdict,
  level: verdict.level,
  reasons: verdict.reasons.slice(0, 5).map((reason) => reason.what),
});
