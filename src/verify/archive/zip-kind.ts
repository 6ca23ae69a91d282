import { Unsettled } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { ZipDirectory, ZipMethod } from './zip-directory.ts';

/** A format that lives in a zip archive. */
export interface ZipKind {
  readonly name: string;
  /** As of `Format`. */
  readonly proves: string;
  readonly checksum: string;
  /** What its loader unpacks; default what is stored or deflated, as all do. */
  readonly methods?: readonly ZipMethod[];
  holds(directory: ZipDirectory): boolean;
  open(subject: Subject, directory: ZipDirectory): Promise<Walk>;
}

/** What Python's zipfile unpacks. */
export const PYTHON_METHODS: readonly ZipMethod[] = ['stored', 'deflated', 'bzip2', 'lzma', 'zstd'];
const EVERYWHERE: readonly ZipMethod[] = ['stored', 'deflated'];

/** Holds the ways in which members are packed against what the kind's loader unpacks. */
export function judgeMethods({ findings }: Subject, kind: ZipKind, { entries }: ZipDirectory): void {
  const methods = kind.methods ?? EVERYWHERE;
  const strange = entries.find(({ method }) => !methods.includes(method));
  if (strange !== undefined)
    throw new Unsettled(
      'L1',
      'zip-method',
      `${quoted(strange.name)} is packed in a way that no loader of ${kind.name} unpacks`,
      { offset: strange.offset, expected: methods.join(' or '), found: strange.method },
    );
  const recent = entries.find(({ method }) => method === 'zstd');
  if (recent === undefined) return;
  const what = `${quoted(recent.name)} is packed by zstd, which Python unpacks from 3.14 on`;
  findings.degraded('L2', 'newer-loader', what, { offset: recent.offset });
}
