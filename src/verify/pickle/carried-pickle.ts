import type { Subject } from '../contract/format.ts';
import { beginsAsPickle } from './sniff.ts';
import { strayPickle } from './stray-pickle.ts';

/** For a value that some loader unpickles if it is a pickle, whoever wrote it. @param name of the value @param bytes all of it */
export function lookForPickle(subject: Subject, name: string, bytes: Uint8Array, offset: number): void {
  if (bytes.length < 2 || !beginsAsPickle(bytes, bytes.length)) return;
  const walk = strayPickle(subject, { name, offset, bytes: bytes.length });
  walk.feed(bytes);
  walk.end();
}
