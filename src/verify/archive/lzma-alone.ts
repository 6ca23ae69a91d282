import { Lzma, lzmaProperties } from '../codec/lzma.ts';
import { Broken } from '../contract/findings.ts';
import type { Program } from '../read/push-parser.ts';
import type { UnpackLimits } from './unpacking.ts';

const HEADER_BYTES = 13;
/** With which the range coder begins. */
const CODER_BYTES = 5;
const PIECE_BYTES = 65_536;
const MOST_MARK_BYTES = 32;
const UNKNOWN = 2n ** 64n - 1n;

/** One stream of LZMA without a container: properties, window, size, and no checksum at all. */
export function* lzmaAlone(
  sizeBytes: number,
  limits: UnpackLimits,
  sink: (piece: Uint8Array) => void,
): Program {
  const header = (yield HEADER_BYTES).slice();
  const view = new DataView(header.buffer);
  const size = view.getBigUint64(5, true);
  const stream = {
    properties: header[0] as number,
    windowBytes: view.getUint32(1, true),
    declared: size === UNKNOWN ? undefined : Number(size),
  };
  yield* lzmaStream({ ...stream, at: HEADER_BYTES, to: sizeBytes }, limits, sink);
}

/** What is behind a header of LZMA, whatever that looks like. */
interface LzmaStream {
  /** In one byte, as all headers have them. */
  properties: number;
  /** How far back copies may reach. */
  windowBytes: number;
  /** Bytes that it unpacks to; where nobody says so it ends with a mark. */
  declared: number | undefined;
  /** Where in the file it begins and ends. */
  at: number;
  to: number;
}

export function* lzmaStream(
  { properties, windowBytes, declared, at: from, to }: LzmaStream,
  limits: UnpackLimits,
  sink: (piece: Uint8Array) => void,
): Program {
  const most = declared ?? Number.MAX_SAFE_INTEGER;
  const lzma = new Lzma(windowBytes, limits.windowBytes, sink);
  lzma.begin(lzmaProperties(properties, from));
  if (to - from < CODER_BYTES)
    throw new Broken('L1', 'cut-short', 'ends before its content begins', { offset: to });
  lzma.start(yield CODER_BYTES, from);
  let at = from + CODER_BYTES;
  let kept: Uint8Array = new Uint8Array(0);
  let isEnd = false;
  while (!isEnd && at < to) {
    const size = Math.min(PIECE_BYTES, to - at);
    const input = Buffer.concat([kept, yield size]);
    const offset = at - kept.length;
    at += size;
    isEnd = lzma.decode(input, most - lzma.total, at === to, offset);
    const isFull = !isEnd && lzma.total === most;
    if (isFull) lzma.rest();
    kept = input.subarray(lzma.at);
    if (!isFull) continue;
    // Where the size is declared an end mark may follow, and need not.
    const left = to - at;
    if (kept.length + left === 0) break;
    if (kept.length + left <= MOST_MARK_BYTES) {
      const tail = Buffer.concat([kept, left === 0 ? new Uint8Array(0) : yield left]);
      at = to;
      isEnd = lzma.decode(tail, 1, true, at - tail.length);
      kept = tail.subarray(lzma.at);
    }
    break;
  }
  if (kept.length > 0 || at < to)
    throw new Broken('L1', 'trailing-bytes', 'bytes follow the compressed stream', {
      offset: at - kept.length,
      found: `${kept.length + to - at} bytes`,
    });
  if (declared === undefined && !isEnd)
    throw new Broken('L1', 'cut-short', 'the file ends before the mark of its end', { offset: at });
  if (declared !== undefined && lzma.total !== most)
    throw new Broken('L1', 'member-length', 'the content is not as long as its header says', {
      offset: from,
      expected: `${most} bytes`,
      found: `${lzma.total} bytes`,
    });
  if (!lzma.isAtRest) throw new Broken('L1', 'lzma-broken', 'does not come to its end', { offset: at });
}
