import { Broken } from '../contract/findings.ts';
import type { SetSubject } from '../contract/set.ts';

const MOST_BYTES = 4096;

/**
 * A file of one word that says which checkpoint beside it is the last whole one, as a part of the set: alone it is a word.
 *
 * @returns the word, or `undefined` when there is no such file
 * @throws Broken when it is too long or no text
 */
export async function readPointer(subject: SetSubject, path: string): Promise<string | undefined> {
  if (!subject.tree.files.some((file) => file.path === path)) return undefined;
  const part = await subject.part(path);
  if (part.sizeBytes > MOST_BYTES)
    throw new Broken('L2', 'file-too-long', 'is too long for the name of a checkpoint', { file: path });
  const pieces: Uint8Array[] = [];
  await part.pass([
    { offset: 0, length: part.sizeBytes, feed: (piece) => void pieces.push(piece.slice()), end: () => {} },
  ]);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces)).replace(/\n$/, '');
  } catch {
    throw new Broken('L2', 'not-utf8', 'is not UTF-8 text', { file: path });
  }
}
