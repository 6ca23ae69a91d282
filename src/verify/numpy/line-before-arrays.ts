import { startsWith } from '../read/sniff.ts';
import { NPY_MAGIC } from '../tensor/npy-magic.ts';

const [BRACE, NEWLINE] = [0x7b, 0x0a];

/**
 * Equinox's guide to serialisation puts what a model is built with before its arrays, as one line of JSON; other readers of arrays
 * take no such file.
 * @param head the start of the file
 * @returns bytes of that line with its end; 0 where there is none, or none that ends within `head`
 */
export function lineBeforeArrays(head: Uint8Array): number {
  if (head[0] !== BRACE) return 0;
  const bytes = head.indexOf(NEWLINE) + 1;
  return bytes > 0 && startsWith(head, NPY_MAGIC, bytes) ? bytes : 0;
}
