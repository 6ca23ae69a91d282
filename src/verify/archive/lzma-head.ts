const HEADER_BYTES = 13;
/** With which the range coder begins. */
const CODER_BYTES = 5;
/** lc 3, lp 0, pb 2. Who asks for others writes with liblzma, which leaves the size open; numbers of another format fit the rest too easily. */
const USUAL_PROPERTIES = 0x5d;
/** Files of more than this are rather something else; xz takes the same bound. */
const MOST_DECLARED = 2n ** 38n;
const UNKNOWN = 2n ** 64n - 1n;

/** As liblzma tells it, which has no magic: known properties, a window of a power of two or one and a half of it, a sane size. */
export function beginsLzmaAlone(head: Uint8Array): boolean {
  if (
    head.length < HEADER_BYTES + CODER_BYTES ||
    (head[0] as number) >= 9 * 5 * 5 ||
    head[HEADER_BYTES] !== 0
  )
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
