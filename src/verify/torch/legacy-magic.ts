import { startsWith } from '../read/sniff.ts';

/** The magic number 0x1950a86a20f9469cfc6c as a LONG1, and STOP. */
const MAGIC = Uint8Array.of(0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19, 0x2e);
/** The same number by the protocols that are text: 0 and 1. */
const MAGIC_AS_TEXT = new Uint8Array(Buffer.from('L119547037146038801333356L\n.'));
const FRAME = Uint8Array.of(0x95, MAGIC.length, 0, 0, 0, 0, 0, 0, 0);

/** The length of the first pickle: protocol, since 4 a frame, and the number as a literal. 0 = it is something else. */
export function magicBytes(head: Uint8Array): number {
  if (startsWith(head, MAGIC_AS_TEXT)) return MAGIC_AS_TEXT.length;
  const protocol = head[1] ?? 0;
  if (head[0] !== 0x80 || protocol < 2 || protocol > 5) return 0;
  const frame = protocol >= 4 ? FRAME.length : 0;
  if (frame > 0 && !startsWith(head, FRAME, 2)) return 0;
  return startsWith(head, MAGIC, 2 + frame) ? 2 + frame + MAGIC.length : 0;
}
