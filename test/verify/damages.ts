import type { DamageName, FormatCase } from './cases.ts';
import { joined } from './memory-source.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

const HTML = text(
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>\n',
);
const LFS = text(`version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 1048576\n`);

const NAN: Record<string, number[]> = {
  f16: [0x00, 0x7e],
  bf16: [0xc0, 0x7f],
  f32: [0x00, 0x00, 0xc0, 0x7f],
  f64: [0, 0, 0, 0, 0, 0, 0xf8, 0x7f],
};

/** One damage, done to a copy; `undefined` where the file has no place for it. */
export function damage(
  name: DamageName,
  bytes: Uint8Array,
  { payload, float }: FormatCase,
): Uint8Array | undefined {
  const copy = bytes.slice();
  switch (name) {
    case 'flip': {
      if (payload === undefined) return undefined;
      const at = Math.floor((payload.from + payload.to) / 2);
      copy[at] = (copy[at] as number) ^ 0x10;
      return copy;
    }
    case 'hole': {
      if (payload === undefined) return undefined;
      const length = Math.min(65_536, Math.ceil((payload.to - payload.from) / 2));
      const from = payload.from + Math.floor((payload.to - payload.from - length) / 2);
      copy.fill(0, from, from + length);
      return changed(copy, bytes);
    }
    case 'nan': {
      if (float === undefined) return undefined;
      const bits = NAN[float.type] ?? [];
      copy.set(float.bigEndian ? [...bits].reverse() : bits, float.at);
      return copy;
    }
    case 'cut':
      return bytes.subarray(0, -1);
    case 'half':
      return bytes.subarray(0, Math.floor(bytes.length / 2));
    case 'zero-tail':
      return changed(copy.fill(0, Math.floor(bytes.length / 2)), bytes);
    case 'appended':
      return joined(bytes, new Uint8Array(100));
    case 'doubled':
      return joined(bytes, bytes);
    case 'html':
      return HTML;
    case 'lfs':
      return LFS;
    case 'empty':
      return new Uint8Array(0);
    case 'crlf':
      return changed(withCrlf(bytes), bytes);
  }
}

function withCrlf(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x0a) out.push(0x0d);
    out.push(byte);
  }
  return Uint8Array.from(out);
}

const changed = (copy: Uint8Array, bytes: Uint8Array): Uint8Array | undefined =>
  Buffer.compare(copy, bytes) === 0 ? undefined : copy;
