import { Broken } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';

/** A stretch of a file that belongs to something with a name. */
export interface Extent {
  /** From the file: untrusted text. */
  name: string;
  offset: number;
  bytes: number;
}

/** Tensors in the order of their offsets cover `from` to the file's end exactly: no hole, no overlap, no tail. */
export function tensorsMustTile(tensors: Iterable<Extent>, from: number, sizeBytes: number): void {
  let at = from;
  for (const { name, offset, bytes } of tensors) {
    if (offset !== at) {
      const code = offset < at ? 'tensors-overlap' : 'hole-between-tensors';
      throw new Broken('L2', code, `${quoted(name)} does not begin where the tensor before it ended`, {
        offset,
        expected: String(at),
        found: String(offset),
      });
    }
    at += bytes;
  }
  mustEndAt(at, sizeBytes, {
    cut: 'the file ends before its tensors do',
    more: 'bytes follow the last tensor',
  });
}

/**
 * @param end where the content ends; beyond the file where that is cut
 * @param words what to say of a file that is cut, and of one that goes on
 */
export function mustEndAt(end: number, sizeBytes: number, words: { cut: string; more: string }): void {
  if (end === sizeBytes) return;
  const isCut = end > sizeBytes;
  throw new Broken('L1', isCut ? 'cut-short' : 'trailing-bytes', isCut ? words.cut : words.more, {
    offset: Math.min(end, sizeBytes),
    expected: `${end} bytes`,
    found: `${sizeBytes} bytes`,
  });
}
