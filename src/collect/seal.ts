import { digestOf, type Json } from '../canonical.ts';
import type { Level } from '../evidence-level.ts';
import { matchRoster, type RosterEntry } from '../job/roster.ts';
import type { SealedIn } from '../lease/events.ts';
import type { EvidenceNow } from '../lease/warrant.ts';
import type { FileVerdict } from '../verify/contract/verdict.ts';
import { inOrder, type ManifestRow, manifestSha256, pathFault } from './manifest.ts';
import { type CountedFile, sealedLevel } from './sealed-level.ts';

export interface VerdictRow extends ManifestRow {
  role: string;
  verdict: FileVerdict['verdict'];
  level: Level;
  /** For people: why it is not better than that. */
  reasons: string[];
}

export interface SealInput {
  run: string;
  roster: readonly RosterEntry[];
  manifest: readonly ManifestRow[];
  verdicts: readonly VerdictRow[];
  /** Where the artifacts are, by a name a person can use. */
  place: string;
  /** The directory of a durable tier in which they lie; absent where they are on this machine or in a store. */
  in?: SealedIn;
  /** What the box had fetched to make them from. */
  data?: SealedData[];
  /** The checkpoint of another run that it began from. */
  from?: SealedFrom;
  /** What was printed meanwhile, as it lies among the evidence. */
  logs?: readonly SealedLog[];
}

export interface SealedFrom {
  run: string;
  seal: string;
  /** Over its files, by cell. */
  digest: string;
}

export interface SealedLog {
  file: string;
  bytes: number;
  sha256: string;
}

export interface SealedData {
  from: string;
  to: string;
  revision?: string | undefined;
  /** Level to which it was verified where it lay, before anything was rented. */
  verified?: string | undefined;
  files: number;
  bytes: number;
  /** Over the lines "SHA256  PATH" of its files, by path; as the box counted them. */
  sha256: string;
}

export interface SealObstacle {
  code:
    | 'nothing-verified'
    | 'missing'
    | 'zero-byte'
    | 'duplicate'
    | 'unsafe-path'
    | 'unverified'
    | 'verified-other-bytes'
    | 'not-passed'
    | 'degraded'
    | 'level-too-low';
  cell: string;
  /** A file, or the glob of the roster row that has too few. */
  path: string;
  what: string;
}

export type Sealing =
  | {
      sealed: true;
      seal: string;
      document: Json;
      verified: number;
      /** Files that the roster claims: all of them, or there is no seal. */
      roster: number;
      /** Verified files of each row of the roster, in its order. */
      rows: number[];
      bytes: number;
      level: Level;
      /** Files of these that count by their bytes only. */
      opaque: number;
    }
  | { sealed: false; obstacles: SealObstacle[] };

/** What `checkSeal` finds on this machine under a path; `undefined` = nothing or no plain file. */
export type FileNow = { bytes: number; sha256: string } | undefined;

const FORMAT = 'gpu-lease-seal/1';

/**
 * Binds what was promised, what the box held and what was proven into one digest. Every roster row must be met by files
 * that are not empty and that were verified as the row demands, byte for byte those of the manifest; each that is not is
 * listed. Undeclared files are in the digest and prove nothing.
 */
export function seal(input: SealInput): Sealing {
  const { matched, missing, zeroByte, duplicate } = matchRoster(input.roster, input.manifest);
  const verdicts = new Map<string, VerdictRow[]>();
  for (const row of input.verdicts) verdicts.set(keyOf(row), [...(verdicts.get(keyOf(row)) ?? []), row]);

  const obstacles: SealObstacle[] = [
    ...missing.map(({ entry, found }) =>
      obstacle('missing', entry, `${found} of at least ${entry.min} files`),
    ),
    ...zeroByte.map((file) => obstacle('zero-byte', file, 'holds nothing')),
    ...duplicate.map((file) => obstacle('duplicate', file, 'is listed more than once')),
    ...input.manifest.flatMap((file) => {
      const fault = pathFault(file.path);
      return fault === undefined ? [] : [obstacle('unsafe-path', file, fault)];
    }),
    ...matched.flatMap(({ entry, files }) =>
      files.flatMap((file) => proofObstacles(entry, file, verdicts.get(keyOf(file)) ?? [])),
    ),
  ];
  const counted = new Set(matched.flatMap(({ files }) => files.map(keyOf)));
  // A roster that is empty, or that asks for nothing and found nothing, would unlock a teardown without any proof.
  if (obstacles.length === 0 && counted.size === 0) {
    const what = 'no artifact was promised and found, so nothing can be proven';
    obstacles.push({ code: 'nothing-verified', cell: '', path: '', what });
  }
  if (obstacles.length > 0) return { sealed: false, obstacles };

  const document = documentOf(input);
  return {
    sealed: true,
    seal: digestOf(document),
    document,
    verified: counted.size,
    roster: counted.size,
    rows: matched.map(
      ({ entry, files }) =>
        files.filter((file) => proofObstacles(entry, file, verdicts.get(keyOf(file)) ?? []).length === 0)
          .length,
    ),
    bytes: input.manifest
      .filter((file) => counted.has(keyOf(file)))
      .reduce((sum, file) => sum + file.bytes, 0),
    ...sealedLevel(countedFiles(matched, verdicts)),
  };
}

function proofObstacles(entry: RosterEntry, file: ManifestRow, rows: VerdictRow[]): SealObstacle[] {
  const [row] = rows;
  if (row === undefined) return [obstacle('unverified', file, 'was never load-verified')];
  if (rows.length > 1) return [obstacle('duplicate', file, 'has more than one verdict')];
  if (row.sha256 !== file.sha256 || row.bytes !== file.bytes) {
    return [
      obstacle(
        'verified-other-bytes',
        file,
        `the verdict is of ${row.sha256}, the manifest says ${file.sha256}`,
      ),
    ];
  }
  const why = row.reasons.length > 0 ? `: ${row.reasons.join('; ')}` : '';
  if (row.verdict === 'pass-degraded') {
    return entry.allowDegraded
      ? []
      : [obstacle('degraded', file, `verified only as far as its format allows${why}`)];
  }
  if (row.verdict !== 'pass') return [obstacle('not-passed', file, `${row.verdict}${why}`)];
  if (row.level < entry.requiredLevel) {
    return [obstacle('level-too-low', file, `verified to ${row.level}, ${entry.requiredLevel} is needed`)];
  }
  return [];
}

const obstacle = (
  code: SealObstacle['code'],
  { cell, path }: { cell: string; path: string },
  what: string,
): SealObstacle => ({
  code,
  cell,
  path,
  what,
});

const keyOf = ({ cell, path }: { cell: string; path: string }): string => `${cell}/${path}`;

function countedFiles(
  matched: readonly { entry: RosterEntry; files: ManifestRow[] }[],
  verdicts: ReadonlyMap<string, VerdictRow[]>,
): CountedFile[] {
  const entriesOf = new Map<string, RosterEntry[]>();
  for (const { entry, files } of matched)
    for (const key of files.map(keyOf)) entriesOf.set(key, [...(entriesOf.get(key) ?? []), entry]);
  return [...entriesOf].map(([key, entries]) => ({ level: verdicts.get(key)?.[0]?.level ?? 'L0', entries }));
}

function documentOf({
  run,
  roster,
  manifest,
  verdicts,
  place,
  data = [],
  logs = [],
  from,
  ...more
}: SealInput): Json {
  return {
    format: FORMAT,
    run,
    place,
    ...(more.in && { in: { ...more.in } }),
    roster: roster.map(({ cell, path, role, keep, min, contains, allowDegraded, requiredLevel }) => ({
      cell,
      path,
      role,
      keep,
      min,
      contains,
      allowDegraded,
      requiredLevel,
    })),
    manifestSha256: manifestSha256(run, manifest),
    // Seals without a beginning, data or logs are what they always were.
    ...(from && { from: { run: from.run, seal: from.seal, digest: from.digest } }),
    ...(data.length > 0 && { data: data.map((each) => ({ ...each })) }),
    ...(logs.length > 0 && { logs: logs.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 })) }),
    files: inOrder(manifest).map(({ cell, path, bytes, sha256 }) => ({ cell, path, bytes, sha256 })),
    verdicts: inOrder(verdicts).map((row) => {
      const { cell, path, role, bytes, sha256, verdict, level, reasons } = row as VerdictRow;
      return { cell, path, role, bytes, sha256, verdict, level, reasons };
    }),
  };
}

/** The files that a stored seal speaks of; `undefined` when the document is not one of ours. */
export function sealedFiles(document: unknown): ManifestRow[] | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const { format, files } = document as Record<string, unknown>;
  if (format !== FORMAT || !Array.isArray(files)) return undefined;
  const rows = files as Partial<ManifestRow>[];
  const sound = rows.every(
    (row) =>
      typeof row?.cell === 'string' && pathFault(row.path) === undefined && typeof row.sha256 === 'string',
  );
  return sound ? (rows as ManifestRow[]) : undefined;
}

/** The place in a store that the box sent the sealed files to; `undefined` when they lie on the machine that sealed them. */
export function liesIn(document: unknown): string | undefined {
  const { place } = (document ?? {}) as { place?: unknown };
  return typeof place === 'string' ? /^(s3:\/\/\S+) at \S+$/.exec(place)?.[1] : undefined;
}

/**
 * What the sealed artifacts are now, just before a release. `current` answers for every file by cell and path, freshly
 * hashed. A document that is not a seal any more comes back as another seal, never as no problem.
 */
export function checkSeal(document: unknown, current: (cell: string, path: string) => FileNow): EvidenceNow {
  const files = sealedFiles(document);
  if (files === undefined) return { seal: 'unreadable', problems: [] };
  return {
    seal: digestOf(document as Json),
    problems: files.flatMap((file) => {
      const problem = changeOf(file, current(file.cell, file.path));
      return problem === undefined ? [] : [{ path: keyOf(file), problem }];
    }),
  };
}

function changeOf(file: ManifestRow, now: FileNow): EvidenceNow['problems'][number]['problem'] | undefined {
  if (now === undefined) return 'missing';
  if (now.bytes === file.bytes && now.sha256 === file.sha256) return undefined;
  if (now.bytes === 0) return 'zero-byte';
  return now.bytes < file.bytes ? 'truncated' : 'changed';
}
