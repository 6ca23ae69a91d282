import { Lzma, lzmaProperties } from '../codec/lzma.ts';
import { Broken } from '../contract/findings.ts';
import type { Program } from '../read/push-parser.ts';
import type { UnpackLimits } from './unpacking.ts';

const HEADER_BYTES = 13;
const PIECE_BYTES = 65_536;
const MOST_MARK_BYTES = 32;
/** lc 3, lp 0, pb 2. Who asks for others writes with liblzma, which leaves the size open; numbers of another format fit the rest too easily. */
const USUAL_PROPERTIES = 0x5d;
const UNKNOWN = 2n ** 64n - 1n;
/** Files of more than this are rather something else; xz takes the same bound. */
const MOST_DECLARED = 2n ** 38n;

/** As liblzma tells it, which has no magic: known properties, a window of a power of two or one and a half of it, a sane size. */
export function beginsLzmaAlone(head: Uint8Array): boolean {
  if (head.length < HEADER_BYTES + 5 || (head[0] as number) >= 9 * 5 * 5 || head[HEADER_BYTES] !== 0)
    return false;
  const view = new DataView(head.buffer, head.byteOffset);
  const window = view.getUint32(1, true);
  const isPower = (value: number) => value > 0 && (value & (value - 1)) === 0;
  const isUsual = window >= 4096 && (isPower(window) || (window % 3 === 0 && isPower(window / 3)));
  const size = view.getBigUint64(5, true);
  return (
    isUsual && size !== 0n && (size === UNKNOWN || (head[0] === USUAL_PROPERTIES && size < MOST_DECLARED))
  );
}

/** One stream of LZMA without a container: properties, window, size, and no checksum at all. */
export function* lzmaAlone(
  sizeBytes: number,
  limits: UnpackLimits,
  sink: (piece: Uint8Array) => void,
): Program {
  const header = (yield HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const declared = view.getBigUint64(5, true);
  const most = declared === UNKNOWN ? Number.MAX_SAFE_INTEGER : Number(declared);
  const lzma = new Lzma(view.getUint32(1, true), limits.windowBytes, sink);
  lzma.begin(lzmaProperties(header[0] as number, 0));
  lzma.start(yield 5, HEADER_BYTES);
  let at = HEADER_BYTES + 5;
  let kept: Uint8Array = new Uint8Array(0);
  let isEnd = false;
  while (!isEnd && at < sizeBytes) {
    const size = Math.min(PIECE_BYTES, sizeBytes - at);
    const input = Buffer.concat([kept, yield size]);
    const offset = at - kept.length;
    at += size;
    isEnd = lzma.decode(input, most - lzma.total, at === sizeBytes, offset);
    const isFull = !isEnd && lzma.total === most;
    if (isFull) lzma.rest();
    kept = input.subarray(lzma.at);
    if (!isFull) continue;
    // Where the size is declared an end mark may follow, and need not.
    const left = sizeBytes - at;
    if (kept.length + left === 0) break;
    if (kept.length + left <= MOST_MARK_BYTES) {
      const tail = Buffer.concat([kept, left === 0 ? new Uint8Array(0) : yield left]);
      at = sizeBytes;
      isEnd = lzma.decode(tail, 1, true, at - tail.length);
      kept = tail.subarray(lzma.at);
    }
    break;
  }
  if (kept.length > 0 || at < sizeBytes)
    throw new Broken('L1', 'trailing-bytes', 'bytes follow the compressed stream', {
      offset: at - kept.length,
      found: `${kept.length + sizeBytes - at} bytes`,
    });
  if (declared === UNKNOWN && !isEnd)
    throw new Broken('L1', 'cut-short', 'the file ends before the mark of its end', { offset: at });
  if (declared !== UNKNOWN && lzma.total !== most)
    throw new Broken('L1', 'member-length', 'the content is not as long as its header says', {
      offset: 5,
      expected: `${most} bytes`,
      found: `${lzma.total} bytes`,
    });
  if (!lzma.isAtRest) throw new Broken('L1', 'lzma-broken', 'does not come to its end', { offset: at });
}
