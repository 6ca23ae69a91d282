import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TensorRow } from '../../src/verify/contract/tensor-table.ts';
import type { VerifyOptions } from '../../src/verify/engine/verify-file.ts';

/**
 * One undamaged file of a format, made by a real producer or by a writer of ours, and where its parts lie. The matrix of
 * damages and the fuzzer are made from these: to cover a format, add a file to `cases/`.
 */
export interface FormatCase {
  /** What the verdict must call it. */
  format: string;
  /** Which file of that format. */
  name: string;
  bytes(): Uint8Array;
  options?: Partial<VerifyOptions>;
  /** Without a manifest digest; `pass` only where the format's own checksums cover every payload byte. */
  verdict: 'pass' | 'pass-degraded';
  /** With its digest; default `pass`. */
  verdictWithDigest?: 'pass' | 'pass-degraded';
  /** What the format's own library read: our table must say the same, in any order. */
  table?: readonly OracleRow[];
  /** Bytes whose damage we must see; `guarded`: a checksum of the format covers them. */
  payload?: { from: number; to: number; guarded: boolean };
  /** A float in the payload that the NaN damage replaces. */
  float?: { at: number; type: 'f16' | 'bf16' | 'f32' | 'f64'; bigEndian?: boolean };
  /** Damages that leave a file which is whole by the rules of its format, with the reason. */
  harmless?: Partial<Record<DamageName, string>>;
  /** What a reader makes of the bytes: a mutant that means the same may pass. Default: only its tensors are compared. */
  meaning?(bytes: Uint8Array): string;
  /** Share of the fuzzer's mutants; default 1, 0 leaves it out (large files). */
  fuzz?: number;
}

export type OracleRow = Pick<TensorRow, 'name' | 'dtype' | 'shape' | 'fingerprint'>;

/** Files that only together are an artifact. */
export interface SetCase {
  kind: string;
  name: string;
  /** The label of the set's verdict. */
  root: string;
  files(): ReadonlyMap<string, Uint8Array>;
  /** The role of every file; default `model`. */
  role?: VerifyOptions['role'];
  options?: Partial<VerifyOptions>;
  verdict: 'pass' | 'pass-degraded';
  verdictWithDigest?: 'pass' | 'pass-degraded';
  /** Files that may be absent, with the reason. */
  optional?: Readonly<Record<string, string>>;
  /** Files of the same size whose contents may be exchanged without harm, with the reason. */
  exchangeable?: Readonly<Record<string, string>>;
  /** Rows of the set's own table, as the set's library reads them. */
  table?: readonly OracleRow[];
}

export interface Cases {
  formats?: readonly FormatCase[];
  sets?: readonly SetCase[];
}

export type DamageName = (typeof DAMAGE_NAMES)[number];

/** Of facts sections 2 and 3. */
export const DAMAGE_NAMES = [
  'flip',
  'hole',
  'nan',
  'cut',
  'half',
  'zero-tail',
  'appended',
  'doubled',
  'html',
  'lfs',
  'empty',
  'crlf',
] as const;

const folder = join(import.meta.dirname, 'cases');

/** Every file of `cases/` that exports `cases`. */
export async function allCases(): Promise<{ formats: FormatCase[]; sets: SetCase[] }> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.cases.ts'));
  const all: Cases[] = [];
  for (const name of files.sort()) {
    // Written so that a bundler finds them too.
    const { cases } = (await import(`./cases/${name.slice(0, -'.cases.ts'.length)}.cases.ts`)) as {
      cases: Cases;
    };
    all.push(cases);
  }
  return {
    formats: all.flatMap(({ formats = [] }) => formats),
    sets: all.flatMap(({ sets = [] }) => sets),
  };
}
