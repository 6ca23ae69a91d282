import { LEVEL_NEEDED, type Role } from '../../evidence-level.ts';
import { type FileVerdict, type Severity, VERIFIER_VERSION } from './verdict.ts';

/** Something about a file, or in the place of one, that was seen without reading it. */
export interface Oddity {
  /** Below the directory. Untrusted text. */
  path: string;
  code: string;
  severity: Severity;
  what: string;
}

/** Why something that lies where a file could lie is not read; `undefined` for a plain file. */
export function strangeness(entry: {
  isFile(): boolean;
  isSymbolicLink(): boolean;
}): Omit<Oddity, 'path'> | undefined {
  if (entry.isFile()) return undefined;
  if (entry.isSymbolicLink()) {
    const what = 'is a symbolic link; links are never followed, so name what it points to';
    return { code: 'symbolic-link', severity: 'inconclusive', what };
  }
  return { code: 'not-a-file', severity: 'fail', what: 'is a device, pipe or socket, not a file' };
}

/** The verdict on what was never read. */
export function verdictWithoutReading({ path, code, severity, what }: Oddity, role: Role): FileVerdict {
  return {
    label: path,
    verdict: severity === 'fail' ? 'fail' : 'inconclusive',
    counts: false,
    level: 'L0',
    requiredLevel: LEVEL_NEEDED[role],
    role,
    format: 'unknown',
    bytes: 0,
    facts: { scalars: {} },
    keys: { top: [], total: 0 },
    imports: [],
    reasons: [{ code, severity, level: 'L0', what }],
    reasonsLeftOut: 0,
    requests: 0,
    bytesRead: 0,
    verifierVersion: VERIFIER_VERSION,
  };
}

/** The verdict on what was being read when a budget ended it: never a pass. */
export const verdictGivenUp = (
  { path, bytes }: { path: string; bytes: number },
  what: string,
  role: Role,
): FileVerdict => ({
  ...verdictWithoutReading({ path, code: 'over-budget', severity: 'inconclusive', what }, role),
  bytes,
});

/** The same verdict with a remark that changes nothing about it. */
export const withNote = (verdict: FileVerdict, { code, what }: Oddity): FileVerdict => ({
  ...verdict,
  reasons: [...verdict.reasons, { code, severity: 'note', level: 'L0', what }],
});
