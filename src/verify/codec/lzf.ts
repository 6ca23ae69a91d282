/**
 * LibLZF as h5py writes it: runs of literals, and references back of at least three bytes.
 *
 * @returns exactly `bytes` bytes; `undefined` when the stream says anything else
 */
export function lzfDecompress(data: Uint8Array, bytes: number): Uint8Array | undefined {
  const out = new Uint8Array(bytes);
  let at = 0;
  let to = 0;
  while (at < data.length) {
    const control = data[at] as number;
    at += 1;
    if (control < 32) {
      const length = control + 1;
      if (at + length > data.length || to + length > bytes) return undefined;
      out.set(data.subarray(at, at + length), to);
      at += length;
      to += length;
      continue;
    }
    let length = control >> 5;
    if (length === 7) length += data[at++] ?? Number.NaN;
    const from = to - ((control & 31) << 8) - (data[at++] ?? Number.NaN) - 1;
    length += 2;
    if (!(from >= 0 && to + length <= bytes)) return undefined;
    // It may reach into what it is just writing.
    for (let i = 0; i < length; i += 1) out[to + i] = out[from + i] as number;
    to += length;
  }
  return to === bytes ? out : undefined;
}
