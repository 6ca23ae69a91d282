import type { Subject } from '../contract/format.ts';
import { beginsAsPickle } from '../pickle/sniff.ts';
import { strayPickle } from '../pickle/stray-pickle.ts';

/** PyTables, and so pandas, unpickles attributes and values of variable length that are one, whoever wrote them. */
export function lookForPickle(subject: Subject, name: string, bytes: Uint8Array, offset: number): void {
  if (bytes.length < 2 || !beginsAsPickle(bytes, bytes.length)) return;
  const walk = strayPickle(subject, { name, offset, bytes: bytes.length });
  walk.feed(bytes);
  walk.end();
}
